"""How the service does, and where phones find it. Standard library only."""

import json
from collections.abc import Iterator

from uno_launcher.service import layout
from uno_launcher.service.machine import Machine

ADDRESS = "http://"
"""A running launcher's status text begins with its page's address, where it has one."""
_WHY = {
    "watchdog": "it hung",
    "oom-kill": "the memory was full",
    "start-limit-hit": "it kept failing",
    "exit-code": "it failed",
    "signal": "it was killed",
    "timeout": "it took too long",
}
_STARTS = "It starts with that system: `sudo uno-launcher service status` there says where phones find it"
_DOESNT = "It doesn't start with that system: `sudo systemctl --root={} enable uno-launcher` changes that"
_BROKEN = "(broken: install it again)"
_ASKED = ("ActiveState", "SubState", "StatusText", "Result", "NRestarts", "UnitFileState")


def status(machine: Machine) -> tuple[list[str], bool]:
    """Lines for a person, and whether all is well. Raises InstallError."""
    if not machine.exists(layout.PLACED[-1].to):
        return ["There is no service of the launcher here: `sudo make install` puts it in."], False
    if not machine.live:
        machine.need_root()  # to ask a program in there
        starts = machine.exists(layout.STARTED)
        lines = [_program(machine), _STARTS if starts else _DOESNT.format(machine.root)]
        return lines, starts and _BROKEN not in lines[0]
    asked = machine.ask("systemctl", "show", layout.UNIT, f"--property={','.join(_ASKED)}")
    found = dict(line.split("=", 1) for line in asked.stdout.splitlines() if "=" in line)
    return [_program(machine), *_lines(machine, found)], found.get("ActiveState") == "active"


def _program(machine: Machine) -> str:
    version = machine.ask(str(layout.COMMAND), "--version").stdout.strip()
    return f"UNO Launcher {version or _BROKEN} in {layout.CURRENT}"


def _lines(machine: Machine, found: dict[str, str]) -> Iterator[str]:
    state, text = found.get("ActiveState", "unknown"), found.get("StatusText", "")
    if state != "active":
        why = _WHY.get(found.get("Result", ""), "")
        yield f"It doesn't run ({state}{why and ', '}{why})"
        yield "`journalctl -u uno-launcher -n 20` says more; `sudo systemctl start uno-launcher` starts it"
        return
    address, _, said = text.partition(" ") if text.startswith(ADDRESS) else ("", "", text)
    yield f"It runs: {said}" if said else "It runs"
    if found.get("NRestarts", "0") != "0":
        yield f"It was restarted {found['NRestarts']} times because it failed"
    if found.get("UnitFileState") != "enabled":
        yield "It doesn't start with the Pi: `sudo systemctl enable uno-launcher` changes that"
    if address and (code := _code(machine)):
        yield f"Phones open {address}/?code={code}"
        yield f"The join code is {code}"
    elif address:
        yield f"Phones open {address}; root is told the join code: `sudo uno-launcher service status`"


def _code(machine: Machine) -> str:
    try:
        return str(json.loads(machine.at(layout.STATE / "web.json").read_bytes())["code"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
