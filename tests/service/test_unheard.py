"""Whoever started an installation may be gone before it ends: a terminal that closes, a reader that left."""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.pretended import Pretended, Version, as_root, environment, there, version
from uno_launcher import output
from uno_launcher.__main__ import main
from uno_launcher.service import main as service
from uno_launcher.service.install import Wishes, install
from uno_launcher.service.machine import Machine
from uno_launcher.service.source import Source

__all__ = ["as_root", "there", "version"]


@pytest.fixture
def upgraded(there: Pretended, version: Version, monkeypatch: pytest.MonkeyPatch) -> Pretended:
    """What `service install` upgrades from 1 to 2."""
    install(there, version(1), Wishes())
    there.ran.clear()

    def made(root: Path, say: object = None) -> Machine:
        if callable(say):
            there.say = say
        return there

    @contextlib.contextmanager
    def source() -> Iterator[Source]:
        yield version(2)

    monkeypatch.setattr(service, "Machine", made)
    monkeypatch.setattr(service, "source", source)
    return there


def upgrade(there: Pretended, when: object) -> None:
    there.fails = lambda command: bool("systemctl stop" in command and when())  # type: ignore[operator]
    main(["service", "install"])


def test_a_reader_that_leaves_in_the_middle_of_an_upgrade_doesnt_keep_the_launcher_off(
    upgraded: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone:
        def write(self, text: str) -> None:
            raise BrokenPipeError

        def flush(self) -> None:
            raise BrokenPipeError

    monkeypatch.setattr(output, "forget", lambda: monkeypatch.setattr(service.sys, "stdout", None))
    upgrade(upgraded, lambda: monkeypatch.setattr(service.sys, "stdout", Gone()))
    monkeypatch.undo()
    assert environment(upgraded) == "2"
    assert upgraded.when("systemctl stop") < upgraded.when("systemctl restart")


def test_a_terminal_that_closes_doesnt_cut_an_upgrade_short(upgraded: Pretended) -> None:
    upgrade(upgraded, lambda: os.kill(os.getpid(), signal.SIGHUP))
    assert upgraded.when("systemctl stop") < upgraded.when("systemctl restart")
