"""Moves that come from a broker: what is taken, and every sentence about what isn't."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.daemon.orders import Seen
from uno_launcher.errors import InputError
from uno_launcher.mqtt.commands import LONGEST, read_command
from uno_launcher.rules.moves import KINDS, FailedPress, Play, Press


def refusal(payload: bytes | str, *, retained: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        read_command(payload.encode() if isinstance(payload, str) else payload, retained=retained)
    return str(caught.value)


def test_a_move_is_what_phones_send() -> None:
    command = read_command(b'{"play": "hit-2", "by": "Ann", "seen": 12, "evening": 3}', retained=False)
    assert command == (Play(play="hit-2", by="Ann"), Seen(3, 12))


def test_a_move_need_not_say_what_was_seen() -> None:
    assert read_command(b'{"play": "hit-2"}', retained=False).seen is None
    assert read_command(b'{"play": "hit-2", "evening": null}', retained=False).seen is None
    assert read_command(b'{"play": "hit-2", "seen": 0}', retained=False).seen == Seen(None, 0)


@pytest.mark.parametrize("move", ['{"press": 3}', '{"press": 0, "by": "Ann"}', '{"failed_press": 1}'])
def test_a_broker_cant_press(move: str) -> None:
    assert refusal(move) == (
        "A broker can't press: press the launcher's button, or without one type presses on the page."
    )


def test_a_retained_move_is_ignored() -> None:
    assert refusal('{"play": "hit-2"}', retained=True) == (
        "A retained move would be made again and again: publish it without the retain flag."
    )


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (b"", "this is no JSON"),
        (b"\xff\xfe", "this is no JSON"),
        (b"[" * 4000, "this is no JSON"),
        (b"press", "this is no JSON"),
        (b"[1]", "a move is a JSON object"),
        (b'"press"', "a move is a JSON object"),
        (b"{}", "this is no move"),
        (b'{"fire": 3}', "this is no move"),
        (b'{"play": "hit-2", "fire": 3}', 'this move has no key "fire"'),
        (b'{"play": 2}', 'this move: "play" takes a text'),
        (b'{"undo": true, "seen": "1"}', '"seen" takes the number that stands in the state'),
        (b'{"undo": true, "evening": 3}', '"evening" goes with "seen": send both, or neither'),
        (b'{"undo": true, "seen": true}', '"seen" takes the number that stands in the state'),
        (b'{"undo": true, "seen": 1, "evening": 1.5}', '"evening" takes the number that stands in the state'),
        (
            b'{"play": "' + b"x" * LONGEST + b'"}',
            f"This is too long for a move: {LONGEST} bytes are the most",
        ),
    ],
)
def test_what_is_no_move_is_said(payload: bytes, said: str) -> None:
    assert refusal(payload).startswith(said)


@given(
    st.one_of(
        st.binary(max_size=200),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from([*KINDS, "by", "seen", "evening", "colour"]), inner, max_size=4
                )
            ),
            max_leaves=10,
        ).map(lambda value: json.dumps(value).encode()),
    )
)
def test_whatever_comes_is_a_move_that_isnt_a_press_or_a_sentence(payload: bytes) -> None:
    try:
        move = read_command(payload, retained=False).move
    except InputError as error:
        refused = str(error)
        assert refused
        return
    assert not isinstance(move, Press | FailedPress)
