"""The heartbeat's charge pump: its parts, and how long it holds the motor's driver awake.

While the controller's pin ticks, each rise pushes charge through the pump's capacitor and the second diode
onto the hold capacitor; each fall refills the pump's through the first one. A pin that stays high or low
pushes nothing. The hold capacitor feeds the base of an npn, which holds a pnp on, which holds the driver's
sleep input up. When nothing comes any more, two resistors empty the hold capacitor, and the driver sleeps.
"""

import math
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple


class Pump(NamedTuple):
    """The parts, in ohms and farads, and what the semiconductors do, in volts."""

    series: float = 330
    """Between the pin and the pump's capacitor: keeps the pin's current low."""
    pump: float = 2.2e-6
    hold: float = 2.2e-6
    bleed: float = 82e3
    """Empties the hold capacitor."""
    base: float = 82e3
    """Between the hold capacitor and the npn's base."""
    supply: float = 3.3
    """The pin's high level."""
    diode: float = 0.45
    """A 1N4148 at some ten microamperes (data sheet: forward characteristic)."""
    knee: float = 0.60
    """Where the npn's base begins to take current …"""
    drops: float = 0.50
    """… and where its collector lets the pnp go: 8 µA are enough for that (calculated below)."""


class Hold(NamedTuple):
    """What comes out: volts while it ticks, seconds after the last tick, amperes the pin gives at most."""

    level: float
    seconds: float
    peak: float


def hold(pump: Pump, half_period: float) -> Hold:
    """The pump that ticks with `half_period` seconds, and then stops."""
    # While it ticks: what a cycle brings equals what the two resistors take.
    #   pump * (supply - 2 * diode - level) / period = level / bleed + (level - knee) / base
    flow = pump.pump / (2 * half_period)
    takes = 1 / pump.bleed + 1 / pump.base
    level = (flow * (pump.supply - 2 * pump.diode) + pump.knee / pump.base) / (flow + takes)
    # Afterwards: through both resistors down to the knee, then through the bleed alone.
    both = 1 / takes
    rest = pump.knee * both / pump.base
    seconds = pump.hold * both * math.log((level - rest) / (pump.knee - rest))
    seconds += pump.hold * pump.bleed * math.log(pump.knee / pump.drops)
    return Hold(level, seconds, pump.supply / pump.series)


def corners(pump: Pump) -> Iterator[Pump]:
    """The same with every part at its worst: resistors 5 %, capacitors 20 %, the pin 3.0 to 3.4 V, diodes
    0.35 to 0.65 V, the npn's knee and end 0.1 V higher or lower."""
    for r, c, supply, diode, shift in product(
        (0.95, 1.05), (0.8, 1.2), (3.0, 3.4), (0.35, 0.65), (-0.1, 0.1)
    ):
        yield pump._replace(
            series=pump.series * r,
            pump=pump.pump * c,
            hold=pump.hold * c,
            bleed=pump.bleed * r,
            base=pump.base * r,
            supply=supply,
            diode=diode,
            knee=pump.knee + shift,
            drops=pump.drops + shift,
        )


def spread(pump: Pump, half_period: float) -> tuple[float, float]:
    """The shortest and the longest hold, in seconds, over all corners."""
    times = [hold(each, half_period).seconds for each in corners(pump)]
    return min(times), max(times)


def spice(pump: Pump, half_period: float, ticks: int) -> str:
    """The circuit for ngspice: `ticks` cycles, then the pin stays where it is. Measures `held`, the time from
    the last tick until the driver's sleep input falls to 0.5 V, and `low`, its level while the pin ticks."""
    period, stop = 2 * half_period, 2 * half_period * ticks
    points = " ".join(
        f"{n * period:.6f} 0 {n * period + 1e-6:.6f} {pump.supply} "
        f"{n * period + half_period:.6f} {pump.supply} {n * period + half_period + 1e-6:.6f} 0"
        for n in range(ticks)
    )
    return f"""the heartbeat's charge pump
Vpin pin 0 PWL({points})
Rseries pin a {pump.series}
Cpump a b {pump.pump}
D1 0 b D1N4148
D2 b hold D1N4148
Chold hold 0 {pump.hold} IC=0
Rbleed hold 0 {pump.bleed}
Rbase hold base {pump.base}
Q1 c1 base 0 NPN1
Rpnp c1 base2 10k
Rkeep base2 rail 100k
Q2 sleep base2 rail PNP1
Rdown sleep 0 10k
Rdriver sleep 0 500k
Vrail rail 0 {pump.supply}
.model D1N4148 D(IS=2.7n N=1.8 RS=0.6 CJO=4p TT=6n BV=100)
.model NPN1 NPN(IS=20f BF=290 VAF=70)
.model PNP1 PNP(IS=20f BF=290 VAF=40)
.tran {half_period / 50:.7f} {stop + 1.5:.4f} UIC
.control
run
meas tran low MIN V(sleep) FROM={stop * 0.6:.5f} TO={stop:.5f}
meas tran fell WHEN V(sleep)=0.5 FALL=LAST
let held = fell - {stop - half_period:.6f}
print low
print held
quit
.endc
.end
"""
