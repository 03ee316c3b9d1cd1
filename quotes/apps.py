from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class QuotesConfig(AppConfig):
    name = "quotes"
    verbose_name = _("What people write")

    def ready(self) -> None:
        from accounts import leaving
        from quotes import crediting, decks, locks, takeout
        from quotes.notice_words import register_kinds

        leaving.lockers["decks"] = locks.hold_all_of
        leaving.before_deletion += [crediting.forget, decks.leave_behind]
        leaving.before_merge.append(decks.hand_over)
        takeout.register()
        register_kinds()
