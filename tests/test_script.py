"""Scripts for the simulation: what they say, and every mistake in them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.errors import InputError
from uno_launcher.script import Step, read

FAULTS = frozenset({"jam", "slip"})


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> pytest.TempPathFactory:
    return tmp_path_factory


def written(folder: Path, text: str) -> Path:
    path = folder / "evening.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_script_is_a_list_of_times_and_actions(tmp_path: Path) -> None:
    text = "# an evening\n0.5 press\n\n3 fault jam  # gets stuck\n6 reload 60\n9 end\n"
    assert read(written(tmp_path, text), FAULTS) == (
        Step(0.5, "press"),
        Step(3.0, "fault", "jam"),
        Step(6.0, "reload", "60"),
        Step(9.0, "end"),
    )


def test_a_move_is_json_as_in_table_replay_and_names_in_it_are_free(tmp_path: Path) -> None:
    text = '1 move  {"uno": "C#  move"}  # called\n2 move {"undo": true}# oh\n3 end'
    assert read(written(tmp_path, text), FAULTS) == (
        Step(1.0, "move", '{"uno": "C#  move"}'),
        Step(2.0, "move", '{"undo": true}'),
        Step(3.0, "end"),
    )


def test_an_extra_button_is_pressed_by_its_name(tmp_path: Path) -> None:
    steps = read(written(tmp_path, "1 button plus_one\n2 button attack # laid\n"), FAULTS)
    assert steps[:2] == (Step(1.0, "button", "plus_one"), Step(2.0, "button", "attack"))


def test_a_script_without_end_ends_two_seconds_after_its_last_line(tmp_path: Path) -> None:
    assert read(written(tmp_path, "1 press\n"), FAULTS)[-1] == Step(3.0, "end")


def test_an_empty_script_ends_by_itself(tmp_path: Path) -> None:
    assert read(written(tmp_path, ""), FAULTS) == (Step(2.0, "end"),)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("soon press", "'soon' is no number of seconds"),
        ("nan press", "is not between 0 and"),
        ("-1 press", "is not between 0 and"),
        ("1e9 press", "is not between 0 and"),
        ("1", "no action"),
        ("1 pres", "'pres' is no action; use one of press, open-lid"),
        ("1 fault flood", "fault wants one of jam, slip"),
        ("1 mend", "mend wants one of jam, slip"),
        ("1 reload", "reload wants a number of cards from 0 to 112"),
        ("1 reload 113", "reload wants a number of cards from 0 to 112"),
        ("1 reload -3", "reload wants a number of cards from 0 to 112"),
        ("1 press hard", "press takes nothing after it"),
        ("1 button", "button wants one of plus_one, hit_1, hit_2, attack, stop"),
        ("1 button hit-1", "button wants one of plus_one, hit_1, hit_2, attack, stop"),
        ("1 move", "this is no JSON"),
        ("1 move {press: 1}", "this is no JSON"),
        ('1 move {"dance": 1}', "this is no move: a move has one of turn_up"),
        ('1 move {"press": "much"}', 'this move: "press" takes a whole number, not a text'),
        ('1 move {"undo": true} and more', "this is no JSON"),
        ("0.1 press", "its time 0.1 is before the line above, 0.5"),
    ],
)
def test_a_wrong_line_is_named_with_its_reason(tmp_path: Path, line: str, reason: str) -> None:
    path = written(tmp_path, f"0.5 press\n{line}\n")
    with pytest.raises(InputError) as caught:
        read(path, FAULTS)
    (mistake,) = caught.value.mistakes
    assert mistake.startswith(f"{path} line 2: ")
    assert reason in mistake


def test_all_mistakes_are_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(written(tmp_path, "x press\n1 dance\n2 press\n"), FAULTS)
    assert [mistake.split(": ")[0].rsplit(" ", 1)[1] for mistake in caught.value.mistakes] == ["1", "2"]


def test_a_file_that_is_no_text_or_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "nowhere.txt", FAULTS)
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="no UTF-8 text"):
        read(tmp_path / "noise", FAULTS)


@given(st.text())
def test_any_text_is_a_script_or_a_list_of_mistakes(folders: pytest.TempPathFactory, text: str) -> None:
    path = folders.mktemp("script") / "any.txt"
    path.write_text(text, encoding="utf-8", errors="ignore")
    mistakes: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    try:
        steps = read(path, FAULTS)
    except InputError as error:
        mistakes = error.mistakes
    assert bool(mistakes) != bool(steps)
    assert mistakes or any(step.action == "end" for step in steps)
    assert [step.at for step in steps] == sorted(step.at for step in steps)


def test_a_script_with_a_byte_order_mark_and_windows_line_ends_is_read(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_bytes(b"\xef\xbb\xbf1 press\r\n2 end\r\n")
    assert read(path, FAULTS) == (Step(1.0, "press"), Step(2.0, "end"))


def test_a_number_without_end_is_a_number_of_cards_that_is_too_large(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="reload wants a number of cards from 0 to 112"):
        read(written(tmp_path, f"1 reload {'9' * 5000}"), FAULTS)


def test_a_control_character_begins_no_line(tmp_path: Path) -> None:
    assert read(written(tmp_path, "1 press # a\x0bb\x1cc\n2 end"), FAULTS)[-1] == Step(2.0, "end")
