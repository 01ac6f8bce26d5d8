"""A Pico on a table: its board is written by hand, its host says what the test says.

Runs under MicroPython too: see tests/firmware.
"""

import binascii

import pytest

from uno_launcher.feed.board import Board
from uno_launcher.feed.hello import read_hello
from uno_launcher.feed.line import FROM_PICO, TO_PICO, Reader, frame
from uno_launcher.feed.outpost import SILENCE_US
from uno_launcher.feed.pico import Pico
from uno_launcher.feed.tape import AT_ONCE, read_tape
from uno_launcher.feed.words import Fire, read_outcome, read_status, read_times

MS = 1000
WRAP = 1 << 30
NONCE = "0123abcd"
CARD = 35 * MS


def diff(a, b):
    return ((a - b + WRAP // 2) & (WRAP - 1)) - WRAP // 2


class TableBoard(Board):
    """Remembers what it's told. `levels` are the inputs'."""

    def __init__(self, fitted):
        self.fitted = fitted
        self.levels = {}
        self.told = []
        self.now = (0, 0, False)
        self.lamps = (0, 0)
        self.lit = None
        self.restarts = 0
        self.pulses = 0
        self.given = 0

    def read(self, name):
        return self.levels.get(name, False)

    def motor(self, direction, duty_pct, brake):
        self.now = (direction, duty_pct, brake)
        self.told.append(self.now)

    def emitter(self, on):
        self.lit = on

    def heartbeat(self, high):
        self.pulses += high

    def outputs(self, lamps, hz):
        self.lamps = (lamps, hz)

    def chance(self):
        self.given += 1
        return b"%d" % self.given

    def restart(self):
        self.restarts += 1


class Table:
    """A Pico, its board and a host that says what it's told to, and "I'm here" every 100 ms while `here`."""

    def __init__(
        self, fitted=("button", "beam", "lid", "hopper", "red", "buzzer"), origin=WRAP - 700 * MS, down=()
    ):
        self.board = TableBoard(fitted)
        self.board.levels = dict.fromkeys(down, True)
        self.us = 0
        self.origin = origin
        self.pico = Pico(self.board, diff, binascii.crc32)
        self.pico.start(self.t)
        self.reader = Reader(FROM_PICO, binascii.crc32)
        self.heard = []
        self.session = "00000000"
        self.here = False
        self.said_at = 0
        self.seq = 0

    @property
    def t(self):
        return (self.origin + self.us) % WRAP

    def run(self, for_us, step=MS):
        until = self.us + for_us
        while self.us < until:
            self.us = min(until, self.us + step)
            if self.here and self.us - self.said_at >= 100 * MS:
                self.say("P")
            self.turn()
        return self

    def turn(self):
        self.pico.turn(self.t)
        self.heard += self.reader.take(bytes(self.pico.out))
        self.pico.out = bytearray()

    def raw(self, data):
        """Bytes over the line; what it answers at once."""
        self.turn()
        self.heard = []
        self.pico.hear(self.t, data)
        self.turn()
        return self.heard

    def say(self, what, *words):
        """A request in this session; its answer."""
        self.seq += 1
        self.said_at = self.us
        said = [what, self.session, self.seq]
        said.extend(words)
        for answer in self.raw(frame(TO_PICO, said, binascii.crc32)):
            if answer[2] == str(self.seq):
                return answer
        return None

    def greet(self, nonce=NONCE):
        (answer, *_) = self.raw(frame(TO_PICO, ("H", nonce, 1), binascii.crc32))
        hello = read_hello(answer)
        self.session = hello.session
        self.said_at = self.us
        self.here = True
        return hello

    @property
    def status(self):
        return read_status(self.say("P"))

    def fire(self, number=1, cards=3, beat=None, **more):
        beat = self.status.beat if beat is None else beat
        words = Fire(cards, **more).words(self.session, 0, beat, number)
        return self.say("F", *words[3:])

    def edge(self, name, level):
        self.board.levels[name] = level
        self.pico.edge(self.t, name, level, self.t)
        self.turn()
        return self

    def card(self, width=CARD):
        return self.edge("beam", True).run(width).edge("beam", False).run(8 * MS)

    def over(self):
        """Let the burst end; its outcome."""
        give_up = self.us + 60_000 * MS
        while self.status.phase != "o":
            self.run(20 * MS)
            assert self.us < give_up, "it doesn't end"
        return read_outcome(self.say("R", self.status.fire))[1]


def greeted(*fitted, **more):
    table = Table(fitted, **more) if fitted else Table(**more)
    table.greet()
    table.run(200 * MS)
    return table


def test_it_is_silent_until_it_is_greeted_S6():
    table = Table()
    table.edge("button", True).run(500 * MS).edge("button", False).run(3000 * MS)
    assert table.heard == []
    assert not table.pico.greeted
    table.greet()
    assert table.pico.greeted


def test_the_same_greeting_changes_nothing_and_another_one_begins_anew():
    table = Table()
    first = table.greet()
    assert table.greet().session == first.session
    second = table.greet("89abcdef")
    assert second.session != first.session
    assert second.boot == first.boot == first.session


def test_of_another_version_only_the_greeting_is_answered():
    table = Table()
    (answer,) = table.raw(frame(TO_PICO, ("H", NONCE, 2), binascii.crc32))
    hello = read_hello(answer)
    assert (hello.version, hello.session) == (1, "00000000")
    assert table.say("P") == ["N", "00000000", str(table.seq), "session"]


def test_a_fire_feeds_its_cards_and_says_how_it_went():
    table = greeted()
    assert read_status(table.fire(cards=3)).phase == "r"
    table.run(250 * MS)
    for _ in range(3):
        table.card()
    outcome = table.over()
    assert (outcome.ordered, outcome.counted, outcome.ended) == (3, 3, "done")
    assert outcome.motor_ms > 0
    number, first, times = read_times(table.say("T", 1, 0))
    assert (number, first, len(times)) == (1, 0, 3)
    assert table.board.now == (0, 0, False)


def test_what_beam_and_motor_did_is_told_once_it_is_over():
    table = greeted()
    noses, told = [], len(table.board.told)
    table.fire(cards=2)
    assert table.say("E", 1, 0)[0] == "Q"
    table.run(250 * MS)
    began = table.us - 250 * MS
    for _ in range(2):
        noses.append(table.us - began)
        table.card()
    table.over()
    rows = []
    while len(rows) % AT_ONCE == 0:
        number, first, more = read_tape(table.say("E", 1, len(rows)))
        assert (number, first) == (1, len(rows))
        rows += more
    beam = [(t_us, blocked) for t_us, blocked, _ in rows if blocked is not None]
    assert [t_us for t_us, blocked in beam if blocked] == noses
    assert [t_us for t_us, blocked in beam if not blocked] == [nose + CARD for nose in noses]
    turned = [motor[0] * motor[1] for motor in table.board.told[told:] if motor[0]]
    assert [duty_pct for _, blocked, duty_pct in rows if blocked is None and duty_pct] == turned
    assert rows[0] == (0, None, 100)
    assert rows[-1][1:] == (None, 0)


def test_only_of_the_last_fire_and_of_one_that_never_began_nothing():
    table = greeted()
    table.fire(cards=1)
    table.run(250 * MS).card()
    table.over()
    assert table.say("E", 2, 0)[0] == "Q"
    assert read_tape(table.say("E", 1, 0))[2] != []
    table.say("X", "stopped", 2)
    assert read_tape(table.say("E", 2, 0))[2] == []
    assert table.say("E", 1, 0)[0] == "Q"
    for number in (3, 4):
        table.fire(number, cards=1)
        table.run(250 * MS).card()
        table.over()
        assert [row[0] for row in read_tape(table.say("E", number, 0))[2]].count(0) == 1


@pytest.mark.parametrize("words", [("E",), ("E", 1), ("E", 1, "x"), ("E", 1, 0, 0)])
def test_a_request_for_it_that_makes_no_sense_is_refused(words):
    table = greeted()
    table.fire(cards=1)
    table.run(250 * MS).card()
    table.over()
    answer = table.say(*words)
    assert answer[0] == ("Q" if len(words) == 1 else "N")


def test_the_charge_pumps_first_pulse_comes_with_the_motor():
    table = greeted("button", "beam", "heartbeat")
    table.fire(cards=1)
    while not table.board.now[0]:
        table.run(MS)
    assert table.board.pulses == 1


def test_the_same_fire_again_is_not_fired_again():
    table = greeted()
    table.fire(1, cards=1)
    table.run(250 * MS).card()
    told = len(table.board.told)
    assert read_status(table.fire(1, cards=1)).fire == 1
    assert table.over().counted == 1
    told = len(table.board.told)
    for _ in range(5):
        assert read_status(table.fire(1, cards=1)).phase == "o"
        table.run(500 * MS)
    assert len(table.board.told) == told
    assert table.over().counted == 1


@pytest.mark.parametrize("number", [2, 3, 7, WRAP - 1])
def test_only_the_next_number_is_fired(number):
    table = greeted()
    assert table.fire(number)[3] == "number"
    assert table.status.phase == "-"


def test_one_at_a_time():
    table = greeted()
    table.fire(1)
    assert table.fire(2)[3] == "busy"


def test_an_order_that_was_on_its_way_for_too_long_is_not_carried_out():
    table = greeted()
    beat = table.status.beat
    table.run(2_100 * MS)
    assert table.fire(1, beat=beat)[3] == "stale"
    assert table.status.phase == "-"
    assert read_status(table.fire(1)).phase == "r"


def test_an_order_for_a_session_before_this_one_is_not_carried_out():
    table = greeted()
    words = Fire(3).words(table.session, 9, table.status.beat, 1)
    table.greet("89abcdef")
    (answer,) = [one for one in table.raw(frame(TO_PICO, words, binascii.crc32)) if one[0] == "N"]
    assert answer[3] == "session"
    assert table.status.phase == "-"


def test_a_fire_that_was_stopped_before_it_came_never_begins():
    table = greeted()
    assert read_status(table.say("X", "stopped", 1)).phase == "o"
    assert read_status(table.fire(1)).phase == "o"
    outcome = table.over()
    assert (outcome.counted, outcome.certain, outcome.ended, outcome.note) == (0, True, "fault", "stopped")
    assert {told[0] for told in table.board.told} == {0}
    assert read_status(table.fire(2)).phase == "r"


def test_a_host_that_falls_silent_ends_the_burst():
    table = greeted()
    table.fire()
    table.run(250 * MS).card().run(50 * MS)
    assert table.board.now[0] == 1
    table.here = False
    silent_since = table.said_at
    while table.board.now[0]:
        table.run(MS)
        assert table.us - silent_since <= SILENCE_US + MS
    assert table.us - silent_since >= SILENCE_US
    table.run(2000 * MS)
    table.here = True
    assert (table.over().ended, table.over().note) == ("fault", "link")


def test_what_coasts_out_after_the_silence_is_still_counted():
    table = greeted()
    table.fire(cards=5)
    table.run(250 * MS).card().card()
    table.here = False
    table.run(table.said_at + SILENCE_US - table.us - 10 * MS).edge("beam", True).run(CARD)
    assert table.board.now[0] == 0
    table.edge("beam", False).run(1000 * MS)
    table.here = True
    assert table.over().counted == 3


def test_nobody_but_a_host_in_its_session_keeps_the_motor_running():
    table = greeted()
    table.fire()
    table.run(250 * MS)
    table.here = False
    own = table.session
    for _ in range(10):
        for data in (
            frame(TO_PICO, ("P", "99999999", 1), binascii.crc32),
            frame(FROM_PICO, ("P", own, 1), binascii.crc32),
            b">P " + own.encode() + b" 1*00000000\n",
            b"junk\n>\n",
        ):
            table.raw(data)
        table.run(50 * MS)
    assert table.board.now[0] == 0


def test_a_new_host_ends_what_the_old_one_wanted():
    table = greeted()
    table.fire()
    table.run(250 * MS)
    assert table.board.now[0] == 1
    table.greet("89abcdef")
    assert table.board.now[0] == 0
    assert table.over().note == "link"


@pytest.mark.parametrize("session", ["own", "99999999"])
def test_a_stop_is_obeyed_whoever_says_it(session):
    table = greeted()
    table.fire()
    table.run(250 * MS)
    session = table.session if session == "own" else session
    table.raw(frame(TO_PICO, ("X", session, 1, "stopped", 1), binascii.crc32))
    assert table.board.now[0] == 0


@pytest.mark.parametrize("after", [0, 5, 150, 300])
def test_the_first_edge_of_the_lid_stops_the_motor_G16(after):
    table = greeted()
    table.fire(cards=9)
    table.run(after * MS).edge("lid", True)
    assert table.board.now[0] == 0
    assert table.over().ended == "lid"
    assert read_status(table.fire(2)).phase in ("o", "s")
    assert table.over().ended == "lid"
    assert table.board.now[0] == 0


def test_a_lid_whose_edge_was_lost_stops_it_too_G4():
    table = greeted()
    table.fire(cards=9)
    table.run(250 * MS)
    table.board.levels["lid"] = True
    table.run(210 * MS)
    assert table.board.now[0] == 0


def test_happenings_are_counted_and_the_last_of_them_told():
    table = greeted()
    before = table.status.happened
    for _ in range(12):
        table.edge("button", True).run(60 * MS).edge("button", False).run(200 * MS)
    status = table.status
    assert status.happened - before == 12
    assert status.recent == "PPPPPPPP"
    table.edge("lid", True).run(100 * MS).edge("lid", False).run(100 * MS)
    assert table.status.recent == "PPPPPPOC"


def test_news_is_told_unasked():
    table = greeted()
    table.turn()
    table.heard = []
    table.here = False
    table.edge("button", True).run(30 * MS)
    (news,) = table.heard
    assert (news[0], news[2], news[11]) == ("Q", "0", "P")


def test_how_everything_stands_is_in_every_status():
    table = greeted()
    assert table.status.stands == ""
    table.edge("lid", True).edge("hopper", True).edge("beam", True).run(400 * MS)
    assert table.status.stands == "lhb"


def test_a_button_that_is_down_at_the_start_is_no_press_G7():
    table = Table(down=("button",))
    table.greet()
    table.run(500 * MS)
    assert table.status.recent == ""
    table.edge("button", False).run(500 * MS).edge("button", True).run(500 * MS)
    assert table.status.recent == "P"


def test_lamps_are_the_hosts_and_go_off_with_it():
    table = greeted()
    assert read_status(table.say("O", 3, 440)).lamps == 3
    assert table.board.lamps == (3, 440)
    table.here = False
    table.run(1_600 * MS)
    assert table.board.lamps == (0, 0)


def test_off_is_everything_off_and_the_burst_over():
    table = greeted()
    table.say("O", 3, 440)
    table.fire(cards=9)
    table.run(250 * MS).card()
    assert read_status(table.say("X", "off", 1)).phase == "o"
    assert table.board.now == (0, 0, False)
    assert table.board.lamps == (0, 0)
    outcome = table.over()
    assert (outcome.counted, outcome.certain, outcome.note) == (1, False, "stopped")


def test_no_more_than_the_board_allows():
    table = greeted()
    table.board.most_cards = 4
    assert table.fire(1, cards=5)[3] == "words"
    assert table.status.phase == "-"
    table.board.most_duty_pct = 50
    table.board.most_motor_ms = 400
    table.fire(1, cards=4)
    began = table.us
    while table.board.now[0] or table.us - began < 200 * MS:
        table.run(5 * MS)
        assert table.board.now[1] <= 50
    assert table.us - began < 600 * MS
    assert table.over().ended == "timeout"


def test_the_hosts_measures_hold_from_the_next_fire_on_until_another_host_comes():
    table = greeted()
    table.say("S", "duty_pct", 77)
    table.say("S", "kick_us", 20_000)
    table.fire(1, cards=9)
    table.run(400 * MS)
    assert table.board.now[:2] == (1, 77)
    table.greet("89abcdef")
    table.over()
    table.fire(2, cards=9)
    table.run(400 * MS)
    assert table.board.now[:2] == (1, 60)


@pytest.mark.parametrize("measure", [("jam_us", 900_000), ("friction_pct", 90), ("transit_us", 0)])
def test_measures_with_which_the_motor_could_run_on_are_refused_with_the_fire(measure):
    table = greeted()
    assert table.say("S", *measure)[0] == "Q"
    table.run(500 * MS)
    assert table.fire(1)[3] == "words"
    assert table.board.now[0] == 0


def test_a_measure_that_is_not_known_is_refused():
    assert greeted().say("S", "speed", 1)[3] == "words"


def test_the_beam_is_proved_where_it_has_a_light():
    table = greeted("button", "beam", "emitter")
    table.fire(1)
    assert table.board.lit is False
    table.run(2 * MS)
    table.board.levels["beam"] = True
    table.run(2 * MS)
    assert table.board.lit is True
    table.board.levels["beam"] = False
    table.run(260 * MS)
    assert table.board.now[0] == 1


def test_a_blind_beam_feeds_nothing():
    table = greeted("button", "beam", "emitter")
    table.fire(1)
    outcome = table.over()
    assert (outcome.counted, outcome.ended, outcome.note) == (0, "fault", "beam")
    assert {told[0] for told in table.board.told} == {0}
    assert table.status.recent == "N"


def test_a_host_that_reads_nothing_stops_nothing():
    table = greeted()
    table.fire(1, cards=2)
    for _ in range(100):
        table.pico.hear(table.t, frame(TO_PICO, ("P", table.session, 1), binascii.crc32))
        table.us += 10 * MS
        table.pico.turn(table.t)
    assert len(table.pico.out) < 1200
    table.here = False
    table.us += 500 * MS
    table.pico.turn(table.t)
    assert table.board.now[0] == 0


@pytest.mark.parametrize("session", ["", "00000000"])
def test_it_starts_again_with_the_motor_off_when_anybody_tells_it_to(session):
    """Also a host with other words, or nobody could put files on one whose watchdog runs (field note P5)."""
    table = greeted()
    table.fire(1)
    table.run(250 * MS)
    assert table.board.now[0] == 1
    table.raw(frame(TO_PICO, ("B", session or table.session, 1), binascii.crc32))
    assert table.board.restarts == 1
    assert table.board.now == (0, 0, False)


def test_it_says_when_it_wants_to_be_woken():
    """Stepped only as `wait_us` says it does the same as when it's stepped all the while."""
    lines = []
    for step in (200, None):
        table = greeted()
        table.fire(1, cards=2)
        done = table.us + 2_500 * MS
        flips = [(table.us + 260 * MS + n * 45 * MS, n % 2 == 0) for n in range(4)]
        while table.us < done:
            wait = min(table.pico.wait_us(table.t), done - table.us, table.said_at + 100 * MS - table.us)
            if flips:
                wait = min(wait, flips[0][0] - table.us)
            table.us += max(1, wait) if step is None else min(step, max(1, wait))
            while flips and flips[0][0] <= table.us:
                table.edge("beam", flips.pop(0)[1])
            if table.us - table.said_at >= 100 * MS:
                table.say("P")
            table.turn()
        outcome = table.over()
        lines.append((outcome.counted, outcome.certain, outcome.ended, outcome.motor_ms))
    assert lines[0] == lines[1]
    assert lines[0][0] == 2
