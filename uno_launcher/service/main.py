"""`uno-launcher service`: standard library only, so that a wheel installs itself where nothing is installed
yet.

    sudo PYTHONPATH=uno_launcher-1.0-py3-none-any.whl python3 -m uno_launcher service install
"""

import argparse
import signal
import sys
from pathlib import Path

from uno_launcher import output
from uno_launcher.service import home
from uno_launcher.service.install import Wishes, install, roll_back
from uno_launcher.service.machine import DryRun, Machine
from uno_launcher.service.source import source
from uno_launcher.service.status import status
from uno_launcher.service.uninstall import uninstall, what_stays

EXTRAS = ("display", "flash", "mqtt")

_INSTALL = """\
Put the launcher into an environment of its own below /opt, make it a service that starts with the Pi, and
start it. Called again it is an upgrade: config and evenings are kept, and --rollback undoes it."""
_UNINSTALL = "Take the service and the program away. The evenings and the config are kept."
_HOME = "Fit the launcher into a house. systemd/home.md says when each is of use, and how to undo it."
_STATUS = "Say how the service does, and where phones find it."


def main(arguments: list[str]) -> int:
    """0: done, or all is well. 1: it isn't. Raises InstallError."""
    options = _parser().parse_args(arguments)
    if options.command == "status":
        lines, well = status(Machine(options.root))
        _say(*lines)
        return 0 if well else 1
    # A terminal that closes cuts nothing short: between two steps the launcher may be stopped.
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        return _change(options)
    finally:
        signal.signal(signal.SIGHUP, before)


def _change(options: argparse.Namespace) -> int:
    """Whatever isn't only looking."""
    kind = DryRun if options.dry_run else Machine
    say = (lambda what: _say(f"would {what}")) if options.dry_run else _while_at_it
    machine = kind(options.root, say)
    if options.command == "home":
        _say(_at_home(machine, options))
        return 0
    if options.command == "uninstall":
        uninstall(machine)
        _say(*what_stays(machine))
        return 0
    if options.rollback:
        roll_back(machine)
    else:
        wheels = options.wheels.resolve() if options.wheels is not None else None
        with source() as found:
            install(machine, found, Wishes(wheels, tuple(options.extra)))
    if not options.dry_run:
        lines, well = status(machine)
        _say("", *lines)
        return 0 if well else 1
    return 0


def _at_home(machine: Machine, options: argparse.Namespace) -> str:
    match options.what:
        case "name":
            return home.name(machine, options.name)
        case "hotspot":
            return home.hotspot(machine, options.network, options.password)
        case "data":
            return home.data(machine, options.label)
        case _:
            return home.lamp(machine)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="uno-launcher service", description="The launcher as a service of systemd."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    root = argparse.ArgumentParser(add_help=False)
    root.add_argument(
        "--root",
        type=_folder,
        default=Path("/"),
        metavar="DIR",
        help="the root of a system that doesn't run, for images",
    )
    changes = argparse.ArgumentParser(add_help=False)
    changes.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
    put = commands.add_parser("install", parents=[root, changes], description=_INSTALL, help="put it in")
    put.add_argument(
        "--wheels", type=Path, metavar="DIR", help="take all packages from this folder, not from the network"
    )
    put.add_argument(
        "--extra",
        action="append",
        default=[],
        choices=EXTRAS,
        help="also what the little display, an MQTT broker or flashing a Pico needs; may be given twice",
    )
    put.add_argument("--rollback", action="store_true", help="go back to the version before the last upgrade")
    commands.add_parser("uninstall", parents=[root, changes], description=_UNINSTALL, help="take it away")
    commands.add_parser("status", parents=[root], description=_STATUS, help="how it does")
    at_home = commands.add_parser("home", description=_HOME, help="name, hotspot, data partition, lamp")
    what = at_home.add_subparsers(dest="what", required=True, metavar="WHAT")
    naming = what.add_parser("name", parents=[changes], help="have the page at NAME.local")
    naming.add_argument("name", nargs="?", default="launcher", metavar="NAME")
    net = what.add_parser("hotspot", parents=[changes], help="open a network where there is none")
    net.add_argument("network", metavar="NETWORK")
    net.add_argument("password", metavar="PASSWORD")
    moving = what.add_parser("data", parents=[changes], help="keep the evenings on a partition of their own")
    moving.add_argument("label", nargs="?", default="launcher", metavar="LABEL")
    what.add_parser("lamp", parents=[changes], help="light the button's lamp as soon as there is power")
    at_home.set_defaults(root=Path("/"))
    return parser


def _folder(text: str) -> Path:
    """A variable that isn't set mustn't come to mean the folder that somebody happens to be in."""
    if not text:
        raise argparse.ArgumentTypeError("wants a folder")
    return Path(text)


def _say(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stdout, flush=True)  # noqa: T201


def _while_at_it(what: str) -> None:
    """Nobody may be there to hear it: what was begun is done to its end."""
    try:
        _say(what)
    except OSError:
        output.forget()
