"""The schematic's blocks, but the motor's and the heartbeat's: what is wired to each signal, and why.

A block draws what is fitted, and its caller leaves it out where nothing is. References never change.
"""

from collections.abc import Collection

from hardware.drawing.sheet import Part, Sheet
from hardware.drawing.symbols import GENERIC, module
from hardware.drawing.values import farads, ohms

R, C, NPN, BUTTON, SWITCH = (GENERIC[name] for name in ("R", "C", "NPN", "Button", "Switch"))
LIGHT, EYE = GENERIC["LED"], GENERIC["Phototransistor"]

LAUNCH_BUTTON = module(
    "Button_with_Lamp",
    [
        ("+", "lamp+", "passive"),
        ("-", "lamp-", "passive"),
        *[None] * 4,
        ("NO", "NO", "passive"),
        ("COM", "COM", "passive"),
    ],
    pitch=4,
    width=14,
)
RGB_LAMP = module(
    "RGB_Lamp",
    [
        ("R", "red", "passive"),
        ("G", "green", "passive"),
        ("B", "blue", "passive"),
        ("K", "cathode", "passive"),
    ],
    pitch=6,
    width=14,
)
PIEZO = module("Piezo", [("1", "1", "passive"), ("2", "2", "passive")], pitch=4, width=8)
SSD1306 = module(
    "SSD1306",
    [
        ("VCC", "VCC", "power_in"),
        ("GND", "GND", "power_in"),
        ("SDA", "SDA", "bidirectional"),
        ("SCL", "SCL", "input"),
    ],
    pitch=4,
    width=14,
)

SWITCHES = {
    "lid": ("SW2", "Lid", "R16", "C7"),
    "hopper": ("SW3", "Hopper", "R17", "C8"),
}
"""Signal to the switch, its name, its pull-up and its capacitor."""
PANEL = {
    "plus_one": ("SW4", "+1"),
    "hit_1": ("SW5", "Hit 1"),
    "hit_2": ("SW6", "Hit 2"),
    "attack": ("SW7", "Attack-Attack"),
    "stop": ("SW8", "Stop"),
}
LAMPS = {"red": ("R18", "R"), "green": ("R19", "G"), "blue": ("R20", "B")}


def ground(sheet: Sheet, at: tuple[int, int], drop: int = 1) -> None:
    """GND `drop` steps below `at`."""
    x, y = at
    sheet.wire((x, y), (x, y + drop))
    sheet.power("GND", x, y + drop)


def low_side(sheet: Sheet, signal: str, base: str, transistor: str, x: int, y: int, label: int) -> Part:
    """An npn that switches what comes from its collector to ground; its base is at the height `y`."""
    r = sheet.place(R, base, ohms(4700), x - 8, y, 90, note="base")
    q = sheet.place(NPN, transistor, "BC547B", x, y, note=f"switches the {signal.replace('_', ' ')}")
    sheet.label(signal, label, y, "left", "input")
    sheet.wire((label, y), r.at("1"))
    sheet.wire(r.at("2"), q.at("B"))
    ground(sheet, q.at("E"))
    return q


def held_up(sheet: Sheet, signal: str, pull_up: str, capacitor: str, x: int, y: int) -> None:
    """The label of an input at (x, y), with a pull-up and a capacitor on the wire to the right, to x + 22."""
    sheet.label(signal, x, y, "left", "output")
    sheet.wire((x, y), (x + 22, y))
    r = sheet.place(R, pull_up, ohms(10e3), x + 5, y - 3, note="pull-up")
    sheet.power("+3V3", *r.at("1"))
    c = sheet.place(C, capacitor, farads(100e-9), x + 14, y + 3, note="keeps the motor's noise out")
    ground(sheet, c.at("2"))


def beam(sheet: Sheet, x: int, y: int, signals: Collection[str], words: str) -> None:
    """Phototransistor to 3.3 V, pulled down: lit is high. The emitter is on a transistor, so that the beam
    can prove itself."""
    sheet.frame("beam", "Break-beam", x, y, x + 82, y + 62)
    r = sheet.place(R, "R22", ohms(68), x + 30, y + 12, note="of the emitter")
    light = sheet.place(LIGHT, "D7", "TSAL6200", x + 30, y + 20, note="break-beam emitter")
    sheet.power("+3V3", *r.at("1"))
    sheet.wire(r.at("2"), light.at("A"))
    if "emitter" in signals:
        q = low_side(sheet, "emitter", "R11", "Q3", x + 28, y + 31, x + 14)
        sheet.wire(light.at("K"), q.at("C"))
    else:
        ground(sheet, light.at("K"))

    eye = sheet.place(EYE, "Q5", "BPV11F", x + 62, y + 20, note="break-beam receiver")
    sheet.wire(eye.at("C"), (x + 62, y + 13))
    sheet.power("+3V3", x + 62, y + 13)
    sheet.label("beam", x + 50, y + 29, "left", "output")
    sheet.wire((x + 50, y + 29), (x + 62, y + 29))
    sheet.wire(eye.at("E"), (x + 62, y + 29))
    r = sheet.place(R, "R12", ohms(4700), x + 62, y + 32, note="pull-down of the receiver")
    ground(sheet, r.at("2"))
    sheet.note(words, x + 2, y + 45)


def launch_button(sheet: Sheet, x: int, y: int, signals: Collection[str], words: str) -> None:
    """The button to ground; its lamp on 5 V through a transistor."""
    sheet.frame("button", "Launch button with lamp", x, y, x + 74, y + 62)
    sw1 = sheet.place(LAUNCH_BUTTON, "SW1", "Launch", x + 61, y + 26, note="launch button with lamp")
    up, low = sw1.at("+"), sw1.at("-")
    if "button_lamp" in signals:
        sheet.wire(up, (x + 47, up[1]), (x + 47, up[1] - 2))
        sheet.power("+5V", x + 47, up[1] - 2)
        q = low_side(sheet, "button_lamp", "R14", "Q4", x + 38, low[1] + 6, x + 25)
        sheet.wire(low, (q.at("C")[0], low[1]), q.at("C"))
    else:
        sheet.unused(up, low)
    line = sw1.at("NO")[1]
    held_up(sheet, "button", "R13", "C9", x + 14, line)
    sheet.wire((x + 36, line), sw1.at("NO"))
    com = sw1.at("COM")
    sheet.wire(com, (x + 47, com[1]))
    ground(sheet, (x + 47, com[1]), 2)
    sheet.note(words, x + 2, y + 56)


def switches(sheet: Sheet, x: int, y: int, signals: Collection[str], words: str) -> None:
    """Lid and hopper: closed to ground when all is well, so that a broken wire reads as open."""
    sheet.frame("switches", "Lid and hopper", x, y, x + 60, y + 62)
    for row, name in enumerate(name for name in SWITCHES if name in signals):
        reference, title, pull_up, capacitor = SWITCHES[name]
        line = y + 17 + 21 * row
        held_up(sheet, name, pull_up, capacitor, x + 14, line)
        switch = sheet.place(SWITCH, reference, title, x + 42, line, note=f"{title.lower()} switch")
        sheet.wire((x + 36, line), switch.at("1"))
        end = switch.at("2")
        sheet.wire(end, (end[0] + 3, line))
        ground(sheet, (end[0] + 3, line), 2)
    sheet.note(words, x + 2, y + 51)


def lamps(sheet: Sheet, x: int, y: int, signals: Collection[str], words: str) -> None:
    """The RGB lamp and the buzzer, straight on their pins."""
    sheet.frame("lamps", "Lamp and buzzer", x, y, x + 70, y + 66)
    if signals & LAMPS.keys():
        lamp = sheet.place(RGB_LAMP, "LED1", "RGB, common cathode", x + 54, y + 19, note="RGB lamp")
        for name, (reference, pin) in LAMPS.items():
            line = lamp.at(pin)[1]
            if name not in signals:
                sheet.unused(lamp.at(pin))
                continue
            r = sheet.place(R, reference, ohms(330), x + 26, line, 90, note=f"of the lamp's {name}")
            sheet.label(name, x + 14, line, "left", "input")
            sheet.wire((x + 14, line), r.at("1"))
            sheet.wire(r.at("2"), lamp.at(pin))
        low = lamp.at("K")
        sheet.wire(low, (x + 40, low[1]))
        ground(sheet, (x + 40, low[1]))
    if "buzzer" in signals:
        piezo = sheet.place(PIEZO, "BZ1", "Piezo, passive", x + 54, y + 46, note="buzzer")
        line = piezo.at("1")[1]
        r = sheet.place(R, "R21", ohms(330), x + 26, line, 90, note="of the buzzer")
        sheet.label("buzzer", x + 14, line, "left", "input")
        sheet.wire((x + 14, line), r.at("1"))
        sheet.wire(r.at("2"), piezo.at("1"))
        low = piezo.at("2")
        sheet.wire(low, (x + 42, low[1]))
        ground(sheet, (x + 42, low[1]))
    sheet.note(words, x + 2, y + 58)


def display(sheet: Sheet, x: int, y: int, words: str) -> None:
    """The SSD1306 on the I2C port."""
    sheet.frame("display", "Display", x, y, x + 50, y + 46)
    part = sheet.place(SSD1306, "DS1", "SSD1306, 3.3 V", x + 40, y + 18, note="display, 128 × 64")
    up, low = part.at("VCC"), part.at("GND")
    sheet.wire(up, (x + 27, up[1]), (x + 27, up[1] - 1))
    sheet.power("+3V3", x + 27, up[1] - 1)
    sheet.wire(low, (x + 12, low[1]))
    ground(sheet, (x + 12, low[1]), 12)
    for pin, name in (("SDA", "display_data"), ("SCL", "display_clock")):
        at = part.at(pin)
        sheet.label(name, x + 27, at[1], "left", "bidirectional")
        sheet.wire((x + 27, at[1]), at)
    sheet.note(words, x + 2, y + 39)


def panel(sheet: Sheet, x: int, y: int, signals: Collection[str]) -> None:
    """The table's buttons on the launcher, each to ground against the computer's own pull-up."""
    sheet.frame("panel", "Buttons of the table", x, y, x + 52, y + 44)
    names = [name for name in PANEL if name in signals]
    bus = x + 44
    for row, name in enumerate(names):
        reference, title = PANEL[name]
        line = y + 10 + 7 * row
        button = sheet.place(BUTTON, reference, title, x + 32, line, note=f"button {title}")
        sheet.label(name, x + 19, line, "left", "output")
        sheet.wire((x + 19, line), button.at("1"))
        sheet.wire(button.at("2"), (bus, line))
    last = y + 10 + 7 * (len(names) - 1)
    sheet.wire((bus, y + 10), (bus, last))
    ground(sheet, (bus, last))
