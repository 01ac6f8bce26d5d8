"""The list of outputs, and how they are driven safe from a process that doesn't hold them."""

import errno
import os
import struct
import sys

import pytest

from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.safety import outputs as module
from uno_launcher.safety.outputs import FILE, Outputs, drive_safe

LIST = Outputs("lgpio", 0, {12: 0, 13: 0, 25: 1})


def test_the_list_survives_being_written_and_read(tmp_path):
    LIST.save(tmp_path)
    read = Outputs.from_json((tmp_path / FILE).read_bytes())
    assert read == LIST
    assert list(read.levels) == [12, 13, 25]  # the motor's lines stay first
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "null",
        '{"factory": "lgpio", "chip": 0, "outputs": [], "mirror": null}',
        '{"factory": "lgpio", "chip": "x", "outputs": {}, "mirror": null}',
        '{"factory": "lgpio", "chip": 0, "outputs": {"a": 0}, "mirror": null}',
        b"\xff",
        "[" * 100_000,
        '{"factory": "lgpio", "chip": Infinity, "outputs": {}, "mirror": null}',
        '{"factory": "lgpio", "chip": 1e400, "outputs": {}, "mirror": null}',
        '{"factory": "lgpio", "chip": -1, "outputs": {}, "mirror": null}',
        '{"factory": "lgpio", "chip": 0, "outputs": {"%s": 0}, "mirror": null}' % ("1" * 30),
        '{"factory": "lgpio", "chip": 0, "outputs": {"-1": 0}, "mirror": null}',
        r'{"factory": "mock", "chip": null, "outputs": {}, "mirror": "a\u0000b"}',
        r'{"factory": "mock", "chip": null, "outputs": {}, "mirror": "\ud800"}',
        '{"factory": "mock", "chip": null, "outputs": {}, "mirror": 3}',
    ],
)
def test_what_isnt_such_a_list_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011
        Outputs.from_json(text)


def test_a_list_that_cant_be_saved_leaves_no_older_one_behind(tmp_path, mocker):
    LIST.save(tmp_path)
    LIST.leave(tmp_path)
    assert (tmp_path / FILE).exists()

    def full(path, text, encoding):
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    mocker.patch.object(module.Path, "write_text", full)
    LIST.leave(tmp_path)
    assert list(tmp_path.iterdir()) == []


class Chip:
    """A gpiochip as the kernel shows it: takes line requests apart and keeps what they drive."""

    def __init__(self, mocker, lines=54, label=b"pinctrl-bcm2711"):
        self.lines, self.label = lines, label
        self.busy = {}
        """Line -> how many more times it is busy."""
        self.driven, self.open, self.opened = {}, set(), []
        self.now = 0.0
        mocker.patch.object(module.os, "open", self._open)
        mocker.patch.object(module.os, "close", self.open.discard)
        mocker.patch.object(module.fcntl, "ioctl", self._ioctl)
        mocker.patch.object(module.time, "monotonic", self._time)
        mocker.patch.object(module.time, "sleep", self._sleep)

    def _open(self, path, flags):
        if path != "/dev/gpiochip0":
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self.opened.append(path)
        self.open.add(100)
        return 100

    def _time(self):
        return self.now

    def _sleep(self, seconds):
        self.now += seconds

    def _ioctl(self, fd, request, buffer):
        assert fd == 100
        size = request >> 16 & 0x3FFF
        assert len(buffer) == size  # the kernel reads that much
        if request == 0x8044B401:
            buffer[32 : 32 + len(self.label)] = self.label
        elif request == 0xC100B405:
            assert struct.unpack_from("=I", buffer, 64) == (12,)
            buffer[32:34] = b"lg"
        else:
            self._request(request, buffer)

    def _request(self, request, buffer):
        assert request == 0xC250B407
        offsets = struct.unpack_from("=64I", buffer, 0)
        flags, attributes = struct.unpack_from("=QI", buffer, 288)
        kind, _, level, mask = struct.unpack_from("=IIQQ", buffer, 320)
        (count,) = struct.unpack_from("=I", buffer, 560)
        assert (flags, attributes, kind, mask, count) == (8, 1, 2, 1, 1)
        line = offsets[0]
        if line >= self.lines:
            raise OSError(errno.EINVAL, "Invalid argument")
        if self.busy.get(line, 0) > 0:
            self.busy[line] -= 1
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.driven[line] = level
        struct.pack_into("=i", buffer, 588, 200 + line)
        self.open.add(200 + line)


@pytest.fixture
def chip(mocker):
    return Chip(mocker)


def test_every_line_is_requested_with_its_level_and_let_go(chip):
    drive_safe(LIST)
    assert chip.driven == {12: 0, 13: 0, 25: 1}
    assert chip.open == set()


def test_a_line_that_a_dying_daemon_still_holds_is_waited_for(chip):
    chip.busy = {12: 20}
    drive_safe(LIST)
    assert chip.driven == {12: 0, 13: 0, 25: 1}
    assert chip.now < 0.3


def test_a_line_that_somebody_keeps_doesnt_keep_the_others_from_being_safe_G11(chip):
    chip.busy = {12: 1_000_000}
    with pytest.raises(BusyError) as refused:
        drive_safe(LIST)
    assert str(refused.value) == (
        'GPIO 12 is held by another program, which calls itself "lg": stop that program, then try again.'
    )
    assert chip.driven == {13: 0, 25: 1}
    assert chip.now < 0.4
    assert chip.open == set()


def test_a_chip_without_these_lines_is_the_wrong_one_G10(chip):
    chip.lines = 8
    with pytest.raises(HardwareError, match="set `chip` in"):
        drive_safe(LIST)


def test_without_the_chip_there_is_a_remedy(chip):
    with pytest.raises(HardwareError, match="/dev/gpiochip7 doesn't exist"):
        drive_safe(LIST._replace(chip=7))


def test_without_permission_there_is_a_remedy(mocker):
    mocker.patch.object(module.os, "open", side_effect=PermissionError(errno.EACCES, "Permission denied"))
    with pytest.raises(HardwareError, match="sudo usermod -aG gpio"):
        drive_safe(LIST)


@pytest.mark.parametrize("label", [b"pinctrl-bcm2835", b"pinctrl-bcm2711", b"pinctrl-rp1"])
def test_the_header_is_found_by_its_chips_name_G10(mocker, label):
    chips = {"/dev/gpiochip0": b"raspberrypi-exp-gpio", "/dev/gpiochip4": label}
    fds = {}

    def opened(path, flags):
        if path not in chips:
            raise FileNotFoundError
        fds[len(fds)] = path
        return len(fds) - 1

    def ioctl(fd, request, buffer):
        buffer[32 : 32 + len(chips[fds[fd]])] = chips[fds[fd]]

    mocker.patch.object(module.os, "open", opened)
    mocker.patch.object(module.os, "close")
    mocker.patch.object(module.fcntl, "ioctl", ioctl)
    assert module.header_chip() == 4


def test_mock_pins_are_bytes_in_a_file(tmp_path):
    mirror = tmp_path / "pins"
    mirror.write_bytes(bytes([60]) * 28)
    drive_safe(Outputs("mock", None, {12: 0, 13: 0}, str(mirror)))
    assert mirror.read_bytes() == bytes([60]) * 12 + bytes(2) + bytes([60]) * 14
    with pytest.raises(HardwareError, match="can't be driven"):
        drive_safe(Outputs("mock", None, {12: 0}, str(tmp_path / "nowhere")))
    drive_safe(Outputs("mock", None, {12: 0}))


def test_only_a_file_is_taken_for_mock_pins(tmp_path):
    os.mkfifo(tmp_path / "pins")
    with pytest.raises(HardwareError, match="no regular file"):
        drive_safe(Outputs("mock", None, {12: 0}, str(tmp_path / "pins")))


@pytest.mark.parametrize("factory", ["rpigpio", "pigpio"])
def test_a_line_that_a_driver_refuses_doesnt_keep_the_others_from_being_safe(mocker, factory):
    driver = mocker.MagicMock()
    mocker.patch.dict(sys.modules, {"RPi": mocker.MagicMock(GPIO=driver), "pigpio": driver})
    mocker.patch.dict(module.os.environ, {"PIGPIO_ADDR": "pi", "PIGPIO_PORT": "9"})
    drive = driver.setup if factory == "rpigpio" else driver.pi.return_value.write
    drive.side_effect = [None, RuntimeError("no"), None]
    with pytest.raises(HardwareError, match=r"^GPIO 13 can't be driven: no\.$"):
        drive_safe(LIST._replace(factory=factory))
    assert [call.args[0] for call in drive.call_args_list] == [12, 13, 25]


def test_rpigpio_drives_lines_low_and_leaves_them_driven_M4(mocker):
    gpio = mocker.MagicMock(OUT="out")
    mocker.patch.dict(sys.modules, {"RPi": mocker.MagicMock(GPIO=gpio), "RPi.GPIO": gpio})
    drive_safe(LIST._replace(factory="rpigpio"))
    assert gpio.setup.call_args_list == [
        mocker.call(12, "out", initial=0),
        mocker.call(13, "out", initial=0),
        mocker.call(25, "out", initial=1),
    ]
    gpio.cleanup.assert_not_called()


def test_pigpio_drives_lines_through_its_daemon(mocker):
    pigpio = mocker.MagicMock()
    mocker.patch.dict(sys.modules, {"pigpio": pigpio})
    mocker.patch.dict(module.os.environ, {"PIGPIO_ADDR": "pi", "PIGPIO_PORT": "9"})
    drive_safe(LIST._replace(factory="pigpio"))
    pigpio.pi.assert_called_once_with("pi", 9, show_errors=False)
    pi = pigpio.pi.return_value
    assert pi.write.call_args_list == [mocker.call(12, 0), mocker.call(13, 0), mocker.call(25, 1)]
    pi.connected = False
    with pytest.raises(HardwareError, match="systemctl start pigpiod"):
        drive_safe(LIST._replace(factory="pigpio"))


@pytest.mark.parametrize("factory", ["rpigpio", "pigpio"])
def test_a_driver_that_isnt_installed_is_one_sentence(mocker, factory):
    mocker.patch.dict(sys.modules, {"RPi": None, "pigpio": None})
    with pytest.raises(HardwareError, match="install"):
        drive_safe(LIST._replace(factory=factory))


def test_an_unknown_factory_is_refused():
    with pytest.raises(HardwareError, match="native"):
        drive_safe(LIST._replace(factory="native"))
