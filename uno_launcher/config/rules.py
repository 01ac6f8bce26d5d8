"""What no single key's bounds can say: how the settings must fit together."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from uno_launcher import luck
from uno_launcher.config.feed import FeedSection
from uno_launcher.config.lines import Path
from uno_launcher.config.mistakes import shown, suggestion
from uno_launcher.config.sections import Config
from uno_launcher.pins import NAMED, NOT_FOR_MOTOR

PWM_HZ: dict[str, tuple[int, int]] = {
    "lgpio": (1, 10_000),  # field note G15
    "rpigpio": (1, 2000),  # it sleeps between edges, and a sleep is late by 50 µs and more
    "pigpio": (10, 8000),  # what 5 µs of sampling allow
    "mock": (1, 10_000),
}

DUTIES = ("slow_duty_pct", "reverse_duty_pct", "duty_pct")


class Broken(NamedTuple):
    """A rule that doesn't hold: the keys it is about, the likeliest culprit first, and what to do."""

    paths: tuple[Path, ...]
    sentence: str


def broken_rules(config: Config, named: Collection[Path] = ()) -> Iterator[Broken]:
    """Every rule that `config` breaks. `named`: the (section, key) that the file has, beyond defaults."""
    yield from _pins(config, named)
    yield from _motor(config, named)
    yield from _feed(config.feed)
    if config.backend.port is not None and config.backend.kind == "gpio":
        default = "" if ("backend", "kind") in named else " by default"
        yield Broken(
            (("backend", "port"), ("backend", "kind")),
            f'[backend] port is where a Pico is plugged in, but kind is "gpio"{default};'
            ' take kind = "serial", or leave port out',
        )
    if config.backend.port == "":
        yield Broken(
            (("backend", "port"),),
            "[backend] port is empty; name the file of a serial port in /dev, or leave port out",
        )
    known = luck.names(config.profiles)
    profile = config.launcher.profile
    if profile not in known:
        yield Broken(
            (("launcher", "profile"),),
            f"[launcher] profile is {shown(profile)}, but none has that name{suggestion(profile, known)}",
        )


def _pins(config: Config, named: Collection[Path]) -> Iterator[Broken]:
    holder: dict[int, str] = {}
    displays = config.display_pins()
    for name, bcm in config.fitted().items():
        if bcm in holder:
            other = holder[bcm]
            # What the file names is what to change; a default only stands in its way.
            first, second = (other, name) if ("pins", name) not in named else (name, other)
            default = "" if ("pins", second) in named else " by default"
            yield Broken(
                (("pins", first), ("pins", second)),
                f"[pins] {first} is on GPIO {bcm}, but so is {second}{default}; give each its own GPIO",
            )
        holder[bcm] = name
        if bcm in displays:
            yield Broken(
                (("pins", name), ("display", "i2c_port")),
                f"[pins] {name} is on GPIO {bcm}, but that is the display's {displays[bcm]} line;"
                f' give {name} another GPIO, or take the display off with driver = "off"',
            )
        if NAMED[name].motor and bcm in NOT_FOR_MOTOR:
            yield Broken(
                (("pins", name),),
                f"[pins] {name} is on GPIO {bcm}, which {NOT_FOR_MOTOR[bcm]} and would run the motor;"
                " take one from 9 to 27 other than 14",
            )


def _feed(feed: FeedSection) -> Iterator[Broken]:
    for key, fault, amount in (
        ("slow_duty_pct", feed.slow_duty_pct > feed.duty_pct, "more"),
        ("kick_duty_pct", feed.kick_duty_pct < feed.duty_pct, "less"),
    ):
        if fault:
            yield Broken(
                (("feed", key), ("feed", "duty_pct")),
                f"[feed] {key} is {getattr(feed, key)}, but it may be no {amount} than duty_pct,"
                f" which is {feed.duty_pct}",
            )
    weakest = min(feed.slow_duty_pct, feed.reverse_duty_pct, feed.duty_pct)
    if feed.friction_pct >= weakest:
        yield Broken(
            (("feed", "friction_pct"), *(("feed", key) for key in DUTIES)),
            f"[feed] friction_pct is {feed.friction_pct}, but it must be less than every duty,"
            f" and the smallest is {weakest}",
        )
        return
    slowest = (feed.duty_pct - feed.friction_pct) / (feed.slow_duty_pct - feed.friction_pct)
    double_ms = 2 * feed.transit_ms * slowest
    for key, least in (
        ("jam_ms", double_ms),
        ("limit_card_ms", double_ms),
        ("empty_ms", feed.kick_ms + double_ms),
    ):
        if getattr(feed, key) < least:
            yield Broken(
                (("feed", key), *(("feed", cause) for cause in ("transit_ms", "slow_duty_pct", "kick_ms"))),
                f"[feed] {key} is {getattr(feed, key):g}, but healthy cards can take {least:.0f} ms;"
                " take more, or change transit_ms, slow_duty_pct or kick_ms",
            )


def _motor(config: Config, named: Collection[Path]) -> Iterator[Broken]:
    factory, frequency = config.backend.pin_factory, config.motor.frequency_hz
    low, high = PWM_HZ[factory]
    if not low <= frequency <= high:
        yield Broken(
            (("motor", "frequency_hz"), ("backend", "pin_factory")),
            f"[motor] frequency_hz is {frequency}, but with {factory} it goes from {low} to {high}",
        )
    if config.backend.chip is not None and factory != "lgpio":
        yield Broken(
            (("backend", "chip"), ("backend", "pin_factory")),
            f"[backend] chip is for lgpio only, but pin_factory is {factory}; leave chip out",
        )
    if config.motor.driver == "one-pin" and ("pins", "motor_in2") in named:
        yield Broken(
            (("pins", "motor_in2"), ("motor", "driver")),
            "[pins] motor_in2 is given, but a one-pin driver has no second pin; leave motor_in2 out",
        )
