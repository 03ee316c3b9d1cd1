"""What a seat does at its table besides playing: come back, give a day, pause, end."""

from django.http import HttpRequest, HttpResponse

from games import agreement, forms, play
from games.views.match import after, posted


def number(request: HttpRequest, name: str) -> int:
    """A whole number of the form; -1, which means nothing here, for anything else."""
    try:
        return forms.whole_number(request.POST.get(name, ""))
    except ValueError:
        return -1


def answered(request: HttpRequest, outcome: play.Answer) -> HttpResponse:
    desk, seat, refusal = outcome
    return after(request, desk, seat, refusal, say="settled")


@posted
def back(request: HttpRequest, code: str) -> HttpResponse:
    return answered(request, play.take_back(code, request.user))


@posted
def day(request: HttpRequest, code: str, prompt: int) -> HttpResponse:
    return answered(request, agreement.give_day(code, request.user, prompt, number(request, "given")))


@posted
def propose(request: HttpRequest, code: str) -> HttpResponse:
    what = request.POST.get("what", "")
    return answered(request, agreement.propose(code, request.user, what, number(request, "days")))


@posted
def reply(request: HttpRequest, code: str) -> HttpResponse:
    what, said = request.POST.get("what", ""), request.POST.get("say", "")
    return answered(request, agreement.reply(code, request.user, what, said))


@posted
def resume(request: HttpRequest, code: str) -> HttpResponse:
    return answered(request, agreement.end_pause(code, request.user))
