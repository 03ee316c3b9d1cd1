"""What hosts are given: the compose file, the image, the example settings, the manual, and the commands it names."""

import json
import re
import shlex
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command, get_commands
from django.utils import timezone

from accounts.models import Send
from config.management.commands.up import web_server
from games import catalog
from games.models import Match, Prompt, Pulse
from tests.conftest import ROOT
from tests.games.scripts import everything_stored, finished, kangoeroe, play_on
from tests.house.test_settings import run_python

COMPOSE = (ROOT / "compose.yaml").read_text()
SHARED, LISTED = re.split(r"^services:\n", COMPOSE.split("\nvolumes:\n")[0], flags=re.M)
SERVICES = dict(re.findall(r"^  (\w+):\n(.*?)(?=^  [\w#]|\Z)", LISTED, re.M | re.S))
OURS = {"web", "worker", "beat", "migrate"}
HOSTING = (ROOT / "docs" / "hosting.md").read_text()
SETTINGS = (ROOT / "docs" / "settings.md").read_text()
EXAMPLE = dict(
    line.replace('"', "").split("=", 1)
    for line in (ROOT / ".env.example").read_text().splitlines()
    if line and not line.startswith("#")
)


def units() -> dict[str, str]:
    """The systemd units of the manual: name -> what it starts."""
    found = re.findall(r"^# (kitchen-table-\w+)\.service\n(.*?)^```", HOSTING, re.M | re.S)
    return {name: re.search(r"^ExecStart=(.*)$", text, re.M)[1] for name, text in found}


def image_command() -> list[str]:
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    return json.loads(re.search(r"^CMD (.*)$", text, re.M)[1])


def command_of(service: str) -> list[str]:
    return shlex.split(re.search(r"^    command: (.*)$", SERVICES[service], re.M)[1])


# Containers


def test_there_is_everything_that_a_site_needs_and_one_clock():
    assert set(SERVICES) == OURS | {"postgres", "redis"}
    clocks = [name for name, text in SERVICES.items() if "--app config beat" in text]
    assert clocks == ["beat"]
    assert not re.search(r"^ +(deploy|scale|replicas):", COMPOSE, re.M)


def test_our_containers_may_do_little():
    for line in ("read_only: true", "- ALL", "no-new-privileges:true", "DATABASE_URL: postgresql://games:${"):
        assert line in SHARED
    assert {name for name, text in SERVICES.items() if "<<: *site" in text} == OURS


def test_all_wait_for_the_migration_which_waits_for_the_database():
    done = "migrate:\n        condition: service_completed_successfully"
    assert {name for name, text in SERVICES.items() if done in text} == OURS - {"migrate"}
    assert SERVICES["migrate"].count("condition: service_healthy") == 2
    assert "manage.py migrate" in SERVICES["migrate"]


def test_nothing_but_the_web_server_can_be_reached_and_that_from_this_machine_alone():
    assert {name for name, text in SERVICES.items() if "ports:" in text} == {"web"}
    assert re.findall(r'- "([\d.:]+)"', SERVICES["web"]) == ["127.0.0.1:8000:8000"]


@pytest.mark.parametrize("name", ["web", "worker", "postgres", "redis"])
def test_what_can_hang_has_a_health_check(name):
    assert 'test: ["CMD", ' in SERVICES[name]


def test_no_password_is_written_down():
    assert not re.search(r"(PASSWORD|SECRET_KEY): +[^$\s]", COMPOSE)
    assert {name for name, value in EXAMPLE.items() if not value} == {
        "SECRET_KEY",
        "POSTGRES_PASSWORD",
        "EMAIL_HOST_PASSWORD",
    }


def test_the_image_runs_as_nobody_special_and_installs_what_is_locked():
    text = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^USER games$", text, re.M)
    assert text.index("USER games") < text.index("CMD [")
    assert "--require-hashes" in text
    assert "requirements.txt" in text and "requirements-push.txt" in text


def test_only_what_the_site_is_made_of_gets_into_the_image():
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    taken = {line[1:] for line in lines if line.startswith("!")}
    assert all((ROOT / name).exists() for name in taken)
    assert not taken & {"data", "tests", ".git", ".env", ".venv"}


# By hand


def test_the_manual_starts_the_same_programs_as_the_containers():
    by_hand = {name: shlex.split(command) for name, command in units().items()}
    assert set(by_hand) == {"kitchen-table-web", "kitchen-table-worker", "kitchen-table-beat"}

    def told(name: str) -> list[str]:
        program, *rest = by_hand[f"kitchen-table-{name}"]
        return [program.rsplit("/", 1)[1], *rest]

    assert told("web") == [word.replace("0.0.0.0:", "127.0.0.1:") for word in image_command()]
    assert told("worker") == command_of("worker")
    assert told("beat") == command_of("beat")


@pytest.mark.parametrize("option", ["--forwarded-allow-ips", "--forwarder-headers", "--worker-class"])
def test_the_web_server_believes_no_more_than_the_one_of_the_one_command(option):
    for command in (image_command(), web_server("127.0.0.1", 8000)):
        assert option in command
    known = web_server("127.0.0.1", 8000)
    assert image_command()[image_command().index(option) + 1] == known[known.index(option) + 1]


def test_every_command_that_the_manual_names_exists():
    named = set(re.findall(r"(?:manage\.py|\./play) ([a-z_]+)", HOSTING))
    assert {"migrate", "after_restore", "verify", "check"} <= named
    assert named <= {*get_commands(), "test"}


def test_every_setting_is_in_the_list_of_settings():
    read = re.findall(
        r'env\.(?:text|flag|number|names|one_of)\(\s*"(\w+)"', (ROOT / "config" / "settings.py").read_text()
    )
    missing = {name for name in read if f"`{name}`" not in SETTINGS}
    assert not missing
    assert {name for name in EXAMPLE if f"`{name}`" not in SETTINGS} <= {"POSTGRES_PASSWORD"}


def test_the_example_settings_pass_the_deployment_check_once_they_are_filled_in(tmp_path):
    filled = EXAMPLE | {
        "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "SECURE_HSTS_SECONDS": "31536000",
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": "1",
        "SECURE_HSTS_PRELOAD": "1",
        "DATABASE_URL": "postgresql://games:x@127.0.0.1:5432/games?connect_timeout=5",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "DATA_DIR": str(tmp_path),
    }
    said = run_python(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], filled)
    assert "no issues" in said


# Before and after an upgrade


def verify(*arguments: str) -> str:
    out = StringIO()
    call_command("verify", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def matches(db):
    """One running, one paused, one over."""
    running, paused, over = kangoeroe(), kangoeroe(), finished()
    play_on(running.match, lambda state: state.last > 9)
    Match.objects.filter(pk=paused.match.pk).update(status="paused")
    return running, paused, over


def test_all_that_is_not_over_is_replayed_and_summed_up(matches):
    running, paused, over = matches
    before = everything_stored()
    said = verify("--running")
    assert running.code in said and paused.code in said and over.code not in said
    assert said.strip().endswith(f"2 matches, {running.match.move_count} moves: nothing differs")
    assert over.code in verify("--all")
    assert everything_stored() == before


def test_one_that_differs_is_named_the_others_are_looked_at_and_it_ends_badly(matches):
    running, paused, _over = matches
    Match.objects.filter(pk=running.match.pk).update(seed="another")
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("verify", "--running", stdout=out)
    assert f"{running.code}: move" in str(error.value)
    assert "1 NOT as stored" in str(error.value)
    assert paused.code in out.getvalue()


def test_rules_that_choke_on_an_old_log_do_not_keep_the_others_from_being_looked_at(matches, monkeypatch):
    running, paused, _over = matches
    monkeypatch.setattr(type(running.game), "carry_out", lambda *_arguments: 1 / 0)
    out = StringIO()
    with pytest.raises(CommandError, match=f"{running.code}: ZeroDivisionError in the rules"):
        call_command("verify", "--running", stdout=out)
    assert paused.code in out.getvalue()


def test_other_versions_of_the_rules_are_named(matches):
    running, *_ = matches
    Match.objects.filter(pk=running.match.pk).update(rules=0)
    version = catalog.GAMES["kangoeroe"].version
    assert f"dealt with version 0 of the rules, which are now at {version}" in verify("--running")


def test_a_game_that_is_not_there_any_more_is_named(matches):
    running, *_ = matches
    Match.objects.filter(pk=running.match.pk).update(game="whist")
    with pytest.raises(CommandError, match="the game whist is not there any more"):
        verify("--running")


def test_a_table_in_its_lobby_has_nothing_to_replay(db):
    Match.objects.create(game="kangoeroe", rules=1, status="lobby")
    assert verify("--running").strip() == "0 matches, 0 moves: nothing differs"


def test_the_mark_of_a_match_changes_with_what_anybody_holds(matches):
    running, *_ = matches
    first = verify(running.code)
    assert verify(running.code) == first
    play_on(running.match, lambda state: state.last > 14)
    assert verify(running.code).split()[4:6] != first.split()[4:6]


# After a restore


def after_restore() -> str:
    out = StringIO()
    call_command("after_restore", stdout=out)
    return out.getvalue()


def send(person, number: int, state: str) -> Send:
    return Send.objects.create(person=person, event=f"x/{number}", kind="turn", channel="mail", state=state)


def test_what_waited_in_a_backup_is_not_sent(alice):
    rows = [
        send(alice, number, state) for number, state in enumerate(("waiting", "sent", "failed", "waiting"))
    ]
    assert "2 waiting notices dropped" in after_restore()
    for row in rows:
        row.refresh_from_db()
    assert [row.state for row in rows] == ["dropped", "sent", "failed", "dropped"]
    assert "0 waiting notices dropped" in after_restore()


@pytest.mark.django_db
def test_nobody_loses_the_time_that_the_site_was_away():
    table = kangoeroe()
    backup = timezone.now() - timedelta(hours=26)
    Pulse.objects.update_or_create(name="due", defaults={"at": backup})
    Prompt.objects.filter(match=table.match, waits=True).update(
        opened_at=backup - timedelta(hours=1),
        due_at=backup + timedelta(hours=3),
        remind_at=backup + timedelta(hours=1),
    )
    after_restore()
    after_restore()
    row = Prompt.objects.get(match=table.match, waits=True)
    assert abs(row.due_at - timezone.now() - timedelta(hours=3)) < timedelta(minutes=1)
    assert abs(row.remind_at - timezone.now() - timedelta(hours=1)) < timedelta(minutes=1)


def test_data_on_which_no_worker_ever_ran_is_left_as_it_is(db):
    assert "No worker ever ran" in after_restore()
