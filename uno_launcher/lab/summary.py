"""What many games came to: the notes, worked out for people and for programs."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from uno_launcher.lab.evenings import Plan
from uno_launcher.lab.notes import LAPS, Notes
from uno_launcher.lab.pace import PUBLISHED_MIN, Pace
from uno_launcher.lab.shares import Share, Spread, part, share, shares, spread

RARE = 0.01
"""Laps that fewer rounds last are left out."""
TENS_A_MINUTE = 6


class Minutes(msgspec.Struct, frozen=True):
    """How long a game takes at a table, by the pace's assumptions."""

    mean: float
    low: float
    high: float
    by_minute: dict[int, float]
    """Whole minutes to the share of games."""
    published: tuple[int, int]
    shorter: float
    """The share of games that are shorter than published."""
    within: float
    longer: float


class Owed(msgspec.Struct, frozen=True):
    """What a number of presses owed brought, made or left as the box and the players have it."""

    times: int
    mean: float
    cards: dict[int, float]
    """Cards to their share."""


class Lap(msgspec.Struct, frozen=True):
    """The hands at the beginning of a lap: everybody has had so many turns."""

    lap: int
    rounds: float
    """The share of rounds that last so long."""
    mean: float
    low: float
    high: float


class Stack(msgspec.Struct, frozen=True):
    """Hits on each other that ended in so many presses."""

    times: int
    a_game: float
    in_rounds: float
    """One in so many rounds, on average."""


class Seat(msgspec.Struct, frozen=True):
    """Place 1 starts, place 2 is next in the turn order as it is then."""

    place: int
    rounds: Share
    """Of the rounds, with the place counted from whoever started that one."""
    games: Share
    """Of the games, with the place counted from whoever started the first round."""


class Summary(msgspec.Struct, frozen=True):
    """Shares are 0 to 1, numbers are a game's unless they say otherwise."""

    profile: str
    box: str
    players: int
    strategies: tuple[str, ...]
    target: int
    games: int
    seed: int
    pace: Pace
    minutes: Minutes
    rounds: Spread
    turns: Spread
    turns_a_round: Spread
    presses_a_player: Spread
    cards_a_player: Spread
    """That came out of the launcher."""
    cards_a_press: float
    dry: float
    """The share of presses that bring nothing."""
    bursts: dict[int, float]
    """Cards of a press that brings some, to their share."""
    gaps: dict[int, float]
    """Presses from one burst to the next, to their share."""
    owed: dict[int, Owed]
    """By presses owed; 0 is until cards come out."""
    stacks: dict[int, Stack]
    """By presses."""
    largest_stack: int
    hands: list[Lap]
    seats: list[Seat]
    fair_share: float
    """Of rounds and games, if the seat didn't matter."""
    seat_matters: bool
    """Some place's interval doesn't hold the fair share, even if that is asked of all places at once."""
    strategy_wins: dict[str, Share]
    """Of the games of a player with it."""
    reloads: float
    hopper_dry: float
    """Times that the hopper ran out of cards."""
    dry_games: Share
    """Games in which it did."""
    barren: float
    """Of these times: with nothing to load either, as all cards were in the hands."""
    uno_forgotten: float
    uno_caught: float


def summary(plan: Plan, notes: Notes) -> Summary:
    """Of one game or more, played by this plan."""
    games, rounds = notes.games, notes.round_wins.total()
    launches = notes.bursts.total()
    return Summary(
        profile=plan.profile,
        box=plan.box.name,
        players=plan.players,
        strategies=plan.strategies,
        target=plan.target,
        games=games,
        seed=plan.seed,
        pace=plan.pace,
        minutes=_minutes(notes),
        rounds=spread(notes.rounds_in),
        turns=spread(notes.turns_in),
        turns_a_round=spread(notes.turns_in_round),
        presses_a_player=spread(notes.presses_of),
        cards_a_player=spread(notes.cards_of),
        cards_a_press=round(notes.out / max(notes.presses, 1), 4),
        dry=round(1 - launches / max(notes.presses, 1), 4),
        bursts=shares(notes.bursts),
        gaps=shares(notes.gaps),
        owed=dict(_owed(notes)),
        stacks=dict(_stacks(notes, games, rounds)),
        largest_stack=max((presses for _, presses in notes.stacks), default=0),
        hands=list(_laps(notes, plan.players, rounds)),
        seats=[
            Seat(place + 1, share(notes.round_wins[place], rounds), share(notes.game_wins[place], games))
            for place in range(plan.players)
        ],
        fair_share=round(1 / plan.players, 5),
        seat_matters=_matters(notes.round_wins, plan.players),
        strategy_wins={
            name: share(notes.strategy_wins[name], notes.strategy_games[name])
            for name in dict.fromkeys(plan.strategies)
        },
        reloads=round(notes.reloads / games, 4),
        hopper_dry=round(notes.dry / games, 4),
        dry_games=share(notes.dry_games, games),
        barren=round(notes.barren / games, 4),
        uno_forgotten=round(notes.forgotten / games, 4),
        uno_caught=round(notes.caught / games, 4),
    )


def _minutes(notes: Notes) -> Minutes:
    each = spread(notes.seconds_in, 1 / TENS_A_MINUTE)
    low, high = (minutes * TENS_A_MINUTE for minutes in PUBLISHED_MIN)
    by_minute: Counter[int] = Counter()
    for tens, count in notes.seconds_in.items():
        by_minute[tens // TENS_A_MINUTE] += count
    longest = max(by_minute, default=0)
    return Minutes(
        each.mean,
        each.low,
        each.high,
        shares(by_minute),
        PUBLISHED_MIN,
        part(notes.seconds_in, 0, low),
        part(notes.seconds_in, low, high + 1),
        part(notes.seconds_in, high + 1, longest * TENS_A_MINUTE + TENS_A_MINUTE),
    )


def _owed(notes: Notes) -> Iterator[tuple[int, Owed]]:
    by_presses: dict[int, Counter[int]] = {}
    for (presses, cards), count in notes.owed.items():
        by_presses.setdefault(presses, Counter())[cards] += count
    for presses, brought in sorted(by_presses.items()):
        mean = sum(cards * count for cards, count in brought.items()) / brought.total()
        yield presses, Owed(brought.total(), round(mean, 4), shares(brought))


def _stacks(notes: Notes, games: int, rounds: int) -> Iterator[tuple[int, Stack]]:
    times: Counter[int] = Counter()
    for (_, presses), count in notes.stacks.items():
        times[presses] += count
    for presses, count in sorted(times.items()):
        yield presses, Stack(count, round(count / games, 5), round(rounds / count, 2))


def _laps(notes: Notes, players: int, rounds: int) -> Iterator[Lap]:
    by_lap: list[Counter[int]] = [Counter() for _ in range(LAPS)]
    for (lap, cards), count in notes.hands.items():
        by_lap[lap][cards] += count
    for lap, held in enumerate(by_lap):
        lasting = held.total() / players / rounds
        if lasting < RARE:
            return
        each = spread(held)
        yield Lap(lap, round(lasting, 5), each.mean, each.low, each.high)


def _matters(wins: Counter[int], players: int) -> bool:
    """By the sum of squares (chi-square): what chance alone exceeds once in 20 times."""
    fair = wins.total() / players
    squares = sum((wins[place] - fair) ** 2 / fair for place in range(players))
    return squares > _CHI_SQUARE[players - 1]


_CHI_SQUARE = {1: 3.841, 2: 5.991, 3: 7.815, 4: 9.488, 5: 11.07, 6: 12.592, 7: 14.067, 8: 15.507, 9: 16.919}
"""By degrees of freedom, for one time in 20."""
