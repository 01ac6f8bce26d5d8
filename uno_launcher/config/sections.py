"""What can be set: one struct a section, with each key's bounds, default and meaning.

The meanings are for people: `uno-launcher config init` prints them.
"""

from typing import Annotated, Literal, get_type_hints

import msgspec
from msgspec import Meta, field

from uno_launcher.config.feed import FeedSection
from uno_launcher.config.section import Section
from uno_launcher.feed.timing import Timing
from uno_launcher.luck import CustomProfile
from uno_launcher.pins import I2C

Bcm = Annotated[int, Meta(ge=0, le=27)]
HOLD = "How long a level must hold to be believed"


class LauncherSection(Section, frozen=True):
    """What a press brings."""

    profile: Annotated[
        str,
        Meta(description="How luck decides: fair, classic, chance, rising, gentle, wild, or one of your own"),
    ] = "fair"
    hopper: Annotated[
        Annotated[int, Meta(ge=0, le=400)] | None,
        Meta(
            description="Cards in the hopper when the launcher starts; leave it out if nobody counts them",
            examples=[108],
        ),
    ] = None


class BackendSection(Section, frozen=True):
    """What launcher there is, and how its pins are reached. `backend = "none"` before any section says the
    same as kind does here."""

    kind: Annotated[
        Literal["gpio", "serial", "none"],
        Meta(
            description="gpio: a launcher on this computer's pins. serial: on a Raspberry Pi Pico at a USB"
            " cable, whose pins stand in its board.py. none: the old toy or no launcher is on the table,"
            " and people type what came out"
        ),
    ] = "gpio"
    port: Annotated[
        str | None,
        Meta(
            description="Where the Pico is plugged in; leave it out to take whichever port one answers at",
            examples=["/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode-if00"],
        ),
    ] = None
    pin_factory: Annotated[
        Literal["lgpio", "rpigpio", "pigpio", "mock"],
        Meta(description="The library that drives the pins; never another one in its place"),
    ] = "lgpio"
    chip: Annotated[
        Annotated[int, Meta(ge=0, le=15)] | None,
        Meta(description="Number of the gpiochip, for lgpio; leave it out to go by the board", examples=[0]),
    ] = None


class PinsSection(Section, frozen=True):
    """GPIO (BCM) numbers from 0 to 27, and what to connect; what is left out isn't fitted. `uno-launcher
    pinout` shows the header pins."""

    # What each one means stands in uno_launcher.pins, with what to connect.
    motor_in1: Bcm = 12
    motor_in2: Bcm = 13
    motor_enable: Bcm | None = None
    heartbeat: Bcm | None = None
    button: Bcm = 17
    beam: Bcm = 27
    emitter: Bcm | None = None
    lid: Bcm | None = None
    hopper: Bcm | None = None
    button_lamp: Bcm | None = None
    red: Bcm | None = None
    green: Bcm | None = None
    blue: Bcm | None = None
    buzzer: Bcm | None = None
    plus_one: Bcm | None = None
    hit_1: Bcm | None = None
    hit_2: Bcm | None = None
    attack: Bcm | None = None
    stop: Bcm | None = None


class MotorSection(Section, frozen=True):
    """How the motor is driven."""

    driver: Annotated[
        Literal["two-input", "phase-enable", "one-pin"],
        Meta(
            description="two-input: in1 forward, in2 reverse. phase-enable: in1 is enable, in2 is phase, low"
            " is forward. one-pin: in1 is a MOSFET's gate, without reverse and without motor_in2"
        ),
    ] = "two-input"
    frequency_hz: Annotated[int, Meta(ge=1, le=10_000, description="PWM frequency")] = 1000


class BeamSection(Section, frozen=True):
    """The break-beam that counts."""

    blocked: Annotated[
        Literal["low", "high"],
        Meta(description="Level of the beam's pin while a card is in it; the pin is always pulled up"),
    ] = "low"
    emitter_ms: Annotated[
        int,
        Meta(ge=1, le=100, description="The longest the receiver may take to notice its emitter switched"),
    ] = 20


class ButtonSection(Section, frozen=True):
    """The launch button."""

    hold_ms: Annotated[int, Meta(ge=5, le=100, description=HOLD)] = 25
    rearm_ms: Annotated[
        int, Meta(ge=5, le=1000, description="How long it must be up before it can be pressed again")
    ] = 50
    blank_ms: Annotated[
        int, Meta(ge=0, le=100, description="How long it isn't looked at after the motor was switched")
    ] = 20
    stuck_s: Annotated[float, Meta(ge=2, le=60, description="Held for longer it is reported as stuck")] = 10.0


class LidSection(Section, frozen=True):
    """The lid's switch."""

    hold_ms: Annotated[int, Meta(ge=5, le=200, description=HOLD)] = 60


class HopperSection(Section, frozen=True):
    """The hopper's switch."""

    hold_ms: Annotated[int, Meta(ge=5, le=1000, description=HOLD)] = 200


class HeartbeatSection(Section, frozen=True):
    """The pin that ticks while a burst lives."""

    half_period_ms: Annotated[int, Meta(ge=1, le=50, description="How long the pin stays at each level")] = 5


class DisplaySection(Section, frozen=True):
    """The little display on the launcher, 128 × 64 points on an I2C port. Port 1 is header pins 3 (data) and
    5 (clock)."""

    driver: Annotated[
        Literal["ssd1306", "off"],
        Meta(description="The display's chip; off where there is none"),
    ] = "off"
    i2c_port: Annotated[int, Meta(ge=0, le=10, description="Number of the I2C port")] = 1
    address: Annotated[
        int, Meta(ge=3, le=119, description="The display's I2C address, also as 0x3C; most have 60 or 61")
    ] = 60
    rotate: Annotated[Literal[0, 2], Meta(description="2 where the display is built in upside down")] = 0


class TableSection(Section, frozen=True):
    """The referee."""

    box: Annotated[
        str, Meta(description="Box of an evening that nobody set up: its name, or a box file's path")
    ] = "mega-hit-2020"
    turn_guard_s: Annotated[
        float, Meta(ge=0, le=10, description="After a press the next player's doesn't count for so long")
    ] = 1.0
    stop_after_s: Annotated[
        float,
        Meta(ge=1, le=60, description="Who may stop pressing has stopped after so long without one"),
    ] = 5.0


class MqttSection(Section, frozen=True):
    """What goes to an MQTT broker, and so to Home Assistant. It wants the package aiomqtt."""

    host: Annotated[
        str | None,
        Meta(description="The broker's name or address; leave it out for no MQTT", examples=["192.168.1.10"]),
    ] = None
    port: Annotated[int, Meta(ge=1, le=65535, description="The broker's port")] = 1883
    user: Annotated[str | None, Meta(description="Who the broker knows us as", examples=["launcher"])] = None
    password: Annotated[str | None, Meta(description="That user's password", examples=["secret"])] = None
    prefix: Annotated[str, Meta(description="What all topics begin with")] = "uno-launcher"
    name: Annotated[
        str | None,
        Meta(
            description="What tells this launcher from others at the broker; left out it is this computer's"
            " name",
            examples=["kitchen"],
        ),
    ] = None
    commands: Annotated[
        Literal["off", "table"],
        Meta(description="Whether the broker may send moves of the table; none of them ever fires"),
    ] = "off"


class WebSection(Section, frozen=True):
    """The table page, for everybody's phone."""

    serve: Annotated[
        Literal["network", "local", "off"],
        Meta(
            description="network: for the home network, with a join code. local: for this computer alone."
            " off: there is no page"
        ),
    ] = "network"
    port: Annotated[int, Meta(ge=0, le=65535, description="The page's port; 0 takes any that is free")] = 8080
    name: Annotated[
        str | None,
        Meta(
            description="The name that phones reach this computer by, where it isn't its own name",
            examples=["launcher.local"],
        ),
    ] = None
    pin: Annotated[
        Annotated[str, Meta(pattern=r"^[0-9]{4,12}$(?!\n)")] | None,
        Meta(
            title='4 to 12 digits in "quotes"',
            description="The parents' PIN; without it one is made at the first start",
            examples=["482913"],
        ),
    ] = None


class Config(Section, frozen=True):
    """The whole file."""

    launcher: LauncherSection = field(default_factory=LauncherSection)
    backend: BackendSection = field(default_factory=BackendSection)
    pins: PinsSection = field(default_factory=PinsSection)
    motor: MotorSection = field(default_factory=MotorSection)
    beam: BeamSection = field(default_factory=BeamSection)
    feed: FeedSection = field(default_factory=FeedSection)
    button: ButtonSection = field(default_factory=ButtonSection)
    lid: LidSection = field(default_factory=LidSection)
    hopper: HopperSection = field(default_factory=HopperSection)
    heartbeat: HeartbeatSection = field(default_factory=HeartbeatSection)
    display: DisplaySection = field(default_factory=DisplaySection)
    table: TableSection = field(default_factory=TableSection)
    web: WebSection = field(default_factory=WebSection)
    mqtt: MqttSection = field(default_factory=MqttSection)
    profiles: dict[str, CustomProfile] = field(default_factory=dict)

    def fitted(self) -> dict[str, int]:
        """Signal name to BCM number of every signal that is there, in the order of `pins.SIGNALS`."""
        pins: dict[str, int | None] = msgspec.structs.asdict(self.pins)
        if self.motor.driver == "one-pin":
            del pins["motor_in2"]
        return {name: bcm for name, bcm in pins.items() if bcm is not None}

    def display_pins(self) -> dict[int, str]:
        """The GPIOs that belong to the display, and what they are to it."""
        if self.display.driver == "off" or self.display.i2c_port not in I2C:
            return {}
        return dict(zip(I2C[self.display.i2c_port], ("data", "clock"), strict=True))

    def timing(self) -> Timing:
        """The feed's measures."""
        return self.feed.timing()


SECTIONS: dict[str, type[Section]] = {
    title: hint for title, hint in get_type_hints(Config).items() if title != "profiles"
}
"""Title to struct of every section whose keys are fixed."""
