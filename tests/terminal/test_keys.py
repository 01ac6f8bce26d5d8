"""The keyboard, at a pseudo-terminal."""

import contextlib
import os
import pty
import sys
import termios
import threading
from collections.abc import Iterator

import pytest

from uno_launcher.terminal.keys import reading


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """What is written to it is typed."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "r") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield ours
    os.close(ours)


def typed(keyboard: int, *chunks: bytes) -> str:
    keys: list[str] = []
    enough = threading.Event()

    def take(key: str) -> None:
        keys.append(key)
        if key == "#":
            enough.set()

    with reading(take, lambda: None):
        for chunk in chunks:
            os.write(keyboard, chunk)
        os.write(keyboard, b"#")
        assert enough.wait(10)
    return "".join(keys)


def test_keys_come_one_by_one_without_enter(keyboard: int) -> None:
    assert typed(keyboard, b"n1\n") == "n1\n#"


def test_arrows_and_function_keys_are_no_letters(keyboard: int) -> None:
    assert typed(keyboard, b"\x1b[A", b"\x1b[1;5C", b"\x1bOP", b"a") == "a#"


def test_names_may_have_any_letters(keyboard: int) -> None:
    assert typed(keyboard, "🦄é".encode()) == "🦄é#"


def test_whoever_draws_is_told_that_keys_were_taken(keyboard: int) -> None:
    taken = threading.Event()
    with reading(lambda _: None, taken.set):
        os.write(keyboard, b"n")
        assert taken.wait(10)


def test_the_terminal_is_put_back_as_it_was(keyboard: int) -> None:
    before = termios.tcgetattr(sys.stdin)
    with contextlib.suppress(ZeroDivisionError), reading(lambda _: None, lambda: None):
        assert termios.tcgetattr(sys.stdin) != before
        raise ZeroDivisionError
    assert termios.tcgetattr(sys.stdin) == before
