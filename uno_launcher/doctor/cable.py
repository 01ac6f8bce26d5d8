"""Is a Pico plugged in where the config has it, and may it be opened? Says nothing to it."""

from collections.abc import Iterator
from pathlib import Path

from uno_launcher.config import Config
from uno_launcher.doctor.findings import Finding, forbidden
from uno_launcher.doctor.machine import Machine, may_open

MODEM_MANAGER = "ModemManager.service"


def checks_of_cable(machine: Machine, config: Config) -> Iterator[Finding]:
    """The port, its permission, and whoever else talks to ports."""
    try:
        from uno_launcher.backends.serial.ports import at  # pyserial is for those who have a Pico
    except ModuleNotFoundError:
        yield Finding("port", "fault", "The library pyserial isn't installed: `pip install pyserial`.")
        return
    ports = [port for port in at(config.backend.port)() if Path(port).exists()]
    if not ports:
        where = config.backend.port or "any port"
        yield Finding(
            "port",
            "fault",
            f"No Pico is plugged in at {where}.",
            (
                "The cable only charges: take one that carries data.",
                "The Pico has no firmware yet: flash it.",
                "Another port than `port` in [backend]: leave that out to take whichever answers"
                f"{''.join(f', such as {other}' for other in at(None)()[:1])}.",
            ),
        )
    for port in ports:
        if may_open(Path(port), machine.player):
            yield Finding("port", "ok", f"{port} can be opened.")
        else:
            yield Finding("port", "fault", forbidden(port, "dialout", machine.player))
    if machine.service(MODEM_MANAGER) == "active":  # field note S5
        yield Finding(
            "modem",
            "warning",
            "ModemManager runs and tries every new port as a modem: `sudo systemctl disable --now"
            " ModemManager`, or install the launcher's udev rule.",
        )
