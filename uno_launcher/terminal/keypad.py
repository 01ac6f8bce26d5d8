"""Single keys into moves at the table and, in simulation, into what hands do."""

import threading
from collections.abc import Callable

from uno_launcher.daemon.orders import TableMove
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.errors import InputError
from uno_launcher.launcher.facts import BURST
from uno_launcher.rules.moves import Move, NextRound, Points
from uno_launcher.rules.table import Outcome
from uno_launcher.terminal.cards import tapped
from uno_launcher.terminal.hands import KEYS, Hands
from uno_launcher.terminal.legend import Legend, Offer, Offers, Picking, Row, Typing
from uno_launcher.terminal.offers import offers, points
from uno_launcher.terminal.typed import typed
from uno_launcher.terminal.words import short

Make = Callable[[Move], Outcome | None]
"""Makes a move and waits for what it led to. None: there was no answer."""

ANSWER_S = 3.0
"""The longest a key waits for its move's answer: a slow disk comes first."""

LONGEST = 2000
"""Characters of a typed move."""

ESCAPE = "\x1b"


def posting(post: Callable[[object], None]) -> Make:
    """Make moves through the control loop. Keys typed ahead then mean what is shown when their turn comes."""

    def make(move: Move) -> Outcome | None:
        outcomes: list[Outcome] = []
        answered = threading.Event()

        def answer(outcome: Outcome) -> None:
            outcomes.append(outcome)
            answered.set()

        post(TableMove(move, answer))
        answered.wait(ANSWER_S)
        return outcomes[0] if outcomes else None

    return make


class Keypad:
    """Used by one thread for `key`; `legend` may be called from any."""

    def __init__(self, look: Callable[[], Snapshot], make: Make, hands: Hands | None) -> None:
        """`look` shows how everything stands; without `hands` the launcher is a real one."""
        self._look = look
        self._make = make
        self._hands = hands
        self._asking: Picking | Typing | None = None

    def key(self, key: str) -> None:
        """One key was typed; what means nothing now does nothing."""
        asking = self._asking
        if isinstance(asking, Typing):
            self._type(asking, key)
            return
        if asking is not None:
            if key == ESCAPE:
                self._asking = None
            elif (answer := _found(asking.offers, key)) is not None:
                self._act(answer.act)
            elif key in "\r\n":
                self._hand(key)
            return
        snapshot = self._look()
        offer = _found(self._offers(snapshot).all, key)
        if offer is not None:
            self._act(offer.act)
        elif (move := tapped(key.lower(), snapshot.table, snapshot.setup)) is not None:
            self._act(move)
        else:
            self._hand(key)

    def legend(self, snapshot: Snapshot) -> Legend:
        """What the keys do, as `snapshot` stands."""
        asking = self._asking
        if isinstance(asking, Typing):
            return Legend(typing=asking)
        if asking is not None:
            return Legend((Row(asking.question, {**_labels(asking.offers), "Esc": "leave"}),))
        now = self._offers(snapshot)
        waits = snapshot.launcher.state in BURST
        rows = [
            Row(f"{short(now.who)} lays" if now.who else "", _labels(now.cards), waits),
            Row("", _labels(now.table), waits),
        ]
        always = _labels(now.always)
        if self._hands is not None:
            hidden = {offer.key for offer in now.all}
            rows.append(Row("", {key: does for key, does in KEYS.items() if key not in hidden | {"q"}}))
            always["q"] = KEYS["q"]
        return Legend(tuple(row for row in rows if row.keys), always)

    def _offers(self, snapshot: Snapshot) -> Offers:
        return offers(snapshot.table, snapshot.setup, reloads=self._hands is None)

    def _hand(self, key: str) -> None:
        if self._hands is not None:
            self._hands.key(key)

    def _act(self, act: Move | Picking | Typing) -> None:
        if isinstance(act, Move):
            self._asking = None
            outcome = self._make(act)
            if isinstance(act, NextRound) and outcome is not None and outcome.refused is None:
                self._hand("r")  # the cards that aren't dealt go into the simulated hopper, too
        else:
            self._asking = act

    def _type(self, typing: Typing, key: str) -> None:
        text = typing.text
        if key == ESCAPE:
            self._asking = None
        elif key in "\r\n":
            self._enter(text)
        elif key in "\x7f\b":
            self._asking = Typing(text[:-1])
        elif key == "\x15":  # Ctrl-U
            self._asking = Typing()
        elif key.isprintable() and len(text) < LONGEST:
            self._asking = Typing(text + key)

    def _enter(self, text: str) -> None:
        snapshot = self._look()
        if not text.strip():
            self._asking = None
            return
        try:
            move = typed(text, snapshot.setup.players)
        except InputError as mistake:
            self._asking = Typing(text, str(mistake))
            return
        outcome = self._make(move)
        if outcome is None or outcome.refused is not None:
            return  # it stays to be put right; the table says why
        self._asking = points(self._look().table) if isinstance(move, Points) else None


def _found(among: tuple[Offer, ...], key: str) -> Offer | None:
    return next((offer for offer in among if offer.key == key.lower()), None)


def _labels(among: tuple[Offer, ...]) -> dict[str, str]:
    return {offer.key: offer.label for offer in among}
