"""Puts the program in an environment of its own, makes it a service and starts it. Standard library only.

Whatever fails before the new environment takes the old one's place leaves everything as it was. Calling it
again does what is missing, and nothing where nothing is.
"""

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from uno_launcher.service import backup, layout
from uno_launcher.service.machine import InstallError, Machine
from uno_launcher.service.source import Source

NO_PYTHON = (
    f"{layout.PYTHON} is missing or older than 3.11: this wants Raspberry Pi OS Bookworm or Debian 12."
)


class Wishes(NamedTuple):
    """How somebody wants it."""

    wheels: Path | None = None
    """A folder with wheels of everything, in place of the network."""
    extras: tuple[str, ...] = ()
    """Parts of the program that want packages of their own, such as display and mqtt; once wished for they
    stay."""


def install(machine: Machine, source: Source, wishes: Wishes) -> None:
    """Raises InstallError with one sentence."""
    machine.need_root()
    _refuse_others(machine)
    _need_python(machine)
    with machine.alone(layout.CURRENT.parent):
        _install(machine, source, wishes)


def _install(machine: Machine, source: Source, wishes: Wishes) -> None:
    _prepare(machine)
    extras = tuple(sorted({*wishes.extras, *_record(machine, layout.CURRENT).get("extras", ())}))
    made_from = {"checksum": source.checksum, "extras": list(extras)}
    known = _record(machine, layout.CURRENT)
    if {name: known.get(name) for name in made_from} == made_from and _whole(machine, layout.CURRENT):
        machine.say(f"keep {layout.CURRENT}, which is the same already")
        _configure(machine, layout.CURRENT)
        placed = _place(machine, layout.CURRENT)
    else:
        placed = True
        _upgrade(machine, _environment(machine, source, wishes, made_from))
    machine.link(layout.COMMAND, str(layout.PROGRAM))
    _start(machine, again=placed)


def _upgrade(machine: Machine, environment: Path) -> None:
    """To the new environment, or to the first one."""
    with _otherwise(lambda: machine.remove(environment)):
        _configure(machine, environment)
        with _otherwise(lambda: _place(machine, layout.CURRENT)):
            _place(machine, environment)
            with _otherwise(lambda: _play_on(machine)):
                _stop(machine)
                backup.make(machine)
    with _otherwise(lambda: _play_on(machine)):
        _take_over(machine, environment)


def roll_back(machine: Machine) -> None:
    """The environment before the last upgrade takes its place again, or else everything is as it was. Raises
    InstallError."""
    machine.need_root()
    with machine.alone(layout.CURRENT.parent):
        before, now = machine.target(layout.PREVIOUS), machine.target(layout.CURRENT)
        if before is None or now is None or before == now or not machine.exists(before):
            raise InstallError(
                "There is nothing to go back to: no upgrade was made, or it was undone already."
            )
        with _otherwise(lambda: _play_on(machine)):
            _stop(machine)
            with backup.restored(machine), _otherwise(lambda: _switch(machine, now, before)):
                _switch(machine, before, now)
        _start(machine, again=True)


def _switch(machine: Machine, current: Path, previous: Path) -> None:
    machine.link(layout.CURRENT, _relative(current))
    machine.link(layout.PREVIOUS, _relative(previous))
    _place(machine, layout.CURRENT)


@contextlib.contextmanager
def _otherwise(undo: Callable[[], object]) -> Iterator[None]:
    """Where the block fails, `undo` is done, as far as it can be."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(InstallError, OSError):
            undo()
        raise


def _refuse_others(machine: Machine) -> None:
    """What is somebody's own isn't written over."""
    for path in (*layout.LINKS, layout.COMMAND):
        if machine.exists(path) and not layout.ours(path, machine.target(path)):
            raise InstallError(f"{path} is there already and isn't this program's: move it away first.")


def _need_python(machine: Machine) -> None:
    check = "import sys; sys.exit(sys.version_info < (3, 11))"
    if machine.ask(layout.PYTHON, "-c", check).returncode:
        where = "" if machine.live else f" In {machine.root}, that is: --root wants a system's root folder."
        raise InstallError(NO_PYTHON + where)


def _prepare(machine: Machine) -> None:
    """What the system's own packages bring."""
    missing = [] if _has_module(machine, "ensurepip") else ["python3-venv"]
    if not _has_module(machine, "lgpio"):
        missing.append("python3-lgpio")
    if missing and machine.ask("apt-get", "--version").returncode == 0:
        with contextlib.suppress(InstallError):  # without a network the packages may be known all the same
            machine.run("apt-get", "update", "-qq")
        for package in missing:
            # Debian has no python3-lgpio, Raspberry Pi OS has: where it can't be had pip brings it.
            with contextlib.suppress(InstallError):
                machine.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)


def _has_module(machine: Machine, name: str) -> bool:
    look = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({name!r}) is None)"
    return machine.ask(layout.PYTHON, "-c", look).returncode == 0


def _environment(machine: Machine, source: Source, wishes: Wishes, made_from: dict[str, Any]) -> Path:
    """A new one beside those there are."""
    number = 1
    while machine.exists(layout.ENVIRONMENTS / str(number)):
        number += 1
    fresh = layout.ENVIRONMENTS / str(number)
    pip = [str(fresh / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-input"]
    pip += ["--disable-pip-version-check", "--root-user-action=ignore"]
    extras = list(made_from["extras"])
    with _otherwise(lambda: machine.remove(fresh)):
        room = "is there room on the disk?"
        machine.run(layout.PYTHON, "-m", "venv", "--system-site-packages", str(fresh), hint=room)
        with machine.folder_for(source.path, *([wishes.wheels] if wishes.wheels else [])) as folder:
            if wishes.wheels is not None:
                pip += ["--no-index", f"--find-links={folder / wishes.wheels.name}"]
            if not _has_module(machine, "lgpio"):
                extras.append("rpi")
            what = str(folder / source.path.name) + (f"[{','.join(extras)}]" if extras else "")
            machine.run(*pip, what, hint="is there a network?" if wishes.wheels is None else room)
        machine.write(fresh / layout.RECORD, json.dumps(made_from).encode())
    return fresh


def _configure(machine: Machine, environment: Path) -> None:
    """A config to start from; where there is one, the new program must understand it."""
    program = str(environment / "bin" / "uno-launcher")
    if machine.exists(layout.CONFIG):
        done = machine.ask(program, "check-config", str(layout.CONFIG))
        if done.returncode == 3:
            raise InstallError(
                f"This version doesn't understand {layout.CONFIG}, and nothing was changed: "
                + "; ".join(done.stderr.strip().splitlines())
            )
        return
    machine.run("mkdir", "-p", str(layout.CONFIG.parent))
    machine.run(program, "config", "init", str(layout.CONFIG))


def _place(machine: Machine, environment: Path) -> bool:
    """User, unit and rules; says whether anything of it is new."""
    share = environment / "share" / "uno-launcher" / "systemd"
    new = False
    for placed in layout.PLACED:
        new |= machine.place(share / placed.name, placed.to)
    machine.run("systemd-sysusers")
    # The config may hold passwords.
    machine.run("chown", f"root:{layout.USER}", str(layout.CONFIG))
    machine.run("chmod", "640", str(layout.CONFIG))
    return new


def _take_over(machine: Machine, environment: Path) -> None:
    old = machine.target(layout.CURRENT)
    if old is not None and old != environment and _whole(machine, old):
        machine.link(layout.PREVIOUS, _relative(old))
    machine.link(layout.CURRENT, _relative(environment))
    kept = {environment.name, old.name if old is not None else ""}
    folder = machine.at(layout.ENVIRONMENTS)
    for each in sorted(folder.iterdir()) if folder.is_dir() else []:
        if each.name not in kept:
            machine.remove(layout.ENVIRONMENTS / each.name)


_WHOLE = """\
import importlib.metadata, sys, sysconfig
found = importlib.metadata.distributions(path=[sysconfig.get_path("purelib")])
files = [file for each in found for file in each.files or () if file.size is not None]
sys.exit(not files or any(file.locate().stat().st_size != file.size for file in files))
"""


def _whole(machine: Machine, environment: Path) -> bool:
    """Every file of its packages is there: a new Python of the system doesn't see them, a pulled plug may
    have emptied them."""
    return machine.ask(str(environment / "bin" / "python"), "-B", "-c", _WHOLE).returncode == 0


def _relative(environment: Path) -> str:
    """So that the link leads to the same place where the machine is a folder."""
    return str(environment.relative_to(layout.CURRENT.parent))


def _stop(machine: Machine) -> None:
    if machine.live and machine.exists(layout.PLACED[-1].to):
        machine.run("systemctl", "stop", layout.UNIT)


def _play_on(machine: Machine) -> None:
    """As before, where there is a before."""
    if machine.target(layout.CURRENT) is not None:
        _start(machine, again=False)


def _start(machine: Machine, *, again: bool) -> None:
    if not machine.live:
        machine.run("systemctl", "enable", layout.UNIT)
        return
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "enable", "--quiet", layout.UNIT)
    if machine.ask("udevadm", "control", "--reload").returncode == 0:
        machine.run("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=tty")
        machine.run("udevadm", "settle")
    machine.run("systemctl", "reset-failed", layout.UNIT)
    # Waits until the launcher is ready, or has failed to be.
    machine.run("systemctl", "restart" if again else "start", layout.UNIT, hint=_WHY)


_WHY = (
    "`journalctl -u uno-launcher -n 20` says why, `uno-launcher service install --rollback` goes back to the"
    " version before"
)


def _record(machine: Machine, environment: Path) -> dict[str, Any]:
    try:
        found = json.loads(machine.at(environment / layout.RECORD).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
