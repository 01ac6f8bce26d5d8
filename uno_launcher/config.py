"""The launcher's settings. This is the only reader of the TOML file; every key may be left out."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field

Bcm = Annotated[int, Meta(ge=0, le=27)]
Percent = Annotated[int, Meta(ge=1, le=100)]

Driver = Literal["two-input", "phase-enable", "one-pin"]
PinFactory = Literal["lgpio", "rpigpio", "pigpio", "mock"]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the file."""


class LauncherSection(Section, frozen=True):
    """What is played."""

    profile: str = "fair"
    hopper: Annotated[int, Meta(ge=0, le=400)] | None = None
    """Cards in the hopper when the launcher starts; left out: nobody counted."""


class BackendSection(Section, frozen=True):
    pin_factory: PinFactory = "lgpio"
    chip: Annotated[int, Meta(ge=0, le=15)] | None = None
    """Number of the gpiochip (lgpio only); left out: gpiozero works it out from the board."""


class PinsSection(Section, frozen=True):
    """BCM numbers; None is not fitted. With the one-pin driver motor_in2 isn't used: see `Config.fitted`."""

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


class MotorSection(Section, frozen=True):
    driver: Driver = "two-input"
    """two-input: in1 forward, in2 reverse (both PWM). phase-enable: in1 is enable (PWM), in2 is phase (low is
    forward). one-pin: in1 is the MOSFET's gate, no reverse and no brake."""
    frequency_hz: Annotated[int, Meta(ge=1, le=10_000)] = 1000


class BeamSection(Section, frozen=True):
    blocked: Literal["low", "high"] = "low"
    """Level of the beam pin while a card is in the beam. The pin is always pulled up."""
    emitter_ms: Annotated[int, Meta(ge=1, le=100)] = 10
    """How long the receiver gets to notice that the emitter was switched."""


class ButtonSection(Section, frozen=True):
    hold_ms: Annotated[int, Meta(ge=5, le=100)] = 25
    rearm_ms: Annotated[int, Meta(ge=5, le=1000)] = 50
    blank_ms: Annotated[int, Meta(ge=0, le=100)] = 20
    stuck_s: Annotated[float, Meta(ge=2, le=60)] = 10.0


class LidSection(Section, frozen=True):
    hold_ms: Annotated[int, Meta(ge=5, le=200)] = 60


class HopperSection(Section, frozen=True):
    hold_ms: Annotated[int, Meta(ge=5, le=1000)] = 200


class HeartbeatSection(Section, frozen=True):
    half_period_ms: Annotated[int, Meta(ge=1, le=50)] = 5
    """How long the heartbeat pin stays at each level while a burst lives."""


class LogSection(Section, frozen=True):
    level: Literal["debug", "info", "warning", "error"] = "info"


class Config(Section, frozen=True):
    """The whole file."""

    launcher: LauncherSection = field(default_factory=LauncherSection)
    backend: BackendSection = field(default_factory=BackendSection)
    pins: PinsSection = field(default_factory=PinsSection)
    motor: MotorSection = field(default_factory=MotorSection)
    beam: BeamSection = field(default_factory=BeamSection)
    button: ButtonSection = field(default_factory=ButtonSection)
    lid: LidSection = field(default_factory=LidSection)
    hopper: HopperSection = field(default_factory=HopperSection)
    heartbeat: HeartbeatSection = field(default_factory=HeartbeatSection)
    log: LogSection = field(default_factory=LogSection)

    def fitted(self) -> dict[str, int]:
        """Signal name to BCM number of every signal that is there, in the order of `pins.SIGNALS`."""
        pins: dict[str, int | None] = msgspec.structs.asdict(self.pins)
        if self.motor.driver == "one-pin":
            del pins["motor_in2"]
        return {name: bcm for name, bcm in pins.items() if bcm is not None}
