"""The whole schematic of one launcher on one page."""

from hardware.drawing import blocks
from hardware.drawing.boards import Board, HeaderPin
from hardware.drawing.motor import DriverName, heartbeat, motor
from hardware.drawing.pump import Pump, hold
from hardware.drawing.sheet import Shape, Sheet, Side
from hardware.drawing.symbols import PinType, Symbol, module
from uno_launcher.errors import InputError
from uno_launcher.pins import NAMED

SUPPLY = {"3V3": "+3V3", "5V": "+5V", "GND": "GND"}

NOTES = """\
Two supplies, one ground. The motor has cells of its own: they can't
feed a computer (4.5 V new, 3 V empty), and a stalled motor must not
pull the computer's 5 V down. Only the grounds meet, at the driver.

The computer is fed through its USB socket, from a power bank in
the base or from a wall plug. A power bank that switches off when
little is drawn takes the launcher with it: measure yours (README).

The launcher is turned to every player. Best is no cable at all:
power bank and cells in the base. Where a cable must be, hold it
with a strain relief where it leaves the base, near the axis of
turning, with slack for a turn each way.

Every output is on when high and safe when low; every switch closes
to ground. Names in boxes are the software's: uno-launcher pinout
prints the same ones. What is not fitted is not drawn."""

WORDS = {
    "drv8833": """\
Both bridges work as one: 3 A continuous, 4 A peak; works from 2.7 to 10.8 V (TI SLVSAR1E). Join the two ISEN
holes with a wire, so that both sense resistors (0.2 Ω each) limit the sum: 0.2 V / 0.1 Ω = 2 A. V+ and V- are
the board's terminals, protected against cells the wrong way round; VM is behind that. Flyback: the bridge has
diodes of its own, D3 to D6 take the heat off them; C1 takes the current when the driver falls asleep.
SLP must have no pull-up on the board: measure it (README).""",
    "tb6612fng": """\
For motors that stall at 1 A or less, on 4.5 V or more (four cells): below that Toshiba's data sheet allows
0.4 A only. It has no current limit, so the fuse is 1 A. VMOT is the board's motor supply, VCC its logic's.
STBY must have no pull-up on the board: measure it (README).""",
    "beam": """\
A card makes beam low. Emitter: (3.3 - 1.3 - 0.1) V / 68 Ω = 28 mA. Lit, the
receiver gives some mA, and 0.4 mA x 4.7 kΩ is high already; dark, or in 0.1 mA
of stray light, it's low in spite of the computer's pull-up (50 kΩ).
A sensor that comes with its electronics (red, white, black: an open collector
that is low while it's dark) goes to +3V3, beam and GND instead of Q5, and R12
is then 10 kΩ from beam to +3V3. One that wants +5V may have it if its output
has no pull-up of its own: beam must never read more than 3.3 V. Measure.""",
    "button": """\
A lamp for 5 V with its resistor built in. A bare LED wants
150 Ω in its wire: (5 - 2 - 0.1) V / 150 Ω = 19 mA.""",
    "switches": """\
Both are closed while all is well: a broken wire
reads as an open lid, or an empty hopper.""",
    "lamps": """\
Red (3.3 - 1.9) V / 330 Ω = 4 mA; green and blue less.
The piezo is a passive one: the pin makes the tone; R21
keeps what charges it below 3.3 V / 330 Ω = 10 mA.""",
    "display": """\
The Pi has its own pull-ups (1.8 kΩ)
on the display's lines.""",
}


def controller(board: Board) -> Symbol:
    """The board's header. A pin's type is what the software makes of it."""
    named, fed = board.named(), set[str]()
    left: list[tuple[str, str, PinType]] = []
    right: list[tuple[str, str, PinType]] = []
    for column, pins in ((left, board.left), (right, board.right)):
        for pin in pins:
            signal = NAMED.get(named.get(pin.number, ""))
            kind: PinType = "bidirectional" if pin.kind == "gpio" else "passive"
            if signal is not None:
                kind = "output" if signal.output else "input"
            elif pin.kind in SUPPLY and pin.kind not in fed:
                kind = "power_out"
                fed.add(pin.kind)
            column.append((str(pin.number), pin.name, kind))
    return module(board.title.replace(" ", "_"), left, right, width=24, numbers=True, pitch=3)


def draw(board: Board, half_period: float, driver: DriverName = "drv8833") -> Sheet:
    """The page for `board`; its heartbeat ticks with `half_period` seconds. Raises
    InputError where `board` has another sort of driver or beam."""
    signals, pump = set(board.signals), Pump()
    where = "the config" if board.key == "pi" else "board.py"
    if board.driver != "two-input":
        raise InputError(f'The schematic knows two-input drivers only, and {where} has "{board.driver}".')
    if board.blocked != "low":
        raise InputError(f"The schematic's beam is low while a card is in it, and {where} has it high.")
    name = f"{board.key}-{driver}"
    title = f"UNO Launcher on a {board.title}, driver {driver.upper()}"
    sheet = Sheet(
        name,
        title,
        ("Made from the launcher's config: change that, not this page.", "Nobody has built this yet."),
    )
    _header(sheet, 10, 10, board)
    beats, enable = "heartbeat" in signals, "motor_enable" in signals
    sleep = "driver_sleep" if beats else "motor_enable" if enable else ""
    motor(sheet, 90, 10, driver, sleep, WORDS[driver])
    sheet.frame("supplies", "Supplies, cable, names", 254, 10, 320, 82)
    sheet.note(NOTES, 256, 16)
    if beats:
        heartbeat(sheet, 10, 86, enable, pump, _pump_words(pump, half_period))
    blocks.beam(sheet, 138, 86, signals, WORDS["beam"])
    blocks.launch_button(sheet, 224, 86, signals, WORDS["button"])
    if signals & blocks.SWITCHES.keys():
        blocks.switches(sheet, 10, 152, signals, WORDS["switches"])
    if signals & (blocks.LAMPS.keys() | {"buzzer"}):
        blocks.lamps(sheet, 74, 152, signals, WORDS["lamps"])
    if board.display:
        blocks.display(sheet, 148, 152, WORDS["display"])
    if signals & blocks.PANEL.keys():
        blocks.panel(sheet, 202, 152, signals)
    return sheet


def _pump_words(pump: Pump, half_period: float) -> str:
    result = hold(pump, half_period)
    ms = f"{half_period * 1000:g} ms"
    level, time, peak = f"{result.level:.1f} V", f"{result.seconds:.2f} s", f"{result.peak * 1000:.0f} mA"
    return f"""\
The pin ticks with {ms} up, {ms} down while a burst lives. C4 passes only ticks: a pin that stays
high or low charges nothing. C5 is held at {level} meanwhile. After the last tick R7 and R8 empty it
to 0.5 V, where Q1 and Q2 let go, in {time} (calculated; README). Then the driver sleeps whatever its
inputs say. Peak current of the pin: {peak}."""


def _header(sheet: Sheet, x: int, y: int, board: Board) -> None:
    sheet.frame("header", f"{board.title}, from above", x, y, x + 76, y + 72)
    symbol = controller(board)
    part = sheet.place(symbol, "A1", board.title, x + 38, y + 37, note=f"{board.title} with a 40-pin header")
    named = board.named()
    supplies = {kind: net for kind, net in SUPPLY.items() if net != "+5V" or "button_lamp" in board.signals}
    sides: tuple[tuple[Side, tuple[HeaderPin, ...]], ...] = (("left", board.left), ("right", board.right))
    for side, pins in sides:
        for pin in pins:
            at = part.at(str(pin.number))
            net = named.get(pin.number, supplies.get(pin.kind, ""))
            if not net:
                sheet.unused(at)
                continue
            signal = NAMED.get(net)
            shape: Shape = "passive" if signal is None else "output" if signal.output else "input"
            sheet.label(net, at[0], at[1], side, shape)
