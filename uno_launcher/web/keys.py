"""What opens the page: the table's join code, the parents' PIN, and the key that cookies are made with."""

import contextlib
import os
import secrets
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from uno_launcher.contents import MB, contents
from uno_launcher.errors import InputError

FILE_NAME = "web.json"
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""None of them looks like another one."""
CODE_LENGTH = 8
"""31⁸ codes: at the pace that the gate allows, trying them all takes longer than there will be cards."""
PIN_LENGTH = 6


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As they are kept."""

    code: Annotated[str, Meta(pattern=f"^[{LETTERS}]{{8,32}}$")]
    pin: Annotated[str, Meta(pattern="^[0-9]{4,12}$")]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class KeyRing:
    """The keys, kept in a file that only this user can read. Never raises for what is wrong with the disk."""

    def __init__(self, folder: Path | None, pin: str | None) -> None:
        """Without a `folder` they are new at every start. `pin` is the config's, which wins."""
        self._path = None if folder is None else folder / FILE_NAME
        self.problem = ""
        """One sentence, or "" where all is well."""
        found = self._read()
        self._keys = found or Keys(_new_code(), _new_pin(), secrets.token_hex(32))
        if found is None:
            self._write()
        self._pin = pin

    @property
    def code(self) -> str:
        return self._keys.code

    @property
    def pin(self) -> str:
        return self._pin or self._keys.pin

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self._keys.key)

    def new_code(self) -> str:
        """Another code takes the place of this one, from now on."""
        self._keys = replace(self._keys, code=_new_code())
        self._write()
        return self._keys.code

    def _read(self) -> Keys | None:
        if self._path is None:
            return None
        try:
            return msgspec.json.decode(contents(self._path, MB), type=Keys)
        except (OSError, InputError, msgspec.MsgspecError, UnicodeError, RecursionError):
            return None  # new ones are made

    def _write(self) -> None:
        if self._path is None:
            return
        new = self._path.with_suffix(".new")
        try:
            with contextlib.suppress(FileNotFoundError):
                new.unlink()
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.encode(self._keys))
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, self._path)
            self.problem = ""
        except OSError as error:
            self.problem = (
                f"{self._path} can't be written ({error.strerror}): everybody has to join again after the"
                " launcher was switched off."
            )


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _new_pin() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(PIN_LENGTH))
