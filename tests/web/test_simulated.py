"""Hands at a simulated launcher, over the API; a real one has none there."""

import pytest

from tests.web.stand import wait_until
from uno_launcher.backends.simulated.faults import FAULTS


def test_the_button_is_pressed(table):
    phone = table.guest()
    listening = table.listen(phone)
    assert phone.post("/api/simulated/press", json={}).status_code == 204
    listening.until(lambda state: state["launcher"]["number"] == 1)


def test_the_lid_opens_and_closes(table):
    phone = table.guest()
    listening = table.listen(phone)
    assert phone.post("/api/simulated/hands", json={"do": "open-lid"}).status_code == 204
    listening.until(lambda state: state["launcher"]["state"] == "lid_open")
    assert phone.get("/api/simulated").json()["lid_open"] is True
    assert phone.post("/api/simulated/hands", json={"do": "close-lid"}).status_code == 204
    listening.until(lambda state: state["launcher"]["state"] == "ready")
    assert phone.get("/api/simulated").json()["lid_open"] is False


def test_troubles_are_made_and_mended(table):
    phone = table.guest()
    assert phone.get("/api/simulated").json()["faults"] == dict.fromkeys(FAULTS, False)
    phone.post("/api/simulated/faults", json={"fault": "weak_spring", "on": True})
    assert phone.get("/api/simulated").json()["faults"]["weak_spring"] is True
    phone.post("/api/simulated/faults", json={"fault": "weak_spring", "on": False})
    assert phone.get("/api/simulated").json()["faults"]["weak_spring"] is False


def test_the_hopper_is_emptied_and_filled_again(table):
    phone = table.guest()
    world = table.launcher.simulation.world
    listening = table.listen(phone)
    assert phone.post("/api/simulated/hands", json={"do": "empty"}).status_code == 204
    listening.until(lambda state: state["launcher"]["state"] == "empty")
    assert phone.post("/api/simulated/hands", json={"do": "reload"}).status_code == 204
    assert phone.state()["table"]["hopper"] == 111
    listening.until(lambda state: state["launcher"]["state"] == "ready")
    assert world.truth.in_hopper == 111


@pytest.mark.waits
def test_a_card_is_taken(table):
    phone = table.guest()
    listening = table.listen(phone)
    phone.post("/api/simulated/faults", json={"fault": "jam", "on": True})
    launcher = phone.state()["launcher"]
    while launcher["state"] != "jammed":
        presses = launcher["number"] + 1

        def is_over(state, presses=presses):
            last = state["launcher"]["last"]
            return last is not None and last["number"] == presses and not state["resting"]

        phone.post("/api/simulated/press", json={})
        launcher = listening.until(is_over)[1]["launcher"]
    assert phone.get("/api/simulated").json()["sticking"] is True
    assert phone.post("/api/simulated/hands", json={"do": "take-card"}).status_code == 204
    wait_until(lambda: phone.get("/api/simulated").json()["sticking"] is False)


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("faults", {"fault": "flood"}, "There is no such fault: choose one of double, slip"),
        ("faults", {}, 'This lacks "fault".'),
        ("hands", {"do": "dance"}, "This: "),
        ("hands", {"do": ["empty"]}, "This: "),
    ],
)
def test_what_hands_cant_do(table, path, body, sentence):
    answer = table.guest().post(f"/api/simulated/{path}", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(sentence)


def test_a_real_launcher_has_no_hands_there(game):
    phone = game.guest()
    for method, path in (("GET", ""), ("POST", "/press"), ("POST", "/faults"), ("POST", "/hands")):
        assert phone.request(method, f"/api/simulated{path}", json={"do": "empty"}).status_code == 404
