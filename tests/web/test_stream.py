"""The stream of states: in order, from where a phone left off, and whatever a phone does with it."""

import socket

import pytest

from tests.rules.evening import read, setup_of
from tests.web.stand import Phone, Stand, has_ended, stand, wait_until
from uno_launcher.web import stream
from uno_launcher.web.hub import KEPT

RED_7 = {"turn_up": "red 7"}


def numbers(id_: str) -> tuple[str, int]:
    boot, _, n = id_.partition("-")
    return boot, int(n)


def test_the_state_comes_first_and_then_every_change(game, ann, bo):
    listening = game.listen(ann)
    first, state = listening.event()
    assert state == bo.state()
    bo.move(**RED_7)
    second, changed = listening.event()
    assert changed == bo.state()
    assert numbers(second) == (numbers(first)[0], numbers(first)[1] + 1)


def test_a_phone_that_was_away_is_told_what_it_has_missed(game, ann, bo):
    last, _ = game.listen(ann).event()
    for move in (RED_7, {"play": "red 1", "by": "Ann"}, {"play": "red 2", "by": "Bo"}):
        assert bo.move(**move).status_code == 200
    listening = game.listen(game.guest(), last)
    missed = [listening.event() for _ in range(3)]
    assert [state["table"]["top"] for _, state in missed] == ["red 7", "red 1", "red 2"]
    assert [numbers(id_)[1] for id_, _ in missed] == [numbers(last)[1] + back for back in (1, 2, 3)]


def test_a_phone_that_missed_nothing_is_told_nothing_twice(game, ann, bo):
    last, _ = game.listen(ann).event()
    listening = game.listen(game.guest(), last)
    bo.move(**RED_7)
    assert listening.event()[1]["n"] == 1


def moved(phone: Phone, times: int) -> None:
    phone.move(**RED_7)
    for n in range(times):
        assert phone.move(correct={"Bo": 2 + n % 9}).status_code == 200


@pytest.mark.parametrize(
    "last", ["{boot}-0", "{boot}-999999", "00000000-1", "{boot}-", "nonsense", "{boot}-1-1", "9" * 4000]
)
def test_a_phone_that_was_away_for_long_or_talks_nonsense_gets_the_latest_state(game, ann, bo, last):
    boot, _ = numbers(game.listen(ann).event()[0])
    moved(bo, KEPT + 2)
    listening = game.listen(game.guest(), last.format(boot=boot))
    assert listening.event()[1] == bo.state()
    bo.move(correct={"Bo": 50})
    assert listening.event()[1]["table"]["hands"]["Bo"] == 50


def test_a_restart_leaves_every_phone_where_it_was(tmp_path):
    with stand(kind="none", setup=read(setup_of()), folder=tmp_path) as before:
        phone = before.guest()
        moved(phone, 2)
        last, state = before.listen(phone).event()
        cookies = dict(phone.cookies)
    with stand(kind="none", folder=tmp_path) as after:
        phone = after.stranger()
        phone.cookies.update(cookies)
        id_, again = after.listen(phone, last).event()
    assert numbers(id_)[0] != numbers(last)[0]
    # What was done last is said to whoever was there.
    assert {**again, "address": ""} == {**state, "address": ""}


def test_what_the_launcher_does_is_told_as_it_happens(table):
    phone = table.guest()
    listening = table.listen(phone)
    listening.event()
    assert phone.post("/api/simulated/press").status_code == 204
    _, over = listening.until(lambda state: state["launcher"]["last"] is not None)
    assert over["launcher"]["last"]["number"] == 1
    assert over["did"] == {"press": over["launcher"]["last"]["counted"]}


def test_head_asks_for_no_stream(game, ann):
    answer = ann.head("/api/events")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "text/event-stream"
    wait_until(lambda: not game.web.listening)


def test_a_stream_says_now_and_then_that_it_lives(game, ann, monkeypatch):
    monkeypatch.setattr(stream, "QUIET_S", 0.05)
    lines = game.listen(ann).lines
    comment = stream.COMMENT.decode().strip()
    assert next(line for line in lines if line.startswith(":")) == comment
    assert next(line for line in lines if line.startswith(":")) == comment


def test_a_phone_that_leaves_is_forgotten(game, ann):
    listening = game.listen(ann)
    listening.event()
    assert game.web.listening == 1
    listening.close()
    wait_until(lambda: not game.web.listening)


def asked(game: Stand, headers: str = "") -> socket.socket:
    """A stream that nobody reads."""
    connection = game.connect(receive=4096)
    request = (
        f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {game.code}\r\n{headers}\r\n"
    )
    connection.sendall(request.encode())
    return connection


def test_a_thousand_open_streams_hurt_nobody(game, ann, bo):
    """Those beyond the limit are turned away, and whoever plays notices nothing."""
    mine = game.listen(ann)
    mine.event()
    answers = []
    for _ in range(1000):
        answers.append(asked(game).recv(12))
    assert answers.count(b"HTTP/1.1 200") == stream.MOST_OF_ONE - 1
    assert answers.count(b"HTTP/1.1 503") == 1000 - (stream.MOST_OF_ONE - 1)
    assert bo.move(**RED_7).status_code == 200
    assert mine.event()[1]["n"] == 1
    assert game.guest().state()["n"] == 1
    assert game.web.listening == stream.MOST_OF_ONE


def test_a_phone_that_takes_nothing_is_let_go_and_nothing_piles_up(game, ann, bo, monkeypatch):
    monkeypatch.setattr(stream, "STUCK_S", 0.2)
    mine = game.listen(ann)
    stuck = asked(game)
    wait_until(lambda: game.web.listening == 2)
    bo.move(**RED_7)
    for n in range(2000):
        assert bo.move(correct={"Bo": 2 + n % 9}).status_code == 200
        assert mine.until(lambda state, n=n: state["table"]["hands"]["Bo"] == 2 + n % 9)
        if game.web.listening == 1:
            break
    assert game.web.listening == 1
    assert has_ended(stuck)


def test_a_slow_phone_gets_the_latest_state_and_not_all_that_it_has_missed(game, ann, bo):
    slow = asked(game)
    wait_until(lambda: game.web.listening == 1)
    bo.move(**RED_7)
    told = 200
    for n in range(told):
        assert bo.move(correct={"Bo": 2 + n % 9}).status_code == 200
    bo.move(correct={"Bo": 77})
    data = b""
    while b'"Bo":77' not in data:
        data += slow.recv(65536)
    assert 1 < data.count(b"event: state") < told


def test_a_new_code_ends_the_streams_of_the_old_one(game):
    parent = game.parent()
    guest = game.guest()
    listening = game.listen(guest)
    listening.event()
    code = parent.post("/api/code").json()["code"]
    with pytest.raises(StopIteration):
        listening.event()
    assert guest.get("/api/state").status_code == 401
    assert parent.get("/api/state").status_code == 200
    assert guest.join(code).get("/api/state").status_code == 200
