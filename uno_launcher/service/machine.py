"""The computer that is installed to: a live one, or a folder that will be one's root. Standard library
only."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from uno_launcher.errors import LauncherError


class InstallError(LauncherError):
    """The service can't be installed, removed or asked."""


class Machine:
    """Paths are those of the machine, whatever `root` it lies in. `say` is told of each thing done."""

    def __init__(self, root: Path = Path("/"), say: Callable[[str], None] = lambda _: None) -> None:
        self.root = _resolved(root)
        self.say = say

    @property
    def live(self) -> bool:
        """It's the one that runs this, so its services can be started."""
        return self.root == Path("/")

    def at(self, path: Path) -> Path:
        """Where a path of the machine lies for us."""
        return self.root / path.relative_to("/")

    def need_root(self) -> None:
        """Raises InstallError for anybody else."""
        if os.geteuid() != 0:
            raise InstallError("Only root may do this: put sudo in front of it.")

    @contextlib.contextmanager
    def alone(self, folder: Path) -> Iterator[None]:
        """While the block runs, nobody else changes what is in the folder. Raises InstallError where somebody
        does."""
        there = self.at(folder)
        there.mkdir(parents=True, exist_ok=True)
        fd = os.open(there, os.O_RDONLY | os.O_DIRECTORY)
        try:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InstallError(
                    "Another `uno-launcher service` is at work on this system: try again when it has ended."
                ) from None
            yield
        finally:
            os.close(fd)

    def run(self, *command: str, hint: str = "", secret: str = "") -> str:
        """What the command said on standard output. Raises InstallError where it fails, with what says why.

        `secret` is a word of it that nobody is shown.
        """
        done = self._run(*command, secret=secret)
        if done.returncode:
            why = _why(done.stderr or done.stdout) or f"status {done.returncode}"
            end = f": {hint}" if hint else ""
            end += "" if end.endswith("?") else "."
            raise InstallError(f"`{_shown(command, secret)}` failed ({why}){end}")
        return done.stdout

    def _run(self, *command: str, secret: str) -> "subprocess.CompletedProcess[str]":
        self.say(f"run {_shown(command, secret)}")
        return self.ask(*command)

    def ask(self, *command: str) -> "subprocess.CompletedProcess[str]":
        """The same for a command that changes nothing and may fail; it runs in a dry run, too."""
        inside = () if self.live else ("chroot", str(self.root))
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):  # the caller's Python, not the machine's
            environment.pop(name, None)
        try:
            return subprocess.run(
                [*inside, *command],
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
        except OSError as error:
            return subprocess.CompletedProcess(command, 127, "", f"{command[0]}: {error.strerror}")

    def exists(self, path: Path) -> bool:
        """Something has that name, a link that leads nowhere included."""
        return os.path.lexists(self.at(path))

    def target(self, link: Path) -> Path | None:
        """Where a link of ours leads, as an absolute path of the machine. None: there is no such link."""
        try:
            return link.parent / os.readlink(self.at(link))
        except OSError:
            return None

    def write(self, path: Path, content: bytes, mode: int = 0o644) -> bool:
        """Have the file say that, all of it or nothing; says whether it didn't before."""
        with contextlib.suppress(OSError):
            if self.at(path).read_bytes() == content:
                return False
        self.say(f"write {path}")
        self._write(self.at(path), content, mode)
        return True

    def place(self, source: Path, to: Path) -> bool:
        """`write` with what the file `source` says. Raises InstallError where there is none."""
        try:
            content = self.at(source).read_bytes()
        except OSError as error:
            raise InstallError(
                f"{source} can't be read ({error.strerror}): the package isn't whole."
            ) from None
        return self.write(to, content)

    def link(self, path: Path, target: str) -> None:
        """Have the link lead there; at no time there is none."""
        if self.target(path) == path.parent / target:
            return
        self.say(f"link {path} to {target}")
        self._link(self.at(path), target)

    def remove(self, path: Path) -> None:
        """The file, link or whole folder, if it's there."""
        if self.exists(path):
            self.say(f"remove {path}")
            self._remove(self.at(path))

    def copy(self, source: Path, to: Path) -> None:
        """A file, with its owner and rights."""
        self.say(f"copy {source} to {to}")
        self._copy(self.at(source), self.at(to))

    def move(self, source: Path, to: Path) -> None:
        """A file or folder, within one file system: a full one has room for it."""
        self.say(f"move {source} to {to}")
        self._move(self.at(source), self.at(to))

    @contextlib.contextmanager
    def folder_for(self, *files: Path) -> Iterator[Path]:
        """A folder of the machine with copies of what lies anywhere on ours, as long as the block runs."""
        with tempfile.TemporaryDirectory(prefix="uno-launcher-", dir=self._temporary()) as name:
            for file in files:
                if file.is_dir():
                    shutil.copytree(file, Path(name, file.name), symlinks=True)
                else:
                    shutil.copy(file, name)
            yield Path("/") / Path(name).relative_to(self.root)

    def _temporary(self) -> Path:
        return self.at(Path("/var/tmp"))

    def _write(self, path: Path, content: bytes, mode: int) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_bytes(content)
        fresh.chmod(mode)
        fresh.replace(path)

    def _link(self, path: Path, target: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(path)

    def _remove(self, path: Path) -> None:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    def _copy(self, source: Path, to: Path) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, to)
        found = source.stat()
        with contextlib.suppress(PermissionError):
            os.chown(to, found.st_uid, found.st_gid)

    def _move(self, source: Path, to: Path) -> None:
        source.rename(to)


def _why(said: str) -> str:
    """The last line that calls itself an error (pip says more after that), else the last one."""
    lines = [line.strip() for line in said.strip().splitlines()]
    errors = [line for line in lines if line.lower().startswith("error:")]
    return [*lines[-1:], *errors][-1] if lines else ""


def _resolved(root: Path) -> Path:
    """ "/tmp/.." is the live one. Raises InstallError where there is no such folder."""
    found = Path(os.path.realpath(root))
    if not found.is_dir():
        raise InstallError(f"{root} is no folder: --root wants the root folder of a system.")
    return found


class DryRun(Machine):
    """Says what would be done, and does nothing."""

    def need_root(self) -> None:
        """Anybody may ask about the live one; only root may run a program in a folder."""
        if not self.live:
            super().need_root()

    @contextlib.contextmanager
    def alone(self, folder: Path) -> Iterator[None]:  # noqa: ARG002
        """Whoever else is at work isn't disturbed."""
        yield

    def _run(self, *command: str, secret: str) -> "subprocess.CompletedProcess[str]":
        self.say(f"run {_shown(command, secret)}")
        return subprocess.CompletedProcess(command, 0, "", "")

    def place(self, source: Path, to: Path) -> bool:
        """The source may not be there yet."""
        if self.at(source).is_file():
            return super().place(source, to)
        self.say(f"write {to}")
        return True

    @contextlib.contextmanager
    def folder_for(self, *files: Path) -> Iterator[Path]:  # noqa: ARG002
        """Nothing is copied."""
        yield Path("/var/tmp/uno-launcher")

    def _write(self, path: Path, content: bytes, mode: int) -> None: ...
    def _link(self, path: Path, target: str) -> None: ...
    def _remove(self, path: Path) -> None: ...
    def _copy(self, source: Path, to: Path) -> None: ...
    def _move(self, source: Path, to: Path) -> None: ...


def _shown(command: Sequence[str], secret: str) -> str:
    return " ".join("***" if secret and word == secret else word for word in command)
