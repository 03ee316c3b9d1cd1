from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import leaving, signup
        from games import departures, links, takeout
        from games.notice_words import register_kinds
        from quotes import acquainted

        leaving.lockers["matches"] = departures.lock_all
        leaving.before_deletion.append(departures.leave_all)
        leaving.before_merge.append(departures.move_seats)
        signup.invitation_checks.append(links.opens_sign_up)
        acquainted.sources.append(links.acquaintances)
        takeout.register()
        register_kinds()
