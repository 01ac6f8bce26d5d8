"""Somebody at a terminal: only a plain yes is one, and whoever is gone says no."""

import io
import os
import pty
import select

import pytest
from rich.console import Console

from uno_launcher.doctor.person import InTerminal


@pytest.fixture
def typed(monkeypatch):
    def type_(text):
        monkeypatch.setattr("sys.stdin", io.StringIO(text) if text is not None else None)
        return InTerminal(Console(file=io.StringIO(), width=80))

    return type_


@pytest.mark.parametrize("text", ["y\n", "Y\n", " yes \n", "YES\n", "y"])
def test_a_yes(typed, text):
    assert typed(text).ask("Now?")


@pytest.mark.parametrize("text", ["", None, "\n", "n\n", "no\n", "yeah\n", "y y\n", "j\n"])
def test_anything_else_is_a_no(typed, text):
    assert not typed(text).ask("Now?")


@pytest.mark.parametrize(("text", "number"), [("42\n", 42), ("many\n42\n", 42), ("\n", None), ("", None)])
def test_a_number_or_none(typed, text, number):
    assert typed(text).number("How many?") == number


def test_who_doesnt_get_it_isnt_asked_for_ever(typed):
    assert typed("a\nb\nc\n4\n").number("How many?") is None


class Typing(io.StringIO):
    """A screen; whoever reads "Now?" on it types no."""

    def __init__(self, keyboard):
        super().__init__()
        self._keyboard = keyboard

    def write(self, text):
        if "Now?" in text:
            os.write(self._keyboard, b"no\n")
        return super().write(text)


def test_what_was_typed_before_the_question_was_there_is_no_answer(monkeypatch):
    keyboard, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        os.write(keyboard, b"y\ny\n")
        assert select.select([stdin], [], [], 5.0)[0]
        assert not InTerminal(Console(file=Typing(keyboard), width=80)).ask("Now?")
    os.close(keyboard)
