"""Django's sessions in the database, each with its person."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from accounts.models import Session


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Session = super().create_model_instance(data)
        row.person_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row
