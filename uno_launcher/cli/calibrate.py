"""`uno-launcher calibrate`."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.live import Live

from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.calibrate.found import Found
from uno_launcher.calibrate.picture import measures, overlaps, progress, settings
from uno_launcher.calibrate.session import Calibration, calibrated
from uno_launcher.calibrate.steps import FEWEST, MOST, USUAL
from uno_launcher.calibrate.writing import need_file, write_feed
from uno_launcher.cli.options import (
    ConfigOption,
    JsonOption,
    SeedOption,
    SimulatedOption,
    StateDirOption,
    ViaSerialOption,
)
from uno_launcher.config import load
from uno_launcher.doctor.ground import Ground, claimed
from uno_launcher.doctor.person import InTerminal
from uno_launcher.errors import LauncherError, UsageError
from uno_launcher.places import config_file, user_config

SAFE = (
    "This feeds {cards} cards, one by one and in bursts, for about a minute. Put at least {more} cards into"
    " the hopper, close the lid, and keep hands and faces away."
)
TRANSIT_MS = (25.0, 50.0)
"""Of simulated launchers."""


class Result(msgspec.Struct, frozen=True):
    """For programs."""

    cards: int
    wide: int
    """Times the beam was blocked for longer than by one card."""
    counted_by_hand: int | None
    transit_ms: float
    doubt_ms: float
    """Standard error of the transit."""
    spread_pct: float
    coast_ms: float
    gap_ms: list[float]
    """The shortest and the longest; empty where there was none."""
    start_pct: int | None
    old: dict[str, float]
    new: dict[str, float]
    warnings: list[str]
    true_transit_ms: float | None
    """The simulated launcher's."""


def calibrate(
    cards: Annotated[int, typer.Option(min=FEWEST, max=MOST, help="How many cards to feed.")] = USUAL,
    simulated: SimulatedOption = False,
    via_serial: ViaSerialOption = False,
    write: Annotated[bool, typer.Option("--write", help="Write the new settings into the config.")] = False,
    config: ConfigOption = None,
    seed: SeedOption = None,
    state_dir: StateDirOption = None,
    json: JsonOption = False,
) -> None:
    """Feed some cards, learn how this launcher behaves, and propose settings for it.

    Learns how long a card takes, the gap between two, how far the roller turns on, what it takes to start it,
    and when something is stuck. Old settings are shown beside new ones; they go into [feed] of the config
    only with --write, or when you say so, and the file as it was is kept with .bak behind its name. The motor
    runs only after a yes. With --simulated it's a launcher that nobody knows, another one for each seed.

    \b
    Examples:
      uno-launcher calibrate
      uno-launcher calibrate --cards 60 --write
      uno-launcher calibrate --simulated --seed 7
      uno-launcher calibrate --simulated --via-serial
    """
    if write and simulated and config is None:
        raise UsageError("--write with --simulated needs --config FILE: its measures aren't your launcher's.")
    if via_serial and not simulated:
        raise UsageError("--via-serial is for --simulated: a real Pico stands in the config as its backend.")
    file = config or config_file() or user_config()
    if write:
        need_file(file)
    whole = load(config)
    console = Console(stderr=json, highlight=False, markup=False, emoji=False, soft_wrap=True)
    person = InTerminal(console)
    if not simulated and whole.backend.kind != "none":
        person.say(SAFE.format(cards=cards, more=cards + 10))
        if not person.ask("Shall the motor run?"):
            raise LauncherError("Nothing was moved.")
    physics = _unknown(seed) if simulated else None
    with claimed(
        whole,
        what="calibrate",
        simulated=simulated,
        via_serial=via_serial,
        seed=seed,
        physics=physics,
        state_dir=state_dir,
    ) as ground:
        hand = _simulated_hand(ground) if simulated else person.say
        with Live(console=console, auto_refresh=False) as live:

            def show(found: Found) -> None:
                live.update(progress(found.cards, cards, found), refresh=True)

            went = calibrated(ground, whole.feed, cards, hand, show if console.is_terminal else None)
        counted = _truly_out(ground)
    console.print("\n".join(measures(went.found)))
    console.print(settings(went.changes))
    for warning in went.warnings:
        console.print(f"Look: {warning}")
    if not simulated:
        counted = person.number("How many cards came out? Count them.")
    if counted is not None:
        console.print(overlaps(went.found.cards, went.found.wide, counted))
    if physics is not None:
        console.print(f"SIMULATED: this launcher's transit is {physics.transit_ms:.1f} ms.")
    if json:
        result = _result(went, counted, physics)
        typer.echo(msgspec.json.encode(result).decode())
    asked = console.is_terminal and not json and not (simulated and config is None) and bool(went.changes)
    if write or (asked and person.ask(f"Shall the new settings be written into {file}?")):
        _write(file, went, console)
    elif went.changes:
        console.print("Nothing was written: `--write` puts the new settings into the config.")


def _unknown(seed: int | None) -> Physics:
    """A launcher out of the published ranges, and of any transit."""
    rng = random.Random(None if seed is None else f"launcher {seed}")
    return replace(Physics.drawn(rng), transit_ms=rng.uniform(*TRANSIT_MS))


def _simulated_hand(ground: Ground) -> Callable[[str], None]:
    simulation = ground.simulation
    assert simulation is not None

    def hand(_told: str) -> None:
        simulation.close_lid()
        simulation.take_card()

    return hand


def _truly_out(ground: Ground) -> int | None:
    """What a hand would count in simulation."""
    if ground.simulation is None:
        return None
    truth = ground.simulation.world.truth
    return truth.cards_out + truth.sticking


def _write(file: Path, went: Calibration, console: Console) -> None:
    kept = write_feed(file, {key: new for key, (_, new) in went.changes.items()})
    console.print(f"Written into {file}." + (f" As it was it's in {kept}." if kept else ""))


def _result(went: Calibration, counted: int | None, physics: Physics | None) -> Result:
    found = went.found
    transit_ms = found.fit.transit_us / 1000
    gaps = found.gaps_us
    return Result(
        cards=found.cards,
        wide=found.wide,
        counted_by_hand=counted,
        transit_ms=round(transit_ms, 2),
        doubt_ms=round(transit_ms * found.fit.transit_doubt, 2),
        spread_pct=round(100 * found.fit.spread, 1),
        coast_ms=round(found.coast_us / 1000, 1),
        gap_ms=[round(min(gaps) / 1000, 1), round(max(gaps) / 1000, 1)] if gaps else [],
        start_pct=found.start_pct,
        old={key: old for key, (old, _) in went.changes.items()},
        new={key: new for key, (_, new) in went.changes.items()},
        warnings=went.warnings,
        true_transit_ms=None if physics is None else round(physics.transit_ms, 2),
    )
