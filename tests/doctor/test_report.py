"""What is pasted into a forum helps, and tells nothing about whom it belongs to."""

import getpass
import socket

import msgspec
import pytest

from uno_launcher.config import Config, check
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.machine import Machine
from uno_launcher.doctor.report import cleaned, report

SECRETS = """
[mqtt]
host = "broker.example"
user = "ann"
password = "geheim"
name = "kitchen-of-ann"
[web]
name = "anns-launcher.local"
pin = "482913"
[feed]
transit_ms = 33.0
[pins]
lid = 23
"""


@pytest.fixture
def anns(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("USER", "ann")
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")
    monkeypatch.setattr(socket, "gethostname", lambda: "anns-pi.home.example")
    return Machine(tmp_path)


def test_it_has_what_helps(anns):
    config, _ = check(SECRETS, "it")
    text = report(anns, config, [Finding("beam", "fault", "The beam is dark.", ("Dead.",))], simulated=False)
    for wanted in (
        "UNO Launcher doctor, version",
        "[feed] transit_ms=33.0",
        "[pins] lid=23",
        "gpiozero",
        "FAULT   beam: The beam is dark.",
        "- Dead.",
    ):
        assert wanted in text


def test_nothing_private_is_in_it(anns):
    config, _ = check(SECRETS, "it")
    findings = [
        Finding("disk", "fault", "/home/ann/.local/state/uno-launcher can't be written to."),
        Finding("log", "fault", "/srv/ann-and-bo/launches.db is damaged."),
        Finding("config", "fault", "/mnt/stick/Ann/my.toml line 3: no."),
        Finding("page", "warning", "http://192.168.1.23:8080/?code=K7QMP2AB is taken on anns-pi."),
        Finding("port", "ok", "/dev/serial/by-id/usb-MicroPython_Pico_e6614c311b7e6f35-if00 can be opened."),
        Finding("net", "warning", "fe80::1ff:fe23:4567:890a and b8:27:eb:12:34:56 of Ann"),
    ]
    text = report(anns, config, findings, simulated=False, private=["/srv/ann-and-bo"]).lower()
    secrets = "ann geheim 482913 kitchen broker 192.168 k7qmp2ab stick fe80 b8:27 /home e6614c311b7e6f35"
    for secret in secrets.split():
        assert secret not in text, secret


def test_what_says_nothing_about_anybody_stays(anns):
    for line in (
        'GPIO 12 (motor_in1) is taken by "pwm-fan": stop that, take its overlay out of config.txt.',
        "/dev/gpiochip0 (pinctrl-bcm2711) can be opened.",
        "system  Debian GNU/Linux 12 (bookworm), kernel 6.6.31+rpt-rpi-v8, Python 3.11.2",
        "gpio    lgpio 0.2.2.0, gpiozero 2.0.1.post3",
        "A card took 51 ms; 1.5 times 12:30.",
        "The channel can't be planned.",
    ):
        assert cleaned(line) == line


def test_names_that_everybody_has_stay(monkeypatch):
    monkeypatch.setenv("USER", "pi")
    monkeypatch.setattr(getpass, "getuser", lambda: "pi")
    monkeypatch.setattr(socket, "gethostname", lambda: "raspberrypi")
    assert cleaned("board Raspberry Pi 4, pi") == "board Raspberry Pi 4, pi"


def test_a_simulated_one_says_so(anns):
    text = report(anns, Config(), [], simulated=True)
    assert "SIMULATED" in text
    assert "all as it is by itself" in text
    assert msgspec.json.encode(Config())
