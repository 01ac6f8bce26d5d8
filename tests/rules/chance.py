"""Random evenings: set-ups, moves of every kind, and what must hold after each of them.

`Evening` keeps books of its own, as a bystander would: cards by where they went, the hits that lie on each
other, and which moves the state line had announced. It reads nothing but state lines.
"""

import random
from typing import Any

import msgspec

from tests.rules.evening import NAMES, choose, failed, line_of, play, press, read, stop
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.cards import COLOURS
from uno_launcher.rules.events import AnyEvent
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.state import State
from uno_launcher.rules.table import Table

Move = dict[str, Any]
Line = dict[str, Any]

HITS = {"hit-1": 1, "hit-2": 2, "wild-attack-attack": 2}
RUNNING = ("play", "owing", "choose")

_events = msgspec.json.Decoder(tuple[AnyEvent, ...])
_state = msgspec.json.Decoder(State)


def any_setup(rng: random.Random) -> dict[str, Any]:
    players = list(NAMES[: rng.randint(2, 10)])
    house: dict[str, Any] = {"cards_dealt": rng.choice([1, 2, 3, 7])}
    for key, values in {
        "stacking": [True, False],
        "stop_after_cards": [True, False],
        "uno_penalty": [0, 1, 2],
        "suggestion_penalty": [0, 1, 4],
        "starts": ["left", "right"],
        "again_after_skip_or_reverse": [True, False],
        "max_cards_per_obligation": [None, 1, 4],
    }.items():
        if rng.random() < 0.4:
            house[key] = rng.choice(values)
    line = {
        "box": rng.choice(list(BOXES)),
        "players": players,
        "dealer": rng.choice(players),
        "scoring": rng.choice(["standard", "low", "challenge"]),
        "target": rng.choice([10, 60, 200, 500]),
        "house": house,
    }
    if rng.random() < 0.5:
        target = rng.choice(["next", "chosen", "everyone else", "self"])
        line["custom"] = {"presses": rng.choice([0, 1, 3, "until cards"]), "target": target}
    return line


def announced(line: Line, move: Move) -> bool:
    """Whether a person who sees this line must know that the move may be possible now."""
    kind = next(key for key in move if key not in ("by", "colour", "target", "discards", "late"))
    by, phase, up = move.get("by"), line["phase"], line["up"]
    debt = line["owes"][0] if line["owes"] else None
    if kind in ("reloaded", "mode", "undo"):
        return True
    if line["mode"] == "toy":
        return kind in ("press", "failed_press")
    if line["mode"] == "stack":
        may_stop = kind == "stop" and debt is not None and debt["may_stop"]
        if kind == "came_out" or move.get("late"):
            return line["last_press"] is not None
        return may_stop or kind in ("press", "failed_press", "play")
    if kind in ("came_out", "press_was") or move.get("late"):
        return line["last_press"] is not None
    if kind in ("play", "press", "failed_press") and debt and debt["may_stop"]:
        if by is not None and by == line["next"]:
            return True
        if kind == "play" and by is None and up == line["next"]:
            return True
    if kind == "play":
        answers = move["play"].split()[-1] in HITS and phase == "owing" and debt["may_answer"]
        return by in (None, up) and (phase == "play" or answers)
    if kind == "stop":
        return phase == "owing" and by in (None, up) and debt["may_stop"]
    return {
        "turn_up": phase == "turn-up",
        "choose": phase == "choose" and by in (None, up),
        "press": phase in ("play", "owing") and by in (None, up),
        "failed_press": phase in ("play", "owing") and by in (None, up),
        "uno": line["uno_open"] == move.get("uno"),
        "catch": line["uno_open"] == move.get("catch") and by not in (None, move.get("catch")),
        "suggested": phase in RUNNING,
        "hand": phase in ("scoring", "round-over", "game-over"),
        "points": phase in ("scoring", "round-over", "game-over"),
        "correct": phase in ("turn-up", *RUNNING),
        "turn": phase in RUNNING and line["out"] is None,
        "next_round": phase == "round-over",
    }[kind]


class Evening:
    """One table, and the books of a bystander."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.setup = any_setup(rng)
        self.table = Table(read(self.setup))
        state = State()
        for event in self.table.opening:
            state = event.fold(state)
        self.folded = state
        self.line = line_of(self.table)
        self.words = sorted(self.table.game.cards)
        self.kept: list[Move] = []
        self.books = [(self.line["hopper"], 1, True)]
        """After each kept move: the hopper, the pile, and whether they still say anything."""
        self.hits: list[str] | None = []
        """What lies on each other; None after a correction, which isn't followed here."""

    @property
    def in_play(self) -> list[str]:
        return [name for name in self.setup["players"] if name not in self.line["eliminated"]]

    def sure_move(self) -> Move:
        """A move that the line says is possible."""
        rng, line = self.rng, self.line
        phase, up = line["phase"], line["up"]
        others = [name for name in self.in_play if name != up]
        if line["mode"] != "game":
            return rng.choice([press(rng.randint(0, 3)), {"mode": "game"}])
        moves = []
        if phase == "turn-up":
            moves = [{"turn_up": rng.choice(["number", "red 7", "skip", "reverse", "hit-2", "wild"])}]
        elif phase == "play":
            moves = [press(self._burst(), rng.choice([None, up])), play("number", up), self._wild(up, others)]
        elif phase == "owing":
            debt = line["owes"][0]
            moves = [press(self._burst(), rng.choice([None, up]))]
            if rng.random() < 0.1:
                moves = [failed(rng.randint(0, 1), up)]
            if debt["may_stop"]:
                moves.append(stop(rng.choice([None, up])))
                if line["next"]:
                    moves.append(press(self._burst(), line["next"]))
                    if len(line["owes"]) == 1:
                        moves.append(play("number", line["next"]))
            if debt["may_answer"]:
                card = rng.choice([word for word in self.words if word.split()[-1] in HITS])
                moves.append(play(card, up, colour="red", target=rng.choice(others)))
        elif phase == "choose":
            moves = [choose(up, colour=rng.choice(COLOURS), target=rng.choice(others))]
        elif phase == "scoring":
            moves = [{"points": {name: rng.randint(0, 60) for name in line["missing"]}}]
        elif phase == "round-over":
            moves = [{"next_round": True}]
        house = self.table.game.house
        if line["uno_open"]:
            moves.append({"uno": line["uno_open"]})
            others = [name for name in self.in_play if name != line["uno_open"]]
            if house.uno_penalty:
                moves.append({"catch": line["uno_open"], "by": rng.choice(others)})
        if phase in RUNNING and house.suggestion_penalty and rng.random() < 0.05:
            moves.append({"suggested": rng.choice(self.in_play)})
        return rng.choice(moves or [{"reloaded": True}])

    def any_move(self) -> Move:
        """A move of any kind, sensible or not."""
        rng = self.rng
        name = rng.choice([*self.setup["players"], "Zoe"])
        by = rng.choice([None, self.line["up"], self.line["next"], name])
        extras = {"colour": rng.choice(COLOURS), "target": name} if rng.random() < 0.8 else {}
        return rng.choice(
            [
                lambda: {"turn_up": rng.choice(self.words)},
                lambda: play(rng.choice(self.words), by, **extras),
                lambda: play(rng.choice(self.words), by, **extras),
                lambda: play("discard-all", by, discards=rng.randint(0, 8)),
                lambda: play(rng.choice(self.words), by, late=True, **extras),
                lambda: play("number", None, late=True),
                lambda: choose(by, **extras),
                lambda: press(rng.randint(0, 5), by),
                lambda: press(rng.randint(0, 5), by),
                lambda: failed(rng.randint(0, 2), by),
                lambda: stop(by),
                lambda: {"uno": name},
                lambda: {"catch": name, "by": rng.choice(self.setup["players"])},
                lambda: {"suggested": name},
                lambda: {"reloaded": rng.choice([True, rng.randint(0, 120)])},
                lambda: {"hand": {name: [rng.choice(self.words) for _ in range(3)]}},
                lambda: {"points": {name: rng.randint(0, 60)}},
                lambda: {"came_out": rng.randint(0, 5)},
                lambda: {"press_was": name},
                lambda: {"turn": name},
                lambda: {"correct": {name: rng.randint(0, 12)}},
                lambda: {"mode": rng.choice(["toy", "stack", "game", "game"])},
                lambda: {"next_round": True},
                lambda: {"undo": True},
                lambda: {"undo": True},
            ]
        )()

    def _burst(self) -> int:
        return min(self.rng.choice([0, 0, 0, 1, 2, 5]), self.line["hopper"])

    def _wild(self, up: str, others: list[str]) -> Move:
        words = [word for word in self.words if word.startswith("wild")]
        target = self.rng.choice(others)
        return play(self.rng.choice(words), up, colour=self.rng.choice(COLOURS), target=target)

    def step(self, move: Move, *, sure: bool = False) -> None:
        """Make a move and check everything."""
        before, table = self.line, self.table
        parsed = parse_move(move)
        outcome = table.apply(parsed)
        self.line = line = line_of(table, before["n"] + 1, outcome)
        self._events(outcome)
        if outcome.refused is not None:
            assert not sure, (before, move, outcome.refused)
            assert outcome.refused.endswith(".")
            assert "\n" not in outcome.refused
            ignored = {"n": 0, "refused": None, "warnings": []}
            assert {**line, **ignored} == {**before, **ignored}, (before, move)
            return
        assert announced(before, move), (before, move)
        self._book(before, move)
        self._hits(before, move)
        self._one_thing_at_a_time()

    def _events(self, outcome: Any) -> None:
        """The state is the fold of the events, and JSON out and in again is the identity."""
        encoded = msgspec.json.encode(outcome.events)
        assert _events.decode(encoded) == outcome.events
        for event in outcome.events:
            self.folded = event.fold(self.folded)
        assert self.folded == self.table.state
        assert _state.decode(msgspec.json.encode(self.table.state)) == self.table.state

    def _book(self, before: Line, move: Move) -> None:
        """Cards are where they went."""
        if "undo" in move:
            self.kept.pop()
            self.books.pop()
        else:
            self.kept.append(move)
            self.books.append(self._moved(before, move))
        hopper, pile, sure = self.books[-1]
        line = self.line
        if sure:
            assert (line["hopper"], line["pile"]) == (hopper, pile), (before, move, line)
            assert hopper + pile + sum(line["hands"].values()) == self.table.game.deck

    def _moved(self, before: Line, move: Move) -> tuple[int, int, bool]:
        hopper, pile, sure = self.books[-1]
        out = move.get("press", move.get("failed_press", 0))
        if "next_round" in move:
            return self.line["hopper"], 1, True
        if not {"correct", "came_out", "press_was"}.isdisjoint(move) or move.get("late") or out > hopper:
            return self.line["hopper"], self.line["pile"], False
        if before["mode"] != "game":
            named = before["mode"] == "stack" and self.line["hands"] != before["hands"]
            sure = sure and (named or not out)
        if "reloaded" in move:
            full = self.table.game.deck - sum(before["hands"].values()) - 1
            now = full if move["reloaded"] is True else move["reloaded"]
            return now, pile + hopper - now, sure
        laid = 1 + move.get("discards", 0) if "play" in move and before["mode"] == "game" else 0
        if before["eliminated"] != self.line["eliminated"]:
            sure = False  # their hands are shown as 0 from here on
        return hopper - out, pile + laid, sure

    def _hits(self, before: Line, move: Move) -> None:
        """A stack is the sum of the cards that lie on each other."""
        line = self.line
        if not {"undo", "came_out", "press_was", "mode"}.isdisjoint(move) or move.get("late"):
            self.hits = None
            return
        if "play" in move and before["mode"] == "game":
            kind = move["play"].split()[-1]
            if not (before["owes"] and before["owes"][-1]["may_answer"]):
                self.hits = [kind] if kind in HITS else []
            elif self.hits is not None:
                self.hits.append(kind)
        if line["stack"] and self.hits is not None:
            assert len(self.hits) > 1
            assert line["stack"] == sum(HITS[kind] for kind in self.hits), (before, move, line)
            assert line["owes"] == [] or line["stack"] >= line["owes"][-1]["presses"] > 0

    def _one_thing_at_a_time(self) -> None:
        line = self.line
        if line["mode"] != "game":
            assert line["up"] is None
            assert (line["phase"] == "owing") == bool(line["owes"])
            return
        waits = line["phase"] in ("turn-up", "scoring", "round-over", "game-over")
        acts = line["phase"] in ("play", "choose")
        owing = line["phase"] == "owing"
        assert [waits, acts, owing].count(True) == 1
        assert (line["up"] is None) == waits
        assert owing == bool(line["owes"])
        assert line["up"] not in line["eliminated"] or waits
        if owing:
            assert line["up"] == line["owes"][0]["who"]
            assert all((debt["presses"] == 0) == debt["until_cards"] for debt in line["owes"])
        assert (line["winner"] is not None) == (line["phase"] == "game-over")
        assert all(cards >= 0 for cards in line["hands"].values())
        assert line["hopper"] >= 0

    def replayed(self) -> None:
        """Undo of n moves equals replay of the rest."""
        again = Table(read(self.setup))
        for move in self.kept:
            assert again.apply(parse_move(move)).refused is None
        assert again.state == self.table.state
        assert again.moves == self.table.moves
