"""What the edges of a switch say. Pure; times are seconds."""

from collections.abc import Sequence

from uno_launcher.backends.gpio.inputs import Edge
from uno_launcher.doctor.findings import Finding
from uno_launcher.pins import HEADER, NAMED

LONG_BOUNCE_S = {"lid": 0.03, "hopper": 0.03}
"""A switch that is all right has come to rest by then; others, buttons, by …"""
LONG_BOUNCE_OF_BUTTONS_S = 0.015
FLUTTERS = 4
"""More edges than that while nobody touches anything are no accident."""

CALLED = {
    "button": "the button",
    "lid": "the lid switch",
    "hopper": "the hopper switch",
    "beam": "the beam",
    "plus_one": 'the button "+1"',
    "hit_1": "the button Hit 1",
    "hit_2": "the button Hit 2",
    "attack": "the button Attack",
    "stop": "the button Stop",
    "button_lamp": "the lamp in the button",
    "red": "red",
    "green": "green",
    "blue": "blue",
}
"""Signal -> what people call it."""


def bounce_s(edges: Sequence[Edge]) -> float:
    """From the first edge to the last."""
    return edges[-1].t - edges[0].t if edges else 0.0


def where(name: str, bcm: int) -> str:
    """ "GPIO 17, header pin 11"."""
    return f"GPIO {bcm}, header pin {HEADER[bcm]}" if bcm in HEADER else name


def ms(seconds: float) -> str:
    """ "4 ms"; "0.3 ms" where it's less than one."""
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.001 or not seconds else f"{seconds * 1000:.1f} ms"


def fluttering(name: str, edges: Sequence[Edge], seconds: float) -> Finding | None:
    """It changed although nobody touched it; None: hardly ever."""
    if len(edges) <= FLUTTERS:
        return None
    return Finding(
        name,
        "fault",
        f"{capital(CALLED[name])} changes by itself, {len(edges) / seconds:.0f} times a second.",
        (
            "The input floats: its wire is off at one end, or has no ground.",
            "The wire catches noise: keep it short and away from the motor's, and twist it with its ground.",
            "Something else drives that GPIO.",
        ),
    )


def resting_on(name: str, bcm: int) -> Finding:
    """A button reads pressed although nobody touches it."""
    return Finding(
        name,
        "fault",
        f"{capital(CALLED[name])} reads pressed although nobody touches it.",
        (
            "It's stuck: free it.",
            "Its wire touches ground somewhere.",
            "The wire is on the normally closed contact of the switch: take the other one.",
            f"It isn't on {where(name, bcm)}, where the config has it, and something else is.",
        ),
    )


def unseen(name: str, bcm: int, told: str, others: Sequence[str], fitted: dict[str, int]) -> Finding:
    """Nothing came on its pin when somebody did what they were told."""
    if others:
        other = others[0]
        place = other
        bcm_there = fitted.get(other)
        if bcm_there is not None:
            place = f"{CALLED.get(other, other)}, {where(other, bcm_there)},"
        elif other.startswith("GPIO "):
            place = where(other, int(other.removeprefix("GPIO ")))
        return Finding(
            name,
            "fault",
            f"{capital(CALLED[name])} is on the wrong pin: when you {told}, {place} changed instead of"
            f" {where(name, bcm)}.",
            (f"Move the wire to {where(name, bcm)}.", f"Or name the other GPIO: `{name}` in [pins]."),
        )
    return Finding(
        name,
        "fault",
        f"{capital(CALLED[name])} wasn't seen on {where(name, bcm)} when you {told}.",
        (
            "A wire is off or broken: to the pin, or to ground.",
            f"It's on another pin than `{name}` in [pins] says: `uno-launcher pinout` shows them.",
            *(
                ("The switch opens where it should close: take its other contact.",)
                if not NAMED[_named(name)].output
                else ()
            ),
        ),
    )


def _named(name: str) -> str:
    return name if name in NAMED else "button"


def works(name: str, on: Sequence[Edge], off: Sequence[Edge], lost: int) -> list[Finding]:
    """It went there and back."""
    longest = max(bounce_s(on), bounce_s(off))
    bounced = "it didn't bounce" if not longest else f"it bounced for {ms(longest)}"
    found = [Finding(name, "ok", f"{capital(CALLED[name])} works: {bounced}.")]
    if longest > LONG_BOUNCE_S.get(name, LONG_BOUNCE_OF_BUTTONS_S):
        found = [
            Finding(
                name,
                "warning",
                f"{capital(CALLED[name])} works, but it bounced for {ms(longest)}, where a few are usual.",
                (
                    "The switch is worn or dirty: change it.",
                    "Its wire is loose: solder it.",
                    "Till then a higher hold_ms and rearm_ms in [button] helps."
                    if name != "lid"
                    else "Till then a higher hold_ms in [lid] helps.",
                ),
            )
        ]
    if lost:
        found.append(edges_lost(name))
    return found


def edges_lost(name: str) -> Finding:
    """A level changed without an edge (field note G4)."""
    return Finding(
        name,
        "warning",
        f"{capital(CALLED[name])} changed without its edge being told.",
        (
            "The kernel or the pin factory loses edges: bring the system up to date, and use lgpio.",
            "Something else keeps this computer busy.",
        ),
    )


def stays(name: str, bcm: int) -> Finding:
    """It went on, but not off again."""
    return Finding(
        name,
        "fault",
        f"{capital(CALLED[name])} stays on after it was let go of.",
        ("It sticks: free it, or change the switch.", f"The wire at {where(name, bcm)} touches ground."),
    )


def capital(text: str) -> str:
    """The first letter a capital one."""
    return text[:1].upper() + text[1:]
