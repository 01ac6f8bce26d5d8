"""What people may ask of the control loop besides moves: evenings, settings, a loading check."""

from pathlib import Path

import pytest

from tests.rig import Rig
from uno_launcher.daemon.orders import PASSED, ChangeSettings, CheckLoading, NewEvening, Seen, TableMove
from uno_launcher.daemon.settings import Settings
from uno_launcher.luck.exactly import Exactly
from uno_launcher.rules.moves import Move, parse_move
from uno_launcher.rules.setup import Setup, read_setup
from uno_launcher.rules.table import Outcome
from uno_launcher.store import Store, read, read_evening
from uno_launcher.table.evening import find_box
from uno_launcher.table.referee import UNDER_WAY


def setup(*players: str, **more: object) -> Setup:
    line = {"box": "mega-hit-2020", "players": list(players), "dealer": players[-1], "scoring": "standard"}
    return read_setup({**line, **more}, find_box)


GAME = setup("Ann", "Bo", "Cy")


class Table:
    """A rig, and answers to orders."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig

    def move(self, move: dict[str, object], seen: Seen | None = None) -> Outcome:
        said: list[Outcome] = []
        self.rig.control.handle(TableMove(parse_move(move), said.append, seen), self.rig.now)
        return said[0]

    def begin(self, setup: Setup, seen: Seen | None = None, profile: str | None = None) -> str | None:
        said: list[str | None] = []
        self.rig.control.handle(NewEvening(setup, said.append, seen, profile), self.rig.now)
        return said[0]

    def settings(self, **more: object) -> str | None:
        said: list[str | None] = []
        self.rig.control.handle(ChangeSettings(Settings(**more), said.append), self.rig.now)  # type: ignore[arg-type]
        return said[0]

    def check_loading(self) -> str | None:
        said: list[str | None] = []
        self.rig.control.handle(CheckLoading(said.append), self.rig.now)
        return said[0]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    rig = Rig(1, Exactly(3), setup=GAME, hopper=90, store=Store.open(tmp_path / "launches.db"))
    return Table(rig)


def hands(table: Table) -> dict[str, int]:
    return table.rig.control.snapshot.table.hands


# What somebody was looking at.


def test_two_phones_that_tap_the_same_card_count_once(table):
    seen = Seen(1, table.rig.control.snapshot.table.n)
    assert table.move({"turn_up": "red 7"}, seen).refused is None
    before = table.rig.control.snapshot
    assert table.move({"turn_up": "red 7"}, seen).refused == PASSED
    assert table.rig.control.snapshot == before


def test_what_was_seen_of_another_evening_has_passed(table):
    assert table.move({"turn_up": "red 7"}, Seen(2, 0)).refused == PASSED
    assert table.move({"turn_up": "red 7"}, Seen(None, 0)).refused is None


def test_a_press_makes_what_was_seen_before_it_pass(table):
    table.move({"turn_up": "red 7"})
    seen = Seen(1, table.rig.control.snapshot.table.n)
    table.rig.press()
    assert table.move({"undo": True}, seen).refused == PASSED


def test_refusals_of_the_launcher_let_nothing_pass(table):
    seen = Seen(1, 0)
    table.rig.press()  # nobody is up before the first card is turned
    assert table.rig.view.refused == 1
    assert table.move({"turn_up": "red 7"}, seen).refused is None


# A new evening.


def test_a_new_evening_begins_with_its_own_books_and_the_old_one_is_kept(table, tmp_path):
    table.move({"turn_up": "red 7"})
    assert table.begin(setup("Di", "Ed")) is None
    snapshot = table.rig.control.snapshot
    assert (snapshot.evening, snapshot.table.n, snapshot.table.phase) == (2, 0, "turn-up")
    assert (snapshot.table.hands, snapshot.did) == ({"Di": 7, "Ed": 7}, None)
    assert snapshot.launcher.hopper == snapshot.table.hopper == 112 - 14 - 1
    assert table.move({"turn_up": "red 7"}).refused is None
    first, second = (read_evening(tmp_path / "launches.db", n) for n in (1, 2))
    assert first is not None
    assert [made.move for made in first.moves] == ['{"turn_up":"red 7"}']
    assert second is not None
    assert len(second.moves) == 1


def test_no_evening_begins_while_cards_come_out(table):
    table.move({"turn_up": "red 7"})
    table.rig.simulation.press()
    assert table.rig.run_until(table.rig.now + 5, lambda: table.rig.view.state == "launching")
    assert table.begin(setup("Di", "Ed")) == UNDER_WAY
    assert table.rig.control.snapshot.evening == 1


def test_an_evening_that_somebody_else_has_begun_meanwhile_is_kept(table):
    seen = Seen(1, 0)
    assert table.begin(setup("Di", "Ed"), seen) is None
    assert table.begin(setup("Flo", "Gus"), seen) == PASSED
    assert list(hands(table)) == ["Di", "Ed"]


def test_an_evening_begins_with_the_profile_that_is_asked_for(table):
    table.settings(profile="fire", quiet=True)
    assert table.begin(setup("Di", "Ed"), profile="gentle") is None
    snapshot = table.rig.control.snapshot
    assert (snapshot.evening, snapshot.settings) == (2, Settings("gentle", quiet=True))


def test_an_evening_that_cant_begin_changes_no_profile_and_an_unknown_profile_begins_no_evening(table):
    table.move({"turn_up": "red 7"})
    assert table.begin(setup("Di", "Ed"), Seen(1, 0), "gentle") == PASSED
    assert "cruel" in (table.begin(setup("Di", "Ed"), profile="cruel") or "")
    table.rig.simulation.press()
    assert table.rig.run_until(table.rig.now + 5, lambda: table.rig.view.state == "launching")
    assert table.begin(setup("Di", "Ed"), profile="gentle") == UNDER_WAY
    snapshot = table.rig.control.snapshot
    assert (snapshot.evening, snapshot.settings) == (1, Settings("fire"))


# Settings.


def test_another_profile_decides_from_the_next_press_on(table, tmp_path):
    table.move({"turn_up": "red 7"})
    table.rig.press()
    assert table.settings(profile="gentle") is None
    assert table.rig.control.snapshot.settings == Settings("gentle")
    table.rig.run_for(1.5)
    table.rig.press()
    assert [launch.profile for launch in read(tmp_path / "launches.db")] == ["fire", "gentle"]


def test_an_unknown_profile_is_refused_with_those_there_are(table):
    refused = table.settings(profile="cruel")
    assert refused is not None
    assert "cruel" in refused
    assert "gentle" in refused
    assert table.rig.control.snapshot.settings == Settings("fire")


def test_a_press_brings_at_most_what_the_settings_allow_and_the_log_knows_it(table, tmp_path):
    table.move({"turn_up": "red 7"})
    assert table.settings(profile="fire", most_cards=2) is None
    view = table.rig.press()
    assert view.last is not None
    assert (view.last.ordered, view.last.counted) == (2, 2)
    assert [launch.at_most for launch in read(tmp_path / "launches.db")] == [2]


def test_the_smaller_of_the_houses_cap_and_the_settings_holds(tmp_path):
    capped = setup("Ann", "Bo", house={"max_cards_per_obligation": 1})
    table = Table(Rig(1, Exactly(3), setup=capped, hopper=90))
    table.move({"turn_up": "red 7"})
    table.move({"play": "red hit-2", "by": "Ann"})
    table.settings(profile="fire", most_cards=2)
    view = table.rig.press()
    assert view.last is not None
    assert view.last.ordered == 1


def test_settings_wait_until_no_card_comes(table):
    table.move({"turn_up": "red 7"})
    table.rig.simulation.press()
    assert table.rig.run_until(table.rig.now + 5, lambda: table.rig.view.state == "launching")
    assert table.settings(profile="gentle") == UNDER_WAY


@pytest.mark.parametrize("quiet", [True, False])
def test_quiet_means_no_sound(table, mocker, quiet):
    table.move({"turn_up": "red 7"})
    table.settings(profile="fire", quiet=quiet)
    play = mocker.spy(table.rig.backend, "play")
    table.rig.press()
    assert (play.call_count == 0) == quiet


# A loading check.


def test_a_loading_check_waits_for_the_button_and_feeds_one_card_that_is_nobodys(table, tmp_path):
    table.move({"turn_up": "red 7"})
    before = table.rig.control.snapshot.table
    assert table.check_loading() is None
    assert table.rig.control.snapshot.armed
    table.rig.run_for(5.0)
    assert table.rig.view.number == 0  # nothing moves by itself
    view = table.rig.press()
    assert view.last is not None
    assert (view.last.ordered, view.last.counted) == (1, 1)
    snapshot = table.rig.control.snapshot
    assert not snapshot.armed
    assert (snapshot.table.hands, snapshot.table.up, snapshot.table.n) == (before.hands, before.up, before.n)
    assert snapshot.launcher.hopper == 90  # the card goes back
    assert [launch.profile for launch in read(tmp_path / "launches.db")] == ["fire"]
    assert table.rig.press().last.ordered == 3  # from then on a press is a press


def test_a_loading_check_that_nobody_presses_for_ends_by_itself(table):
    table.move({"turn_up": "red 7"})
    table.check_loading()
    table.rig.run_for(30.1)
    assert not table.rig.control.snapshot.armed
    view = table.rig.press()
    assert view.last is not None
    assert view.last.ordered == 3
    assert hands(table)["Ann"] == 10


def test_a_new_evening_ends_a_loading_check_before_it_is_made(table):
    table.check_loading()
    assert table.begin(setup("Di", "Ed")) is None
    assert not table.rig.control.snapshot.armed
    table.move({"turn_up": "red 7"})
    view = table.rig.press()
    assert view.last is not None
    assert view.last.ordered == 3
    assert hands(table)["Di"] == 10


def test_a_loading_check_may_be_made_whoever_is_up(table):
    assert table.check_loading() is None  # the first card isn't turned yet
    view = table.rig.press()
    assert view.last is not None
    assert view.last.counted == 1


def test_a_loading_check_that_finds_no_card_is_nobodys_either(table):
    table.move({"turn_up": "red 7"})
    table.rig.simulation.empty()
    table.check_loading()
    view = table.rig.press()
    assert view.last is not None
    assert view.last.counted == 0
    assert hands(table) == {"Ann": 7, "Bo": 7, "Cy": 7}
    assert table.rig.control.snapshot.table.last_press is None


# What happened last.


def test_everybody_sees_what_was_done_last(table):
    assert table.rig.control.snapshot.did is None

    def did() -> Move | None:
        return table.rig.control.snapshot.did

    table.move({"turn_up": "red 7"})
    table.rig.press()
    assert did() == parse_move({"press": 3, "by": "Ann"})
    table.move({"undo": True})
    assert did() == parse_move({"undo": True})
    table.move({"play": "green 9", "by": "Ann"})
    assert did() == parse_move({"undo": True})  # that one was refused
