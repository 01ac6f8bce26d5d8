"""Which evening the launcher plays: the one that was going on when it was last switched off, or a new one."""

from pathlib import Path

import msgspec

from uno_launcher.config.sections import TableSection
from uno_launcher.contents import MB, contents
from uno_launcher.errors import InputError, StoreError
from uno_launcher.rules.boxes import BOXES, Box
from uno_launcher.rules.boxfile import read_box
from uno_launcher.rules.moves import FailedPress, Move, Reloaded, parse_move
from uno_launcher.rules.setup import Setup, is_setup, read_setup
from uno_launcher.rules.wire import parse_json
from uno_launcher.store import Evening, Store
from uno_launcher.table.referee import Guards, Referee

LONG = 2_000
"""An evening without names isn't gone on with after more moves: a start shall be quick even after years."""
SCRIPT = 10 * MB
"""The longest file that a set-up may stand at the beginning of."""
FLUSH_S = 2.0
"""The longest a start waits for a slow disk."""
TRIAL = "fire"
"""The luck profile of whoever tries the launcher out."""


def read_setup_file(path: Path) -> Setup:
    """The set-up that the first line of a script, or a file of one JSON object, says. Raises InputError."""
    try:
        text = contents(path, SCRIPT)
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
        text = contents(path, MB).decode()
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            line = error.object[: error.start].count(b"\n") + 1
            raise InputError(f"{name} line {line}: this is no UTF-8 text") from None
        known = ", ".join(BOXES)
        raise InputError(f"there is no box {name!r}: choose {known} or the path of a box file") from None
    return read_box(text, name)


def referee_for(store: Store, section: TableSection, setup: Setup | None = None) -> Referee:
    """The referee of a new evening with `setup`, of the last one if it isn't over, or of one without names.

    A press that was interrupted is booked (4.3); all of it is in the journal when this returns, if the disk
    lets it. What somebody should know is in `store.found`. Raises InputError where the section's box can't be
    read.
    """
    guards = Guards(section.turn_guard_s, section.stop_after_s)
    last = _last(store, guards)
    _book_interrupted(store, last)
    if last is None or last.line.phase == "game-over":
        referee = _begun(store, guards, setup or read_setup({"box": section.box, "mode": "stack"}, find_box))
    elif setup is not None:
        if store.evening is not None and store.evening.moves and not _idle(last):
            number = store.evening.number
            store.found.append(
                f"Evening {number} wasn't over: it is kept, and goes on after `uno-launcher resume {number}`."
            )
        referee = _begun(store, guards, setup)
    elif _idle(last) and last.line.n > LONG:
        state = last.table.state
        referee = _begun(store, guards, msgspec.structs.replace(last.table.setup, mode=state.mode))
        _note(store, referee, Reloaded(reloaded=state.hopper))
    else:
        referee = last
    store.flush(FLUSH_S)
    return referee


def trial_referee(store: Store) -> Referee:
    """The referee of somebody who tries the launcher out: anybody may press, and no evening hears of it."""
    for launch in store.interrupted:
        if launch.profile == TRIAL:
            store.broke_off(launch.number, None)
    store.evening = None
    return Referee(read_setup({"box": next(iter(BOXES)), "mode": "toy"}, find_box), Guards())


def setup_of(evening: Evening) -> Setup:
    """The set-up of an evening in the journal. Raises msgspec.MsgspecError where it can't be read."""
    return msgspec.json.decode(evening.setup, type=Setup)


def moves_of(evening: Evening) -> list[Move]:
    """The moves of an evening in the journal, undone ones and corrections included.

    Raises InputError where one is none of this version, or lost.
    """
    if not evening.complete:
        raise InputError("some of its moves are lost")
    moves = []
    for n, made in enumerate(evening.moves, start=1):
        try:
            moves.append(parse_move(parse_json(made.move.encode())))
        except InputError as error:
            raise InputError(f"move {n} can't be read: {error}") from None
    return moves


def going_on(evening: Evening, guards: Guards) -> Referee:
    """An evening of the journal as it stood. Raises StoreError where it can't be played again exactly."""
    try:
        return Referee(setup_of(evening), guards, moves_of(evening))
    except Exception as error:  # whatever the journal holds, the launcher starts
        raise StoreError(
            f"Evening {evening.number} can't go on, because another version of this program wrote it or it is"
            f" damaged ({str(error).rstrip('.')}): it is kept as it is."
        ) from error


def _last(store: Store, guards: Guards) -> Referee | None:
    """The evening that was played last. None: there is none that can go on."""
    if store.evening is None:
        return None
    try:
        return going_on(store.evening, guards)
    except StoreError as error:
        store.found.append(str(error))
        return None


def _begun(store: Store, guards: Guards, setup: Setup) -> Referee:
    store.begin(msgspec.json.encode(setup).decode())
    return Referee(setup, guards)


def _idle(referee: Referee) -> bool:
    """Nobody is named and nothing is owed: there is nothing to go on with but the count of the hopper."""
    state = referee.table.state
    return not (referee.table.setup.players or state.owes or state.pad)


def _book_interrupted(store: Store, referee: Referee | None) -> None:
    """Cards had come out: that was a press and a launch. None: it's still owed (4.3)."""
    for launch in store.interrupted:
        cards = "1 card" if launch.counted == 1 else f"{launch.counted} cards"
        said = f"Press {launch.number} was interrupted, the power or the program went off"
        if launch.profile == TRIAL or referee is None:
            store.broke_off(launch.number, None)
            store.found.append(f"{said}: {cards} or more came out.")
            continue
        owed = bool(referee.line.owes)
        move = FailedPress(failed_press=launch.counted, by=referee.line.up)
        refused = referee.make(move, 0.0).refused
        store.broke_off(launch.number, None if refused else msgspec.json.encode(move).decode())
        if refused:
            store.found.append(f"{said}: {cards} or more came out, but the table can't book it ({refused})")
        elif launch.counted:
            store.found.append(f"{said}: {cards} or more came out, so it counts as a press.")
        else:
            still = "it is still owed" if owed else "it doesn't count"
            store.found.append(f"{said} before a card was counted: {still}.")


def _note(store: Store, referee: Referee, move: Move) -> None:
    if referee.make(move, 0.0).refused is None:
        store.moved(msgspec.json.encode(move).decode())
