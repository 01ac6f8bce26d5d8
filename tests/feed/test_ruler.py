from uno_launcher.feed.ruler import Ruler
from uno_launcher.feed.timing import Timing

TRANSIT = 35_000
WIDE = TRANSIT * 108 // 100
"""Wide for one card, but one may be."""


def ruler(jumps: bool = False) -> Ruler:
    return Ruler(Timing(), can_brake=True, jumps=jumps)


def test_a_way_is_the_nearest_number_of_cards():
    assert [ruler().cards(TRANSIT * tenths // 10) for tenths in (3, 10, 14, 16, 24, 26)] == [1, 1, 1, 2, 2, 3]


def test_a_wide_card_that_passed_at_full_speed_is_single():
    assert ruler().single(WIDE, WIDE, 0)


def test_while_nobody_knows_how_quickly_it_starts_a_wide_card_in_the_start_may_be_two():
    learning = ruler()
    in_the_start = (WIDE, WIDE + 2_000, 0)
    assert not learning.single(*in_the_start)
    for _ in range(4):
        learning.learn(TRANSIT, TRANSIT + 2_000, 0)
    assert learning.single(*in_the_start)


def test_while_nobody_knows_how_it_stops_a_wide_card_in_the_stop_may_be_two():
    learning = ruler()
    in_the_stop = (WIDE, WIDE, 9_000)
    assert not learning.single(*in_the_stop)
    for _ in range(20):
        learning.learn(TRANSIT, TRANSIT, 9_000)
    assert learning.single(*in_the_stop)


def test_where_the_speed_may_jump_only_the_quickest_counts_and_nothing_is_learned():
    recording = ruler(jumps=True)
    assert recording.single(TRANSIT // 2, TRANSIT, 0)
    assert not recording.single(TRANSIT, TRANSIT * 12 // 10, 0)
    recording.learn(TRANSIT * 11 // 10, TRANSIT * 11 // 10, 0)
    assert recording.transit_us == TRANSIT


def test_the_average_of_the_launchers_own_cards_becomes_the_measure_within_5_percent():
    learning = ruler()
    for _ in range(100):
        learning.learn(TRANSIT * 103 // 100, TRANSIT * 103 // 100, 0)
    assert abs(learning.transit_us - TRANSIT * 103 // 100) < TRANSIT // 200
    for _ in range(1000):
        learning.learn(TRANSIT * 14 // 10, TRANSIT * 14 // 10, 0)
    assert learning.transit_us == TRANSIT * 105 // 100
