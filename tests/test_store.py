"""The launch log: what is on record, and what becomes of it when file, disk or power fail."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from uno_launcher.errors import StoreError
from uno_launcher.launcher.effects import CardsCounted, PressAccepted, PressFinished
from uno_launcher.launcher.plan import Report
from uno_launcher.store import FILE_NAME, Launch, Store, read, schema
from uno_launcher.store import writer as writer_module

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / FILE_NAME


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[..., Store]]:
    """Opens the log, and closes it at the end of the test."""
    stores: list[Store] = []

    def _open(wall: Callable[[], float] = lambda: NOON) -> Store:
        stores.append(Store.open(path, wall))
        return stores[-1]

    yield _open
    for store in stores:
        store.close(5.0)


def dry(store: Store, number: int) -> None:
    store.accepted(PressAccepted(number, "fair", 0))
    store.finished(PressFinished(number, "fair", Report(0, 0, True, "done"), None))


def test_everything_about_a_press_is_on_record(opened, path):
    store = opened()
    store.accepted(PressAccepted(1, "wild", 3, 60, "reload"))
    store.counted(CardsCounted(1, 1))
    report = Report(
        3,
        4,
        False,
        "jam",
        card_out=True,
        doubles=1,
        slips=2,
        card_times_ms=(80, 130, 180),
        motor_ms=260,
        note="stuck",
    )
    store.finished(PressFinished(1, "wild", report, 55, -1, "4 came out instead of 3", "jammed"))
    assert store.flush(5.0)
    assert read(path) == [
        Launch(
            number=1,
            accepted_at="2026-05-01T12:00:00.000Z",
            clock_unset=False,
            profile="wild",
            ordered=3,
            counted=4,
            certain=False,
            ended="jam",
            note="stuck",
            state="jammed",
            difference="4 came out instead of 3",
            doubles=1,
            slips=2,
            card_times_ms=(80, 130, 180),
            motor_ms=260,
            hopper_before=60,
            hopper_from="reload",
            hopper=55,
            hopper_adjusted=-1,
            interrupted=False,
        )
    ]


def test_a_running_burst_shows_its_cards_so_far_and_not_what_was_ordered(opened, path):
    store = opened()
    store.accepted(PressAccepted(1, "fair", 7))
    store.counted(CardsCounted(1, 2))
    assert store.flush(5.0)
    (launch,) = read(path)
    assert (launch.ordered, launch.counted, launch.running) == (None, 2, True)


def test_what_was_ordered_is_nowhere_in_the_file_before_the_press_is_over(opened, path):
    store = opened()
    for number, cards in ((1, 7), (2, 0)):
        store.accepted(PressAccepted(number, "fair", cards))
    assert store.flush(5.0)
    with closing(sqlite3.connect(path)) as connection:
        first, second = connection.execute("SELECT * FROM launches").fetchall()
    assert first[1:] == second[1:]
    store.finished(PressFinished(1, "fair", Report(7, 7, True, "done"), None))
    assert store.flush(5.0)
    assert [launch.ordered for launch in read(path)] == [7, None]


def test_nobody_but_owner_and_group_may_read_the_log_or_what_belongs_to_it(opened, path):
    path.parent.mkdir()
    path.touch(0o666)
    path.chmod(0o644)
    store = opened()
    store.accepted(PressAccepted(1, "fair", 7))
    assert store.flush(5.0)
    modes = {file.name: oct(file.stat().st_mode & 0o777) for file in path.parent.iterdir()}
    assert modes == {FILE_NAME + part: "0o640" for part in ("", "-wal", "-shm")}


def test_a_new_log_is_made_with_the_same_rights(opened, path):
    opened()
    assert path.stat().st_mode & 0o007 == 0


def test_the_last_presses_are_read_oldest_first(opened, path):
    store = opened()
    for number in range(1, 6):
        dry(store, number)
    assert store.flush(5.0)
    assert [launch.number for launch in read(path, last=2)] == [4, 5]
    assert [launch.number for launch in read(path)] == [1, 2, 3, 4, 5]


def test_what_is_over_does_not_change_any_more(opened, path):
    store = opened()
    dry(store, 1)
    store.accepted(PressAccepted(1, "wild", 9))
    store.counted(CardsCounted(1, 9))
    store.finished(PressFinished(1, "wild", Report(9, 9, True, "done"), None))
    assert store.flush(5.0)
    (launch,) = read(path)
    assert (launch.profile, launch.ordered, launch.counted) == ("fair", 0, 0)


def test_numbers_and_the_hopper_go_on_over_a_restart(opened):
    store = opened()
    assert (store.next_number, store.hopper, store.interrupted) == (1, None, ())
    store.accepted(PressAccepted(1, "fair", 2, 60))
    store.finished(PressFinished(1, "fair", Report(2, 2, True, "done"), 58))
    assert store.close(5.0)
    store = opened()
    assert (store.next_number, store.hopper, store.interrupted) == (2, 58, ())
    assert store.problems == []


def test_a_press_that_a_power_cut_ended_comes_back_as_so_many_cards_or_more(opened, path):
    store = opened()
    dry(store, 1)
    store.accepted(PressAccepted(2, "fair", 5, 60))
    store.counted(CardsCounted(2, 3))
    store.close(5.0)
    store = opened()
    (launch,) = store.interrupted
    assert (launch.number, launch.ordered, launch.counted, launch.interrupted) == (2, None, 3, True)
    assert (launch.ended, launch.certain, launch.hopper) == ("", False, None)
    store.close(5.0)
    store = opened()
    assert store.interrupted == (launch,)  # until somebody says what it is to the table
    store.broke_off(2, None)
    store.close(5.0)
    assert read(path)[1] == launch
    assert opened().interrupted == ()


def test_the_end_of_a_press_and_what_it_is_to_the_table_are_one_commit(opened, monkeypatch):
    commits = []
    monkeypatch.setattr(writer_module.Writer, "put", lambda _, *statements: commits.append(len(statements)))
    store = opened()
    store.begin("{}")
    store.accepted(PressAccepted(1, "fair", 2))
    store.finished(PressFinished(1, "fair", Report(2, 2, True, "done"), None), '{"press":2}')
    store.broke_off(2, '{"failed_press":0}')
    assert commits == [1, 1, 2, 2]


def test_moves_that_belong_together_are_one_commit(opened, monkeypatch):
    store = opened()
    store.begin("{}")
    put = []
    monkeypatch.setattr(store._writer, "put", lambda *statements: put.append(len(statements)))
    store.moved('{"undo": true}', '{"came_out": 6}')
    assert put == [2]


def test_a_disk_that_hangs_is_said_to_until_it_goes_on(opened, path, monkeypatch):
    store = opened()
    goes_on = threading.Event()
    commit = writer_module.Writer._commit

    def hang(writer, batch):
        goes_on.wait(10.0)
        return commit(writer, batch)

    monkeypatch.setattr(writer_module.Writer, "_commit", hang)
    monkeypatch.setattr(writer_module, "STUCK_S", 0.2)
    store.begin("{}")
    assert store.problems == []
    assert not store.flush(0.3)
    (said,) = store.problems
    assert said.startswith(f"Launches can't be written to the disk of {path} just now (it doesn't answer): ")
    goes_on.set()
    assert store.flush(5.0)
    assert store.problems == []


def test_each_commit_is_on_the_disk_before_it_counts_D4(path):
    connection, *_ = schema.opened(path, lambda _: None)
    with closing(connection):
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


# The clock (D5)


def flags(path: Path) -> list[bool]:
    return [launch.clock_unset for launch in read(path)]


def test_a_clock_that_was_not_set_since_the_power_came_is_flagged_D5(opened, path):
    times = iter([0.0, 0.0, NOON, NOON - 59, NOON - 61, NOON + 1])
    store = opened(lambda: next(times))
    for number in range(1, 6):
        dry(store, number)
    assert store.flush(5.0)
    assert flags(path) == [True, False, False, True, False]
    assert read(path)[0].accepted_at == "1970-01-01T00:00:00.000Z"


@pytest.mark.parametrize("wall", [-1e12, 1e12, 1e300, float("inf"), float("nan")])
def test_a_clock_that_says_what_no_calendar_has_stops_nothing_D5(path, wall):
    store = Store.open(path, lambda: wall)
    store.accepted(PressAccepted(1, "fair", 0))
    store.begin("{}")
    assert store.close(5.0)
    assert [launch.accepted_at for launch in read(path)] == ["1970-01-01T00:00:00.000Z"]


def test_a_clock_behind_the_log_is_flagged_after_a_restart_too_D5(opened, path):
    store = opened()
    dry(store, 1)
    store.close(5.0)
    store = opened(lambda: NOON - 3600)
    dry(store, 2)
    assert store.flush(5.0)
    assert flags(path) == [False, True]


def test_one_row_from_far_in_the_future_does_not_make_today_look_unset_D5(opened, path):
    store = opened()
    dry(store, 1)
    store.close(5.0)
    for glitch in ("2999-01-01T00:00:00.000Z", "2026-05-02T13:00:00.000Z"):
        sql(path, f"UPDATE launches SET accepted_at = '{glitch}'")
        store = opened(lambda: NOON)
        dry(store, store.next_number)
        assert store.close(5.0)
    assert flags(path) == [False, False, False]


# Broken files (D4)


def fill(path: Path, presses: int = 200) -> None:
    store = Store.open(path)
    for number in range(1, presses + 1):
        dry(store, number)
    assert store.close(10.0)


def spoil(path: Path, how: str) -> None:
    match how:
        case "no database":
            path.write_bytes(b"launches, but scribbled " * 400)
        case "a page overwritten":
            data = bytearray(path.read_bytes())
            data[4096 + 8 : 4096 + 2000] = b"\xa5" * 1992
            path.write_bytes(data)
        case "the last page overwritten":
            data = bytearray(path.read_bytes())
            data[-4096:-3000] = b"\xa5" * 1096
            path.write_bytes(data)
        case "cut off":
            path.write_bytes(path.read_bytes()[:-6000])
        case "other tables":
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("DROP TABLE launches")
                connection.execute("CREATE TABLE lunches (number INTEGER)")
                connection.commit()


@pytest.mark.parametrize(
    "how", ["no database", "a page overwritten", "the last page overwritten", "cut off", "other tables"]
)
def test_a_broken_file_is_set_aside_and_a_new_log_begun_D4(opened, path, how):
    fill(path)
    spoil(path, how)
    broken = path.read_bytes()
    store = opened()
    kept = path.with_name(f"{FILE_NAME}.broken-1")
    (problem,) = store.problems
    assert problem.startswith("The launch log was damaged")
    assert str(kept) in problem
    assert kept.read_bytes() == broken or how == "other tables"
    assert store.next_number == 1
    dry(store, 1)
    assert store.flush(5.0)
    assert len(read(path)) == 1


def test_what_belongs_to_a_broken_file_is_set_aside_with_it_and_nothing_is_overwritten_D4(opened, path):
    path.parent.mkdir()
    for part in ("", "-wal", "-shm"):
        path.with_name(FILE_NAME + part).write_bytes(b"torn " * 1000)
    path.with_name(f"{FILE_NAME}.broken-1-wal").write_bytes(b"from before")
    store = opened()
    assert path.with_name(f"{FILE_NAME}.broken-2-shm").exists()  # holds nothing of its own
    for part in ("", "-wal"):
        assert path.with_name(f"{FILE_NAME}.broken-2{part}").read_bytes() == b"torn " * 1000
    assert path.with_name(f"{FILE_NAME}.broken-1-wal").read_bytes() == b"from before"
    dry(store, 1)
    assert store.flush(5.0)


def test_a_torn_journal_beside_a_sound_file_costs_the_last_commits_at_most_D4(opened, path):
    fill(path, 20)
    path.with_name(f"{FILE_NAME}-wal").write_bytes(os.urandom(9000))
    store = opened()
    assert (store.problems, store.next_number) == ([], 21)


def test_an_empty_file_is_a_log_that_has_not_begun(opened, path):
    path.parent.mkdir()
    path.touch()
    store = opened()
    assert (store.problems, store.next_number) == ([], 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("accepted_at", "'2O26-05-01T12:00:00.000Z'"),
        ("accepted_at", "'9'"),
        ("card_times_ms", "'12 x4'"),
        ("card_times_ms", "'" + "9" * 5000 + "'"),
        ("profile", "x'ff00fe'"),
        ("note", "CAST(x'ff00fe' AS TEXT)"),
        ("ended", "x'00'"),
        ("counted", "'many'"),
        ("hopper", "1.5"),
        ("certain", "7"),
        ("motor_ms", "x''"),
    ],
)
def test_a_garbled_row_costs_what_is_garbled_and_nothing_else(opened, path, field, value):
    fill(path, 3)
    for number in (2, 3):
        sql(path, f"UPDATE launches SET {field} = {value} WHERE number = {number}")
    found = read(path)
    assert [(launch.number, launch.broken) for launch in found] == [(1, ()), (2, (field,)), (3, (field,))]
    assert not any(launch.running for launch in found)
    store = opened()
    assert (store.problems, store.next_number) == ([], 4)
    dry(store, 4)
    assert store.flush(5.0)
    assert read(path)[3].broken == ()


def sql(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def test_an_interrupted_press_that_is_garbled_is_booked_as_what_can_be_read(opened, path):
    store = opened()
    store.accepted(PressAccepted(1, "fair", 5))
    store.counted(CardsCounted(1, 3))
    assert store.close(5.0)
    sql(path, "UPDATE launches SET accepted_at = x'00', profile = x'ff'")
    store = opened()
    assert store.problems == []
    (launch,) = store.interrupted
    assert (launch.counted, launch.interrupted, launch.broken) == (3, True, ("accepted_at", "profile"))


def test_whatever_bytes_a_log_holds_it_is_opened_and_read_or_refused_in_a_sentence_D4(path):
    fill(path, 60)
    store = Store.open(path)
    store.begin('{"box": "classic"}')
    store.moved('{"press": 2}')
    assert store.close(5.0)
    sound = path.read_bytes()
    chance = random.Random(4)
    for _ in range(100):
        data = bytearray(sound[: chance.choice([len(sound), chance.randrange(len(sound))])])
        for _ in range(chance.randrange(30)):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(data)
        with suppress(StoreError):
            read(path)
        store = Store.open(path)
        assert store.close(5.0)


# Versions


def test_an_older_file_is_brought_up_to_date_with_all_that_is_in_it(opened, path, monkeypatch):
    fill(path, 3)
    later = (*schema.MIGRATIONS, ("ALTER TABLE launches ADD COLUMN mood TEXT DEFAULT 'fine'",))
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    store = opened()
    assert (store.problems, store.next_number) == ([], 4)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(later),)
        assert connection.execute("SELECT DISTINCT mood FROM launches").fetchall() == [("fine",)]


def test_a_migration_is_done_in_full_or_not_at_all(path, monkeypatch):
    fill(path, 3)
    halfway = ("ALTER TABLE launches ADD COLUMN mood TEXT", "SELECT raise_an_error()")
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, halfway))
    with pytest.raises(sqlite3.OperationalError, match="raise_an_error"):
        schema._connected(path, lambda _: None)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS) - 1,)
        columns = [row[1] for row in connection.execute("PRAGMA table_info(launches)")]
    assert "mood" not in columns
    assert len(read(path)) == 3


def test_a_file_from_a_newer_program_is_left_alone(opened, path):
    fill(path, 3)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    store = opened()
    assert store.problems == [
        f"Launches aren't recorded, because {path} was written by a newer version of this program (format 99,"
        f" this one knows {len(schema.MIGRATIONS)}): update it, or choose another folder with --state-dir."
    ]
    dry(store, 1)
    assert not store.flush(5.0)
    assert len(read(path)) == 3


# No disk to write to


def nowhere(store: Store) -> str:
    """The sentence of a store that keeps nothing, after seeing that it takes everything all the same."""
    assert (store.next_number, store.hopper, store.interrupted) == (1, None, ())
    store.accepted(PressAccepted(1, "fair", 2))
    store.counted(CardsCounted(1, 1))
    store.finished(PressFinished(1, "fair", Report(2, 2, True, "done"), None))
    assert not store.flush(5.0)
    assert not store.durable
    assert not store.close()
    (problem,) = store.problems
    return problem


def test_a_folder_that_can_not_be_made_is_said_and_play_goes_on(tmp_path):
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "state" / FILE_NAME
    assert nowhere(Store.open(path)) == (
        f"Launches aren't recorded, because {path} can't be written (Not a directory): play goes on without;"
        " name a folder that can be written with --state-dir, or see to the disk, and start again."
    )


@pytest.mark.parametrize("part", ["", "-wal", "-shm"])
@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_is_said_and_play_goes_on(path, make, part):
    path.parent.mkdir()
    path.touch()
    odd = path.with_name(path.name + part)
    odd.unlink(missing_ok=True)
    make(odd)
    assert f"({odd.name} is no regular file)" in nowhere(Store.open(path))
    with pytest.raises(StoreError, match=rf"{odd.name} is no regular file\): see to it"):
        read(path)


def test_a_log_that_another_program_holds_is_said_and_play_goes_on(path, monkeypatch):
    monkeypatch.setattr(schema, "WAIT_S", 0.01)
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE held (by TEXT)")
        other.execute("BEGIN EXCLUSIVE")
        assert "(database is locked)" in nowhere(Store.open(path))
    assert [file.name for file in path.parent.iterdir() if "broken" in file.name] == []


NOBODY = 65534


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody who may not write")
def test_a_folder_of_somebody_else_can_be_read_but_not_written():
    with tempfile.TemporaryDirectory() as folder:  # unlike pytest's own, others may be let in
        Path(folder).chmod(0o755)
        path = Path(folder, FILE_NAME)
        fill(path, 3)
        assert as_nobody(f"print(*Store.open(Path({str(path)!r})).problems)") == (
            f"Launches aren't recorded, because {path} can't be written (attempt to write a readonly"
            " database): play goes on without; name a folder that can be written with --state-dir, or see to"
            " the disk, and start again.\n"
        )
        assert as_nobody(f"print(len(read(Path({str(path)!r}))))") == "3\n"
        assert list(path.parent.iterdir()) == [path]


def as_nobody(code: str) -> str:
    """What a program of a user without rights prints."""
    imports = "import os\nfrom pathlib import Path\nfrom uno_launcher.store import *"
    source = f"{imports}\nos.setuid({NOBODY})\n{code}"
    return subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True, timeout=30
    ).stdout


FILLING_UP = """
import resource, sys
from pathlib import Path
from uno_launcher.launcher.effects import PressAccepted, PressFinished
from uno_launcher.launcher.plan import Report
from uno_launcher.store import Store
store = Store.open(Path(sys.argv[1]))
def press(number):
    store.accepted(PressAccepted(number, "fair", 0))
    store.finished(PressFinished(number, "fair", Report(0, 0, True, "done", card_times_ms=(9,) * 999), None))
    return store.flush(10.0)
print(press(1), store.problems)
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (Path(sys.argv[1] + "-wal").stat().st_size, hard))
print(press(2), len(store.problems), store.problems[0])
print(press(3), len(store.problems))
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
print(press(4), store.problems, store.close(10.0))
"""


def test_a_disk_that_fills_up_is_said_and_what_happened_is_written_when_there_is_room_again(path):
    told = subprocess.run(
        [sys.executable, "-c", FILLING_UP, str(path)], capture_output=True, text=True, check=True, timeout=60
    ).stdout.splitlines()
    assert told[0] == "True []"
    assert told[1].startswith(f"False 1 Launches can't be written to the disk of {path} just now (")
    assert told[1].endswith("until then the last presses are only kept in memory.")
    assert told[2:] == ["False 1", "True [] True"]
    assert [launch.number for launch in read(path)] == [1, 2, 3, 4]


@pytest.mark.parametrize("another", [False, True])
def test_a_log_that_is_deleted_while_it_is_written_is_said(opened, path, another):
    store = opened()
    dry(store, 1)
    assert store.flush(5.0)
    shutil.rmtree(path.parent)
    if another:
        path.parent.mkdir()
        path.touch()
    dry(store, 2)
    assert not store.flush(5.0)
    assert (store.problems, store.durable) == (
        [f"The launch log {path} has gone, so nothing is recorded: start again to begin a new one."],
        False,
    )
    assert path.exists() == another


# The writer


class Disk:
    """Stands for a connection: keeps what was committed, waits while `stuck`, fails with `error`."""

    def __init__(self) -> None:
        self.committed: list[tuple[str, ...]] = []
        self.free = threading.Event()
        self.free.set()
        self.reached = threading.Event()
        self.error: Exception | None = None
        self.closed = False
        self._open: list[str] = []

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> None:
        if sql.startswith("BEGIN"):
            self._open = []
            self.reached.set()
            assert self.free.wait(10.0)
            if self.error is not None:
                raise self.error
        elif sql == "COMMIT":
            self.committed.append(tuple(self._open))
        else:
            self._open.append(sql.format(*values))

    def rollback(self) -> None:
        self._open = []

    def close(self) -> None:
        self.closed = True


def statement(text: str, replaces: object = None) -> writer_module.Statement:
    return writer_module.Statement(text, (), replaces)


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.free.set()


def test_nobody_waits_for_a_stuck_disk_and_counts_are_written_once(disk):
    disk.free.clear()
    writer = writer_module.Writer(disk)
    writer.put(statement("accepted 1"))
    assert disk.reached.wait(5.0)
    began = time.monotonic()
    for cards in range(1, 1001):
        writer.put(statement(f"counted {cards}", replaces=1))
    writer.put(statement("finished 1"))
    writer.put(statement("counted 1", replaces=2))
    assert time.monotonic() - began < 1.0
    assert not writer.flush(0.01)
    disk.free.set()
    assert writer.flush(5.0)
    assert disk.committed == [("accepted 1",), ("counted 1000", "finished 1", "counted 1")]
    assert writer.close(5.0)
    assert disk.closed


def test_what_fails_stays_in_its_order_and_is_written_with_the_next(disk):
    writer = writer_module.Writer(disk)
    disk.error = sqlite3.OperationalError("disk I/O error")
    for text in ("a", "b"):
        writer.put(statement(text))
        assert not writer.flush(5.0)
    assert writer.error is disk.error
    disk.error = None
    writer.put(statement("c"))
    assert writer.flush(5.0)
    assert (disk.committed, writer.error) == ([("a", "b", "c")], None)
    writer.close(5.0)


def test_what_fails_is_tried_again_although_nothing_new_comes(disk, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.01)
    writer = writer_module.Writer(disk)
    disk.error = sqlite3.OperationalError("disk I/O error")
    writer.put(statement("a"))
    assert not writer.flush(5.0)
    disk.error = None
    disk.reached.clear()
    assert disk.reached.wait(5.0)
    assert writer.close(5.0)
    assert disk.committed == [("a",)]


def test_whatever_a_disk_answers_the_thread_lives_on(disk):
    writer = writer_module.Writer(disk)
    disk.error = MemoryError("no memory")
    writer.put(statement("a"))
    assert not writer.flush(5.0)
    disk.error = None
    assert not writer.flush(0.0)
    writer.put(statement("b"))
    assert writer.flush(5.0)
    writer.close(5.0)


def test_memory_is_bounded_while_a_disk_fails_and_the_newest_are_kept(disk, monkeypatch):
    monkeypatch.setattr(writer_module, "MOST", 3)
    writer = writer_module.Writer(disk)
    disk.error = sqlite3.OperationalError("disk I/O error")
    for number in range(10):
        writer.put(statement(str(number)))
        writer.flush(5.0)
    disk.error = None
    assert writer.close(5.0)
    assert disk.committed == [("7", "8", "9")]


def test_closing_does_not_wait_for_a_disk_that_hangs(disk):
    disk.free.clear()
    writer = writer_module.Writer(disk)
    writer.put(statement("a"))
    assert disk.reached.wait(5.0)
    assert not writer.close(0.01)


def test_a_log_that_another_program_locks_for_a_while_loses_nothing(opened, path, monkeypatch):
    monkeypatch.setattr(schema, "WAIT_S", 0.01)
    store = opened()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        dry(store, 1)
        assert not store.flush(5.0)
        assert "(database is locked)" in store.problems[0]
        other.execute("ROLLBACK")
    dry(store, 2)
    assert store.flush(5.0)
    assert (len(read(path)), store.problems) == (2, [])


# Reading


def test_reading_changes_nothing_while_a_burst_runs(opened, path):
    store = opened()
    store.accepted(PressAccepted(1, "fair", 3))
    assert store.flush(5.0)
    assert read(path)[0].running
    store.finished(PressFinished(1, "fair", Report(3, 3, True, "done"), None))
    assert store.flush(5.0)
    assert read(path)[0].ended == "done"


def test_without_a_log_there_is_a_sentence(path):
    with pytest.raises(StoreError) as caught:
        read(path)
    assert str(caught.value) == (
        f"There is no launch log in {path.parent} yet: it begins with the first `uno-launcher run`; name the"
        " folder with --state-dir if that one keeps its log elsewhere."
    )


def test_a_broken_log_is_a_sentence_and_stays_where_it_is(path):
    fill(path, 3)
    spoil(path, "no database")
    with pytest.raises(StoreError) as caught:
        read(path)
    assert str(caught.value) == (
        f"The launch log {path} can't be read (file is not a database): the next `uno-launcher run` checks"
        " it, and sets it aside if it's damaged."
    )
    assert path.exists()


def test_a_log_that_another_program_keeps_to_itself_is_a_sentence_and_not_an_old_state(path, monkeypatch):
    monkeypatch.setattr(schema, "WAIT_S", 0.01)
    fill(path, 3)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("DELETE FROM launches")
        with pytest.raises(StoreError, match="database is locked"):
            read(path)


# The plug


PLAYING = """
import sys, time
from pathlib import Path
from uno_launcher.launcher.effects import CardsCounted, PressAccepted, PressFinished
from uno_launcher.launcher.plan import Report
from uno_launcher.store import Store
store = Store.open(Path(sys.argv[1]))
def say(*words): print(*words, time.monotonic(), flush=True)
for number in range(store.next_number, store.next_number + 100_000):
    store.accepted(PressAccepted(number, "fair", 9))
    assert store.flush(10.0)
    say("accepted", number)
    for cards in range(1, 10):
        store.counted(CardsCounted(number, cards))
        say("counted", number, cards)
        time.sleep(0.005)
    store.finished(PressFinished(number, "fair", Report(9, 9, True, "done"), None))
    assert store.flush(10.0)
    say("finished", number)
"""


def kill_while_playing(path: Path, lines: int) -> tuple[list[list[str]], float]:
    """Play until so many lines were told, then kill. All lines, and when it was killed."""
    child = subprocess.Popen(
        [sys.executable, "-c", PLAYING, str(path)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    with child:
        told = [child.stdout.readline() for _ in range(lines)]
        killed = time.monotonic()
        child.kill()
        told += child.stdout.readlines()
    return [line.split() for line in told if line.endswith("\n")], killed


def play_and_pull_the_plug(path: Path, times: int) -> None:
    for line in (1 + 37 * time_ % 50 for time_ in range(times)):
        told, killed = kill_while_playing(path, line)
        on_record = {launch.number: launch for launch in read(path)}
        for kind, number, *rest in told:
            launch = on_record[int(number)]
            if kind == "finished":
                assert launch.ended == "done"
            if kind == "counted" and float(rest[1]) < killed - 0.1:
                assert launch.counted >= int(rest[0])
        store = Store.open(path)
        assert store.problems == []
        last = max(on_record)
        assert [launch.number for launch in store.interrupted] == [
            number for number in (last,) if on_record[number].running
        ]
        assert store.next_number == last + 1
        for launch in store.interrupted:
            store.broke_off(launch.number, None)
        assert store.close(5.0)


def test_no_press_is_lost_when_the_plug_is_pulled_and_counts_lag_a_tenth_of_a_second_D4(path):
    play_and_pull_the_plug(path, 5)


@pytest.mark.long
def test_no_press_is_lost_however_often_the_plug_is_pulled_D4(path):
    play_and_pull_the_plug(path, 200)
