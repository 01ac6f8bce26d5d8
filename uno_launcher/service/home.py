"""What makes a launcher at home in a house: a name, a network of its own, a place for the evenings, a lamp at
once.

Each can be called again, and says what it does. Standard library only. The pages in systemd/ say when each is
of use, and how to take it back.
"""

import json
import re
from pathlib import Path

from uno_launcher.pins import NAMED
from uno_launcher.service import layout
from uno_launcher.service.machine import InstallError, Machine

HOSTS = Path("/etc/hosts")
FSTAB = Path("/etc/fstab")
BOOT = (Path("/boot/firmware/config.txt"), Path("/boot/config.txt"))
"""Where Raspberry Pi OS has it: since Bookworm, and before."""
HOTSPOT = "uno-launcher"
BEGIN, END = "# uno-launcher: begin", "# uno-launcher: end"

_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_LABEL = re.compile(r"[A-Za-z0-9_-]{1,16}")


def name(machine: Machine, wanted: str) -> str:
    """Phones find the page at this name with `.local` behind it. What to know afterwards."""
    machine.need_root()
    if not _NAME.fullmatch(wanted):
        raise InstallError(
            f"{wanted!r} can't be a computer's name: take 1 to 63 small letters, digits and hyphens."
        )
    machine.run("hostnamectl", "set-hostname", wanted)
    lines = [line for line in _text(machine, HOSTS).splitlines() if not line.startswith("127.0.1.1")]
    machine.write(HOSTS, "\n".join([*lines, f"127.0.1.1\t{wanted}", ""]).encode())
    if machine.ask("systemctl", "is-active", "--quiet", "avahi-daemon").returncode:
        machine.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "avahi-daemon")
    machine.run("systemctl", "restart", "avahi-daemon", layout.UNIT)
    return f"The page is at http://{wanted}.local:8080, also for whoever types it in."


def hotspot(machine: Machine, network: str, password: str) -> str:
    """Where no network that is known can be had, the launcher opens one of its own. What to know
    afterwards."""
    machine.need_root()
    if not 1 <= len(network.encode()) <= 32:
        raise InstallError("A network's name has 1 to 32 letters.")
    if not 8 <= len(password) <= 63 or not password.isascii():
        raise InstallError("A network's password has 8 to 63 letters, digits and signs.")
    if machine.ask("nmcli", "--version").returncode:
        raise InstallError("NetworkManager isn't here: this wants Raspberry Pi OS Bookworm or newer.")
    if machine.ask("nmcli", "connection", "show", HOTSPOT).returncode:
        machine.run("nmcli", "connection", "add", "type", "wifi", "con-name", HOTSPOT, "ssid", network)
    machine.run(
        *("nmcli", "connection", "modify", HOTSPOT, "802-11-wireless.ssid", network),
        *("802-11-wireless.mode", "ap", "802-11-wireless.band", "bg", "ipv4.method", "shared"),
        # Whatever else is known comes first.
        *("connection.autoconnect", "yes", "connection.autoconnect-priority", "-10"),
        *("wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", password),
        secret=password,
    )
    return f"Where there is no Wi-Fi that the Pi knows, join {network}; the page is at http://10.42.0.1:8080."


def data(machine: Machine, label: str) -> str:
    """The evenings move to the partition with that label. What to know afterwards."""
    machine.need_root()
    device = f"/dev/disk/by-label/{label}"
    if not _LABEL.fullmatch(label) or not machine.exists(Path(device)):
        raise InstallError(
            f"There is no partition called {label}: make one with `sudo mkfs.ext4 -L {label} /dev/sda1`, say,"
            " which deletes what is on it."
        )
    machine.run("systemctl", "stop", layout.UNIT)
    mount = "/run/uno-launcher-data"
    machine.run("mkdir", "-p", mount)
    machine.run("mount", device, mount)
    machine.run("cp", "-an", f"{layout.STATE}/.", mount)
    machine.run("chown", f"{layout.USER}:{layout.USER}", mount)
    machine.run("umount", mount)
    kept = [line for line in _text(machine, FSTAB).splitlines() if str(layout.STATE) not in line.split()]
    # Without it the launcher plays all the same, and says that nothing is kept.
    line = f"LABEL={label}\t{layout.STATE}\text4\tnoatime,nofail,x-systemd.device-timeout=10s\t0\t2"
    machine.write(FSTAB, "\n".join([*kept, line, ""]).encode())
    machine.run("systemctl", "daemon-reload")
    machine.run("mount", str(layout.STATE))
    machine.run("systemctl", "start", layout.UNIT)
    return (
        f"The evenings are on {label} now. `sudo raspi-config nonint do_overlayfs 0` makes the rest of the"
        " card read-only from the next start on."
    )


def lamp(machine: Machine) -> str:
    """The boot loader lights the button's lamp and holds the motor's lines low. What to know afterwards."""
    machine.need_root()
    path = next((path for path in BOOT if machine.exists(path)), None)
    if path is None:
        raise InstallError("There is no config.txt of a boot loader: this wants Raspberry Pi OS.")
    asked = machine.ask(str(layout.COMMAND), "pinout", "--json", "--config", str(layout.CONFIG))
    if asked.returncode:
        raise InstallError(asked.stderr.strip() or "The config can't be read.")
    fitted = {
        wire["signal"]: wire["bcm"] for wire in map(json.loads, asked.stdout.splitlines()) if wire["fitted"]
    }
    motor = [str(bcm) for signal, bcm in fitted.items() if NAMED[signal].output and NAMED[signal].motor]
    lines = [f"gpio={','.join(motor)}=op,dl"]
    if "button_lamp" in fitted:
        lines.append(f"gpio={fitted['button_lamp']}=op,dh")
    # What a program drove isn't driven any more when that is dead: the pull-downs have it (field note M2).
    lines.append("dtparam=strict_gpiod")
    before, _, rest = _text(machine, path).partition(f"{BEGIN}\n")
    after = rest.partition(f"{END}\n")[2]
    block = "\n".join([BEGIN, "[all]", *lines, END, ""])
    machine.write(path, f"{(before + after).rstrip()}\n{block}".encode())
    if "button_lamp" not in fitted:
        return "The config names no lamp in the button; the motor's lines are low from the next start on."
    return "From the next start on the lamp in the button is lit as soon as there is power."


def _text(machine: Machine, path: Path) -> str:
    try:
        return machine.at(path).read_text()
    except FileNotFoundError:
        return ""
