"""Takes the service away, and leaves what people did: the evenings and the config. Standard library only."""

from pathlib import Path

from uno_launcher.service import layout
from uno_launcher.service.machine import InstallError, Machine


def uninstall(machine: Machine) -> None:
    """Raises InstallError where nothing is installed, or something of it stays."""
    machine.need_root()
    ours = [placed.to for placed in layout.PLACED]
    # Another link, folder or file of that name is somebody's own.
    names = (*layout.LINKS, layout.COMMAND)
    links = [link for link in names if layout.ours(link, machine.target(link))]
    folders = [*links, layout.ENVIRONMENTS]
    if not any(map(machine.exists, [*ours, *folders])):
        raise InstallError("There is no service of the launcher here.")
    with machine.alone(layout.CURRENT.parent):
        _remove(machine, [*ours, *folders])


def _remove(machine: Machine, paths: list[Path]) -> None:
    if machine.exists(layout.PLACED[-1].to):
        if machine.live:
            machine.run("systemctl", "disable", "--now", "--quiet", layout.UNIT)
        else:
            machine.run("systemctl", "disable", layout.UNIT)
    for path in paths:
        machine.remove(path)
    if machine.live:
        machine.run("systemctl", "daemon-reload")
        if machine.ask("udevadm", "control", "--version").returncode == 0:
            machine.run("udevadm", "control", "--reload")


def what_stays(machine: Machine) -> list[str]:
    """Sentences about what `uninstall` left, and what to do with it."""
    said = []
    if machine.exists(layout.STATE):
        said.append(
            f"The evenings are kept in {layout.STATE}: install again to go on with them, or delete the folder"
            f" and the user with `sudo rm -r {layout.STATE}` and `sudo userdel {layout.USER}`."
        )
    if machine.exists(layout.CONFIG):
        said.append(f"The config is kept as {layout.CONFIG}.")
    if machine.exists(layout.DROP_INS):
        said.append(f"Your own changes of the unit are kept in {layout.DROP_INS}.")
    return said
