"""The schematic's motor: supply and driver, what keeps it off, what catches its current, the heartbeat."""

from typing import Literal

from hardware.drawing.blocks import ground
from hardware.drawing.pump import Pump
from hardware.drawing.sheet import Sheet
from hardware.drawing.symbols import FLAG, GENERIC, Symbol, module
from hardware.drawing.values import farads, ohms

DriverName = Literal["drv8833", "tb6612fng"]

R, C, DIODE, SCHOTTKY, NPN, PNP = (GENERIC[name] for name in ("R", "C", "D", "D_Schottky", "NPN", "PNP"))

# Both bridges of a board work as one, so each pair of pins stands together. Outputs are typed tri-state: the
# rule check lets two of them share a net, but no third kind of output.
DRIVERS: dict[DriverName, Symbol] = {
    "drv8833": module(
        "DRV8833_Board",
        [
            ("AIN1", "AIN1", "input"),
            ("BIN1", "BIN1", "input"),
            *[None] * 5,
            ("AIN2", "AIN2", "input"),
            ("BIN2", "BIN2", "input"),
            *[None] * 5,
            ("SLP", "SLP", "input"),
            ("FLT", "FLT", "open_collector"),
            None,
            ("ASEN", "ASEN", "passive"),
            ("BSEN", "BSEN", "passive"),
        ],
        [
            ("V+", "V+", "power_in"),
            None,
            ("VM", "VM", "power_out"),
            *[None] * 4,
            ("AOUT1", "AOUT1", "tri_state"),
            ("BOUT1", "BOUT1", "tri_state"),
            *[None] * 5,
            ("AOUT2", "AOUT2", "tri_state"),
            ("BOUT2", "BOUT2", "tri_state"),
            None,
            ("GND", "GND", "power_in"),
            ("V-", "V-", "power_in"),
        ],
        width=22,
    ),
    "tb6612fng": module(
        "TB6612FNG_Board",
        [
            ("AIN1", "AIN1", "input"),
            ("BIN1", "BIN1", "input"),
            *[None] * 5,
            ("AIN2", "AIN2", "input"),
            ("BIN2", "BIN2", "input"),
            *[None] * 5,
            ("STBY", "STBY", "input"),
            None,
            ("VCC", "VCC", "power_in"),
            ("PWMA", "PWMA", "input"),
            ("PWMB", "PWMB", "input"),
        ],
        [
            ("VMOT", "VMOT", "power_in"),
            *[None] * 6,
            ("AO1", "AO1", "tri_state"),
            ("BO1", "BO1", "tri_state"),
            *[None] * 5,
            ("AO2", "AO2", "tri_state"),
            ("BO2", "BO2", "tri_state"),
            None,
            ("GND1", "GND", "power_in"),
            ("GND2", "GND", "power_in"),
        ],
        width=22,
    ),
}
PAIRS = {"drv8833": ("AOUT", "BOUT", "SLP"), "tb6612fng": ("AO", "BO", "STBY")}
FUSES = {"drv8833": "2 A slow", "tb6612fng": "1 A slow"}
"""What the driver limits to, or may have."""


def motor(sheet: Sheet, x: int, y: int, driver: DriverName, sleep: str, words: str) -> None:
    """`sleep` is the signal that wakes the driver: the heartbeat's, the enable, or "" for the 3.3 V."""
    sheet.frame("motor", "Motor, its driver and its own supply", x, y, x + 160, y + 72)
    first, second, wake = PAIRS[driver]
    line = y + 14
    u1 = sheet.place(
        DRIVERS[driver],
        "U1",
        driver.upper() + " board",
        x + 49,
        line + 18,
        note="motor driver, both bridges as one",
    )
    left = u1.at("AIN1")[0]
    for name, number, resistor in (("motor_in1", "1", "R1"), ("motor_in2", "2", "R2")):
        one, other = u1.at("AIN" + number), u1.at("BIN" + number)
        _input(sheet, name, x, one[1], left, resistor)
        sheet.wire(other, (left - 3, other[1]), (left - 3, one[1]))
    at = u1.at(wake)
    if sleep:
        _input(sheet, sleep, x, at[1], left, "R3")
    else:
        sheet.wire(at, (left - 3, at[1]), (left - 3, at[1] - 2))
        sheet.power("+3V3", left - 3, at[1] - 2)
    if driver == "drv8833":
        sheet.unused(u1.at("FLT"))
        one, other = u1.at("ASEN"), u1.at("BSEN")
        sheet.wire(one, (left - 3, one[1]), (left - 3, other[1]), other)
    else:
        rows = [u1.at(pin)[1] for pin in ("VCC", "PWMA", "PWMB")]
        for row in rows:
            sheet.wire((left, row), (left - 3, row))
        sheet.wire((left - 3, rows[0]), (left - 3, rows[-1]))
        sheet.label("+3V3", left - 3, rows[-1], "left")
    _supply(sheet, x, line, driver, u1.at("V+" if driver == "drv8833" else "VMOT"))
    right = u1.at("GND" if driver == "drv8833" else "GND1")[0]
    for number in "12":
        one, other = u1.at(first + number), u1.at(second + number)
        sheet.wire(other, (right + 3, other[1]), (right + 3, one[1]))
        sheet.wire(one, (x + 138, one[1]))
        sheet.name("out" + number, right + 6, one[1])
    lows = ("GND", "V-") if driver == "drv8833" else ("GND1", "GND2")
    for pin in lows:
        sheet.wire(u1.at(pin), (right + 4, u1.at(pin)[1]))
    sheet.wire((right + 4, u1.at(lows[0])[1]), (right + 4, u1.at(lows[1])[1]))
    ground(sheet, (right + 4, u1.at(lows[1])[1]))
    if driver == "drv8833":
        vm = u1.at("VM")
        sheet.wire(vm, (x + 69, vm[1]))
        sheet.power("VM", x + 69, vm[1])
    _load(sheet, x, u1.at(first + "1")[1], u1.at(first + "2")[1])
    sheet.note(words, x + 2, y + 59)


def _input(sheet: Sheet, name: str, x: int, y: int, end: int, resistor: str) -> None:
    sheet.label(name, x + 17, y, "left", "input")
    sheet.wire((x + 17, y), (end, y))
    r = sheet.place(R, resistor, ohms(10e3), x + 22, y + 3, note="motor off with no controller")
    ground(sheet, r.at("2"))


def _supply(sheet: Sheet, x: int, line: int, driver: DriverName, plus: tuple[int, int]) -> None:
    """Cells, fuse and switch to the driver; capacitors behind its protection against reversed cells."""
    switch = sheet.place(GENERIC["Switch"], "SW9", "Motor", x + 92, line, note="motor's switch")
    fuse = sheet.place(GENERIC["Fuse"], "F1", FUSES[driver], x + 108, line, 90, note="at the cells")
    cells = sheet.place(GENERIC["Battery"], "BT1", "4.5 or 6 V", x + 122, line + 3, note="cells")
    sheet.wire(plus, switch.at("1"))
    sheet.wire(switch.at("2"), fuse.at("1"))
    sheet.wire(fuse.at("2"), cells.at("+"))
    ground(sheet, cells.at("-"))
    sheet.place(FLAG, "#FLG01", "PWR_FLAG", x + 80, line)
    if driver == "tb6612fng":
        sheet.power("VM", x + 74, line)
    for name, reference, value, at in (
        ("C_Polarised", "C1", farads(470e-6), x + 138),
        ("C", "C2", farads(100e-9), x + 149),
    ):
        part = sheet.place(GENERIC[name], reference, value, at, line + 3, note="at the driver's supply")
        plus_pin, minus = ("+", "-") if name == "C_Polarised" else ("1", "2")
        sheet.power("VM", *part.at(plus_pin))
        ground(sheet, part.at(minus))


def _load(sheet: Sheet, x: int, upper: int, lower: int) -> None:
    """Motor, snubber, and diodes that take the motor's current when the driver lets go."""
    for at, line, (up, down) in ((x + 84, upper, ("D3", "D4")), (x + 95, lower, ("D5", "D6"))):
        high = sheet.place(SCHOTTKY, up, "1N5819", at, line - 3, note="flyback")
        low = sheet.place(SCHOTTKY, down, "1N5819", at, line + 3, note="flyback")
        sheet.power("VM", *high.at("K"))
        ground(sheet, low.at("A"))
    r = sheet.place(R, "R6", ohms(10), x + 108, upper + 3, note="snubber")
    c = sheet.place(C, "C3", farads(100e-9), x + 108, lower - 3, note="snubber")
    sheet.wire(r.at("2"), c.at("1"))
    middle = (upper + lower) // 2
    motor = sheet.place(GENERIC["Motor"], "M1", "Motor", x + 122, middle, note="the roller's motor")
    cap = sheet.place(C, "C6", farads(100e-9), x + 138, middle, note="on the motor's terminals")
    for part, plus, minus in ((motor, "+", "-"), (cap, "1", "2")):
        sheet.wire(part.at(plus), (part.x, upper))
        sheet.wire(part.at(minus), (part.x, lower))


def heartbeat(sheet: Sheet, x: int, y: int, enable: bool, pump: Pump, words: str) -> None:
    """The charge pump, from the controller's pin on the left to the driver's sleep input on the right.

    Where there's a motor_enable, that's what the pump lets through: the driver wants both.
    """
    sheet.frame(
        "heartbeat", "Heartbeat: a controller that stops ticking stops the motor", x, y, x + 124, y + 62
    )
    line = y + 30
    r5 = sheet.place(R, "R5", ohms(pump.series), x + 24, line, 90, note="keeps the pin's current low")
    c4 = sheet.place(C, "C4", farads(pump.pump), x + 34, line, 90, note="passes ticks, no steady level")
    d1 = sheet.place(DIODE, "D1", "1N4148", x + 41, line + 5, note="refills C4")
    d2 = sheet.place(DIODE, "D2", "1N4148", x + 48, line, 270, note="lets charge through, not back")
    c5 = sheet.place(C, "C5", farads(pump.hold), x + 55, line + 5, note="holds")
    r7 = sheet.place(R, "R7", ohms(pump.bleed), x + 64, line + 5, note="empties C5")
    r8 = sheet.place(R, "R8", ohms(pump.base), x + 74, line, 90, note="base, and empties C5")
    q1 = sheet.place(NPN, "Q1", "BC547B", x + 83, line, note="holds Q2 on while C5 is charged")
    sheet.label("heartbeat", x + 16, line, "left", "input")
    sheet.wire((x + 16, line), r5.at("1"))
    sheet.wire(r5.at("2"), c4.at("1"))
    sheet.wire(c4.at("2"), d2.at("A"))
    sheet.wire(d2.at("K"), r8.at("1"))
    sheet.wire(r8.at("2"), q1.at("B"))
    for part, pin in ((d1, "K"), (c5, "1"), (r7, "1")):
        sheet.wire(part.at(pin), (part.x, line))
    for part, pin in ((d1, "A"), (c5, "2"), (r7, "2"), (q1, "E")):
        ground(sheet, part.at(pin))
    sheet.name("held", x + 57, line)

    rail, base = y + 10, y + 20
    q2 = sheet.place(PNP, "Q2", "BC557B", x + 101, base, note="lets the driver wake")
    r9 = sheet.place(R, "R9", ohms(10e3), x + 90, base, 90, note="base of Q2")
    r10 = sheet.place(R, "R10", ohms(100e3), x + 94, base - 5, note="keeps Q2 off")
    sheet.wire(q1.at("C"), (q1.at("C")[0], base), r9.at("1"))
    sheet.wire(r9.at("2"), q2.at("B"))
    sheet.wire(r10.at("2"), (x + 94, base))
    sheet.wire(r10.at("1"), (x + 94, rail))
    sheet.wire((x + 94, rail), (q2.at("E")[0], rail), q2.at("E"))
    if enable:
        sheet.label("motor_enable", x + 80, rail, "left", "input")
        r4 = sheet.place(R, "R4", ohms(10e3), x + 116, rail + 5, note="motor off with no controller")
        sheet.wire((x + 80, rail), (x + 94, rail))
        sheet.wire((q2.at("E")[0], rail), (x + 116, rail), r4.at("1"))
        ground(sheet, r4.at("2"))
    else:
        sheet.power("+3V3", x + 94, rail)
    sheet.wire(q2.at("C"), (q2.at("C")[0], line))
    sheet.label("driver_sleep", q2.at("C")[0] + 2, line, "right", "output")
    sheet.wire((q2.at("C")[0], line), (q2.at("C")[0] + 2, line))
    sheet.note(words, x + 2, y + 45)
