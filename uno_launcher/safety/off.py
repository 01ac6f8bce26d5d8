"""`uno-launcher off`: every output to its safe level, now, from outside.

A daemon that answers does it itself; one that doesn't is killed, since it holds the lines, and they are
driven safe from here. Imports nothing but the standard library and the pin driver: it must be done in well
under a second on a slow Pi, also after a crash and with a broken config.

Nothing is said before everything is driven, and nothing that goes wrong with one step keeps the next from
being tried.
"""

import argparse
import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from uno_launcher.errors import LauncherError
from uno_launcher.pins import SIGNALS
from uno_launcher.places import candidates, config_file, is_ours, spare_dir
from uno_launcher.safety.instance import ask, kill_daemon
from uno_launcher.safety.outputs import FILE, Outputs, any_chip, drive_safe
from uno_launcher.safety.regular import read_regular

ANSWER_S = 0.3
"""How long the daemon has to answer before it is killed."""

SPEAK_S = 0.2
"""How long a terminal or a pipe has to take the sentences: nobody may read them."""

ELSEWHERE = {
    "serial": "the motor is a Pico's, which stops it by itself once no program talks to it",
    "none": "the config says that there is no launcher: nothing to drive",
}
"""Of a backend without pins of this computer."""

_HELP = """\
Drive every output of the launcher to its safe level and exit, in under a second.

With a live daemon this goes through it (one that doesn't answer within 300 ms is killed first);
without one, also after a crash, the lines are driven directly."""


class Outcome:
    """What was done, and what couldn't be, for the end."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.refused: list[str] = []
        self.status = 0

    @contextlib.contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Whatever goes wrong in here becomes a sentence, and the next step is tried."""
        try:
            yield
        except LauncherError as error:
            self.refused.append(str(error))
            self.status = max(self.status, error.status)
        except Exception as error:
            why = error.strerror if isinstance(error, OSError) else f"{type(error).__name__} {error}"
            self.refused.append(f"{what} ({why}).")
            self.status = max(self.status, 1)


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
    outcome = Outcome()
    with outcome.step("not every output could be driven"):
        _switch_off(options.state_dir, options.config, outcome)
    _speak("".join(f"{sentence}\n" for sentence in (*outcome.said, *outcome.refused)))
    return outcome.status


def _switch_off(state_dir: str | None, config: str | None, outcome: Outcome) -> None:
    states: list[Path] = []
    with outcome.step(f"{state_dir} can't be found"):
        states = candidates(state_dir)
    folders = [folder for folder in dict.fromkeys([*states, spare_dir()]) if _usable(folder, outcome)]
    answered: dict[Path, Outputs | None] = {}
    for folder in folders:
        with outcome.step(f"the daemon in {folder} can't be asked"):
            if ask(folder, b"off\n", ANSWER_S) == b"ok\n":
                answered[folder] = None
                answered[folder] = _listed(folder)
    if answered:
        outcome.said.append("the daemon has driven every output to its safe level")
    alive = {outputs[:2] for outputs in answered.values() if outputs is not None}
    # Is it known which the real outputs are? A simulated launcher doesn't tell, nor does what is in memory
    # for another state folder.
    known = any(outputs is None or outputs.factory != "mock" for outputs in answered.values())
    simulated = bool(answered) and not known
    broken = False
    for folder in folders:
        if folder in answered:
            continue
        _kill(folder, outcome)
        outputs = None
        with outcome.step(f"{folder / FILE} can't be read"):
            outputs = _listed(folder)
        if outputs is None:
            broken = broken or os.path.lexists(folder / FILE)
            continue
        if outputs[:2] in alive:  # a live daemon holds that very chip
            continue
        _drive(outputs, f"the outputs listed in {folder / FILE}", outcome)
        if folder in states or outputs.state in [str(state) for state in states]:
            simulated = simulated or outputs.factory == "mock"
            known = known or outputs.factory != "mock"
    if not known:
        _drive_configured(config, simulated and not broken, broken, outcome)


def _usable(folder: Path, outcome: Outcome) -> bool:
    with outcome.step(f"{folder} can't be looked into"):
        # The folder in memory has a name that anybody may take first.
        return folder.is_dir() and (folder != spare_dir() or is_ours(folder))
    return False


def _kill(folder: Path, outcome: Outcome) -> None:
    with outcome.step(f"the daemon in {folder} can't be killed"):
        pid = kill_daemon(folder, wait_s=ANSWER_S)
        if pid is not None:
            outcome.said.append(f"the daemon, process {pid}, didn't answer and was killed")


def _listed(folder: Path) -> Outputs | None:
    """What the daemon that keeps its things in `folder` drives, or drove. None: it left no list."""
    try:
        return Outputs.from_json(read_regular(folder / FILE))
    except (OSError, ValueError):
        return None


def _drive(outputs: Outputs, which: str, outcome: Outcome) -> None:
    with outcome.step(f"{which} can't be driven"):
        drive_safe(outputs)
        outcome.said.append(f"{which} are at their safe levels")


def _drive_configured(config: str | None, simulated: bool, listed: bool, outcome: Outcome) -> None:
    """The outputs by the config file, of which everything that makes no sense is passed over.

    `listed`: a launcher on pins has left a list that can't be read. What the config says may be newer.
    """
    data, readable = _config(config, outcome)
    named = not readable or "pins" in data or "backend" in data
    if simulated and not named and not any_chip():
        outcome.said.append("there is no gpiochip and no config that names pins: no real output to drive")
        return
    pins, backend = _section(data, "pins"), _section(data, "backend")
    elsewhere = ELSEWHERE.get(str(backend.get("kind", data.get("backend"))))
    if elsewhere and not listed:
        outcome.said.append(elsewhere)
        return
    levels = {}
    for signal in SIGNALS:
        bcm = pins.get(signal.name, None if signal.optional else signal.bcm)
        if signal.output and type(bcm) is int and 0 <= bcm <= 27:
            levels[bcm] = 0
    factory, chip = backend.get("pin_factory"), backend.get("chip")
    outputs = Outputs(
        factory if factory in ("rpigpio", "pigpio", "mock") else "lgpio",
        chip if type(chip) is int and 0 <= chip <= 15 else None,
        levels,
    )
    _drive(outputs, "the outputs of the config", outcome)


def _config(config: str | None, outcome: Outcome) -> tuple[dict[str, Any], bool]:
    """What is in the config file, and whether that could be read. Nothing is in one that isn't there."""
    import tomllib  # a list was left as a rule, and the motor shall not turn meanwhile

    path: Path | str = config or "the config"
    try:
        found = Path(config) if config is not None else config_file()
        if found is None:
            return {}, True
        path = found
        return tomllib.loads(read_regular(found).decode("utf-8-sig")), True
    except (OSError, ValueError, RecursionError) as error:
        outcome.said.append(f"{path} can't be read ({error}), so the usual pins are driven")
        return {}, False


def _section(data: dict[str, Any], title: str) -> dict[str, Any]:
    section = data.get(title)
    return section if isinstance(section, dict) else {}


def _speak(text: str) -> None:
    """To standard error, if anybody takes it: never waits for long, never fails.

    By the descriptor: a thread that is stuck in sys.stderr would keep the interpreter from ending.
    """
    if sys.stderr is None:
        return
    speaker = threading.Thread(target=_write, args=(text.encode("utf-8", "backslashreplace"),), daemon=True)
    with contextlib.suppress(RuntimeError):  # no thread to be had
        speaker.start()
        speaker.join(SPEAK_S)


def _write(data: bytes) -> None:
    with contextlib.suppress(OSError):
        while data:
            data = data[os.write(2, data) :]
