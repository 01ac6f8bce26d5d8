"""The state as phones get it: all of a snapshot that may be shown, and the pad of the box in play."""

from typing import Literal

import msgspec

from uno_launcher.daemon.snapshot import BackendName, Snapshot
from uno_launcher.launcher.view import LauncherView
from uno_launcher.rules.boxes import CUSTOM
from uno_launcher.rules.cards import Kind, Target
from uno_launcher.rules.house import House
from uno_launcher.rules.line import StateLine, unnoticed
from uno_launcher.rules.moves import Move
from uno_launcher.rules.setup import Scoring, Setup
from uno_launcher.table.referee import Countdown
from uno_launcher.web.answers import brief


class Card(msgspec.Struct, frozen=True):
    """One button of the pad. All number cards are one, "number"."""

    card: str
    numbers: list[int]
    """Of "number": which there are in this box."""
    hits: bool
    """Somebody has to press because of it."""
    answers: bool
    """It answers a hit, and can be answered, where stacking is on (5.1)."""
    wants: list[Literal["colour", "target"]]
    """What whoever lays it picks."""
    discards: bool
    """Cards of its colour may go along: `discards` says how many."""
    last: bool
    """It may be the last card of a hand."""
    first: bool
    """It stays where it is turned up as the first card (2.4)."""
    stack: bool
    """It can be tapped in stack mode."""
    points: int | None
    """None for "number": each is worth its number."""


class Custom(msgspec.Struct, frozen=True):
    """What is written on the Customizable cards."""

    presses: int = 0
    target: Target = "next"
    until_cards: bool = False


class SetupView(msgspec.Struct, frozen=True):
    """What the table plays with."""

    box: str
    players: tuple[str, ...]
    dealer: str | None
    scoring: Scoring
    target: int
    house: House
    custom: Custom | None
    """None: nothing, they are plain Wilds, or there are none."""


class Profile(msgspec.Struct, frozen=True):
    """How luck decides. `says`: its odds in words."""

    name: str
    says: str


class StateView(msgspec.Struct, frozen=True):
    """What `GET /api/state` gives, and every event of the stream."""

    n: int
    """The table's number, which grows with each move. A tap sends it back as `seen`."""
    evening: int | None
    simulated: bool
    backend: BackendName
    resting: bool
    """The next player's press doesn't count yet (3.4)."""
    armed: bool
    """The next press at the launcher is a loading check."""
    stopping: Countdown | None
    """As it stood when this state came to be; null: nobody who may stop is waited for (4.2)."""
    profile: Profile
    quiet: bool
    most_cards: int | None
    hopper: int | None
    """Cards that should be in the launcher; None: nobody knows."""
    launcher: LauncherView
    table: StateLine
    setup: SetupView
    cards: list[Card]
    did: Move | None
    """The last move that the table took, as it was made."""
    problems: tuple[str, ...]
    address: str


def state_view(snapshot: Snapshot, says: str, address: str) -> StateView:
    """`says`: what the profile says of itself. `address`: where phones find this page."""
    settings = snapshot.settings
    return StateView(
        snapshot.table.n,
        snapshot.evening,
        snapshot.simulated,
        snapshot.backend,
        snapshot.resting,
        snapshot.armed,
        snapshot.stopping,
        Profile(settings.profile, says),
        settings.quiet,
        settings.most_cards,
        snapshot.hopper,
        snapshot.launcher,
        _line(snapshot.table),
        setup_view(snapshot.setup),
        pad(snapshot.setup),
        snapshot.did,
        snapshot.problems,
        address,
    )


def _line(line: StateLine) -> StateLine:
    shown = unnoticed(line)
    return msgspec.structs.replace(shown, refused=shown.refused and brief(shown.refused))


def setup_view(setup: Setup) -> SetupView:
    """The set-up as it was entered."""
    custom = next((kind.effect for kind in setup.box.kinds if kind.name == CUSTOM), None)
    return SetupView(
        setup.box.name,
        setup.players,
        setup.players[setup.dealer] if setup.players else None,
        setup.scoring,
        setup.target,
        setup.house,
        Custom(custom.presses, custom.target, custom.until_cards) if custom and custom.hits else None,
    )


def pad(setup: Setup) -> list[Card]:
    """The cards of the box in play, in its order."""
    numbers = sorted(int(kind.name) for kind in setup.box.kinds if kind.is_number)
    cards: dict[str, Card] = {}
    for kind in setup.box.kinds:
        card = _card(kind, numbers if kind.is_number else [])
        cards.setdefault(card.card, card)
    return list(cards.values())


def _card(kind: Kind, numbers: list[int]) -> Card:
    effect = kind.effect
    wants: list[Literal["colour", "target"]] = []
    if effect.choose_colour:
        wants.append("colour")
    if effect.wants_target:
        wants.append("target")
    return Card(
        "number" if kind.is_number else kind.name,
        numbers,
        effect.hits,
        effect.answers_hit,
        wants,
        effect.discard_colour,
        not effect.swap_hands,
        not effect.turn_again,
        effect.hits and effect.target != "everyone else",
        None if kind.is_number else kind.points,
    )
