"""What fits a launcher into a house, on a machine that is a folder."""

import subprocess
from pathlib import Path

import pytest

from uno_launcher.service import home, layout, machine
from uno_launcher.service.machine import InstallError, Machine

WIRES = (
    '{"signal":"motor_in1","bcm":12,"fitted":true}\n'
    '{"signal":"motor_in2","bcm":13,"fitted":true}\n'
    '{"signal":"motor_enable","bcm":16,"fitted":false}\n'
    '{"signal":"button","bcm":17,"fitted":true}\n'
    '{"signal":"button_lamp","bcm":25,"fitted":true}\n'
)


class House(Machine):
    """Takes every command; those in `fails` fail, by how they begin."""

    def __init__(self, root: Path) -> None:
        self.said: list[str] = []
        super().__init__(root, self.said.append)
        self.ran: list[str] = []
        self.fails: tuple[str, ...] = ()
        self.wires = WIRES

    def ask(self, *command: str) -> "subprocess.CompletedProcess[str]":
        words = " ".join(command)
        self.ran.append(words)
        out = self.wires if "pinout" in words else ""
        return subprocess.CompletedProcess(command, int(words.startswith(self.fails)), out, "")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(machine.os, "geteuid", lambda: 0)
    return House(tmp_path)


def test_a_name_is_given_to_the_computer_and_told_to_the_network(house: House) -> None:
    house.write(home.HOSTS, b"127.0.0.1 localhost\n127.0.1.1 raspberrypi\n")
    house.fails = ("systemctl is-active",)
    assert "http://launcher.local:8080" in home.name(house, "launcher")
    home.name(house, "launcher")
    assert house.at(home.HOSTS).read_text() == "127.0.0.1 localhost\n127.0.1.1\tlauncher\n"
    assert "hostnamectl set-hostname launcher" in house.ran
    assert "apt-get install -y -qq --no-install-recommends avahi-daemon" in house.ran


@pytest.mark.parametrize("name", ["", "Launcher", "-a", "a-", "a b", "a.b", "ä", "a" * 64])
def test_a_name_that_none_can_have_is_refused(house: House, name: str) -> None:
    with pytest.raises(InstallError, match="name"):
        home.name(house, name)
    assert house.ran == []


def test_a_hotspot_opens_only_where_nothing_else_is_known(house: House) -> None:
    house.fails = ("nmcli connection show",)
    assert "10.42.0.1" in home.hotspot(house, "UNO", "secret-password")
    (made,) = [command for command in house.ran if command.startswith("nmcli connection modify")]
    assert "autoconnect-priority -10" in made
    assert "mode ap" in made
    assert any(command.startswith("nmcli connection add") for command in house.ran)
    house.fails, house.ran = (), []
    home.hotspot(house, "UNO", "another-password")
    assert not any(command.startswith("nmcli connection add") for command in house.ran)


def test_the_password_of_a_hotspot_isnt_shown(house: House) -> None:
    home.hotspot(house, "UNO", "secret-password")
    house.fails = ("nmcli connection modify",)
    with pytest.raises(InstallError) as error:
        home.hotspot(house, "UNO", "secret-password")
    assert "secret-password" not in " ".join([*house.said, str(error.value)])


@pytest.mark.parametrize(
    ("network", "password"), [("", "12345678"), ("x" * 33, "12345678"), ("a", "1234567")]
)
def test_a_network_that_none_can_be_is_refused(house: House, network: str, password: str) -> None:
    with pytest.raises(InstallError):
        home.hotspot(house, network, password)
    assert house.ran == []


def test_the_evenings_move_to_a_partition_that_may_be_missing(house: House) -> None:
    house.write(Path("/dev/disk/by-label/launcher"), b"")
    house.write(home.FSTAB, b"proc /proc proc defaults 0 0\n")
    home.data(house, "launcher")
    home.data(house, "launcher")
    lines = house.at(home.FSTAB).read_text().splitlines()
    assert lines[0] == "proc /proc proc defaults 0 0"
    assert len(lines) == 2
    assert lines[1].split()[:3] == ["LABEL=launcher", str(layout.STATE), "ext4"]
    assert "nofail" in lines[1]
    order = [command.split()[0:2] for command in house.ran]
    assert order[0] == ["systemctl", "stop"]
    assert order.index(["cp", "-an"]) < order.index(["mount", str(layout.STATE)])
    assert house.ran[-1] == "systemctl start uno-launcher.service"


def test_without_that_partition_nothing_is_stopped(house: House) -> None:
    with pytest.raises(InstallError, match=r"mkfs\.ext4"):
        home.data(house, "launcher")
    assert house.ran == []


def test_the_boot_loader_lights_the_lamp_and_holds_the_motor_low_m6(house: House) -> None:
    house.write(home.BOOT[0], b"[pi4]\narm_boost=1\n")
    home.lamp(house)
    first = house.at(home.BOOT[0]).read_text()
    home.lamp(house)
    assert house.at(home.BOOT[0]).read_text() == first
    assert first == (
        "[pi4]\narm_boost=1\n# uno-launcher: begin\n[all]\ngpio=12,13=op,dl\ngpio=25=op,dh\n"
        "dtparam=strict_gpiod\n# uno-launcher: end\n"
    )


def test_other_pins_take_the_place_of_the_ones_before(house: House) -> None:
    house.write(home.BOOT[1], b"arm_64bit=1\n")
    home.lamp(house)
    house.at(home.BOOT[1]).write_text(house.at(home.BOOT[1]).read_text() + "mine=1\n")
    house.wires = WIRES.replace("25", "7").replace('"bcm":12', '"bcm":26')
    home.lamp(house)
    text = house.at(home.BOOT[1]).read_text()
    assert "gpio=26,13=op,dl\ngpio=7=op,dh\n" in text
    assert "gpio=25" not in text
    assert "arm_64bit=1\nmine=1\n" in text


def test_no_motor_line_is_ever_lit(house: House) -> None:
    house.write(home.BOOT[0], b"")
    home.lamp(house)
    high = [line for line in house.at(home.BOOT[0]).read_text().splitlines() if line.endswith("dh")]
    assert high == ["gpio=25=op,dh"]


def test_without_a_boot_loader_of_a_pi_it_says_so(house: House) -> None:
    with pytest.raises(InstallError, match="Raspberry Pi OS"):
        home.lamp(house)
