"""Rule 8.2: boxes of one's own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.evening import RED_7, line_of, owed, play, press, setup_of, told
from uno_launcher.errors import InputError
from uno_launcher.rules import boxfile
from uno_launcher.rules.boxfile import read_box
from uno_launcher.rules.cards import Effect
from uno_launcher.rules.setup import read_setup
from uno_launcher.rules.table import Table

KITCHEN = """\
name = "kitchen"
cards = 95

[rules]
stacking = true
suggestion_penalty = 1

[numbers]
0 = 1
7 = 9

[[card]]
name = "hit-3"
per_colour = 2
points = 30
presses = 3
target = "next"
skip = true
answers_hit = true

[[card]]
name = "wild-storm"
wild = 4
points = 50
until_cards = true
target = "everyone else"
choose_colour = true

[[card]]
name = "round-we-go"
per_colour = 2
points = 20
reverse = true
skip = true

[[card]]
name = "turn-about"
per_colour = 2
points = 20
reverse = true
presses = 1
target = "self"

[[card]]
name = "paint"
per_colour = 1
points = 25
choose_colour = true
swap_hands = true

[[card]]
name = "wild-pest"
wild = 23
points = 0
choose_colour = true
presses = 1
target = "chosen"
"""


def evening(*moves, text=KITCHEN, **changes):
    box = read_box(text, "kitchen.toml")
    return told(Table(read_setup(setup_of(4, box="kitchen.toml", **changes), lambda _: box)), *moves)[-1]


def test_the_example_in_the_documentation_is_a_box():
    assert boxfile.__doc__ is not None
    box = read_box(boxfile.__doc__.split("\n\n", 1)[1], "example.toml")
    assert (box.cards, [kind.name for kind in box.kinds]) == (20, ["0", "7", "hit-3"])


def test_a_box_of_ones_own_brings_its_cards_points_and_rules():
    box = read_box(KITCHEN, "kitchen.toml")
    assert (box.name, box.cards, box.house.stacking, box.house.suggestion_penalty) == ("kitchen", 95, True, 1)
    assert {kind.name: (kind.cards, kind.points) for kind in box.kinds} == {
        "0": (4, 0),
        "7": (36, 7),
        "hit-3": (8, 30),
        "wild-storm": (4, 50),
        "round-we-go": (8, 20),
        "turn-about": (8, 20),
        "paint": (4, 25),
        "wild-pest": (23, 0),
    }
    line = line_of(Table(read_setup(setup_of(4, box="x"), lambda _: box)))
    assert line["hopper"] == 95 - 28 - 1


def test_effects_compose():
    assert evening(RED_7, play("red 0"))["up"] == "Bo"
    line = evening(RED_7, play("red hit-3"), play("blue hit-3"))
    assert (owed(line), line["stack"], line["next"]) == ([("Cy", 6)], 6, "Bo")
    line = evening(RED_7, play("wild-storm", colour="red"))
    assert owed(line) == [("Bo", 0), ("Cy", 0), ("Di", 0)]
    line = evening(RED_7, play("red round-we-go", "Ann"))
    assert (line["direction"], line["up"]) == ("right", "Cy")
    line = evening(RED_7, play("red turn-about", "Ann"))
    assert (owed(line), line["direction"], line["next"]) == ([("Ann", 1)], "right", "Di")
    line = evening(RED_7, press(2), play("red paint", "Bo", colour="green", target="Ann"))
    assert (line["colour"], line["hands"]["Ann"], line["hands"]["Bo"], line["up"]) == ("green", 6, 9, "Cy")
    line = evening(RED_7, play("wild-pest", "Ann", colour="red", target="Di"))
    assert (owed(line), line["next"]) == ([("Di", 1)], "Bo")  # without skip nobody loses the turn
    assert evening(RED_7, play("wild-pest", colour="red", target="Di"), play("red hit-3", "Di"))["refused"]


def test_a_swap_with_a_hit_for_the_same_player():
    text = KITCHEN.replace('name = "paint"\n', 'name = "paint"\npresses = 2\ntarget = "chosen"\n')
    line = evening(RED_7, press(2), play("red paint", "Bo", colour="green", target="Ann"), text=text)
    assert (line["hands"]["Ann"], owed(line), line["next"]) == (6, [("Ann", 2)], "Cy")


def test_the_scored_points_are_the_boxs():
    moves = RED_7, play("red 7"), {"hand": {"Bo": ["wild-storm"], "Cy": ["red 0"], "Di": ["hit-3"]}}
    assert evening(*moves, house={"cards_dealt": 1})["scores"]["Ann"] == 80


@pytest.mark.parametrize("card", ["wild-storm", "red turn-about", "red paint"])
def test_2_4_what_needs_somebody_who_laid_it_is_turned_again(card):
    assert "turn another" in evening({"turn_up": card})["refused"]


def test_a_coloured_card_that_chooses_a_colour_still_has_to_match():
    assert "doesn't go on" in evening(RED_7, play("blue paint", colour="red", target="Bo"))["refused"]
    said = evening(RED_7, play("blue paint"))["refused"]
    assert said == "A blue paint doesn't go on a red 7."


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("cards = 95", "cards = 96", "the cards listed are 95, not 96: put a count right"),
        ("cards = 95", "cards = 95.0", 'a box: "cards" takes a whole number, not a number with a fraction'),
        ("cards = 95", "cards = 0", 'a box: "cards" must be at least 1'),
        ("cards = 95", "cards = ", "this is no TOML (Invalid value)"),
        ("stacking = true", "stacks = true", 'rules has no key "stacks"'),
        ("stacking = true", "stacking = 3", 'rules: "stacking" takes true or false, not a whole number'),
        (
            "suggestion_penalty = 1",
            "suggestion_penalty = -1",
            'rules: "suggestion_penalty" must be at least 0',
        ),
        ("0 = 1", "0 = 0", "there can be 1 to 99 of number 0, not 0"),
        ("7 = 9", "17 = 9", 'numbers has no key "17": it takes 0 to 9'),
        ("presses = 3", "presses = -3", "hit-3: presses must be 0 to 99"),
        ("presses = 3", "pressses = 3", 'a card has no key "pressses"'),
        ("presses = 3", 'presses = "3"', 'hit-3: "presses" takes a whole number, not a text'),
        ("until_cards = true", "explode = true", 'a card has no key "explode"'),
        ('target = "everyone else"', 'target = "left"', "wild-storm: \"target\" can't be 'left'"),
        (
            "answers_hit = true",
            "discard_colour = 1",
            'hit-3: "discard_colour" takes true or false, not a whole number',
        ),
        ("wild = 4", "per_colour = 0", 'a card: "per_colour" must be at least 1'),
        ("wild = 23", "colour = 23", 'a card has no key "colour"'),
        (
            'name = "kitchen"',
            'name = "kit\\u001bchen"',
            "a box needs a name of 1 to 60 characters, without line breaks or other invisible characters",
        ),
        (
            'name = "kitchen"',
            'name = " "',
            "a box needs a name of 1 to 60 characters, without line breaks or other invisible characters",
        ),
        (
            'name = "hit-3"',
            'name = "Hit 3"',
            '"Hit 3" is no name for a card: use small letters, digits and hyphens',
        ),
        (
            'name = "hit-3"',
            'name = "red"',
            '"red" is no name for a card: use small letters, digits and hyphens',
        ),
        ('name = "paint"', 'name = "hit-3"', "hit-3 is listed twice"),
    ],
)
def test_a_box_that_does_not_fit_is_refused_with_the_line_and_the_reason(old, new, reason):
    before, after = KITCHEN.split(old, 1)
    line = before.count("\n") + 1
    with pytest.raises(InputError) as caught:
        read_box(before + new + after, "kitchen.toml")
    assert str(caught.value) == f"kitchen.toml line {line}: {reason}"


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (
            "presses = 1\nuntil_cards = true\ntarget = 'next'\nchoose_colour = true",
            "presses and until_cards can't both be owed",
        ),
        ("target = 'next'\nchoose_colour = true", "presses (or until_cards) and a target belong together"),
        (
            "answers_hit = true\nchoose_colour = true",
            "only presses for the next or a chosen player can answer a hit",
        ),
        (
            "presses = 1\ntarget = 'everyone else'\nanswers_hit = true\nchoose_colour = true",
            "only presses for the next or a chosen player can answer a hit",
        ),
        (
            "until_cards = true\ntarget = 'next'\nanswers_hit = true\nchoose_colour = true",
            "only presses for the next or a chosen player can answer a hit",
        ),
        ("skip = true", "a card without a colour needs choose_colour = true"),
        (
            "discard_colour = true\nchoose_colour = true",
            "a card without a colour can't take its colour along",
        ),
    ],
)
def test_effects_that_make_no_sense_together_are_refused(card, reason):
    text = f'name = "b"\ncards = 4\n[[card]]\nname = "wild-x"\nwild = 4\npoints = 1\n{card}\n'
    with pytest.raises(InputError) as caught:
        read_box(text, "b.toml")
    assert str(caught.value).endswith(f"wild-x: {reason}")


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ("per_colour = 1\nwild = 1", "x needs either per_colour or wild (so many in all, without a colour)"),
        ("", "x needs either per_colour or wild (so many in all, without a colour)"),
    ],
)
def test_a_card_is_counted_in_one_way(counts, reason):
    with pytest.raises(InputError) as caught:
        read_box(f'name = "b"\ncards = 4\n[[card]]\nname = "x"\npoints = 1\n{counts}\n', "b.toml")
    assert str(caught.value) == f"b.toml line 3: {reason}"


def test_a_broken_file_says_the_line():
    with pytest.raises(InputError, match=r"^b\.toml line 3: this is no TOML \(.+\)$"):
        read_box('name = "b"\ncards = 4\n[[card\n', "b.toml")
    with pytest.raises(InputError, match=r'^b\.toml line 1: a box lacks "cards"$'):
        read_box('name = "b"', "b.toml")
    with pytest.raises(InputError, match=r'^b\.toml line 3: a card has no key "jump"$'):
        read_box('name = "b"\ncards = 4\ncard = [{name = "x", jump = true, points = 1}]', "b.toml")
    quoted = 'name = "b"\ncards = 4\n[["card"]]\nname = "x"\npoints = 1\nwild = 4\nchoose_colour = true\n'
    with pytest.raises(InputError, match=r'^b\.toml line 3: a card has no key "jump"$'):
        read_box(quoted + "[[card]]\njump = true\nname = 'y'\npoints = 1\n", "b.toml")
    with pytest.raises(InputError, match=r"this is no TOML"):
        read_box("a = " + "[" * 5000, "b.toml")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60) | st.lists(st.sampled_from(KITCHEN.splitlines()), max_size=20).map("\n".join))
def test_any_text_is_a_box_or_one_sentence_with_a_line(text):
    said = ""
    try:
        box = read_box(text, "any.toml")
    except InputError as error:
        said = str(error)
    assert said.startswith("any.toml line ") or sum(kind.cards for kind in box.kinds) == box.cards


def test_every_word_of_the_vocabulary_can_be_written():
    words = {
        "presses",
        "until_cards",
        "target",
        "skip",
        "reverse",
        "choose_colour",
        "swap_hands",
        "discard_colour",
        "answers_hit",
        "turn_again",
    }
    assert set(Effect.__struct_fields__) == words
