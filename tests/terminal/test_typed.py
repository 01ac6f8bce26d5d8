"""Moves in words, as somebody types them after `:`."""

import contextlib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.errors import InputError
from uno_launcher.rules.moves import KINDS, Move
from uno_launcher.terminal.typed import EXAMPLES, typed

PLAYERS = ("Ann", "Bo", "Bea by the Sea", "2", "🦄🦄")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("press_was Bo", {"press_was": "Bo"}),
        ("press-was  Bo ", {"press_was": "Bo"}),
        ("came_out 3", {"came_out": 3}),
        ("turn Bea by the Sea", {"turn": "Bea by the Sea"}),
        ("correct Bo 5", {"correct": {"Bo": 5}}),
        ("points Bea by the Sea 57", {"points": {"Bea by the Sea": 57}}),
        ("hand Bo: red 7, wild", {"hand": {"Bo": ["red 7", "wild"]}}),
        ("hand Bo:", {"hand": {"Bo": []}}),
        ("play red hit-1 by Ann late", {"play": "red hit-1", "by": "Ann", "late": True}),
        ("play wild", {"play": "wild"}),
        ("catch Ann by Bo", {"catch": "Ann", "by": "Bo"}),
        ("stop by Bo", {"stop": True, "by": "Bo"}),
        ("choose red", {"choose": {"colour": "red"}}),
        ("choose red Bo", {"choose": {"colour": "red", "target": "Bo"}}),
        ("choose Bo", {"choose": {"target": "Bo"}}),
        ("reloaded", {"reloaded": True}),
        ("reloaded 60", {"reloaded": 60}),
        ("undo", {"undo": True}),
        ("mode toy", {"mode": "toy"}),
        ('{"play": "wild", "colour": "red", "by": "Ann"}', {"play": "wild", "colour": "red", "by": "Ann"}),
    ],
)
def test_a_move_in_words(text: str, move: dict[str, Any]) -> None:
    assert msgspec.to_builtins(typed(text, PLAYERS)) == move


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("bo", "Bo"),
        ("an", "Ann"),
        ("bea", "Bea by the Sea"),
        ("5", "🦄🦄"),
        ("2", "2"),
        ("b", "b"),
        ("9", "9"),
    ],
)
def test_a_name_may_be_cut_short_or_be_a_seat_unless_that_fits_two_or_none(name: str, who: str) -> None:
    assert msgspec.to_builtins(typed(f"turn {name}", PLAYERS)) == {"turn": who}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dance", "this is no move: a move has one of turn_up, play"),
        ("came_out many", "takes a whole number, not a text"),
        ("points Bo", "takes a whole number"),
        ('{"press_was": 1}', "takes a text"),
        ('{"turn": ', "this is no JSON"),
        ('{"press": 3}', "from the launcher's button alone"),
        ("press 3", "from the launcher's button alone"),
        ('{"failed_press": 3}', "from the launcher's button alone"),
    ],
)
def test_what_is_no_move_is_told_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        typed(text, PLAYERS)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_examples_on_the_screen_are_moves() -> None:
    for line in EXAMPLES:
        for example in line.split(" · "):
            assert isinstance(typed(example, ("Ann", "Bo")), Move)


@given(
    st.one_of(
        st.text(max_size=40),
        st.tuples(st.sampled_from(sorted(KINDS)), st.text(max_size=20)).map(" ".join),
        st.dictionaries(st.text(max_size=5) | st.sampled_from(sorted(KINDS)), st.integers()).map(
            lambda line: msgspec.json.encode(line).decode()
        ),
    )
)
def test_whatever_is_typed_is_a_move_or_a_sentence(text: str) -> None:
    with contextlib.suppress(InputError):
        assert isinstance(typed(text, PLAYERS), Move)
