"""What was found, one thing at a time. Pure."""

from typing import Literal, NamedTuple

Verdict = Literal["ok", "warning", "fault", "skipped"]


class Finding(NamedTuple):
    """One of them. `said` and each of the causes is a sentence."""

    part: str
    """"button", "beam", "motor" …"""
    verdict: Verdict
    said: str
    causes: tuple[str, ...] = ()
    """What it may come from and what to do, the likeliest first."""


def worst(findings: "list[Finding]") -> Verdict:
    """The worst verdict among them."""
    order: list[Verdict] = ["skipped", "ok", "warning", "fault"]
    return max((finding.verdict for finding in findings), key=order.index, default="ok")
