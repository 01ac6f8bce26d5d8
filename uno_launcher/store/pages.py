"""Rows out of a broken SQLite file: whatever pages still hold, without a tree that leads to them.

After "Database File Format" of SQLite's documentation. No byte is trusted: what makes no sense is left out.
"""

import struct
from collections.abc import Iterator
from typing import Any

from uno_launcher.store.wal import frames

Row = tuple[Any, ...]

_MAGIC = b"SQLite format 3\0"
_FIRST_PAGES_HEADER = 100
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
"""Kinds of pages that hold rows; a table WITHOUT ROWID is an index."""
_LARGEST = 1 << 20
"""Bytes of a row. A set-up has some thousand."""
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def rows(data: bytes, wal: bytes = b"") -> Iterator[Row]:
    """Every row found in the file `data` and in its write-ahead log, older ones first.

    A row of a table with a rowid begins with it in place of its first column. Values are int, float, str,
    bytes or None.
    """
    size = page_size(data)
    pages = {at // size + 1: data[at : at + size] for at in range(0, len(data) - size + 1, size)}
    newer = [(frame.number, frame.page) for frame in frames(wal, size)]
    newest = {**pages, **dict(newer)}
    for number, page in (*pages.items(), *newer):
        yield from _rows(page, _FIRST_PAGES_HEADER if number == 1 else 0, newest)


def page_size(data: bytes) -> int:
    """Bytes of a page in the file that begins with `data`, by its header or the usual."""
    size = int.from_bytes(data[16:18], "big") if data.startswith(_MAGIC) else 0
    size = 65536 if size == 1 else size
    return size if size >= 512 and not size & (size - 1) else 4096


def _rows(page: bytes, start: int, pages: dict[int, bytes]) -> Iterator[Row]:
    """The rows of one page that is a leaf of a table, or any page of an index."""
    kind = page[start]
    if kind not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR):
        return
    cells = start + (12 if kind == _INDEX_INTERIOR else 8)
    count = struct.unpack_from(">H", page, start + 3)[0]
    for pointer in range(cells, min(cells + 2 * count, len(page) - 1), 2):
        at = struct.unpack_from(">H", page, pointer)[0]
        try:
            yield _row(page, at, kind, pages)
        except (IndexError, ValueError, struct.error):
            continue


def _row(page: bytes, at: int, kind: int, pages: dict[int, bytes]) -> Row:
    if kind == _INDEX_INTERIOR:
        at += 4
    size, at = _varint(page, at)
    rowid = None
    if kind == _TABLE_LEAF:
        rowid, at = _varint(page, at)
    if not 0 < size <= _LARGEST:
        raise ValueError
    values = list(_values(_payload(page, at, size, kind, pages)))
    if rowid is not None:
        values[0] = rowid
    return tuple(values)


def _payload(page: bytes, at: int, size: int, kind: int, pages: dict[int, bytes]) -> bytes:
    """A row's bytes, the part included that didn't find room on its page."""
    usable = len(page)  # no file of ours reserves bytes at the end of pages
    most = usable - 35 if kind == _TABLE_LEAF else (usable - 12) * 64 // 255 - 23
    if size <= most:
        return page[at : at + size]
    least = (usable - 12) * 32 // 255 - 23
    here = least + (size - least) % (usable - 4)
    here = here if here <= most else least
    payload = page[at : at + here]
    following = struct.unpack_from(">I", page, at + here)[0]
    while len(payload) < size:
        more = pages.get(following, b"")
        if len(more) < usable:
            raise ValueError
        payload += more[4 : 4 + size - len(payload)]
        following = struct.unpack_from(">I", more)[0]
    return payload


def _values(payload: bytes) -> Iterator[object]:
    end, at = _varint(payload, 0)
    body = end
    while at < end:
        kind, at = _varint(payload, at)
        length = _INTEGERS.get(kind, 8 if kind == 7 else (kind - 12) // 2 if kind >= 12 else 0)
        part = payload[body : body + length]
        if len(part) < length:
            raise ValueError
        body += length
        if kind in _INTEGERS:
            yield int.from_bytes(part, "big", signed=True)
        elif kind == 7:
            yield struct.unpack(">d", part)[0]
        elif kind >= 12:
            yield part.decode() if kind % 2 else part
        else:
            yield {8: 0, 9: 1}.get(kind)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """(the number that begins at `at`, where it ends)."""
    value = 0
    for end in range(at, at + 8):
        value = value << 7 | data[end] & 0x7F
        if data[end] < 0x80:
            return value, end + 1
    value = value << 8 | data[at + 8]
    return value - (1 << 64) if value >> 63 else value, at + 9
