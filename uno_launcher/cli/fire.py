"""`uno-launcher fire N`."""

from typing import Annotated

import typer

from uno_launcher.cli.options import ConfigOption, SeedOption, SimulatedOption, StateDirOption
from uno_launcher.config import load
from uno_launcher.daemon.assembly import assembled
from uno_launcher.fire import MOST_CARDS
from uno_launcher.fire import fire as feed
from uno_launcher.luck.exactly import Exactly
from uno_launcher.terminal.onlooker import said

CardsArgument = Annotated[int, typer.Argument(metavar="N", min=1, max=MOST_CARDS, help="How many cards.")]


def fire(
    cards: CardsArgument,
    simulated: SimulatedOption = False,
    config: ConfigOption = None,
    seed: SeedOption = None,
    state_dir: StateDirOption = None,
) -> None:
    """Feed N cards once, without luck, to try the launcher out.

    The motor runs at once: keep hands and faces away. The exit status is 1 when not exactly N were counted.
    It goes into the log under the profile "fire".

    \b
    Examples:
      uno-launcher fire 1
      uno-launcher fire 5 --simulated
    """
    with assembled(
        load(config), simulated=simulated, seed=seed, state_dir=state_dir, luck=Exactly(cards)
    ) as launcher:
        press = feed(launcher)
    typer.echo(said(press))
    if press.ended != "done" or press.counted != cards:
        raise typer.Exit(1)
