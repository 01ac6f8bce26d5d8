"""What was played: evenings, moves, receipts, and who usually plays."""

import json

import pytest

from tests.cli.journal import Journal
from tests.rules.evening import NEXT_ROUND, RED_7, UNDO, play, press, setup_of
from tests.web.stand import stand
from uno_launcher.__main__ import main
from uno_launcher.luck import profile
from uno_launcher.web import shelf as shelves
from uno_launcher.web.past import Past

ONE_CARD = {"house": {"cards_dealt": 1}}
ROUND = [RED_7, play("red 1"), {"points": {"Bo": 5, "Cy": 20, "Di": 0}}]
"""Ann lays her only card."""


@pytest.fixture
def journal(tmp_path):
    """An evening with presses, then one of two rounds, then one that goes on."""
    journal = Journal(tmp_path)
    tmp_path.mkdir(exist_ok=True)
    journal.write(setup_of(3), [RED_7, press(3), {"came_out": 4}, press(0), press(5), UNDO])
    journal.write(setup_of(4, **ONE_CARD), [*ROUND, NEXT_ROUND, {"turn_up": "red 2"}])
    journal.write(setup_of(2, box="attack-2005"), [RED_7])
    return journal


@pytest.fixture
def there(journal):
    with stand(kind="none", folder=journal.folder) as running:
        yield running


def test_evenings_come_newest_first(there):
    found = there.guest().get("/api/evenings").json()
    assert [evening["number"] for evening in found] == [3, 2, 1]
    assert found[1] == {
        "number": 2,
        "begun_at": "2026-05-01T12:00:00.250Z",
        "box": "mega-hit-2020",
        "players": ["Ann", "Bo", "Cy", "Di"],
        "mode": "game",
        "scoring": "standard",
        "phase": "play",
        "winner": None,
        "rounds": 2,
        "moves": 5,
        "scores": {"Ann": 25, "Bo": 0, "Cy": 0, "Di": 0},
    }


def test_the_evening_that_goes_on_is_read_again_and_the_others_stay(there):
    phone = there.guest()
    before = phone.get("/api/evenings").json()
    phone.move(play="red 1", by="Ann")
    after = phone.get("/api/evenings").json()
    assert (before[0]["moves"], after[0]["moves"]) == (1, 2)
    assert after[1:] == before[1:]
    phone.post("/api/evenings", json=setup_of(5))
    assert [(it["number"], it["moves"]) for it in phone.get("/api/evenings").json()] == [
        (4, 0),
        (3, 2),
        (2, 5),
        (1, 6),
    ]


def test_an_evening_that_began_while_the_list_was_asked_for_isnt_over(journal):
    past = Past(journal.file, shelves.Shelf(), profile, lambda: None)
    before = past._list(2)
    journal.sql("""INSERT INTO moves (evening, n, made_at, move) VALUES (3, 2, '', '{"play": "red 1"}')""")
    after = past._list(3)
    assert ([it.number for it in before], [it.number for it in after]) == ([3, 2, 1], [3, 2, 1])
    assert (before[0].moves, after[0].moves) == (1, 2)
    journal.sql("DELETE FROM moves WHERE evening = 1")
    assert past._list(3) == after


def test_an_evening_move_by_move_as_corrected_since(there):
    found = there.guest().get("/api/evenings/1").json()
    assert (found["number"], found["winner"], found["rounds"], found["troubles"]) == (1, None, [], [])
    assert found["setup"]["players"] == ["Ann", "Bo", "Cy"]
    moves = [(it["n"], it["move"], it["counts"], it["who"], it["cards"]) for it in found["moves"]]
    assert moves == [
        (1, RED_7, True, None, None),
        (2, {"press": 3}, True, "Ann", 4),
        (3, {"came_out": 4}, True, None, None),
        (4, {"press": 0}, True, "Bo", 0),
        (5, {"press": 5}, False, None, None),
        (6, UNDO, True, None, None),
    ]
    assert {it["at"] for it in found["moves"]} == {"2026-05-01T12:00:00.250Z"}


def test_rounds_with_what_they_brought(there):
    found = there.guest().get("/api/evenings/2").json()
    scores = {"Ann": 25, "Bo": 0, "Cy": 0, "Di": 0}
    assert found["rounds"] == [{"points": scores, "scores": scores, "out": "Ann"}]
    assert found["scores"] == scores
    assert [it["round"] for it in found["moves"]] == [1, 1, 1, 1, 2]


def test_the_receipt_is_that_of_the_command(there, journal, capsys):
    found = there.guest().get("/api/evenings/1/fairness").json()
    assert (found["evening"], found["profiles"]) == (1, ["fair"])
    assert {it["who"]: (it["presses"], it["cards"]) for it in found["players"]} == {
        "Ann": (1, 4),
        "Bo": (1, 0),
        "Cy": (0, 0),
    }
    capsys.readouterr()
    assert main(["fairness", "--evening", "1", "--json", "--state-dir", str(journal.folder)]) == 0
    assert found == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "number", ["0", "4", "x", "-1", "1.0", "9" * 18, "9" * 19, "9" * 400, "%C2%B2", "1%20"]
)
@pytest.mark.parametrize("what", ["", "/fairness"])
def test_an_evening_that_there_is_not(there, number, what):
    answer = there.guest().get(f"/api/evenings/{number}{what}")
    assert (answer.status_code, answer.json()) == (404, {"error": "There is no such evening."})


def test_a_broken_move_is_left_out_and_said(there, journal):
    journal.sql("""UPDATE moves SET move = '{"dance": true}' WHERE evening = 1 AND n = 4""")
    found = there.guest().get("/api/evenings/1").json()
    assert [it["n"] for it in found["moves"]] == [1, 2, 3, 5, 6]
    assert found["troubles"][0].startswith("Move 4 of evening 1 is left out")


def test_a_broken_set_up_is_left_out_of_the_list(there, journal):
    journal.sql("""UPDATE evenings SET setup = '{}' WHERE id = 1""")
    phone = there.guest()
    assert [it["number"] for it in phone.get("/api/evenings").json()] == [3, 2]
    answer = phone.get("/api/evenings/1")
    assert (answer.status_code, answer.json()["error"][:22]) == (503, "Evening 1 is left out,")
    assert phone.get("/api/setup").status_code == 200


def test_what_a_new_evening_can_be_set_up_with(there):
    found = there.guest().get("/api/setup").json()
    assert [(box["name"], box["custom"]) for box in found["boxes"]] == [
        ("attack-2005", False),
        ("attack-2010", True),
        ("mega-hit-2020", False),
    ]
    assert found["boxes"][0]["house"]["suggestion_penalty"] == 4
    assert found["players"] == ["Ann", "Bo", "Cy", "Di"]
    assert found["scorings"] == ["standard", "low", "challenge"]
    assert (found["last"]["box"], found["last"]["players"]) == ("attack-2005", ["Ann", "Bo"])
    fair = found["profiles"][0]
    assert fair["name"] == "fair"
    assert 0.6 < fair["dry"] < 0.7
    assert 1.2 < fair["mean"] < 1.7
    assert abs(sum(fair["sizes"].values()) - 1) < 0.01
    assert fair["longest_dry"] > 4
    assert [it["name"] for it in found["profiles"]][:3] == ["fair", "classic", "chance"]


def test_the_last_set_up_can_be_begun_again(there):
    phone = there.guest()
    last = phone.get("/api/setup").json()["last"]
    assert phone.post("/api/evenings", json=last).json()["setup"] == last


def test_names_of_the_newest_evenings_come_first(there):
    phone = there.guest()
    phone.post("/api/evenings", json={**setup_of(2), "players": ["Zoe", "Bo"], "dealer": "Bo"})
    assert phone.get("/api/setup").json()["players"] == ["Zoe", "Bo", "Ann", "Cy", "Di"]


def test_where_nothing_is_kept_there_is_nothing(tmp_path):
    with stand(kind="none", folder=tmp_path) as table:
        (tmp_path / "launches.db").unlink()
        phone = table.guest()
        assert phone.get("/api/evenings").json() == []
        assert phone.get("/api/evenings/1").status_code == 404
        assert phone.get("/api/setup").json()["players"] == []


def test_a_log_that_cant_be_read_is_said(there, journal):
    journal.file.write_bytes(b"no database" * 1000)
    for part in ("-wal", "-shm"):
        journal.file.with_name(journal.file.name + part).unlink(missing_ok=True)
    answer = there.guest().get("/api/evenings")
    assert answer.status_code == 503
    assert "can't be read" in answer.json()["error"]


def test_too_many_questions_at_once_are_turned_away(there, monkeypatch):
    monkeypatch.setattr(shelves, "MOST_WAITING", 0)
    answer = there.guest().get("/api/evenings")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
