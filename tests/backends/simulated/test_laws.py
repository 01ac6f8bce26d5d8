"""What holds whatever motor, hands and faults do, in whatever order."""

import random
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from uno_launcher.backends.simulated.faults import FAULTS
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.world import Edge, World

HANDS = ("press", "open_lid", "close_lid", "take_card")
DRIVES = ((1, 100, False), (1, 60, False), (1, 35, False), (-1, 60, False), (0, 0, True), (0, 0, False))

steps = st.tuples(
    st.integers(0, 400_000),
    st.one_of(
        st.sampled_from(DRIVES),
        st.sampled_from(DRIVES),
        st.sampled_from(HANDS),
        st.tuples(st.sampled_from(sorted(FAULTS)), st.booleans()),
        st.integers(0, 30),
        st.booleans(),
    ),
)
scripts = st.lists(steps, max_size=25)


def troubled(seed: int) -> Physics:
    """Any launcher, with doubles, slips and jams by chance."""
    return replace(Physics.drawn(random.Random(seed)), double_pct=20, slip_pct=15, jam_pct=5)


def act(world: World, t_us: int, what: object) -> None:
    match what:
        case bool():
            world.emitter(t_us, what)
        case int():
            world.reload(what, t_us)
        case str():
            getattr(world, what)(t_us)
        case (str(name), bool(on)):
            world.fault(name, on, t_us)
        case (direction, duty, brake):
            world.motor(t_us, direction, duty, brake)


def play(seed: int, script: list[tuple[int, object]], step_us: int | None = None) -> tuple[World, list[Edge]]:
    """Run a script, letting time pass from step to step at once or `step_us` at a time."""
    world = World(random.Random(seed), troubled(seed), hopper=20)
    edges: list[Edge] = []
    t_us = 0
    for wait_us, what in [*script, (1_000_000, (0, 0, True))]:
        if step_us:
            for between in range(t_us, t_us + wait_us, step_us):
                world.next_us()
                edges += world.advance(between)
        t_us += wait_us
        act(world, t_us, what)
    edges += world.advance(t_us + 1_000_000)
    return world, edges


@given(st.integers(0, 2**32), scripts)
def test_cards_are_conserved(seed, script):
    world, _ = play(seed, script)
    truth = world.truth
    assert truth.in_hopper + truth.in_slot + truth.cards_out == truth.loaded
    assert min(truth.in_hopper, truth.in_slot, truth.cards_out) >= 0
    assert truth.sticking <= truth.in_slot
    assert len(truth.out_us) == truth.cards_out
    assert truth.out_us == sorted(truth.out_us)
    assert all(0 < overlap <= 1 for overlap in truth.overlaps)


@given(st.integers(0, 2**32), scripts)
def test_each_sensor_tells_changes_only_in_the_order_of_time(seed, script):
    world, edges = play(seed, script)
    assert [edge.t_us for edge in edges] == sorted(edge.t_us for edge in edges)
    for sensor in ("beam", "button", "lid", "hopper"):
        levels = [edge.level for edge in edges if edge.sensor == sensor]
        assert levels == [bool(n % 2) ^ levels[0] for n in range(len(levels))]
        if levels:
            assert world.level(sensor) == levels[-1]


@given(st.integers(0, 2**32), scripts)
def test_once_the_motor_is_off_everything_comes_to_rest(seed, script):
    world, _ = play(seed, script)
    assert world.next_us() is None
    if not world.faults & {"dead_beam", "dark_beam", "sunlight"} and not any(
        isinstance(what, bool) for _, what in script
    ):
        assert world.level("beam") == (world.truth.sticking > 0)
    assert world.level("hopper") == (world.truth.in_hopper == 0)


@given(st.integers(0, 2**32), scripts)
def test_the_same_seed_gives_the_same_story(seed, script):
    one, other = play(seed, script), play(seed, script)
    assert one[1] == other[1]
    assert one[0].truth == other[0].truth


@settings(deadline=None)
@given(st.integers(0, 2**32), scripts, st.integers(200, 50_000))
def test_the_size_of_the_steps_changes_nothing(seed, script, step_us):
    at_once, stepped = play(seed, script), play(seed, script, step_us)
    assert at_once[1] == stepped[1]
    assert at_once[0].truth == stepped[0].truth
    assert at_once[0].motor_history == stepped[0].motor_history


@example(0, [(0, "open_lid"), (0, "press")])  # the order of what happens at one instant
@given(st.integers(0, 2**32), scripts)
def test_jumping_from_event_to_event_changes_nothing(seed, script):
    _, at_once = play(seed, script)
    world = World(random.Random(seed), troubled(seed), hopper=20)
    edges: list[Edge] = []
    t_us = 0
    for wait_us, what in [*script, (1_000_000, (0, 0, True))]:
        t_us += wait_us
        while (due := world.next_us()) is not None and due <= t_us:
            edges += world.advance(due)
        act(world, t_us, what)
    assert edges + world.advance(t_us + 1_000_000) == at_once
