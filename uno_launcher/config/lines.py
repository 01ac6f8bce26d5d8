"""On which line of a TOML text something stands; tomllib doesn't tell."""

import tomllib
from collections.abc import Iterable
from typing import Any

Path = tuple[str, ...]


def find_lines(text: str, paths: Iterable[Path]) -> dict[Path, int]:
    """The line (from 1) on which each path's statement begins; paths that aren't there are left out.

    Reads ever longer beginnings of `text`: however a key is written, it is there as soon as its statement
    is complete. That is slow for long texts, so this is for mistakes only.
    """
    missing = set(paths)
    found: dict[Path, int] = {}
    lines = text.replace("\r\n", "\n").split("\n")
    begin = 1
    for end in range(1, len(lines) + 1):
        if not missing:
            break
        try:
            document = tomllib.loads("\n".join(lines[:end]))
        except ValueError:
            continue  # in the middle of a statement
        for path in [path for path in missing if _has(document, path)]:
            found[path] = begin
            missing.remove(path)
        begin = end + 1
    return found


def _has(document: Any, path: Path) -> bool:
    for name in path:
        if not isinstance(document, dict) or name not in document:
            return False
        document = document[name]
    return True
