"""Keys typed at a whole simulated launcher, in virtual time, and at one without hands."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.terminal.typist import Typist
from uno_launcher.daemon.orders import TableMove
from uno_launcher.rules.moves import Stop
from uno_launcher.rules.table import Outcome
from uno_launcher.terminal.keypad import ESCAPE, posting


@pytest.fixture
def evening() -> Iterator[Callable[..., Typist]]:
    with contextlib.ExitStack() as stack:

        def begin(**options: Any) -> Typist:
            made = Typist(**options)
            stack.callback(made.rig.close)
            return made

        yield begin


def test_a_game_is_played_with_single_keys(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n", "1", "2", "a")
    assert (at.line.phase, at.line.up, at.line.stack) == ("choose", "Cy", 5)
    at.type("r", "2")
    assert (at.line.up, at.line.owes[0].presses, at.line.colour) == ("Bo", 5, "red")
    at.press()
    assert at.line.owes[0].presses == 4
    assert at.rig.view.number == 1


def test_the_screen_follows_with_what_keys_do(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n", "2")
    assert "BO: PRESS 2×" in at.screen
    assert "Bo lays  1 hit-1  2 hit-2  a attack-attack" in at.screen
    assert "Enter press  l lid  t take  j jam  s slip  d double  e empty  r reload" in at.screen
    assert "u undo  m toy mode  : in words  q quit" in at.screen


def test_a_card_out_of_its_phase_is_refused_with_the_reason(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n", "2", "k")
    assert at.line.refused == "Bo owes 2 presses first."
    assert "✗ Bo owes 2 presses first." in at.screen
    at.type("u")
    assert "✗" not in at.screen


def test_colours_take_the_place_of_hands_only_while_one_is_picked(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n", "w")
    assert "r reload" not in at.screen
    at.type("r")
    assert at.line.colour == "red"
    assert "r reload" in at.screen


def test_a_reload_fills_the_hopper_with_what_the_table_says_7_6(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n", "nnnn", "e")
    assert at.rig.simulation.world.truth.in_hopper == 0
    at.type("r")
    assert at.line.hopper == 112 - 24 - 1
    assert at.rig.simulation.world.truth.in_hopper == 87
    at.rig.run_for(1)
    assert (at.rig.view.state, at.rig.view.hopper) == ("ready", 87)


def test_a_refused_reload_fills_nothing(evening: Callable[..., Typist]) -> None:
    at = evening(seed=2)
    at.type("n")
    while not at.rig.run_until(at.rig.now + 1.2, lambda: at.rig.view.counted > 0):
        at.type("\r")
    before = at.rig.simulation.world.truth.in_hopper
    at.type("r")
    assert at.line.refused == "Wait until the press that is under way is over."
    assert before - at.rig.simulation.world.truth.in_hopper in range(10)


def test_while_cards_come_the_table_s_keys_are_dim_and_hands_are_not(evening: Callable[..., Typist]) -> None:
    at = evening(seed=2)
    at.type("n")
    while not at.rig.run_until(at.rig.now + 1.2, lambda: at.rig.view.counted > 0):
        at.type("\r")
    assert "PRESSES NOW" in at.screen.upper()
    snapshot = at.rig.control.snapshot
    assert [row.waits for row in at.pad.legend(snapshot).rows] == [True, True, False]


def test_a_question_takes_its_answers_and_nothing_else(evening: Callable[..., Typist]) -> None:
    at = evening(house={"cards_dealt": 2})
    at.type("n", "n", "c")
    assert "Who caught Ann?  2 Bo  3 Cy  4 Di  Esc leave" in at.screen
    n = at.line.n
    at.type("1", "k", "u")
    assert at.line.n == n
    at.type("3")
    assert (at.line.up, at.line.owes[0].presses) == ("Ann", 2)
    assert "Who caught" not in at.screen


def test_escape_leaves_a_question(evening: Callable[..., Typist]) -> None:
    at = evening(house={"cards_dealt": 2})
    at.type("n", "n", "c", ESCAPE, "n")
    assert at.line.up == "Cy"


def test_a_move_is_typed_in_words_and_put_right(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n", ":", "correct bo nine")
    assert " : correct bo nine▏" in at.screen
    at.type("\r")
    assert "takes a whole number" in at.screen
    at.type("\x7f\x7f\x7f\x7f", "5", "\r")
    assert at.line.hands["Bo"] == 5
    assert "▏" not in at.screen


def test_what_the_table_refuses_stays_to_be_put_right(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n", ":turn Zoe\r")
    assert "✗ Nobody called Zoe plays here." in at.screen
    assert "turn Zoe▏" in at.screen
    at.type("\x15", "turn Cy", "\r")
    assert at.line.up == "Cy"


def test_keys_are_only_text_while_words_are_typed(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n", ":", "q", "\r", ESCAPE)
    assert not at.ended
    assert at.rig.view.number == 0
    at.type("q")
    assert at.ended


def test_after_a_round_one_hand_after_the_other_is_asked_for(evening: Callable[..., Typist]) -> None:
    at = evening(house={"cards_dealt": 1})
    at.type("n", "n")
    assert at.line.phase == "scoring"
    at.type("p", "20\r")
    assert "points Cy ▏" in at.screen
    at.type("50\r", "9\r")
    assert (at.line.phase, at.line.scores["Ann"]) == ("round-over", 79)
    assert "▏" not in at.screen


def test_the_next_round_loads_the_simulated_launcher(evening: Callable[..., Typist]) -> None:
    at = evening(house={"cards_dealt": 1}, hopper=20)
    at.type("n", "n", "p", "1\r", "2\r", "3\r", "n")
    assert at.line.phase == "turn-up"
    assert at.rig.simulation.world.truth.in_hopper == at.rig.view.hopper == at.line.hopper == 107


def test_what_came_out_and_whose_it_was_is_put_right(evening: Callable[..., Typist]) -> None:
    at = evening()
    at.type("n")
    at.press()
    at.type("=", "4\r")
    assert at.line.hands["Ann"] == 11
    at.type("p", "2")
    assert at.line.hands == {"Ann": 7, "Bo": 11, "Cy": 7, "Di": 7}
    at.type("b", "2")
    assert at.line.last_press is not None
    assert (at.line.last_press.who, at.line.owes[0].presses) == ("Bo", 1)


def test_stack_mode_needs_no_names(evening: Callable[..., Typist]) -> None:
    at = evening(players=0, mode="stack", hopper=108)
    at.type("1", "a", "+")
    assert at.line.owes[0].presses == 4
    at.press()
    assert at.line.owes[0].presses == 3
    at.type("m")
    assert (at.line.mode, at.line.owes) == ("toy", [])
    at.type("m")
    assert at.line.owes[0].presses == 3


def test_a_real_launcher_has_the_table_s_keys_and_no_hands(evening: Callable[..., Typist]) -> None:
    at = evening(real=True)
    at.type("n", "1")
    assert at.line.owes[0].who == "Bo"
    assert "Enter" not in at.screen
    assert "q quit" not in at.screen
    at.type("q", "e", "\r")
    at.rig.run_for(1)
    assert not at.ended
    assert at.rig.view.number == 0
    assert at.rig.simulation.world.truth.in_hopper == 83
    at.type("r")
    assert at.line.hopper == 112 - 27 - 1


def test_a_move_that_is_posted_waits_for_its_answer() -> None:
    posted: list[object] = []

    def loop(raw: object) -> None:
        posted.append(raw)
        assert isinstance(raw, TableMove)
        threading.Thread(target=raw.answer, args=(Outcome(refused="no"),)).start()

    assert posting(loop)(Stop(stop=True)) == Outcome(refused="no")
    assert isinstance(posted[0], TableMove)
    assert posted[0].move == Stop(stop=True)
