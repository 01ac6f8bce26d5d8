"""What the structs say about each key, as data: for the checks' sentences and for the example file."""

import json
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec import inspect

from uno_launcher.config.section import Section
from uno_launcher.config.sections import PinsSection
from uno_launcher.pins import NAMED

UNITS = {
    "hz": "of hertz ",
    "ms": "of milliseconds ",
    "s": "of seconds ",
    "pct": "of percent ",
}


class Key(NamedTuple):
    """One key of a section."""

    name: str
    type: Any
    """The annotation, for msgspec.convert."""
    what: str
    """What it takes, in words: "a whole number from 1 to 10000"."""
    low: float | None
    high: float | None
    default: Any
    """None: left out."""
    meaning: str
    example: Any
    """A value for a key that is left out by default."""


@cache
def keys(section: type[Section]) -> dict[str, Key]:
    """Name to key, in the order of the struct."""
    info = inspect.type_info(section)
    assert isinstance(info, inspect.StructType)
    hints = get_type_hints(section, include_extras=True)
    found = {f.name: _key(hints[f.name], f) for f in info.fields}
    if section is PinsSection:
        for name, signal in NAMED.items():
            found[name] = found[name]._replace(meaning=signal.connect, example=signal.bcm)
    return found


def _key(hint: Any, info: inspect.Field) -> Key:
    schema: dict[str, Any] = {}
    kind = info.type
    while isinstance(kind, inspect.Metadata | inspect.UnionType):
        if isinstance(kind, inspect.Metadata):
            schema |= kind.extra_json_schema or {}
            kind = kind.type
        else:
            kind = next(t for t in kind.types if not isinstance(t, inspect.NoneType))
    low = high = None
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        low, high = kind.ge, kind.le
        whole = "whole " if isinstance(kind, inspect.IntType) else ""
        unit = UNITS.get(info.name.rpartition("_")[2], "")
        what = f"a {whole}number {unit}from {low:g} to {high:g}"
    elif isinstance(kind, inspect.LiteralType):
        what = " or ".join(json.dumps(value) for value in get_args(get_args(hint)[0]))  # msgspec sorts them
    else:
        what = schema.get("title", 'text in "quotes"')
    default = None if info.default is msgspec.NODEFAULT else info.default
    examples = schema.get("examples", [default])
    return Key(info.name, hint, what, low, high, default, schema.get("description", ""), examples[0])
