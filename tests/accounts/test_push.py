"""Push messages: to every device that takes them, to no address inside, and with nothing in them."""

import base64
import http.client
import http.server
import json
import socket
import threading
import time

import pytest
import time_machine
from django.urls import reverse

from accounts import notices, push, sending
from accounts.models import Device, Send
from accounts.notices import Item, Kind, News, tell_all
from tests.accounts.test_sending import NOON

LOOK_UP = socket.getaddrinfo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture(autouse=True)
def bell(monkeypatch):
    def say(row):
        return Item("Your turn", "It is your turn.", row.about["path"])

    kind = Kind("bell", "Bell", frozenset({"push"}), lambda row: True, say)
    monkeypatch.setitem(notices.KINDS, "bell", kind)


class Keys:
    """A browser's, so that what was sent can be read."""

    def __init__(self):
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        self.private = ec.generate_private_key(ec.SECP256R1())
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.secret = b"s" * 16
        self.key, self.auth = (
            base64.urlsafe_b64encode(one).rstrip(b"=").decode() for one in (point, self.secret)
        )

    def read(self, body):
        import http_ece

        return json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret))


KEYS = Keys()


class Stub(http.server.BaseHTTPRequestHandler):
    """Answers with the number in the path; "slow" hangs, "drip" answers a letter at a time, "move" redirects."""

    got: list = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Stub.got.append((self.path, dict(self.headers), body))
        name = self.path.strip("/").split("/")[0]
        if name == "slow":
            time.sleep(1.5)
        elif name == "drip":
            for letter in b"HTTP/1.1 200 OK" * 10:
                self.wfile.write(bytes([letter]))
                time.sleep(0.1)
        elif name == "move":
            self.send_response(302)
            self.send_header("Location", "/201/moved")
            self.end_headers()
        else:
            self.send_response(int(name))
            self.send_header("Retry-After", "1")
            self.end_headers()
            self.wfile.write(b"an answer that nobody sees")

    def log_message(self, *_args):
        pass


@pytest.fixture
def service(monkeypatch):
    """A push service on this machine, which only a test may speak to."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port, Stub.got = server.server_address[1], []
    monkeypatch.setattr(push, "PATIENCE", 0.5)
    monkeypatch.setattr(push, "LONGEST", 0.8)
    monkeypatch.setattr(
        push, "connect", lambda endpoint: http.client.HTTPConnection("127.0.0.1", port, timeout=push.PATIENCE)
    )
    yield Stub
    server.shutdown()
    server.server_close()


def device(who, answers, name=""):
    number = Device.objects.count()
    return Device.objects.create(
        person=who,
        endpoint=f"https://push.example.org/{answers}/{number}",
        key=KEYS.key,
        auth=KEYS.auth,
        name=name or f"{answers} {number}",
    )


def ring(who, path="/m/abc/", event="bell"):
    tell_all([News(who.pk, "bell", event, {"path": path})])


def paths(service):
    return [path for path, _headers, _body in service.got]


# Delivering


def test_a_message_says_title_and_path_and_no_more(alice, service):
    device(alice, 201)
    ring(alice)
    assert sending.send_ready(NOON) == 1
    ((_path, headers, body),) = service.got
    assert KEYS.read(body) == {"title": "Your turn", "path": "/m/abc/"}
    assert (
        headers["Authorization"].startswith("vapid t=")
        and f"k={push.public_key()}" in headers["Authorization"]
    )
    assert headers["TTL"] == "86400" and headers["Content-Encoding"] == "aes128gcm"
    assert b"alice" not in body.lower()
    assert Send.objects.get().state == "sent"
    assert Device.objects.get().last_sent_at == NOON


def test_several_matches_are_one_message_that_leads_to_the_front_page(alice, service):
    device(alice, 201)
    for n in range(3):
        ring(alice, f"/m/{n}/", f"bell/{n}")
    sending.send_ready(NOON)
    ((_path, _headers, body),) = service.got
    assert KEYS.read(body) == {"title": "Your turn (and 2 more)", "path": "/"}


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("answers", "stays", "tried_again"),
    [
        (404, False, False),
        (410, False, False),
        (429, True, True),
        (500, True, True),
        (503, True, True),
        (403, True, True),
        ("move", True, True),
        ("slow", True, True),
        ("drip", True, True),
    ],
)
def test_one_bad_device_of_three(alice, service, answers, stays, tried_again, place):
    devices = [device(alice, answers if n == place else 201) for n in range(3)]
    bad = devices[place]
    ring(alice)
    sending.send_ready(NOON)
    assert sorted(paths(service)) == sorted(
        one.endpoint.removeprefix("https://push.example.org") for one in devices
    )
    assert Device.objects.filter(pk=bad.pk).exists() is stays
    assert Device.objects.filter(last_sent_at=NOON).count() == 2
    row = Send.objects.get()
    assert row.state == ("waiting" if tried_again else "sent")
    assert row.error == ("devices" if tried_again else f"device_gone {bad.name}")
    service.got.clear()
    row.refresh_from_db()
    if tried_again:
        sending.send_ready(row.not_before)
        assert paths(service) == [bad.endpoint.removeprefix("https://push.example.org")]


def test_a_device_that_fails_five_times_is_given_up_for_this_message_and_seen(alice, service, sign_in):
    device(alice, 500, "Firefox on Linux")
    ring(alice)
    for _ in range(6):
        row = Send.objects.get()
        sending.send_ready(row.not_before)
    row.refresh_from_db()
    assert (row.state, row.tries, row.error) == ("failed", 5, "devices")
    assert len(service.got) == 5
    page = sign_in(alice).get(reverse("notices")).content.decode()
    assert "no device took it" in page


def test_a_lost_device_is_seen_on_the_settings_page(alice, service, sign_in):
    device(alice, 410, "Firefox on Linux")
    ring(alice)
    sending.send_ready(NOON)
    assert not Device.objects.exists()
    page = sign_in(alice).get(reverse("notices")).content.decode()
    assert "takes no messages any more" in page and "Firefox on Linux" in page


def test_a_device_that_has_failed_for_long_counts_as_gone(alice, service):
    device(alice, 500)
    Device.objects.update(errors=push.MOST_ERRORS - 1)
    ring(alice)
    sending.send_ready(NOON)
    assert not Device.objects.exists()


def test_a_good_message_forgives_earlier_ones(alice, service):
    device(alice, 201)
    Device.objects.update(errors=9, last_error="devices")
    ring(alice)
    sending.send_ready(NOON)
    assert Device.objects.get().errors == 0


def test_slow_devices_of_others_keep_nobody_waiting(alice, bob, service):
    """Eight at a time, each given up after half a second here."""
    for _ in range(12):
        device(bob, "slow")
    device(alice, 201)
    ring(bob, event="bell/bob")
    ring(alice, event="bell/alice")
    begun = time.perf_counter()
    sending.send_ready(NOON)
    assert time.perf_counter() - begun < 4
    assert Send.objects.get(person=alice).state == "sent"


def test_keys_that_cannot_be_used_stop_nobody(alice, service):
    good = device(alice, 201)
    Device.objects.create(person=alice, endpoint="https://push.example.org/201/bad", key="AAAA", auth="BBBB")
    ring(alice)
    sending.send_ready(NOON)
    good.refresh_from_db()
    assert good.last_sent_at == NOON


def test_whoever_has_no_device_any_more_is_not_waited_for(alice, service):
    gone = device(alice, 201)
    ring(alice)
    gone.delete()
    sending.send_ready(NOON)
    assert Send.objects.get().state == "dropped" and not service.got


def test_without_the_package_there_is_nothing_of_it(alice, sign_in, monkeypatch):
    monkeypatch.setattr(push, "available", lambda: False)
    device(alice, 201)
    ring(alice)
    assert sending.send_ready(NOON) == 0
    assert Send.objects.get().state == "dropped"
    page = sign_in(alice).get(reverse("notices")).content.decode()
    assert "push" not in page.lower()
    assert sign_in(alice).post(reverse("add-device"), {}).status_code == 404


# Addresses

INSIDE = [
    "http://push.example.org/x",
    "https://127.0.0.1/x",
    "https://127.1/x",
    "https://2130706433/x",
    "https://0x7f000001/x",
    "https://0x7f.0.0.1/x",
    "https://017700000001/x",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://10.0.0.1/x",
    "https://169.254.169.254/latest/meta-data/",
    "https://8.8.8.8/x",
    "https://localhost/x",
    "https://printer/x",
    "https://push.example.org:22/x",
    "https://push.example.org:8443/x",
    "https://user:word@push.example.org/x",
    "https://push.example.org@127.0.0.1/x",
    "https://push.example.org\\@127.0.0.1/x",
    "https://push.example.org/x\r\nHost: inside",
    "https://push.example.org/a b",
    "https://pu\u0455h.example.org/x",
    "https://[push.example.org/x",
    "https://push.example.org:99999/x",
    "ftp://push.example.org/x",
    "javascript:alert(1)",
    "//push.example.org/x",
    "file:///etc/passwd",
    "",
]


@pytest.mark.parametrize("endpoint", INSIDE)
def test_an_address_that_no_browser_gives_is_refused_before_it_is_looked_up(endpoint, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: pytest.fail("it was looked up"))
    with pytest.raises(push.Refused):
        push.connect(endpoint)


PRIVATE = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "::127.0.0.1",
    "2002:7f00:1::",
    "2002:a00:1::",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2001:0:7f00:1::",
    "2001:db8::1",
]


@pytest.mark.parametrize("address", PRIVATE)
@pytest.mark.parametrize("with_a_good_one", [False, True])
def test_a_name_that_leads_inside_is_refused_at_the_start_and_at_each_message(
    alice, sign_in, monkeypatch, address, with_a_good_one
):
    lead_to(monkeypatch, *(["203.0.114.7"] if with_a_good_one else []), address)
    monkeypatch.setattr(socket, "create_connection", lambda *_args, **_more: pytest.fail("it was spoken to"))
    answer = subscribe(sign_in(alice))
    assert answer.status_code == 422 and not Device.objects.exists()
    device(alice, 201)
    ring(alice)
    sending.send_ready(NOON)
    assert not Device.objects.exists()


def lead_to(monkeypatch, *addresses):
    found = [(0, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: found)


def test_what_was_looked_at_is_what_is_spoken_to(monkeypatch):
    """A name that leads elsewhere the second time is not asked a second time."""
    spoken = []
    lead_to(monkeypatch, "203.0.114.7")
    monkeypatch.setattr(
        socket, "create_connection", lambda where, *_args: spoken.append(where) or nothing_there()
    )
    connection = push.connect("https://push.example.org/x")
    lead_to(monkeypatch, "127.0.0.1")
    with pytest.raises(OSError, match="nothing there"):
        connection.request("POST", "/x")
    assert spoken == [("203.0.114.7", 443)]


def nothing_there():
    raise OSError("nothing there")


@pytest.mark.parametrize("address", ["8.8.8.8", "203.0.114.7", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_public_addresses_are_spoken_to(address):
    assert push.is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("fec0::1", "fe80::1", "fc00::1", "::1", "::", "ff02::1"),
        *("2002:7f00:1::1", "2002:a00:1::1", "2001:0:7f00:1::1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"),
        *("::ffff:10.0.0.1", "::10.0.0.1", "fec0::1%eth0"),
    ],
)
def test_addresses_of_a_house_in_whatever_dress_are_not(address):
    assert not push.is_public(address)


def test_a_name_that_leads_nowhere_is_tried_again(alice, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: nothing_there())
    device(alice, 201)
    ring(alice)
    sending.send_ready(NOON)
    assert Device.objects.get().errors == 1 and Send.objects.get().state == "waiting"


# Subscribing


def subscribe(client, **more):
    form = {
        "endpoint": "https://push.example.org/201/1",
        "key": KEYS.key,
        "auth": KEYS.auth,
        "name": "Firefox · Linux",
    }
    return client.post(reverse("add-device"), form | more)


@pytest.fixture
def public(monkeypatch):
    lead_to(monkeypatch, "203.0.114.7")


def test_a_browser_subscribes_once_however_often_it_asks(alice, sign_in, public):
    for _ in range(3):
        assert subscribe(sign_in(alice)).status_code == 303
    assert [str(one) for one in alice.devices.all()] == ["Firefox · Linux"]


def test_a_browser_belongs_to_whoever_subscribed_last(alice, bob, sign_in, public, service, monkeypatch):
    subscribe(sign_in(alice))
    subscribe(sign_in(bob))
    monkeypatch.setattr(socket, "getaddrinfo", LOOK_UP)
    for who in (alice, bob):
        ring(who, event=f"bell/{who}")
    sending.send_ready(NOON)
    assert len(service.got) == 1
    assert Device.objects.get().person == bob


@pytest.mark.parametrize(
    "more",
    [
        {"key": ""},
        {"auth": ""},
        {"key": "%%%"},
        {"auth": "AAAA"},
        {"key": KEYS.auth},
        {"endpoint": "https://push.example.org/" + "x" * 500},
    ],
)
def test_a_subscription_that_cannot_work_is_refused(alice, sign_in, public, more):
    assert subscribe(sign_in(alice), **more).status_code == 422
    assert not Device.objects.exists()


def test_a_name_of_a_device_is_one_short_line(alice, sign_in, public):
    subscribe(sign_in(alice), name="<b>\r\n" + "x" * 500 + "\x00")
    assert Device.objects.get().name == "<b> " + "x" * 56


def test_subscribing_is_limited_and_a_person_has_ten_devices_at_most(alice, sign_in, public):
    for n in range(push.MOST_DEVICES):
        device(alice, n)
    client = sign_in(alice)
    statuses = [
        subscribe(client, endpoint=f"https://push.example.org/new/{n}").status_code for n in range(11)
    ]
    assert statuses == [303] * 10 + [429]
    assert alice.devices.count() == push.MOST_DEVICES


def test_a_device_is_removed_by_its_owner_alone(alice, dora, sign_in):
    mine = device(alice, 201)
    where = reverse("remove-device", args=[mine.pk])
    assert sign_in(dora).post(where).status_code == 404
    assert sign_in(alice).get(where)["Location"] == "/settings/notices/#devices"
    assert Device.objects.exists()
    assert sign_in(alice).post(where).status_code == 303
    assert not Device.objects.exists()


def test_the_service_worker_comes_from_the_root_and_asks_nobody(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/sw.js")
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content


def test_the_public_key_is_one_that_browsers_take():
    point = push.from_base64(push.public_key())
    assert len(point) == 65 and point[0] == 4
