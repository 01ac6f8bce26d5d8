"""Cards, roller and beam, against hand calculation.

At the exact launcher's run duty a card moves 87 mm in 35 ms. The beam is 12 mm in front of the roller.
"""

import random
from dataclasses import replace

import pytest

from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.world import Edge, MotorChange, World

SPEED = 87 / 35


def us(mm: float) -> int:
    """Time for a way at full speed."""
    return round(mm / SPEED * 1000)


def near(*times_us: int) -> object:
    return pytest.approx(times_us, abs=3)


def beam(world: World, t_us: int) -> list[tuple[int, bool]]:
    return [(edge.t_us, edge.level) for edge in world.advance(t_us) if edge.sensor == "beam"]


def times(world: World, t_us: int) -> list[int]:
    return [t for t, _ in beam(world, t_us)]


def test_a_card_blocks_the_beam_from_its_nose_to_its_tail(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 60)
    # gripped after 50 mm, in the beam 12 mm further, out 87 mm after that
    edges = beam(world, us(150))
    assert [level for _, level in edges] == [True, False]
    assert [t for t, _ in edges] == near(us(62), us(149))
    assert world.truth.out_us == [edges[1][0]]


def test_the_next_card_follows_when_the_roller_is_free_and_has_turned_on(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 60)
    assert times(world, us(450)) == near(us(62), us(149), us(199), us(286), us(336), us(423))


def test_a_half_overlapped_double_is_half_a_card_longer(rng, exact):
    world = World(rng, exact)
    world.double(0.5)
    world.motor(0, 1, 60)
    assert times(world, us(200)) == near(us(62), us(149 + 43.5))
    assert world.truth.cards_out == 2
    assert world.truth.overlaps == pytest.approx([0.5], abs=1e-3)
    assert [name for _, name in world.truth.troubles] == ["double"]


def test_a_complete_double_looks_like_one_card(rng, exact):
    world = World(rng, exact)
    world.double(1.0)
    world.motor(0, 1, 60)
    assert times(world, us(150)) == near(us(62), us(149))
    assert world.truth.cards_out == 2
    assert world.truth.overlaps == [1.0]


def test_a_card_whose_tail_has_left_the_roller_flies_on_when_the_motor_stops(rng, exact):
    world = World(rng, replace(exact, flight_mm_ms2=0.003))
    world.motor(0, 1, 60)
    world.advance(us(139))
    world.motor(us(139), 0, 0, True)  # the tail left the roller at 137 mm
    out_us = times(world, us(200))[-1]
    assert world.truth.cards_out == 1
    assert us(149) < out_us < us(150)  # slowed down a little


def test_a_card_on_the_roller_stops_with_it_and_sticks_out(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 60)
    world.motor(us(100), 0, 0, True)
    assert [level for _, level in beam(world, 1_000_000)] == [True]
    assert (world.truth.sticking, world.truth.cards_out, world.truth.in_slot) == (1, 0, 1)
    assert world.next_us() is None


def test_a_reverse_takes_a_nose_back_into_the_hopper(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 60)
    world.motor(us(100), 0, 0, True)  # its nose is 50 mm out, 38 mm past the beam
    world.motor(500_000, -1, 60)
    assert times(world, 600_000) == near(us(62), 500_000 + us(38))
    assert (world.truth.pulled_back, world.truth.in_hopper, world.truth.in_slot) == (1, 108, 0)


def test_a_card_that_is_far_out_is_not_taken_back(rng, exact):
    world = World(rng, replace(exact, pull_min_mm=49, pull_max_mm=49))
    world.motor(0, 1, 60)
    world.motor(us(100), 0, 0, True)
    world.motor(500_000, -1, 60)
    world.motor(700_000, 0, 0)
    assert times(world, 900_000) == near(us(62))
    assert world.truth.sticking == 1


def test_a_card_that_leaves_the_roller_too_slowly_lies_in_the_beam_and_the_next_pushes_it_out(rng, exact):
    world = World(rng, replace(exact, flight_mm_ms2=10.0))  # it slides a third of a millimetre
    world.motor(0, 1, 60)
    assert times(world, us(137 + 40)) == near(us(62))
    assert world.truth.cards_out == 0
    # The next one is gripped 50 mm later and pushes; the first is out when the second's nose is in the beam.
    assert world.advance(us(137 + 50 + 13)) == []
    assert world.truth.cards_out == 1


def test_a_hand_takes_what_sticks_out(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 60)
    world.motor(us(100), 0, 0, True)
    world.take_card(500_000)
    assert beam(world, 600_000)[-1] == (500_000, False)
    assert (world.truth.cards_out, world.truth.sticking, world.truth.in_hopper) == (1, 0, 107)


def test_an_empty_hopper_feeds_nothing_and_says_so(rng, exact):
    world = World(rng, exact, hopper=1)
    world.motor(0, 1, 60)
    edges = world.advance(2_000_000)
    assert [(edge.sensor, edge.level) for edge in edges] == [
        ("hopper", True),
        ("beam", True),
        ("beam", False),
    ]
    assert world.truth.cards_out == 1
    world.reload(60)
    assert world.advance(2_100_000)[0][1:] == ("hopper", False)
    assert world.truth.cards_out == 1 + (100_000 // us(62 + 87))


def test_the_lid_opens_and_closes_and_frees_what_was_stuck(rng, exact):
    world = World(rng, exact, faults=["jam"])
    world.motor(0, 1, 60)
    world.motor(300_000, 0, 0, True)
    world.open_lid(400_000)
    world.close_lid(900_000)
    edges = world.advance(1_000_000)
    assert edges[1:] == [
        Edge(400_000, "lid", True),
        Edge(900_000, "beam", False),
        Edge(900_000, "lid", False),
    ]
    assert (world.truth.cards_out, world.truth.in_slot) == (1, 0)


def test_closing_a_closed_lid_touches_nothing(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 60)
    world.motor(us(100), 0, 0, True)
    world.close_lid(500_000)
    world.advance(600_000)
    assert world.truth.sticking == 1


def test_closing_the_lid_doesnt_catch_a_card_that_flies(rng, exact):
    world = World(rng, exact)
    world.open_lid(0)
    world.motor(0, 1, 60)
    world.close_lid(us(140))  # its tail left the roller at 137 mm
    world.advance(us(148))
    assert (world.truth.in_slot, world.truth.in_hopper) == (1, 107)
    assert times(world, us(150)) == near(us(149))


def test_the_button_goes_down_and_up(rng, exact):
    world = World(rng, exact)
    world.press(10_000, hold_us=70_000)
    assert world.next_us() == 10_000
    assert world.advance(100_000) == [Edge(10_000, "button", True), Edge(80_000, "button", False)]


def test_two_fingers_on_the_button_are_one_press(rng, exact):
    world = World(rng, exact)
    world.press(10_000, hold_us=70_000)
    world.press(50_000, hold_us=70_000)
    assert world.advance(200_000) == [Edge(10_000, "button", True), Edge(120_000, "button", False)]


def test_a_usual_button_bounces_for_at_most_5_ms():
    for seed in range(50):
        world = World(random.Random(seed))
        world.press(0, hold_us=50_000)
        edges = world.advance(40_000)
        assert edges[-1].level
        assert len(edges) > 1
        assert edges[-1].t_us <= 5_000


def test_switching_the_emitter_off_reads_blocked_a_little_later(rng, exact):
    world = World(rng, exact)
    world.emitter(1_000, False)
    assert world.advance(2_000) == [Edge(1_050, "beam", True)]
    world.emitter(3_000, True)
    assert world.advance(4_000) == [Edge(3_050, "beam", False)]


def test_the_motor_history_has_every_change_and_only_changes(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 100)
    world.motor(5, 1, 100)
    world.motor(40_000, 1, 60)
    world.motor(40_000, 0, 0, True)
    assert world.motor_history == [
        MotorChange(0, 1, 100, False),
        MotorChange(40_000, 1, 60, False),
        MotorChange(40_000, 0, 0, True),
    ]


def test_nothing_is_due_while_everything_rests(rng):
    world = World(rng)
    assert world.next_us() is None
    world.motor(0, 1, 19)  # too little to start
    assert world.next_us() is None


def test_spin_up_stretches_the_first_card():
    physics = Physics(gap_min_mm=8, gap_max_mm=8, spread_pct=0, chatter_pct=0, sag_pct=0)
    world = World(random.Random(1), physics)
    world.motor(0, 1, 60)
    t = times(world, 300_000)
    first, second, third = t[1] - t[0], t[3] - t[2], t[5] - t[4]
    assert first > 45_000
    assert second < 37_000
    assert third == pytest.approx(35_000, abs=600)


def test_most_gaps_lie_between_8_and_55_ms_and_widths_spread_by_4_percent():
    gaps, widths = [], []
    for seed in range(30):
        world = World(random.Random(seed), replace(Physics(), chatter_pct=0, sag_pct=0))
        world.motor(0, 1, 60)
        t = times(world, 1_500_000)[2:]
        widths += [up - down for down, up in zip(t[::2], t[1::2], strict=False)]
        gaps += [down - up for up, down in zip(t[1::2], t[2::2], strict=False)]
    assert min(gaps) > 0
    assert max(gaps) < 60_000
    assert sum(8_000 <= gap <= 55_000 for gap in gaps) / len(gaps) > 0.8
    mean = sum(widths) / len(widths)
    spread = (sum((width - mean) ** 2 for width in widths) / len(widths)) ** 0.5
    assert mean == pytest.approx(35_000, rel=0.01)
    assert spread / mean == pytest.approx(0.04, abs=0.006)
