# Celery's shared_task finds the app, and delay_on_commit exists, only when this is imported.
from config.celery import app as celery_app

__all__ = ["celery_app"]
