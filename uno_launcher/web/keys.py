"""What opens the page: the table's join code, the parents' PIN, and the key that cookies are made with."""

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from uno_launcher.contents import MB, contents
from uno_launcher.errors import InputError
from uno_launcher.keeping import keep

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

    def __init__(self, folder: Path, pin: str | None) -> None:
        """`pin` is the config's, which wins."""
        self._path = folder / FILE_NAME
        self._lost = ""
        """Why there are new ones although there was a file, or ""."""
        self._unwritten = ""
        found = self._read()
        self._keys = found or Keys(_new_code(), _new_pin(), secrets.token_hex(32))
        if found is None:
            self._write()
        self._pin = pin

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

    def new_code(self) -> str:
        """Another code takes the place of this one, from now on."""
        self._keys = replace(self._keys, code=_new_code())
        self._write()
        return self._keys.code

    def _read(self) -> Keys | None:
        try:
            return msgspec.json.decode(contents(self._path, MB), type=Keys)
        except FileNotFoundError:
            return None
        except (OSError, InputError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._lost = (
                f"{self._path} couldn't be read ({error}), so it was made anew: everybody has to join again,"
                " and unless the config has a PIN, the new one stands there."
            )
            return None

    def _write(self) -> None:
        try:
            keep(self._path, msgspec.json.encode(self._keys), 0o600)
            self._unwritten = ""
        except OSError as error:
            self._unwritten = (
                f"{self._path} can't be written ({error.strerror}), so everybody has to join again after the"
                " launcher was switched off: see to the disk, or name another folder with --state-dir."
            )


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _new_pin() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(PIN_LENGTH))
