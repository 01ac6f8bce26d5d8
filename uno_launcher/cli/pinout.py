"""`uno-launcher pinout`: what to connect where."""

import msgspec
import typer

from uno_launcher.cli.options import ConfigOption, JsonOption
from uno_launcher.config import Config, load, simulation_config
from uno_launcher.errors import UsageError
from uno_launcher.pins import GROUNDS, HEADER, NAMED

DRIVER_PINS: dict[str, dict[str, str]] = {
    "two-input": {},
    "phase-enable": {"motor_in1": "driver ENABLE (PWM)", "motor_in2": "driver PHASE (low is forward)"},
    "one-pin": {"motor_in1": "gate of the motor's MOSFET"},
}
PULL_DOWN = ", with a 10 kΩ pull-down to ground"


DISPLAY = {0: (27, 28), 1: (3, 5)}
"""I2C port to the header pins of its data and its clock; others are where an overlay puts them."""


class Row(msgspec.Struct, frozen=True):
    """One signal. An optional one that isn't fitted stands with a GPIO that is free for it."""

    signal: str
    bcm: int
    header_pin: int
    direction: str
    fitted: bool
    optional: bool
    connect: str


def pinout(config: ConfigOption = None, json: JsonOption = False) -> None:
    """Show what to connect where: every signal with its GPIO and header pin.

    The GPIO is the BCM number, as it stands in the config; the header pin is the place on the 40-pin header.

    \b
    Examples:
      uno-launcher pinout
      uno-launcher pinout --config my.toml --json
    """
    settings = load(config)
    if settings.backend.kind == "serial":
        raise UsageError("The launcher is on a Pico: firmware/README.md and firmware/board.py have its pins.")
    rows = pinout_rows(settings)
    if json:
        for row in rows:
            typer.echo(msgspec.json.encode(row).decode())
    else:
        _table(rows)
        if settings.display.driver != "off" and settings.display.i2c_port in DISPLAY:
            data, clock = DISPLAY[settings.display.i2c_port]
            typer.echo(
                f"The display is on header pins {data} (SDA) and {clock} (SCL), besides 3.3 V and ground."
            )


def pinout_rows(config: Config) -> list[Row]:
    """Every signal that the config's driver can use, in the order of the signal table."""
    fitted = config.fitted()
    wiring = DRIVER_PINS[config.motor.driver]
    rows = []
    for name, bcm in simulation_config(config).fitted().items():
        signal = NAMED[name]
        connect = wiring[name] + PULL_DOWN if name in wiring else signal.connect
        direction = "output" if signal.output else "input"
        rows.append(Row(name, bcm, HEADER[bcm], direction, name in fitted, signal.optional, connect))
    return rows


def _table(rows: list[Row]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column("Signal", no_wrap=True)
    table.add_column("GPIO", justify="right", no_wrap=True)
    table.add_column("Header pin", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("Connect")
    for row in rows:
        missing = "" if row.fitted else " (not fitted)"
        table.add_row(
            row.signal,
            str(row.bcm),
            str(row.header_pin),
            row.direction[:-3],
            row.connect + missing,
            style=None if row.fitted else "dim",
        )
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(table)
    console.print(
        f"Ground is on header pins {', '.join(map(str, GROUNDS))}. The motor has a supply of its own; only"
        " its ground is joined to the Pi's."
    )
