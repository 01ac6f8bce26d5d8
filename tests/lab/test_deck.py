"""The cards of a box, as players hold them."""

from collections import Counter

import pytest

from uno_launcher.lab.deck import Deck
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.turns import _matches


@pytest.mark.parametrize("box", BOXES.values(), ids=lambda box: box.name)
def test_a_deck_holds_the_112_cards_of_its_box(box):
    deck = Deck(box)
    assert len(deck.cards) == 112
    held = Counter(deck.words[face] for face in deck.cards)
    for kind in box.kinds:
        words = [kind.name] if kind.wild else [f"{c} {kind.name}" for c in ("red", "yellow", "green", "blue")]
        assert [held.pop(word) for word in words] == [kind.count] * len(words)
    assert not held


def faces(deck, *words):
    return [deck.words.index(word) for word in words]


def test_a_card_fits_by_colour_by_number_by_symbol_or_as_a_wild_3_1():
    deck = Deck(BOXES["mega-hit-2020"])

    def fits(card, kind, colour):
        return faces(deck, card)[0] not in deck.misfits[kind, colour]

    assert fits("red 3", "7", "red")
    assert fits("blue 7", "7", "red")
    assert fits("blue skip", "skip", "red")
    assert fits("wild", "7", "red")
    assert fits("green 3", "wild", "green")  # the colour that was picked
    assert not fits("blue 3", "7", "red")
    assert not fits("blue hit-1", "hit-2", "red")
    assert not fits("red 3", "wild", "green")


@pytest.mark.parametrize("box", BOXES.values(), ids=lambda box: box.name)
def test_players_hold_for_fitting_what_the_referee_does(box):
    deck = Deck(box)
    for (kind, colour), misfits in deck.misfits.items():
        assert [face in misfits for face in range(len(deck.faces))] == [
            not _matches(card, kind, colour) for card in deck.faces
        ]


def test_worth_and_the_colour_held_most():
    deck = Deck(BOXES["mega-hit-2020"])
    hand = faces(deck, "red 7", "blue hit-2", "blue 1", "wild")
    assert deck.worth(hand) == 7 + 40 + 1 + 50
    assert deck.colour_held_most(hand) == 3
    assert deck.colour_held_most(faces(deck, "wild", "green 2", "yellow 1")) == 1  # the first of two alike
    assert deck.colour_held_most([]) == 0
