"""The config: what is accepted, and how every mistake is said."""

import msgspec
import pytest

from uno_launcher.config import Config, check, load, simulation_config
from uno_launcher.config.example import example
from uno_launcher.config.keys import keys
from uno_launcher.config.lines import find_lines
from uno_launcher.config.rules import PWM_HZ, broken_rules
from uno_launcher.config.sections import SECTIONS, MqttSection, PinsSection
from uno_launcher.errors import InputError
from uno_launcher.luck import CustomProfile
from uno_launcher.pins import NOT_FOR_MOTOR, SIGNALS


def mistakes(text):
    """The mistakes in `text`; there are some."""
    config, found = check(text, "config.toml")
    assert config is None
    assert found
    return found


def accepted(text):
    config, found = check(text, "config.toml")
    assert found == []
    return config


def test_an_empty_file_is_all_defaults():
    assert accepted("") == Config()


def test_a_key_that_is_given_is_used_and_the_others_keep_their_defaults():
    config = accepted('[launcher]\nprofile = "classic"\nhopper = 108\n[button]\nstuck_s = 5\n')
    assert (config.launcher.profile, config.launcher.hopper) == ("classic", 108)
    assert (config.button.stuck_s, config.button.hold_ms) == (5.0, 25)
    assert config.motor == Config().motor


def test_the_defaults_break_no_rule():
    assert list(broken_rules(Config())) == []


REFUSED = """
motor  | frequency_hz = 20000 | must be a whole number of hertz from 1 to 10000, but 20000 was given
motor  | frequency_hz = 0     | must be a whole number of hertz from 1 to 10000, but 0 was given
motor  | driver = "l298"      | must be "two-input" or "phase-enable" or "one-pin", but "l298" was given
motor  | driver = 3           | must be "two-input" or "phase-enable" or "one-pin", but 3 was given
motor  | driver = {}          | must be "two-input" or "phase-enable" or "one-pin", but a section was given
button | hold_ms = "25"       | must be a whole number of milliseconds from 5 to 100, but "25" was given
button | hold_ms = 25.5       | must be a whole number of milliseconds from 5 to 100, but 25.5 was given
button | hold_ms = true       | must be a whole number of milliseconds from 5 to 100, but true was given
button | stuck_s = nan        | must be a number of seconds from 2 to 60, but nan was given
button | stuck_s = inf        | must be a number of seconds from 2 to 60, but inf was given
button | stuck_s = [1]        | must be a number of seconds from 2 to 60, but a list was given
button | stuck_s = 07:30:00   | must be a number of seconds from 2 to 60, but a date or time was given
pins   | lid = false          | is false, but what isn't fitted is left out: delete the line
pins   | lid = 28             | is 28, but pins are GPIO (BCM) numbers from 0 to 27; header pin 28 is GPIO 1
pins   | lid = 41             | is 41, but pins are GPIO (BCM) numbers from 0 to 27
pins   | lid = "GPIO4"        | must be a whole number from 0 to 27, but "GPIO4" was given
display | rotate = 1          | must be 0 or 2, but 1 was given
display | address = 2         | must be a whole number from 3 to 119, but 2 was given
display | driver = "sh1106"   | must be "ssd1306" or "off", but "sh1106" was given
launcher | profile = 1        | must be text in "quotes", but 1 was given
launcher | profile = "fare"   | is "fare", but none has that name; did you mean fair?
launcher | profile = "a\\tb"   | must be text without line breaks or other invisible characters
mqtt   | password = "a\\nb"   | must be text without line breaks or other invisible characters
pins   | button = "a\\tb"     | must be a whole number from 0 to 27, but "a?b" was given
profiles.own | chance = "often" | must be a number from 0 to 1, or a list of them, but "often" was given
profiles.own | at_most_dry = 0.5 | must be a whole number, but 0.5 was given
"""


@pytest.mark.parametrize("case", REFUSED.strip().splitlines())
def test_a_wrong_value_is_said_with_place_limit_and_what_was_given(case):
    section, line, complaint = (part.strip() for part in case.split("|"))
    key = line.split()[0]
    assert mistakes(f"[{section}]\n{line}\n") == [f"config.toml line 2: [{section}] {key} {complaint}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[motor]\nfreqency_hz = 5", "line 2: [motor] has no key freqency_hz; did you mean frequency_hz?"),
        ("[motor]\nzzz = 5", "line 2: [motor] has no key zzz; there is driver, frequency_hz"),
        ("[motors]\n", "line 1: there is no section [motors]; did you mean motor?"),
        ("x = 5", "line 1: x stands before any section, and none has such a key"),
        ("stuck_s = 5", "line 1: stuck_s stands before any section, but it belongs below [button]"),
        ("motor = 5", "line 1: motor is a section: write [motor] on a line of its own"),
        ("[[motor]]", "line 1: motor is a section: write [motor] on a line of its own"),
        ("profiles = 5", "line 1: profiles is a section: write [profiles] on a line of its own"),
        ("[profiles]\na = 1", "line 2: [profiles] has profiles only: write [profiles.a] above its keys"),
        ("[profiles.a]\nchanc = 1", "line 2: [profiles.a] has no key chanc; did you mean chance?"),
    ],
)
def test_what_isnt_known_is_said_with_what_was_probably_meant(text, expected):
    assert mistakes(text) == [f"config.toml {expected}"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", '""'),
        ("  ", '"  "'),
        ("a\\tb", '"a?b"'),
        ("a\\u001b[31m", '"a?[31m"'),
        ("x" * 61, f'"{"x" * 40}…"'),
    ],
)
def test_a_profiles_name_can_be_seen(name, said):
    assert mistakes(f'[profiles."{name}"]\nchance = 0.5\n[launcher]\nprofile = "{name}"\n')[0] == (
        f"config.toml line 1: [profiles] {said} is no name: it takes 1 to 60 characters, without line"
        " breaks or other invisible characters"
    )
    accepted(f'[profiles."{"x" * 60}"]\nchance = 0.5\n[profiles."Grünes Glück"]\nchance = 0.5\n')


def test_a_port_belongs_to_a_pico():
    assert accepted('[backend]\nkind = "serial"\nport = "/dev/ttyACM9"\n').backend.port == "/dev/ttyACM9"
    assert accepted('[backend]\nkind = "none"\nport = "/dev/ttyACM9"\n').backend.kind == "none"
    for kind, default in (('kind = "gpio"', ""), ("", " by default")):
        assert mistakes(f'[backend]\n{kind}\nport = "/dev/ttyACM9"\n') == [
            f'config.toml line 3: [backend] port is where a Pico is plugged in, but kind is "gpio"{default};'
            ' take kind = "serial", or leave port out'
        ]


def test_a_port_has_a_name():
    (said,) = mistakes('[backend]\nkind = "serial"\nport = ""\n')
    assert said.startswith("config.toml line 3: [backend] port is empty; name the file of a serial port")


def test_all_mistakes_are_said_in_one_go_in_the_order_of_the_lines():
    found = mistakes(
        "[pins]\nred = 40\n[motor]\nfrequency_hz = 0\nspeed = 1\n[bean]\n[launcher]\nprofile = 3\n"
    )
    assert [line.split(":")[0] for line in found] == [f"config.toml line {n}" for n in (2, 4, 5, 6, 8)]


@pytest.mark.parametrize("bcm", [*range(9), 14])
@pytest.mark.parametrize("signal", ["motor_in1", "motor_in2", "motor_enable", "heartbeat"])
def test_a_gpio_that_floats_high_at_power_on_is_refused_for_the_motor_M6(signal, bcm):
    (sentence,) = mistakes(f"[pins]\n{signal} = {bcm}\n")
    assert sentence.startswith(f"config.toml line 2: [pins] {signal} is on GPIO {bcm}, which ")
    assert sentence.endswith(
        "while the Pi starts and would run the motor; take one from 9 to 27 other than 14"
    )


@pytest.mark.parametrize("bcm", [*range(9), 14])
def test_other_signals_may_be_there(bcm):
    assert accepted(f"[pins]\nbutton = {bcm}\n").pins.button == bcm


@pytest.mark.parametrize("section", ["motor", "pins"])
@pytest.mark.parametrize(
    "key",
    ["active_low", "active_high", "enable_active_low", "inverted", "invert_enable", "Active_Low", "polarity"],
)
def test_motor_and_enable_cant_be_made_active_low_and_the_reason_is_said_M5(section, key):
    (sentence,) = mistakes(f"[{section}]\n{key} = true\n")
    assert sentence.startswith(
        f"config.toml line 2: [{section}] {key} can't be set: an active-low output blips on whenever the"
        " program starts, so motor and enable are always active-high; "
    )


def test_two_signals_on_one_pin_are_refused():
    assert mistakes("[pins]\nred = 5\ngreen = 5\n") == [
        "config.toml line 3: [pins] green is on GPIO 5, but so is red; give each its own GPIO"
    ]


def test_a_pin_that_another_signal_has_by_default_is_refused_at_the_one_the_file_names():
    assert mistakes("[pins]\n\nbeam = 17\n") == [
        "config.toml line 3: [pins] beam is on GPIO 17, but so is button by default; give each its own GPIO"
    ]
    assert mistakes("[pins]\nlid = 12\n") == [
        "config.toml line 2: [pins] lid is on GPIO 12, but so is motor_in1 by default; give each its own GPIO"
    ]


def test_three_signals_on_one_pin_are_two_mistakes():
    assert len(mistakes("[pins]\nred = 5\ngreen = 5\nblue = 5\n")) == 2


def test_a_refused_pin_doesnt_also_collide_with_its_own_default():
    assert len(mistakes("[pins]\nbutton = 99\nlid = 17\n")) == 1


@pytest.mark.parametrize(("factory", "limits"), PWM_HZ.items())
def test_the_pwm_frequency_stays_within_what_the_factory_can_do_G15(factory, limits):
    low, high = limits
    for frequency in (low, high):
        accepted(f'[backend]\npin_factory = "{factory}"\n[motor]\nfrequency_hz = {frequency}\n')
    if high < 10_000:
        text = f'[backend]\npin_factory = "{factory}"\n[motor]\nfrequency_hz = {high + 1}\n'
        (sentence,) = mistakes(text)
        assert sentence == (
            f"config.toml line 4: [motor] frequency_hz is {high + 1},"
            f" but with {factory} it goes from {low} to {high}"
        )


def test_lgpio_pwm_goes_to_10_kHz_G15():
    assert PWM_HZ["lgpio"] == (1, 10_000)


def test_a_rule_broken_by_a_default_points_at_the_key_that_is_there():
    defaults = Config().motor.frequency_hz
    assert PWM_HZ["rpigpio"][1] > defaults
    assert mistakes('[backend]\npin_factory = "mock"\nchip = 0\n') == [
        "config.toml line 3: [backend] chip is for lgpio only, but pin_factory is mock; leave chip out"
    ]


def test_a_one_pin_driver_has_no_second_pin():
    one_pin = '[motor]\ndriver = "one-pin"\n'
    assert "motor_in2" not in accepted(one_pin).fitted()
    assert accepted(one_pin + "[pins]\nlid = 13\n").fitted()["lid"] == 13
    (sentence,) = mistakes(one_pin + "[pins]\nmotor_in2 = 13\n")
    assert sentence == (
        "config.toml line 4: [pins] motor_in2 is given,"
        " but a one-pin driver has no second pin; leave motor_in2 out"
    )


def test_only_what_is_named_is_fitted():
    assert accepted("").fitted() == {"motor_in1": 12, "motor_in2": 13, "button": 17, "beam": 27}
    assert accepted("[pins]\nlid = 5\n").fitted() == {
        "motor_in1": 12, "motor_in2": 13, "button": 17, "beam": 27, "lid": 5
    }  # fmt: skip


def test_own_profiles_are_read_and_can_be_chosen():
    config = accepted('[launcher]\nprofile = "mine"\n[profiles.mine]\nchance = 0.5\nsizes = { 1 = 1.0 }\n')
    assert config.profiles == {"mine": CustomProfile(chance=0.5, sizes={"1": 1.0})}


@pytest.mark.parametrize("line", ["chance = 0", "sizes = { 1 = 0.5 }", "at_most_dry = 1000"])
def test_an_own_profile_that_cant_work_is_refused(line):
    (sentence,) = mistakes(f"[profiles.own]\n{line}\n")
    assert sentence.startswith(f"config.toml line 2: [profiles.own] {line.split()[0]} ")


def test_an_own_profile_cant_take_a_built_in_ones_place():
    (sentence,) = mistakes("\n[profiles.fair]\n")
    assert sentence.startswith("config.toml line 2: [profiles.fair] takes the name of a built-in profile")


NO_VALUE = 'a value is missing, or it is text without "quotes"'


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("[motor]\nfrequency_hz =\n", 2, NO_VALUE),
        ("[launcher]\nprofile = fair\n", 2, NO_VALUE),
        ("[lid]\nhold_ms = 60\nhold_ms = 60\n", 3, "this key is given twice"),
        ("[motor]\n\n[motor]\n", 3, "this section is there twice"),
        ("[motor\n", 1, "Expected ']' at the end of a table declaration"),
        ('[launcher]\n\nprofile = "fair', 3, "Unterminated string"),
    ],
)
def test_what_isnt_toml_is_said_with_its_line(text, line, expected):
    assert mistakes(text) == [f"config.toml line {line}: this can't be read as TOML: {expected}"]


def test_brackets_and_numbers_without_end_are_mistakes_and_nothing_worse():
    assert mistakes("x = " + "[" * 100_000) == ["config.toml: brackets are nested too deeply for a config"]
    assert mistakes("x = " + "9" * 5000) == ["config.toml: a number in it is too long"]
    (sentence,) = mistakes("[motor]\nfrequency_hz = 0x" + "f" * 5000)
    assert sentence.endswith("but a huge number was given")
    (sentence,) = mistakes("[profiles.own]\nat_most_dry = 0x" + "f" * 5000)
    assert sentence.endswith("but a huge number was given")


def test_a_file_that_is_far_too_long_is_refused_at_once():
    assert mistakes("\n" * 1001) == [
        "config.toml: it has more than 1000 lines, so it can't be a config of this program"
    ]
    assert len(example().splitlines()) < 500


def test_load_reads_a_file_with_a_byte_order_mark_and_windows_line_ends(tmp_path):
    file = tmp_path / "my.toml"
    file.write_bytes(b'\xef\xbb\xbf[launcher]\r\nprofile = "wild"\r\n')
    assert load(file).launcher.profile == "wild"


def test_load_says_where_a_file_isnt_utf_8(tmp_path):
    file = tmp_path / "my.toml"
    file.write_bytes(b"[launcher]\n# f\xfcr alle\n")
    with pytest.raises(InputError) as caught:
        load(file)
    assert caught.value.mistakes == (f"{file} line 2: this isn't UTF-8 text; save the file as UTF-8",)


def test_load_says_that_a_folder_isnt_a_file(tmp_path):
    with pytest.raises(InputError, match=r"the file can't be read: Is a directory$"):
        load(tmp_path)


def test_a_line_is_found_however_its_key_is_written():
    text = (
        "motor.driver = '''\n[pins]\nlid = 4'''\n"  # lines 1 to 3, with what only looks like keys
        "# lid = 5\n"
        "beam = { blocked = 'low', emitter_ms = 3 }\r\n"
        '["pins"]\r\n'
        "'lid' = [\n 1,\n]\n"
        "hopper = 3"
    )
    paths = [("motor", "driver"), ("beam", "emitter_ms"), ("pins",), ("pins", "lid"), ("pins", "hopper")]
    assert find_lines(text, [*paths, ("pins", "none")]) == dict(zip(paths, (1, 5, 6, 7, 10), strict=True))


def test_simulation_fits_everything_on_mock_pins_and_keeps_what_is_played():
    played = '[launcher]\nprofile = "wild"\n[motor]\ndriver = "phase-enable"\n[pins]\nlid = 15\n'
    config = accepted(played + '[backend]\nchip = 4\n[beam]\nblocked = "high"\n[feed]\ntransit_ms = 50\n')
    simulated = simulation_config(config)
    assert simulated.backend.pin_factory == "mock"
    assert simulated.fitted() == {signal.name: signal.bcm for signal in SIGNALS} | {"lid": 15}
    assert list(broken_rules(simulated)) == []
    changed = {"pins": config.pins, "backend": Config().backend, "beam": Config().beam}
    assert msgspec.structs.replace(simulated, **changed) == accepted(played)


def test_the_simulated_launcher_has_its_own_measures_and_not_the_configs():
    simulated = simulation_config(accepted('[beam]\nblocked = "high"\n[feed]\ntransit_ms = 50\n'))
    assert (simulated.beam.blocked, simulated.feed) == (Config().beam.blocked, Config().feed)


MAY_DRIVE = [bcm for bcm in range(28) if bcm not in NOT_FOR_MOTOR]


def all_pins_but(left_out, bcms):
    others = [signal.name for signal in SIGNALS if signal.name != left_out]
    return "[pins]\n" + "".join(f"{name} = {bcm}\n" for name, bcm in zip(others, bcms, strict=True))


def test_simulation_never_fits_a_motors_signal_where_the_config_would_refuse_it():
    bcms = [bcm for bcm in MAY_DRIVE if bcm != 13] + [5]
    assert simulation_config(accepted(all_pins_but("heartbeat", bcms))).pins.heartbeat == 13
    nothing_left = simulation_config(accepted(all_pins_but("heartbeat", MAY_DRIVE)))
    assert nothing_left.pins.heartbeat is None


def test_simulation_leaves_a_motors_signal_its_gpio_even_when_two_others_are_in_the_way():
    simulated = simulation_config(accepted("[pins]\nplus_one = 16\nhit_1 = 15\n"))
    assert simulated.fitted().keys() == {signal.name for signal in SIGNALS}
    assert list(broken_rules(simulated)) == []


@pytest.mark.parametrize(("port", "bcm", "what"), [(1, 2, "data"), (1, 3, "clock"), (0, 0, "data")])
def test_the_displays_lines_are_its_own(port, bcm, what):
    display = f'[display]\ndriver = "ssd1306"\ni2c_port = {port}\n'
    assert mistakes(f"{display}[pins]\nlid = {bcm}\n") == [
        f"config.toml line 5: [pins] lid is on GPIO {bcm}, but that is the display's {what} line;"
        ' give lid another GPIO, or take the display off with driver = "off"'
    ]
    assert accepted(f"[pins]\nlid = {bcm}\n").fitted()["lid"] == bcm
    assert accepted(f'[display]\ndriver = "ssd1306"\ni2c_port = 3\n[pins]\nlid = {bcm}\n')


def test_simulation_fits_nothing_on_the_displays_lines():
    taken = [bcm for bcm in range(28) if bcm not in (2, 3, 4, 7)]
    names = [signal.name for signal in SIGNALS if signal.name not in ("plus_one", "stop")]
    allowed = [*(bcm for bcm in taken if bcm in MAY_DRIVE)][: len(names)]
    pins = "".join(f"{name} = {bcm}\n" for name, bcm in zip(names, allowed, strict=True))
    simulated = simulation_config(accepted(f'[display]\ndriver = "ssd1306"\n[pins]\n{pins}'))
    assert list(broken_rules(simulated)) == []


def test_an_address_may_be_written_as_on_the_display():
    assert accepted("[display]\naddress = 0x3D\n").display.address == 61


def test_every_default_of_a_section_is_within_its_own_bounds():
    for title, section in SECTIONS.items():
        if section is not PinsSection:
            values = {key.name: key.example for key in keys(section).values()}
            assert msgspec.convert(values, section), title


def test_mqtt_has_a_section():
    config, found = check(
        '[mqtt]\nhost = "broker.lan"\nport = 8883\nuser = "kitchen"\npassword = "secret"\n'
        'prefix = "club"\nname = "attic"\ncommands = "table"\n',
        "config.toml",
    )
    assert found == []
    assert config.mqtt == MqttSection("broker.lan", 8883, "kitchen", "secret", "club", "attic", "table")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("port = 0", "must be a whole number from 1 to 65535, but 0 was given"),
        ("port = 65536", "must be a whole number from 1 to 65535, but 65536 was given"),
        ("host = 5", 'must be text in "quotes", but 5 was given'),
        ('commands = "fire"', 'must be "off" or "table", but "fire" was given'),
        ("commands = true", 'must be "off" or "table", but true was given'),
    ],
)
def test_a_wrong_mqtt_setting_is_said(line, complaint):
    assert check(f"[mqtt]\n{line}\n", "config.toml") == (
        None,
        [f"config.toml line 2: [mqtt] {line.split()[0]} {complaint}"],
    )
