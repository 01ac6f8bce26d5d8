"""`python -m hardware.mechanics.sums`: the sums behind the printed launcher, as the tables in README.md.

Measures come from measures.scad. What nobody has measured yet stands here as an assumption.
Standard library only.
"""

import re
import sys
from math import atan, cos, degrees, pi, radians, sin, sqrt, tan
from pathlib import Path

MEASURES = {
    name: float(value)
    for name, value in re.findall(
        r"^(\w+) = ([\d.-]+);", (Path(__file__).parent / "measures.scad").read_text(encoding="utf-8"), re.M
    )
}
GRAVITY = 9.81

# Assumed; the README says how to measure each.
CARD_G = 1.6
CARD_ON_CARD = 0.2
CARD_ON_PRINT = 0.2
CARD_ON_RUBBER = 0.8
# The plate on the pile with 40 g of washers in front, and its share that the wheels carry.
WEIGHT_G, WEIGHT_SHARE = 67.0, 0.65
TRANSIT_MS, RUN_DUTY = 35.0, 0.60  # the simulated launchers'
GEAR_LOSS = 0.9  # one pair of printed gears
SPRING_WIRE, SPRING_TURN, SPRING_TURNS, SPRING_FREE = 0.38, 3.9, 12, 25.0  # of a ballpoint pen, mm
SPRING_FITTED, STEEL = 15.0, 79_000.0  # mm; N/mm²

Motor = tuple[str, float, float, float, float]
"""Name; at the axle revolutions a minute without load and stall torque in mN·m; at what volts; volts used."""
MOTORS: list[Motor] = [
    ("N20, 6 V, 10:1 (3000 rpm)", 3000.0, 22.0, 6.0, 5.4),
    ("**N20, 6 V, 15:1 (2000 rpm)**", 2000.0, 33.0, 6.0, 5.4),
    ("N20, 6 V, 30:1 (1000 rpm)", 1000.0, 56.0, 6.0, 5.4),
    ("130, 3 V (12,300 rpm, 3.5 mN·m), printed 5:1", 12_300 / 5, 3.5 * 5 * GEAR_LOSS, 3.0, 3.0),
]
PILES = (10, 60, 112)


def wheel_mm() -> float:
    """Radius over the rubber."""
    stretch = 1 + MEASURES["ring_stretch"] / 100
    return MEASURES["ring_id"] * stretch / 2 + MEASURES["ring_cord"] / sqrt(stretch)


def forces(cards: int) -> tuple[float, float]:
    """N that the wheels can pull the bottom card with, and N that hold it, by cards in the hopper."""
    lean = cos(radians(MEASURES["floor_deg"]))
    pile = cards * CARD_G * GRAVITY / 1000 * lean
    weight = WEIGHT_G * GRAVITY / 1000 * lean
    on_wheels = pile * 0.5 + weight * WEIGHT_SHARE
    held = CARD_ON_CARD * (pile + weight) + CARD_ON_PRINT * (pile + weight - on_wheels)
    return CARD_ON_RUBBER * on_wheels, held


def speed(motor: Motor, cards: int, duty: float) -> float:
    """m/s of a card once the motor is up to speed; 0 where it stalls."""
    _, rpm, stall, rated, volts = motor
    free = rpm / 60 * 2 * pi * wheel_mm() / 1000 * volts / rated
    load = forces(cards)[1] * wheel_mm() / (stall * volts / rated)
    return max(0.0, free * (duty - load))


def transit(motor: Motor, cards: int, duty: float) -> str:
    """ms in which a card passes the beam."""
    fast = speed(motor, cards, duty)
    return f"{MEASURES['card_l'] / fast:.0f}" if fast > 0.3 else "stalls"


def facts() -> list[tuple[str, str]]:
    """What was calculated, and the result."""
    m = MEASURES
    wanted = m["card_l"] / TRANSIT_MS
    round_mm = 2 * pi * wheel_mm()
    line = m["screw_pitch"] / m["knob_lines"]
    rate = STEEL * SPRING_WIRE**4 / (8 * SPRING_TURN**3 * SPRING_TURNS)
    view = degrees(atan(m["aperture"] / m["tunnel"]))
    drop = (m["floor_h"] + 7 - 38 * sin(radians(m["floor_deg"]))) / 1000
    down = wanted * sin(radians(m["floor_deg"]))
    falls = (sqrt(down * down + 2 * GRAVITY * drop) - down) / GRAVITY
    pull, held = forces(1)
    way = (wanted**2 / 2) / ((pull - held) / (CARD_G / 1000)) * 1000
    ratios = " / ".join(f"{forces(n)[0] / forces(n)[1]:.1f}" for n in (1, 60, 112))
    holds = " / ".join(f"{forces(n)[1]:.2f}" for n in (1, 60, 112))
    ahead = (m["beam_ahead"] - m["gate_ahead"]) / m["card_l"] * TRANSIT_MS
    lands = wanted * cos(radians(m["floor_deg"])) * falls * 1000
    return [
        ("wheel over the rubber", f"{2 * wheel_mm():.1f} mm, {round_mm:.0f} mm round"),
        (
            f"a card in {TRANSIT_MS:.0f} ms",
            f"{wanted:.2f} m/s, {wanted / round_mm * 60_000:.0f} rpm at the axle",
        ),
        ("what holds the bottom card, 1 / 60 / 112 cards", f"{holds} N"),
        ("what the wheels can pull with, over that", ratios),
        ("the last card is up to speed after, if the wheels are", f"{way:.0f} mm"),
        ("one line of the knob", f"{line:.3f} mm, a {m['card_t'] / line:.0f}th of a card"),
        ("lines from one card held tight to the gap", f"{(m['gap'] - m['card_t']) / line:.0f}"),
        ("lines from there to two cards", f"{(2 * m['card_t'] - m['gap']) / line:.0f}"),
        (
            "the separator's two springs",
            f"{rate:.2f} N/mm each, {2 * rate * (SPRING_FREE - SPRING_FITTED):.1f} N together",
        ),
        ("the receiver sees", f"{view:.0f}° off its axis, {view - m['beam_tilt']:.0f}° towards the slot"),
        ("a card's edge crosses the beam in", f"{m['aperture'] / wanted:.1f} ms"),
        ("the nose is at the beam after", f"{ahead:.0f} ms at full speed"),
        ("a card that leaves at that speed", f"lands {lands:.0f} mm in front of the slot"),
        ("… and slides on, with a friction of 0.3", f"{wanted**2 / (2 * 0.3 * GRAVITY) * 1000:.0f} mm"),
        ("a pile of 112, a tenth looser than pressed", f"{112 * m['card_t'] * 1.1:.0f} mm high"),
        ("friction below which cards would slide down by themselves", f"{tan(radians(m['floor_deg'])):.2f}"),
    ]


def table() -> str:
    """All of it, in Markdown."""
    lines = ["| calculated | |", "| --- | --- |", *(f"| {what} | {result} |" for what, result in facts()), ""]
    lines += ["Transit of a card in ms, at full duty and at 60 %, by cards in the hopper:", ""]
    heads = ["motor", "volts", *(f"{n}" for n in PILES), *(f"{n}, 60 %" for n in PILES)]
    lines.append(f"| {' | '.join(heads)} |")
    lines.append("|" + " --- |" * len(heads))
    for motor in MOTORS:
        cells = [transit(motor, n, duty) for duty in (1.0, RUN_DUTY) for n in PILES]
        lines.append(f"| {motor[0]} | {motor[4]:.1f} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
