"""What opens the page: the table's join code, the parents' PIN, and the key that cookies are made with."""

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from uno_launcher.keeping import keep
from uno_launcher.safety.regular import MOST, open_regular

FILE_NAME = "web.json"
BROKEN_NAME = "web.json.broken"
"""One that couldn't be read: the PIN in it may still be wanted."""
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""None of them looks like another one."""
CODE_LENGTH = 8
"""31⁸ codes: at the pace that the gate allows, trying them all takes longer than there will be cards."""
PIN_LENGTH = 6


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As they are kept."""

    code: Annotated[str, Meta(pattern=f"^[{LETTERS}]{{8,32}}\\Z")]
    pin: Annotated[str, Meta(pattern="^[0-9]{4,12}\\Z")]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]


class KeyRing:
    """The keys, kept in a file that only this user can read. Never raises for what is wrong with the disk."""

    def __init__(self, folder: Path, pin: str | None) -> None:
        """`pin` is the config's, which wins."""
        self._path = folder / FILE_NAME
        self._broken = False
        """What is there can't be read: it goes aside before anything is written."""
        self._lost = ""
        """Why there are new ones although there was a file, or ""."""
        self._unwritten = ""
        found = self._read()
        self._keys = found or Keys(_new_code(), _new_pin(), secrets.token_hex(32))
        self._pin = pin
        if found is None:
            try:
                self._write(self._keys)
            except OSError as error:
                self._unwritten = (
                    f"{self._path} can't be written ({error.strerror}), so everybody has to join again after"
                    " the launcher was switched off: see to the disk, or name another folder with"
                    " --state-dir."
                )

    @property
    def problem(self) -> str:
        """One sentence, or "" where all is well."""
        return self._unwritten or self._lost

    @property
    def code(self) -> str:
        return self._keys.code

    @property
    def pin(self) -> str:
        return self._pin or self._keys.pin

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self._keys.key)

    def new_code(self) -> bool:
        """Another code takes the place of this one, from now on. False where it can't be kept: then this one
        stays, since it would open the table again after the next start."""
        keys = replace(self._keys, code=_new_code())
        try:
            self._write(keys)
        except OSError as error:
            self._unwritten = (
                f"{self._path} can't be written ({error.strerror}), so there is no new code and the old one"
                " still opens the table: see to the disk, or name another folder with --state-dir."
            )
            return False
        self._keys, self._unwritten = keys, ""
        return True

    def _read(self) -> Keys | None:
        try:
            with open(open_regular(self._path, os.O_RDONLY), "rb") as file:
                _close_to_others(file.fileno())
                return msgspec.json.decode(file.read(MOST), type=Keys)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._broken = True
            why = error.strerror if isinstance(error, OSError) else error
            self._lost = (
                f"{self._path} couldn't be read ({why}), so it was made anew, and the old one is kept as"
                f" {BROKEN_NAME}: everybody has to join again, and unless the config has a PIN, the new one"
                " stands there."
            )
            return None

    def _write(self, keys: Keys) -> None:
        """Raises OSError."""
        if self._broken:
            os.replace(self._path, self._path.with_name(BROKEN_NAME))
            self._broken = False
        keep(self._path, msgspec.json.encode(keys), 0o600)


def _close_to_others(fd: int) -> None:
    """Nobody else needs to read what somebody has copied or edited there, where that can be helped."""
    found = os.fstat(fd)
    if found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) & 0o077:
        with contextlib.suppress(OSError):
            os.fchmod(fd, 0o600)


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _new_pin() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(PIN_LENGTH))
