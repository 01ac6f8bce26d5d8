"""Every signal of the launcher, its usual GPIO and what to connect. Standard library only: `uno-launcher off`
reads this before anything heavy is imported.

Every output is active-high and safe at low (an active-low one blips on when it is claimed: field note M5),
every switch closes to ground against the Pi's own pull-up, so a broken lid wire reads as open.
"""

from typing import Literal, NamedTuple

SignalName = Literal[
    "motor_in1",
    "motor_in2",
    "motor_enable",
    "heartbeat",
    "button",
    "beam",
    "emitter",
    "lid",
    "hopper",
    "button_lamp",
    "red",
    "green",
    "blue",
    "buzzer",
    "plus_one",
    "hit_1",
    "hit_2",
    "attack",
    "stop",
]


class Signal(NamedTuple):
    """One wire. `bcm` is the GPIO it is on unless the config says otherwise; optional ones are only there
    when the config names them."""

    name: SignalName
    bcm: int
    output: bool
    optional: bool
    motor: bool
    """It can make the motor turn, so it must not float high while the Pi starts."""
    connect: str


SIGNALS: tuple[Signal, ...] = (
    Signal("motor_in1", 12, True, False, True, "driver IN1 (forward), with a 10 kΩ pull-down to ground"),
    Signal("motor_in2", 13, True, False, True, "driver IN2 (reverse), with a 10 kΩ pull-down to ground"),
    Signal("motor_enable", 16, True, True, True, "driver ENABLE or SLEEP, with a 10 kΩ pull-down to ground"),
    Signal("heartbeat", 20, True, True, True, "charge pump that holds the driver enabled while it ticks"),
    Signal("button", 17, False, False, False, "launch button, other side to ground"),
    Signal("beam", 27, False, False, False, "break-beam receiver, low while a card is in it (3.3 V)"),
    Signal("emitter", 22, True, True, False, "break-beam emitter, through a transistor"),
    Signal("lid", 23, False, True, False, "lid switch to ground, closed while the lid is closed"),
    Signal("hopper", 24, False, True, False, "hopper switch to ground, closed while a card lies on it"),
    Signal("button_lamp", 25, True, True, False, "lamp in the button, through a transistor"),
    Signal("red", 19, True, True, False, "red of the RGB lamp (common cathode), through 330 Ω"),
    Signal("green", 26, True, True, False, "green of the RGB lamp, through 330 Ω"),
    Signal("blue", 21, True, True, False, "blue of the RGB lamp, through 330 Ω"),
    Signal("buzzer", 18, True, True, False, "passive piezo buzzer, other side to ground"),
    Signal("plus_one", 5, False, True, False, 'button "+1": one more press is owed, other side to ground'),
    Signal("hit_1", 6, False, True, False, "button for a Hit 1 that was laid, other side to ground"),
    Signal("hit_2", 10, False, True, False, "button for a Hit 2 that was laid, other side to ground"),
    Signal("attack", 9, False, True, False, "button for an Attack-Attack that was laid, to ground"),
    Signal("stop", 11, False, True, False, "button for whoever stops pressing, other side to ground"),
)

NAMED: dict[str, Signal] = {signal.name: signal for signal in SIGNALS}

# fmt: off
HEADER: dict[int, int] = dict(enumerate((
    27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33,  # GPIO 0 to 13
    8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,  # GPIO 14 to 27
)))
# fmt: on
"""GPIO (BCM number) to pin of the 40-pin header, the same on every Pi since the B+."""

I2C: dict[int, tuple[int, int]] = {0: (0, 1), 1: (2, 3)}
"""I2C port to its two GPIOs, data and clock, for those that every Pi has."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
"""Header pins that are ground."""

NOT_FOR_MOTOR: dict[int, str] = {
    **dict.fromkeys(range(9), "is pulled up while the Pi starts"),
    14: "pulses high while the Pi starts",
}
"""GPIOs that would run the motor at power-on, and why (field note M6)."""
