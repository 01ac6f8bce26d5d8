"""Which evening the launcher plays: the one that was going on when it was last switched off, or a new one."""

from pathlib import Path

import msgspec

from uno_launcher.config.sections import TableSection
from uno_launcher.errors import InputError
from uno_launcher.referee import Guards, Referee
from uno_launcher.rules.boxes import BOXES, Box
from uno_launcher.rules.boxfile import read_box
from uno_launcher.rules.moves import FailedPress, Move, parse_move
from uno_launcher.rules.setup import Setup, is_setup, read_setup
from uno_launcher.rules.wire import parse_json
from uno_launcher.store import Evening, Store


def read_setup_file(path: Path) -> Setup:
    """The set-up that the first line of a script, or a file of one JSON object, says. Raises InputError."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror}") from None
    try:
        try:
            parsed = parse_json(text)
        except InputError:
            parsed = parse_json(text.partition(b"\n")[0])
        if not is_setup(parsed):
            raise InputError('this is no set-up: {"box": …, "players": […], …}')
        return read_setup(parsed, find_box)
    except InputError as error:
        raise InputError(f"{path} line 1: {error}") from None


def find_box(name: str) -> Box:
    """A box by its name or, for a box of one's own, by its file's path. Raises InputError."""
    if name in BOXES:
        return BOXES[name]
    path = Path(name)
    try:
        text = path.read_bytes().decode()
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            line = error.object[: error.start].count(b"\n") + 1
            raise InputError(f"{name} line {line}: this is no UTF-8 text") from None
        known = ", ".join(BOXES)
        raise InputError(f"there is no box {name!r}: choose {known} or the path of a box file") from None
    return read_box(text, name)


def referee_for(store: Store, section: TableSection, setup: Setup | None = None) -> Referee:
    """The referee of a new evening with `setup`, of the last one if it isn't over, or of one without names.

    A press that was interrupted is made known to the table (4.3), and what is new is in the journal. Raises
    InputError where the section's box can't be read.
    """
    guards = Guards(section.turn_guard_s, section.stop_after_s)
    if setup is None and store.evening is not None:
        referee = Referee(setup_of(store.evening), guards, moves_of(store.evening))
        if referee.line.phase != "game-over":
            _book_interrupted(store, referee)
            return referee
    if setup is None:
        setup = read_setup({"box": section.box, "mode": "stack"}, find_box)
    store.begin(msgspec.json.encode(setup).decode())
    return Referee(setup, guards)


def setup_of(evening: Evening) -> Setup:
    """The set-up of an evening in the journal."""
    return msgspec.json.decode(evening.setup, type=Setup)


def moves_of(evening: Evening) -> list[Move]:
    """The moves of an evening in the journal, undone ones and corrections included."""
    return [parse_move(msgspec.json.decode(made.move)) for made in evening.moves]


def _book_interrupted(store: Store, referee: Referee) -> None:
    """Cards had come out: that was a press and a launch. None: it's still owed (4.3)."""
    for launch in store.interrupted:
        move = FailedPress(failed_press=launch.counted)
        if referee.make(move).refused is None:
            store.moved(msgspec.json.encode(move).decode(), launch.number)
