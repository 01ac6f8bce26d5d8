"""Many games: the same on one core and on two, whatever the others do."""

import gc
import os
import signal
import subprocess
import sys
import time
import tracemalloc

import msgspec
import pytest

from uno_launcher.errors import LauncherError
from uno_launcher.lab.evenings import CHUNK, Cores, Plan, games
from uno_launcher.lab.notes import Notes
from uno_launcher.lab.summary import summary
from uno_launcher.luck import CustomProfile
from uno_launcher.rules.boxes import BOXES

PLAN = Plan(BOXES["mega-hit-2020"], 3, "fair", target=200, seed=11)
SOME = CHUNK + 5


@pytest.fixture(scope="module")
def two():
    with Cores(2) as cores:
        yield cores


def told(plan, notes):
    return msgspec.json.encode(summary(plan, notes))


def test_one_core_and_two_say_the_same_to_the_byte(two):
    told_of = []
    alone = Cores().evenings(PLAN, SOME, told_of.append)
    together, again = two.evenings(PLAN, SOME), two.evenings(PLAN, SOME)
    assert told(PLAN, alone) == told(PLAN, together) == told(PLAN, again)
    assert alone == together
    assert told_of == [CHUNK, 5]


def test_another_seed_plays_other_games():
    other = msgspec.structs.replace(PLAN, seed=12)
    assert games(PLAN, 0, 3) == games(PLAN, 0, 3) != games(other, 0, 3)


def test_a_game_is_known_by_its_number_alone():
    apart = Notes()
    for number in (3, 0, 2, 1):
        apart.add(games(PLAN, number, 1))
    assert apart == games(PLAN, 0, 4)
    assert games(PLAN, 0, 1) != games(PLAN, CHUNK, 1) != games(PLAN, 1, 1)


def test_everybody_sits_everywhere():
    """Whoever knows how to play wins on either seat."""
    plan = msgspec.structs.replace(PLAN, players=2, strategies=("random", "keep-hits"))
    assert [max(games(plan, number, 1).game_wins) for number in range(4)] == [1, 0, 1, 0]
    notes = games(PLAN, 0, 6)
    assert notes.strategy_games == {"greedy": 6, "hit-first": 6, "keep-hits": 6}
    assert notes.strategy_wins.total() == notes.game_wins.total()


def test_a_game_that_falls_apart_is_named_so_that_it_can_be_played_again(monkeypatch):
    def broken(self, seat, debt):
        raise KeyError("seat")

    monkeypatch.setattr("uno_launcher.lab.game.Game._press", broken)
    with pytest.raises(LauncherError, match=r"^Game 7 with seed 11 fell apart, .*\(KeyError: 'seat'\)\.$"):
        games(PLAN, 7, 1)


def test_the_configs_own_profiles_are_played_on_every_core(two):
    plan = msgspec.structs.replace(PLAN, profile="mine", own={"mine": CustomProfile(chance=1.0)})
    assert two.evenings(plan, SOME).gaps.keys() == {1}


def test_memory_stays_flat_however_many_games_are_played():
    plan = msgspec.structs.replace(PLAN, target=50)
    notes = games(plan, 0, 10)
    tracemalloc.start()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for first in range(10, 40, 5):
        notes.add(games(plan, first, 5))
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000  # values that were never seen before, but no games


def processes(cores):
    return tuple(cores.pool._processes)


def lives(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_ctrl_c_is_for_the_process_that_waits_for_the_results(two):
    def pressed(_):
        for process in processes(two):
            os.kill(process, signal.SIGINT)

    plan = msgspec.structs.replace(PLAN, target=50)
    assert two.evenings(plan, 10 * CHUNK, pressed).games == 10 * CHUNK


def test_whoever_goes_away_leaves_no_process_behind():
    left = []

    def interrupted(_):
        left.extend(processes(cores))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Cores(2) as cores:
        cores.evenings(PLAN, 100 * CHUNK, interrupted)
    assert left
    assert not any(map(lives, left))


def test_a_process_that_is_killed_is_told_in_a_sentence():
    def killed(_):
        os.kill(processes(cores)[0], signal.SIGKILL)

    with Cores(2) as cores, pytest.raises(LauncherError, match=r"was killed, perhaps for lack of memory"):
        cores.evenings(PLAN, 100 * CHUNK, killed)


SHOW = """
from tests.lab.test_evenings import CHUNK, PLAN, Cores, processes
with Cores(2) as cores:
    cores.evenings(PLAN, 100_000 * CHUNK, lambda _: print(*processes(cores), flush=True))
"""


def test_processes_end_with_the_one_that_started_them_even_when_it_is_killed():
    words = [sys.executable, "-c", SHOW]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as starter:
        assert starter.stdout is not None
        started = [int(word) for word in starter.stdout.readline().split()]
        starter.kill()
    assert started
    give_up = time.monotonic() + 20
    while any(map(lives, started)):
        assert time.monotonic() < give_up
        time.sleep(0.01)
