"""What is the matter with the beam, from how it reads in a few situations. Pure."""

from typing import NamedTuple

from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.switches import where


class Readings(NamedTuple):
    """True is blocked. None: not tried."""

    rest: bool
    """Emitter on, nothing in the beam."""
    dark: bool | None
    """With the emitter off; None where it has no pin."""
    card: bool
    """With a card in it."""
    after: bool
    """With the card out again."""
    hand: bool | None = None
    """With the receiver covered by a hand."""
    others: tuple[str, ...] = ()
    """What else changed when the card was put in."""


def diagnosed(seen: Readings, bcm: int, blocked: str) -> Finding:
    """The one thing that explains all of it. `blocked` is the config's level for a blocked beam."""
    if seen.card and not (seen.rest or seen.after):
        return _proof(seen)
    if seen.rest and not seen.card and seen.after:
        return _inverted(blocked)
    if seen.rest and seen.dark is False:
        return _inverted(blocked)
    if seen.others:
        return Finding(
            "beam",
            "fault",
            f"The beam is on the wrong pin: with a card in it {_other(seen.others[0])} changed instead of"
            f" {where('beam', bcm)}.",
            (
                f"Move the receiver's output to {where('beam', bcm)}.",
                "Or name the other GPIO: `beam` in [pins].",
            ),
        )
    if seen.rest and seen.card:
        return Finding(
            "beam",
            "fault",
            "The beam reads blocked all the time.",
            (
                "The emitter is dead or has no power: many phones' cameras show whether it glows.",
                "Emitter and receiver don't look at each other, or something is in between.",
                "The receiver is dead, or has no power.",
                f"Its output touches ground, or isn't on {where('beam', bcm)}.",
            ),
        )
    if not seen.rest and seen.card:
        return Finding(
            "beam",
            "fault",
            "The beam stays blocked after the card was taken out.",
            (
                "Something is still in it: clear it.",
                "Emitter and receiver only just see each other: aim them.",
            ),
        )
    if seen.hand:
        return Finding(
            "beam",
            "fault",
            "The beam sees light with a card in it: the sun or a lamp shines into the receiver.",
            (
                "Shade the receiver: a short black tube in front of it.",
                "Turn the launcher away from the window or the lamp.",
                "The card is thin and the emitter strong: put a larger resistor at the emitter.",
            ),
        )
    return Finding(
        "beam",
        "fault",
        "The beam reads clear whatever is in it.",
        (
            f"The receiver's output isn't on {where('beam', bcm)}, or its wire is off: an open input reads"
            " clear.",
            "The receiver has no power, or no ground.",
            "The receiver is dead.",
        ),
    )


def _proof(seen: Readings) -> Finding:
    if seen.dark is False:
        return Finding(
            "beam",
            "fault",
            "The beam sees cards, but it stays clear when its emitter is switched off.",
            (
                "The emitter is lit all the time: its `emitter` pin doesn't switch it, so check transistor"
                " and wire.",
                "No emitter is wired to a pin: take `emitter` out of [pins].",
                "Other light reaches the receiver: shade it.",
            ),
        )
    proved = ", and proves itself with its emitter" if seen.dark else ""
    return Finding("beam", "ok", f"The beam works: it sees a card come and go{proved}.")


def _inverted(blocked: str) -> Finding:
    other = "high" if blocked == "low" else "low"
    return Finding(
        "beam",
        "fault",
        "The beam is inverted: it reads blocked when it's clear, and clear with a card in it.",
        (f'This receiver answers the other way round: set blocked = "{other}" in [beam].',),
    )


def _other(name: str) -> str:
    return where(name, int(name.removeprefix("GPIO "))) if name.startswith("GPIO ") else f"the input {name}"
