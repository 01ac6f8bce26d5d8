"""A virtual Pi with the launcher's service on it, installed as people install it."""

import contextlib
import json
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.virtual_pi.guest import Guest

UNIT = "uno-launcher"
PYTHON = "/opt/uno-launcher/bin/python"
CONFIG = "/etc/uno-launcher/config.toml"
STATE = "/var/lib/uno-launcher"
DROP_INS = f"/etc/systemd/system/{UNIT}.service.d"
PLAY = "[motor]\nfrequency_hz = 250\n[table]\nturn_guard_s = 0\n"
"""What the mechanics can follow, and no waiting between presses."""
LONG_BURSTS = f'{PLAY}[launcher]\nprofile = "long"\n[profiles.long]\nchance = 1\nsizes = {{ 12 = 1 }}\n'
"""Every press is a long burst."""
SLOW_S = 0.15
PUNCTUAL_US = 5_000
"""A sensor that was told later than this is no fault of the launcher's: the host was busy."""
QUICK_RESTARTS = "[Unit]\nStartLimitIntervalSec=0\n[Service]\nRestartSec=200ms\n"
CAN_HANG = "[Service]\nEnvironment=PYTHONPATH=/vpi-tests/hooks\n"


class Pi:
    """`wheel` is the one that was installed; `said` is what installing it said."""

    def __init__(self, guest: Guest, program: Path, wheels: Path) -> None:
        self.guest = guest
        shutil.copytree(wheels, guest.folder / "wheels")
        self.wheel = self.bring(program)
        self.said = ""
        self._config = self._drop_in = ""

    def bring(self, program: Path) -> str:
        """A wheel, to where the guest finds it; says where that is."""
        shutil.copy(program, self.guest.folder)
        return f"/vpi/{program.name}"

    def service(self, words: str, wheel: str | None = None, timeout: float = 300.0) -> tuple[int, str, str]:
        """`uno-launcher service` by a wheel alone, as before anything is installed: status, output,
        errors."""
        shell = f"PYTHONPATH={wheel or self.wheel} /usr/bin/python3 -B -m uno_launcher service {words}"
        return self.guest.run(shell, timeout)

    def install(self, wheel: str | None = None) -> str:
        """Install or upgrade without a network; what it said."""
        status, out, err = self.service("install --wheels /vpi/wheels", wheel)
        assert status == 0, f"{out}\n{err}\n{self.journal()}"
        return out

    def play_with(self, config: str, drop_in: str = "") -> None:
        """This config and this drop-in, and a service that has just started with them, ready to play."""
        if (config, drop_in) != (self._config, self._drop_in):
            self.write(CONFIG, config)
            self.guest.ok(f"chown root:{UNIT} {CONFIG}; chmod 640 {CONFIG}")
            self.drop_in(drop_in)
            self._config = config
            self.guest.ok(f"systemctl reset-failed {UNIT}; systemctl restart {UNIT}")
        self.until_ready()

    def drop_in(self, text: str = "") -> None:
        """What the unit says besides, at its next start. Nobody else changes that: a reload takes seconds."""
        if text == self._drop_in:
            return
        self.forget()
        self.guest.ok(f"rm -rf {DROP_INS}")
        if text:
            self.write(f"{DROP_INS}/test.conf", text)
        self.guest.ok("systemctl daemon-reload")
        self._drop_in = text

    def forget(self) -> None:
        """Something else than `play_with` has changed what the service runs with."""
        self._config = ""

    def write(self, path: str, text: str) -> None:
        """A file of the guest's."""
        (self.guest.folder / "text").write_text(text)
        self.guest.ok(f"mkdir -p $(dirname {path}) && cp /vpi/text {path}")

    def until_ready(self) -> None:
        self.guest.until(f"systemctl is-active --quiet {UNIT}")
        try:
            self.guest.until(f"systemctl show -p StatusText {UNIT} | grep -q 'ready: ready'")
        except AssertionError as error:
            raise AssertionError(f"{error}\nbut: {self.show('StatusText')}") from None

    @property
    def code(self) -> str:
        """The join code."""
        return str(json.loads(self.guest.ok(f"cat {STATE}/web.json"))["code"])

    def state(self) -> dict[str, Any]:
        """What phones are shown."""
        found: dict[str, Any] = json.loads(self.guest.ok("state"))
        return found

    def play(self, presses: int, seed: int) -> list[dict[str, Any]]:
        """So many presses by a finger, through real edges; how each went."""
        command = f"{PYTHON} /vpi-tests/mechanics.py --presses {presses} --seed {seed} --code {self.code}"
        return [json.loads(line) for line in self.guest.ok(command, 10.0 + 8 * presses).splitlines()]

    def play_on_time(self, presses: int, seed: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """`play` until so many presses went in a world that was on time: how those went, and all of them."""
        went: list[dict[str, Any]] = []
        fair: list[dict[str, Any]] = []
        while len(fair) < presses:
            assert len(went) < 3 * presses + 3, "this host is too busy to play on"
            went += self.play(presses - len(fair), seed + len(went))
            assert all(press["over"] for press in went), went[-1]
            fair = [press for press in went if press["late_us"] < PUNCTUAL_US]
        return fair, went

    def slow(self) -> float | None:
        """How long Python takes to start in this guest right now, in seconds, where that is too long for a
        clock to judge anything; None where it isn't."""
        before = time.monotonic()
        self.guest.ok("for n in 1 2 3; do python3 -I -c pass; done")
        took = (time.monotonic() - before) / 3
        return took if took > SLOW_S else None

    def harm(self, kind: str, seed: int) -> dict[str, Any]:
        """A burst, and in the middle of it something happens to the service: see kill.py."""
        said = self.guest.ok(f"{PYTHON} /vpi-tests/kill.py {kind} --seed {seed} --code {self.code}")
        found: dict[str, Any] = json.loads(said)
        return found

    def show(self, name: str) -> str:
        """A property of the unit."""
        return self.guest.ok(f"systemctl show -p {name} --value {UNIT}").strip()

    def journal(self, lines: int = 40) -> str:
        """The service's last words."""
        return self.guest.ok(f"journalctl -u {UNIT} -n {lines} --no-pager")

    @contextlib.contextmanager
    def log(self) -> Iterator[sqlite3.Connection]:
        """A copy of the launch log as it is on the disk."""
        self.guest.ok(f"mkdir -p /vpi/log && rm -f /vpi/log/* && cp {STATE}/launches.db* /vpi/log/")
        with tempfile.TemporaryDirectory() as name:
            for file in (self.guest.folder / "log").iterdir():
                shutil.copy(file, name)
            with contextlib.closing(sqlite3.connect(Path(name, "launches.db"))) as connection:
                yield connection
