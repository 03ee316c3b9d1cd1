from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "games.moderation"
    label = "moderation"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        from accounts import leaving, standing
        from games.moderation import audit, flags, names, partings, takeout
        from games.moderation.notice_words import register_kinds
        from quotes import publishing

        publishing.flaggers.append(flags.flags_in)
        publishing.deciders.append(audit.write_curators)
        standing.name_takers.append(names.was_taken)
        standing.names_taken.append(names.is_taken_away)
        leaving.lockers["cases"] = partings.hold_all_of
        leaving.before_deletion.append(partings.forget)
        leaving.before_merge.append(partings.hand_over)
        takeout.register()
        register_kinds()
