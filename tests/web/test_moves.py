"""Moves over the API: what people tap, and what comes of it when two of them do."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.rules.evening import read, setup_of
from tests.web.stand import stand
from uno_launcher.daemon.onrecord import LONGEST_S
from uno_launcher.daemon.orders import PASSED
from uno_launcher.web import asking

RED_7 = {"turn_up": "red 7"}
HIT_2 = {"play": "red hit-2", "by": "Ann"}


def test_the_state_is_that_of_the_table(game, ann):
    state = ann.state()
    assert (state["n"], state["evening"], state["backend"], state["simulated"]) == (0, 1, "none", False)
    assert state["table"]["phase"] == "turn-up"
    assert state["setup"]["players"] == ["Ann", "Bo", "Cy", "Di"]
    assert state["setup"]["dealer"] == "Di"
    assert state["address"] == game.url
    assert state["did"] is None


def test_a_move_is_answered_with_the_state_that_it_led_to(ann):
    answer = ann.move(**RED_7, seen=0)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert (answer.json()["n"], answer.json()["table"]["top"]) == (1, "red 7")
    assert answer.json()["did"] == RED_7
    assert answer.json() == ann.state()


def test_what_the_rules_refuse_is_told_with_the_state(ann):
    ann.move(**RED_7)
    answer = ann.move(play="blue 3", by="Ann")
    assert answer.status_code == 409
    assert "red 7" in answer.json()["refused"]
    assert answer.json()["state"]["n"] == 1
    assert answer.json()["state"]["table"]["refused"] == answer.json()["refused"]


def test_two_phones_that_tap_the_same_card_lay_it_once(ann, bo):
    ann.move(**RED_7)
    seen = ann.state()["n"]
    first, second = ann.move(**HIT_2, seen=seen), bo.move(**HIT_2, seen=seen)
    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["refused"] == PASSED
    assert second.json()["state"]["table"]["owes"][0]["presses"] == 2
    assert second.json()["state"]["n"] == 2


def test_what_was_seen_of_another_evening_has_passed(game, ann):
    assert ann.post("/api/moves", json={**RED_7, "seen": 0, "evening": 7}).json()["refused"] == PASSED
    assert ann.post("/api/moves", json={**RED_7, "seen": 0, "evening": 1}).status_code == 200


def test_without_seen_a_move_is_for_the_table_as_it_is(ann, bo):
    assert ann.move(**RED_7).status_code == bo.move(**HIT_2).status_code == 200


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ([], 'A move is a JSON object like {"press": 3, "by": "Cy"}.'),
        ({"by": "Ann"}, "This is no move: a move has one of turn_up"),
        ({"play": 7}, 'This move: "play" takes a text, not a whole number.'),
        ({"turn": "Bo", "undo": True}, "These are two moves in one line: turn and undo."),
        ({"undo": True, "seen": "3"}, '"seen" takes the number that stands in the state.'),
        ({"undo": True, "seen": 3, "evening": True}, '"evening" takes the number that stands in the state.'),
    ],
)
def test_what_is_no_move_is_said_in_words(ann, move, sentence):
    answer = ann.post("/api/moves", json=move)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(sentence)


def test_a_body_that_is_no_json(ann):
    answer = ann.post("/api/moves", content=b"{", headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"][:15]) == (400, "This is no JSON")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_that_a_form_could_send_isnt_taken(ann, kind):
    answer = ann.post("/api/moves", content=b'{"undo": true}', headers={"content-type": kind})
    assert answer.status_code == 415


def test_presses_are_typed_where_there_is_no_launcher(ann):
    ann.move(**RED_7)
    ann.move(**HIT_2)
    answer = ann.move(press=3, by="Bo")
    assert answer.status_code == 200
    assert answer.json()["table"]["hands"]["Bo"] == 10


@pytest.mark.parametrize("move", [{"press": 3}, {"failed_press": 1}])
def test_presses_come_from_the_launcher_alone_where_there_is_one(table, move):
    phone = table.guest()
    before = phone.state()
    answer = phone.move(**move)
    assert (answer.status_code, answer.json()["refused"]) == (
        409,
        "Presses come from the launcher alone: press its button.",
    )
    assert answer.json()["state"] == phone.state() == before


def test_a_name_with_a_script_in_it_is_a_name():
    name = "<script>alert(1)</script>"
    setup = {**setup_of(2), "players": [name, "Bo"]}
    with stand(kind="none", setup=read(setup)) as game:
        answer = game.guest().get("/api/state")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["setup"]["players"][0] == name


def test_a_launcher_that_hangs_is_told_of_and_nobody_waits_for_ever(monkeypatch):
    monkeypatch.setattr(asking, "PATIENCE_S", 0.05)
    with stand(hung=True) as table:
        phone = table.guest()
        answer = phone.move(play="hit-2")
        assert (answer.status_code, answer.json()["error"]) == (503, asking.HUNG)
        assert answer.headers["retry-after"] == "1"
        assert phone.state()["n"] == 0


def test_an_answer_that_comes_too_late_hurts_nobody(monkeypatch):
    monkeypatch.setattr(asking, "PATIENCE_S", 0.05)
    with stand(hung=True) as table:
        phone = table.guest()
        assert phone.move(play="hit-2").status_code == 503
        left = table.launcher.loop._queue
        while not left.empty():
            table.launcher.control.handle(left.get(), 0.0)
        table.launcher.control.tick(LONGEST_S)
        assert phone.state()["n"] == 1


def test_however_many_tap_one_order_at_a_time_waits_for_the_launcher(monkeypatch):
    monkeypatch.setattr(asking, "PATIENCE_S", 0.3)
    with stand(hung=True) as table:
        left = table.launcher.loop._queue
        while not left.empty():
            left.get()
        with ThreadPoolExecutor(10) as taps:
            phones = [table.guest() for _ in range(10)]
            answers = list(taps.map(lambda phone: phone.move(play="hit-2").status_code, phones))
        assert (answers, left.qsize()) == ([503] * 10, 1)
        # What was asked last is answered, late as it is, and the next one has its turn.
        table.launcher.control.handle(left.get(), 0.0)
        table.launcher.control.tick(LONGEST_S)
        assert phones[0].move(play="hit-2").status_code == 503
        assert left.qsize() == 1


def test_more_taps_than_anybody_makes_are_turned_away_at_once(monkeypatch):
    monkeypatch.setattr(asking, "MOST_WAITING", 0)
    with stand(kind="none") as table:
        assert table.guest().move(play="hit-2").status_code == 503


def test_an_open_uno_window_is_shown_to_nobody(game, ann):
    ann.move(**RED_7)
    ann.move(correct={"Ann": 2})
    before = ann.state()["table"]
    state = ann.move(play="red 1", by="Ann").json()["table"]
    assert game.launcher.control.snapshot.table.uno_open == "Ann"
    assert (state["uno_open"], state["hands"]["Ann"], state["pile"]) == (None, 2, before["pile"])
    called = ann.move(uno="Ann").json()["table"]
    assert (called["hands"]["Ann"], called["pile"]) == (1, before["pile"] + 1)


def test_a_hand_that_was_put_right_meanwhile_is_shown(game, ann):
    ann.move(**RED_7)
    ann.move(correct={"Ann": 2})
    ann.move(play="red 1", by="Ann")
    state = ann.move(correct={"Ann": 5}).json()["table"]
    assert (state["hands"]["Ann"], state["uno_open"]) == (5, None)


def test_an_evening_is_begun(game, ann):
    answer = ann.post("/api/evenings", json=setup_of(3, box="attack-2005"))
    assert answer.status_code == 200
    state = answer.json()
    assert (state["evening"], state["n"], state["setup"]["box"]) == (2, 0, "attack-2005")
    assert state["setup"]["players"] == ["Ann", "Bo", "Cy"]
    assert state == ann.state()


def test_an_evening_with_its_luck_profile(game, ann):
    state = ann.post("/api/evenings", json={**setup_of(3), "profile": "gentle"}).json()
    assert state["profile"]["name"] == "gentle"
    assert state["profile"]["says"].startswith("For small hands")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"box": "../../etc/passwd"}, 'There is no box "../../etc/passwd": choose one of attack-2005'),
        ({"box": "/dev/zero"}, 'There is no box "/dev/zero"'),
        ({"profile": "lucky"}, "There is no such luck profile: choose one of chance, classic"),
        ({"profile": 3}, "There is no such luck profile"),
        ({"dealer": "Zoe"}, "The dealer Zoe is not among the players."),
        ({"house": {"drinks": 1}}, 'House has no key "drinks".'),
        ({"seen": []}, '"seen" takes the number'),
        ({"evening": 1}, '"evening" goes with "seen": send both, or neither.'),
        (
            {"players": ["A" * 41, "Bo"], "dealer": "Bo"},
            f"The name {'A' * 20}… is too long: 40 characters fit.",
        ),
    ],
)
def test_a_set_up_that_is_none(ann, changes, sentence):
    before = ann.state()
    answer = ann.post("/api/evenings", json={**setup_of(3), **changes})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(sentence)
    assert ann.state() == before


def test_a_name_may_be_as_long_as_that(ann):
    answer = ann.post("/api/evenings", json={**setup_of(2), "players": ["A" * 40, "Bo"]})
    assert answer.json()["setup"]["players"] == ["A" * 40, "Bo"]


def test_a_move_for_an_evening_says_what_was_seen_of_it(ann):
    answer = ann.move(**RED_7, evening=9)
    assert (answer.status_code, ann.state()["n"]) == (422, 0)
    assert ann.move(**RED_7, evening=None).status_code == 200


def test_a_refusal_repeats_no_more_than_fits_a_phone():
    name = "A" * 5000
    with stand(kind="none", setup=read({**setup_of(2), "players": [name, "Bo"]})) as game:
        ann = game.guest()
        ann.move(**RED_7)
        answer = ann.move(play="red 1", by="Bo")
        refused = answer.json()["refused"]
        assert (answer.status_code, len(refused), refused[-1]) == (409, 200, "…")
        assert ann.state()["table"]["refused"] == refused
        answer = ann.post("/api/evenings", json={**setup_of(2), "box": name})
        assert (answer.status_code, len(answer.json()["error"])) == (422, 200)


def test_two_phones_that_begin_an_evening_begin_one(ann, bo):
    seen = {"seen": 0, "evening": 1}
    first = ann.post("/api/evenings", json={**setup_of(3), **seen})
    second = bo.post("/api/evenings", json={**setup_of(4), **seen})
    assert (first.status_code, second.status_code) == (200, 409)
    assert (second.json()["refused"], second.json()["state"]["evening"]) == (PASSED, 2)


def test_the_set_up_that_is_shown_can_be_begun_again(ann):
    shown = ann.state()["setup"]
    again = ann.post("/api/evenings", json=shown)
    assert again.status_code == 200
    assert again.json()["setup"] == shown
