"""`log`: the launch log for people and as a data set."""

import csv
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from uno_launcher.cli.log import COLUMNS, DOCUMENTATION
from uno_launcher.launcher.effects import CardsCounted, PressAccepted, PressFinished
from uno_launcher.launcher.plan import Report
from uno_launcher.store import FILE_NAME, SIMULATED_FILE_NAME, Store

AT = 1_777_636_800.25  # 2026-05-01 12:00:00.25 UTC


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state folder with a launch, a dry press, a jam, an interrupted press and one that runs."""
    folder = tmp_path / "elsewhere"
    times = iter([AT, AT, AT + 60, 0.0, AT + 120, AT + 180])
    store = Store.open(folder / FILE_NAME, lambda: next(times))
    store.accepted(PressAccepted(1, "fair", 3, 60, "start"))
    report = Report(3, 3, True, "done", card_times_ms=(81, 130, 182), motor_ms=210)
    store.finished(PressFinished(1, "fair", report, 57))
    store.accepted(PressAccepted(2, "fair", 0, 57))
    store.finished(PressFinished(2, "fair", Report(0, 0, True, "done"), 57))
    store.accepted(PressAccepted(3, 'my "own", wild', 5, None, "lid", 5))
    report = Report(
        5, 2, False, "jam", doubles=1, slips=4, card_times_ms=(80, 170), motor_ms=900, note="stuck"
    )
    difference = "2 of 5 came out: a card got stuck"
    store.finished(PressFinished(3, 'my "own", wild', report, None, 0, difference, "jammed"))
    store.accepted(PressAccepted(4, "fair", 4, 30))
    store.counted(CardsCounted(4, 2))
    store.close(5.0)
    store = Store.open(folder / FILE_NAME, lambda: AT + 180)
    store.broke_off(4, None)
    store.accepted(PressAccepted(5, "fair", 9))
    store.counted(CardsCounted(5, 1))
    store.close(5.0)
    return folder


def test_csv_is_a_data_set_by_rfc_4180_without_the_press_that_still_runs(call, state):
    result = call("log", "--csv", "--state-dir", state)
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        "press,accepted_at,clock_unset,profile,ordered,at_most,counted,certain,ended,note,state,doubles,slips,"
        "card_times_ms,motor_ms,hopper_before,hopper_from,hopper_after,hopper_adjusted,interrupted,difference\r\n"
        "1,2026-05-01T12:00:00.250Z,0,fair,3,,3,1,done,,ready,0,0,81 130 182,210,60,start,57,0,0,\r\n"
        "2,2026-05-01T12:01:00.250Z,0,fair,0,,0,1,done,,ready,0,0,,0,57,counting,57,0,0,\r\n"
        '3,1970-01-01T00:00:00.000Z,1,"my ""own"", wild",5,5,2,0,jam,stuck,jammed,1,4,80 170,900,,lid,,0,0,'
        "2 of 5 came out: a card got stuck\r\n"
        "4,2026-05-01T12:02:00.250Z,0,fair,,,2,,,,,,,,,30,counting,,,1,the power or the program went off\r\n"
    )


def test_csv_comes_back_as_it_went_in(call, state):
    rows = list(csv.DictReader(io.StringIO(call("log", "--csv", "--state-dir", state).out)))
    assert [row["profile"] for row in rows] == ["fair", "fair", 'my "own", wild', "fair"]


def test_every_column_is_documented_in_the_help(call):
    result = call("log", "--help")
    assert result.status == 0
    for column in COLUMNS:
        assert f"{column.name:<16} {column.meaning}" in DOCUMENTATION
        assert f"  {column.name:<16} {column.meaning}\n" in result.out


def test_the_table_says_what_came_out_and_how_it_ended(call, state, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    result = call("log", "--state-dir", state)
    assert (result.status, result.err) == (0, "")
    rows = [" ".join(line.split()) for line in result.out.splitlines()]
    assert rows[1:] == [
        "Press Time (UTC) Profile Cards Hopper How it ended",
        rows[2],
        "1 2026-05-01 12:00 fair 3 57 done",
        "2 2026-05-01 12:01 fair dry 57 done",
        '3 1970-01-01 00:00 ? my "own", wild 2 or so 2 of 5 came out: a card got stuck',
        "4 2026-05-01 12:02 fair 2 or more interrupted",
        "5 2026-05-01 12:03 fair 1 or more not over",
        "",
        "? the clock looked as if it hadn't been set yet",
    ]


def test_what_a_running_burst_will_bring_stands_nowhere(call, state):
    for words in (["log"], ["log", "--csv"]):
        assert "9" not in call(*words, "--last", 1, "--state-dir", state).out.replace("1970", "")


@pytest.mark.parametrize("words", [[], ["--csv"]])
def test_the_last_presses_only(call, state, words):
    out = call("log", *words, "--last", 2, "--state-dir", state).out
    assert "12:02" in out
    assert "12:01" not in out


def test_the_table_stays_short_where_nobody_says_how_long(call, tmp_path):
    store = Store.open(tmp_path / FILE_NAME)
    for number in range(1, 31):
        store.accepted(PressAccepted(number, "fair", 0))
        store.finished(PressFinished(number, "fair", Report(0, 0, True, "done"), None))
    store.close(5.0)
    assert call("log", "--state-dir", tmp_path).out.count("dry") == 20
    assert call("log", "--last", 30, "--state-dir", tmp_path).out.count("dry") == 30
    assert call("log", "--csv", "--state-dir", tmp_path).out.count("\r\n") == 31


def test_without_a_log_a_sentence_says_where_it_was_looked_for(call, tmp_path):
    result = call("log")
    folder = tmp_path / "state" / "uno-launcher"
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"There is no launch log in {folder} yet")


def test_what_a_simulation_launched_stands_apart_D7(call, state):
    Store.open(state / SIMULATED_FILE_NAME).close()
    real = call("log", "--csv", "--state-dir", state)
    assert (real.out.count("\r\n"), real.err) == (5, "")
    simulated = call("log", "--csv", "--simulated", "--state-dir", state)
    assert (simulated.out.count("\r\n"), simulated.err) == (1, "SIMULATED: no card of these ever moved.\n")
    (state / FILE_NAME).unlink()
    assert call("log", "--csv", "--state-dir", state) == simulated  # better than nothing, and said


@pytest.mark.parametrize("number", ["0", "-3", "many"])
def test_a_number_of_presses_below_one_is_refused(call, number):
    result = call("log", "--last", number)
    assert (result.status, result.out) == (2, "")
    assert "--last" in result.err


def test_a_garbled_press_is_shown_as_far_as_it_can_be_read_and_named(call, state):
    with closing(sqlite3.connect(state / FILE_NAME)) as connection:
        connection.execute("UPDATE launches SET accepted_at = 'x', counted = x'00' WHERE number = 1")
        connection.execute("UPDATE launches SET profile = CAST(x'ff' AS TEXT) WHERE number = 2")
        connection.commit()
    for form in ((), ("--csv",)):
        result = call("log", "--state-dir", state, *form)
        assert result.status == 1
        assert result.err == (
            "Press 1 is damaged in the log: its counted, accepted_at can't be read and are left out.\n"
            "Press 2 is damaged in the log: its profile can't be read and is left out.\n"
        )
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [(row["accepted_at"][:4], row["profile"], row["counted"]) for row in rows[:2]] == [
        ("", "fair", ""),
        ("2026", "", "0"),
    ]
    assert len(rows) == 4


def test_a_log_in_which_nothing_happened_does_not_hide_the_simulations(call, tmp_path):
    for name, presses in ((FILE_NAME, 0), (SIMULATED_FILE_NAME, 1)):
        store = Store.open(tmp_path / name)
        store.begin('{"box":"attack-2005","players":[]}')  # as a launcher without hardware leaves it
        if presses:
            store.accepted(PressAccepted(1, "fair", 0))
            store.finished(PressFinished(1, "fair", Report(0, 0, True, "done"), None))
        assert store.close(5.0)
    result = call("log", "--state-dir", tmp_path)
    assert result.err.startswith("SIMULATED")
    assert "dry" in result.out
