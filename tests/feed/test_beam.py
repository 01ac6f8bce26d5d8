import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.feed.beam import Beam
from uno_launcher.feed.timing import Timing

MS = 1000
TRANSIT = 35 * MS
WRAP = 1 << 30


def host(a: int, b: int) -> int:
    return a - b


def pico(a: int, b: int) -> int:
    return ((a - b + WRAP // 2) & (WRAP - 1)) - WRAP // 2


def running(diff=host, t: int = 0, **settings: int) -> Beam:
    """A beam whose motor has been at full speed for a while by `t`; nothing of it sags."""
    beam = Beam(Timing(sag_pct=0, **settings), diff)
    start = (t - 500 * MS) % WRAP if diff is pico else t - 500 * MS
    beam.start(start, False)
    beam.motor(start, 1, 60)
    beam.tick(t)
    return beam


def shade(beam: Beam, t: int, width: int) -> int:
    """The beam is blocked from `t` for `width`; a while later it's clear. Returns that time."""
    beam.edge(t, True)
    beam.edge(t + width, False)
    beam.tick(t + width + 5 * MS)
    return t + width + 5 * MS


def test_a_transit_is_one_card_and_certain():
    beam = running()
    shade(beam, 0, TRANSIT)
    assert (beam.cards, beam.certain, beam.doubles, beam.ignored) == (1, True, 0, 0)


@pytest.mark.parametrize("pct", range(88, 113, 4))
def test_cards_differ_by_a_few_percent_and_stay_certain(pct):
    beam = running()
    shade(beam, 0, TRANSIT * pct // 100)
    assert (beam.cards, beam.certain) == (1, True)


@pytest.mark.parametrize("pct", range(120, 200, 4))
def test_two_cards_that_overlap_by_up_to_three_quarters_are_never_one_for_certain(pct):
    beam = running()
    shade(beam, 0, TRANSIT * pct // 100)
    assert not beam.certain
    assert beam.cards == (1 if pct < 150 else 2)


def test_a_count_of_several_is_the_nearest_whole_number_and_a_double():
    beam = running()
    shade(beam, 0, TRANSIT * 27 // 10)
    assert (beam.cards, beam.certain, beam.doubles) == (3, False, 1)


def test_shorter_than_a_quarter_of_a_transit_is_no_card():
    beam = running()
    shade(beam, 0, TRANSIT // 4 - 1)
    assert (beam.cards, beam.certain, beam.ignored) == (0, True, 1)


def test_half_a_card_is_counted_but_not_for_certain():
    beam = running()
    shade(beam, 0, TRANSIT // 2)
    assert (beam.cards, beam.certain) == (1, False)


def test_chatter_is_bridged_and_its_first_edge_is_the_cards():
    beam = running()
    t = 0
    for level in (True, False, True, False, True):
        beam.edge(t, level)
        t += 300
    for i in range(20):
        beam.edge(TRANSIT + 300 * i, i % 2 == 1)
    beam.edge(TRANSIT + 300 * 20, False)
    beam.tick(TRANSIT + 20 * MS)
    assert (beam.cards, beam.certain) == (1, True)


def test_a_gap_longer_than_chatter_parts_two_cards():
    beam = running()
    shade(beam, 0, TRANSIT - 4 * MS)
    shade(beam, TRANSIT, TRANSIT)
    assert (beam.cards, beam.certain) == (2, True)


def test_a_card_is_not_counted_before_its_end_is_sure():
    beam = running()
    beam.edge(0, True)
    beam.edge(TRANSIT, False)
    wait = beam.wait_us(TRANSIT)
    assert wait == Timing().bridge_us
    beam.tick(TRANSIT + wait - 1)
    assert beam.cards == 0
    beam.tick(TRANSIT + wait)
    assert beam.cards == 1


def test_a_card_that_is_stretched_by_the_start_is_one_for_certain():
    beam = Beam(Timing(), host)
    beam.start(0, False)
    beam.motor(0, 1, 60)
    beam.edge(5 * MS, True)
    # It moves as the roller gets up to speed: a transit's way takes 57 ms from there.
    beam.edge(62 * MS, False)
    beam.tick(80 * MS)
    assert (beam.cards, beam.certain) == (1, True)


def test_as_wide_a_one_at_full_speed_is_a_double():
    beam = running()
    shade(beam, 0, 57 * MS)
    assert (beam.cards, beam.certain) == (2, False)


def test_a_card_that_is_stretched_by_the_slow_speed_is_one_for_certain():
    beam = running()
    beam.motor(0, 1, 45)
    shade(beam, 200 * MS, TRANSIT * 48 // 33)
    assert (beam.cards, beam.certain) == (1, True)


def test_where_the_speed_may_jump_a_stretched_card_is_not_certain():
    beam = Beam(Timing(), host, jumps=True)
    beam.start(0, False)
    beam.motor(0, 1, 60)
    beam.edge(5 * MS, True)
    beam.edge(62 * MS, False)
    beam.tick(80 * MS)
    assert not beam.certain


def test_edges_in_reverse_add_nothing():
    beam = Beam(Timing(), host)
    beam.start(0, False)
    beam.motor(0, -1, 60)
    shade(beam, 100 * MS, TRANSIT)
    assert (beam.cards, beam.certain, beam.ignored) == (0, True, 1)


def test_a_nose_that_coasts_in_and_is_pulled_back_is_no_card():
    beam = running()
    beam.motor(0, 0, 0)
    beam.edge(5 * MS, True)
    beam.motor(100 * MS, -1, 60)
    beam.edge(150 * MS, False)
    beam.tick(160 * MS)
    assert (beam.cards, beam.certain, beam.ignored) == (0, True, 1)


def test_a_card_that_coasts_out_is_one():
    beam = running()
    beam.edge(0, True)
    beam.motor(33 * MS, 0, 0)
    beam.edge(36 * MS, False)
    beam.tick(60 * MS)
    assert (beam.cards, beam.certain) == (1, True)


def test_what_sticks_out_at_the_end_is_counted():
    beam = running()
    beam.motor(0, 0, 0)
    beam.edge(10 * MS, True)
    assert beam.finish(500 * MS) == (1, True)
    assert (beam.card_out, beam.jam) == (True, False)


def test_over_what_sticks_out_further_a_second_card_may_lie():
    beam = running()
    beam.edge(0, True)
    beam.motor(1 * MS, 0, 0)
    assert beam.finish(500 * MS) == (1, False)


def test_what_should_be_out_and_still_sticks_may_be_the_second_of_two():
    beam = running()
    beam.edge(0, True)
    beam.motor(25 * MS, 0, 0)
    assert beam.finish(500 * MS) == (1, False)


def test_what_blocks_while_the_motor_runs_to_the_end_is_counted_without_certainty():
    beam = running()
    beam.edge(0, True)
    assert beam.finish(20 * MS) == (1, False)
    assert not beam.card_out


def test_blocked_while_the_motor_pulls_is_a_jam():
    beam = running()
    beam.edge(0, True)
    assert beam.wait_us(0) == 250 * MS
    beam.tick(250 * MS - 1)
    assert not beam.stuck(250 * MS - 1)
    beam.tick(250 * MS)
    assert (beam.stuck(250 * MS), beam.jam, beam.certain) == (True, True, False)
    beam.edge(700 * MS, False)
    beam.tick(710 * MS)
    assert (beam.cards, beam.doubles) == (1, 0)


def test_blocked_at_rest_is_no_jam():
    beam = running()
    beam.edge(0, True)
    beam.motor(10 * MS, 0, 0)
    beam.tick(5000 * MS)
    assert not beam.jam


def test_a_lost_tail_is_found_by_reading_the_level_and_costs_certainty_G4():
    beam = running()
    beam.edge(0, True)
    beam.level(30 * MS, True)
    beam.level(40 * MS, False)
    assert beam.blocked
    beam.level(42 * MS, False)
    beam.tick(50 * MS)
    assert (beam.cards, beam.certain) == (1, False)


def test_a_lost_nose_is_found_too_G4():
    beam = running()
    beam.level(10 * MS, True)
    beam.level(12 * MS, True)
    beam.edge(35 * MS, False)
    beam.tick(50 * MS)
    assert (beam.cards, beam.certain) == (1, False)


def test_a_level_read_before_its_edge_is_told_changes_nothing_G4():
    beam = running()
    beam.level(10, True)
    beam.edge(0, True)
    beam.edge(TRANSIT, False)
    beam.tick(TRANSIT + 5 * MS)
    assert (beam.cards, beam.certain) == (1, True)


def test_an_edge_told_late_has_its_own_time():
    for late_nose, late_tail in ((10 * MS, 0), (0, 10 * MS)):
        beam = running()
        beam.tick(late_nose)
        beam.edge(0, True)
        beam.tick(TRANSIT + late_tail)
        beam.edge(TRANSIT, False)
        beam.tick(TRANSIT + 20 * MS)
        assert (beam.cards, beam.certain) == (1, True)


def test_an_edge_told_twice_changes_nothing_G4():
    beam = running()
    for t, level in ((0, True), (40, True), (TRANSIT, False), (TRANSIT + 40, False)):
        beam.edge(t, level)
    beam.tick(TRANSIT + 10 * MS)
    assert (beam.cards, beam.certain) == (1, True)


def test_a_second_nose_without_a_tail_between_is_a_second_card_G4():
    beam = running()
    beam.edge(0, True)
    shade(beam, 60 * MS, TRANSIT)
    assert (beam.cards, beam.certain) == (2, False)


def test_a_second_tail_without_a_nose_between_is_a_second_card_G4():
    beam = running()
    t = shade(beam, 0, TRANSIT)
    beam.edge(t + 60 * MS, False)
    assert (beam.cards, beam.certain) == (2, False)


def test_a_second_tail_in_reverse_is_none():
    beam = Beam(Timing(), host)
    beam.start(0, False)
    beam.motor(0, -1, 60)
    beam.edge(100 * MS, False)
    assert beam.cards == 0


def test_what_blocks_it_from_the_start_is_counted_without_certainty_when_it_comes_out():
    beam = Beam(Timing(), host)
    beam.start(0, True)
    beam.motor(0, 1, 60)
    beam.edge(60 * MS, False)
    beam.tick(70 * MS)
    assert (beam.cards, beam.certain) == (1, False)


edges = st.lists(st.tuples(st.integers(0, 60 * MS), st.booleans()), max_size=60)


@given(edges, st.integers(0, WRAP - 1))
def test_a_wrapping_clock_counts_the_same(steps, origin):
    plain, wrapped = running(), running(pico, origin)
    t = 0
    for gap, level in steps:
        t += gap
        plain.edge(t, level)
        wrapped.edge((t + origin) % WRAP, level)
        assert plain.wait_us(t) == wrapped.wait_us((t + origin) % WRAP)
    assert plain.finish(t + 500 * MS) == wrapped.finish((t + origin + 500 * MS) % WRAP)
    assert (plain.doubles, plain.ignored) == (wrapped.doubles, wrapped.ignored)


@given(edges)
def test_the_count_never_falls_and_what_is_uncertain_stays_so(steps):
    beam = running()
    t, cards, certain = 0, 0, True
    for gap, level in steps:
        t += gap
        beam.edge(t, level)
        assert beam.cards >= cards
        assert certain or not beam.certain
        cards, certain = beam.cards, beam.certain


@given(edges)
def test_asking_for_the_time_in_between_changes_no_verdict(steps):
    asked, left = running(), running()
    t = 0
    for gap, level in steps:
        for part in range(1, 4):
            asked.tick(t + gap * part // 4)
        t += gap
        asked.edge(t, level)
        left.edge(t, level)
    assert asked.finish(t + 500 * MS)[0] == left.finish(t + 500 * MS)[0]
