"""What a run without a terminal says, one line for each thing that happens."""

from dataclasses import replace
from typing import Any

from tests.rules.evening import RED_7, play, press
from tests.terminal.showing import VIEW, played, snapshot
from uno_launcher.launcher.view import LastPress
from uno_launcher.terminal.onlooker import changes
from uno_launcher.terminal.words import news

FIVE = LastPress(4, "fair", 5, 5, True, "done", 0, 0, "")
OVER: tuple[dict[str, Any], ...] = (RED_7, play("number", "Ann"))
ONE_CARD = {"house": {"cards_dealt": 1}}


def told(*moves: dict[str, Any], **changes: Any) -> list[str]:
    """What the last of these moves is told as."""
    return list(news(played(*moves[:-1], **changes)[0], played(*moves, **changes)[0]))


def test_each_change_of_the_launcher_is_said_once() -> None:
    first = snapshot()
    assert list(changes(None, first)) == [
        "SIMULATED: ready: waiting for a press",
        "table: just press (toy mode: nobody keeps track)",
    ]
    assert list(changes(first, first)) == []
    assert list(changes(first, snapshot(replace(VIEW, last=FIVE)))) == ["press 4: 5 cards, done"]
    refused = snapshot(replace(VIEW, refused=1, refusal="the lid is open"))
    assert list(changes(first, refused)) == ["refused: the lid is open"]
    assert list(changes(first, snapshot(problems=("no log",)))) == ["warning: no log"]


def test_who_is_up_next_is_said() -> None:
    assert told(RED_7) == ["table: Ann is up (lays a card or presses once)"]
    assert told(RED_7, press(0)) == ["table: Bo is up (lays a card or presses once)"]


def test_what_is_owed_by_whom_is_said_with_its_stack() -> None:
    hit = (RED_7, play("hit-1", "Ann"))
    assert told(*hit) == ["table: Bo: press 1× (may answer)"]
    assert told(*hit, play("hit-2", "Bo")) == ["table: Cy: press 3× (may answer, stack 3)"]
    assert told(*hit, play("hit-2", "Bo"), press(2)) == ["table: Cy: press 2× (may stop, stack 3)"]
    everybody = told(RED_7, play("wild-all-hit", "Ann", colour="red"), box="attack-2005")
    assert everybody == ["table: Bo: press 1× (then Cy and Di)"]


def test_a_refused_move_is_said_with_its_reason() -> None:
    assert told(RED_7, play("number", "Bo")) == ["refused: It's Ann's turn."]


def test_a_warning_is_said() -> None:
    assert told(RED_7, {"reloaded": 1}, press(3))[-1] == (
        "warning: 3 came out, but only 1 should have been in the launcher."
    )


def test_a_reverse_and_a_missing_uno_are_said() -> None:
    assert "play goes right now" in told(RED_7, play("red reverse", "Ann"))
    assert "Ann hasn't called UNO" in told(RED_7, play("number", "Ann"), house={"cards_dealt": 2})


def test_the_end_of_a_round_and_the_scores_are_said() -> None:
    assert told(*OVER, **ONE_CARD) == [
        "table: round over (Ann laid the last card: what is left in the other hands?)"
    ]
    points = {"points": {"Bo": 20, "Cy": 50, "Di": 9}}
    assert told(*OVER, points, **ONE_CARD) == [
        "table: round over (begin the next one)",
        "scores: Ann 79, Bo 0, Cy 0, Di 0",
    ]
    assert told(*OVER, points, target=50, **ONE_CARD)[0] == "table: Ann wins (game over)"


def test_a_reload_that_is_due_is_said_once_7_6() -> None:
    cards = [play("number", name) for name in ("Ann", "Bo", "Cy", "Di")] * 4
    assert told(RED_7, *cards, {"reloaded": 5}) == ["the pile of 95 cards can be shuffled into the launcher"]
    assert told(RED_7, *cards, {"reloaded": 5}, play("number", "Ann")) == [
        "table: Bo is up (lays a card or presses once)"
    ]


def test_stack_mode_is_said_without_names() -> None:
    stack: dict[str, Any] = {"players": 0, "mode": "stack", "dealer": None}
    assert told(play("hit-2"), **stack) == ["table: press 2× (or tap another hit)"]
    assert told(play("hit-2"), press(4), **stack) == ["table: press 1× (may stop)"]
