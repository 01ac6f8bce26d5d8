"""The committed netlists have the software's pins, and a netlist with anything swapped, missing or joined is
noticed. KiCad itself isn't asked here: `make -C hardware check` does that."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from hardware.checks.__main__ import committed, pin_faults
from hardware.checks.netlist import Netlist, Pin

BOARDS = [("pi", "drv8833"), ("pi", "tb6612fng"), ("pico", "drv8833")]


@pytest.fixture(scope="module")
def pi() -> Netlist:
    return committed("pi-drv8833")


def moved(netlist: Netlist, pin: Pin, net: str) -> Netlist:
    """The same with one pin on another net."""
    nets = {name: pins - {pin} for name, pins in netlist.nets.items()}
    return netlist._replace(nets=nets | {net: nets.get(net, frozenset()) | {pin}})


def swapped(netlist: Netlist, one: Pin, other: Pin) -> Netlist:
    nets = netlist.net(*one), netlist.net(*other)
    return moved(moved(netlist, one, nets[1]), other, nets[0])


def without(netlist: Netlist, reference: str) -> Netlist:
    """The same with one part taken out."""
    nets = {
        name: frozenset(pin for pin in pins if pin[0] != reference) for name, pins in netlist.nets.items()
    }
    return netlist._replace(nets=nets)


@pytest.mark.parametrize(("board", "driver"), BOARDS)
def test_the_committed_netlists_have_the_softwares_pins(board: str, driver: str) -> None:
    assert pin_faults(committed(f"{board}-{driver}"), board, driver) == []


@pytest.mark.parametrize(("board", "driver"), BOARDS)
def test_every_wired_header_pin_is_watched(board: str, driver: str) -> None:
    """Whichever pin of the header hangs in the air, or is swapped with its neighbour, somebody notices."""
    netlist = committed(f"{board}-{driver}")
    wired = [pin for pins in netlist.nets.values() for pin in pins if pin[0] == "A1" and len(pins) > 1]
    assert len(wired) > 25
    for pin in wired:
        assert pin_faults(moved(netlist, pin, "in the air"), board, driver), f"{pin} in the air"
    for one, other in pairwise(wired):
        if netlist.net(*one) != netlist.net(*other):
            assert pin_faults(swapped(netlist, one, other), board, driver), f"{one} and {other} swapped"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda n: swapped(n, ("A1", "32"), ("A1", "33")), "header pin 32 is on motor_in2"),
        (lambda n: moved(n, ("A1", "38"), "motor_in1"), "header pin 38 is on motor_in1"),
        (lambda n: moved(n, ("A1", "7"), "beam"), "header pin 7 is on beam"),
        (lambda n: moved(n, ("U1", "BIN2"), "?"), "U1 BIN2 is on ?"),
        (lambda n: without(n, "R1"), "motor_in1 has no single 10 kΩ to GND"),
        (lambda n: n._replace(values=n.values | {"R2": "1 MΩ"}), "motor_in2 has no single 10 kΩ to GND"),
        (lambda n: without(n, "R3"), "driver_sleep has no single 10 kΩ to GND"),
        (lambda n: without(n, "R4"), "motor_enable has no single 10 kΩ to GND"),
        (lambda n: swapped(n, ("R7", "2"), ("R9", "1")), "what empties it, is missing"),
        (lambda n: moved(n, ("R9", "1"), "driver_sleep"), "Q1 doesn't drive Q2"),
        (lambda n: swapped(n, ("D2", "A"), ("D2", "K")), "D2 is the wrong way round"),
        (lambda n: swapped(n, ("D1", "A"), ("D1", "K")), "D1 is the wrong way round"),
        (lambda n: moved(n, ("Q2", "E"), "+3V3"), "Q2 E is on +3V3"),
        (lambda n: moved(n, ("U1", "BSEN"), "?"), "sense pins aren't joined"),
        (lambda n: without(n, "D6"), "no diode to ground"),
        (lambda n: moved(n, ("F1", "1"), n.net("F1", "2")), "not by one fuse"),
        (lambda n: moved(n, ("BT1", "-"), "?"), "BT1 - is on ?"),
        (lambda n: moved(n, ("D7", "K"), "GND"), "D7 K is on GND"),
        (lambda n: moved(n, ("SW2", "2"), "+3V3"), "SW2 2 is on +3V3"),
        (lambda n: swapped(n, ("SW4", "1"), ("SW5", "1")), "SW4 1 is on hit_1"),
        (lambda n: swapped(n, ("LED1", "R"), ("LED1", "B")), "red doesn't reach LED1 R"),
        (lambda n: swapped(n, ("DS1", "SDA"), ("DS1", "SCL")), "DS1 SDA is on display_clock"),
    ],
)
def test_damage_is_noticed(pi: Netlist, damage: Callable[[Netlist], Netlist], words: str) -> None:
    assert any(words in fault for fault in pin_faults(damage(pi), "pi", "drv8833"))


@pytest.mark.parametrize("supply", ["+3V3", "+5V", "VM"])
@pytest.mark.parametrize("net", ["motor_in1", "motor_in2", "driver_sleep"])
def test_a_pull_up_at_the_driver_is_noticed(pi: Netlist, net: str, supply: str) -> None:
    damaged = moved(moved(pi, ("R99", "1"), net), ("R99", "2"), supply)
    damaged = damaged._replace(values=damaged.values | {"R99": "47 kΩ"})
    assert f"R99 pulls {net} up to {supply}" in " ".join(pin_faults(damaged, "pi", "drv8833"))
