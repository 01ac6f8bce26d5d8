import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.feed.debounce import FREED, PRESSED, RELEASED, STUCK, Debounce

MS = 1000
WRAP = 1 << 30


def host(a: int, b: int) -> int:
    return a - b


def pico(a: int, b: int) -> int:
    """As MicroPython's ticks_diff."""
    return ((a - b + WRAP // 2) & (WRAP - 1)) - WRAP // 2


def said(switch: Debounce, t: int) -> list[int]:
    out = []
    while (what := switch.poll(t)) is not None:
        out.append(what)
    return out


def button(**settings: int | None) -> Debounce:
    switch = Debounce(host, **settings)
    switch.start(0, False)
    return switch


def test_a_level_counts_once_it_has_held_and_not_a_microsecond_earlier():
    switch = button()
    switch.edge(1 * MS, True)
    assert switch.wait_us(1 * MS) == 25 * MS
    assert said(switch, 26 * MS - 1) == []
    assert said(switch, 26 * MS) == [PRESSED]
    assert said(switch, 900 * MS) == []


def test_bouncing_for_81_ms_is_one_press_G16():
    switch = button()
    for i in range(27):
        switch.edge(i * 3 * MS, i % 2 == 0)
        assert said(switch, i * 3 * MS) == []
    assert said(switch, 102 * MS) == []
    assert said(switch, 103 * MS) == [PRESSED]


def test_a_button_down_at_the_start_is_no_press_until_it_was_up_G7():
    switch = Debounce(host)
    switch.start(0, True)
    assert said(switch, 500 * MS) == []
    switch.edge(500 * MS, False)
    assert said(switch, 525 * MS) == [RELEASED]
    switch.edge(600 * MS, True)
    assert said(switch, 625 * MS) == [PRESSED]


def test_the_next_press_counts_only_after_the_rearm_time():
    switch = button()
    switch.edge(0, True)
    switch.edge(100 * MS, False)
    assert said(switch, 125 * MS) == [PRESSED, RELEASED]
    switch.edge(130 * MS, True)
    assert said(switch, 175 * MS - 1) == []
    assert said(switch, 175 * MS) == [PRESSED]


def test_a_press_and_release_between_two_polls_are_both_said():
    switch = button()
    switch.edge(0, True)
    switch.edge(80 * MS, False)
    assert said(switch, 200 * MS) == [PRESSED, RELEASED]


def test_a_stuck_button_is_said_once_and_its_release_is_no_press():
    switch = button(stuck_us=2000 * MS)
    switch.edge(0, True)
    assert said(switch, 25 * MS) == [PRESSED]
    assert switch.wait_us(25 * MS) == 2000 * MS
    assert said(switch, 2025 * MS) == [STUCK]
    assert said(switch, 90_000 * MS) == []
    assert switch.wait_us(90_000 * MS) is None
    switch.edge(90_000 * MS, False)
    assert said(switch, 90_025 * MS) == [FREED]


def test_one_stuck_since_before_the_start_is_said_too():
    switch = Debounce(host)
    switch.start(0, True)
    assert said(switch, 10_000 * MS) == [STUCK]


def test_a_lid_may_stay_open_for_ever():
    switch = button(hold_us=60 * MS, rearm_us=0, stuck_us=None)
    switch.edge(0, True)
    assert said(switch, 60 * MS) == [PRESSED]
    assert switch.wait_us(60 * MS) is None
    assert said(switch, 10**9) == []


def test_a_level_during_blanking_must_hold_anew_afterwards_G16():
    switch = button()
    switch.edge(0, True)
    switch.blank(10 * MS, 20 * MS)
    assert said(switch, 54 * MS) == []
    assert said(switch, 55 * MS) == [PRESSED]


def test_a_spike_while_the_motor_switches_is_no_press_G16():
    switch = button()
    switch.blank(0, 20 * MS)
    switch.edge(1 * MS, True)
    switch.edge(21 * MS, False)
    assert said(switch, 500 * MS) == []


def test_a_shorter_blanking_does_not_end_a_longer_one():
    switch = button()
    switch.blank(0, 100 * MS)
    switch.blank(10 * MS, 20 * MS)
    switch.edge(40 * MS, True)
    assert said(switch, 124 * MS) == []
    assert said(switch, 125 * MS) == [PRESSED]


def test_an_edge_lost_or_reported_twice_neither_makes_nor_eats_a_press_G4():
    switch = button()
    switch.edge(0, True)
    switch.edge(10 * MS, True)  # again, or the release between them was lost
    assert said(switch, 25 * MS) == [PRESSED]
    switch.edge(300 * MS, False)  # read again, a while after the release
    assert said(switch, 325 * MS) == [RELEASED]


def test_it_asks_to_be_polled_before_a_wrapping_clock_forgets():
    switch = Debounce(pico)
    switch.start(WRAP - 5, False)
    switch.blank(WRAP - 5, 20 * MS)
    t = WRAP - 5
    while (wait := switch.wait_us(t % WRAP)) is not None:
        t += wait
        assert said(switch, t % WRAP) == []
    t += WRAP * 3 // 4
    switch.edge(t % WRAP, True)
    assert said(switch, (t + 25 * MS) % WRAP) == [PRESSED]


@given(
    st.lists(st.tuples(st.integers(0, 120 * MS), st.booleans()), max_size=40),
    st.integers(0, WRAP - 1),
)
def test_presses_and_releases_alternate_and_a_wrapping_clock_sees_the_same(steps, origin):
    plain, wrapped = Debounce(host, stuck_us=200 * MS), Debounce(pico, stuck_us=200 * MS)
    plain.start(0, False)
    wrapped.start(origin, False)
    t, heard, same = 0, [], []
    for gap, down in steps:
        t += gap
        plain.edge(t, down)
        wrapped.edge((t + origin) % WRAP, down)
        heard += said(plain, t)
        same += said(wrapped, (t + origin) % WRAP)
        assert plain.wait_us(t) == wrapped.wait_us((t + origin) % WRAP)
    assert heard == same
    downs = [what for what in heard if what != STUCK]
    assert all(what == PRESSED for what in downs[::2])
    assert all(what in (RELEASED, FREED) for what in downs[1::2])


@given(st.lists(st.integers(1, 24 * MS), max_size=60))
def test_what_never_holds_is_never_said(gaps):
    switch = button()
    t = 0
    for i, gap in enumerate(gaps):
        t += gap
        switch.edge(t, i % 2 == 0)
        assert said(switch, t) == []


@pytest.mark.parametrize("late", [0, 1, 40 * MS, 3000 * MS])
def test_waiting_as_told_and_polling_late_both_say_the_press(late):
    switch = button()
    switch.edge(0, True)
    wait = switch.wait_us(0)
    assert wait is not None
    assert said(switch, wait + late) == [PRESSED]
