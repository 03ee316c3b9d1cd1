"""Large files are read in a process of their own, and no file keeps the worker from all else."""

import sys

import pytest

from quotes.exchange import Unreadable, apart

LINES = b"Fish fly on Fridays. \xe2\x80\x93 A cat\n" * 3
ENDLESS = "while True: pass"
GREEDY = "from quotes.exchange import apart; apart.MEGABYTES = 200; apart.keep_within(); b'x' * 400_000_000"


@pytest.fixture(autouse=True)
def all_are_large(monkeypatch):
    monkeypatch.setattr(apart, "HERE_UP_TO", 10)


def test_a_large_file_comes_back_as_if_it_had_been_read_here():
    data = b"\xef\xbb\xbfquote;author\n\xc3\xa9 Fish;A cat\n#;\n"
    assert apart.read_apart(data, 'a"\n.csv') == apart.read(data, 'a"\n.csv')


def test_it_is_refused_in_the_same_words():
    data = b"PK\x03\x04" + b"x" * 10
    with pytest.raises(Unreadable) as refused:
        apart.read_apart(data)
    assert refused.value.words == "This is a packed file. Unpack it first."


@pytest.mark.parametrize("program", [ENDLESS, GREEDY, "1 / 0"])
def test_what_takes_too_much_is_refused_and_ends(monkeypatch, program):
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", program])
    monkeypatch.setattr(apart, "SECONDS", 0.1 if program == ENDLESS else 20)
    with pytest.raises(Unreadable) as refused:
        apart.read_apart(LINES)
    assert refused.value.words == "This file takes too long to read. Split it into several files."


def test_a_small_one_needs_no_process(monkeypatch):
    monkeypatch.setattr(apart, "COMMAND", ["nothing-like-that"])
    monkeypatch.setattr(apart, "HERE_UP_TO", len(LINES))
    assert len(apart.read_apart(LINES).rows) == 3
