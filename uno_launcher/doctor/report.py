"""What can be pasted into a forum: all that helps to help, and nothing about whom it belongs to."""

import contextlib
import getpass
import os
import platform
import re
import socket
from collections.abc import Iterable
from pathlib import Path

import msgspec

from uno_launcher.config import Config
from uno_launcher.doctor.checks import PACKAGES, version
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.machine import Machine

SETTINGS = ("backend", "pins", "motor", "beam", "feed", "button", "lid", "hopper", "heartbeat", "display")
"""Sections of the config that say nothing about people or networks."""
MARKS = {"ok": "ok     ", "warning": "LOOK   ", "fault": "FAULT  ", "skipped": "skipped"}

_ADDRESS = re.compile(r"\b[1-9][0-9]{0,2}(?:\.[0-9]{1,3}){3}\b|\b(?:[0-9a-fA-F]{0,4}:){3,}[0-9a-fA-F]{0,4}\b")
_MAC = re.compile(r"\b(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}\b")
_SERIAL = re.compile(r"(/dev/serial/by-id/\S*_)[0-9A-Za-z]+(?=-if|\b)")
"""Which one of all Picos it is: the last part of the port's name."""
_CODE = re.compile(r"(code=)[^\s&]+")
_PATH = re.compile(r"(?<![\w/])/(?:[^\s/,;:()'\"`]+/)+[^\s/,;:()'\"`]*")
_PUBLIC = ("/dev/", "/sys/", "/proc/", "/boot/", "/etc/uno-launcher", "/var/lib/uno-launcher")
_COMMON = ("root", "pi", "localhost", "raspberrypi", "uno", "launcher")
"""Names that tell nothing about anybody."""


def report(
    machine: Machine,
    config: Config,
    findings: Iterable[Finding],
    *,
    simulated: bool,
    private: Iterable[str] = (),
) -> str:
    """The text. `private` are further words that mustn't be in it: folders and files that were named."""
    words = [
        f"UNO Launcher doctor, version {version('uno-launcher')}{', SIMULATED' if simulated else ''}",
        f"board   {machine.board}",
        f"system  {machine.system}, kernel {machine.kernel}, Python {platform.python_version()}",
        f"gpio    {_gpio(machine, config)}",
        *(f"config  {line}" for line in _settings(config)),
        "",
    ]
    for finding in findings:
        words.append(f"{MARKS[finding.verdict]} {finding.part}: {finding.said}")
        if finding.verdict in ("warning", "fault"):
            words += [f"        - {cause}" for cause in finding.causes]
    return "\n".join(cleaned(line, private) for line in words)


def _gpio(machine: Machine, config: Config) -> str:
    factory = config.backend.pin_factory
    if factory == "mock":
        return "mock pins"
    chips = (
        ", ".join(f"gpiochip{chip} {machine.label(chip)}".strip() for chip in machine.chips) or "no gpiochip"
    )
    return f"{factory} {version(PACKAGES[factory])}, gpiozero {version('gpiozero')}, {chips}"


def _settings(config: Config) -> list[str]:
    """Section by section what isn't as it is by itself."""
    usual, found = Config(), []
    for title in SETTINGS:
        now = msgspec.structs.asdict(getattr(config, title))
        by_itself = msgspec.structs.asdict(getattr(usual, title))
        changed = {key: value for key, value in now.items() if value != by_itself[key]}
        if changed:
            found.append(f"[{title}] {' '.join(f'{key}={value}' for key, value in changed.items())}")
    return found or ["all as it is by itself"]


def cleaned(line: str, private: Iterable[str] = ()) -> str:
    """A line without names, host names, addresses, codes and paths of anybody's own."""
    for text in sorted(filter(None, private), key=len, reverse=True):
        line = line.replace(text, "…")
    home = str(Path.home())
    if len(home) > 1:
        line = line.replace(home, "~")
    line = _CODE.sub(r"\1…", line)
    line = _SERIAL.sub(r"\1…", line)
    line = _PATH.sub(lambda found: found[0] if found[0].startswith(_PUBLIC) else "…", line)
    line = _MAC.sub("…", line)
    line = _ADDRESS.sub("…", line)
    for name in _names():
        line = re.sub(rf"(?i)(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", "…", line)
    return line


def _names() -> set[str]:
    """What this user and this computer are called."""
    host = socket.gethostname()
    names = {host, host.split(".")[0]}
    for key in ("USER", "LOGNAME", "SUDO_USER"):
        names.add(os.environ.get(key, ""))
    with contextlib.suppress(KeyError, OSError):
        names.add(getpass.getuser())
    return {name for name in names if name and name.lower() not in _COMMON}
