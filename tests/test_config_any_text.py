"""Whatever is in the file: it's refused in sentences, or what is accepted keeps the rules."""

import json
import string

from hypothesis import given, settings
from hypothesis import strategies as st

from uno_launcher.config import check, load, simulation_config
from uno_launcher.config.feed import FeedSection
from uno_launcher.config.keys import keys
from uno_launcher.config.profiles import WHAT
from uno_launcher.config.rules import PWM_HZ
from uno_launcher.config.sections import SECTIONS
from uno_launcher.errors import InputError
from uno_launcher.feed.timing import EXPIRY_US
from uno_launcher.pins import NAMED, NOT_FOR_MOTOR, SIGNALS

a_key = st.sampled_from([(title, key) for title in SECTIONS for key in keys(SECTIONS[title])])
a_value = st.one_of(
    st.integers(-1, 30),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text(string.printable, max_size=5).map(repr),
    st.sampled_from(['"mock"', '"pigpio"', '"one-pin"', '"phase-enable"', '"high"', '"gentle"', "[]", "{}"]),
)
a_measure = st.sampled_from(list(keys(FeedSection).values())).flatmap(
    lambda key: st.integers(int(key.low), int(key.high)).map(lambda value: f"feed.{key.name} = {value}")
)
a_line = st.one_of(
    st.builds(lambda key, value: f"{key[0]}.{key[1]} = {str(value).lower()}", a_key, a_value),
    st.builds(lambda pin, bcm: f"pins.{pin} = {bcm}", st.sampled_from(sorted(NAMED)), st.integers(0, 27)),
    st.builds(lambda key: f"{json.dumps(key)}.a = 1", st.text(max_size=3)),
    st.builds(lambda key: f"profiles.a.sizes = {{ {json.dumps(key)} = 1 }}", st.text(max_size=3)),
    st.builds(lambda key, value: f"profiles.a.{key} = {value}", st.sampled_from(sorted(WHAT)), a_value),
)


some_text = st.one_of(
    st.text(),
    st.text("[]{}=.\"'#\n ab1motorpins_"),
    st.lists(a_line, max_size=8).map("\n".join),
    st.lists(a_measure, max_size=4, unique_by=lambda line: line.split()[0]).map("\n".join),
)


@settings(deadline=None)
@given(some_text)
def test_any_text_gives_a_config_that_keeps_the_rules_or_sentences(text):
    config, found = check(text, "config.toml")
    assert (config is None) == bool(found)
    if config is None:
        for sentence in found:
            assert sentence.startswith("config.toml")
            assert len(sentence.splitlines()) == 1
    else:
        check_rules(config)
        check_rules(simulation_config(config))


def check_rules(config):
    """Said anew and without the code under test."""
    pins = config.fitted()
    assert {"motor_in1", "button", "beam"} <= pins.keys()
    assert ("motor_in2" in pins) == (config.motor.driver != "one-pin")
    assert len(set(pins.values())) == len(pins)
    assert all(0 <= bcm <= 27 for bcm in pins.values())
    for name in ("motor_in1", "motor_in2", "motor_enable", "heartbeat"):
        assert pins.get(name) not in NOT_FOR_MOTOR
    if config.display.driver == "ssd1306" and config.display.i2c_port == 1:
        assert not {2, 3} & set(pins.values())
    feed = config.timing()
    assert feed.friction_pct < feed.slow_duty_pct <= feed.duty_pct <= feed.kick_duty_pct <= 100
    assert feed.friction_pct < feed.reverse_duty_pct <= 100
    assert 2 * feed.transit_us <= feed.jam_us < EXPIRY_US
    assert 2 * feed.transit_us + feed.kick_us <= feed.empty_us < EXPIRY_US
    assert max(feed.kick_us, feed.retract_us, feed.tease_us, feed.unjam_us) < EXPIRY_US
    assert feed.empty_us < feed.limit_us <= 10_000_000
    assert 2 * feed.transit_us <= feed.limit_card_us <= 1_000_000
    low, high = PWM_HZ[config.backend.pin_factory]
    assert low <= config.motor.frequency_hz <= high


def a_pin_each(motors, others):
    """Every signal's GPIO: the motor's from the one order, the rest from what is left of the other."""
    names = sorted(NAMED, key=lambda name: not NAMED[name].motor)
    left = [bcm for bcm in others if bcm not in motors[:4]]
    return dict(zip(names, [*motors[:4], *left], strict=False))


distinct_pins = st.builds(
    a_pin_each,
    st.permutations([bcm for bcm in range(28) if bcm not in NOT_FOR_MOTOR]),
    st.permutations(range(28)),
)


@settings(deadline=None)
@given(distinct_pins, st.sets(st.sampled_from([s.name for s in SIGNALS if s.optional])))
def test_any_distinct_allowed_pins_are_accepted(pins, left_out):
    lines = [f"{name} = {bcm}" for name, bcm in pins.items() if name not in left_out]
    config, found = check("\n".join(["[pins]", *lines]), "config.toml")
    assert found == []
    assert config is not None
    assert config.fitted() == {name: bcm for name, bcm in pins.items() if name not in left_out}
    check_rules(simulation_config(config))


@settings(deadline=None)
@given(st.binary())
def test_any_file_gives_a_config_or_an_input_error(tmp_path_factory, data):
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_bytes(data)
    try:
        check_rules(load(file))
        found = ()
    except InputError as error:
        found = error.mistakes
    assert all(sentence.startswith(str(file)) for sentence in found)
