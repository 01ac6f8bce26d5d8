"""A write-ahead log by its bytes, after "WAL-mode File Format" of SQLite's documentation.

SQLite reads it up to the first frame that is broken, and forgets the rest without a word: after a power cut
that is the commit which was being written. Where more of it is broken, this sees it.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}
"""Magic number -> byte order of the checksums."""
_HEADER, _FRAME_HEADER = 32, 24


@dataclass(frozen=True, slots=True)
class Frame:
    """One page as a commit left it. `commit`: it is the last one of its commit."""

    number: int
    page: bytes
    commit: bool


def frames(wal: bytes, size: int, skip: int = 0) -> Iterator[Frame]:
    """The frames of the newest generation, which writes over older ones, but for the first `skip`.

    `size` is the file's page size in bytes.
    """
    if len(wal) < _HEADER:
        return
    salts = _salts(wal)
    for at in range(_HEADER, len(wal) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        if wal[at + 8 : at + 16] != salts:
            continue
        if skip:
            skip -= 1
            continue
        number, pages = struct.unpack_from(">II", wal, at)
        yield Frame(number, wal[at + _FRAME_HEADER : at + _FRAME_HEADER + size], pages > 0)


def forgets(wal: bytes, size: int, read: int) -> bool:
    """Whether more than one commit is lost to whoever reads the first `read` frames alone.

    One can be: the power went while it was written, and nobody was told that it was done.
    """
    return sum(frame.commit for frame in frames(wal, size, skip=read)) > 1


def _salts(wal: bytes) -> bytes:
    """What marks the newest generation: the header says it, or where that is broken the first frame."""
    order = _ORDERS.get(int.from_bytes(wal[:4], "big"))
    sound = order is not None and _checksum(order, wal[:24]) == wal[24:_HEADER]
    return wal[16:24] if sound else wal[_HEADER + 8 : _HEADER + 16]


def _checksum(order: str, data: bytes) -> bytes:
    first = second = 0
    for one, other in struct.iter_unpack(f"{order}II", data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return struct.pack(">II", first, second)
