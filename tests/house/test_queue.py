"""The broker in files: what one program writes there while another reads."""

import threading
from pathlib import Path
from queue import Empty

import pytest
from django.conf import settings
from kombu import Connection, Exchange, Queue
from kombu.transport import filesystem
from kombu.transport.virtual import BrokerState

from config.celery import app
from config.queue import Transport


@pytest.fixture
def broker(tmp_path, monkeypatch):
    """broker(): a connection of its own to the same folders, as another program has it."""
    opened = []
    for name in ("queue", "control"):
        (tmp_path / name).mkdir()
    options = {
        "data_folder_in": str(tmp_path / "queue"),
        "data_folder_out": str(tmp_path / "queue"),
        "control_folder": str(tmp_path / "control"),
    }

    def connect() -> Connection:
        # What one process remembers of its exchanges, another does not.
        monkeypatch.setattr(Transport, "global_state", BrokerState())
        opened.append(Connection("filesystem://", transport=Transport, transport_options=options))
        return opened[-1]

    yield connect
    for connection in opened:
        connection.release()


def messages(tmp_path) -> list[Path]:
    return sorted((tmp_path / "queue").iterdir())


def take(queue) -> str | None:
    try:
        return queue.get_nowait().payload
    except Empty:
        return None


@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.99])
def test_a_message_that_is_still_being_written_waits_and_holds_up_no_other(broker, tmp_path, share):
    queue = broker().SimpleQueue("celery")
    queue.put("first")
    (path,) = messages(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    assert take(queue) is None and messages(tmp_path) == [path]
    queue.put("second")
    assert take(queue) == "second" and messages(tmp_path) == [path]
    path.write_bytes(whole)
    assert take(queue) == "first" and messages(tmp_path) == []


def test_of_several_readers_each_message_comes_to_one(broker, tmp_path):
    sender, count = broker().SimpleQueue("celery"), 60
    got: list[str] = []
    wrong: list[BaseException] = []

    def read() -> None:
        queue = broker().SimpleQueue("celery")
        try:
            while len(got) < count:
                if (message := take(queue)) is not None:
                    got.append(message)
        except BaseException as error:
            wrong.append(error)

    readers = [threading.Thread(target=read, daemon=True) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(count):
        sender.put(f"message {number}")
    for reader in readers:
        reader.join(20)
    assert not wrong and sorted(got) == sorted(f"message {number}" for number in range(count))


def test_the_table_of_an_exchange_is_never_seen_half_made(broker, tmp_path, monkeypatch):
    """What another program finds at the moment in which the first is about to fill the table in."""
    queue, seen = Queue("celery", Exchange("celery"), routing_key="celery"), []
    original = filesystem.Channel._queue_bind

    def look_first(channel, *arguments):
        seen.append(broker().channel().get_table("celery"))
        original(channel, *arguments)

    monkeypatch.setattr(filesystem.Channel, "_queue_bind", look_first)
    queue(broker().channel()).declare()
    queue(broker().channel()).declare()
    assert seen[0] == [] and [row.queue for row in seen[-1]] == ["celery"]
    assert [file.name for file in (tmp_path / "control").iterdir()] == ["celery.exchange"]


def test_a_site_without_redis_uses_it():
    assert settings.CELERY_BROKER_URL.startswith("filesystem:")
    with app.connection_for_write() as connection:
        assert isinstance(connection.transport, Transport)
