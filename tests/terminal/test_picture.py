"""What a terminal shows of a launcher, read as a person would."""

from dataclasses import replace

import pytest
from rich.console import Console

from tests.rig import TOY
from uno_launcher.control import Snapshot
from uno_launcher.launcher.facts import STATES
from uno_launcher.launcher.look import look_of
from uno_launcher.launcher.view import LastPress, LauncherView
from uno_launcher.rules.line import state_line
from uno_launcher.rules.table import Outcome, Table
from uno_launcher.terminal.onlooker import changes, said
from uno_launcher.terminal.picture import picture

VIEW = LauncherView(
    state="ready",
    why="waiting for a press",
    advice="",
    hopper=83,
    number=4,
    counted=0,
    last=None,
    tension=0,
    refused=0,
    refusal="",
    refusing=False,
    button_stuck=False,
)
FIVE = LastPress(4, "fair", 5, 5, True, "done", 0, 0, "")
TABLE = state_line(Table(TOY), 0, Outcome())
KEYS = {"Enter": "press", "q": "quit"}


def snapshot(
    view: LauncherView = VIEW, *, simulated: bool = True, problems: tuple[str, ...] = ()
) -> Snapshot:
    return Snapshot(1, simulated, "fair", view, TABLE, look_of(view), problems)


def shown(snap: Snapshot, presses: tuple[LastPress, ...] = ()) -> str:
    console = Console(width=80, force_terminal=False, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    with console.file:
        console.print(picture(snap, presses, KEYS))
    return console.export_text()


def test_a_simulation_says_so_loudly() -> None:
    assert "S I M U L A T E D" in shown(snapshot())
    assert "SIMULATED" not in shown(snapshot(simulated=False)).replace(" ", "")


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_shown_with_its_reason_within_80_columns(state: str) -> None:
    view = replace(VIEW, state=state, why="because of this", advice="do that")  # type: ignore[arg-type]
    text = shown(snapshot(view))
    assert "because of this" in text
    assert "do that" in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_the_cards_of_a_running_burst_stand_there_one_by_one() -> None:
    assert "▮▮▮  3" in shown(snapshot(replace(VIEW, state="launching", counted=3)))


def test_lamps_hopper_refusal_problems_and_keys_are_shown() -> None:
    view = replace(VIEW, refused=1, refusal="a burst is still running", refusing=True)
    text = shown(snapshot(view, problems=("the log can't be written",)))
    for words in ("button blinking fast", "green lit", "about 83 cards", "✗ a burst is still running"):
        assert words in text
    assert "the log can't be written" in text
    assert "Enter press" in text


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


def test_lines_say_each_change_once() -> None:
    first = snapshot()
    assert list(changes(None, first)) == ["SIMULATED: ready: waiting for a press"]
    assert list(changes(first, first)) == []
    pressed = snapshot(replace(VIEW, last=FIVE))
    assert list(changes(first, pressed)) == ["press 4: 5 cards, done"]
    refused = snapshot(replace(VIEW, refused=1, refusal="the lid is open"))
    assert list(changes(first, refused)) == ["refused: the lid is open"]
    broken = snapshot(problems=("no log",))
    assert list(changes(first, broken)) == ["warning: no log"]


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
