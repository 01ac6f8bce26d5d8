"""What a fairness receipt says in words for everybody at the table, who are never accused of anything."""

from collections.abc import Iterable, Iterator, Mapping
from math import log
from typing import Literal

Verdict = Literal["usual", "unlucky", "lucky", "unknown"]

UNUSUAL = 0.05
"""A result is unusual when at most this share of evenings is as far off, to either side."""
SURE = 5
"""Evenings that must have gone so before a number is given for how rare that is."""

# fmt: off
_SPOKEN = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
    12: "twelve", 15: "fifteen", 20: "twenty", 25: "25", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty",
    80: "eighty", 100: "a hundred", 150: "150", 200: "200", 300: "300", 400: "400",
}
# fmt: on


def off(as_many: float, as_few: float) -> float:
    """The share of evenings that are as far off to either side, from the shares on each."""
    return min(1.0, 2 * min(as_many, as_few))


def one_in(share: float, runs: int) -> str:
    """How rare a share is, as the subject of a sentence: "one evening in three".

    What was too rare in so many `runs` for a number is said so.
    """
    if share * (runs + 1) < SURE:
        return f"fewer than one evening in {runs // SURE}"
    nearest = min(_SPOKEN, key=lambda number: abs(log(number * share)))
    return f"one evening in {_SPOKEN[nearest]}"


def verdict(as_many: float, as_few: float, runs: int) -> tuple[Verdict, str]:
    """In one word and in a sentence, where such shares of `runs` bring as many cards, or as few."""
    share = off(as_many, as_few)
    if share > 0.75:
        return "usual", "nothing unusual: most evenings look like this"
    if share > 0.4:
        return "usual", "nothing unusual: every second evening looks like this"
    if share > UNUSUAL:
        return "usual", f"nothing unusual: {one_in(share, runs)} looks like this"
    if as_many < as_few:
        return "unlucky", f"unlucky: {one_in(as_many, runs)} brings as many cards"
    return "lucky", f"lucky: {one_in(as_few, runs)} brings as few cards"


def no_verdict(presses: int) -> tuple[Verdict, str]:
    """The same where there is nothing to compare."""
    return "unknown", "these presses can't be compared" if presses else "no press yet"


def notes(
    runs: int, somebody: float | None, nobody: int, left_out: Mapping[str | None, int], own: Iterable[str]
) -> Iterator[str]:
    """What else has to be said, in sentences.

    `somebody`: share of evenings in which somebody is that far off; `nobody`: presses that count for nobody;
    `left_out`: presses that aren't compared by who decided them (None: nobody knows); `own`: profiles of the
    config.
    """
    if runs:
        yield (
            f"The launcher doesn't know who presses. All presses were made again in {runs} evenings, in the"
            f" same order; what is rarer than one evening in {runs // SURE} gets no number."
        )
    if somebody is not None:
        yield f"Somebody at the table is that far off in {one_in(somebody, runs)}."
    if nobody:
        counts = "1 press counts" if nobody == 1 else f"{nobody} presses count"
        yield f"{counts} for nobody: taken back, or nothing could come out."
    for name, count in left_out.items():
        presses, so = ("1 press", "it isn't") if count == 1 else (f"{count} presses", "they aren't")
        if name is None:
            yield f"{presses} without a launch in the log: {so} compared."
        else:
            yield f'{presses} by "{name}", which is no luck profile here now: {so} compared.'
    for name in own:
        yield f'"{name}" is a profile of your own: what it promises is what the config says now.'
