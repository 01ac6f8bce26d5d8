"""What a terminal shows of a launcher, read as a person would."""

from dataclasses import replace

import pytest

from tests.terminal.showing import COLUMNS, LINES, VIEW, shown, snapshot
from uno_launcher.launcher.facts import STATES
from uno_launcher.launcher.view import LastPress
from uno_launcher.terminal.legend import Legend, Row, Typing
from uno_launcher.terminal.onlooker import said

FIVE = LastPress(4, "fair", 5, 5, True, "done", 0, 0, "")


def test_a_simulation_says_so_loudly() -> None:
    assert "S I M U L A T E D" in shown(snapshot())
    assert "SIMULATED" not in shown(snapshot(simulated=False)).replace(" ", "")


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_shown_with_its_reason(state: str) -> None:
    text = shown(snapshot(replace(VIEW, state=state, why="because of this", advice="do that")))  # type: ignore[arg-type]
    assert "because of this" in text
    assert "→ do that" in text


def test_the_cards_of_a_running_burst_stand_there_one_by_one() -> None:
    assert "LAUNCHING   ▮▮▮  3" in shown(snapshot(replace(VIEW, state="launching", counted=3)))


def test_lamps_hopper_refusal_problems_and_box_are_shown() -> None:
    view = replace(VIEW, refused=1, refusal="a burst is still running", refusing=True)
    text = shown(snapshot(view, problems=("the log can't be written",)))
    for words in (
        "button blinking fast",
        "red blinking fast",
        "about 83 cards",
        "✗ a burst is still running",
        "! the log can't be written",
        "fair · mega-hit-2020",
    ):
        assert words in text


def test_a_hopper_nobody_counted_has_no_number() -> None:
    assert "nobody has counted" in shown(snapshot(replace(VIEW, hopper=None)))


def test_past_presses_say_cards_doubt_and_why_they_ended() -> None:
    doubt = replace(FIVE, number=5, certain=False)
    jam = replace(FIVE, number=6, counted=0, ended="jam", difference="a card got stuck")
    dry = replace(FIVE, number=7, ordered=0, counted=0)
    text = shown(snapshot(), (dry, jam, doubt, FIVE))
    assert "press 4   ▮▮▮▮▮ 5" in text
    assert "two may have come out as one" in text
    assert "jam  a card got stuck" in text
    assert "press 7   nothing" in text


def test_keys_stand_below_each_beside_what_it_does() -> None:
    legend = Legend(
        (Row("Ann lays", {"n": "number", "k": "skip"}), Row("", {"Enter": "press"})), {"u": "undo"}
    )
    lines = shown(snapshot(), legend=legend).splitlines()
    assert "│ Ann lays  n number  k skip " in lines[-3]
    assert "│ Enter press " in lines[-2]
    assert "─ u undo ─" in lines[-1]


def test_a_key_is_never_torn_from_what_it_does() -> None:
    keys = dict.fromkeys("abcdefghij", "does something")
    text = shown(snapshot(), legend=Legend((Row("", keys),)))
    assert all(f"{sign} does something" in text for sign in keys)


def test_what_is_typed_stands_there_with_its_mistake_and_its_end_stays_in_sight() -> None:
    text = shown(snapshot(), legend=Legend(typing=Typing("x" * 200 + " by Bo", "this is no move")))
    assert "by Bo▏" in text
    assert "✗ this is no move" in text
    assert "press_was Bo" in text
    assert "Esc leave" in text


def test_where_there_is_no_room_old_presses_go_first_then_the_lamps_never_the_keys() -> None:
    problems = tuple(f"problem number {n}" for n in range(15))
    presses = [replace(FIVE, number=number) for number in range(20, 10, -1)]
    legend = Legend((Row("", {"Enter": "press"}),))
    text = shown(snapshot(problems=problems[:4]), presses, legend)
    assert len(text.splitlines()) == LINES - 1
    assert "press 20" in text
    assert "press 11 " not in text
    assert "lamps" in text
    text = shown(snapshot(problems=problems), presses, legend)
    assert len(text.splitlines()) <= LINES - 1
    assert "press 20" not in text
    assert "lamps" not in text
    assert "Enter press" in text
    assert max(len(line) for line in text.splitlines()) <= COLUMNS


@pytest.mark.parametrize(
    ("press", "words"),
    [
        (replace(FIVE, counted=0, ordered=0), "press 4: no card, done"),
        (replace(FIVE, counted=1), "press 4: 1 card, done"),
        (
            replace(FIVE, counted=6, certain=False, difference="two at once"),
            "press 4: 6 cards, not certain, done (two at once)",
        ),
    ],
)
def test_a_press_in_words(press: LastPress, words: str) -> None:
    assert said(press) == words
