"""The display's wires: the points that arrive at the chip, and what is said when nothing does."""

import errno
import gc

import msgspec
import pytest

from tests.panel.bus import Ssd1306OnABus
from tests.panel.scenes import pictures
from uno_launcher.config.sections import DisplaySection
from uno_launcher.panel.display.device import Ssd1306, sentence

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")

SECTION = DisplaySection(driver="ssd1306")
DRAWN = pictures()["owing"]


@pytest.fixture
def bus(monkeypatch):
    """A display at 0x3C on port 1."""
    bus = Ssd1306OnABus()
    monkeypatch.setattr("smbus2.SMBus", bus.open)
    return bus


def test_every_point_of_a_picture_arrives(bus):
    device = Ssd1306(SECTION)
    device.display(DRAWN)
    assert bus.picture.tobytes() == DRAWN.tobytes()


def test_a_display_that_is_built_in_upside_down_is_turned(bus):
    Ssd1306(msgspec.structs.replace(SECTION, rotate=2)).display(DRAWN)
    assert bus.picture.tobytes() == DRAWN.rotate(180).tobytes()


def test_one_whose_power_failed_for_a_moment_is_back_with_the_next_picture(bus):
    device = Ssd1306(SECTION)
    device.display(DRAWN)
    bus.power_fails()
    assert bus.picture.getbbox() is None
    device.display(DRAWN)
    assert bus.picture.tobytes() == DRAWN.tobytes()


def test_closed_it_is_dark_and_the_bus_is_free(bus):
    device = Ssd1306(SECTION)
    device.display(DRAWN)
    device.close()
    assert bus.picture.getbbox() is None
    assert not bus.on
    assert (bus.opened, bus.closed) == (1, 1)


def test_closing_one_that_has_gone_lets_go_of_the_bus_all_the_same(bus):
    device = Ssd1306(SECTION)
    bus.unplug()
    device.close()
    assert bus.closed == 1


def kept():
    """Luma's device objects, which stay in memory, with all that they hold."""
    from luma.oled.device import ssd1306

    gc.collect()
    return [vars(each) for each in gc.get_objects() if type(each) is ssd1306]


def test_one_that_is_tried_again_and_again_leaves_nothing_behind(bus):
    bus.unplug()
    before = len(kept())
    for _ in range(5):
        with pytest.raises(Exception, match="not found on address"):
            Ssd1306(SECTION)
    assert (bus.opened, bus.closed, len(kept())) == (5, 5, before)


def test_one_that_comes_and_goes_leaves_next_to_nothing_behind(bus):
    before = sum(map(bool, kept()))
    for _ in range(5):
        Ssd1306(SECTION).close()
    assert sum(map(bool, kept())) == before


def said(error, **changes):
    return sentence(error, msgspec.structs.replace(SECTION, **changes))


def test_nobody_at_the_address_is_said(bus):
    with pytest.raises(Exception, match="not found") as caught:
        Ssd1306(msgspec.structs.replace(SECTION, address=0x3D))
    assert said(caught.value, address=0x3D) == (
        "The display at 0x3d on I2C port 1 doesn't answer: check its wires, and [display] address."
    )


def test_one_that_goes_in_the_middle_of_a_picture_is_said(bus):
    device = Ssd1306(SECTION)
    bus.unplug()
    with pytest.raises(Exception, match=r"not found|Remote I/O") as caught:
        device.display(DRAWN)
    assert "doesn't answer" in said(caught.value)
    assert "doesn't answer" in said(OSError(errno.ETIMEDOUT, "timed out"))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "there is no I2C port 1: turn I2C on"),
        (errno.EACCES, "isn't ours to use: add whoever runs this to the group i2c"),
    ],
)
def test_a_port_that_isnt_there_or_isnt_ours_is_said(monkeypatch, number, words):
    def refuse(port):
        raise OSError(number, "refused", f"/dev/i2c-{port}")

    monkeypatch.setattr("smbus2.SMBus", refuse)
    with pytest.raises(Exception, match="/dev/i2c-1") as caught:
        Ssd1306(SECTION)
    assert words in said(caught.value)


def test_missing_packages_are_said_with_what_installs_them():
    assert "EXTRA=display" in said(ModuleNotFoundError("No module named 'PIL'"))


def test_whatever_else_goes_wrong_is_one_sentence():
    assert said(ValueError("odd")) == (
        "The display at 0x3c on I2C port 1 failed (odd): check its wires; it is tried again."
    )
