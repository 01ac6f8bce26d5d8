"""The parents' page: settings, loading checks, how the launcher does."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.rules.evening import setup_of
from tests.web.stand import WAIT_S, stand, wait_until
from uno_launcher.daemon.orders import CheckLoading
from uno_launcher.web import play


def test_settings_hold_at_once_and_after_a_restart(tmp_path):
    wanted = {"profile": "gentle", "most_cards": 3, "quiet": True}
    with stand(kind="none", folder=tmp_path) as before:
        state = before.parent().put("/api/settings", json=wanted).raise_for_status().json()
        assert (state["profile"]["name"], state["most_cards"], state["quiet"]) == ("gentle", 3, True)
        assert state == before.guest().state()
    with stand(kind="none", folder=tmp_path) as after:
        state = after.guest().state()
        assert (state["profile"]["name"], state["most_cards"], state["quiet"]) == ("gentle", 3, True)


def test_what_a_parent_sets_stays_when_an_evening_is_begun_meanwhile(game, monkeypatch):
    parent, guest = game.parent(), game.guest()
    busy, go_on, asked = threading.Event(), threading.Event(), threading.Event()

    def hold(_refused: str | None) -> None:
        busy.set()
        assert go_on.wait(WAIT_S)

    def read_setup(*what):
        asked.set()
        return reads(*what)

    reads = play.read_setup
    monkeypatch.setattr(play, "read_setup", read_setup)
    with ThreadPoolExecutor(2) as both:
        game.launcher.loop.post(CheckLoading(hold))
        assert busy.wait(WAIT_S)
        wanted = {"profile": "fair", "most_cards": 3, "quiet": True}
        changed = both.submit(parent.put, "/api/settings", json=wanted)
        wait_until(lambda: not game.launcher.loop._queue.empty())
        begun = both.submit(guest.post, "/api/evenings", json={**setup_of(3), "profile": "gentle"})
        assert asked.wait(WAIT_S)
        go_on.set()
        assert (changed.result(WAIT_S).status_code, begun.result(WAIT_S).status_code) == (200, 200)
    state = guest.state()
    assert (state["profile"]["name"], state["most_cards"], state["quiet"]) == ("gentle", 3, True)


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"profile": "lucky"}, "There is no such luck profile: choose one of chance, classic"),
        ({}, 'This lacks "profile".'),
        ({"profile": "fair", "most_cards": 0}, 'This: "most_cards" must be at least 1.'),
        ({"profile": "fair", "motor": True}, 'This has no key "motor".'),
        ([], "This takes a group of keys, not a list."),
    ],
)
def test_settings_that_are_none(table, wanted, sentence):
    phone = table.parent()
    before = phone.state()
    answer = phone.put("/api/settings", json=wanted)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(sentence)
    assert phone.state() == before


def test_a_loading_check_arms_the_button_and_moves_nothing(table):
    phone = table.parent()
    state = phone.post("/api/loading-check").json()
    assert (state["armed"], state["launcher"]["state"], state["launcher"]["number"]) == (True, "ready", 0)
    listening = table.listen(phone)
    table.launcher.simulation.press()
    _, after = listening.until(lambda state: state["launcher"]["last"] is not None)
    assert (after["launcher"]["last"]["ordered"], after["armed"], after["n"]) == (1, False, 0)


def test_there_is_no_loading_check_without_a_launcher(game):
    answer = game.parent().post("/api/loading-check")
    assert (answer.status_code, answer.json()) == (
        409,
        {"error": "There is no launcher to check: name one in the config, as [backend] kind."},
    )


def test_how_the_launcher_does(table):
    phone = table.parent()
    assert phone.get("/api/health").json() == {
        "presses": 0,
        "launches": 0,
        "cards": 0,
        "jams": 0,
        "jams_per_100": 0.0,
        "days": [],
        "advice": "",
    }
    listening = table.listen(phone)
    phone.post("/api/simulated/press")
    listening.until(lambda state: state["launcher"]["last"] is not None)
    found = phone.get("/api/health").json()
    assert (found["presses"], found["days"][0]["presses"]) == (1, 1)
