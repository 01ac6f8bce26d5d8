"""What the display says of launcher and table, in words."""

from dataclasses import replace

import pytest

from tests.panel.scenes import HIT_2, JAM, owing
from tests.rules.evening import RED_7, read, setup_of
from tests.terminal.showing import VIEW, played, snapshot
from uno_launcher.launcher.facts import STATES
from uno_launcher.panel.display.letters import drawable
from uno_launcher.panel.display.scene import Scene, scene_of
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.line import state_line
from uno_launcher.rules.moves import TurnUp
from uno_launcher.rules.table import Outcome, Table

STACK = {"players": 0, "mode": "stack", "scoring": None}


def said(*moves, view=VIEW, **changes):
    return scene_of(snapshot(view, played(*moves, **changes), simulated=False))


def words(scene):
    """The big line with what stands round it."""
    return scene.over, scene.big, scene.under


def test_who_is_up_where_to_turn_the_launcher_and_who_is_next_3_6():
    scene = said(RED_7)
    assert words(scene) == ("turn to", "Ann", "lay or press")
    assert (scene.following, scene.left, scene.hopper) == ("Bo", True, 83)


def test_the_arrow_points_to_where_the_next_player_sits():
    scene = said({"turn_up": "red reverse"})
    assert (scene.big, scene.following, scene.left) == ("Di", "Cy", False)


def test_presses_owed_and_what_else_whoever_owes_may_do():
    scene = said(RED_7, HIT_2)
    assert (*words(scene), scene.presses) == ("turn to", "Bo", "press or answer", 2)
    scene = said(RED_7, HIT_2, {"press": 3})
    assert (*words(scene), scene.presses) == ("turn to", "Bo", "press or stop", 1)
    scene = said(RED_7, HIT_2, box="attack-2010")
    assert (*words(scene), scene.presses) == ("turn to", "Bo", "press", 2)


def test_presses_until_cards_come():
    scene = said(RED_7, {"play": "wild-hit-fire", "by": "Ann", "colour": "red"}, box="attack-2005")
    assert (scene.big, scene.presses, scene.until_cards, scene.under) == ("Bo", 0, True, "press")


def test_a_player_who_has_to_choose():
    scene = said(RED_7, {"play": "wild-attack-attack", "by": "Ann"})
    assert words(scene) == ("turn to", "Ann", "picks a colour and a player")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([], ("Di dealt", "First card", "turn it up")),
        (
            [RED_7, {"correct": {"Ann": 1}}, {"play": "red 3", "by": "Ann"}],
            ("Ann is out", "Round over", "what is left in the hands?"),
        ),
        (
            [
                RED_7,
                {"correct": {"Ann": 1}},
                {"play": "red 3", "by": "Ann"},
                *({"points": {name: 9}} for name in ("Bo", "Cy", "Di")),
            ],
            ("", "Round over", "begin the next one"),
        ),
        (
            [
                RED_7,
                {"correct": {"Ann": 1}},
                {"play": "red 3", "by": "Ann"},
                *({"points": {name: 200}} for name in ("Bo", "Cy", "Di")),
            ],
            ("the winner", "Ann", ""),
        ),
    ],
    ids=["turn-up", "scoring", "round-over", "game-over"],
)
def test_before_and_after_a_round(moves, expected):
    assert words(said(*moves)) == expected


def test_in_stack_mode_nobody_is_named():
    assert words(said(**STACK)) == ("", "Press", "or tap a hit")
    scene = said({"play": "hit-2"}, {"play": "+1"}, **STACK)
    assert (*words(scene), scene.presses) == ("the table owes", "", "press or answer", 3)


def test_in_toy_mode_a_press_is_just_a_press():
    assert words(said(players=0, mode="toy", dealer=None)) == ("", "Press", "toy mode")


@pytest.mark.parametrize(
    "state", [state for state in STATES if state not in ("ready", "launching", "settling")]
)
def test_every_trouble_has_a_title_and_says_what_to_do(state):
    scene = scene_of(owing(launcher=replace(VIEW, state=state, why="it is so", advice="do that")))
    assert scene.title
    assert scene.text == ("Do that. it is so" if state == "fault" else "Do that")
    assert not scene.calm


def test_trouble_comes_before_the_table_and_without_advice_says_why():
    assert scene_of(owing(launcher=JAM)).title == "Card stuck"
    assert scene_of(owing(launcher=replace(JAM, advice=""))).text == "card stuck"


@pytest.mark.parametrize("state", ["launching", "settling"])
def test_while_a_burst_runs_its_cards_are_counted_and_nothing_else_is_told(state):
    view = replace(VIEW, state=state, why="a press is under way", counted=2)
    assert scene_of(owing(launcher=view)) == Scene(over="Cy presses", cards=2, hopper=83)


def test_a_refused_press_says_why():
    scene = scene_of(owing(launcher=replace(VIEW, refusing=True, refusal="One press is enough.")))
    assert (scene.title, scene.text) == ("Not now", "One press is enough.")


def test_a_stuck_button_and_a_loading_check_say_what_to_do():
    stuck = replace(VIEW, button_stuck=True, advice="free the button")
    assert scene_of(owing(launcher=stuck)).title == "Button stuck"
    assert scene_of(owing(armed=True)).title == "Loading check"


def test_what_should_be_seen_to_soon_is_said_where_nobody_owes():
    assert said(RED_7, view=replace(VIEW, advice="clean the roller")).under == "clean the roller"
    assert said(RED_7, HIT_2, view=replace(VIEW, advice="clean the roller")).under == "press or answer"
    assert said(RED_7, {"reloaded": 8}).under == "shuffle the pile in"


def test_the_hopper_is_the_launchers_count_or_else_the_tables():
    assert said(RED_7, view=replace(VIEW, hopper=12)).hopper == 12
    assert said(RED_7, view=replace(VIEW, hopper=None)).hopper == 83
    assert said(view=replace(VIEW, hopper=None), **STACK).hopper is None


def test_simulation_and_warnings_are_marked_D7():
    assert scene_of(owing(simulated=True)).simulated
    assert scene_of(owing(problems=("the log can't be written",))).warned
    assert (scene_of(owing()).simulated, scene_of(owing()).warned) == (False, False)


def test_only_a_table_at_which_nobody_has_anything_to_do_is_calm():
    assert said(RED_7).calm
    assert said().calm
    assert said(**STACK).calm
    assert not said(RED_7, HIT_2).calm
    assert not said(RED_7, {"play": "wild", "by": "Ann"}).calm
    assert not scene_of(owing(armed=True)).calm


def test_whoever_has_not_called_uno_is_not_given_away_6_2():
    silent = [RED_7, {"correct": {"Ann": 2}}, {"play": "red 3", "by": "Ann"}]
    called = [*silent[:2], {"play": "red 3", "by": "Ann", "uno": True}]
    assert said(*silent) == said(*called)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("Юлия", "Юлия"),
        ("Ελένη", "Ελένη"),
        ("Thảo", "Thảo"),
        ("🦄 Mia 🦄", "Mia"),
        ("李", "player 1"),
        ("\u200dMia", "Mia"),
    ],
)
def test_a_name_is_written_as_far_as_the_font_has_letters_for_it(name, written):
    table = Table(read({**setup_of(3), "players": [name, "Bo", "Cy"]}))
    table.apply(TurnUp(turn_up="red 7"))
    assert scene_of(snapshot(at=(state_line(table, 1, Outcome()), table.setup))).big == written


@pytest.mark.parametrize("box", BOXES)
def test_every_box_plays(box):
    assert said(RED_7, HIT_2, box=box).presses == 2


def test_what_cant_be_drawn_leaves_no_gaps():
    assert drawable(" a 李 b\t") == "a b"
    assert drawable("李") == ""
