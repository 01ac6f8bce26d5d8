"""The way of an installation: an upgrade with an evening under way, back again, and away."""

from pathlib import Path

import pytest

from tests.virtual_pi.packages import wheel
from tests.virtual_pi.pi import CONFIG, PLAY, STATE, Pi

pytestmark = pytest.mark.virtual_pi


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
    for key in ("evening", "table", "profile"):
        assert upgraded[key] == before[key], key
    assert pi.guest.ok(f"cat {CONFIG}") == PLAY
    pi.play(2, seed=10)
    played = pi.state()

    status, out, err = pi.service("install --rollback")
    assert status == 0, err
    assert "UNO Launcher 99.1" not in out
    pi.until_ready()
    assert pi.state()["table"] == played["table"], "what was played since is lost"
    assert pi.guest.ok("readlink /opt/uno-launcher.previous") != pi.guest.ok("readlink /opt/uno-launcher")

    status, out, err = pi.service("uninstall")
    assert status == 0, err
    assert f"The evenings are kept in {STATE}" in out
    assert f"The config is kept as {CONFIG}" in out
    assert pi.guest.run("systemctl cat uno-launcher").status != 0
    assert pi.guest.run("ls -d /opt/uno-launcher* /usr/local/bin/uno-launcher").out == ""
    assert pi.guest.ok("cat /run/virtual-pi/gpio/sim_gpio1[23]/value").split() == ["0", "0"]

    pi.install()
    pi.until_ready()
    assert pi.state()["table"] == played["table"]
    assert pi.guest.ok(f"cat {CONFIG}") == PLAY
