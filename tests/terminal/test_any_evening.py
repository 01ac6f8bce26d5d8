"""Random evenings on the screen: it always fits, and the table takes what it offers."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.rules.chance import Evening
from tests.terminal.showing import COLUMNS, VIEW, line_and_setup, shown, snapshot
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.facts import STATES
from uno_launcher.launcher.view import LauncherView
from uno_launcher.rules.moves import Move
from uno_launcher.rules.table import Outcome, Table
from uno_launcher.terminal.keypad import Keypad
from uno_launcher.terminal.legend import Offer, Picking
from uno_launcher.terminal.offers import TABLE_KEYS, offers
from uno_launcher.terminal.words import news

NO_MOVE_YET = "There is nothing to take back."
"""The one refusal that a state line can't foretell."""

EXPLAINED = {key for keys in TABLE_KEYS for key in keys.split()} | set("23456789")


def played(rng: random.Random, steps: int) -> Evening:
    evening = Evening(rng)
    for _ in range(steps):
        evening.step(evening.sure_move() if rng.random() < 0.8 else evening.any_move())
    return evening


def any_view(rng: random.Random) -> LauncherView:
    return replace(
        VIEW,
        state=rng.choice(STATES),
        why="w" * rng.randint(0, 90),
        advice="a " * rng.randint(0, 40),
        hopper=rng.choice([None, 0, 83, 400]),
        counted=rng.choice([0, 1, 30, 112]),
        refusing=rng.random() < 0.3,
        refusal="r " * rng.randint(1, 40),
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_every_screen_of_an_evening_fits_and_every_change_is_told(seed: int) -> None:
    rng = random.Random(seed)
    evening = Evening(rng)
    pad_keys = "nvk12iwaofh4+xumrygb!cp=:0\r\x1b3"
    now: list[Snapshot] = [snapshot(at=line_and_setup(evening.table))]
    pad = Keypad(lambda: now[-1], lambda _: Outcome(refused="not now"), None)
    for _ in range(12):
        evening.step(evening.sure_move() if rng.random() < 0.8 else evening.any_move())
        now.append(snapshot(any_view(rng), line_and_setup(evening.table)))
        pad.key(rng.choice(pad_keys))
        text = shown(now[-1], legend=pad.legend(now[-1]))
        assert max(cell_len(row) for row in text.splitlines()) <= COLUMNS
        assert all(sentence for sentence in news(now[-2].table, now[-1].table))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 40))
def test_the_table_takes_every_move_that_a_key_offers(seed: int, steps: int) -> None:
    evening = played(random.Random(seed), steps)
    line, setup = line_and_setup(evening.table)
    now = offers(line, setup, reloads=False)
    assert {offer.key for offer in (*now.table, *now.always)} <= EXPLAINED
    for offer in (*now.cards, *now.table, *now.always):
        for move in moves_of(offer):
            refused = again(evening).apply(move).refused
            assert refused in (None, NO_MOVE_YET), (line, offer, refused)


def moves_of(offer: Offer) -> list[Move]:
    """The moves that a key leads to. What lay before is another matter: what came since may not fit."""
    if isinstance(offer.act, Move):
        return [offer.act]
    if isinstance(offer.act, Picking) and offer.key not in "bpi":
        return [answer.act for answer in offer.act.offers if isinstance(answer.act, Move)]
    return []


def again(evening: Evening) -> Table:
    table = Table(evening.table.setup)
    for move in evening.table.moves:
        table.apply(move)
    return table


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.text(alphabet='nvk12iwaofh4+xumrygb!cp=:0357{}" \r\x7f\x1b', max_size=60))
def test_whatever_is_typed_at_a_table_it_goes_on(seed: int, typed: str) -> None:
    table = Evening(random.Random(seed)).table
    pad = Keypad(lambda: snapshot(at=line_and_setup(table)), table.apply, None)
    for key in typed:
        pad.key(key)
        now = snapshot(at=line_and_setup(table))
        assert shown(now, legend=pad.legend(now))
