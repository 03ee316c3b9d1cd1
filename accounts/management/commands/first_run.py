import getpass
import os
import sys

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.db import transaction

from accounts import addresses
from accounts.models import User
from accounts.people import clean_name

KEPT_HERE = {
    "mailbox": "put into the folder mail/ of DATA_DIR, not sent",
    "console": "printed above",
    "filebased": "put into a folder, not sent",
    "locmem": "kept in memory, not sent",
    "dummy": "thrown away",
}


class Command(BaseCommand):
    help = "Make the admin of the site and send them a test mail. Run again, it changes the same person."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--email", help="the address that the admin signs in with")
        parser.add_argument("--name", help="what the admin is called")
        parser.add_argument("--no-mail", action="store_true", help="send no test mail")

    def handle(self, **options: str) -> None:
        email = self.ask(options["email"], "E-mail address: ", "--email").lower()
        try:
            validate_email(email)
        except ValidationError as error:
            raise CommandError(f"{email!r} is not an e-mail address.") from error
        name = clean_name(self.ask(options["name"], "Name: ", "--name"))
        person = make_admin(email, name, self.password())
        call_command("load_starter_decks", stdout=self.stdout)
        self.stdout.write(f"{person.name} can sign in with {email} and manage the site at /admin/.")
        if not person.has_usable_password():
            self.stdout.write("No password was given: the site mails a code for each sign-in.")
        if not options["no_mail"]:
            self.stdout.write(self.test_mail(email))

    def ask(self, given: str | None, question: str, option: str) -> str:
        answer = given or (input(question).strip() if sys.stdin.isatty() else "")
        if not answer:
            raise CommandError(f"Say {option}.")
        return answer

    def password(self) -> str:
        """From ADMIN_PASSWORD, else typed; empty for none."""
        password = os.environ.get("ADMIN_PASSWORD", "")
        if not password and sys.stdin.isatty():
            password = getpass.getpass("Password (empty for none): ")
            if password and getpass.getpass("The same again: ") != password:
                raise CommandError("The two are not the same. Nothing was made.")
        try:
            if password:
                validate_password(password)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        return password

    def test_mail(self, email: str) -> str:
        words = "If you can read this, the site can send mail."
        try:
            send_mail("Test mail of your site", f"{words}\n", settings.DEFAULT_FROM_EMAIL, [email])
        except Exception as error:  # whatever a mail server, a resolver or a certificate can come up with
            raise CommandError(
                f"The admin is made, but the test mail was not sent: {error}\nSee EMAIL_... in docs/settings.md."
            ) from error
        kind = settings.EMAIL_BACKEND.rpartition(".")[0].rpartition(".")[2]
        if kind in KEPT_HERE:
            return f"The test mail was {KEPT_HERE[kind]}: EMAIL_HOST names no mail server yet (docs/settings.md)."
        return f"A mail server took the test mail to {email}. Look whether it has come, also among the spam."


@transaction.atomic
def make_admin(email: str, name: str, password: str) -> User:
    person = addresses.owner_of(email) or User(email=email)
    person.name = name or person.name
    person.is_staff = person.is_superuser = person.is_active = True
    person.is_guest = False
    if password:
        person.set_password(password)
    elif not person.pk:
        person.set_unusable_password()
    person.save()
    addresses.keep_in_step(person, verified=True)
    return person
