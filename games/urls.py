from django.urls import path

from games.views import match, replay, start

urlpatterns = [
    path("", start.front, name="front"),
    path("practice/<slug:slug>/", start.practice, name="practice"),
    path("games/<slug:slug>/", start.rules, name="rules"),
    path("next/", match.next_match, name="next"),
    path("m/<slug:code>/", match.match, name="match"),
    path("m/<slug:code>/answer/<int:number>/", match.answer, name="answer"),
    path("m/<slug:code>/orders/", match.orders, name="orders"),
    path("m/<slug:code>/read/", match.read, name="read"),
    path("m/<slug:code>/leave/", match.leave, name="leave"),
    path("m/<slug:code>/log/", match.log, name="log"),
    path("m/<slug:code>/replay/", replay.step, name="replay"),
    path("m/<slug:code>/replay/<int:number>/", replay.step, name="replay"),
    path("m/<slug:code>/deal/", replay.proof, name="proof"),
    path("m/<slug:code>/log.json", replay.log_file, name="log-file"),
    path("p/<str:token>/", match.poll, name="poll"),
]
