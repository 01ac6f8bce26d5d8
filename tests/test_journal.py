"""The journal of evenings when its file is old, broken, or has no room (field note D4)."""

import contextlib
import random
import resource
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.journals import HIT_BO, MEMORY, SETUP, Played, killed, play, same
from tests.rig import Rig
from tests.rules.evening import read
from uno_launcher.__main__ import main
from uno_launcher.daemon.orders import TableMove
from uno_launcher.errors import StoreError
from uno_launcher.luck.exactly import Exactly
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.table import Outcome
from uno_launcher.safety.instance import InstanceLock
from uno_launcher.store import (
    FILE_NAME,
    Evening,
    Store,
    read_evening,
    read_evenings,
    restore,
    salvage,
    schema,
)
from uno_launcher.store import read as read_launches
from uno_launcher.store.pages import rows
from uno_launcher.store.salvage import salvaged

SEATED = read(SETUP)
BROKEN = f"{FILE_NAME}.broken-1"
PAGE = 4096


# Older files


def older(path: Path, version: int, *statements: str) -> None:
    """A file as the program of that version left it."""
    with closing(sqlite3.connect(path)) as connection:
        for migration in schema.MIGRATIONS[:version]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


A_PRESS = """
    INSERT INTO launches (number, accepted_at, clock_unset, profile, ordered, hopper_from, counted, ended)
    VALUES (1, '2026-05-01T12:00:00.000Z', 0, 'fair', 3, 'start', 3, 'done'),
           (2, '2026-05-01T12:01:00.000Z', 0, 'fair', 5, 'counting', 2, NULL)
"""


def test_a_log_from_before_there_were_evenings_is_gone_on_with(tmp_path: Path) -> None:
    older(tmp_path / FILE_NAME, 1, A_PRESS)
    assert read_evenings(tmp_path / FILE_NAME) == []
    assert read_evening(tmp_path / FILE_NAME) is None
    played = play(tmp_path)
    assert (played.store.problems, played.store.next_number, played.line.n) == ([], 3, 0)
    assert played.store.found == [
        "Press 2 was interrupted, the power or the program went off: 2 cards or more came out."
    ]
    played.launch(1)
    played.close()
    assert [launch.counted for launch in read_launches(tmp_path / FILE_NAME)] == [3, 2, 1]
    assert [made.press for made in read_evenings(tmp_path / FILE_NAME)[0].moves] == [3]


def test_an_evening_that_an_older_program_wrote_goes_on(tmp_path: Path) -> None:
    new = tmp_path / "new"
    played = play(new, SEATED).moves(*HIT_BO)
    played.close()
    evening = read_evening(new / FILE_NAME)
    assert evening is not None
    older(tmp_path / FILE_NAME, 2)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("INSERT INTO evenings VALUES (7, '', ?)", (evening.setup,))
        moves = [(7, n, "", made.move, None) for n, made in enumerate(evening.moves, start=1)]
        connection.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", moves)
        connection.commit()
    again = play(tmp_path)
    assert (again.store.problems, again.store.found) == ([], [])
    assert same(again.line, played.line)
    again.close()


# Broken files


class Sound:
    """A journal of two evenings, the second one going on, the newest of it still beside the file."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            path = Path(folder, "here")
            played = play(path)
            for cards in (0, 3, 1):
                played.launch(cards)
            played.close()
            played = play(path, SEATED).moves({"turn_up": "red 7"})
            rng = random.Random(1)
            self._play_on(played, rng, 500)
            played.close()
            self.checkpointed = played.line
            played = play(path)
            self._play_on(played, rng, 20)
            left = killed(path, Path(folder, "left"))
            played.close()
            self.line: StateLine = played.line
            self.file = (left / FILE_NAME).read_bytes()
            self.wal = (left / f"{FILE_NAME}-wal").read_bytes()
            played = play(left)
            played.close()
            self.evenings = read_evenings(left / FILE_NAME)
            self.launches = read_launches(left / FILE_NAME)

    def _play_on(self, played: Played, rng: random.Random, moves: int) -> None:
        for _ in range(moves):
            if rng.random() < 0.2:
                played.launch(rng.randint(0, 3))
            else:
                played.moves({"correct": {rng.choice(SETUP["players"]): rng.randint(2, 30)}})
        played.launch(2)

    def write(self, folder: Path, file: bytes | None = None, wal: bytes | None = None) -> None:
        (folder / FILE_NAME).write_bytes(self.file if file is None else file)
        wal = self.wal if wal is None else wal
        if wal:
            (folder / f"{FILE_NAME}-wal").write_bytes(wal)


@pytest.fixture(scope="module")
def sound() -> Sound:
    return Sound()


def scribbled(data: bytes, at: int, length: int = PAGE) -> bytes:
    return data[:at] + b"\xa5" * length + data[at + length :]


def begins(evening: Evening, other: Evening) -> bool:
    """Whether it is the other one, up to some move."""
    return (evening.setup, evening.moves) == (other.setup, other.moves[: len(evening.moves)])


@pytest.mark.parametrize("page_size", [512, PAGE, 65536])
def test_every_row_is_found_whatever_its_size_and_wherever_it_lies(tmp_path: Path, page_size: int) -> None:
    file = tmp_path / "any.db"
    written: set[tuple[object, ...]] = set()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE plain (number INTEGER PRIMARY KEY, text TEXT, bytes BLOB)")
        connection.execute(
            "CREATE TABLE tree (a INTEGER, b REAL, text TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID"
        )
        for half in range(2):
            connection.execute("BEGIN")
            for length in range(half, 9000, 73):
                integer = (-1) ** length * length**4
                for row, table in (
                    ((length, "é" * length, b"\xff" * (length % 9)), "plain"),
                    ((integer, length / 7, "é" * (length // 2)), "tree"),
                ):
                    connection.execute(f"INSERT INTO {table} VALUES (?, ?, ?)", row)
                    written.add(row)
            connection.execute("COMMIT")
            if not half:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        wal = (tmp_path / "any.db-wal").read_bytes()
        assert written <= set(rows(file.read_bytes(), wal))


def test_a_sound_journal_goes_on(tmp_path: Path, sound: Sound) -> None:
    sound.write(tmp_path)
    played = play(tmp_path)
    assert (played.store.problems, same(played.line, sound.line)) == ([], True)
    played.close()
    assert len(sound.file) // PAGE > 10
    assert sound.line.n - sound.checkpointed.n == 21


def test_whatever_page_is_broken_what_the_others_hold_comes_back_D4(tmp_path: Path, sound: Sound) -> None:
    lost = []
    for page in range(len(sound.file) // PAGE):
        folder = tmp_path / str(page)
        folder.mkdir()
        broken = scribbled(sound.file, page * PAGE)
        sound.write(folder, broken)
        played = play(folder)
        played.close()
        if not played.store.problems:  # the page beside the file is newer
            assert same(played.line, sound.line)
            continue
        assert (folder / BROKEN).read_bytes() == broken
        assert (folder / f"{BROKEN}-wal").read_bytes() == sound.wal
        assert f"uno-launcher restore {folder / BROKEN}" in played.store.problems[0]
        restore(folder / BROKEN, folder / FILE_NAME)
        evenings = read_evenings(folder / FILE_NAME)
        lost.append(sum(len(e.moves) for e in sound.evenings) - sum(len(e.moves) for e in evenings))
        for evening in evenings[:-1]:
            assert begins(evening, sound.evenings[evening.number - 1])
        launches = read_launches(folder / FILE_NAME)
        assert set(launches) <= set(sound.launches)
        again = play(folder)
        if lost[-1] == 0:
            assert same(again.line, sound.line)
        again.close()
    assert lost.count(0) > 2  # a page that only leads to others, or holds only presses
    assert len(set(lost)) > 5  # every page of moves takes with it what came after them


@pytest.mark.parametrize("keep", [1, 100, PAGE, 3 * PAGE + 17, -5 * PAGE - 5])
def test_a_file_that_was_cut_off_is_set_aside_with_its_journal_D4(
    tmp_path: Path, sound: Sound, keep: int
) -> None:
    broken = sound.file[:keep]
    sound.write(tmp_path, broken)
    played = play(tmp_path)
    assert "to have back" in played.store.problems[0]
    assert (tmp_path / BROKEN).read_bytes() == broken
    assert (tmp_path / f"{BROKEN}-wal").read_bytes() == sound.wal
    played.close()


@pytest.mark.parametrize("missing", [False, True])
def test_a_journal_whose_file_is_empty_or_gone_is_kept_D4(
    tmp_path: Path, sound: Sound, missing: bool
) -> None:
    sound.write(tmp_path, b"")
    if missing:
        (tmp_path / FILE_NAME).unlink()
    with pytest.raises(StoreError):
        read_launches(tmp_path / FILE_NAME)  # which must not tidy it away either
    played = play(tmp_path)
    assert "to have back" in played.store.problems[0]
    assert (tmp_path / f"{BROKEN}-wal").read_bytes() == sound.wal
    played.close()


def test_without_the_journal_beside_it_a_file_is_as_it_was_before_D4(tmp_path: Path, sound: Sound) -> None:
    sound.write(tmp_path, wal=b"")
    played = play(tmp_path)
    assert (played.store.problems, same(played.line, sound.checkpointed)) == ([], True)
    played.close()


FRAME = 24 + PAGE


@pytest.mark.parametrize("at", [0, 17, 32 + 2 * FRAME + 9, 32 + 2 * FRAME + 1000, 32 + 9 * FRAME + 3000])
def test_a_journal_that_is_broken_in_the_middle_is_set_aside_and_not_half_forgotten_D4(
    tmp_path: Path, sound: Sound, at: int
) -> None:
    wal = scribbled(sound.wal, at, 3)
    sound.write(tmp_path, wal=wal)
    played = play(tmp_path)
    assert f"uno-launcher restore {tmp_path / BROKEN}" in played.store.problems[0]
    played.close()
    assert (tmp_path / BROKEN).read_bytes() == sound.file
    assert (tmp_path / f"{BROKEN}-wal").read_bytes() == wal
    restore(tmp_path / BROKEN, tmp_path / FILE_NAME)
    again = play(tmp_path)
    assert again.line.n >= sound.line.n - 3
    again.close()


def test_a_journal_whose_last_commit_is_torn_is_the_mark_of_a_power_cut_D4(
    tmp_path: Path, sound: Sound
) -> None:
    last_but_one = len(sound.wal) - FRAME - 2000
    for torn, wal in enumerate((sound.wal[:-2000], scribbled(sound.wal, last_but_one, 9))):
        folder = tmp_path / str(torn)
        folder.mkdir()
        sound.write(folder, wal=wal)
        played = play(folder)
        assert played.store.problems == []
        (said,) = played.store.found  # that of the last press's end
        assert said.endswith("2 cards or more came out, so it counts as a press.")
        played.close()


def test_wherever_the_power_cuts_the_writing_no_press_is_lost_or_booked_twice_D4(
    tmp_path: Path, sound: Sound
) -> None:
    ends = set()
    for frames in range((len(sound.wal) - 32) // FRAME):
        folder = tmp_path / str(frames)
        folder.mkdir()
        sound.write(folder, wal=sound.wal[: 32 + frames * FRAME + 100])
        played = play(folder)
        assert played.store.problems == []
        played.close()
        evenings, launches = read_evenings(folder / FILE_NAME), read_launches(folder / FILE_NAME)
        booked = [made.press for evening in evenings for made in evening.moves if made.press]
        assert booked == [launch.number for launch in launches] == list(range(1, len(launches) + 1))
        moves = evenings[1].moves
        known = moves[:-1] if played.store.found else moves  # the last one is the press that was cut
        assert known == sound.evenings[1].moves[: len(known)]
        assert len(known) >= sound.checkpointed.n
        ends.add(len(moves))
    assert len(ends) > 20


def test_what_comes_back_stands_before_what_was_recorded_since_and_goes_on(
    tmp_path: Path, sound: Sound
) -> None:
    sound.write(tmp_path, wal=scribbled(sound.wal, 17, 3))
    since = play(tmp_path)
    since.launch(1)
    since.close()
    since = play(tmp_path, SEATED).moves({"turn_up": "blue 3"})
    since.launch(0)
    since.close()
    found = restore(tmp_path / BROKEN, tmp_path / FILE_NAME)
    presses = len(sound.launches)
    moves = sum(len(evening.moves) for evening in sound.evenings)
    assert str(found) == f"2 evenings with {moves} moves, and {presses} presses"
    evenings = read_evenings(tmp_path / FILE_NAME)
    assert evenings[:2] == sound.evenings
    assert [evening.number for evening in evenings] == [1, 2, 3, 4]
    assert [made.press for evening in evenings[2:] for made in evening.moves] == [
        presses + 1,
        None,
        presses + 2,
    ]
    assert read_launches(tmp_path / FILE_NAME)[:-2] == sound.launches
    assert [launch.counted for launch in read_launches(tmp_path / FILE_NAME)[-2:]] == [1, 0]
    assert (tmp_path / f"{FILE_NAME}.restored-1").read_bytes() == sound.file
    assert not list(tmp_path.glob("*broken*"))
    again = play(tmp_path)
    assert (again.store.problems, again.store.found) == ([], [])
    assert same(again.line, sound.line)
    assert again.store.next_number == presses + 3
    again.close()


def test_a_log_that_root_has_made_by_restoring_one_is_for_whoever_wrote_that(
    tmp_path: Path, sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[Path, int, int]] = []
    monkeypatch.setattr(salvage.os, "chown", lambda *words: given.append(words))
    (tmp_path / BROKEN).write_bytes(sound.file)
    owner = (tmp_path / BROKEN).stat()
    restore(tmp_path / BROKEN, tmp_path / FILE_NAME)
    assert given == [(tmp_path / FILE_NAME, owner.st_uid, owner.st_gid)]


def test_a_press_that_ran_when_the_file_broke_is_booked_when_it_is_back(tmp_path: Path) -> None:
    here = tmp_path / "here"
    played = play(here, SEATED).moves(*HIT_BO)
    played.press(4)
    left = killed(here, tmp_path / "left")
    played.close()
    data = (left / f"{FILE_NAME}-wal").read_bytes()
    (left / f"{FILE_NAME}-wal").write_bytes(scribbled(data, 40, 8))
    play(left).close()
    restore(left / BROKEN, left / FILE_NAME)
    again = play(left)
    assert again.line.hands["Bo"] == 11
    assert len(again.store.found) == 1
    again.close()


def test_of_a_set_up_that_is_lost_nothing_comes_back_but_the_presses(tmp_path: Path) -> None:
    played = play(tmp_path, SEATED).moves(*HIT_BO)
    played.launch(2)
    played.close()
    data = (tmp_path / FILE_NAME).read_bytes()
    at = data.index(b'"players"')
    (tmp_path / FILE_NAME).write_bytes(scribbled(data, at, 9))
    again = play(tmp_path)
    assert "to have back 1 press, stop the launcher" in again.store.problems[0]
    again.close()


def test_a_number_that_no_press_can_have_is_damage(tmp_path: Path) -> None:
    older(tmp_path / FILE_NAME, 3, A_PRESS, f"UPDATE launches SET number = {(1 << 63) - 1} WHERE number = 2")
    played = play(tmp_path)
    assert "to have back 1 press, stop" in played.store.problems[0]
    played.close()


def test_of_what_is_no_log_at_all_nothing_is_offered(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"a letter to Ann " * 1000)
    played = play(tmp_path)
    assert played.store.problems == [
        f"The launch log was damaged: it is kept as {tmp_path / BROKEN}, and a new one was begun."
    ]
    played.close()
    with pytest.raises(StoreError, match="Nothing can be read from"):
        restore(tmp_path / BROKEN, tmp_path / FILE_NAME)
    assert (tmp_path / BROKEN).exists()


def test_restoring_is_a_command_that_says_what_came_back(
    tmp_path: Path, sound: Sound, capsys: pytest.CaptureFixture[str]
) -> None:
    sound.write(tmp_path, wal=scribbled(sound.wal, 17, 3))
    play(tmp_path).close()
    assert main(["restore", str(tmp_path / BROKEN)]) == 0
    moves = sum(len(evening.moves) for evening in sound.evenings)
    told = capsys.readouterr()
    said = f"Restored: 2 evenings with {moves} moves, and {len(sound.launches)} presses.\n"
    assert (told.out, told.err) == (said, "")
    assert main(["restore", str(tmp_path / BROKEN)]) == 3
    assert "was it restored already?" in capsys.readouterr().err
    again = play(tmp_path)
    assert same(again.line, sound.line)
    again.close()


@pytest.mark.parametrize("written", [b"\xa5\xa5", b"[["])
def test_moves_after_one_that_is_lost_do_not_come_back_which_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: bytes
) -> None:
    played = play(tmp_path, SEATED).moves(*HIT_BO, {"press": 1}, {"press": 2}, {"play": "red 3"})
    played.close()
    data = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(data.replace(b'{"press":2}', written + b'press":2}'))
    play(tmp_path).close()
    assert main(["restore", str(tmp_path / BROKEN)]) == 1
    told = capsys.readouterr()
    assert told.out == "Restored: 1 evening with 3 moves, and 0 presses.\n"
    assert told.err == "Of evening 1's 5 moves some are lost: it comes back as it was after move 3.\n"
    again = play(tmp_path)
    assert (again.line.up, again.line.hands["Bo"]) == ("Bo", 8)
    again.close()


def test_nothing_is_restored_while_a_launcher_runs(
    tmp_path: Path, sound: Sound, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / BROKEN).write_bytes(sound.file)
    lock = InstanceLock(tmp_path)
    lock.acquire()
    assert main(["restore", str(tmp_path / BROKEN)]) == 1
    assert "runs already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path.name != "lock"] == [BROKEN]
    lock.release()


@pytest.mark.parametrize("name", ["letter.txt", FILE_NAME, "letter.db.broken-1"])
def test_only_a_log_that_was_set_aside_is_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / name).write_bytes(b"")
    assert main(["restore", str(tmp_path / name)]) == 3
    assert capsys.readouterr().err == (
        f"{tmp_path / name} is no log that was set aside: those are called {FILE_NAME}.broken-1 and so on.\n"
    )


def test_an_earlier_evening_is_taken_up_by_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = play(tmp_path, SEATED).moves(*HIT_BO)
    played.close()
    play(tmp_path, SEATED).close()
    over = play(tmp_path, SEATED)
    over.moves(
        {"turn_up": "red 7"}, {"correct": {"Ann": 1}}, {"play": "red 3"}, {"points": {"Bo": 300, "Cy": 300}}
    )
    over.close()

    def resume(number: int) -> tuple[int, str]:
        status = main(["resume", str(number), "--state-dir", str(tmp_path)])
        told = capsys.readouterr()
        return status, told.out + told.err

    assert resume(1) == (0, "Evening 1 goes on with the next `uno-launcher run`.\n")
    again = play(tmp_path)
    assert same(again.line, played.line)
    again.close()
    assert resume(3) == (1, "Evening 3 is over: begin another with `uno-launcher run --table FILE`.\n")
    assert resume(4) == (1, "There is no evening 4: `uno-launcher games` lists them.\n")
    again = play(tmp_path)
    assert same(again.line, played.line)
    again.close()


# No room


@contextlib.contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """No file grows beyond the size that this one has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.contextmanager
def write_protected(store: Store) -> Iterator[None]:
    """The disk refuses to be written to, as after a fault of its own."""
    connection = store._writer._connection  # type: ignore[union-attr]
    connection.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        connection.execute("PRAGMA query_only = OFF")


@pytest.mark.parametrize("trouble", ["full", "protected"])
def test_an_evening_goes_on_without_a_disk_and_is_written_when_there_is_room_D4(
    tmp_path: Path, trouble: str
) -> None:
    here = tmp_path / "here"
    played = play(here, SEATED)
    rig = Rig(1, Exactly(2), store=played.store, referee=played.referee)
    rig.run_for(1.0)

    def move(line: dict[str, object]) -> None:
        told: list[Outcome] = []
        rig.control.handle(TableMove(parse_move(line), told.append), rig.now)
        assert told[0].refused is None

    for line in HIT_BO:
        move(line)
    durable = rig.control.snapshot.table
    disk = full_disk(here / f"{FILE_NAME}-wal") if trouble == "full" else write_protected(played.store)
    with disk:
        rig.press()
        rig.press()
        for number in range(20):
            move({"correct": {"Cy": 10 + number}})
        assert rig.control.snapshot.table.hands == {"Ann": 6, "Bo": 11, "Cy": 29}
        (problem,) = rig.control.snapshot.problems
        assert problem.startswith(f"Launches can't be written to the disk of {here / FILE_NAME} just now (")
        lost = play(killed(here, tmp_path / "pulled"))  # what would be left if the plug were pulled now
        assert same(lost.line, durable)
        lost.close()
    move({"play": "red 3"})
    assert rig.control.snapshot.problems == ()
    shown = rig.control.snapshot.table
    rig.close()
    played.close()
    again = play(here)
    assert same(again.line, shown)
    assert [launch.counted for launch in read_launches(here / FILE_NAME)] == [2, 2]
    again.close()


# Anything


@pytest.mark.parametrize("examples", [15, pytest.param(1000, marks=pytest.mark.long)])
def test_whatever_became_of_the_bytes_the_launcher_starts_and_deletes_nothing_D4(
    sound: Sound, examples: int
) -> None:
    places = st.tuples(st.sampled_from(["file", "wal"]), st.floats(0, 1), st.binary(min_size=1, max_size=60))
    cuts = st.tuples(st.sampled_from(["file", "wal"]), st.floats(0, 1), st.none())

    @settings(max_examples=examples, deadline=None, database=None)
    @given(st.lists(places | cuts, min_size=1, max_size=6))
    def any_damage(damage: list[tuple[str, float, bytes | None]]) -> None:
        files = {"file": sound.file, "wal": sound.wal}
        for which, where, written in damage:
            data = files[which]
            at = int(where * len(data))
            files[which] = data[:at] + (b"" if written is None else written + data[at + len(written) :])
        with tempfile.TemporaryDirectory(dir=MEMORY) as name:
            start_and_go_on(Path(name), sound, files["file"], files["wal"])

    any_damage()


def start_and_go_on(folder: Path, sound: Sound, file: bytes, wal: bytes) -> None:
    sound.write(folder, file, wal)
    played = play(folder)
    for problem in (*played.store.problems, *played.store.found):
        assert "\n" not in problem
        assert problem.endswith(".")
    if not played.store.durable:  # a newer program's, as far as anybody can tell
        assert (folder / FILE_NAME).read_bytes() == file
        return
    kept = folder / BROKEN
    if kept.exists():
        assert kept.read_bytes() == file
        assert not wal or (folder / f"{BROKEN}-wal").read_bytes() == wal
    else:
        assert played.store.problems == []
    outcome = played.referee.make(parse_move({"reloaded": 3}), 0.0)
    assert outcome.refused is None
    played.store.moved('{"reloaded":3}')
    assert played.store.flush(5.0)
    played.close()
    again = play(folder)
    assert same(again.line, played.line)
    again.close()
    if kept.exists() and salvaged(kept) is not None:
        restore(kept, folder / FILE_NAME)
        again = play(folder)
        assert again.store.problems == []
        again.close()
