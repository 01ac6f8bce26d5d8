"""What systemd is told, by its own protocol: see sd_notify(3)."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from uno_launcher.service.notify import Notifier, watchdog_s


@pytest.mark.parametrize("name", [lambda folder: f"{folder}/notify", lambda folder: f"@uno-{os.getpid()}"])
def test_all_words_come_in_one_datagram_by_a_path_or_an_abstract_name(
    name: Callable[[Path], str], tmp_path: Path
) -> None:
    address = name(tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address.replace("@", "\0"))
        notifier = Notifier({"NOTIFY_SOCKET": address})
        assert notifier.heard
        notifier.tell("READY=1", "STATUS=fertig – très bien")
        assert ear.recv(1000).decode() == "READY=1\nSTATUS=fertig – très bien"
        notifier.close()


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:1:2"}])
def test_without_a_service_manager_nothing_is_said(environment: dict[str, str]) -> None:
    notifier = Notifier(environment)
    assert not notifier.heard
    notifier.tell("READY=1")
    notifier.close()


def test_a_service_manager_that_has_gone_or_doesnt_read_keeps_nobody_waiting(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    notifier = Notifier({"NOTIFY_SOCKET": address})
    notifier.tell("READY=1")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address)
        for _ in range(10_000):
            notifier.tell("WATCHDOG=1")
    notifier.close()
    notifier.tell("STOPPING=1")


def test_the_watchdogs_time_is_in_seconds_and_only_for_this_process() -> None:
    assert watchdog_s({"WATCHDOG_USEC": "30000000"}) == 30.0
    assert watchdog_s({"WATCHDOG_USEC": "450000", "WATCHDOG_PID": str(os.getpid())}) == 0.45
    assert watchdog_s({"WATCHDOG_USEC": "450000", "WATCHDOG_PID": "1"}) is None
    assert watchdog_s({"WATCHDOG_USEC": "0"}) is None
    assert watchdog_s({"WATCHDOG_USEC": "soon"}) is None
    assert watchdog_s({}) is None
