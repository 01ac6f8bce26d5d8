"""Whole evenings on the phones around a table."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.evening import set_up
from tests.browser.house import SOON_MS, House, Phone
from tests.browser.radio import Radio

HOLD_BACK = """() => {
    const send = fetch;
    window.held = [];
    window.fetch = (...what) => what[0] === "/api/moves"
        ? new Promise((go) => held.push(() => go(send(...what))))
        : send(...what);
}"""
"""Moves wait on their way until somebody lets them go: both phones have tapped by then."""


@pytest.fixture
def bo(house: House, phone: Phone) -> Phone:
    """A second phone. Di has dealt, so Ann is up."""
    set_up(phone, "Ann", "Bo", "Cy", "Di", dealer="Di")
    other = house.phone()
    other.sees("Ann")
    return other


def test_an_evening_is_set_up_and_every_phone_is_there(phone, bo):
    for each in (phone, bo):
        each.sees("Ann")
        each.holds("Ann", 7)
        each.holds("Di", 7)


def test_an_evening_that_is_going_on_is_left_for_a_new_one_only_on_purpose(phone, bo):
    evening = phone.state()["evening"]
    phone.go("setup")
    phone.page.get_by_role("button", name="Deal!").click()
    phone.tap("stay")
    phone.sees("Ann")
    assert phone.state()["evening"] == evening
    phone.go("setup")
    phone.page.get_by_role("button", name="Deal!").click()
    phone.tap("leave")
    bo.is_told("A new evening began")
    bo.sees("first card")


def test_the_page_is_reached_by_a_name_as_on_a_home_network(phone):
    assert phone.page.evaluate("location.hostname") == "launcher.test"
    assert phone.page.evaluate("isSecureContext") is False


def test_a_stack_is_answered_on_two_phones_and_ends_after_who_laid_the_first_hit_5_4(phone, bo):
    phone.tap("hit-1")
    bo.sees("Bo", "press", "turn the launcher to Bo")
    bo.tap("hit-2")
    phone.sees("Cy", "press", "turn the launcher to Cy")
    assert phone.state()["table"]["stack"] == 3
    phone.tap("launcher")  # simulated hands: the drawn button
    phone.until(lambda state: state["table"]["hands"]["Cy"] == 8)
    for each in (phone, bo):
        each.holds("Cy", 8)
    # 4.2: cards came, so Cy has stopped once nobody pressed on for a while; 5.4: Bo is up.
    for each in (phone, bo):
        each.sees("Bo")
    assert phone.state()["table"]["up"] == "Bo"


def test_two_phones_that_tap_the_same_card_count_once(phone, bo):
    for each in (phone, bo):
        each.page.evaluate(HOLD_BACK)
        each.tap("hit-1")
    for each in (phone, bo):
        each.page.wait_for_function("window.held.length === 1")
        each.page.evaluate("window.held.forEach((go) => go())")
    bo.is_told("Somebody was quicker")
    state = phone.state()
    assert state["table"]["hands"] == {"Ann": 6, "Bo": 7, "Cy": 7, "Di": 7}
    assert [debt["presses"] for debt in state["table"]["owes"]] == [1]


def test_a_card_that_was_tapped_late_counts_before_the_press(phone, bo):
    phone.tap("launcher")  # Ann's own press, says the page; but she had laid a Hit 2
    phone.until(lambda state: state["table"]["hands"]["Ann"] == 8)
    bo.tap("fix")
    bo.page.locator("section.part", has_text="before that press").locator('[data-key="hit-2"]').click()
    bo.sees("Bo")
    table = bo.state()["table"]
    assert table["hands"] == {"Ann": 6, "Bo": 8, "Cy": 7, "Di": 7}
    assert [(debt["who"], debt["presses"]) for debt in table["owes"]] == [("Bo", 1)]
    expect(bo.page.locator("dialog")).to_have_count(0)
    expect(bo.page.locator("#toasts")).not_to_contain_text("quicker")  # it was Bo's own tap
    expect(phone.page.locator(".news")).to_contain_text("Ann lays Hit 2")  # nobody had to say so


def test_two_taps_say_whose_a_late_card_was(phone, bo):
    phone.tap("hit-2")
    bo.sees("Bo", "press")
    for cards in (8, 9):  # Bo stops after the first, and Cy lays a Skip that nobody taps; the second is Ann's
        phone.tap("launcher")
        bo.holds("Bo", cards)
    bo.page.locator('[data-seat="Cy"]').click()
    bo.page.locator("section.part", has_text="before that press").locator('[data-key="skip"]').click()
    expect(phone.page.locator(".news")).to_contain_text("Cy lays Skip")
    assert bo.state()["table"]["hands"] == {"Ann": 7, "Bo": 8, "Cy": 6, "Di": 7}


def test_whose_press_it_was_and_how_many_came_out_are_put_right_in_two_taps(phone, bo):
    phone.tap("launcher")
    phone.until(lambda state: state["table"]["hands"]["Ann"] == 8)
    phone.tap("fix")
    phone.page.locator("section.part", has_text="How many came out").get_by_text("3", exact=True).click()
    bo.holds("Ann", 10)
    phone.tap("fix")
    phone.page.locator("section.part", has_text="Whose press").locator('[data-key="Cy"]').click()
    bo.holds("Ann", 7)
    bo.holds("Cy", 10)


def test_a_mis_tap_is_taken_back_by_anybody_in_one_tap_and_everybody_sees_it(phone, bo):
    phone.tap("skip")
    bo.sees("Cy")
    bo.tap("undo")
    phone.is_told("Skip")
    for each in (phone, bo):
        each.sees("Ann")
        each.holds("Ann", 7)


def test_a_missed_uno_is_noticed_by_people_and_by_no_phone_6_2(phone, bo):
    phone.page.locator('[data-seat="Ann"]').click()
    phone.page.locator("section.part", has_text="Ann holds").get_by_text("2", exact=True).click()
    phone.holds("Ann", 2)
    phone.tap("number")
    bo.sees("Bo")
    for each in (phone, bo):
        each.holds("Ann", 2)  # though it's one by now
        assert each.state()["table"]["uno_open"] is None
        assert "UNO" not in each.page.locator(".headline").inner_text().upper()
    bo.tap("caught", "Ann", "Bo")
    for each in (phone, bo):
        each.sees("Ann", "press")
        each.holds("Ann", 1)
    assert [debt["presses"] for debt in bo.state()["table"]["owes"]] == [2]


def test_a_called_uno_is_shown_and_cant_be_caught(phone, bo):
    phone.page.locator('[data-seat="Ann"]').click()
    phone.page.locator("section.part", has_text="Ann holds").get_by_text("2", exact=True).click()
    phone.tap("number")
    bo.sees("Bo")
    phone.tap("uno", "Ann")
    for each in (phone, bo):
        each.holds("Ann", 1)
    bo.tap("caught", "Ann", "Bo")
    bo.page.locator("#toasts .refused").first.wait_for()
    assert bo.state()["table"]["owes"] == []


def test_a_card_of_somebody_further_on_asks_once_whether_the_others_laid_theirs(phone, bo):
    bo.page.locator('[data-seat="Cy"]').click()
    bo.page.locator('dialog [data-key="skip"]').click()
    expect(bo.page.locator("dialog")).to_contain_text("Did Ann and Bo each lay a card?")
    bo.tap("yes")
    phone.holds("Cy", 6)
    phone.sees("Ann")  # Di is skipped
    assert phone.state()["table"]["hands"] == {"Ann": 6, "Bo": 6, "Cy": 6, "Di": 7}


def test_the_round_ends_hands_are_counted_on_phones_and_the_scores_are_there_7_2(phone, bo):
    phone.page.locator('[data-seat="Ann"]').click()
    phone.page.locator("section.part", has_text="Ann holds").get_by_text("1", exact=True).click()
    phone.tap("number")
    phone.sees("round")
    phone.tap("round")
    bo.tap("round")
    # Bo's hand card by card, Cy's and Di's as sums, on two phones.
    bo.tap("Bo")
    bo.page.get_by_role("button", name="7 7 points").click()
    bo.page.get_by_role("button", name="Wild 50 points").click()
    expect(bo.page.locator(".counting")).to_contain_text("Counted 7, you tapped 2.")
    bo.page.get_by_role("button", name="Hand in 57 points").click()
    bo.tap("Cy")  # both count the same hand
    for name, points in (("Cy", 20), ("Di", 30)):
        phone.tap(name)
        phone.page.fill("#points", str(points))
        phone.page.get_by_role("button", name="Hand in", exact=True).click()
    bo.is_told("Somebody was quicker")
    state = phone.until(lambda state: state["table"]["phase"] == "round-over")
    assert state["table"]["scores"] == {"Ann": 107, "Bo": 0, "Cy": 0, "Di": 0}
    for each in (phone, bo):
        expect(each.page.locator("main")).to_contain_text("107", timeout=SOON_MS)
    bo.page.get_by_role("button", name="Next round").click()
    phone.sees("first card")


def test_a_phone_that_slept_is_right_within_a_second_of_its_return(house, phone, bo):
    radio = Radio(house.port)
    di = house.phone(house.url.replace(str(house.port), str(radio.port)))
    di.sees("Ann")
    radio.sleep()
    phone.tap("hit-1")
    bo.sees("Bo", "press")
    assert radio.lost.wait(SOON_MS / 1000)
    di.sees("Ann")
    radio.wake()
    back = time.monotonic()
    di.page.evaluate("dispatchEvent(new Event('pageshow'))")  # as it's lifted off the table
    di.sees("Bo", "press")
    assert time.monotonic() - back < 1.0
    radio.close()


def test_every_phone_stays_where_it_was_when_the_launcher_is_killed_and_restarted(house, phone, bo):
    phone.tap("hit-2")
    bo.sees("Bo", "press")
    before = bo.state()
    house.kill()
    bo.page.locator("#link p").wait_for()
    house.start()
    for each in (phone, bo):
        expect(each.page.locator("#link p")).to_have_count(0, timeout=SOON_MS)
        each.sees("Bo", "press")
        each.holds("Ann", 6)
    after = bo.state()
    assert {key: after[key] for key in ("n", "evening", "table")} == {
        key: before[key] for key in ("n", "evening", "table")
    }
    bo.tap("hit-1")
    phone.sees("Cy")
