"""A person's e-mail address: on the row for everybody to read, and in allauth's table, which knows if it is theirs."""

from allauth.account.models import EmailAddress

from accounts.models import User


def set_email(person: User, email: str, *, verified: bool) -> None:
    """The one address of a person. Raises IntegrityError if it is somebody else's."""
    person.email = email
    person.save(update_fields=["email"])
    keep_in_step(person, verified=verified)


def keep_in_step(person: User, *, verified: bool) -> None:
    EmailAddress.objects.filter(user=person).delete()
    if person.email:
        EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=verified)


def owner_of(email: str) -> User | None:
    return User.objects.filter(email=email.lower()).first() if email else None
