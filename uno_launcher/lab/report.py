"""What many games came to, as a table: a column for each profile."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from uno_launcher.lab.pace import Pace
from uno_launcher.lab.shares import Share, Spread
from uno_launcher.lab.summary import Summary

STACKS = (3, 4, 5, 6, 8, 10, 12)
"""Presses of a stack that get a row."""
LAPS = (1, 2, 5, 10, 15, 20, 30)
"""Turns of each player after which the hands get a row."""

BRACKETS, INTERVALS = 2, 4
"""Profiles side by side, at most, for which there is room for where 8 in 10 lie, and for ±."""

PLACES = ("who starts", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
WIDEST = 10_000
"""Columns of letters; no table is so wide."""

Row = tuple[str, str, Callable[[Summary], str]]
"""Under which heading, what it is, and how it's said."""


def show(found: Sequence[Summary], console: Console) -> None:
    """Print what was found of one profile or several, all else being the same."""
    first = found[0]
    people = "all " + first.strategies[0] if len(first.strategies) == 1 else ", ".join(first.strategies)
    games = "1 game" if first.games == 1 else f"{first.games:,} games"
    of_each = " of each profile" if len(found) > 1 else ""
    console.print(
        f"{first.box}, {first.players} players ({people}), to {first.target} points:"
        f" {games}{of_each}, seed {first.seed}.\n"
    )
    rest = list(found)
    while rest:
        some = _side_by_side(rest, len(found), console)
        console.print(_table(some, len(found)), crop=False)
        console.print()
        del rest[: len(some)]
    for sentence in (*_seats(found), _assumed(first.pace) + _signs(len(found))):
        console.print(sentence)


def _side_by_side(found: Sequence[Summary], among: int, console: Console) -> Sequence[Summary]:
    """As many of the first ones as fit into the width, at least one."""
    for count in range(len(found), 1, -1):
        if (_table(found[:count], among).width or 0) <= console.width:
            return found[:count]
    return found[:1]


def _table(found: Sequence[Summary], among: int) -> Table:
    """As wide as it has to be: nothing is cut off."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    table.add_column("", no_wrap=True)
    for summary in found:
        table.add_column(summary.profile, justify="right", no_wrap=True)
    for heading, rows in groupby(_rows(found, among), key=lambda row: row[0]):
        table.add_row(heading, style="bold")
        for _, label, said in rows:
            table.add_row(f"  {label}", *(said(summary) for summary in found))
    console = Console(width=WIDEST)
    table.width = Measurement.get(console, console.options, table).maximum
    return table


def _rows(found: Sequence[Summary], among: int) -> Iterator[Row]:
    spread = _spread if among <= BRACKETS else _mean
    share = _share if among <= INTERVALS else _share_alone
    low, high = found[0].minutes.published
    minutes, game, a_round, player = "A game, minutes", "A game", "A round", "A player in a game"
    hopper, uno = "The hopper", "UNO in a game"
    yield minutes, "on average", lambda each: f"{each.minutes.mean:.0f}"
    yield minutes, "8 games in 10", lambda each: f"{each.minutes.low:.0f}–{each.minutes.high:.0f}"
    yield minutes, f"under {low}", lambda each: _percent(each.minutes.shorter)
    yield minutes, f"{low} to {high}, as published", lambda each: _percent(each.minutes.within)
    yield minutes, f"over {high}", lambda each: _percent(each.minutes.longer)
    yield game, "rounds", lambda each: spread(each.rounds)
    yield game, "turns", lambda each: spread(each.turns)
    yield a_round, "turns", lambda each: spread(each.turns_a_round)
    for lap in LAPS:
        if any(len(each.hands) > lap for each in found):
            yield a_round, f"hand after {lap} turn{'s' * (lap > 1)}", _Hand(lap, spread)
    yield player, "presses", lambda each: spread(each.presses_a_player)
    yield player, "cards from the launcher", lambda each: spread(each.cards_a_player)
    yield "A press", "brings cards", lambda each: _percent(1 - each.dry)
    yield "A press", "cards, on average", lambda each: f"{each.cards_a_press:.2f}"
    for presses in STACKS:
        if any(presses in each.stacks for each in found):
            yield "Stacks, one round in", f"of {presses} presses", _Stack(presses)
    if any(each.stacks for each in found):
        yield "Stacks, one round in", "the largest, presses", lambda each: str(each.largest_stack or "–")
    yield hopper, "reloads in a game", lambda each: f"{each.reloads:.2f}"
    yield hopper, "runs dry in a game", lambda each: f"{each.hopper_dry:.2f}"
    yield hopper, "games in which it does", lambda each: _percent(each.dry_games.share)
    if any(each.barren for each in found):
        yield hopper, "with all cards in the hands", lambda each: f"{each.barren:.2f}"
    yield uno, "forgotten", lambda each: f"{each.uno_forgotten:.1f}"
    yield uno, "and caught", lambda each: f"{each.uno_caught:.1f}"
    if len(set(found[0].strategies)) > 1:
        for name in found[0].strategy_wins:
            yield "Games won, %", name, _Wins(name, share)
    for place in range(found[0].players):
        yield "Rounds won by seat, %", PLACES[place], _Seat(place, share)


@dataclass(frozen=True)
class _Hand:
    lap: int
    spread: Callable[[Spread], str]

    def __call__(self, each: Summary) -> str:
        if len(each.hands) <= self.lap:
            return "–"
        hand = each.hands[self.lap]
        return self.spread(Spread(hand.mean, hand.low, hand.high))


@dataclass(frozen=True)
class _Stack:
    presses: int

    def __call__(self, each: Summary) -> str:
        if self.presses not in each.stacks:
            return "–"
        rounds = each.stacks[self.presses].in_rounds
        return f"{rounds:.1f}" if rounds < 10 else f"{rounds:,.0f}"


@dataclass(frozen=True)
class _Wins:
    name: str
    share: Callable[[Share], str]

    def __call__(self, each: Summary) -> str:
        return self.share(each.strategy_wins[self.name])


@dataclass(frozen=True)
class _Seat:
    place: int
    share: Callable[[Share], str]

    def __call__(self, each: Summary) -> str:
        return self.share(each.seats[self.place].rounds)


def _seats(found: Sequence[Summary]) -> Iterator[str]:
    fair = found[0].fair_share
    for each in found:
        furthest = max(each.seats, key=lambda seat: abs(seat.rounds.share - fair))
        if each.seat_matters:
            more = "more" if furthest.rounds.share > fair else "less"
            who = "Who starts" if furthest.place == 1 else f"The {PLACES[furthest.place - 1]} in turn"
            yield (
                f"{each.profile}: the seat matters. {who} wins {_share(furthest.rounds)} % of the rounds,"
                f" {more} than a fair {_percent(fair)}."
            )
        else:
            yield f"{each.profile}: no seat is seen to win more or less than its fair {_percent(fair)}."


def _assumed(pace: Pace) -> str:
    return (
        f"Minutes assume {pace.card:g} s to lay a card, {pace.press:g} s to press, {pace.out:g} s for each"
        f" card that comes out, {pace.reload:g} s to reload, {pace.deal:g} s to deal and {pace.score:g} s to"
        " count a round; --pace changes that."
    )


def _signs(among: int) -> str:
    """What those in the table mean."""
    brackets = " In brackets is where 8 in 10 lie." * (among <= BRACKETS)
    return brackets + " After ± is how far off a share may be by chance, 19 times in 20." * (
        among <= INTERVALS
    )


def _spread(spread: Spread) -> str:
    return f"{_mean(spread)} ({spread.low:.0f}–{spread.high:.0f})"


def _mean(spread: Spread) -> str:
    return f"{spread.mean:.0f}" if spread.mean >= 20 else f"{spread.mean:.1f}"


def _share(share: Share) -> str:
    return f"{100 * share.share:.1f} ± {50 * (share.high - share.low):.1f}"


def _share_alone(share: Share) -> str:
    return f"{100 * share.share:.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.1 or share == 0 else f"{100 * share:.1f} %"
