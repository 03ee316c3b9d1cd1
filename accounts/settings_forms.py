"""One form a section of the settings page; each is saved by itself."""

from datetime import timedelta
from functools import lru_cache
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import hours, preferences
from accounts.entrance_forms import NameField
from accounts.models import User, new_face
from accounts.standing import MayNotWrite, must_be_allowed_to_be_called

PRESET = {"quiet_from": "22:00", "quiet_until": "08:00"}
LONGEST_AWAY = timedelta(days=366)


@lru_cache
def zones() -> tuple[str, ...]:
    """Those that are places on a map, and UTC."""
    regions = (
        "Africa",
        "America",
        "Antarctica",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    )
    names = (
        name for name in preferences.known_time_zones() if name.partition("/")[0] in regions and "/" in name
    )
    return (*sorted(names), "UTC")


@lru_cache
def zones_as_typed() -> dict[str, str]:
    return {zone.casefold(): zone for zone in preferences.known_time_zones()}


class Own(forms.ModelForm):
    """A part of a person's own row. save stores these columns alone: another page may change others meanwhile."""

    changes: tuple[str, ...] = ()

    class Meta:
        model = User
        fields: tuple[str, ...] = ()

    def save(self, commit: bool = True) -> User:
        person: User = self.instance
        person.save(update_fields=self.changes or list(self.fields))
        return person


class NameForm(Own):
    name = NameField()

    class Meta(Own.Meta):
        fields = ("name",)

    def clean_name(self) -> str:
        """A name is read by others, like all that somebody writes."""
        name = str(self.cleaned_data["name"])
        try:
            must_be_allowed_to_be_called(self.instance, name)
        except MayNotWrite as muted:
            raise forms.ValidationError(muted.words) from muted
        return name


class FaceForm(Own):
    changes = ("face",)

    def save(self, commit: bool = True) -> User:
        self.instance.face = new_face()
        return super().save()


class PlaceForm(Own):
    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)
    time_zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        required=False,
        max_length=64,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Type a city near you. Empty: as your browser says."),
    )

    class Meta(Own.Meta):
        fields = ("language", "time_zone")

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["language"].choices = [("", _("As my browser asks")), *settings.LANGUAGES]  # type: ignore[attr-defined]

    def clean_time_zone(self) -> str:
        """Also "berlin" or "new york", where one zone alone ends so."""
        typed = "_".join(self.cleaned_data["time_zone"].split()).casefold()
        known = zones_as_typed()
        if not typed or typed in known:
            return known.get(typed, "")
        ending = [zone for zone in zones() if zone.casefold().endswith(f"/{typed}")]
        if len(ending) == 1:
            return ending[0]
        raise forms.ValidationError(
            _("There is no such time zone. Type a city and choose one from the list.")
        )


class ThemeForm(Own):
    theme = forms.ChoiceField(
        label=gettext_lazy("Colours"), choices=User.Theme.choices, widget=forms.RadioSelect
    )

    class Meta(Own.Meta):
        fields = ("theme",)


class TimerForm(Own):
    no_timer = forms.BooleanField(label=gettext_lazy("No timer for me"), required=False)

    class Meta(Own.Meta):
        fields = ("no_timer",)


class QuietForm(Own):
    quiet = forms.BooleanField(label=gettext_lazy("Keep quiet hours"), required=False)
    quiet_from = forms.TimeField(label=gettext_lazy("from"), required=False)
    quiet_until = forms.TimeField(label=gettext_lazy("until"), required=False)
    changes = ("quiet_from", "quiet_until")

    class Meta(Own.Meta):
        fields = ("quiet_from", "quiet_until")

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["quiet"].initial = self.instance.quiet_from is not None
        for name, preset in PRESET.items():
            self.fields[name].widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
            self.initial[name] = self.initial.get(name) or preset

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not cleaned.get("quiet"):
            return cleaned | {"quiet_from": None, "quiet_until": None}
        if self.errors:
            return cleaned
        start, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if start is None or end is None:
            raise forms.ValidationError(_("Quiet hours need a beginning and an end."))
        if not timedelta() < hours.quiet_length(start, end) <= hours.LONGEST_QUIET:
            raise forms.ValidationError(
                _("Quiet hours can be at most 12 of 24, or the others wait for ever.")
            )
        return cleaned

    def save(self, commit: bool = True) -> User:
        # Django keeps a column's default where a field was not sent at all.
        self.instance.quiet_from = self.cleaned_data["quiet_from"]
        self.instance.quiet_until = self.cleaned_data["quiet_until"]
        return super().save()


class AwayForm(Own):
    away_from = forms.DateField(label=gettext_lazy("First day away"))
    away_until = forms.DateField(label=gettext_lazy("Last day away"))

    class Meta(Own.Meta):
        fields = ("away_from", "away_until")

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for name in self.fields:
            self.fields[name].widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        start, end = cleaned.get("away_from"), cleaned.get("away_until")
        if not start or not end:
            return cleaned
        today = timezone.now().astimezone(hours.zone_of(self.instance)).date()
        if end < start:
            raise forms.ValidationError(_("The last day away is before the first."))
        if end < today:
            raise forms.ValidationError(_("These days are over already."))
        if end - today > LONGEST_AWAY:
            raise forms.ValidationError(_("That is more than a year from now. Choose an earlier last day."))
        return cleaned


class BackForm(Own):
    """Away mode off, with one press."""

    changes = ("away_from", "away_until")

    def save(self, commit: bool = True) -> User:
        self.instance.away_from = self.instance.away_until = None
        return super().save()


FORMS: dict[str, type[Own]] = {
    "name": NameForm,
    "face": FaceForm,
    "place": PlaceForm,
    "theme": ThemeForm,
    "timer": TimerForm,
    "quiet": QuietForm,
    "away": AwayForm,
    "back": BackForm,
}


def forms_of(person: User) -> dict[str, Own]:
    return {part: form(instance=person, auto_id=f"{part}-%s") for part, form in FORMS.items()}
