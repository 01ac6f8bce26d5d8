"""Does a schematic's netlist do what the software takes for granted?

Each signal is followed from the computer's header to what it is for. The header pins come from the software
(`uno_launcher.pins`, the config, the firmware's table), not from the drawings.
"""

from collections.abc import Callable, Iterator, Mapping

from hardware.checks.netlist import Netlist
from uno_launcher.pins import GROUNDS, HEADER

# fmt: off
PICO_PLACES: dict[int, int] = {
    **dict(enumerate((1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29))),
    26: 31, 27: 32, 28: 34,
}
# fmt: on
"""GP number to place on the Pico (Raspberry Pi Pico Datasheet, Pico pinout)."""

PLACES: dict[str, dict[int, int]] = {"pi": HEADER, "pico": PICO_PLACES}
SUPPLIES: dict[str, dict[str, tuple[int, ...]]] = {
    "pi": {"+3V3": (1, 17), "+5V": (2, 4), "GND": GROUNDS},
    "pico": {"+3V3": (36,), "+5V": (40,), "GND": (3, 8, 13, 18, 23, 28, 33, 38)},
}
SLEEP = {"drv8833": "SLP", "tb6612fng": "STBY"}
OUTS = {"drv8833": "OUT", "tb6612fng": "O"}
PANEL = {"plus_one": "SW4", "hit_1": "SW5", "hit_2": "SW6", "attack": "SW7", "stop": "SW8"}


def disagreements(
    netlist: Netlist, board: str, driver: str, signals: Mapping[str, int], display: Mapping[str, int]
) -> list[str]:
    """What is wrong with the netlist of `board` ("pi", "pico") with `driver`, as sentences.

    `signals` and `display` (clock, data): name to GPIO, as the software has them.
    """
    return [
        *_header(netlist, board, signals, display),
        *_motor(netlist, driver, signals),
        *(each for name in signals if name in DESTINATIONS for each in DESTINATIONS[name](netlist, signals)),
        *(each for name in signals if name in PANEL for each in _switch(netlist, name, PANEL[name])),
        *(_display(netlist) if display else ()),
    ]


def _header(
    netlist: Netlist, board: str, signals: Mapping[str, int], display: Mapping[str, int]
) -> Iterator[str]:
    places = PLACES[board]
    wanted = {places[gpio]: name for name, gpio in signals.items()}
    wanted |= {places[gpio]: f"display_{line}" for line, gpio in display.items()}
    if len(wanted) < len(signals) + len(display):
        yield "two signals are on one header pin"
    supplies = {
        net: pins for net, pins in SUPPLIES[board].items() if net != "+5V" or "button_lamp" in signals
    }
    wanted |= {pin: net for net, pins in supplies.items() for pin in pins}
    for pin in range(1, 41):
        net = netlist.net("A1", str(pin))
        if pin in wanted:
            if net != wanted[pin]:
                yield f"header pin {pin} is on {net}, but the software has {wanted[pin]} there"
            elif len(netlist.pins(net)) < 2:
                yield f"{net} (header pin {pin}) goes nowhere"
        elif len(netlist.pins(net)) > 1:
            yield f"header pin {pin} is on {net}, but the software has nothing there"


def _pulled(netlist: Netlist, net: str, to: str, value: str = "10 kΩ") -> Iterator[str]:
    resistors = netlist.between(net, to, "R")
    if [netlist.values[each] for each in resistors] != [value]:
        yield f"{net} has no single {value} to {to}, but {resistors or 'none'}"


def _not_pulled_up(netlist: Netlist, net: str) -> Iterator[str]:
    for supply in ("+3V3", "+5V", "VM"):
        for each in netlist.between(net, supply, "R"):
            yield f"{each} pulls {net} up to {supply}, so the motor could run with no controller"


def _joined(netlist: Netlist, net: str, reference: str, *pins: str) -> Iterator[str]:
    for pin in pins:
        found = netlist.net(reference, pin)
        if found != net:
            yield f"{reference} {pin} is on {found}, not on {net}"


def _motor(netlist: Netlist, driver: str, signals: Mapping[str, int]) -> Iterator[str]:
    for number in "12":
        name = f"motor_in{number}"
        yield from _joined(netlist, name, "U1", f"AIN{number}", f"BIN{number}")
        yield from _pulled(netlist, name, "GND")
        yield from _not_pulled_up(netlist, name)
    sleep = netlist.net("U1", SLEEP[driver])
    if "heartbeat" in signals:
        yield from _heartbeat(netlist, sleep, "motor_enable" if "motor_enable" in signals else "+3V3")
    else:
        yield from _joined(
            netlist, "motor_enable" if "motor_enable" in signals else "+3V3", "U1", SLEEP[driver]
        )
    if sleep != "+3V3":
        yield from _pulled(netlist, sleep, "GND")
        yield from _not_pulled_up(netlist, sleep)
    if "motor_enable" in signals:
        yield from _pulled(netlist, "motor_enable", "GND")
    yield from _power(netlist, driver)


def _power(netlist: Netlist, driver: str) -> Iterator[str]:
    outs = [netlist.net("U1", f"A{OUTS[driver]}{number}") for number in "12"]
    for number, net in zip("12", outs, strict=True):
        yield from _joined(netlist, net, "U1", f"B{OUTS[driver]}{number}")
        if not netlist.between(net, "GND", "D") or not netlist.between(net, "VM", "D"):
            yield f"{net} has no diode to ground and to VM"
    if outs[0] == outs[1]:
        yield "the driver's two outputs are one net"
    if {netlist.net("M1", pin) for pin in "+-"} != set(outs):
        yield "the motor isn't between the driver's outputs"
    if not netlist.between(outs[0], outs[1], "C"):
        yield "no capacitor is across the motor"
    plus = netlist.net("U1", "V+" if driver == "drv8833" else "VMOT")
    ways = [
        f"{fuse} {switch}"
        for switch, mid in netlist.across(plus, "SW")
        for fuse, end in netlist.across(mid, "F")
        if end == netlist.net("BT1", "+")
    ]
    if len(ways) != 1:
        yield f"the cells reach the driver by {ways or 'no way'}, not by one fuse and one switch"
    if plus in (netlist.net("A1", "1"), netlist.net("A1", "2"), "+3V3", "+5V"):
        yield "the motor's supply is joined to the computer's"
    grounds = ("GND", "V-") if driver == "drv8833" else ("GND1", "GND2")
    yield from _joined(netlist, "GND", "U1", *grounds)
    yield from _joined(netlist, "GND", "BT1", "-")
    yield from _joined(netlist, "VM", "C1", "+")
    if driver == "drv8833":
        yield from _joined(netlist, "VM", "U1", "VM")
        if netlist.net("U1", "ASEN") != netlist.net("U1", "BSEN"):
            yield "the two sense pins aren't joined: paralleled bridges would work against each other"
    else:
        yield from _joined(netlist, "+3V3", "U1", "VCC", "PWMA", "PWMB")


def _heartbeat(netlist: Netlist, sleep: str, source: str) -> Iterator[str]:
    """Pin, resistor, capacitor, two diodes, hold capacitor, npn, pnp: and no way around them."""
    ways = [
        (middle, after)
        for _, middle in netlist.across("heartbeat", "R")
        for _, after in netlist.across(middle, "C")
    ]
    if len(ways) != 1 or len(netlist.pins("heartbeat")) != 2:
        yield "the heartbeat's pin doesn't go through one resistor and one capacitor alone"
        return
    pump = ways[0][1]
    held = [end for _, end in netlist.across(pump, "D") if end != "GND"]
    if len(held) != 1 or not netlist.between(pump, "GND", "D"):
        yield "the heartbeat's capacitor doesn't feed one diode from ground and one to the hold capacitor"
        return
    for reference, end in netlist.across(pump, "D"):
        if netlist.net(reference, "K" if end == "GND" else "A") != pump:
            yield f"{reference} is the wrong way round"
    if not netlist.between(held[0], "GND", "C") or not netlist.between(held[0], "GND", "R"):
        yield "the hold capacitor, or what empties it, is missing"
    if netlist.net("Q1", "B") not in [end for _, end in netlist.across(held[0], "R")]:
        yield "the hold capacitor doesn't feed Q1"
    yield from _joined(netlist, "GND", "Q1", "E")
    if netlist.net("Q2", "B") not in [end for _, end in netlist.across(netlist.net("Q1", "C"), "R")]:
        yield "Q1 doesn't drive Q2"
    if source not in [end for _, end in netlist.across(netlist.net("Q2", "B"), "R")]:
        yield "nothing keeps Q2 off"
    yield from _joined(netlist, source, "Q2", "E")
    yield from _joined(netlist, sleep, "Q2", "C")


def _switch(netlist: Netlist, name: str, switch: str, pull_up: bool = False) -> Iterator[str]:
    near, far = ("NO", "COM") if switch == "SW1" else ("1", "2")
    yield from _joined(netlist, name, switch, near)
    yield from _joined(netlist, "GND", switch, far)
    if pull_up:
        yield from _pulled(netlist, name, "+3V3")


def _transistor(netlist: Netlist, name: str, transistor: str) -> Iterator[str]:
    """An npn on the low side of something."""
    if netlist.net(transistor, "B") not in [end for _, end in netlist.across(name, "R")]:
        yield f"{name} doesn't reach the base of {transistor} through a resistor"
    yield from _joined(netlist, "GND", transistor, "E")
    if len(netlist.pins(netlist.net(transistor, "C"))) < 2:
        yield f"{transistor} switches nothing"


def _beam(netlist: Netlist, signals: Mapping[str, int]) -> Iterator[str]:
    """Lit is high, as `[beam] blocked = "low"` has it: the receiver pulls up, a resistor down."""
    yield from _joined(netlist, "+3V3", "Q5", "C")
    yield from _joined(netlist, "beam", "Q5", "E")
    yield from _pulled(netlist, "beam", "GND", "4.7 kΩ")
    if not netlist.between("+3V3", netlist.net("D7", "A"), "R"):
        yield "the emitter has no resistor to +3V3"
    yield from _joined(netlist, netlist.net("Q3", "C") if "emitter" in signals else "GND", "D7", "K")


def _emitter(netlist: Netlist, _: Mapping[str, int]) -> Iterator[str]:
    yield from _transistor(netlist, "emitter", "Q3")


def _button_lamp(netlist: Netlist, _: Mapping[str, int]) -> Iterator[str]:
    yield from _transistor(netlist, "button_lamp", "Q4")
    yield from _joined(netlist, netlist.net("Q4", "C"), "SW1", "-")
    yield from _joined(netlist, "+5V", "SW1", "+")


def _lamp(name: str, pin: str) -> Callable[[Netlist, Mapping[str, int]], Iterator[str]]:
    def check(netlist: Netlist, _: Mapping[str, int]) -> Iterator[str]:
        found = netlist.between(name, netlist.net("LED1", pin), "R")
        if [netlist.values[each] for each in found] != ["330 Ω"]:
            yield f"{name} doesn't reach LED1 {pin} through 330 Ω"
        yield from _joined(netlist, "GND", "LED1", "K")

    return check


def _buzzer(netlist: Netlist, _: Mapping[str, int]) -> Iterator[str]:
    if not netlist.between("buzzer", netlist.net("BZ1", "1"), "R"):
        yield "buzzer doesn't reach BZ1 through a resistor"
    yield from _joined(netlist, "GND", "BZ1", "2")


def _display(netlist: Netlist) -> Iterator[str]:
    yield from _joined(netlist, "display_data", "DS1", "SDA")
    yield from _joined(netlist, "display_clock", "DS1", "SCL")
    yield from _joined(netlist, "+3V3", "DS1", "VCC")
    yield from _joined(netlist, "GND", "DS1", "GND")


DESTINATIONS: dict[str, Callable[[Netlist, Mapping[str, int]], Iterator[str]]] = {
    "button": lambda netlist, _: _switch(netlist, "button", "SW1", pull_up=True),
    "lid": lambda netlist, _: _switch(netlist, "lid", "SW2", pull_up=True),
    "hopper": lambda netlist, _: _switch(netlist, "hopper", "SW3", pull_up=True),
    "beam": _beam,
    "emitter": _emitter,
    "button_lamp": _button_lamp,
    "red": _lamp("red", "R"),
    "green": _lamp("green", "G"),
    "blue": _lamp("blue", "B"),
    "buzzer": _buzzer,
}
"""What each signal is for, beyond the motor's, the display's and the table's buttons."""
