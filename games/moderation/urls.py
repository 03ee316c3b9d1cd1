from django.urls import path

from games.moderation.views import case, own, queue, report

urlpatterns = [
    path("report/sent/", report.sent, name="report-sent"),
    path("report/<slug:kind>/<int:key>/<str:mark>/", report.report, name="report"),
    path("reports/", own.my_reports, name="my-reports"),
    path("about-you/", own.about_you, name="about-you"),
    path("about-you/open/", own.open_decisions, name="open-decisions"),
    path("about-you/data.json", own.my_data, name="my-data"),
    path("about-you/<int:pk>/appeal/", own.appeal, name="appeal"),
    path("suspended/", own.suspended, name="suspended"),
    path("moderation/", queue.waiting, name="moderation"),
    path("moderation/mine/", queue.mine, name="moderation-mine"),
    path("moderation/done/", queue.done, name="moderation-done"),
    path("moderation/appeals/", queue.appealed, name="moderation-appeals"),
    path("moderation/audit/", queue.acts, name="moderation-audit"),
    path("moderation/words/", queue.words, name="moderation-words"),
    path("moderation/words/<int:pk>/remove/", queue.drop_word, name="moderation-drop-word"),
    path("moderation/case/<int:pk>/", case.case, name="case"),
    path("moderation/case/<int:pk>/take/", case.take, name="case-take"),
    path("moderation/case/<int:pk>/give-back/", case.give_back, name="case-give-back"),
    path("moderation/case/<int:pk>/decide/", case.decide, name="case-decide"),
    path("moderation/case/<int:pk>/end/<slug:what>/", case.end, name="case-end"),
    path("moderation/case/<int:pk>/again/", case.again, name="case-again"),
    path("moderation/case/<int:pk>/appeal/", case.appeal, name="case-appeal"),
]
