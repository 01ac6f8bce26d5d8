"""What is checked without anybody, on machines that are made up."""

import fcntl
import json
import os
import pwd
import sqlite3
from pathlib import Path

import pytest

from uno_launcher.config import Config
from uno_launcher.doctor import checks as module
from uno_launcher.doctor.checks import Asked, checks, daemon
from uno_launcher.doctor.keeping import checks_of_files
from uno_launcher.doctor.machine import Line, Machine
from uno_launcher.errors import HardwareError
from uno_launcher.places import MEMORY
from uno_launcher.safety.instance import InstanceLock
from uno_launcher.store import FILE_NAME


class FakePi(Machine):
    """A Pi whose kernel and systemd say what the test wants."""

    lines = ()
    state = ""
    bits = None
    clock = True

    @property
    def chips(self):
        return [0]

    def label(self, chip):
        return "pinctrl-bcm2711"

    def used(self, chip, pins):
        return [line for line in self.lines if line.bcm in pins]

    @property
    def throttled(self):
        return self.bits

    @property
    def synchronised(self):
        return self.clock

    def service(self, name):
        return self.state


@pytest.fixture
def pi(tmp_path, monkeypatch):
    (tmp_path / "root" / "dev").mkdir(parents=True)
    (tmp_path / "root" / "dev" / "gpiochip0").touch()

    class Opened:
        chip = 0

        def close(self):
            pass

    monkeypatch.setattr(module, "open_factory", lambda name, chip: Opened())
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return type("Pi", (FakePi,), {})(tmp_path / "root")


def found(machine, tmp_path, **more):
    return {each.part: each for each in checks(Asked(machine, None, tmp_path / "state", **more))}


def test_all_is_well_on_a_pi_that_is_set_up(pi, tmp_path):
    every = found(pi, tmp_path)
    assert {each.verdict for each in every.values()} == {"ok"}
    assert every.keys() == {
        "config", "python", "factory", "chip", "busy", "clock", "disk", "power", "service"
    }  # fmt: skip
    assert "pinctrl-bcm2711" in every["chip"].said


def test_a_gpio_that_is_taken_is_named_with_who_has_it_g11(pi, tmp_path):
    type(pi).lines = (Line(12, "pwm-fan"), Line(4, "w1"))
    busy = found(pi, tmp_path)["busy"]
    assert busy.verdict == "fault"
    assert 'GPIO 12 (motor_in1) is taken by "pwm-fan"' in busy.said


def test_a_running_daemon_is_named_and_its_own_gpios_are_no_fault(pi, tmp_path):
    type(pi).lines = (Line(12, "lg"),)
    (tmp_path / "state").mkdir()
    lock = InstanceLock(tmp_path / "state")
    lock.acquire()
    every = found(pi, tmp_path)
    lock.release()
    assert f"process {os.getpid()}" in every["daemon"].said
    assert every["busy"].verdict == "ok"
    assert "factory" not in every


def test_nobody_holds_a_lock_that_was_left(tmp_path, monkeypatch):
    monkeypatch.setattr("uno_launcher.places.MEMORY", tmp_path / "memory")
    lock = InstanceLock(tmp_path)
    lock.acquire()
    lock.release()
    assert daemon(tmp_path) is None
    with open(tmp_path / "lock", "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert daemon(tmp_path) == os.getpid()
    assert tmp_path != MEMORY


def test_a_factory_that_doesnt_open_is_said_in_its_own_words(pi, tmp_path, monkeypatch):
    def refuse(name, chip):
        raise HardwareError("The library lgpio isn't installed: install it.")

    monkeypatch.setattr(module, "open_factory", refuse)
    assert found(pi, tmp_path)["factory"].said == "The library lgpio isn't installed: install it."


def test_a_chip_that_isnt_there_is_named_g10(pi, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "header_chip", lambda: 4)
    monkeypatch.setattr(module, "chip_of", lambda factory: 4)
    assert found(pi, tmp_path)["chip"].said.startswith("/dev/gpiochip4 isn't there, only gpiochip0")


def test_a_missing_group_is_named(pi, tmp_path, monkeypatch):
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    assert "usermod -aG gpio" in found(pi, tmp_path)["permission"].said


@pytest.mark.parametrize(
    ("group", "mode", "verdict"),
    [("play", 0o660, None), ("play", 0o640, "fault"), ("other", 0o660, "fault"), ("other", 0o666, None)],
)
def test_root_asks_whether_the_services_user_may_open_the_chip(
    pi, tmp_path, monkeypatch, group, mode, verdict
):
    type(pi).state = "inactive"
    chip = tmp_path / "root" / "dev" / "gpiochip0"
    chip.chmod(mode)
    gid = chip.stat().st_gid + (group == "other")
    entry = pwd.struct_passwd(("uno-launcher", "x", chip.stat().st_uid + 1, 1000, "", "/", "/bin/false"))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(pwd, "getpwnam", {"uno-launcher": entry}.__getitem__)
    monkeypatch.setattr(os, "getgrouplist", lambda user, own: [own, gid])
    permission = found(pi, tmp_path).get("permission")
    assert (permission and permission.verdict) == verdict
    if permission:
        assert "sudo usermod -aG gpio uno-launcher" in permission.said


@pytest.mark.parametrize(
    ("bits", "verdict", "words"),
    [
        (0, "ok", "has held its voltage"),
        (None, "ok", "Nobody"),
        (0x50005, "fault", "too low right now"),
        (0x50000, "warning", "too low since the start"),
        (0x8, "warning", "too hot right now"),
    ],
)
def test_power_and_heat_are_told(bits, verdict, words, pi, tmp_path):
    type(pi).bits = bits
    power = found(pi, tmp_path)["power"]
    assert power.verdict == verdict
    assert words in power.said


def test_a_clock_that_isnt_set_is_told_d5(pi, tmp_path):
    assert found(pi, tmp_path, wall=lambda: 100.0)["clock"].verdict == "warning"
    type(pi).clock = False
    assert "may be wrong" in found(pi, tmp_path)["clock"].said


def test_a_failed_service_is_told_with_where_to_read_why(pi, tmp_path):
    type(pi).state = "failed"
    assert "journalctl -u uno-launcher.service" in found(pi, tmp_path)["service"].said
    type(pi).state = "active"
    assert found(pi, tmp_path)["service"].said == "The service is active."


def test_every_mistake_of_the_config_is_told_and_the_rest_is_checked(pi, tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text("[feeed]\n[pins]\nbutton = 99\n")
    said = [each.said for each in checks(Asked(pi, file, tmp_path)) if each.part == "config"]
    assert [text.partition(":")[0] for text in said] == [f"{file} line 1", f"{file} line 3"]


def test_a_disk_that_cant_be_written_is_told_d4(pi, tmp_path, mocker):
    mocker.patch("uno_launcher.doctor.keeping._probe", side_effect=OSError(30, "Read-only file system"))
    disk = found(pi, tmp_path)["disk"]
    assert disk.verdict == "fault"
    assert "Read-only file system" in disk.said


def test_a_disk_that_is_nearly_full_is_told(pi, tmp_path, mocker):
    real = os.statvfs(tmp_path)
    full = os.statvfs_result([real[0], 4096, 1000, 100, 100, *real[5:]])
    mocker.patch("uno_launcher.doctor.keeping.os.statvfs", return_value=full)
    assert found(pi, tmp_path)["disk"].verdict == "warning"


def test_nothing_is_left_behind_where_the_disk_was_tried(pi, tmp_path):
    (tmp_path / "state").mkdir()
    found(pi, tmp_path)
    assert list((tmp_path / "state").iterdir()) == []


def test_a_log_that_is_sound_and_one_that_isnt_are_told_apart(pi, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    with sqlite3.connect(state / "launches.db") as connection:
        connection.execute("CREATE TABLE things (thing)")
    connection.close()
    name = FILE_NAME
    (state / "launches.db").rename(state / f"{name}")
    assert found(pi, tmp_path)["log"].verdict == "ok"
    (state / name).write_bytes(b"no database at all" * 100)
    assert found(pi, tmp_path)["log"].verdict == "fault"


def test_a_log_that_the_services_user_may_not_write_is_told(tmp_path):
    def owner(player):
        return [
            each.said
            for each in checks_of_files(tmp_path, simulated=False, player=player)
            if each.part == "owner"
        ]

    tmp_path.chmod(0o777)
    log = tmp_path / FILE_NAME
    log.write_bytes(b"")
    log.chmod(0o640)
    assert owner("") == []
    (said,) = owner("nobody")
    assert said.startswith(f"{log} may not be written to by the service's user nobody")
    log.chmod(0o666)
    assert owner("nobody") == []


def test_settings_that_cant_be_read_are_told(pi, tmp_path):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "settings.json").write_text("{")
    assert found(pi, tmp_path)["settings"].verdict == "warning"
    (tmp_path / "state" / "settings.json").write_text(json.dumps({}))
    assert "settings" not in found(pi, tmp_path)


def test_a_pipe_in_the_place_of_settings_is_told_and_keeps_nobody_waiting(pi, tmp_path):
    (tmp_path / "state").mkdir()
    os.mkfifo(tmp_path / "state" / "settings.json")
    assert "no regular file" in found(pi, tmp_path)["settings"].said


def test_simulated_no_hardware_is_looked_at(tmp_path):
    every = found(Machine(tmp_path), tmp_path, simulated=True)
    assert every["pins"].said.startswith("Mock pins")
    assert "chip" not in every


def test_this_machine_can_be_asked_everything():
    machine = Machine()
    for said in (machine.board, machine.system, machine.kernel):
        assert said
    assert machine.throttled is None or machine.throttled >= 0
    assert isinstance(machine.service("no-such-thing.service"), str)
    assert isinstance(machine.chips, list)


def test_a_machine_is_read_below_its_root(tmp_path):
    for path, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "etc/os-release": 'NAME="x"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n",
        "dev/gpiochip10": "",
        "dev/gpiochip0": "",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    machine = Machine(tmp_path)
    assert machine.board == "Raspberry Pi 5 Model B Rev 1.0"
    assert machine.system == "Debian GNU/Linux 13 (trixie)"
    assert machine.throttled == 0x50005
    assert machine.chips == [0, 10]
    assert machine.label(10) == ""


def test_a_config_of_a_launcher_elsewhere_needs_no_pins(tmp_path):
    file = tmp_path / "none.toml"
    file.write_text('backend = "none"\n')
    parts = [each.part for each in checks(Asked(Machine(Path(tmp_path)), file, tmp_path))]
    assert "factory" not in parts
    assert Config().backend.kind == "gpio"


def at_a_cable(tmp_path, port):
    file = tmp_path / "pico.toml"
    file.write_text(f'[backend]\nkind = "serial"\nport = "{port}"\n')
    return file


def test_a_pico_that_isnt_plugged_in_is_told_and_where_another_one_is(pi, tmp_path, monkeypatch):
    monkeypatch.setattr("uno_launcher.backends.serial.ports.found", lambda: ("/dev/ttyACM0",))
    file = at_a_cable(tmp_path, tmp_path / "no-port")
    every = {each.part: each for each in checks(Asked(pi, file, tmp_path))}
    assert every["port"].verdict == "fault"
    assert every["port"].said == f"No Pico is plugged in at {tmp_path / 'no-port'}."
    assert every["port"].causes[-1].endswith("to take whichever answers, such as /dev/ttyACM0.")
    assert "factory" not in every


def test_a_port_that_may_be_opened_and_who_else_uses_it_s5(pi, tmp_path, monkeypatch):
    (tmp_path / "port").touch()
    type(pi).state = "active"
    file = at_a_cable(tmp_path, tmp_path / "port")
    every = {each.part: each for each in checks(Asked(pi, file, tmp_path))}
    assert every["port"].verdict == "ok"
    assert "ModemManager" in every["modem"].said
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    every = {each.part: each for each in checks(Asked(pi, file, tmp_path))}
    assert "dialout" in every["port"].said
