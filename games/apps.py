from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import leaving
        from games import departures
        from games.notice_words import register_kinds

        leaving.before_deletion.append(departures.leave_all)
        leaving.before_merge.append(departures.move_seats)
        register_kinds()
