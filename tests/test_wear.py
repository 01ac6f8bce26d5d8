"""How a launcher does over the months, from its log."""

from dataclasses import replace

from uno_launcher.store import Launch
from uno_launcher.wear import FEWEST, RECENT, wear

ONE = Launch(
    number=1,
    accepted_at="",
    clock_unset=False,
    profile="fair",
    ordered=2,
    at_most=None,
    counted=2,
    certain=True,
    ended="done",
    note="",
    state="ready",
    difference="",
    doubles=0,
    slips=0,
    card_times_ms=(),
    motor_ms=120,
    hopper_before=50,
    hopper_from="counting",
    hopper=48,
    hopper_adjusted=0,
    interrupted=False,
)


def press(day: int = 1, ended: str = "done", times: tuple[int, ...] = (60, 95), **changes: object) -> Launch:
    at = f"2026-05-{day:02}T12:00:00.000Z"
    return replace(ONE, accepted_at=at, ended=ended, card_times_ms=times, counted=len(times), **changes)


def test_a_log_that_is_empty():
    found = wear([])
    assert (found.presses, found.jams_per_100, found.days, found.advice) == (0, 0.0, [], "")


def test_everything_is_added_up():
    found = wear([press(), press(ended="jam", times=(60,)), press(times=()), press(2)])
    assert (found.presses, found.launches, found.cards, found.jams, found.jams_per_100) == (4, 3, 5, 1, 25.0)
    assert [(day.day, day.presses, day.jams) for day in found.days] == [
        ("2026-05-01", 3, 1),
        ("2026-05-02", 1, 0),
    ]


def test_a_card_takes_as_long_as_from_one_to_the_next_without_rests():
    [day] = wear([press(times=(90, 125, 160, 760, 795, 831))]).days
    assert day.card_ms == 35
    [day] = wear([press(times=(90,)), press(times=())]).days
    assert day.card_ms is None


def test_what_isnt_over_counts_for_nothing():
    assert wear([press(ended=""), press()]).presses == 1


def test_a_clock_that_wasnt_set_has_no_day():
    found = wear([press(clock_unset=True), press(3)])
    assert (found.presses, [day.day for day in found.days]) == (2, ["2026-05-03"])


def test_jams_ask_for_a_clean_roller():
    fine = [press()] * 97
    assert wear([*fine, *[press(ended="jam")] * 3]).advice == ""
    assert wear([*fine[1:], *[press(ended="jam")] * 4]).advice == (
        "4 of the last 100 presses jammed: clean the roller with a cloth and rubbing alcohol."
    )
    assert wear([press(ended="jam")] * (FEWEST - 1)).advice == ""


def test_jams_of_long_ago_are_forgotten():
    assert wear([*[press(ended="jam")] * 50, *[press()] * RECENT]).advice == ""


def test_slower_cards_ask_for_it_soon():
    before, slower, slow = [press()] * RECENT, press(times=(60, 103)), press(times=(60, 109))
    assert wear([*before, *[slower] * RECENT]).advice == ""
    assert wear([*before, *[slow] * RECENT]).advice == (
        "Cards take 40 % longer than they used to: clean the roller soon, or put in fresh cells."
    )
    assert wear([slow] * RECENT).advice == ""
