"""A wheel installs itself as a hardened service on a system that knows nothing of it."""

import re

import pytest

from tests.virtual_pi.pi import CONFIG, PYTHON, STATE, Pi

pytestmark = pytest.mark.virtual_pi

MOST_EXPOSED = 2.0


def test_it_says_where_the_page_is_and_how_to_join(pi: Pi) -> None:
    assert "It runs: ready: ready" in pi.said
    assert f"The join code is {pi.code}" in pi.said
    assert re.search(r"Phones open http://[\d.]+:8080/\?code=", pi.said)


def test_status_says_the_same_and_tells_only_root_the_code(pi: Pi) -> None:
    assert f"/?code={pi.code}" in pi.guest.ok("uno-launcher service status")
    others = pi.guest.ok("setpriv --reuid nobody --clear-groups uno-launcher service status")
    assert "It runs: ready: ready" in others
    assert pi.code not in others
    assert "sudo uno-launcher service status" in others


def test_lgpio_is_the_systems_own_and_everything_else_isnt_g13(pi: Pi) -> None:
    found = pi.guest.ok(
        f"cd /tmp; {PYTHON} -c 'import lgpio, gpiozero; print(lgpio.__file__, gpiozero.__file__)'"
    )
    ours, theirs = found.split()
    assert ours.startswith("/usr/lib/python3/dist-packages/")
    assert theirs.startswith("/opt/uno-launcher/")


def test_the_launcher_runs_as_a_user_who_may_use_pins_and_little_else(pi: Pi) -> None:
    assert pi.guest.ok(f"ps -o user= -p {pi.show('MainPID')}").strip().startswith("uno-lau")
    assert "gpio" in pi.guest.ok("id -nG uno-launcher").split()
    assert pi.guest.ok("stat -c '%G %a' /dev/gpiochip0") == "gpio 660\n"
    assert pi.guest.ok(f"stat -c '%U %G %a' {CONFIG}") == "root uno-launcher 640\n"
    assert pi.guest.ok(f"stat -c '%U %a' {STATE} {STATE}/web.json").split() == [
        *("uno-launcher", "750"),
        *("uno-launcher", "600"),
    ]


def test_the_unit_is_hardened_and_right(pi: Pi) -> None:
    level = pi.guest.ok("systemd-analyze security uno-launcher.service --no-pager | tail -1")
    found = re.search(r"exposure level for uno-launcher.service: ([\d.]+)", level)
    assert found, level
    print(f"\nexposure by systemd-analyze security: {found[1]}")
    assert float(found[1]) <= MOST_EXPOSED
    checked = pi.guest.run("systemd-analyze verify /etc/systemd/system/uno-launcher.service 2>&1")
    assert "uno-launcher" not in checked.out, checked.out


def test_it_starts_with_the_pi_and_needs_no_network(pi: Pi) -> None:
    assert pi.show("UnitFileState") == "enabled"
    assert "network" not in pi.show("After")
    assert pi.show("WatchdogUSec") == "30s"


def test_installed_again_nothing_changes(pi: Pi) -> None:
    before = pi.show("MainPID")
    said = pi.install()
    assert "keep /opt/uno-launcher" in said
    assert pi.show("MainPID") == before
