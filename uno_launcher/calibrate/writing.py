"""Settings into a config file: only their numbers change, every comment and everything else stays."""

import contextlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from uno_launcher.config import Config, check
from uno_launcher.config.lines import find_lines
from uno_launcher.contents import MB, contents
from uno_launcher.errors import InputError, LauncherError

_HEADER = re.compile(r"^\s*\[\s*feed\s*\]")
_SECTION = re.compile(r"^\s*\[")
_VALUE = r"[+-]?[0-9][0-9_.eE+-]*"
BACKUP = ".bak"


def toml(value: float) -> str:
    """A number as it stands in the file."""
    return str(value)


def with_feed(text: str, values: Mapping[str, float], name: str) -> str:
    """`text` with these keys of [feed] set. `name` stands for the file in what goes wrong.

    Raises InputError with every mistake where the text is no config, or the values don't fit the rest of it,
    and with the lines to write by hand where it's written in a way that can't be changed safely.
    """
    before, mistakes = check(text.removeprefix("\ufeff"), name)
    if before is None:
        raise InputError(*mistakes)
    made = _changed(text, values)
    wanted = msgspec.structs.replace(before, feed=msgspec.structs.replace(before.feed, **values))
    try:
        after, mistakes = check(made.removeprefix("\ufeff"), name)
    except ValueError:
        after, mistakes = None, []
    if after is not None and _same(after, wanted):
        return made
    if mistakes and check("[feed]\n" + _lines(msgspec.structs.asdict(wanted.feed), "\n"), name)[0] is None:
        raise InputError(*mistakes)
    raise InputError(
        f"{name}: [feed] is written there in a way that can't be changed safely; put this into it by hand: "
        + ", ".join(f"{key} = {toml(value)}" for key, value in values.items())
    )


def _same(one: Config, other: Config) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def _changed(text: str, values: Mapping[str, float]) -> str:
    """The text with the numbers in their places; those that aren't there yet at the end of the section."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    found = find_lines(text.removeprefix("\ufeff"), [("feed", key) for key in values])
    missing = {}
    for key, value in values.items():
        at = found.get(("feed", key))
        if at is None:
            missing[key] = value
        else:
            pattern = rf"(\b{key}\b[\"']?\s*=\s*){_VALUE}"
            lines[at - 1] = re.sub(pattern, rf"\g<1>{toml(value)}", lines[at - 1], count=1)
    if missing:
        _append(lines, _lines(missing, end), end)
    return "".join(lines)


def _append(lines: list[str], more: str, end: str) -> None:
    """Put `more` behind the last key of [feed], or a new section behind everything."""
    header = next((at for at, line in enumerate(lines) if _HEADER.match(line.removeprefix("\ufeff"))), None)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += end
    if header is None:
        lines.append(f"{end if lines else ''}[feed]{end}{more}")
        return
    last = header
    for at in range(header + 1, len(lines)):
        if _SECTION.match(lines[at]):
            break
        if lines[at].strip() and not lines[at].lstrip().startswith("#"):
            last = at
    lines.insert(last + 1, more)


def _lines(values: Mapping[str, float], end: str) -> str:
    return "".join(f"{key} = {toml(value)}{end}" for key, value in values.items())


def need_file(file: Path) -> None:
    """Raises InputError where something else than a file is in its place: a pipe may keep whoever opens it
    waiting for ever."""
    with _writing(file):
        if file.exists() and not file.is_file():
            raise InputError(
                f"{file} is a pipe, device or folder, so no settings can be kept in it: name a file"
            )


def write_feed(file: Path, values: Mapping[str, float]) -> Path | None:
    """Set these keys of [feed] in `file`, which need not be there. A power cut leaves the old or the new one.

    Returns where the old one is kept, None where there was none. Raises InputError as `with_feed` does, and
    LauncherError where it can't be written.
    """
    need_file(file)
    with _writing(file):
        target = file.resolve()
        there = target.exists()
        data = contents(target, MB) if there else b""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{file}: this isn't UTF-8 text; save the file as UTF-8") from None
    made = with_feed(text, values, str(file)).encode()
    with _writing(file):
        target.parent.mkdir(parents=True, exist_ok=True)
        new = target.with_name(f".{target.name}.{os.getpid()}.new")
        try:
            with new.open("xb") as out:
                if there:
                    shutil.copymode(target, new)  # before there is a password in it
                out.write(made)
                out.flush()
                os.fsync(out.fileno())
            kept = None
            if there:
                kept = target.with_name(target.name + BACKUP)
                shutil.copy2(target, kept)
                owner = target.stat()
                with contextlib.suppress(PermissionError):
                    os.chown(new, owner.st_uid, owner.st_gid)
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
    return kept


@contextlib.contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LauncherError(
            f"{file} can't be written: {error.strerror}; put the new settings into it by hand."
        ) from None
