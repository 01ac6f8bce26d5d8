"""Five starts in ten minutes that came to nothing are enough; being killed in the middle of play is none."""

from pathlib import Path

import pytest

from uno_launcher.service.starts import FILE, KILLED, MOST, WITHIN_S, Starts


def failed(folder: Path, times: int, first: float = 100.0, every: float = 10.0, boot: str = "a") -> float:
    """So many starts that end; returns when the next one would come."""
    for number in range(times):
        Starts(folder, boot, first + number * every).failed(f"reason {number}")
    return first + times * every


def test_the_sixth_start_after_five_failures_tries_no_more_and_knows_why(tmp_path: Path) -> None:
    now = failed(tmp_path, MOST - 1)
    assert not Starts(tmp_path, "a", now).too_many  # it is killed without a word
    starts = Starts(tmp_path, "a", now + 1)
    assert starts.too_many
    assert starts.why == KILLED


def test_the_last_ones_reason_is_told(tmp_path: Path) -> None:
    assert Starts(tmp_path, "a", failed(tmp_path, 5)).why == "reason 4"


def test_a_start_that_became_ready_wipes_the_slate(tmp_path: Path) -> None:
    now = failed(tmp_path, MOST)
    Starts(tmp_path, "a", now).ready()
    assert not Starts(tmp_path, "a", now + 1).too_many
    assert not (tmp_path / f"{FILE}.new").exists()


def test_kills_in_the_middle_of_play_dont_count(tmp_path: Path) -> None:
    for number in range(20):
        Starts(tmp_path, "a", number).ready()
    assert not Starts(tmp_path, "a", 21).too_many


def test_what_goes_wrong_after_it_was_ready_doesnt_count_either(tmp_path: Path) -> None:
    for number in range(20):
        starts = Starts(tmp_path, "a", number)
        starts.ready()
        starts.failed("a bug")
    assert not Starts(tmp_path, "a", 21).too_many


def test_ten_minutes_are_the_limit_and_not_one_second_more(tmp_path: Path) -> None:
    failed(tmp_path, MOST, first=0.0, every=0.0)
    assert Starts(tmp_path, "a", WITHIN_S).too_many
    failed(tmp_path / "later", 0)
    (tmp_path / "b").mkdir()
    failed(tmp_path / "b", MOST, first=0.0, every=0.0)
    assert not Starts(tmp_path / "b", "a", WITHIN_S + 0.1).too_many


def test_another_boot_begins_anew_whatever_its_clock_says_d5(tmp_path: Path) -> None:
    now = failed(tmp_path, MOST)
    assert not Starts(tmp_path, "another", now).too_many


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"boot": "a"}', '{"boot": "a", "starts": [{"at": "x"}]}', "\0\xff", "[" * 999],
)
def test_a_broken_file_is_no_reason_not_to_start(content: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(content)
    assert not Starts(tmp_path, "a", 0.0).too_many
    assert not Starts(tmp_path, "a", 1.0).too_many


def test_where_nothing_can_be_written_nothing_is_counted(tmp_path: Path) -> None:
    for folder in (None, tmp_path / "missing"):
        for number in range(2 * MOST):
            starts = Starts(folder, "a", number)
            starts.failed("why")
            assert not starts.too_many
        starts.ready()


def test_the_file_doesnt_grow(tmp_path: Path) -> None:
    failed(tmp_path, 100, every=0.1)
    assert (tmp_path / FILE).stat().st_size < 2000
