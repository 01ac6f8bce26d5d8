"""The page that shows how the heartbeat's hold time comes out."""

import math

from hardware.drawing.pump import Pump, hold, spread
from hardware.drawing.values import farads, ohms


def heartbeat_page(half_period: float) -> str:
    """Markdown: the sums with the schematic's own values."""
    pump = Pump()
    result = hold(pump, half_period)
    shortest, longest = spread(pump, half_period)
    ms = f"{half_period * 1000:g} ms"
    both = 1 / (1 / pump.bleed + 1 / pump.base)
    rest = pump.knee * both / pump.base
    first = result.seconds - pump.hold * pump.bleed * math.log(pump.knee / pump.drops)
    return f"""\
# How long the heartbeat holds

Made by `make -C hardware`; the names are the schematic's. Calculated, and simulated with ngspice by
`make -C hardware check`; nobody has measured it yet.

**While the pin ticks** ({ms} high, {ms} low, so {0.5 / half_period:.0f} times a second) each tick brings C4's
charge to C5, and R7 and R8 take some away. In balance:

    C4 (Vpin - 2 Vd - V) / T  =  V / R7 + (V - Vbe) / R8

| | |
| --- | --- |
| C4, C5 | {farads(pump.pump)}, {farads(pump.hold)} |
| R5, R7, R8 | {ohms(pump.series)}, {ohms(pump.bleed)}, {ohms(pump.base)} |
| Vpin, the pin's high level | {pump.supply:g} V |
| Vd, a 1N4148 at some 10 µA (data sheet) | {pump.diode:g} V |
| Vbe, where Q1's base begins to take current (data sheet, BC547) | {pump.knee:g} V |
| V, the level of C5 | **{result.level:.2f} V** |
| the pin's peak current, Vpin / R5 | {result.peak * 1000:.0f} mA |

**After the last tick** C5 empties through R7 and R8 together down to Vbe, then through R7 alone down to
{pump.drops:g} V, where Q1's collector no longer takes the 8 µA that keep Q2 on:

    R = R7 || R8 = {both / 1000:.1f} kΩ,   it would end at Vbe R / R8 = {rest:.2f} V
    t1 = C5 R ln((V - {rest:.2f}) / (Vbe - {rest:.2f})) = {first:.3f} s
    t2 = C5 R7 ln(Vbe / {pump.drops:g} V) = {result.seconds - first:.3f} s

**t = t1 + t2 = {result.seconds:.2f} s.** With every part at its worst (resistors 5 %, capacitors 20 %,
semiconductors 0.1 V and more, the pin 3.0 to 3.4 V) it is {shortest:.2f} to {longest:.2f} s. The driver then
sleeps whatever its inputs say, and the roller runs down as it does after every burst.

Why 8 µA: R3 takes 3.3 V / 10 kΩ = 0.33 mA from Q2, whose base wants a two-hundredth of that, and R10 takes
0.65 V / 100 kΩ = 6.5 µA.

A pin that stays high, or low, brings nothing, since C4 passes no steady current: after its one edge Q1 is
off again in 0.15 s (simulated), and the driver's inputs are low meanwhile. The first tick of a burst wakes
the driver within a millisecond, and another millisecond later it drives (TI SLVSAR1E: up to 1 ms).

Software may be late: so long as two ticks are less than {shortest:.2f} s apart, the motor runs on. The
program's own deadman, 0.8 s, is behind that.
"""
