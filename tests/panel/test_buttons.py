"""The extra buttons: what they mean at the table, and the way from a finger to a move."""

import msgspec
import pytest

from tests.rig import Rig
from tests.rules.evening import RED_7, after, read, setup_of, table_of
from uno_launcher.backends.feeder import EXTRA_BUTTONS
from uno_launcher.daemon.orders import ChangeSettings
from uno_launcher.luck.exactly import Exactly
from uno_launcher.panel.buttons import moves_for
from uno_launcher.rules.line import state_line
from uno_launcher.rules.moves import Play, Stop, TurnUp, parse_move
from uno_launcher.rules.table import Outcome

STACK = {"players": 0, "mode": "stack", "scoring": None}
SCORING = [{"stop": True}, {"correct": {"Cy": 1}}, {"play": "number"}]
MEGA, OLD, OLDEST = "mega-hit-2020", "attack-2010", "attack-2005"
CARDS_COME = Exactly(2)


def meant(button, *moves, **changes):
    """What `button` makes after these moves."""
    table = table_of(**changes)
    for move in moves:
        assert table.apply(parse_move(move)).refused is None
    return moves_for(button, state_line(table, 0, Outcome()), table.setup)


# Stack mode.


def test_in_stack_mode_plus_one_is_one_more_press():
    assert meant("plus_one", **STACK) == (Play(play="+1"),)


@pytest.mark.parametrize(
    ("button", "box", "plays"),
    [
        ("hit_1", MEGA, ["hit-1"]),
        ("hit_2", MEGA, ["hit-2"]),
        ("attack", MEGA, ["wild-attack-attack"]),
        ("attack", OLD, ["wild-attack-attack"]),
        ("hit_1", OLD, ["+1"]),
        ("attack", OLDEST, ["+1", "+1"]),
    ],
)
def test_a_hit_is_its_card_or_plus_one_as_often_where_the_box_has_none(button, box, plays):
    assert meant(button, box=box, **STACK) == tuple(Play(play=play) for play in plays)


@pytest.mark.parametrize("box", [MEGA, OLD, OLDEST])
@pytest.mark.parametrize(("button", "owed"), [("plus_one", 1), ("hit_1", 1), ("hit_2", 2), ("attack", 2)])
def test_what_it_makes_is_taken_and_owed_and_adds_up(box, button, owed):
    table = table_of(box=box, **STACK)
    for times in (1, 2):
        for move in meant(button, box=box, **STACK):
            assert table.apply(move).refused is None
        assert state_line(table, 0, Outcome()).owes[0].presses == times * owed


def test_stop_stops():
    assert meant("stop", **STACK) == (Stop(stop=True),)


# With names.


def test_a_hit_is_laid_by_whoever_is_up():
    assert meant("hit_2", RED_7) == (Play(play="hit-2", by="Ann"),)


def test_a_hit_is_answered_by_whoever_is_hit_5_1():
    assert meant("attack", RED_7, {"play": "hit-1", "by": "Ann"}) == (
        Play(play="wild-attack-attack", by="Bo"),
    )


def test_a_hit_by_the_next_player_says_that_the_one_before_has_stopped_4_2():
    hit_and_cards = (RED_7, {"play": "hit-2", "by": "Ann"}, {"press": 3, "by": "Bo"})
    assert meant("hit_1", *hit_and_cards) == (Play(play="hit-1", by="Cy"),)
    line = after(*hit_and_cards, {"play": "hit-1", "by": "Cy"})
    assert (line["refused"], line["owes"][0]["who"]) == (None, "Di")


def test_the_first_card_may_be_a_hit_2_4():
    assert meant("hit_2") == (TurnUp(turn_up="hit-2"),)


def test_a_card_that_the_box_has_not_means_nothing_in_a_game_and_neither_does_plus_one():
    assert meant("hit_1", RED_7, box=OLD) == ()
    assert meant("plus_one", RED_7) == ()


@pytest.mark.parametrize("button", EXTRA_BUTTONS)
@pytest.mark.parametrize("mode", ["toy", "stack", "game"])
@pytest.mark.parametrize(
    "moves",
    [
        [],
        [RED_7],
        [RED_7, {"play": "wild-attack-attack", "by": "Ann"}],
        [RED_7, {"play": "hit-2", "by": "Ann"}, {"press": 2}],
        [RED_7, {"play": "hit-2", "by": "Ann"}, {"press": 2}, *SCORING],
    ],
    ids=["turn-up", "play", "choose", "may stop", "scoring"],
)  # fmt: skip
def test_whatever_it_makes_is_a_move_that_the_rules_take_or_refuse_in_a_sentence(button, mode, moves):
    setup = read(setup_of())
    table = table_of()
    for move in [*moves, {"mode": mode}]:
        assert table.apply(parse_move(move)).refused is None
    for move in moves_for(button, state_line(table, 0, Outcome()), setup):
        refused = table.apply(move).refused
        assert refused is None or refused.endswith("."), refused


# From the finger to the lamps.


@pytest.fixture
def rig():
    made = []

    def make(luck=CARDS_COME, faults=(), **changes):
        made.append(Rig(3, luck, setup=read(setup_of(**changes)), hopper=90, faults=faults))
        made[-1].run_for(0.5)
        return made[-1]

    yield make
    for one in made:
        one.close()


def tap(rig, button):
    """Press it; says how many notes the buzzer has begun since."""
    rig.simulation.press_extra(button)
    heard = set()
    until = rig.now + 0.6
    while rig.now < until:
        rig.run_for(0.01)
        heard.add(rig.simulation.factory.pin(18).frequency)
    return sorted(heard - {None})


def test_taps_are_owed_and_blinked_and_heard(rig):
    rig = rig(**STACK)
    assert tap(rig, "hit_2") == [1319]
    assert tap(rig, "plus_one") == [1319]
    snapshot = rig.control.snapshot
    assert snapshot.table.owes[0].presses == 3
    assert (snapshot.look.lamp, snapshot.look.blink) == ("...", "...")
    rig.press()
    assert rig.control.snapshot.look.lamp == ".."
    assert tap(rig, "stop") == [1319]
    assert rig.control.snapshot.table.owes == []


def test_a_tap_that_means_nothing_or_is_refused_sounds_refused_and_changes_nothing(rig):
    rig = rig()
    before = rig.control.snapshot.table
    assert tap(rig, "plus_one") == [220]
    assert rig.control.snapshot.table == before
    assert tap(rig, "stop") == [220]
    assert rig.control.snapshot.table.refused is not None
    assert rig.view.refused == 0


def test_a_tap_while_cards_run_is_refused_and_leaves_the_press_alone(rig):
    rig = rig(luck=Exactly(5), **STACK)
    rig.simulation.press()
    assert rig.run_until(rig.now + 5, lambda: rig.view.counted == 1)
    rig.simulation.press_extra("hit_2")
    rig.run_for(5.0)
    assert (rig.view.last.counted, rig.view.state) == (5, "ready")
    assert rig.control.snapshot.table.owes == []


def test_the_motors_noise_is_no_tap_G16(rig):
    rig = rig(faults=["noise"], **STACK)
    for _ in range(20):
        rig.press()
    assert rig.control.snapshot.table.owes == []
    assert rig.simulation.world.motor_history


def test_a_quiet_launcher_takes_taps_without_a_sound(rig):
    rig = rig(**STACK)
    quiet = msgspec.structs.replace(rig.control.snapshot.settings, quiet=True)
    rig.control.handle(ChangeSettings(quiet, lambda refused: None), rig.now)
    assert tap(rig, "hit_2") == []
    assert rig.control.snapshot.table.owes[0].presses == 2
