"""The controller in front of a table: edges come when the test says so, not from physics."""

from collections.abc import Iterable

import pytest

from uno_launcher.feed.burst import Burst
from uno_launcher.feed.timing import EXPIRY_US, Timing

MS = 1000
CARD = 35 * MS


class Table:
    """Runs one burst. `log` has the motor's direction and duty whenever they changed, and when."""

    def __init__(self, burst: Burst | None = None) -> None:
        self.burst = burst or Burst(Timing(), lambda a, b: a - b)
        self.t = 0
        self.blocked = False
        self.log: list[tuple[int, int, int]] = []
        self._motor = (0, 0)

    def start(self, cards: int, **settings: object) -> "Table":
        self.began = self.t
        self.burst.start(self.t, self.blocked, cards, **settings)  # type: ignore[arg-type]
        self._see()
        return self

    def run(self, for_us: int, read: bool = True) -> "Table":
        """Let the time pass, stepping when it is asked for."""
        until = self.t + for_us
        while self.burst.running:
            wait = self.burst.wait_us(self.t)
            assert wait is not None
            if self.t + wait > until:
                break
            self.t += wait
            if read:
                self.burst.level(self.t, self.blocked)
            self.burst.step(self.t)
            self._see()
        self.t = until
        return self

    def edge(self, blocked: bool) -> "Table":
        self.blocked = blocked
        self.burst.edge(self.t, blocked)
        self._see()
        return self

    def card(self, width: int = CARD) -> "Table":
        """One card passes."""
        return self.edge(True).run(width).edge(False).run(5 * MS)

    def finish(self) -> "Table":
        """Let it come to its end; nothing more happens in the beam."""
        self.run(60_000 * MS)
        assert not self.burst.running
        assert self.burst.motor_done
        assert self.burst.direction == 0
        return self

    @property
    def going(self) -> bool:
        """The burst is running; it may not for longer than a minute."""
        assert self.t - self.began < 60_000 * MS, "it doesn't end"
        return self.burst.running

    @property
    def directions(self) -> list[int]:
        return [direction for _, direction, _ in self.log]

    @property
    def duties(self) -> list[int]:
        return [duty for _, direction, duty in self.log if direction > 0]

    def on(self) -> Iterable[tuple[int, int]]:
        """Direction and how long, for every time that the motor was on."""
        for (t, direction, _), (until, _, _) in zip(self.log, self.log[1:], strict=False):
            if direction:
                yield direction, until - t

    def _see(self) -> None:
        motor = (self.burst.direction, self.burst.duty_pct)
        if motor != self._motor:
            self._motor = motor
            self.log.append((self.t - self.began, motor[0], motor[1]))


def result(table: Table) -> tuple[str, str, int, bool]:
    burst = table.burst
    return burst.ended, burst.note, burst.counted, burst.certain


def test_one_card_is_kicked_run_slowly_stopped_on_the_count_and_the_next_pulled_back():
    table = Table().start(1).run(30 * MS).card(52 * MS).finish()
    assert result(table) == ("done", "", 1, True)
    assert [(direction, duty) for _, direction, duty in table.log] == [
        (1, 100),
        (1, 45),
        (0, 0),
        (-1, 60),
        (0, 0),
    ]
    stopped = next(t for t, direction, _ in table.log if direction == 0)
    assert stopped == 30 * MS + 52 * MS + Timing().bridge_us
    assert list(table.on())[-1] == (-1, 100 * MS)


def test_only_the_last_of_several_is_run_slowly():
    table = Table().start(3).run(40 * MS)
    table.card().run(20 * MS).card()
    assert table.duties == [100, 60, 45]
    assert table.log[-1][0] == table.t - 5 * MS + Timing().bridge_us - table.began
    table.run(20 * MS).card(52 * MS).finish()
    assert result(table) == ("done", "", 3, True)
    assert table.burst.card_times_us == [76_000, 136_000, 213_000]


def test_the_motor_is_braked_while_it_is_off():
    table = Table().start(1).run(30 * MS)
    assert table.burst.motor == (1, 45, False)
    table.card(52 * MS)
    assert table.burst.motor == (0, 0, True)


def test_a_kick_ends_as_soon_as_the_roller_is_up_to_speed():
    table, slow = Table().start(3).run(100 * MS), Table().start(1).run(100 * MS)
    assert 20 * MS < table.log[1][0] < 30 * MS
    assert 10 * MS < slow.log[1][0] < 20 * MS


def test_a_pause_rests_for_as_long_as_the_plan_says():
    table = Table().start(3, pauses=((1, 400),)).run(40 * MS).card().run(600 * MS)
    off = table.log[2]
    on = table.log[3]
    assert off[1:] == (0, 0)
    assert on[1] == 1
    assert on[0] - off[0] == 400 * MS
    assert table.duties == [100, 60, 100, 60]
    assert -1 not in table.directions


def test_a_nose_that_shows_in_a_pause_goes_back_before_it_goes_on():
    table = Table().start(3, pauses=((1, 600),)).run(40 * MS).card()
    table.run(10 * MS).edge(True).run(200 * MS)
    assert table.directions == [1, 1, 0, -1]
    table.edge(False).run(800 * MS)
    assert table.directions == [1, 1, 0, -1, 0, 1, 1]
    pause = table.log[5][0] - table.log[2][0]
    assert 600 * MS <= pause <= 620 * MS
    assert table.burst.slips == 0


def test_cards_that_come_while_it_pauses_are_counted():
    table = Table().start(2, pauses=((1, 300),)).run(40 * MS).card().run(5 * MS).card()
    assert table.burst.counted == 2
    table.finish()
    assert table.burst.ended == "done"


def test_a_tease_is_a_twitch_backwards_and_no_more_on_a_dry_press():
    table = Table().start(0, tease=True).finish()
    assert list(table.on()) == [(-1, 40 * MS)]
    assert result(table) == ("done", "", 0, True)


def test_a_tease_comes_before_the_cards_with_a_rest_between_the_directions_M7():
    table = Table().start(1, tease=True).run(130 * MS)
    assert table.directions == [-1, 0, 1, 1]
    assert table.log[2][0] - table.log[1][0] == 60 * MS


def test_nothing_ordered_and_no_tease_is_done_at_once_without_the_motor():
    table = Table().start(0)
    assert not table.burst.running
    assert (table.burst.ended, table.log) == ("done", [])


def test_where_the_motor_cannot_reverse_it_never_does():
    table = Table().start(3, pauses=((1, 300),), tease=True, can_reverse=False).run(40 * MS).card().finish()
    assert -1 not in table.directions
    assert table.burst.slips == 0


def test_an_empty_hopper_ends_it_without_more_tries():
    table = Table().start(3, hopper=2).run(40 * MS)
    table.card().run(20 * MS).card().finish()
    assert result(table) == ("empty", "", 2, True)
    assert -1 not in table.directions
    assert table.burst.motor_us < 700 * MS


def test_where_cards_should_be_there_it_tries_to_get_a_grip_and_then_says_slipping():
    table = Table().start(3, hopper=50).finish()
    assert result(table) == ("jam", "slipping", 0, True)
    assert table.burst.slips == 3
    assert table.directions.count(-1) == 3


def test_a_card_that_gets_a_grip_in_the_end_is_fed():
    table = Table().start(1, hopper=50).run(700 * MS)
    assert table.burst.slips == 1
    table.run(100 * MS).card(52 * MS).finish()
    assert result(table) == ("done", "", 1, True)


def test_a_card_that_gets_a_grip_while_it_stops_to_go_back_is_not_pushed_back():
    table = Table().start(1, hopper=50).run(505 * MS)
    assert table.burst.direction == 0
    table.edge(True).run(100 * MS)
    assert table.directions == [1, 1, 0, 1, 1]
    table.edge(False).finish()
    assert result(table)[:3] == ("done", "", 1)


def test_the_wait_for_the_next_card_begins_with_the_last():
    table = Table().start(5, hopper=50).run(40 * MS)
    for _ in range(5):
        table.run(300 * MS).card()
    table.finish()
    assert (table.burst.ended, table.burst.counted, table.burst.slips) == ("done", 5, 0)


def test_where_nobody_knows_the_hopper_it_tries_too_and_then_says_empty():
    table = Table().start(3).finish()
    assert result(table) == ("empty", "", 0, True)
    assert table.burst.slips == 3


def test_tries_start_anew_with_each_card():
    table = Table().start(5, hopper=50)
    for cards in range(1, 4):
        while table.going and table.burst.slips < 2 * cards:
            table.run(10 * MS)
        table.run(220 * MS).card()
    assert (table.burst.counted, table.burst.slips, table.burst.running) == (3, 6, True)


def test_a_stuck_card_is_tried_backwards_and_forwards_and_then_reported_sticking_out():
    table = Table().start(3, hopper=50).run(40 * MS).edge(True).finish()
    assert result(table) == ("jam", "stuck", 1, False)
    assert table.burst.card_out
    assert table.burst.slips == 3
    assert table.directions == [1, 1] + 3 * [0, -1, 0, 1, 1] + [0]


def test_a_stuck_card_that_comes_free_is_one_card():
    table = Table().start(2, hopper=50).run(40 * MS).edge(True).run(700 * MS)
    assert table.burst.slips == 1
    table.edge(False).run(30 * MS).card(52 * MS).finish()
    assert result(table) == ("done", "", 2, False)


def test_a_stuck_card_that_goes_back_is_none():
    table = Table().start(1, hopper=50).run(40 * MS).edge(True)
    while table.going and table.burst.direction >= 0:
        table.run(1 * MS)
    table.run(80 * MS).edge(False).run(200 * MS)
    assert table.burst.counted == 0
    table.card(52 * MS).finish()
    assert result(table) == ("done", "", 1, False)


def test_the_lid_stops_it_at_once_and_the_card_that_still_passes_is_counted():
    table = Table().start(4).run(40 * MS).card().run(20 * MS).edge(True).run(26 * MS)
    table.burst.lid(table.t)
    assert (table.burst.direction, table.burst.motor_done, table.burst.running) == (0, True, True)
    table.run(10 * MS).edge(False).finish()
    assert result(table) == ("lid", "", 2, True)
    assert -1 not in table.directions


@pytest.mark.parametrize("delay", [0, 10, 50, 100, 300, 480, 550, 620, 700])
def test_stopped_at_any_time_it_stays_off_and_reports_once(delay):
    table = Table().start(2, hopper=50, tease=True).run(delay * MS)
    table.burst.stop(table.t, "fault", "deadman")
    assert table.burst.direction == 0
    switched = len(table.log)
    table.finish()
    assert all(direction == 0 for _, direction, _ in table.log[switched:])
    assert (table.burst.ended, table.burst.note) == ("fault", "deadman")
    table.burst.stop(table.t, "lid")
    assert table.burst.ended == "fault"


def test_the_lid_after_the_last_card_leaves_it_done_but_spares_the_retract():
    table = Table().start(1).run(30 * MS).card(52 * MS)
    table.burst.lid(table.t)
    table.finish()
    assert result(table) == ("done", "", 1, True)
    assert -1 not in table.directions


def test_a_fault_after_the_last_card_is_not_forgotten():
    table = Table().start(1).run(30 * MS).card(52 * MS)
    table.burst.stop(table.t, "fault", "hardware")
    table.finish()
    assert result(table) == ("fault", "hardware", 1, True)


def test_a_card_that_sticks_out_at_the_end_is_counted_and_reported():
    table = Table().start(1).run(30 * MS).card(52 * MS).run(10 * MS).edge(True).finish()
    assert table.burst.counted == 2
    assert table.burst.card_out
    assert not table.burst.certain  # it didn't come back: nobody knows how far it's out


def test_a_beam_blocked_before_anything_moved_keeps_the_motor_off():
    table = Table()
    table.blocked = True
    table.start(3).finish()
    assert table.log == []
    assert result(table) == ("jam", "stuck", 0, True)


def test_a_beam_that_clears_in_time_lets_it_begin():
    table = Table()
    table.blocked = True
    table.start(1).run(50 * MS).edge(False).run(40 * MS)
    assert table.duties == [100, 45]
    table.card(52 * MS).finish()
    assert result(table) == ("done", "", 1, True)


def test_light_spikes_are_not_taken_for_cards_on_their_way():
    table = Table().start(2, hopper=0)
    for _ in range(20):
        table.run(50 * MS).edge(True).run(600).edge(False)
    table.finish()
    assert result(table) == ("empty", "", 0, True)
    assert table.burst.motor_us < 600 * MS


def test_edges_without_end_end_within_the_limit():
    table = Table().start(12, hopper=50)
    while table.going:
        table.edge(not table.blocked).run(300 if table.blocked else 40 * MS)
    assert table.burst.ended in ("jam", "timeout")
    assert table.burst.motor_us <= 3000 * MS + 12 * 400 * MS


def test_the_limit_holds_where_cards_come_slower_than_ordered():
    table = Table().start(8, hopper=50).run(20 * MS)
    while table.going:
        table.run(490 * MS).edge(True).run(34 * MS).edge(False)
    assert table.burst.ended == "done"
    slow = Table(Burst(Timing(limit_us=500 * MS, limit_card_us=100 * MS), lambda a, b: a - b))
    slow.start(8, hopper=50).run(20 * MS)
    while slow.going:
        slow.run(450 * MS).edge(True).run(34 * MS).edge(False)
    assert slow.burst.ended == "timeout"
    assert slow.burst.motor_us == 1300 * MS


def test_a_tail_that_was_not_told_is_found_and_the_burst_ends_G4():
    table = Table().start(1).run(30 * MS).edge(True).run(52 * MS)
    table.blocked = False
    table.run(15 * MS)
    assert table.burst.direction == 0
    table.finish()
    assert result(table) == ("done", "", 1, False)


def test_the_level_is_wanted_every_10_ms_whatever_else_happens_G4():
    table = Table().start(5, hopper=50).run(60 * MS)
    table.burst.level(table.t, False)
    for later, left in ((0, 10), (4, 6), (8, 2), (9, 1), (30, 1)):
        table.burst.step(table.t + later * MS)
        assert table.burst.want_level
        assert table.burst.wait_us(table.t + later * MS) == left * MS


def test_progress_grows_with_phases_edges_and_cards_and_not_with_time():
    table = Table().start(3, hopper=50).run(60 * MS)
    before = table.burst.progress
    table.run(200 * MS)
    assert table.burst.progress == before
    table.edge(True)
    assert table.burst.progress == before + 1
    table.edge(True)
    assert table.burst.progress == before + 1
    table.run(CARD).edge(False).run(2 * MS)
    assert table.burst.progress == before + 3


def test_a_burst_cannot_be_started_while_one_is_running():
    table = Table().start(1)
    with pytest.raises(ValueError, match="a burst is running"):
        table.burst.start(1, False, 1)


@pytest.mark.parametrize("name", ["kick_us", "empty_us", "jam_us", "retract_us", "tease_us", "unjam_us"])
def test_a_timing_that_outlasts_the_deadman_is_refused(name):
    with pytest.raises(ValueError, match=name):
        Burst(Timing(**{name: EXPIRY_US}), lambda a, b: a - b)


def test_cards_that_come_too_far_make_it_stop_earlier_and_then_it_dares_a_little_later_again():
    burst = Burst(Timing(), lambda a, b: a - b)
    leads = [burst.coast_us]
    for too_far in [False] + [True] * 30 + [False] * 30:
        table = Table(burst).start(1).run(30 * MS).edge(True)
        while table.going and burst.direction:
            table.run(100)
            if table.t - table.began > 82 * MS:
                table.edge(False).run(2 * MS)
        if table.blocked:
            table.run(15 * MS).edge(False).run(5 * MS)
        if too_far:
            table.run(10 * MS).edge(True)
        table.finish()
        assert burst.counted == 1 + too_far
        leads.append(burst.coast_us)
    assert leads[:2] == [0, 0]
    assert leads[2] > 2 * MS
    assert leads[31] > CARD // 2
    assert max(leads) <= CARD * 3 // 4
    assert leads[31] - 1 * MS < leads[-1] < leads[31]


def test_a_last_card_that_was_stopped_too_early_is_pushed_out():
    burst = Burst(Timing(brake_us=60 * MS), lambda a, b: a - b)
    assert burst.coast_us > 4 * MS
    table = Table(burst).start(1, hopper=50).run(30 * MS).edge(True).run(100 * MS)
    assert table.directions == [1, 1, 0]
    while table.going and not burst.direction:
        table.run(1 * MS)
    lead = burst.coast_us
    assert table.run(18 * MS).burst.direction == 1
    table.edge(False).finish()
    assert result(table) == ("done", "", 1, False)
    assert lead < Burst(Timing(brake_us=60 * MS), lambda a, b: a - b).coast_us
