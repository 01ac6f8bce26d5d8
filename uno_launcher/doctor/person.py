"""Whoever stands at the launcher: is told things, is asked things, does things with their hands."""

import contextlib
import sys
import termios
from typing import Literal, Protocol

from rich.console import Console

from uno_launcher.doctor import ending

Deed = Literal[
    "hold button",
    "let go",
    "hold extra",
    "card in",
    "card out",
    "shade",
    "unshade",
    "open lid",
    "close lid",
    "empty hopper",
    "fill hopper",
    "take card",
]
"""What hands are asked to do. A simulated launcher has somebody who does it."""


class Person(Protocol):
    """One of them."""

    def say(self, line: str) -> None:
        """They read this."""

    def ask(self, question: str) -> bool:
        """Yes or no. Whoever is gone (the terminal is closed) says no."""

    def do(self, told: str, deed: Deed, what: str = "") -> None:
        """They are told to do something with their hands, and may be about to. `what` is the signal."""


class InTerminal:
    """Somebody at a terminal, or at the other end of a pipe. Ctrl-C goes through."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def say(self, line: str) -> None:
        """See `Person.say`."""
        self._console.print(line)

    def ask(self, question: str) -> bool:
        """See `Person.ask`. Only a plain yes is one."""
        return (self._answer(f"{question} [y/N]") or "").lower() in ("y", "yes")

    def number(self, question: str) -> int | None:
        """A whole number; None where they don't say."""
        for _ in range(3):
            said = self._answer(f"{question} (Enter: don't know)")
            if not said:
                return None
            if said.isascii() and said.isdigit() and len(said) < 5:
                return int(said)
            self.say("Type a whole number, please.")
        return None

    def do(self, told: str, deed: Deed, what: str = "") -> None:  # noqa: ARG002
        """See `Person.do`."""
        self.say(told)

    def _answer(self, question: str) -> str | None:
        """What they type, without spaces around it; None where nobody is there any more."""
        _forget_what_was_typed()
        self._console.print(question, end=" ")
        with ending.waiting():
            line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line.endswith("\n"):
            self._console.print()
        return line.strip() if line else None


def _forget_what_was_typed() -> None:
    """A key that was hit twice shall not answer a question that nobody has read: it may be the motor's."""
    if sys.stdin is not None and sys.stdin.isatty():
        with contextlib.suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
