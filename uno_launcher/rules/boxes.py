"""The boxes this project supports, as data: rule 1. Each holds 112 cards.

Every count, value and switch is from the tables of rule 1 unless its row says otherwise. All four colours
hold two of each number 1 to 9, worth their face value, and there is no 0 (rule 1).
"""

import msgspec

from uno_launcher.rules.cards import Effect, Kind
from uno_launcher.rules.house import House


class Box(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An edition: its deck and its rules. `cards` is what the kinds must add up to."""

    name: str
    cards: int
    kinds: tuple[Kind, ...]
    house: House


def _numbers() -> tuple[Kind, ...]:
    return tuple(Kind(str(n), 2, n) for n in range(1, 10))


# Effects: rule 4. What is put back when it is turned up first: rule 2.4. What answers a hit: rule 5.1.
_REVERSE = Effect(reverse=True)
_SKIP = Effect(skip=True)
_HIT_1 = Effect(presses=1, target="next", skip=True, answers_hit=True)
_HIT_2 = Effect(presses=2, target="next", skip=True, answers_hit=True)
_DISCARD_ALL = Effect(discard_colour=True)
_TRADE_HANDS = Effect(swap_hands=True, turn_again=True)
_WILD = Effect(choose_colour=True)
_ATTACK_ATTACK = Effect(presses=2, target="chosen", skip=True, choose_colour=True, answers_hit=True)
_HIT_4 = Effect(presses=4, target="next", skip=True, choose_colour=True, turn_again=True)
_ALL_HIT = Effect(presses=1, target="everyone else", choose_colour=True, turn_again=True)
_HIT_FIRE = Effect(until_cards=True, target="next", skip=True, choose_colour=True, turn_again=True)
_CUSTOM = Effect(choose_colour=True, turn_again=True)

CUSTOM = "wild-custom"
"""The kind whose effect the table writes on the cards."""

_INFERRED = "rule 9: no description counts it; two per colour is what makes 112"
_ONE_LIST = "rule 9: from the one description that lists 112 cards"

_ATTACK_2005 = Box(
    "attack-2005",
    112,
    (
        *_numbers(),
        Kind("reverse", 2, 20, _REVERSE, source=_INFERRED),
        Kind("skip", 2, 20, _SKIP, source=_INFERRED),
        Kind("hit-2", 2, 20, _HIT_2),
        Kind("discard-all", 1, 30, _DISCARD_ALL),
        Kind(
            "trade-hands", 1, 30, _TRADE_HANDS, source="rule 9: the exact description makes the swap a must"
        ),
        Kind("wild", 4, 50, _WILD, wild=True),
        Kind("wild-all-hit", 2, 50, _ALL_HIT, wild=True, source="rule 9: whoever plays it does not press"),
        Kind("wild-hit-fire", 2, 50, _HIT_FIRE, wild=True),
    ),
    House(suggestion_penalty=4),
)

_ATTACK_2010 = Box(
    "attack-2010",
    112,
    (
        *_numbers(),
        Kind("reverse", 1, 20, _REVERSE),
        Kind("skip", 2, 20, _SKIP),
        Kind("hit-2", 2, 20, _HIT_2),
        Kind("discard-all", 2, 30, _DISCARD_ALL),
        Kind("wild", 4, 50, _WILD, wild=True),
        Kind("wild-attack-attack", 4, 50, _ATTACK_ATTACK, wild=True),
        Kind(CUSTOM, 3, 50, _CUSTOM, wild=True, source=_ONE_LIST),
        Kind("wild-hit-4", 1, 40, _HIT_4, wild=True, source=_ONE_LIST),
    ),
    House(suggestion_penalty=4),
)

_MEGA_HIT_2020 = Box(
    "mega-hit-2020",
    112,
    (
        *_numbers(),
        Kind("reverse", 1, 20, _REVERSE),
        Kind("skip", 2, 20, _SKIP),
        Kind("hit-1", 1, 20, _HIT_1),
        Kind("hit-2", 2, 40, _HIT_2),
        Kind("discard-all", 2, 30, _DISCARD_ALL),
        Kind("wild", 4, 50, _WILD, wild=True),
        Kind("wild-attack-attack", 4, 50, _ATTACK_ATTACK, wild=True),
    ),
    # Rule 9: stopping holds for every obligation of this box, not under the Mega Hit rule alone.
    House(stacking=True, stop_after_cards=True),
)

BOXES = {box.name: box for box in (_ATTACK_2005, _ATTACK_2010, _MEGA_HIT_2020)}
