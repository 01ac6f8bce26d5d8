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


def forbidden(path: str, group: str, user: str) -> str:
    """A device that may not be opened; `user` is "" for whoever runs this."""
    if user:
        return (
            f"{path} may not be opened by the service's user {user}: `sudo usermod -aG {group} {user}`, then"
            " `sudo systemctl restart uno-launcher`."
        )
    return f"{path} may not be opened by this user: `sudo usermod -aG {group} $USER`, then log in again."
