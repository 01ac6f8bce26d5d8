"""What is the matter with motor, roller and cards, from a run of a fraction of a second. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from uno_launcher.backends.feeder import EXTRA_BUTTONS
from uno_launcher.calibrate.tape import Passed, passed
from uno_launcher.config import Config
from uno_launcher.doctor.bench import Run
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.switches import edges_lost
from uno_launcher.feed.beam import Beam

CHATTER = 5.0
"""More bounces than that at each edge of a card are too many."""
NARROW_US = 3_000
"""No card is as narrow as that."""


class Seen(NamedTuple):
    """What the beam and the buttons saw of a run."""

    cards: int
    certain: bool
    doubles: int
    passed: Passed
    pulled_us: int
    """How long the motor pulled at what is in the beam in the end; 0 where nothing is."""
    card_us: int | None
    """How long the first card that came out was in the beam."""
    spikes: int
    """Edges of buttons that nobody pressed."""
    lost: bool
    """Edges of the beam weren't told."""

    @property
    def came(self) -> bool:
        """A card came into the beam."""
        return bool(self.passed.passages)


def seen(run: Run, config: Config) -> Seen:
    """Look at a run."""
    edges = [(round(edge.t * 1e6), edge.level) for edge in run.edges if edge.name == "beam"]
    motor = [(round(t * 1e6), direction, duty) for t, direction, duty in run.motor]
    beam = Beam(config.timing(), lambda a, b: a - b, config.motor.driver != "one-pin")
    beam.start(motor[0][0], False)
    changes = list(motor)
    for t, level in edges:
        while changes and changes[0][0] <= t:
            beam.motor(*changes.pop(0))
        beam.tick(t)
        beam.edge(t, level)
    for change in changes:
        beam.motor(*change)
    end = round(run.end * 1e6)
    beam.tick(end)
    blocked = run.beam_blocked
    passages = passed(edges)
    lost = beam.blocked != blocked or passages.missed > 0
    if not blocked:
        beam.finish(end)
    off = motor[-1][0]
    nose = passages.passages[-1].nose_us if passages.passages else off
    whole = [one for one in passages.passages if one.tail_us is not None]
    buttons = [edge for edge in run.edges if edge.name == "button" or edge.name in EXTRA_BUTTONS]
    return Seen(
        beam.cards,
        beam.certain,
        beam.doubles,
        passages,
        max(0, off - nose) if blocked else 0,
        whole[0].tail_us - whole[0].nose_us if whole and whole[0].tail_us is not None else None,
        len(buttons),
        lost,
    )


def out_of_beam(one: Seen) -> list[Finding]:
    """A card came: was all of it as it should be?"""
    found = []
    if one.doubles:
        found.append(
            Finding(
                "cards",
                "warning",
                "Two cards came out as one.",
                (
                    "The cards stick together: riffle them.",
                    "The gap that lets one card through is too wide.",
                    "It was one card on a launcher that isn't measured yet: `uno-launcher calibrate`.",
                ),
            )
        )
    elif one.card_us is not None and not one.certain:
        found.append(
            Finding(
                "cards",
                "warning",
                f"A card took {one.card_us / 1000:.0f} ms through the beam, which isn't what [feed] expects.",
                (
                    "This launcher isn't measured yet: `uno-launcher calibrate`.",
                    "The cells are tired: put in fresh ones.",
                    "The card slipped: clean the roller with a cloth and rubbing alcohol.",
                ),
            )
        )
    elif one.card_us is not None:
        found.append(Finding("motor", "ok", f"The motor feeds: a card took {one.card_us / 1000:.0f} ms."))
    return found


def noticed(one: Seen, blind: bool) -> list[Finding]:
    """What else a run showed, whether or not a card came. Nothing is said of a `blind` beam."""
    found = []
    if one.spikes:
        found.append(
            Finding(
                "button",
                "warning",
                "Switching the motor makes the buttons flicker.",
                (
                    "Put a 100 nF capacitor across the motor, and a ferrite on its wires.",
                    "Keep the button's wire away from the motor's, and twist it with its ground.",
                    "A 1 kΩ resistor in the button's wire and 100 nF at the pin help, too.",
                ),
            )
        )
    if blind:
        return found
    whole = one.passed
    if whole.turns >= 2 and whole.bounces >= CHATTER * whole.turns:
        found.append(
            Finding(
                "beam",
                "warning",
                f"The beam's edges chatter, {whole.bounces / whole.turns:.0f} times each.",
                (
                    "Emitter and receiver only just see each other: aim them.",
                    "Put 100 nF at the receiver, and keep its wire away from the motor's.",
                ),
            )
        )
    elif whole.flashes:
        found.append(
            Finding(
                "beam",
                "warning",
                f"Something flickers in the beam (short flashes or shadows: {whole.flashes}).",
                ("Light comes in from the side: shade the receiver.", "Dust or a fibre: clean both ends."),
            )
        )
    if one.lost:
        found.append(edges_lost("beam"))
    if whole.repeats:
        found.append(
            Finding(
                "beam",
                "warning",
                "Edges of the beam were told twice.",
                ("The kernel or the pin factory does that; counting takes it into account.",),
            )
        )
    return found


def stuck() -> Finding:
    """A card stays in the beam however the motor pulls."""
    return Finding(
        "cards",
        "fault",
        "A card got stuck in the slot.",
        (
            "Open the lid, pull the card out, and look for what holds it: a bent card, a burr, a screw.",
            "The slot is too narrow, or the roller presses too hard.",
        ),
    )


def reversed_motor(config: Config) -> Finding:
    """A card came when the motor was told to go backwards."""
    how = "Swap the motor's two wires at the driver."
    if config.motor.driver == "two-input":
        how += " Or swap `motor_in1` and `motor_in2` in [pins]."
    return Finding(
        "motor",
        "fault",
        "The motor turns the wrong way: a card came when it was told to go backwards.",
        (how,),
    )


def asleep(config: Config) -> Finding:
    """The roller doesn't turn."""
    fitted = config.fitted()
    causes = ["The motor's supply is off, its cells are empty, or its fuse has blown."]
    if "heartbeat" in fitted:
        causes.append("The charge pump doesn't hold the driver enabled: check it at the heartbeat's pin.")
    if "motor_enable" in fitted:
        causes.append(f"The driver's ENABLE or SLEEP isn't on GPIO {fitted['motor_enable']}: it sleeps.")
    else:
        causes.append(
            "The driver sleeps: its ENABLE or SLEEP pin has to be high; wire it to 3.3 V, or name its GPIO as"
            " `motor_enable` in [pins]."
        )
    causes += [
        "A wire of the motor is off, or the motor is dead: try it at its cells.",
        f"The driver is no {config.motor.driver} one: see `driver` in [motor].",
        "The grounds of driver and Pi aren't joined.",
        "It hums but doesn't turn: something blocks the roller, or a duty is too low ([feed] kick_duty_pct).",
    ]
    return Finding("motor", "fault", "The roller doesn't turn.", tuple(causes))


def slipping(tried_back: bool) -> Finding:
    """The roller turns, and nothing comes."""
    causes = [
        "No cards are in the hopper, or they don't lie on the roller: press the pile down.",
        "The roller is dirty: clean it with a cloth and rubbing alcohol.",
        "The hopper's spring is weak: it has to press the pile on the roller.",
    ]
    if not tried_back:
        causes.append("It turns the wrong way: then swap the motor's two wires.")
    return Finding("cards", "fault", "The roller turns, but no card comes.", tuple(causes))


def grips_late() -> Finding:
    """The second try brought a card."""
    return Finding(
        "cards",
        "warning",
        "The roller slipped: only the second try brought a card.",
        (
            "The roller is dirty: clean it with a cloth and rubbing alcohol.",
            "The hopper's spring is weak: it has to press the pile on the roller.",
        ),
    )


def first_card_is_out(edges: Sequence[tuple[int, bool]]) -> bool:
    """A card has come and gone, so the motor may stop."""
    return any(
        one.tail_us is not None and one.tail_us - one.nose_us > 3_000 for one in passed(edges).passages
    )
