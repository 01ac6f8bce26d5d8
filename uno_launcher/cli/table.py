"""`uno-launcher table …`: the referee on the command line."""

import sys
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import msgspec
import typer

from uno_launcher.errors import InputError
from uno_launcher.rules.line import state_line
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.setup import is_setup, read_setup
from uno_launcher.rules.table import Outcome, Table
from uno_launcher.rules.wire import parse_json
from uno_launcher.table.evening import find_box

_LONGEST = 1 << 16
"""Bytes of a line. A set-up of ten players and a full hand stay far below."""


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A script; - is standard input.")],
    last: Annotated[bool, typer.Option("--last", help="Print only the final state.")] = False,
) -> None:
    """Run a written-down game through the referee, without hardware.

    A script is JSON Lines: the first sets the table up, every further one is a move. After each, the state is
    printed as one JSON object; where the rules refuse a move, "refused" says why and nothing has changed.

    \b
    Examples:
      uno-launcher table replay evening.jsonl
      uno-launcher table replay - --last < evening.jsonl
    """
    if file != "-":
        with _opened(file) as stream:
            _replay(stream, file, last)
    elif sys.stdin is None:
        raise InputError("standard input is closed: name a file instead")
    else:
        _replay(sys.stdin.buffer, "standard input", last)


def states(stream: BinaryIO, name: str) -> Iterator[tuple[Table, int, Outcome]]:
    """A script, line by line. Raises InputError with `name`, line and reason."""
    table: Table | None = None
    n = 0
    for number, line in _lines(stream, name):
        try:
            parsed = parse_json(line)
            if table is None or is_setup(parsed):
                if not is_setup(parsed):
                    raise InputError('the first line sets the table up: {"box": …, "players": […], …}')
                table, n, outcome = Table(read_setup(parsed, find_box)), 0, Outcome()
            else:
                n += 1
                outcome = table.apply(parse_move(parsed))
        except InputError as error:
            raise InputError(f"{name} line {number}: {error}") from None
        yield table, n, outcome
    if table is None:
        raise InputError(f"{name} is empty: the first line sets the table up")


def _replay(stream: BinaryIO, name: str, last: bool) -> None:
    encode = msgspec.json.Encoder().encode
    out = sys.stdout.buffer
    state = None
    try:
        for state in states(stream, name):
            if not last:
                out.write(encode(state_line(*state)) + b"\n")
        if last and state:
            out.write(encode(state_line(*state)) + b"\n")
    finally:
        out.flush()  # what was right before a mistake is shown


def _opened(file: str) -> BinaryIO:
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{file} can't be read: {reason}") from None


def _lines(stream: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """(number, line), blank lines left out, one at a time however long the file is."""
    number = 0
    while True:
        try:
            line = stream.readline(_LONGEST + 1)
        except OSError as error:
            raise InputError(f"{name} can't be read: {error.strerror}") from None
        if not line:
            return
        number += 1
        if len(line) > _LONGEST:
            raise InputError(f"{name} line {number}: longer than {_LONGEST} bytes, so it can't be a move")
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.strip():
            yield number, line
