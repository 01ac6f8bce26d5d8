"""The luck profiles by name: those that come with the launcher, and those from the config."""

import random
from collections.abc import Callable, Mapping
from typing import Protocol

from uno_launcher.errors import InputError
from uno_launcher.luck.classic import Classic
from uno_launcher.luck.custom import CustomProfile, Mistake
from uno_launcher.luck.drawn import Drawn
from uno_launcher.luck.sizes import BOTH, LATER, SMALL, WILD


class Luck(Protocol):
    """Decides what a press brings. There's no way to ask about the coming press but to make it."""

    @property
    def name(self) -> str: ...

    @property
    def tension(self) -> int:
        """0 to 100: how far a profile that publishes it has risen; 0 in all others."""

    def describe(self) -> str:
        """One sentence for a person, with the odds in words."""

    def press(self, rng: random.Random, at_most: int | None = None) -> int:
        """The cards that an accepted press brings, 0 for a dry one.

        `at_most` is a cap for small hands: larger bursts become that many, and whether cards come at all
        stays as it was (a cap of 0 lets none out).
        """

    def lid_opened(self) -> None:
        """The lid was opened; only `classic` takes notice."""


def _fair() -> Luck:
    # 35.5 % over time where the toy has 34 of 96 (35.4 %); of the dry streaks, 2.7 % are longer than five.
    return Drawn(
        "fair",
        (0.22, 0.33, 0.44, 0.55, 0.60),
        BOTH,
        "Over time about 35 presses in 100 bring cards, as in the old toy, but in no order: right after "
        "cards the chance is 22 in 100, each dry press adds 11 up to 60, so no press is ever sure and long "
        "dry streaks are rare.",
    )


def _chance() -> Luck:
    return Drawn(
        "chance",
        (0.35,),
        BOTH,
        "Every press brings cards 35 times in 100, whatever came before, so three launches in a row can "
        "happen and so can ten dry presses.",
    )


def _rising() -> Luck:
    # The lights and sounds are those of later units (rules.md section 10), so the bursts are theirs too.
    return Drawn(
        "rising",
        (0.20, 0.32, 0.44, 0.56, 0.68, 0.80, 0.92),
        LATER,
        "Right after cards the chance is 20 in 100, each dry press adds 12 up to 92, lamps and sound quicken "
        "with it, and a launch brings 1 to 5 cards.",
        shows_tension=True,
    )


def _gentle() -> Luck:
    return Drawn(
        "gentle",
        (0.25, 0.50, 1.0),
        SMALL,
        "For small hands: 1 to 3 cards at a time and never more than 2 dry presses in a row, with a chance "
        "of 1 in 4 right after cards, 1 in 2 after one dry press, and cards for sure after two.",
    )


def _wild() -> Luck:
    # A flood is one launch in 35, and 35 presses in 100 are launches: one press in a hundred.
    return Drawn(
        "wild",
        (0.35,),
        WILD,
        "Every press brings cards 35 times in 100, anything from 1 to 12 of them, and one press in a hundred "
        "empties 13 to 30 at once.",
    )


_BUILT_IN: dict[str, Callable[[], Luck]] = {
    "fair": _fair,
    "classic": Classic,
    "chance": _chance,
    "rising": _rising,
    "gentle": _gentle,
    "wild": _wild,
}


def names(custom: Mapping[str, CustomProfile] | None = None) -> tuple[str, ...]:
    """Every profile there is: the built-in ones first, then the config's."""
    return (*_BUILT_IN, *(custom or {}))


def mistakes(custom: Mapping[str, CustomProfile]) -> list[Mistake]:
    """Everything that is wrong in the config's own profiles; empty if nothing is."""
    found = []
    for name, own in custom.items():
        if name in _BUILT_IN:
            sentence = f"[profiles.{name}] takes the name of a built-in profile; choose another"
            found.append(Mistake(("profiles", name), sentence))
        found += own.mistakes(name)
    return found


def profile(name: str, custom: Mapping[str, CustomProfile] | None = None) -> Luck:
    """A fresh profile, as after switch-on. Raises InputError: unknown name, or mistakes in an own one."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]()
    if custom is None or name not in custom:
        raise InputError(f'there is no luck profile "{name}"; choose one of {", ".join(names(custom))}')
    own = custom[name]
    if wrong := own.mistakes(name):
        raise InputError(*(mistake.sentence for mistake in wrong))
    return Drawn(name, own.chances(), own.weights(), own.sentence())
