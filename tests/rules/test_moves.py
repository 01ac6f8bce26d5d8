"""What is a move at all, and JSON out and in again."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.errors import InputError
from uno_launcher.rules.moves import KINDS, Play, Press, Reloaded, parse_move
from uno_launcher.rules.wire import parse_json


def mistake(line):
    with pytest.raises(InputError) as caught:
        parse_move(line)
    assert caught.value.status == 3
    return str(caught.value)


EVERY = [
    {"turn_up": "red hit-2"},
    {"play": "red hit-1", "by": "Ann"},
    {"play": "wild", "by": "Ann", "colour": "red", "target": "Bo", "discards": 2, "uno": True, "late": True},
    {"choose": {"colour": "blue", "target": "Bo"}, "by": "Ann"},
    {"press": 3, "by": "Cy"},
    {"press": 0},
    {"failed_press": 0, "by": "Cy"},
    {"stop": True, "by": "Cy"},
    {"uno": "Ann"},
    {"catch": "Ann", "by": "Bo"},
    {"suggested": "Bo"},
    {"reloaded": 60},
    {"reloaded": True},
    {"hand": {"Bo": ["red 7", "wild"]}},
    {"points": {"Bo": 57}},
    {"came_out": 3},
    {"press_was": "Bo"},
    {"turn": "Cy"},
    {"correct": {"Bo": 5}},
    {"mode": "stack"},
    {"next_round": True},
    {"undo": True},
]


@pytest.mark.parametrize("line", EVERY, ids=str)
def test_every_move_is_read_and_written_as_it_stands(line):
    move = parse_move(line)
    assert msgspec.json.decode(msgspec.json.encode(move)) == line
    assert parse_move(msgspec.to_builtins(move)) == move


def test_every_kind_of_move_is_shown_above():
    assert {next(key for key in line if key in KINDS) for line in EVERY} == set(KINDS)


TAKES = {
    **dict.fromkeys(("turn_up", "play", "uno", "catch", "suggested", "press_was", "turn", "mode"), (str,)),
    **dict.fromkeys(("press", "failed_press", "came_out"), (int,)),
    **dict.fromkeys(("stop", "next_round", "undo"), (bool,)),
    "reloaded": (int, bool),
}
"""What stands for itself as a value; the other kinds take a group of keys."""


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("value", [None, 1.5, 3.0, [1], [], "x" * 3, -1, True, {"a": 1.5}], ids=str)
def test_a_wrong_json_type_is_no_move(key, value):
    if type(value) in TAKES.get(key, ()):
        parse_move({key: value})
    else:
        assert mistake({key: value}).startswith("this move")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"press": 3.0}, 'this move: "press" takes a whole number, not a number with a fraction'),
        ({"press": True}, 'this move: "press" takes a whole number, not true or false'),
        ({"press": 1, "by": 3}, 'this move: "by" takes a text or null, not a whole number'),
        ({"press": 1, "colour": "red"}, 'this move has no key "colour"'),
        ({"play": "wild", "uno": "Ann"}, 'this move: "uno" takes true or false, not a text'),
        (
            {"play": "wild", "discards": 1.0},
            'this move: "discards" takes a whole number, not a number with a fraction',
        ),
        (
            {"reloaded": 1.5},
            'this move: "reloaded" takes true or false or a whole number, not a number with a fraction',
        ),
        ({"hand": {"Bo": [7]}}, 'this move: "hand[0]" takes a text, not a whole number'),
        ({"correct": {"Bo": True}}, 'this move: "correct" takes a whole number, not true or false'),
        ({"choose": {"card": "red"}}, 'this move has no key "choose.card"'),
        ({"choose": "red"}, 'this move: "choose" takes a group of keys, not a text'),
        ({"undo": False}, 'this move: "undo" can\'t be false'),
        ({"stop": False}, 'this move: "stop" can\'t be false'),
        ({"next_round": False}, 'this move: "next_round" can\'t be false'),
        ({"reloaded": False}, 'this move: "reloaded" can\'t be false'),
        ({"press": 1, "play": "wild"}, "these are two moves in one line: press and play"),
        ({"uno": "Ann", "catch": "Ann"}, "these are two moves in one line: uno and catch"),
        ({"play": "wild", "uno": True, "stop": True}, "these are two moves in one line: play and stop"),
        ([], 'a move is a JSON object like {"press": 3, "by": "Cy"}'),
        ("press", 'a move is a JSON object like {"press": 3, "by": "Cy"}'),
        (None, 'a move is a JSON object like {"press": 3, "by": "Cy"}'),
    ],
    ids=str,
)
def test_a_line_that_is_no_move_says_why(line, said):
    assert mistake(line) == said


@pytest.mark.parametrize("line", [{}, {"by": "Ann"}, {"pres": 1}, {"target": "Bo"}], ids=str)
def test_no_kind_of_move_is_no_move(line):
    assert mistake(line).startswith("this is no move: a move has one of turn_up, play, ")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"red 7",
        b"{'press': 1}",
        b'{"press": NaN}',
        b'{"press": 1e999}',
        b'{"a":"\xff"}',
        b'"\\ud800"',
        b"[" * 100_000,
        b'{"press": 1} x',
        b"\x00",
    ],
    ids=repr,
)
def test_what_is_no_json_says_so(line):
    with pytest.raises(InputError, match=r"^this is no JSON \("):
        parse_json(line)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KINDS, "by", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON)
def test_any_json_is_a_move_or_one_sentence(line):
    said = ""
    try:
        move = parse_move(json.loads(json.dumps(line)))
    except InputError as error:
        said = str(error)
    assert len(said.splitlines()) == (1 if said else 0)
    assert said or parse_move(msgspec.to_builtins(move)) == move


def test_moves_are_values():
    assert Press(press=1) == parse_move({"press": 1, "by": None})
    assert Play(play="wild") == parse_move({"play": "wild", "late": False})
    assert Reloaded(reloaded=True) != Reloaded(reloaded=2)


@pytest.mark.parametrize(
    "move",
    [
        {"uno": "\x1b]0;else\x07"},
        {"play": "red 7\nready"},
        {"play": "wild", "colour": "\u202eder"},
        {"hand": {"Bo": ["red 7", "\r"]}},
        {"points": {"\x00": 5}},
    ],
)
def test_what_would_do_something_to_a_terminal_is_no_move(move):
    assert mistake(move) == "this move: a text has control characters or line breaks: leave them out"


def test_a_text_that_is_too_long_is_no_move():
    assert mistake({"uno": "a" * 101}) == "this move: a text has 101 characters, more than the 100 that fit"
    assert parse_move({"uno": "a" * 100}).uno == "a" * 100
