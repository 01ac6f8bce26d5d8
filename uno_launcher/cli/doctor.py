"""`uno-launcher doctor`."""

import contextlib
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from uno_launcher.backends.simulated.faults import FAULTS
from uno_launcher.cli.options import ConfigOption, JsonOption, SeedOption, SimulatedOption, StateDirOption
from uno_launcher.cli.whose import folder_of
from uno_launcher.config import load
from uno_launcher.doctor import try_heard
from uno_launcher.doctor.bench import Bench
from uno_launcher.doctor.checks import Asked, checks
from uno_launcher.doctor.findings import Finding, worst
from uno_launcher.doctor.ground import Ground, claimed
from uno_launcher.doctor.hearing import Heard
from uno_launcher.doctor.machine import Machine
from uno_launcher.doctor.parts import parts
from uno_launcher.doctor.person import InTerminal, Person
from uno_launcher.doctor.report import MARKS, report
from uno_launcher.doctor.simulated_person import SimulatedPerson
from uno_launcher.doctor.visit import Visit
from uno_launcher.errors import InputError, LauncherError, UsageError

PATIENCE_S = {True: 3.0, False: 20.0}
"""A simulated person is quick."""
HELLO = (
    "We go through the launcher part by part; the motor comes last, and only after you have said yes. Ctrl-C"
    " ends it at any time, with the motor off."
)


CLAIMING = ("factory", "chip", "permission", "busy", "port")
"""Checks without which no pin can be claimed."""


class Line(msgspec.Struct, frozen=True):
    """One finding, for programs."""

    part: str
    verdict: str
    said: str
    causes: list[str]


def doctor(
    check: Annotated[
        bool, typer.Option("--check", help="Only what can be checked without anybody at the launcher.")
    ] = False,
    simulated: SimulatedOption = False,
    config: ConfigOption = None,
    seed: SeedOption = None,
    fault: Annotated[
        list[str] | None,
        typer.Option("--fault", metavar="NAME", help="With --simulated: give it a trouble to be found."),
    ] = None,
    state_dir: StateDirOption = None,
    json: JsonOption = False,
) -> None:
    """Bring a launcher up part by part, or check what it needs.

    You are told what to press, hold or look at; each part is said to work, or what is wrong with it and what
    that may come from. The motor comes last, for 0.2 s at a time, and only after a yes. In the end there is a
    report to paste into a forum: no names, addresses, codes or folders of yours are in it. With --simulated
    somebody does it all by themselves.

    With --check nothing is asked and no pin changes. The exit status is 0 when all is well, 1 when something
    isn't, 3 when the config has mistakes.

    \b
    Examples:
      uno-launcher doctor
      uno-launcher doctor --check --json
      uno-launcher doctor --simulated --fault dead_motor
    """
    faults = fault or []
    if faults and not simulated:
        raise UsageError("--fault is for --simulated: a real launcher has its own troubles.")
    for name in faults:
        if name not in FAULTS:
            raise UsageError(f"There is no fault {name!r}; known ones are {', '.join(sorted(FAULTS))}.")
    console = Console(stderr=json, highlight=False, markup=False, emoji=False, soft_wrap=True)
    machine = Machine()
    asked = Asked(machine, config, folder_of(state_dir, simulated), simulated)
    found = []
    for finding in checks(asked):
        found.append(finding)
        if finding not in _mistakes(found) and (check or finding.verdict in ("warning", "fault")):
            _show(console, finding, f"{finding.part}: ")
    untried = any(finding.part in CLAIMING and finding.verdict == "fault" for finding in found)
    if not check and not _mistakes(found):
        if not untried:
            found += _visit(console, config, simulated, seed, faults, state_dir)
        private = [str(asked.state), str(config or "")]
        console.print("\nTo ask for help, paste this:\n")
        text = report(machine, load(config), found, simulated=simulated, private=private)
        console.print(text)
    if json:
        for each in found:
            line = Line(each.part, each.verdict, each.said, list(each.causes))
            typer.echo(msgspec.json.encode(line).decode())
    if mistakes := _mistakes(found):
        raise InputError(*(finding.said for finding in mistakes))
    if untried and not check:
        raise LauncherError("The launcher can't be reached, so no part of it was tried.")
    if worst(found) == "fault":
        raise typer.Exit(1)


def _mistakes(found: list[Finding]) -> list[Finding]:
    """In the config."""
    return [finding for finding in found if finding.part == "config" and finding.verdict == "fault"]


def _visit(
    console: Console,
    config: Path | None,
    simulated: bool,
    seed: int | None,
    faults: list[str],
    state_dir: str | None,
) -> list[Finding]:
    """Part by part, with somebody."""
    found = []
    with contextlib.ExitStack() as stack:
        ground = stack.enter_context(
            claimed(load(config), what="doctor", simulated=simulated, seed=seed, state_dir=state_dir)
        )
        person = _person(ground, faults, console)
        if ground.backend is None:
            bench = Bench(ground)
            stack.callback(bench.close)
            bench.open()
            every = parts(Visit(bench, person, PATIENCE_S[simulated]))
        else:
            heard = Heard(ground, ground.backend(ground.config, None))
            stack.callback(heard.close)
            heard.open()
            every = try_heard.parts(try_heard.HeardVisit(heard, person))
        console.print(HELLO)
        for name, part in every:
            console.print(f"\n{name}", style="bold")
            for finding in part():
                found.append(finding)
                _show(console, finding)
    return found


def _person(ground: Ground, faults: list[str], console: Console) -> Person:
    if ground.simulation is None:
        return InTerminal(console)
    for name in faults:
        ground.simulation.fault(name)
    return SimulatedPerson(ground.simulation, ground.config.fitted(), console.print)


def _show(console: Console, finding: Finding, part: str = "") -> None:
    style = {"ok": "green", "warning": "yellow", "fault": "red", "skipped": "dim"}[finding.verdict]
    console.print(f"{MARKS[finding.verdict]} {part}{finding.said}", style=style)
    for cause in finding.causes:
        console.print(f"        - {cause}")
