"""On which line of a TOML text something stands; tomllib doesn't tell."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

Path = tuple[str, ...]

_PIECE = re.compile(
    r'''
    """ (?: [^\\] | \\. )*? "{3,5} | \'{3} .*? \'{3,5}  # up to two quotes of the text stand before the end
    | " (?: [^"\\\n] | \\. )* " | ' [^'\n]* '
    | \# [^\n]* | [\[\]{}\n]
    ''',
    re.VERBOSE | re.DOTALL,
)
"""Whatever decides where a statement ends. Everything else is passed over."""


def find_lines(text: str, paths: Iterable[Path]) -> dict[Path, int]:
    """The line (from 1) on which each path's statement begins; paths that aren't there are left out.

    `text` is right as TOML.
    """
    wanted = set(paths)
    deepest = max(map(len, wanted), default=0)
    found: dict[Path, int] = {}
    table: Path | None = ()  # None: one of many with the same name
    for line, statement in _statements(text.replace("\r\n", "\n")):
        document = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            header, inner = _header(document)
            named: Iterable[Path] = [header[:end] for end in range(1, len(header) + 1)]
            table = header if isinstance(inner, dict) else None
        else:
            named = [] if table is None else _named(document, table, deepest)
        for path in named:
            if path in wanted:
                found.setdefault(path, line)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """(line on which it begins, statement) of all that aren't empty."""
    line, begin, depth = 1, 0, 0
    for piece in _PIECE.finditer(text + "\n"):
        match piece[0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
            case "\n" if depth == 0:
                statement = text[begin : piece.start()]
                if statement.strip():
                    yield line, statement
                line += statement.count("\n") + 1
                begin = piece.end()


def _header(document: dict[str, Any]) -> tuple[Path, Any]:
    """The section that a header begins, and what it is: {}, or a list where there may be many of it."""
    path: Path = ()
    inner: Any = document
    while inner and isinstance(inner, dict):
        ((name, inner),) = inner.items()
        path += (name,)
    return path, inner


def _named(document: dict[str, Any], table: Path, deepest: int) -> Iterator[Path]:
    """Every path in a document below `table`, down to a depth."""
    for name, value in document.items():
        path = (*table, name)
        if len(path) <= deepest:
            yield path
            if isinstance(value, dict):
                yield from _named(value, path, deepest)
