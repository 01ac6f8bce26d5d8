"""An evening goes on where it was when the launcher went off, whatever it was doing."""

import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bench.evening import moves, replay_s, resume_s
from tests.journals import HIT_BO, MEMORY, SETUP, Played, killed, play, same
from tests.rig import Rig
from tests.rules.chance import Evening as Chance
from tests.rules.evening import read
from tests.rules.test_boxfile import KITCHEN
from uno_launcher.__main__ import main
from uno_launcher.config.sections import TableSection
from uno_launcher.daemon.orders import TableMove
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.facts import BURST
from uno_launcher.luck.exactly import Exactly
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import FailedPress, Move, parse_move
from uno_launcher.rules.setup import read_setup
from uno_launcher.store import FILE_NAME, SIMULATED_FILE_NAME, Store, read_evening, read_evenings, take_up
from uno_launcher.store import read as read_launches
from uno_launcher.store.writer import Statement, Writer
from uno_launcher.table.evening import LONG, find_box, going_on, referee_for
from uno_launcher.table.referee import Guards

SEATED = read(SETUP)
INTERRUPTED = "Press 1 was interrupted, the power or the program went off"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Callable[..., Played]]:
    """Opens the journal as a launcher does."""
    opened: list[Played] = []

    def _open(setup: object = None) -> Played:
        if opened:
            opened[-1].store.close(5.0)
        opened.append(play(tmp_path, setup))
        return opened[-1]

    yield _open
    opened[-1].store.close(5.0)


# Anything may happen


class Night:
    """A launcher at a table where anything may be done, until the power goes."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        self.rng = rng
        self.people = Chance(rng)
        self.folder = folder
        self.kills = 0
        self.start(read(self.people.setup))

    def start(self, setup: object = None) -> None:
        self.played = play(self.folder, setup)
        seed = self.rng.randrange(1000)
        referee = self.played.referee
        self.rig = Rig(seed, "wild", store=self.played.store, referee=referee)
        self.rig.simulation.reload(100)

    @property
    def line(self) -> StateLine:
        return self.rig.control.snapshot.table

    def step(self) -> None:
        """Somebody presses, or does something at the table that is allowed, or something that may not be."""
        self.people.line = msgspec.to_builtins(self.line)
        move = self.people.sure_move() if self.rng.random() < 0.7 else self.people.any_move()
        if not {"press", "failed_press"}.isdisjoint(move):
            self.rig.simulation.press()
            self.rig.run_for(self.rng.uniform(0.1, 4.0))
            return
        self.rig.control.handle(TableMove(parse_move(move), lambda _: None), self.rig.now)
        self.rig.run_for(self.rng.choice([0.0, 0.5, 6.0]))

    def kill(self) -> tuple[StateLine, int | None]:
        """(what was shown last, cards of the press that is under way). Then the power is back."""
        if self.rng.random() < 0.7:
            self.rig.run_for(2.0)
            self.rig.simulation.press()
        self.rig.run_for(self.rng.uniform(0.0, 1.0))
        assert self.played.store.flush(5.0)  # at most the last tenth of a second is missing; here nothing
        self.kills += 1
        left = killed(self.folder, self.folder.with_name(f"after-{self.kills}"))
        view = self.rig.view
        shown, cards = self.line, view.counted if view.state in BURST else None
        self.rig.close()
        self.played.store.close(5.0)
        self.folder = left
        self.start()
        return shown, cards


@pytest.mark.parametrize("examples", [12, pytest.param(400, marks=pytest.mark.long)])
def test_after_a_kill_at_any_moment_the_evening_stands_as_it_was_shown_last(examples: int) -> None:
    busy = 0

    @settings(max_examples=examples, deadline=None, database=None, derandomize=examples < 100)
    @given(st.integers(0, 1 << 32), st.lists(st.integers(0, 25), min_size=1, max_size=3))
    def any_night(seed: int, evenings: list[int]) -> None:
        nonlocal busy
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            night = Night(random.Random(seed), Path(folder, "first"))
            for steps in evenings:
                for _ in range(steps):
                    night.step()
                shown, cards = night.kill()
                if shown.phase == "game-over":
                    assert (night.line.mode, night.line.n) == ("stack", 0)
                    break
                if cards is not None:
                    busy += 1
                    shown = after(night, shown, FailedPress(failed_press=cards, by=shown.up))
                assert same(night.line, shown)
                assert night.rig.simulation.world.motor_history == []
                assert len(night.rig.control.snapshot.problems) == (cards is not None)
            night.rig.close()
            night.played.store.close(5.0)

    any_night()
    assert busy > examples // 10  # or the most interesting moments were not met


def after(night: Night, shown: StateLine, move: Move) -> StateLine:
    """The line that one more move leads to, by playing the journal again without the launcher."""
    evening = read_evening(night.folder / FILE_NAME)
    assert evening is not None
    *before, last = evening.moves
    assert parse_move(msgspec.json.decode(last.move)) == move
    referee = going_on(replace(evening, moves=tuple(before)), Guards())
    assert same(referee.line, shown)
    assert referee.make(move, 0.0).refused is None
    return referee.line


# A press that was interrupted (4.3)


def test_an_interrupted_press_without_a_card_is_still_owed_4_3(journal: Callable[..., Played]) -> None:
    played = journal(SEATED).moves(*HIT_BO)
    before = played.line
    played.press(0)
    again = journal()
    assert again.store.found == [f"{INTERRUPTED} before a card was counted: it is still owed."]
    assert (again.line.owes, again.line.hands) == (before.owes, before.hands)
    assert (again.line.up, again.line.owes[0].presses, again.line.owes[0].may_answer) == ("Bo", 2, True)


def test_cards_of_an_interrupted_press_make_it_a_press_and_a_launch_4_3(
    journal: Callable[..., Played], tmp_path: Path
) -> None:
    journal(SEATED).moves(*HIT_BO).press(3)
    again = journal()
    assert again.store.found == [f"{INTERRUPTED}: 3 cards or more came out, so it counts as a press."]
    assert again.line.hands == {"Ann": 6, "Bo": 10, "Cy": 7}
    assert [(debt.who, debt.presses, debt.may_stop) for debt in again.line.owes] == [("Bo", 1, True)]
    again.close()
    (launch,) = read_launches(tmp_path / FILE_NAME)
    assert (launch.interrupted, launch.counted, launch.certain) == (True, 3, False)
    assert read_evening(tmp_path / FILE_NAME).moves[-1].press == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("cards", [0, 2])
def test_a_launcher_that_is_killed_again_while_it_starts_books_it_once(
    journal: Callable[..., Played], tmp_path: Path, cards: int
) -> None:
    played = journal(SEATED).moves(*HIT_BO)
    played.press(cards)
    played.close()
    Store.open(tmp_path / FILE_NAME).close(5.0)  # it went off before the table was asked
    lines = [journal().line for _ in range(3)]
    assert lines[0].n == 3
    assert lines[0].hands["Bo"] == 7 + cards
    assert same(lines[0], lines[1])
    assert same(lines[1], lines[2])


def test_a_press_of_nobodys_evening_is_said_and_no_more(journal: Callable[..., Played]) -> None:
    played = journal(SEATED).moves(*HIT_BO)
    before = played.line
    played.press(3, profile="fire")
    again = journal()
    assert again.store.found == [f"{INTERRUPTED}: 3 cards or more came out."]
    assert same(again.line, before)


def test_an_interrupted_press_that_the_table_can_not_book_is_said_and_not_asked_again(
    journal: Callable[..., Played],
) -> None:
    over = ({"turn_up": "red 7"}, {"correct": {"Ann": 1}}, {"play": "red 3", "by": "Ann", "uno": True})
    journal(SEATED).moves(*over).press(2)  # a launcher wouldn't have taken it
    again = journal()
    (said,) = again.store.found
    assert said.startswith(f"{INTERRUPTED}: 2 cards or more came out, but the table can't book it (")
    assert again.line.phase == "scoring"
    assert journal().store.found == []


def test_what_was_found_is_shown_until_somebody_presses(tmp_path: Path) -> None:
    played = play(tmp_path, SEATED).moves(*HIT_BO)
    played.press(1)
    played.close()
    again = play(tmp_path)
    rig = Rig(1, store=again.store, referee=again.referee)
    assert len(rig.control.snapshot.problems) == 1
    rig.run_for(1.0)
    rig.press()
    assert rig.control.snapshot.problems == ()
    assert rig.view.number == 2
    rig.close()
    again.close()


# Which evening it is


def test_an_evening_that_is_over_is_followed_by_one_without_names(journal: Callable[..., Played]) -> None:
    over = (
        {"turn_up": "red 7"},
        {"correct": {"Ann": 1}},
        {"play": "red 3", "by": "Ann", "uno": True},
        {"points": {"Bo": 300, "Cy": 300}},
    )
    assert journal(SEATED).moves(*over).line.phase == "game-over"
    again = journal()
    assert (again.line.mode, again.line.hands, again.store.found) == ("stack", {}, [])


def test_between_two_rounds_it_goes_on_too(journal: Callable[..., Played]) -> None:
    over = (
        {"turn_up": "red 7"},
        {"correct": {"Ann": 1}},
        {"play": "red 3", "by": "Ann", "uno": True},
        {"points": {"Bo": 3, "Cy": 3}},
    )
    before = journal(SEATED).moves(*over).line
    assert before.phase == "round-over"
    assert same(journal().line, before)


def test_a_new_evening_leaves_the_one_that_was_going_on_for_later(
    journal: Callable[..., Played], tmp_path: Path
) -> None:
    played = journal(SEATED).moves(*HIT_BO)
    played.press(2)
    new = journal(SEATED)
    assert new.store.found[1:] == [
        "Evening 1 wasn't over: it is kept, and goes on after `uno-launcher resume 1`."
    ]
    assert (new.line.n, new.line.phase) == (0, "turn-up")
    new.moves({"turn_up": "blue 3"}).close()
    assert journal().line.top == "blue 3"  # the newer one goes on by itself
    journal().close()
    take_up(tmp_path / FILE_NAME, 1)
    again = journal()
    assert (again.line.up, again.line.hands["Bo"]) == ("Bo", 9)  # its press was booked when it was found
    again.moves({"stop": True, "by": "Bo"})
    assert same(journal().line, again.line)
    assert [len(evening.moves) for evening in read_evenings(tmp_path / FILE_NAME)] == [4, 1]


def test_a_new_evening_says_nothing_of_one_in_which_there_was_nothing_to_lose(
    journal: Callable[..., Played],
) -> None:
    journal().moves({"press": 3})
    assert journal(SEATED).store.found == []
    assert journal(SEATED).store.found == []  # nothing has been done in that one


def test_an_evening_without_names_starts_anew_when_it_has_become_long_and_nothing_is_owed(
    journal: Callable[..., Played],
) -> None:
    played = journal().moves(
        {"press": 3}, *({"mode": mode} for _ in range(LONG // 2) for mode in ("toy", "stack"))
    )
    played.moves({"play": "hit-2"}, {"mode": "toy"})
    assert journal().line.n == LONG + 3  # two presses are owed
    played = journal().moves({"mode": "stack"}, {"press": 0}, {"press": 0}, {"mode": "toy"})
    assert (played.line.owes, played.line.hopper) == ([], 108)
    again = journal()
    assert (again.line.n, again.line.mode, again.line.hopper) == (1, "toy", 108)


def test_whoever_may_stop_has_as_long_as_after_a_press_when_the_power_is_back_4_2(tmp_path: Path) -> None:
    play(tmp_path, SEATED).moves(*HIT_BO, {"press": 2, "by": "Bo"}).close()
    again = play(tmp_path)
    rig = Rig(1, store=again.store, referee=again.referee)
    rig.run_for(4.9)
    assert rig.control.snapshot.table.up == "Bo"
    rig.run_for(0.2)
    assert (rig.control.snapshot.table.up, rig.control.snapshot.table.owes) == ("Cy", [])
    rig.close()
    again.close()


def test_an_evening_with_a_box_of_ones_own_goes_on_without_the_file(
    journal: Callable[..., Played], tmp_path: Path
) -> None:
    box = tmp_path / "kitchen.toml"
    box.write_text(KITCHEN)
    setup = read_setup({**SETUP, "box": str(box)}, find_box)
    before = journal(setup).moves({"turn_up": "red 7"}, {"play": "red hit-3", "by": "Ann"}).line
    box.unlink()
    again = journal()
    assert same(again.line, before)
    assert again.line.owes[0].presses == 3


# What can't go on


def rewrite(folder: Path, sql: str, *values: object) -> None:
    """Change the journal behind everybody's back."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute(sql, values)
        connection.commit()


@pytest.mark.parametrize(
    ("sql", "value", "reason"),
    [
        (
            "UPDATE moves SET move = ? WHERE n = 2",
            '{"moonwalk": "Ann"}',
            "move 2 can't be read: this is no move",
        ),
        (
            "UPDATE moves SET move = ? WHERE n = 2",
            '{"play": 7}',
            'move 2 can\'t be read: this move: "play" takes',
        ),
        (
            "UPDATE moves SET move = ? WHERE n = 2",
            '{"stop": true}',
            "move 2 doesn't fit: Nobody owes a press",
        ),
        ("DELETE FROM moves WHERE n = ?", 1, "some of its moves are lost"),
        ("UPDATE evenings SET setup = ?", '{"box": "mars"}', "Expected `object`, got `str`"),
        ("UPDATE evenings SET setup = replace(setup, ?, '[')", '["Ann","Bo",', "index out of range"),
    ],
)
def test_an_evening_of_another_version_is_kept_as_it_is_and_a_new_one_begun(
    journal: Callable[..., Played], tmp_path: Path, sql: str, value: object, reason: str
) -> None:
    journal(SEATED).moves(*HIT_BO).close()
    rewrite(tmp_path, sql, value)
    before = read_evenings(tmp_path / FILE_NAME)
    again = journal()
    (said,) = again.store.found
    assert said.startswith(
        "Evening 1 can't go on, because another version of this program wrote it or it is damaged ("
    )
    assert reason in said
    assert said.endswith("): it is kept as it is.")
    assert (again.line.mode, again.line.n) == ("stack", 0)
    again.moves({"press": 1}).close()
    first, second = read_evenings(tmp_path / FILE_NAME)
    assert [first] == before
    assert (second.number, len(second.moves)) == (2, 1)
    assert journal().line.n == 1


def test_an_interrupted_press_of_an_evening_that_can_not_go_on_is_on_record(
    journal: Callable[..., Played], tmp_path: Path
) -> None:
    journal(SEATED).moves(*HIT_BO).press(2)
    rewrite(tmp_path, "UPDATE moves SET move = ? WHERE n = 1", '{"moonwalk": "Ann"}')
    again = journal()
    assert again.store.found[1:] == [f"{INTERRUPTED}: 2 cards or more came out."]
    again.close()
    (launch,) = read_launches(tmp_path / FILE_NAME)
    assert (launch.interrupted, launch.counted) == (True, 2)


def test_a_set_up_is_in_the_journal_before_anybody_sees_it(
    journal: Callable[..., Played], tmp_path: Path
) -> None:
    shown = journal(SEATED).line
    left = play(killed(tmp_path, tmp_path / "after"))
    assert same(left.line, shown)
    left.close()


def test_whatever_is_shown_is_on_the_disk_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(self: Writer, batch: list[Statement]) -> Exception | None:
        time.sleep(0.02)
        return commit(self, batch)

    commit = Writer._commit
    monkeypatch.setattr(Writer, "_commit", slowly)
    played = play(tmp_path, SEATED)
    rig = Rig(1, Exactly(2), store=played.store, referee=played.referee)
    seen: list[int] = []

    def look(snapshot: Snapshot) -> None:
        evening, launches = read_evening(tmp_path / FILE_NAME), read_launches(tmp_path / FILE_NAME)
        assert evening is not None
        assert len(evening.moves) >= snapshot.table.n
        if (last := snapshot.launcher.last) is not None:
            assert launches[last.number - 1].ended == last.ended
        seen.append(snapshot.table.n)

    rig.control.watch(look)
    for line in HIT_BO:
        rig.control.handle(TableMove(parse_move(line), lambda _: None), rig.now)
    rig.run_for(1.0)
    rig.press()
    rig.run_for(6.0)  # nobody presses on, so Bo has stopped
    assert (rig.control.snapshot.table.up, set(seen)) == ("Cy", {0, 1, 2, 3, 4})
    rig.close()
    played.close()


def test_trying_the_launcher_out_is_no_move_of_the_evening(tmp_path: Path) -> None:
    file = tmp_path / SIMULATED_FILE_NAME
    store = Store.open(file)
    before = Played(store, referee_for(store, TableSection(), SEATED)).moves(*HIT_BO)
    before.close()
    # A machine that is busy may let a card more come, which is status 1.
    assert main(["fire", "3", "--simulated", "--seed", "1", "--state-dir", str(tmp_path)]) in (0, 1)
    store = Store.open(file)
    assert store.next_number == 2
    assert same(referee_for(store, TableSection()).line, before.line)
    store.close()


def processor_s(what: Callable[[], object]) -> float:
    """What it takes of a processor, here and in processes it starts: a busy machine only lets it wait."""
    before = sum(os.times()[:4])
    what()
    return sum(os.times()[:4]) - before


def test_a_long_evening_is_soon_played_again_and_soon_gone_on_with() -> None:
    made = moves(10_000)
    assert processor_s(lambda: replay_s(made)) < 2.0
    assert processor_s(lambda: resume_s(made[:2_000])) < 1.0
