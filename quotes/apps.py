from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class QuotesConfig(AppConfig):
    name = "quotes"
    verbose_name = _("What people write")

    def ready(self) -> None:
        from accounts import leaving
        from quotes import decks
        from quotes.notice_words import register_kinds

        leaving.before_deletion.append(decks.leave_behind)
        leaving.before_merge.append(decks.hand_over)
        register_kinds()
