"""The settings page for notices: what is told by which channel, a test of each, and the devices for push messages."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits, notices, push, sending
from accounts.decorators import posted
from accounts.models import Device, Send, User
from accounts.onward import see_other
from accounts.text import one_line

HOUR = 3600
MOST_TESTS = 5
MOST_SUBSCRIPTIONS = 10
SHOWN_TROUBLES = 5


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def notice_settings(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return page(request)
    person = User.objects.get(pk=request.user.pk)
    if not read_choices(person, request):
        return page(
            request, refused=_("That choice is not there. Nothing was changed; choose again."), status=422
        )
    person.save(update_fields=["notice_choices", "mail_on", "digest", "digest_at"])
    notices.plan_again(person, timezone.now())
    return back("saved")


def read_choices(person: User, request: HttpRequest) -> bool:
    """What the form says, onto the person; False if it is no form of ours. Presets are not kept, so they can change."""
    digest = request.POST.get("digest", "")
    try:
        at = parse_time(request.POST.get("digest_at", ""))
    except ValueError:
        at = None
    if digest not in ("", "1") or at is None:
        return False
    chosen = set(request.POST.getlist("told"))
    person.mail_on = "mail_on" in request.POST
    person.digest, person.digest_at = bool(digest), at
    for kind in notices.kinds_to_choose():
        for channel in channels_shown():
            choose(person, kind, channel, f"{kind.slug}/{channel}" in chosen)
    return True


def choose(person: User, kind: notices.Kind, channel: str, on: bool) -> None:
    choices = dict(person.notice_choices.get(kind.slug, {}))
    choices.pop(channel, None)
    if on != (channel in kind.preset):
        choices[channel] = on
    person.notice_choices = {**person.notice_choices, kind.slug: choices}
    if not choices:
        del person.notice_choices[kind.slug]


def channels_shown() -> list[str]:
    return [Send.Channel.MAIL, *([Send.Channel.PUSH] if push.available() else [])]


def page(request: HttpRequest, refused: str = "", status: int = 200) -> HttpResponse:
    """Six queries, however many kinds, sends and devices."""
    person = User.objects.get(pk=request.user.pk)
    shown = channels_shown()
    devices = list(Device.objects.filter(person=person).order_by("-made_at"))
    tests = [last_test(person, channel) for channel in shown]
    under_way = any(test["row"] and test["row"].state == Send.State.WAITING for test in tests)
    reached = {Send.Channel.MAIL: bool(person.email), Send.Channel.PUSH: bool(devices)}
    context = {
        "person": person,
        "rows": [row_of(person, kind, shown) for kind in notices.kinds_to_choose()],
        "channels": [{"channel": channel, "name": Send.Channel(channel).label} for channel in shown],
        "hours": [f"{hour:02}:00" for hour in range(24)],
        "digest_at": f"{person.digest_at:%H:%M}",
        "tests": [test | {"possible": reached[test["channel"]]} for test in tests],
        "troubles": troubles(person),
        "devices": devices,
        "push_key": push.public_key() if push.available() else "",
        "saved": "saved" in request.GET,
        "tested": int(timezone.now().timestamp()) if "tested" in request.GET and under_way else 0,
        "refused": refused,
    }
    return render(request, "accounts/notices.html", context, status=status)


def row_of(person: User, kind: notices.Kind, shown: list[str]) -> dict[str, Any]:
    chosen = person.notice_choices.get(kind.slug, {})
    return {
        "label": kind.label,
        "boxes": [
            {
                "value": f"{kind.slug}/{channel}",
                "channel": channel,
                "name": Send.Channel(channel).label,
                "on": chosen.get(channel, channel in kind.preset),
            }
            for channel in shown
        ],
    }


def last_test(person: User, channel: str) -> dict[str, Any]:
    rows = Send.objects.filter(person=person, channel=channel, kind=notices.TEST)
    row = rows.order_by("-made_at").first()
    return {"channel": channel, "row": row, "words": words_of(row) if row else ""}


def troubles(person: User) -> list[dict[str, Any]]:
    """What could not be sent, or waits to be tried again, the last first."""
    rows = Send.objects.filter(person=person).exclude(error="").exclude(kind=notices.TEST)
    return [
        {"row": row, "words": words_of(row), "kind": label_of(row)}
        for row in rows.order_by("-made_at")[:SHOWN_TROUBLES]
    ]


def label_of(row: Send) -> Any:
    return notices.KINDS[row.kind].label if row.kind in notices.KINDS else row.kind


def words_of(row: Send) -> str:
    """What a sender noted, in words, with what the other side said."""
    key, _space, more = row.error.partition(" ")
    words = str(sending.ERRORS.get(key, ""))
    return _("%(words)s (%(more)s)") % {"words": words, "more": more} if words and more else words


@posted("notices", "tests")
def send_test(request: HttpRequest) -> HttpResponse:
    channel = request.POST.get("channel", "")
    if channel not in channels_shown():
        return page(request, _("That choice is not there. Nothing was changed; choose again."), 422)
    if channel == Send.Channel.MAIL and not request.user.email:
        return page(request, _("There is no e-mail address to send a test to."), 422)
    if channel == Send.Channel.PUSH and not request.user.devices.exists():
        return page(request, _("No device gets push messages yet. Turn them on here first."), 422)
    if not limits.allowed("notice-test", str(request.user.pk), MOST_TESTS, HOUR):
        return page(request, _("That was too often. Please wait an hour, then try again."), 429)
    notices.ask_for_test(request.user, channel)
    return back("tested", "tests")


@posted("notices", "devices")
def add_device(request: HttpRequest) -> HttpResponse:
    """A browser that was allowed to show messages. One that had another person's gets this one's from now on."""
    sent = {name: request.POST.get(name, "") for name in ("endpoint", "key", "auth")}
    if not push.available():
        return HttpResponse(status=404)
    if not limits.allowed("push", str(request.user.pk), MOST_SUBSCRIPTIONS, HOUR):
        return page(request, _("That was too often. Please wait an hour, then try again."), 429)
    try:
        push.check_subscription(**sent)
    except push.Refused:
        words = _("This browser’s messages go to an address that cannot be used. Nothing was changed.")
        return page(request, words, 422)
    name = one_line(request.POST.get("name", ""))[:60]
    new = {"person": request.user, "key": sent["key"], "auth": sent["auth"], "name": name}
    fresh = {"errors": 0, "last_error": "", "made_at": timezone.now()}
    Device.objects.update_or_create(endpoint=sent["endpoint"], defaults=new | fresh)
    mine = Device.objects.filter(person=request.user).order_by("-made_at").values_list("pk", flat=True)
    Device.objects.filter(pk__in=list(mine[push.MOST_DEVICES :])).delete()
    return back("saved", "devices")


@posted("notices", "devices")
def remove_device(request: HttpRequest, number: int) -> HttpResponse:
    get_object_or_404(Device, pk=number, person=request.user).delete()
    return back("saved", "devices")


def back(query: str, part: str = "") -> HttpResponse:
    return see_other("notices", **{query: 1}, at=part)
