"""Set-up lines: what is needed, what is refused and in which words."""

import msgspec
import pytest

from tests.rules.evening import NAMES, after, line_of, read, setup_of
from uno_launcher.errors import InputError
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.setup import Setup, is_setup
from uno_launcher.rules.table import Table


def mistake(line):
    with pytest.raises(InputError) as caught:
        read(line)
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": ["Ann"]}, "2 to 10 players can play, not 1"),
        ({"players": [*NAMES, "Kim"]}, "2 to 10 players can play, not 11"),
        (
            {"players": ["Ann", "Bo", "Ann ", "Di"]},
            "two players are called Ann : give one of them another name",
        ),
        (
            {"players": ["Zoé", "Zoe\u0301", "Di"]},
            "two players are called Zoe\u0301: give one of them another name",
        ),
        (
            {"players": ["Ann", " ", "Di"]},
            "every player needs a name, without line breaks or control characters",
        ),
        (
            {"players": ["A\x1b[2J", "Di"]},
            "every player needs a name, without line breaks or control characters",
        ),
        *(
            (
                {"players": [name, "Di"]},
                "every player needs a name, without line breaks or control characters",
            )
            for name in ("\u200b", "A\u2028B", "A\u2029B", "\u202eAnn", "A\u2066nn")
        ),
        (
            {"players": ["Ann", "A\u200bnn", "Di"]},
            "two players are called A\u200bnn: give one of them another name",
        ),
        (
            {"players": ["Ann", "\uff21nn", "Di"]},
            "two players are called \uff21nn: give one of them another name",
        ),
        ({"players": []}, "the dealer Di is not among the players"),
        (
            {"players": [], "dealer": None},
            "the set-up needs players (2 to 10 names), unless its mode is toy or stack",
        ),
        ({"players": "Ann"}, 'the set-up: "players" takes a list, not a text'),
        ({"players": ["Ann", 3]}, 'the set-up: "players[1]" takes a text, not a whole number'),
        ({"dealer": "Zoe"}, "the dealer Zoe is not among the players"),
        ({"dealer": None}, 'the set-up needs a "dealer"'),
        ({"scoring": None}, 'the set-up needs "scoring": one of standard, low, challenge'),
        ({"scoring": "high"}, 'there is no scoring "high": choose one of standard, low, challenge'),
        ({"mode": "party"}, 'there is no mode "party": choose one of toy, stack, game'),
        ({"target": 0}, "the set-up's target must be 1 to 999999 points"),
        ({"target": 10**40}, "the set-up's target must be 1 to 999999 points"),
        ({"target": 500.0}, 'the set-up: "target" takes a whole number, not a number with a fraction'),
        ({"target": "500"}, 'the set-up: "target" takes a whole number, not a text'),
        ({"target": True}, 'the set-up: "target" takes a whole number, not true or false'),
        ({"colour": "red"}, 'the set-up has no key "colour"'),
        ({"box": 7}, 'the set-up: "box" takes a text, not a whole number'),
        ({"house": []}, 'the set-up: "house" takes a group of keys, not a list'),
        ({"house": {"stacks": True}}, 'house has no key "stacks"'),
        ({"house": {"stacking": 1}}, 'house: "stacking" takes true or false, not a whole number'),
        ({"house": {"uno_penalty": -1}}, 'house: "uno_penalty" must be at least 0'),
        (
            {"house": {"uno_penalty": 2.5}},
            'house: "uno_penalty" takes a whole number, not a number with a fraction',
        ),
        ({"house": {"cards_dealt": 0}}, 'house: "cards_dealt" must be at least 1'),
        (
            {"house": {"cards_dealt": 28}},
            "28 cards each for 4 players are more than the 112 cards of mega-hit-2020",
        ),
        ({"house": {"starts": "up"}}, "house: \"starts\" can't be 'up'"),
        ({"house": {"max_cards_per_obligation": 0}}, 'house: "max_cards_per_obligation" must be at least 1'),
        ({"custom": {"presses": -1}}, 'custom: "presses" must be 0 to 99'),
        (
            {"custom": {"presses": 1, "target": "Bo"}},
            'custom: "target" can be next, chosen, everyone else or self, not Bo',
        ),
        ({"custom": {"presses": "many"}}, 'custom: "presses" takes a number, or "until cards"'),
        (
            {"custom": {"presses": 1, "until_cards": True}},
            'custom: "presses" and "until_cards" can\'t both be owed',
        ),
        ({"custom": {"pressed": 1}}, 'the set-up has no key "custom.pressed"'),
    ],
    ids=str,
)
def test_a_bad_setup_says_what_is_wrong(change, said):
    assert mistake(setup_of() | change) == said


def test_a_box_must_be_named():
    line = setup_of()
    del line["box"]
    assert mistake(line) == 'the set-up lacks "box"'


@pytest.mark.parametrize(
    "name",
    [
        "👩\u200d👩\u200d👧\u200d👦" * 60,
        "🎴" * 60,
        "ann",
        "Jürgen",
        '"',
        "</script>",
        "رنا",
        "a" * 500,
    ],
)
def test_names_may_be_anything_a_person_is_called(name):
    table = Table(read(setup_of(players=4, dealer=name) | {"players": [name, "Ann"]}))
    assert line_of(table)["hands"] == {name: 7, "Ann": 7}


def test_what_may_be_left_out():
    line = after({"turn_up": "red 7"})
    assert line["scores"] == {"Ann": 0, "Bo": 0, "Cy": 0, "Di": 0}
    assert read(setup_of()).target == 500
    assert read(setup_of(custom=None)).house.stacking is True
    assert read({"box": "attack-2005", "mode": "stack"}).players == ()
    assert read({"box": "attack-2005", "players": [], "mode": "toy"}).mode == "toy"


def test_house_keys_change_single_rules_and_the_boxes_stay():
    house = read(setup_of(house={"uno_penalty": 3, "max_cards_per_obligation": None})).house
    assert (house.stacking, house.stop_after_cards, house.uno_penalty) == (True, True, 3)
    assert read(setup_of()).house.uno_penalty == 2


@pytest.mark.parametrize("box", BOXES)
def test_a_setup_is_the_same_when_it_has_been_json(box):
    custom = {"presses": 2, "target": "self"}
    setup = read(setup_of(box=box, house={"max_cards_per_obligation": 9}, scoring="low", custom=custom))
    again = msgspec.json.decode(msgspec.json.encode(setup), type=Setup)
    assert again == setup
    assert Table(again).state == Table(setup).state


@pytest.mark.parametrize(
    ("line", "yes"),
    [
        (setup_of(), True),
        ({"box": "attack-2005"}, True),
        ({"players": ["Ann"]}, True),
        ({"mode": "stack"}, False),
        ({"play": "wild", "target": "Bo"}, False),
        ({}, False),
        ([], False),
        (None, False),
    ],
    ids=str,
)
def test_setup_lines_are_told_from_moves(line, yes):
    assert is_setup(line) is yes
