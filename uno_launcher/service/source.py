"""What is installed: this very program, from wherever it runs. Standard library only.

That may be a wheel that Python was pointed at (nothing has to be installed for that), a checkout, or an
environment that somebody put it in.
"""

import base64
import contextlib
import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

import uno_launcher
from uno_launcher.service.machine import InstallError

PACKAGE = Path(uno_launcher.__file__).parent
CHECKOUT = ("pyproject.toml", "README.md", "LICENSE", "uno_launcher", "firmware", "systemd")
"""What of a checkout goes into a wheel."""
UNTAGGED = "0.1.0"
"""What pyproject.toml calls it before the first tag."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")


class Source(NamedTuple):
    """Something that pip installs, and a checksum of all that is in it."""

    path: Path
    checksum: str


@contextlib.contextmanager
def source() -> Iterator[Source]:
    """This program, while the block runs. Raises InstallError where it can't be put together."""
    with tempfile.TemporaryDirectory(prefix="uno-launcher-") as name:
        work = Path(name)
        if PACKAGE.parent.is_file():
            found = PACKAGE.parent
        elif (PACKAGE.parent / "pyproject.toml").is_file():
            found = _copied(work / "uno-launcher")
        else:
            found = _packed(work)
        yield Source(found, checksum(found))


def checksum(path: Path) -> str:
    """Of a wheel or a folder: of the names and the contents, whenever they were written."""
    whole = hashlib.sha256()
    for name, content in sorted(_contents(path)):
        whole.update(json.dumps([name, hashlib.sha256(content).hexdigest()]).encode())
    return whole.hexdigest()


def _contents(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_file():
        with zipfile.ZipFile(path) as wheel:
            yield from ((name, wheel.read(name)) for name in wheel.namelist() if not name.endswith("/RECORD"))
        return
    for file in path.rglob("*"):
        if file.is_file():
            yield str(file.relative_to(path)), file.read_bytes()


def _copied(to: Path) -> Path:
    """Building leaves things behind, which shall not be root's in somebody's checkout."""
    to.mkdir()
    for name in CHECKOUT:
        there = PACKAGE.parent / name
        if there.is_dir():
            shutil.copytree(there, to / name, ignore=LEFT_OUT)
        else:
            shutil.copy(there, to)
    if (version := _version()) is not None:
        # The copy has no history to find it in: what an sdist has says it.
        (to / "PKG-INFO").write_text(f"Metadata-Version: 2.1\nName: uno-launcher\nVersion: {version}\n")
    return to


def _version() -> str | None:
    """What building in the checkout itself would find. None: it has no history."""
    if not (PACKAGE.parent / ".git").exists():
        return None
    if (found := _git("describe", "--tags", "--match=v[0-9]*")) is not None:
        tag, *since = found.removeprefix("v").rsplit("-", 2)
        return f"{tag}.post{since[0]}" if since else tag
    commits = _git("rev-list", "--count", "HEAD")
    return None if commits is None else f"{UNTAGGED}.post{commits}"


def _git(*words: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(PACKAGE.parent), *words], capture_output=True, check=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def _packed(work: Path) -> Path:
    """A wheel from what pip has unpacked of one."""
    try:
        here = distribution("uno-launcher")
    except PackageNotFoundError:
        raise InstallError(
            f"This program in {PACKAGE} was put there by hand: run this from a wheel or a checkout."
        ) from None
    wheel = work / f"uno_launcher-{here.version}-py3-none-any.whl"
    names = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in _files(here):
            content = file.read_bytes()
            archive.writestr(name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            names.append(f"{name},sha256={digest},{len(content)}\n")
        info = f"uno_launcher-{here.version}.dist-info"
        archive.writestr(f"{info}/RECORD", "".join([*names, f"{info}/RECORD,,\n"]))
    return wheel


def _files(here: Distribution) -> Iterator[tuple[str, Path]]:
    """Name in a wheel and place on the disk of each file that came with the wheel."""
    info = f"uno_launcher-{here.version}"
    of_pip = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"}
    for entry in here.files or ():
        parts = entry.parts
        if "__pycache__" in parts or (parts[0].endswith(".dist-info") and parts[-1] in of_pip):
            continue
        if parts[0] == "..":
            # What goes to the environment's own share; its bin is made by pip.
            if "share" in parts:
                share = "/".join(parts[parts.index("share") :])
                yield f"{info}.data/data/{share}", Path(str(entry.locate()))
        else:
            yield str(entry), Path(str(entry.locate()))
