"""Which keys mean something at the table right now, and which moves they make. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from uno_launcher.rules.cards import COLOURS
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import (
    Catch,
    Choice,
    Choose,
    ModeIs,
    Move,
    NextRound,
    PressWas,
    Reloaded,
    Stop,
    Suggested,
    Undo,
    Uno,
)
from uno_launcher.rules.setup import Setup
from uno_launcher.terminal.cards import NUMBER, hits, laid_before, laid_now
from uno_launcher.terminal.legend import Offer, Offers, Picking, Typing
from uno_launcher.terminal.words import short

TABLE_KEYS: Final[Mapping[str, str]] = {
    "m": "the next mode: toy, stack, game",
    "1 2 4 a": "Hit 1, Hit 2, Hit 4, Attack-Attack",
    "+": "one more press, in stack mode",
    "n": "a number card; after a round, the next one",
    "x": "stops pressing",
    "r y g b": "the colour that is to be picked",
    "1 … 9 0": "the player that is to be picked, in seat order",
    "!": "UNO is called",
    "c": "a missed UNO is caught",
    "g": "a card was suggested",
    "b": "a card was laid before the last press",
    "p": "whose press it was; after a round, the points in a hand",
    "=": "how many cards came out",
    "u": "takes the last move back",
    ":": "a move in words, as `table replay` takes it or shorter",
    "Esc": "leaves a question",
}
"""What keys do at the table, to read up; each stands on the screen while it does something.
Other cards of the box in play have letters of their names."""

_SEATS: Final = "1234567890"


def offers(line: StateLine, setup: Setup, *, reloads: bool) -> Offers:
    """What may be done now. `reloads`: the key for it stands here, since there are no simulated hands."""
    always = [Offer("u", "undo", Undo(undo=True)), _mode(line, setup), Offer(":", "in words", Typing())]
    if reloads and line.phase != "choose":  # r is red then
        always.append(Offer("r", "reloaded", Reloaded(reloaded=True)))
    if line.mode == "toy":
        return Offers(always=tuple(always))
    who, cards = laid_now(line, setup)
    table = _in_stack_mode(line, setup) if line.mode == "stack" else _in_a_game(line, setup)
    return Offers(who, tuple(cards), tuple(table), tuple(always))


def points(line: StateLine) -> Typing | None:
    """The question for the next hand that is still to be entered."""
    return Typing(f"points {line.missing[0]} ") if line.missing else None


def _mode(line: StateLine, setup: Setup) -> Offer:
    modes = ["toy", "stack", *(["game"] if setup.players else [])]
    following = modes[(modes.index(line.mode) + 1) % len(modes)]
    return Offer("m", f"{following} mode", ModeIs(mode=following))


def _in_stack_mode(line: StateLine, setup: Setup) -> Iterator[Offer]:
    if line.owes and line.owes[0].may_stop:
        yield Offer("x", "stop", Stop(stop=True))
    if line.last_press is not None:
        yield _late(hits(setup, late=True))
        yield Offer("=", "came out", Typing("came_out "))


def _in_a_game(line: StateLine, setup: Setup) -> Iterator[Offer]:
    if line.phase == "choose":
        yield from _choices(line, setup)
        return  # r, y, g, b and the digits mean what is to be picked
    if line.phase == "owing" and line.owes[0].may_stop:
        yield Offer("x", "stop", Stop(stop=True, by=line.up))
    if line.phase == "round-over":
        yield Offer(NUMBER, "next round", NextRound(next_round=True))
    yield from _spoken(line, setup)
    if (ask := points(line)) is not None:
        yield Offer("p", "points in a hand", ask)
    elif line.last_press is not None:
        whose = _pick("Whose press was it?", line, setup, lambda name: PressWas(press_was=name))
        yield Offer("p", "whose press", whose)
    if line.last_press is not None:
        yield _late(laid_before(setup))
        yield Offer("=", "came out", Typing("came_out "))


def _choices(line: StateLine, setup: Setup) -> Iterator[Offer]:
    by = line.up
    if "colour" in line.choosing:
        for colour in COLOURS:
            yield Offer(colour[0], colour, Choose(choose=Choice(colour=colour), by=by))
    if "target" in line.choosing:
        others = _pick("", line, setup, lambda name: Choose(choose=Choice(target=name), by=by), but=by)
        yield from others.offers


def _spoken(line: StateLine, setup: Setup) -> Iterator[Offer]:
    """What players call out (6)."""
    silent = line.uno_open
    if silent is not None:
        yield Offer("!", f"{short(silent)} calls UNO", Uno(uno=silent))
        if setup.house.uno_penalty:
            question = f"Who caught {short(silent)}?"
            caught = _pick(question, line, setup, lambda name: Catch(catch=silent, by=name), but=silent)
            yield Offer("c", "caught", caught)
    if setup.house.suggestion_penalty and line.phase in ("play", "owing"):
        who = _pick("Who suggested a card?", line, setup, lambda name: Suggested(suggested=name))
        yield Offer("g", "suggested", who)


def _pick(
    question: str, line: StateLine, setup: Setup, move: Callable[[str], Move], *, but: str | None = None
) -> Picking:
    """One of the players who are still in the game: their seats are the keys."""
    seats = zip(_SEATS, setup.players, strict=False)
    playing = [(key, name) for key, name in seats if name != but and name not in line.eliminated]
    return Picking(question, tuple(Offer(key, short(name), move(name)) for key, name in playing))


def _late(cards: Sequence[Offer]) -> Offer:
    return Offer("b", "laid before", Picking("Which card lay there before the last press?", tuple(cards)))
