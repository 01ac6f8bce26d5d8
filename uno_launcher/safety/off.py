"""`uno-launcher off`: every output to its safe level, now, from outside.

A daemon that answers does it itself; one that doesn't is killed, since it holds the lines, and they are
driven safe from here. Imports nothing but the standard library and the pin driver: it must be done in well
under a second on a slow Pi, also after a crash and with a broken config.
"""

import argparse
import sys
import tomllib
from pathlib import Path
from typing import Any

from uno_launcher.errors import LauncherError
from uno_launcher.pins import SIGNALS
from uno_launcher.places import config_file, where_to_look
from uno_launcher.safety.instance import ask, kill_daemon
from uno_launcher.safety.outputs import FILE, Outputs, drive_safe

ANSWER_S = 0.3
"""How long the daemon has to answer before it is killed."""

_HELP = """\
Drive every output of the launcher to its safe level and exit, in under a second.

With a live daemon this goes through it (one that doesn't answer within 300 ms is killed first);
without one, also after a crash, the lines are driven directly."""


def main(arguments: list[str]) -> int:
    """0: every output is safe. 1: one isn't, or nobody could tell which they are; the sentence says why."""
    parser = argparse.ArgumentParser(
        prog="uno-launcher off",
        description=_HELP,
        epilog="Example: uno-launcher off --state-dir /var/lib/uno-launcher",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--state-dir", metavar="DIR", help="where the daemon keeps what it writes")
    parser.add_argument("--config", metavar="FILE", help="the pins, where no daemon has left a list")
    options = parser.parse_args(arguments)
    refused: list[LauncherError] = []
    folders = where_to_look(options.state_dir)
    answered = {folder: _listed(folder) for folder in folders if ask(folder, b"off\n", ANSWER_S) == b"ok\n"}
    if answered:
        _say("the daemon has driven every output to its safe level")
    alive = {outputs[:2] for outputs in answered.values() if outputs is not None}
    known = bool(answered)
    for folder in folders:
        if folder not in answered:
            _kill(folder, refused)
            outputs = _listed(folder)
            if outputs is not None and outputs[:2] not in alive:  # else a live daemon holds that very chip
                known = True
                _drive(outputs, f"the outputs listed in {folder / FILE}", refused)
    if not known:
        _drive(_as_configured(options.config), "the outputs of the config", refused)
    for error in refused:
        _say(str(error))
    return max((error.status for error in refused), default=0)


def _kill(folder: Path, refused: list[LauncherError]) -> None:
    try:
        pid = kill_daemon(folder, wait_s=ANSWER_S)
    except LauncherError as error:
        refused.append(error)
    else:
        if pid is not None:
            _say(f"the daemon, process {pid}, didn't answer and was killed")


def _listed(folder: Path) -> Outputs | None:
    """What the daemon that keeps its things in `folder` drives, or drove. None: it left no list."""
    try:
        return Outputs.from_json((folder / FILE).read_bytes())
    except (OSError, ValueError):
        return None


def _drive(outputs: Outputs, which: str, refused: list[LauncherError]) -> None:
    try:
        drive_safe(outputs)
    except LauncherError as error:
        refused.append(error)
    else:
        _say(f"{which} are at their safe levels")


def _as_configured(config: str | None) -> Outputs:
    """The outputs by the config file, of which everything that makes no sense is passed over."""
    path = Path(config) if config is not None else config_file()
    data: dict[str, Any] = {}
    if path is not None:
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError) as error:
            _say(f"{path} can't be read ({error}), so the usual pins are driven")
    pins, backend = _section(data, "pins"), _section(data, "backend")
    levels = {}
    for signal in SIGNALS:
        bcm = pins.get(signal.name, None if signal.optional else signal.bcm)
        if signal.output and type(bcm) is int and 0 <= bcm <= 27:
            levels[bcm] = 0
    factory, chip = backend.get("pin_factory"), backend.get("chip")
    return Outputs(
        factory if factory in ("rpigpio", "pigpio", "mock") else "lgpio",
        chip if type(chip) is int else None,
        levels,
    )


def _section(data: dict[str, Any], title: str) -> dict[str, Any]:
    section = data.get(title)
    return section if isinstance(section, dict) else {}


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)  # noqa: T201
