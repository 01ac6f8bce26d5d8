"""A box's cards as players hold them: small numbers, and what of them can be laid on what.

A *face* is one drawing: a kind in a colour, or a wild. Cards of the same face are alike, so a hand is a row
of faces: bytes, from which those that can't be laid now are dropped at once.
"""

from collections.abc import Sequence

from uno_launcher.errors import InputError
from uno_launcher.rules.boxes import Box
from uno_launcher.rules.cards import COLOURS, Card, card_words

On = tuple[str | None, str | None]
"""What lies on top: (kind, colour to be followed), as a table's state says."""


MOST_FACES = 256


class Deck:
    """All of it by face. Raises InputError for a box that can't be played here, or not to an end."""

    def __init__(self, box: Box) -> None:
        words = card_words(box.kinds)
        self.faces: list[Card] = []
        counts: list[int] = []
        for kind in box.kinds:
            for word in [kind.name] if kind.wild else [f"{colour} {kind.name}" for colour in COLOURS]:
                self.faces.append(words[word])
                counts.append(kind.count)
        if len(counts) > MOST_FACES:
            raise InputError(
                f"{box.name} has {len(counts)} different cards, but {MOST_FACES} are the most here"
            )
        self.cards = bytes(face for face, count in enumerate(counts) for _ in range(count))
        """The face of every card in the box, in rising order."""
        self.words = [face.word for face in self.faces]
        self.points = [face.points or 0 for face in self.faces]
        if not any(self.points):
            raise InputError(f"no card of {box.name} is worth a point, so no game with it ends")
        self.effects = [face.effect for face in self.faces]
        if all(effect.turn_again for effect in self.effects):
            raise InputError(f"{box.name} has no card that can lie on the pile first")
        self.colours = [-1 if face.colour is None else COLOURS.index(face.colour) for face in self.faces]
        """Places in COLOURS; -1 is a wild."""
        self.hits = self._with("hits")
        self.answers = self._with("answers_hit")
        self.no_answers = self._but(self.answers)
        self.swaps = bytes(self._with("swap_hands"))
        self.takes_colour = self._with("discard_colour")
        self.plain = frozenset(range(len(self.faces))) - frozenset(
            face
            for face, effect in enumerate(self.effects)
            if effect.choose_colour or effect.wants_target or effect.discard_colour
        )
        """Faces that need no choice and take nothing along."""
        kinds = {face.kind for face in self.faces}
        self.misfits: dict[On, bytes] = {
            (kind, colour): self._but(self._fitting(kind, colour)) for kind in kinds for colour in COLOURS
        }
        """Faces that can't be laid on it (3.1)."""

    def worth(self, hand: Sequence[int]) -> int:
        """Points in a hand."""
        return sum(map(self.points.__getitem__, hand))

    def colour_held_most(self, hand: Sequence[int]) -> int:
        """A place in COLOURS; the first of several alike."""
        held = [self.colours[face] for face in hand]
        return max(range(len(COLOURS)), key=held.count)

    def _with(self, effect: str) -> frozenset[int]:
        return frozenset(face for face, does in enumerate(self.effects) if getattr(does, effect))

    def _but(self, faces: frozenset[int]) -> bytes:
        return bytes(face for face in range(len(self.faces)) if face not in faces)

    def _fitting(self, kind: str, colour: str) -> frozenset[int]:
        return frozenset(
            number
            for number, face in enumerate(self.faces)
            if face.colour is None or face.colour == colour or face.kind == kind
        )
