"""The way of an installation: an upgrade with an evening under way, back again, and away; then as a new card
does it."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.virtual_pi.packages import wheel
from tests.virtual_pi.pi import CONFIG, PLAY, STATE, Pi

pytestmark = pytest.mark.virtual_pi

USER_DATA = Path(__file__).parents[2] / "systemd" / "user-data"
FIRST_BOOT = "uno-launcher-first-boot"


def first_boot(pi: Pi) -> str:
    """What cloud-init does with the file for a fresh card, but for users and network; what is on the card
    afterwards."""
    data = yaml.safe_load(USER_DATA.read_text())
    for file in data["write_files"]:
        pi.write(file["path"], file["content"])
        pi.guest.ok(f"chmod {file.get('permissions', '0644')} {file['path']}")
    pi.guest.ok(f"mkdir -p /boot/firmware && cp {pi.wheel} /boot/firmware/")
    pi.write(
        f"/etc/systemd/system/{FIRST_BOOT}.service.d/no-network.conf",
        "[Service]\nEnvironment=PIP_NO_INDEX=1 PIP_FIND_LINKS=/vpi/wheels\n",
    )
    for command in data["runcmd"]:
        pi.guest.run(" ".join(command))
    pi.guest.until(f"test $(systemctl show -p ActiveState --value {FIRST_BOOT}) = inactive", 180.0)
    return pi.guest.ok("cat /boot/firmware/uno-launcher.txt")


def lasting(state: dict[str, Any]) -> dict[str, Any]:
    """The evening without what was said of its last press alone."""
    table = {key: value for key, value in state["table"].items() if key != "warnings"}
    return {"evening": state["evening"], "table": table}


def test_an_upgrade_keeps_config_and_evening_can_be_undone_and_removing_keeps_them_too(
    pi: Pi, tmp_path: Path
) -> None:
    pi.play_with(PLAY)
    pi.play(3, seed=9)
    before = pi.state()
    newer = pi.bring(wheel(tmp_path, "99.1"))

    said = pi.install(newer)
    assert "UNO Launcher 99.1 in /opt/uno-launcher" in said
    pi.until_ready()
    upgraded = pi.state()
    assert lasting(upgraded) == lasting(before)
    assert upgraded["profile"] == before["profile"]
    assert pi.guest.ok(f"cat {CONFIG}") == PLAY
    pi.play(2, seed=10)
    played = pi.state()

    status, out, err = pi.service("install --rollback")
    assert status == 0, err
    assert "UNO Launcher 99.1" not in out
    pi.until_ready()
    assert lasting(pi.state()) == lasting(played), "what was played since is lost"
    assert pi.guest.ok("readlink /opt/uno-launcher.previous") != pi.guest.ok("readlink /opt/uno-launcher")

    status, out, err = pi.service("uninstall")
    assert status == 0, err
    assert f"The evenings are kept in {STATE}" in out
    assert f"The config is kept as {CONFIG}" in out
    assert pi.guest.run("systemctl cat uno-launcher").status != 0
    assert pi.guest.run("ls -d /opt/uno-launcher* /usr/local/bin/uno-launcher").out == ""
    assert pi.guest.ok("cat /run/virtual-pi/gpio/sim_gpio1[23]/value").split() == ["0", "0"]

    said = first_boot(pi)
    assert f"The join code is {pi.code}" in said
    assert pi.guest.run(f"systemctl is-enabled {FIRST_BOOT}").out == "disabled\n"
    pi.until_ready()
    assert lasting(pi.state()) == lasting(played)
    assert pi.guest.ok(f"cat {CONFIG}") == PLAY
