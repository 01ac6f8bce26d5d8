"""The host's end of the line, without a port and without a Pico: what it says, by what it hears."""

import binascii

import pytest

from uno_launcher.backends.serial import news
from uno_launcher.backends.serial.link import Link
from uno_launcher.backends.serial.paces import GREET_S, IDLE_LOST_S, LOST_S, PING_S, RETRY_S
from uno_launcher.feed.hello import Hello
from uno_launcher.feed.line import FROM_PICO, TO_PICO, Reader, frame
from uno_launcher.feed.tape import Tape
from uno_launcher.feed.words import Fire, Outcome, Status, times_words
from uno_launcher.traces import Recorder

SESSION, BOOT = "5e551011", "b0070001"


class Wire:
    """A link and whoever answers it by hand."""

    def __init__(self, measures=None, recorder=None):
        self.nonces = iter(f"{number:08x}" for number in range(1, 100))
        self.link = Link(measures or {}, lambda: next(self.nonces), recorder)
        self.now = 100.0
        self.beat = 1000
        self.fire = 0
        self.phase = "-"
        self.counted = 0
        self.session = SESSION
        self.reader = Reader(TO_PICO, binascii.crc32)

    def sent(self):
        """What it says now, as words."""
        return self.reader.take(self.link.send(self.now))

    def hear(self, *words):
        self.link.received(frame(FROM_PICO, words, binascii.crc32), self.now)
        return self

    def hello(self, nonce, version=1, boot=BOOT, session=None):
        self.session = session or self.session
        return self.hear(*Hello(nonce, self.session, boot, version, "1-x", "two-input", 255).words())

    def status(self, seq=0, **changed):
        self.beat += 1
        values = {
            "session": self.session, "seq": seq, "beat": self.beat, "fire": self.fire, "phase": self.phase,
            "counted": self.counted, "motor": 0, "lamps": 0, "hz": 0, "happened": 0, "recent": "",
            "stands": "",
        }  # fmt: skip
        values.update(changed)
        return self.hear(*Status(**values).words())

    def up(self):
        """Greeted and asked for its measures."""
        self.link.opened(self.now)
        ((_, nonce, _),) = self.sent()
        self.hello(nonce)
        while self.link.state != "up":
            ((_, _, seq, *_),) = self.sent()
            self.status(int(seq))
        return self

    @property
    def news(self):
        told = list(self.link.news)
        self.link.news.clear()
        return told


def test_it_greets_until_somebody_answers():
    wire = Wire()
    assert wire.sent() == []
    wire.link.opened(wire.now)
    assert wire.sent() == [["H", "00000001", "1"]]
    assert wire.sent() == []
    assert wire.link.due() == pytest.approx(wire.now + GREET_S)
    wire.now += GREET_S
    assert wire.sent() == [["H", "00000001", "1"]]


def test_only_the_answer_to_its_own_greeting_counts():
    wire = Wire()
    wire.link.opened(wire.now)
    wire.sent()
    wire.hello("0000beef")
    assert wire.link.state == "greeting"
    wire.hello("00000001")
    assert wire.link.state == "setting"


def test_the_measures_are_set_one_by_one_before_it_is_up():
    wire = Wire({"duty_pct": 70, "button_hold_us": 30_000})
    wire.link.opened(wire.now)
    wire.sent()
    wire.hello("00000001")
    said = []
    while wire.link.state == "setting":
        (words,) = wire.sent()
        said.append([words[0], *words[3:]])
        wire.status(int(words[2]))
    assert said == [["S", "button_hold_us", "30000"], ["S", "duty_pct", "70"], ["P"]]
    (up,) = wire.news
    assert isinstance(up, news.Up)
    assert not up.again


@pytest.mark.parametrize(("version", "why"), [(0, news.OLD_PICO), (2, news.OLD_HOST)])
def test_another_version_says_which_side_to_update(version, why):
    wire = Wire()
    wire.link.opened(wire.now)
    wire.sent()
    wire.hello("00000001", version=version)
    assert wire.news == [news.Down(why)]
    assert wire.link.state == "greeting"
    assert "update" in why or "flash" in why


def test_a_pico_that_knows_a_measure_less_is_too_old():
    wire = Wire({"duty_pct": 70})
    wire.link.opened(wire.now)
    wire.sent()
    wire.hello("00000001")
    (words,) = wire.sent()
    wire.hear("N", SESSION, words[2], "words")
    assert wire.news == [news.Down(news.OLD_PICO)]


def test_a_fire_is_said_until_it_is_taken_and_then_no_more():
    wire = Wire().up()
    number = wire.link.begin(Fire(3), wire.now)
    assert number == 1
    ((what, _, seq, beat, *rest),) = wire.sent()
    assert (what, rest) == ("F", ["1", "3", "-", "-", "-"])
    assert int(beat) == wire.beat
    wire.now += RETRY_S
    ((what, _, again, *_),) = wire.sent()
    assert (what, int(again)) == ("F", int(seq) + 1)
    wire.fire, wire.phase = 1, "r"
    wire.status(int(again))
    wire.now += PING_S
    assert [words[0] for words in wire.sent()] == ["P"]


def test_it_is_never_taken_twice_whatever_number_the_pico_says_next():
    wire = Wire()
    wire.fire = 7
    wire.up()
    assert wire.link.begin(Fire(3), wire.now) == 8


def test_a_fire_that_nobody_takes_is_taken_back():
    wire = Wire().up()
    wire.link.begin(Fire(3), wire.now)
    said, stops = [], []
    for _ in range(60):
        for words in wire.sent():
            said.append(words[0])
            stops += [words[3:]] * (words[0] == "X")
        wire.status()
        wire.now += 0.02
    assert set(said[: said.index("X")]) == {"F"}
    assert "F" not in said[said.index("X") :]
    assert stops[0] == ["stopped", "1"]


def test_how_it_went_is_fetched_with_its_times():
    wire = Wire().up()
    wire.news  # noqa: B018
    wire.link.begin(Fire(12), wire.now)
    ((_, _, seq, *_),) = wire.sent()
    wire.fire, wire.phase, wire.counted = 1, "o", 12
    wire.status(int(seq))
    ((what, _, seq, number),) = wire.sent()
    assert (what, number) == ("R", "1")
    outcome = Outcome(12, 12, True, "done", motor_ms=900)
    wire.hear(*outcome.words(SESSION, int(seq), 1))
    times = list(range(100, 1300, 100))
    firsts = []
    while wire.link.fire is not None:
        ((what, _, seq, _, first),) = wire.sent()
        firsts.append((what, first))
        wire.hear(*times_words(SESSION, int(seq), 1, int(first), times))
    assert firsts == [("T", "0"), ("T", "10")]
    over = wire.news[-1]
    assert isinstance(over, news.Over)
    assert (over.number, over.outcome.counted, list(over.times_ms)) == (1, 12, times)


def test_files_that_know_nothing_of_tapes_are_too_old_for_whoever_wants_them():
    wire = Wire(recorder=Recorder())
    wire.link.opened(wire.now)
    wire.sent()
    wire.hello("00000001")
    ((what, _, seq, *rest),) = wire.sent()
    assert (what, rest) == ("E", ["0", "0"])
    wire.hear("N", SESSION, seq, "words")
    assert wire.news == [news.Down(news.OLD_PICO)]


def test_the_tape_is_fetched_page_by_page_each_change_once_before_the_fire_is_over():
    recorder = Recorder()
    wire = Wire(recorder=recorder).up()
    wire.news  # noqa: B018
    wire.link.begin(Fire(3), wire.now)
    ((_, _, seq, *_),) = wire.sent()
    wire.fire, wire.phase = 1, "o"
    wire.status(int(seq))
    ((_, _, seq, _),) = wire.sent()
    wire.hear(*Outcome(3, 0, True, "empty").words(SESSION, int(seq), 1))
    tape = Tape()
    tape.motor(0, 1, 60)
    for n in range(9):
        tape.edge(n * 1000, n % 2 == 0)
    tape.motor(9000, -1, 45)
    tape.motor(9500, 0, 0)
    firsts = []
    while wire.link.fire is not None:
        assert not any(isinstance(one, news.Over) for one in wire.news)
        ((what, _, seq, number, first),) = wire.sent()
        firsts.append((what, number, first))
        for _ in range(2):  # the answer to a request that was made again
            wire.hear(*tape.words(SESSION, int(seq), 2, int(first)))
            wire.hear(*tape.words(SESSION, int(seq), 1, int(first)))
    assert firsts == [("E", "1", "0"), ("E", "1", "6"), ("E", "1", "12")]
    began = round(wire.now * 1e6)
    assert recorder._edges == [(began + n * 1000, n % 2 == 0) for n in range(9)]
    assert recorder._motor == [(began, 1, 60), (began + 9000, -1, 45), (began + 9500, 0, 0)]
    assert isinstance(wire.news[-1], news.Over)


def test_a_stop_does_not_wait_for_what_is_not_answered():
    wire = Wire().up()
    wire.link.begin(Fire(3), wire.now)
    wire.sent()
    which = wire.link.stop("stopped")
    ((what, _, seq, why, number),) = wire.sent()
    assert (what, why, number) == ("X", "stopped", "1")
    assert not wire.link.stopped(which)
    wire.status()  # of before
    assert not wire.link.stopped(which)
    wire.fire, wire.phase = 1, "s"
    wire.status(int(seq))
    assert wire.link.stopped(which)


def test_a_status_that_was_overtaken_changes_nothing():
    wire = Wire().up()
    wire.fire, wire.phase, wire.counted = 1, "r", 2
    wire.status()
    newest = wire.link.status
    wire.status(beat=5, counted=1)
    assert wire.link.status is newest


def test_nothing_of_another_session_is_heard():
    wire = Wire().up()
    before = wire.link.status
    wire.status(session="00000bad", happened=9, recent="P")
    assert wire.link.status is before


def test_silence_is_a_lost_pico_and_sooner_while_a_fire_is_out():
    for fire, seconds in ((False, IDLE_LOST_S), (True, LOST_S)):
        wire = Wire().up()
        assert [type(one) for one in wire.news] == [news.Up]
        if fire:
            wire.link.begin(Fire(3), wire.now)
        until = wire.now + seconds
        while wire.now < until - 0.02:
            wire.sent()
            wire.now += 0.01
            assert wire.link.state == "up"
        wire.now = until
        said = wire.sent()
        assert said[-1][0] == "H"
        assert wire.news == [news.Down(news.GONE)]


def test_back_with_the_same_boot_it_asks_how_the_fire_went():
    wire = Wire().up()
    wire.link.begin(Fire(3), wire.now)
    ((_, _, seq, *_),) = wire.sent()
    wire.fire, wire.phase = 1, "r"
    wire.status(int(seq))
    wire.link.closed()
    wire.link.opened(wire.now)
    ((_, nonce, _),) = wire.sent()
    wire.hello(nonce, session="5e551012")
    wire.phase, wire.counted = "o", 0
    ((_, _, seq),) = wire.sent()
    wire.status(int(seq))
    assert wire.link.state == "up"
    assert [words[0] for words in wire.sent()] == ["R"]


def test_back_with_another_boot_nobody_knows_how_it_went():
    wire = Wire().up()
    wire.link.begin(Fire(3), wire.now)
    wire.sent()
    wire.link.closed()
    wire.link.opened(wire.now)
    ((_, nonce, _),) = wire.sent()
    wire.news  # noqa: B018
    wire.hello(nonce, boot="b0070002")
    assert wire.news == [news.Lost(1)]
    assert wire.link.fire is None


def test_a_pico_that_was_started_again_is_greeted_again():
    wire = Wire().up()
    wire.hear("N", "00000000", 0, "session")
    assert [words[0] for words in wire.sent()] == ["H"]


def test_lamps_are_said_until_a_status_shows_them():
    wire = Wire().up()
    wire.link.outputs(5, 440)
    for _ in range(3):
        ((what, _, seq, *lamps),) = wire.sent()
        assert (what, lamps) == ("O", ["5", "440"])
        wire.now += RETRY_S
    wire.status(int(seq), lamps=5, hz=440)
    assert wire.sent() == []


def test_it_never_wants_to_be_called_again_without_a_reason():
    """Whoever sleeps until `due` and then calls `send` comes on."""
    wire = Wire().up()
    for act in (lambda: None, lambda: wire.link.begin(Fire(3), wire.now), lambda: wire.link.stop("stopped")):
        act()
        for _ in range(50):
            wire.sent()
            due = wire.link.due()
            assert due > wire.now
            wire.now = due
