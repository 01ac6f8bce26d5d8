"""`uno-launcher run`: the daemon, with a picture where there is a terminal."""

import contextlib
import gc
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from uno_launcher import output
from uno_launcher.backends.simulated.faults import FAULTS
from uno_launcher.cli.options import (
    ConfigOption,
    SeedOption,
    SimulatedOption,
    StateDirOption,
    ViaSerialOption,
)
from uno_launcher.config import Config
from uno_launcher.daemon.assembly import Assembly, assembled
from uno_launcher.daemon.loop import Quit
from uno_launcher.errors import UsageError
from uno_launcher.mqtt.publishing import publishing
from uno_launcher.panel.display import showing
from uno_launcher.script import Step, read
from uno_launcher.service.attended import attended
from uno_launcher.table.evening import read_setup_file
from uno_launcher.terminal import keys
from uno_launcher.terminal.hands import Hands
from uno_launcher.terminal.keypad import Keypad, posting
from uno_launcher.terminal.legend import Legend
from uno_launcher.terminal.onlooker import lines, onlooker, screen


def run(
    simulated: SimulatedOption = False,
    config: ConfigOption = None,
    seed: SeedOption = None,
    state_dir: StateDirOption = None,
    table: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Begin an evening with the set-up in FILE: JSON, as in `table replay`."
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="N", help="The page's port; 0 takes any that is free."),
    ] = None,
    local: Annotated[bool, typer.Option("--local", help="The page is for this computer alone.")] = False,
    via_serial: ViaSerialOption = False,
    script: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play the presses and faults in FILE at their times, then end."),
    ] = None,
) -> None:
    """Run the launcher, or with --simulated a simulated one.

    Prints `ready` on standard output when the button counts, and the address of the table page behind it:
    whoever opens it on a phone is at the table. In a terminal it shows table and launcher, and
    single keys make the moves that stand there; with --simulated some are hands, and Enter is the button.
    SIGTERM and Ctrl-C end it, motor off.

    \b
    Examples:
      uno-launcher run
      uno-launcher run --simulated
      uno-launcher run --simulated --local --port 8000
      uno-launcher run --simulated --seed 7 --script evening.txt
    """
    if script is not None and not simulated:
        raise UsageError("--script plays hands, which only a simulated launcher has: add --simulated.")
    setup = read_setup_file(table) if table is not None else None
    steps = read(script, frozenset(FAULTS)) if script is not None else None
    with attended(config, state_dir) as service:
        settings = service.config()
        if settings.web.serve == "off" and (local or port is not None):
            raise UsageError(
                "--port and --local are for the page, which is off: set [web] serve, or leave them out."
            )
        with (
            assembled(
                settings,
                simulated=simulated,
                via_serial=via_serial,
                seed=seed,
                state_dir=state_dir,
                setup=setup,
                service=service,
            ) as launcher,
            _watched(launcher, settings, local=local, port=port) as invitation,
            _kept(),
        ):
            _say_ready(invitation)
            service.ready(invitation)
            with _company(launcher, steps):
                launcher.loop.run()
        if launcher.loop.again:
            service.again()


@contextlib.contextmanager
def _watched(launcher: Assembly, config: Config, *, local: bool, port: int | None) -> Iterator[str]:
    """With page, display and broker, as the config has them. Yields the address that lets people in: "" where
    there is no page. What of it doesn't work is among the problems."""
    control = launcher.control
    with contextlib.ExitStack() as stack:
        web = None
        if config.web.serve != "off":
            from uno_launcher.web import serving  # not before: it is large, and `off` means off

            web = stack.enter_context(serving(launcher, config, local=local, port=port))

        def invitation() -> str:
            return web.invitation if web else ""

        display = stack.enter_context(showing(config.display, control, invitation))
        broker = stack.enter_context(publishing(config.mqtt, control, launcher.loop.post))
        control.troubles += [
            lambda: web.problems if web else (),
            lambda: filter(None, (display.problem, broker.problem)),
        ]
        yield invitation()


@contextlib.contextmanager
def _kept() -> Iterator[None]:
    """What is there when play begins is kept to its end.

    Else all of it is looked through for garbage now and then, and a press waits for that: 15 ms on a server.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _say_ready(invitation: str) -> None:
    """Nobody may be there to hear it: play goes on."""
    try:
        typer.echo(f"ready {invitation}".rstrip())
        if invitation and _in_terminal():
            from uno_launcher.web.qr import qr_text

            typer.echo(qr_text(invitation))
    except OSError:
        output.forget()


def _in_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


@contextlib.contextmanager
def _company(launcher: Assembly, steps: tuple[Step, ...] | None) -> Iterator[None]:
    """Whoever watches, and whose hands there are."""
    in_terminal = _in_terminal()
    post, control = launcher.loop.post, launcher.control
    with contextlib.ExitStack() as stack:
        hands = keypad = None
        if launcher.simulation is not None:
            hands = Hands(launcher.simulation, post, lambda: post(Quit()))
        if in_terminal and steps is None:
            keypad = Keypad(lambda: control.snapshot, posting(post), hands)
        write = lines()
        if in_terminal:
            write = stack.enter_context(screen(keypad.legend if keypad else lambda _: Legend()))
        again = stack.enter_context(onlooker(control, write))
        if hands is not None and steps is not None:
            stopped = threading.Event()
            threading.Thread(target=hands.play, args=(steps, stopped), name="script", daemon=True).start()
            stack.callback(stopped.set)
        elif keypad is not None:
            stack.enter_context(keys.reading(keypad.key, again))
        yield
