"""What host and Pico say to each other, as the words of a line (`line`). firmware/PROTOCOL.md has it all.

Nothing here trusts what it reads: words that make no sense raise ValueError.
"""

from uno_launcher.feed.line import number

VERSION = 1
"""Of these words. Two sides with different ones don't play together."""

# To the Pico. All but the greeting go on with the session and a sequence number, which the answer repeats.
HELLO = "H"
"""nonce, version"""
PING = "P"
"""I'm here: the motor may go on."""
SET = "S"
"""name, value: one of the feed's measures, until the session ends"""
FIRE = "F"
"""beat, number, cards, hopper, tease, pauses"""
STOP = "X"
"""why, number: motor off, obeyed in any session; and the fire with that number doesn't begin any more. Why is
"stopped", "deadman", or "off": lamps and buzzer too, and no look at what still moves."""
RESULT = "R"
"""number: how did that burst go?"""
TIMES = "T"
"""number, first: when were its cards counted, from the `first` on (0 is the first)?"""
TAPE = "E"
"""number, first: what did beam and motor do in that burst, from the `first` change on? See `tape`."""
OUTPUTS = "O"
"""lamps (the sum of their bits), hertz of the buzzer (0 is silence)"""
BOOT = "B"
"""Motor off, then start again, so that files can be copied. Obeyed in any session, and in any version."""

# From it. HELLO, RESULT, TIMES and TAPE are answers to what has the same letter.
STATUS = "Q"
"""How everything stands: the answer to everything else, and told unasked when something happens."""
REFUSED = "N"
"""why: one of the words below"""

# Why not.
NO_SESSION = "session"
"""The Pico was started again, or somebody else has greeted it: greet it."""
BUSY = "busy"
WRONG_NUMBER = "number"
"""A fire must be numbered one more than the last."""
STALE = "stale"
"""The fire was on its way for too long: nobody expects it any more."""
WORDS = "words"
"""They make no sense, or are out of bounds."""

# Phases of the burst with the number `fire`.
NOTHING = "-"
"""There was none yet."""
RUNNING = "r"
SETTLING = "s"
"""The motor is off for good; a last card may still be passing."""
OVER = "o"
"""Its result can be had."""

# What happened, in `recent`.
PRESSED, STUCK, FREED = "P", "S", "F"
LID_OPENED, LID_CLOSED = "O", "C"
EMPTY, FILLED = "E", "L"
IN_BEAM, TAKEN = "B", "T"
CUT_OFF = "D"
"""The motor ran on without progress."""
BLIND = "N"
"""The beam didn't see its emitter go off."""
TAPPED = {"plus_one": "+", "hit_1": "1", "hit_2": "2", "attack": "A", "stop": "X"}
"""The extra buttons."""
HAPPENINGS = "PSFOCELBTDN+12AX"
RECENT = 8
"""So many of the last happenings are told with each status."""

STANDS = "lhbs"
"""In `stands`: l the lid is open, h the hopper is empty, b something is in the resting beam, s the button is
stuck."""

LAMPS = ("button_lamp", "red", "green", "blue")
"""Bits 1, 2, 4 and 8 of `lamps`."""
MOST_HZ = 20_000
MOST_MEASURE = 60_000_000
FITTED = ("emitter", "lid", "hopper", "button_lamp", "red", "green", "blue", "buzzer")
"""Optional signals, as bits of the greeting's `fitted`."""
TIMES_AT_ONCE = 10
MOST_PAUSES = 10

WRAP = 1 << 30
"""`beat` and sequence numbers stay below it: a small whole number on the Pico, and it wraps."""
_PHASES = (NOTHING, RUNNING, SETTLING, OVER)
_MOTOR = {"f": 1, "b": -1, "-": 0}
_ENDED = ("done", "empty", "jam", "lid", "timeout", "fault")
_BIG = 1 << 29


def later(a: int, b: int) -> bool:
    """Beat `a` isn't before beat `b`."""
    return (a - b) % WRAP < _BIG


def key(word: str) -> str:
    """A nonce or session: eight hexadecimal digits."""
    if len(word) != 8 or [letter for letter in word if letter not in "0123456789abcdef"]:
        raise ValueError(word + " is no session")
    return word


class Status:
    """How everything stands on the Pico. What is counted there only grows until it starts again."""

    def __init__(
        self,
        session: str,
        seq: int,
        beat: int,
        fire: int,
        phase: str,
        counted: int,
        motor: int,
        lamps: int,
        hz: int,
        happened: int,
        recent: str,
        stands: str,
    ) -> None:
        self.session = session
        self.seq = seq
        """Of the request that this answers; 0: told unasked."""
        self.beat = beat
        """Milliseconds since it started."""
        self.fire = fire
        """Number of the last fire; 0: none yet."""
        self.phase = phase
        self.counted = counted
        self.motor = motor
        """Which way it turns now: 1, 0, -1."""
        self.lamps = lamps
        self.hz = hz
        self.happened = happened
        """How many things have happened, `recent` being the last of them."""
        self.recent = recent
        self.stands = stands

    def words(self) -> "tuple[object, ...]":
        """To be framed."""
        motor = "f" if self.motor > 0 else "b" if self.motor < 0 else "-"
        return (
            STATUS, self.session, self.seq, self.beat, self.fire, self.phase, self.counted, motor,
            self.lamps, self.hz, self.happened, self.recent or "-", self.stands or "-"
        )  # fmt: skip


def read_status(words: "list[str]") -> Status:
    """Raises ValueError."""
    if len(words) != 13 or words[0] != STATUS or words[5] not in _PHASES or words[7] not in _MOTOR:
        raise ValueError("no status")
    recent, stands = words[11].replace("-", ""), words[12].replace("-", "")
    happened = number(words[10], 0, WRAP)
    if [letter for letter in recent if letter not in HAPPENINGS] or len(recent) > min(RECENT, happened):
        raise ValueError("no such happening")
    if [letter for letter in stands if letter not in STANDS]:
        raise ValueError("no such state")
    return Status(
        key(words[1]),
        number(words[2], 0, WRAP),
        number(words[3], 0, WRAP),
        number(words[4], 0, WRAP),
        words[5],
        number(words[6], 0, WRAP),
        _MOTOR[words[7]],
        number(words[8], 0, 15),
        number(words[9], 0, MOST_HZ),
        happened,
        recent,
        stands,
    )


class Fire:
    """An order to feed once. `hopper` -1: nobody knows how many cards are in it."""

    def __init__(
        self, cards: int, hopper: int = -1, tease: bool = False, pauses: "tuple[tuple[int, int], ...]" = ()
    ) -> None:
        self.cards = cards
        self.hopper = hopper
        self.tease = tease
        self.pauses = pauses[:MOST_PAUSES]

    def words(self, session: str, seq: int, beat: int, number: int) -> "tuple[object, ...]":
        """To be framed. `beat` is that of the last status: an old order isn't carried out."""
        pauses = ",".join([str(after) + ":" + str(ms) for after, ms in self.pauses])
        hopper = self.hopper if self.hopper >= 0 else "-"
        tease = "t" if self.tease else "-"
        return FIRE, session, seq, beat, number, self.cards, hopper, tease, pauses or "-"


def read_fire(words: "list[str]") -> "tuple[int, int, Fire]":
    """Beat, number and order; raises ValueError."""
    if len(words) != 9 or words[0] != FIRE or words[7] not in ("t", "-"):
        raise ValueError("no fire")
    pauses = []
    if words[8] != "-":
        for pause in words[8].split(","):
            after, ms = pause.split(":")
            pauses.append((number(after, 0, 9999), number(ms, 0, 60_000)))
    hopper = -1 if words[6] == "-" else number(words[6], 0, 9999)
    order = Fire(number(words[5], 0, 9999), hopper, words[7] == "t", tuple(pauses))
    return number(words[3], 0, WRAP), number(words[4], 1, WRAP), order


class Outcome:
    """How a burst went, but for the times of its cards: as `launcher.plan.Report` has it."""

    def __init__(
        self,
        ordered: int,
        counted: int,
        certain: bool,
        ended: str,
        card_out: bool = False,
        doubles: int = 0,
        slips: int = 0,
        motor_ms: int = 0,
        note: str = "",
    ) -> None:
        self.ordered = ordered
        self.counted = counted
        self.certain = certain
        self.ended = ended
        self.card_out = card_out
        self.doubles = doubles
        self.slips = slips
        self.motor_ms = motor_ms
        self.note = note

    def words(self, session: str, seq: int, number: int) -> "tuple[object, ...]":
        """To be framed."""
        return (
            RESULT, session, seq, number, self.ordered, self.counted, "c" if self.certain else "-",
            self.ended, "o" if self.card_out else "-", self.doubles, self.slips, self.motor_ms,
            self.note or "-"
        )  # fmt: skip


def read_outcome(words: "list[str]") -> "tuple[int, Outcome]":
    """Number of the fire and how it went; raises ValueError."""
    if len(words) != 13 or words[0] != RESULT or words[7] not in _ENDED:
        raise ValueError("no result")
    if words[6] not in ("c", "-") or words[8] not in ("o", "-") or not words[12].replace("-", "a").isalpha():
        raise ValueError("no result")
    return number(words[3], 1, WRAP), Outcome(
        number(words[4], 0, 9999),
        number(words[5], 0, 9999),
        words[6] == "c",
        words[7],
        words[8] == "o",
        number(words[9], 0, 9999),
        number(words[10], 0, 9999),
        number(words[11], 0, WRAP),
        words[12].replace("-", ""),
    )


def times_words(session: str, seq: int, number: int, first: int, times: "list[int]") -> "tuple[object, ...]":
    """Some of a burst's times, in milliseconds from its start."""
    said = ",".join([str(time) for time in times[first : first + TIMES_AT_ONCE]])
    return TIMES, session, seq, number, first, said or "-"


def read_times(words: "list[str]") -> "tuple[int, int, list[int]]":
    """Number of the fire, the first card they're of, and the times; raises ValueError."""
    if len(words) != 6 or words[0] != TIMES:
        raise ValueError("no times")
    times = [] if words[5] == "-" else [number(time, 0, WRAP) for time in words[5].split(",")]
    return number(words[3], 1, WRAP), number(words[4], 0, 9999), times
