"""Every fault does what its sentence says."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from uno_launcher.backends.feeder import EXTRA_BUTTONS
from uno_launcher.backends.simulated.faults import FAULTS, ONCE
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.world import World
from uno_launcher.errors import UsageError


def levels(world: World, t_us: int, sensor: str = "beam") -> list[bool]:
    return [edge.level for edge in world.advance(t_us) if edge.sensor == sensor]


def run(world: World, t_us: int, lasts_us: int = 500_000) -> list[bool]:
    world.motor(t_us, 1, 60)
    seen = levels(world, t_us + lasts_us)
    world.motor(t_us + lasts_us, 0, 0, True)
    return seen


def test_an_unknown_fault_is_refused_with_the_known_names(rng):
    with pytest.raises(UsageError, match=r"no fault 'jamm'; known ones are .*jam.*weak_spring"):
        World(rng).fault("jamm")


def test_what_each_fault_does_is_one_sentence():
    assert set(FAULTS) >= ONCE
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in FAULTS.values())


def test_double_is_for_the_next_card_only(rng, exact):
    world = World(rng, exact, faults=["double"])
    run(world, 0)
    assert len(world.truth.overlaps) == 1
    assert 0.05 <= world.truth.overlaps[0] <= 1
    assert world.truth.troubles[0][1] == "double"
    world.fault("double")
    world.fault("double", on=False)
    run(world, 1_000_000)
    assert len(world.truth.overlaps) == 1


def test_slip_delays_the_next_card(rng, exact):
    world = World(rng, exact, faults=["slip"])
    world.motor(0, 1, 60)
    first = world.advance(2_000_000)[0].t_us
    # at least 150 mm more than the 62 mm that it would need anyway, at 87 mm in 35 ms
    assert first > (62 + 150) / 87 * 35_000
    assert [name for _, name in world.truth.troubles] == ["slip"]


def test_a_slip_is_on_record_when_the_roller_turns_under_the_card_and_not_before(rng, exact):
    world = World(rng, exact, faults=["slip"])
    world.advance(1_000_000)
    assert world.truth.troubles == []
    world.motor(1_000_000, 1, 60)
    assert world.truth.troubles == [(1_000_000, "slip")]


def test_a_slip_ends_sooner_by_reversing(exact):
    took = {}
    for reverse in (False, True):
        world = World(random.Random(1), replace(exact, free_pct=100, slip_min_mm=2000), faults=["slip"])
        world.motor(0, 1, 60)
        if reverse:
            world.motor(100_000, -1, 60)
            world.motor(150_000, 1, 60)
        took[reverse] = world.advance(2_000_000)[0].t_us
    assert took[True] < 200_000 < took[False]


def test_a_slip_on_the_way_stretches_the_card(exact):
    stretched = 0
    for seed in range(40):
        world = World(random.Random(seed), replace(exact, slip_pct=100, hitch_pct=100), hopper=1)
        world.motor(0, 1, 60)
        up, down = (edge.t_us for edge in world.advance(1_000_000) if edge.sensor == "beam")
        assert world.truth.troubles[0][1] == "slip"
        assert world.truth.cards_out == 1
        stretched += down - up > 36_000
    assert stretched > 25  # the others slipped before the beam


def test_jam_holds_the_next_card_in_the_beam_until_the_lid_was_opened(rng, exact):
    world = World(rng, replace(exact, free_pct=0), faults=["jam"])
    assert run(world, 0) == [True]
    world.motor(600_000, -1, 60)
    world.motor(800_000, 1, 60)
    assert levels(world, 2_000_000) == []
    assert [name for _, name in world.truth.troubles] == ["jam"]
    world.motor(2_000_000, 0, 0)
    world.open_lid(2_100_000)
    world.close_lid(2_200_000)
    assert levels(world, 2_300_000) == [False]
    assert len(run(world, 3_000_000)) > 2


def test_jam_catches_the_card_on_the_roller_at_once(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 60)
    world.advance(26_000)  # its nose has just reached the beam
    world.fault("jam")
    assert levels(world, 1_000_000) == []
    assert world.truth.in_slot == 1


def test_a_jam_comes_free_by_reversing_with_the_published_chance(exact):
    freed = 0
    for seed in range(400):
        world = World(random.Random(seed), exact, faults=["jam"])
        run(world, 0, 200_000)
        world.motor(300_000, -1, 60)
        world.motor(400_000, 1, 60)
        world.advance(600_000)
        freed += world.truth.cards_out > 0
    assert 160 < freed < 240  # free_pct is 50


def test_a_twitch_too_short_frees_nothing(exact):
    for seed in range(20):
        world = World(random.Random(seed), replace(exact, free_pct=100), faults=["jam"])
        run(world, 0, 200_000)
        world.motor(300_000, -1, 60)
        world.motor(305_000, 1, 60)  # 12 mm; it takes 15
        world.advance(600_000)
        assert world.truth.cards_out == 0


def test_hopper_end_leaves_none_to_three_cards(exact):
    left = set()
    for seed in range(40):
        world = World(random.Random(seed), exact, faults=["hopper_end"])
        left.add(world.truth.in_hopper)
        world.motor(0, 1, 60)
        world.advance(1_000_000)
        assert world.truth.cards_out == world.truth.loaded
        assert world.truth.in_hopper == 0
    assert left == {0, 1, 2, 3}


def test_a_weak_spring_lets_two_cards_in_five_slip(rng, exact):
    world = World(rng, exact, hopper=400)
    world.fault("weak_spring")
    world.motor(0, 1, 60)
    world.advance(300_000_000)
    slips = sum(name == "slip" for _, name in world.truth.troubles)
    assert slips / world.truth.cards_out == pytest.approx(0.4, abs=0.06)
    world.fault("weak_spring", on=False)
    world.reload(200)
    before = len(world.truth.troubles)
    world.advance(400_000_000)
    assert len(world.truth.troubles) <= before + 1  # the one that was already waiting


def test_tired_cells_slow_the_cards_down():
    widths = {}
    for tired in (False, True):
        world = World(random.Random(3), replace(Physics(), chatter_pct=0, spread_pct=0))
        world.fault("sag", tired)
        world.motor(0, 1, 60)
        edges = [edge.t_us for edge in world.advance(2_000_000) if edge.sensor == "beam"]
        widths[tired] = edges[-1] - edges[-2] if len(edges) % 2 == 0 else edges[-2] - edges[-3]
    # At 60 % duty 60 % of the sag is felt in the end, and friction takes 12 of what is left.
    assert widths[True] / widths[False] == pytest.approx((60 * 0.964 - 12) / (60 * 0.802 - 12), rel=0.02)


def test_a_dead_motor_does_not_turn_until_it_is_mended(rng, exact):
    world = World(rng, exact, faults=["dead_motor"])
    world.motor(0, 1, 60)
    assert levels(world, 1_000_000) == []
    world.fault("dead_motor", on=False)
    assert len(levels(world, 1_500_000)) > 2


def test_chatter_bounces_every_edge():
    world = World(random.Random(2), replace(Physics(), chatter_pct=0, gap_min_mm=50, gap_max_mm=50))
    assert len(run(world, 0)) < 20
    world.fault("chatter")
    cards = world.truth.cards_out
    seen = run(world, 2_000_000)
    cards = world.truth.cards_out - cards
    assert len(seen) >= 2 * 3 * (cards - 1)


def test_spikes_are_shorter_than_a_millisecond_and_follow_half_the_edges(rng, exact):
    world = World(rng, exact, faults=["spikes"])
    world.motor(0, 1, 60)
    edges = [edge for edge in world.advance(4_000_000) if edge.sensor == "beam"]
    widths = [later.t_us - edge.t_us for edge, later in pairwise(edges)]
    spikes = sum(width <= 600 for width in widths)
    assert spikes / (2 * world.truth.cards_out) == pytest.approx(0.5, abs=0.15)
    assert all(width <= 600 or width >= 1_500 for width in widths)


@pytest.mark.parametrize("fault", ["lost_edges", "repeated_edges"])
def test_faults_of_telling_leave_the_levels_as_they_are(fault):
    # What they do to the telling is in test_simulation.
    one, other = World(random.Random(5)), World(random.Random(5), faults=[fault])
    assert run(one, 0) == run(other, 0)


def test_a_dead_beam_stays_as_it_is(rng, exact):
    world = World(rng, exact, faults=["dead_beam"])
    assert run(world, 0) == []
    world.emitter(600_000, False)
    assert levels(world, 700_000) == []
    world.fault("dead_beam", on=False)
    assert levels(world, 700_000) == [True]  # the emitter is off


def test_a_dark_beam_reads_blocked(rng, exact):
    world = World(rng, exact, faults=["dark_beam"])
    assert levels(world, 0) == [True]
    assert run(world, 0) == []


def test_sunlight_reads_clear_with_a_card_and_with_the_emitter_off(rng, exact):
    world = World(rng, exact)
    world.motor(0, 1, 60)
    assert levels(world, 30_000) == [True]
    world.fault("sunlight")
    world.emitter(30_000, False)
    assert levels(world, 1_000_000) == [False]


def test_a_stuck_button_stays_down_until_it_is_mended(rng, exact):
    world = World(rng, exact, faults=["stuck_button"])
    assert levels(world, 1_000, "button") == []
    world.press(2_000, hold_us=50_000)
    assert levels(world, 60_000_000, "button") == [True]
    world.fault("stuck_button", on=False)
    assert levels(world, 60_000_000, "button") == [False]


def test_a_bouncing_button_bounces_for_up_to_81_ms_g16():
    lasts = []
    for seed in range(50):
        world = World(random.Random(seed), faults=["bouncing_button"])
        world.press(0, hold_us=1_000_000)
        edges = world.advance(900_000)
        assert edges[-1].level
        lasts.append(edges[-1].t_us)
    assert 60_000 < max(lasts) <= 81_000


def test_noise_makes_spikes_on_all_buttons_and_nothing_else_when_the_motor_is_switched_g16(rng, exact):
    world = World(rng, exact, faults=["noise"])
    assert levels(world, 10_000, "button") == []
    world.motor(10_000, 1, 60)
    edges = world.advance(30_000)
    assert {edge.sensor for edge in edges} == {"button", *EXTRA_BUTTONS}
    for name in ("button", *EXTRA_BUTTONS):
        button = [edge for edge in edges if edge.sensor == name]
        assert button[-1].level is False
        assert button[0].t_us > 10_000
        assert button[-1].t_us <= 28_000


def test_every_fault_has_its_test_here():
    import inspect
    import sys

    source = inspect.getsource(sys.modules[__name__])
    assert [name for name in FAULTS if f'"{name}"' not in source] == []
