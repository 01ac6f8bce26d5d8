"""What goes wrong around the launcher is a state with a sentence: no storm of restarts, no motor (field note
D3)."""

import contextlib
import json
import time
from collections.abc import Iterator

import pytest

from tests.virtual_pi.pi import CAN_HANG, CONFIG, PLAY, QUICK_RESTARTS, STATE, Pi

pytestmark = pytest.mark.virtual_pi

FAILS = f"{QUICK_RESTARTS}{CAN_HANG}Environment=VIRTUAL_PI_FAILS=1\n"


@pytest.fixture(autouse=True)
def no_storm_and_no_motor(pi: Pi) -> Iterator[None]:
    yield
    assert pi.guest.ok("cat /run/virtual-pi/gpio/sim_gpio1[23]/value").split() == ["0", "0"]
    pi.forget()


def restart(pi: Pi) -> None:
    """By somebody, so that restarts by systemd count from 0."""
    pi.forget()
    pi.guest.ok("systemctl reset-failed uno-launcher; systemctl restart uno-launcher")


def fault(pi: Pi) -> str:
    """What the page says is wrong. The service runs, and was never restarted."""
    state = pi.state()["launcher"]
    assert state["state"] == "fault", state
    assert pi.show("ActiveState") == "active"
    assert pi.show("NRestarts") == "0"
    return str(state["why"])


def plays(pi: Pi) -> list[str]:
    """Play goes on; what the page says besides."""
    before = pi.show("MainPID")
    ((press,), _) = pi.play_on_time(1, seed=5)
    assert press["counted"] == press["came"]
    assert pi.show("NRestarts") == "0"
    assert pi.show("MainPID") == before
    return list(pi.state()["problems"])


def test_a_user_outside_the_gpio_group_is_told_and_the_page_is_up(pi: Pi) -> None:
    pi.play_with(PLAY)
    pi.guest.ok("gpasswd -d uno-launcher gpio")
    try:
        restart(pi)
        assert "/dev/gpiochip0 may not be opened by this user" in fault(pi)
    finally:
        pi.guest.ok("usermod -aG gpio uno-launcher")
    restart(pi)
    pi.until_ready()


def test_a_chip_with_another_number_is_told_with_those_there_are_g10(pi: Pi) -> None:
    pi.play_with(PLAY)
    pi.write(CONFIG, f"{PLAY}[backend]\nchip = 4\n")
    restart(pi)
    said = fault(pi)
    assert "/dev/gpiochip4 doesn't exist" in said
    assert "gpiochip0" in said


def test_a_line_that_another_program_has_is_waited_for_g11(pi: Pi) -> None:
    pi.play_with(PLAY)
    pi.guest.ok("systemctl stop uno-launcher")
    pi.guest.ok("systemd-run --quiet --unit=holder /usr/bin/python3 /vpi-tests/hold.py 12")
    pi.guest.until("journalctl -u holder | grep -q held")
    try:
        pi.guest.ok("systemctl start uno-launcher")
        said = fault(pi)
        assert "GPIO 12 (motor_in1) is busy" in said
    finally:
        pi.guest.ok("systemctl stop holder")
    pi.until_ready()
    assert pi.show("NRestarts") == "0"
    assert plays(pi) == []


def test_a_working_folder_that_cant_be_written_is_told_with_the_remedy_g12(pi: Pi) -> None:
    pi.play_with(PLAY)
    pi.drop_in("[Service]\nWorkingDirectory=/usr\n")
    restart(pi)
    said = fault(pi)
    assert "/usr is read-only" in said
    assert "RuntimeDirectory" in said


def test_a_mistake_in_the_config_is_on_the_page_at_a_start(pi: Pi) -> None:
    pi.play_with(PLAY)
    pi.write(CONFIG, '[launcher]\nprofil = "fair"\n')
    restart(pi)
    assert f"{CONFIG} line 2: [launcher] has no key profil" in fault(pi)


def test_a_mistake_at_a_reload_plays_on_with_the_old_config(pi: Pi) -> None:
    pi.play_with(PLAY)
    pi.write(CONFIG, '[launcher]\nprofil = "fair"\n')
    pi.guest.ok("systemctl reload uno-launcher")
    pi.guest.until("systemctl show -p StatusText uno-launcher | grep -q 'has no key profil'")
    (said,) = plays(pi)
    assert "line 2" in said
    pi.write(CONFIG, f'{PLAY}[launcher]\nprofile = "gentle"\n')
    before = pi.show("MainPID")
    pi.guest.ok("systemctl reload uno-launcher")
    # The one that was told to reload says ready until it makes way, and then nobody answers for a moment.
    give_up = time.monotonic() + 30.0
    while profile(pi) != "gentle":
        assert time.monotonic() < give_up, "the new config isn't in effect"
        time.sleep(0.2)
    pi.until_ready()
    assert plays(pi) == []
    assert pi.show("MainPID") == before


def profile(pi: Pi) -> str | None:
    """The name of the one that decides; None while nobody answers."""
    said = pi.guest.run("state")
    return json.loads(said.out)["profile"]["name"] if said.status == 0 else None


@contextlib.contextmanager
def small_disk(pi: Pi) -> Iterator[None]:
    """A state folder on a file system of its own, empty."""
    pi.play_with(PLAY)
    pi.guest.ok("systemctl stop uno-launcher")
    owner = "uid=$(id -u uno-launcher),gid=$(id -g uno-launcher)"
    pi.guest.ok(f"mount -t tmpfs -o size=400k,mode=750,{owner} tmpfs {STATE}")
    try:
        yield
    finally:
        pi.guest.ok(
            f"systemctl stop uno-launcher; umount {STATE}; systemctl reset-failed uno-launcher || true"
        )


def fill(pi: Pi) -> None:
    pi.guest.run(f"cat /dev/zero > {STATE}/zeros")


def test_a_disk_that_fills_up_is_told_and_play_goes_on(pi: Pi) -> None:
    with small_disk(pi):
        restart(pi)
        pi.until_ready()
        assert plays(pi) == []
        fill(pi)
        pi.play(12, seed=6)
        said = " ".join(plays(pi))
        assert "Launches can't be written" in said
        assert "make room" in said
        pi.guest.ok(f"rm {STATE}/zeros")
        assert plays(pi) == []


def test_a_disk_that_is_full_at_the_start_is_told_and_play_goes_on(pi: Pi) -> None:
    with small_disk(pi):
        pi.guest.ok(f"install -o uno-launcher -m 600 /dev/null {STATE}/web.json")
        fill(pi)
        restart(pi)
        pi.guest.until("systemctl is-active --quiet uno-launcher")
        assert pi.show("NRestarts") == "0"
        assert "Launches" in pi.show("StatusText")
        assert "ready: ready" in pi.show("StatusText")


def test_a_disk_that_cant_be_written_is_told_and_play_goes_on_d4(pi: Pi) -> None:
    with small_disk(pi):
        restart(pi)
        pi.until_ready()
        pi.guest.ok(f"systemctl stop uno-launcher && mount -o remount,ro {STATE}")
        restart(pi)
        pi.until_ready()
        said = " ".join(plays(pi))
        assert "Launches aren't recorded" in said


def test_a_clock_that_jumps_by_years_disturbs_nobody_d5(pi: Pi) -> None:
    pi.play_with(PLAY)
    now = int(pi.guest.ok("date +%s"))
    try:
        for year in (2045, 1999):
            pi.guest.ok(f"date -s '{year}-06-01 12:00'")
            assert plays(pi) == []
    finally:
        pi.guest.ok(f"date -s @{now + 30}")
    assert plays(pi) == []


def fail_five_times(pi: Pi) -> None:
    """Start it where no start comes to anything, until it is up all the same."""
    pi.drop_in(FAILS)
    pi.guest.ok("systemctl stop uno-launcher")
    pi.guest.run("systemctl start uno-launcher")
    pi.guest.until("systemctl is-active --quiet uno-launcher", 90.0)
    assert pi.show("NRestarts") == "5"


def test_five_starts_that_come_to_nothing_lead_to_safe_mode_and_a_restart_out_of_it(pi: Pi) -> None:
    pi.play_with(PLAY)
    fail_five_times(pi)
    state = pi.state()
    assert state["launcher"]["state"] == "fault"
    assert state["launcher"]["why"].startswith("Safe mode")
    assert "the evening is from Mars" in state["launcher"]["why"]
    pi.drop_in()
    restart(pi)
    pi.until_ready()
    assert plays(pi) == []


def test_starts_that_come_to_nothing_are_counted_on_a_full_disk_too(pi: Pi) -> None:
    with small_disk(pi):
        fill(pi)
        fail_five_times(pi)
        assert "Safe mode" in pi.show("StatusText")
        pi.drop_in()


def test_kills_in_the_middle_of_play_never_lead_to_safe_mode(pi: Pi) -> None:
    pi.play_with(PLAY, QUICK_RESTARTS)
    for _ in range(6):
        before = pi.show("MainPID")
        pi.guest.ok("systemctl kill --kill-whom=all -s KILL uno-launcher")
        pi.guest.until(f"test $(systemctl show -p MainPID --value uno-launcher) != {before}")
        pi.until_ready()
