"""`table show`, `games`, `scores`, `export`: evenings out of the journal."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.journal import AT, Journal
from tests.rules.evening import NEXT_ROUND, RED_7, UNDO, failed, play, press, read, setup_of, stop
from uno_launcher.cli.export import COLUMNS, DOCUMENTATION, setup_line
from uno_launcher.launcher.effects import CardsCounted, PressAccepted
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.moves import parse_move
from uno_launcher.store import SIMULATED_FILE_NAME, Store
from uno_launcher.table.referee import Guards, Referee

ONE_CARD = {"house": {"cards_dealt": 1}}


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "state" / "uno-launcher")


def words(result) -> list[str]:
    """The lines that were printed, with single spaces; without rules."""
    assert (result.status, result.err) == (0, "")
    return [" ".join(line.split()) for line in result.out.splitlines() if line.strip(" ─")]


def data(result) -> list[Any]:
    assert (result.status, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


# table show


def test_the_state_line_is_that_of_the_launcher(call, journal):
    moves = [RED_7, press(2), play("red hit-2", "Bo"), press(0), press(3), UNDO]
    journal.write(setup_of(), moves)
    referee = Referee(read(setup_of()), Guards(), [parse_move(move) for move in moves])
    [line] = data(call("table", "show", "--json"))
    assert line == json.loads(msgspec.json.encode(referee.line))
    assert line["n"] == 6


def shown(call, journal, *moves, **setup):
    journal.write(setup_of(**setup), moves)
    return words(call("table", "show"))


def test_it_says_who_is_up_what_lies_and_what_everybody_holds(call, journal):
    assert shown(call, journal, RED_7, press(2)) == [
        "Evening 1: mega-hit-2020, begun 2026-05-01 12:00 UTC, 2 moves.",
        "It's Bo's turn: turn the launcher to Bo. Cy is next.",
        "On the pile: red 7.",
        "Play goes to the left.",
        "In the launcher: 81 cards.",
        "The last press, Ann's, brought 2 cards.",
        "Player Cards Points",
        *("Ann 9 0", "Bo 7 0", "Cy 7 0", "Di 7 0"),
    ]


@pytest.mark.parametrize(
    ("moves", "setup", "sentence"),
    [
        ([], {}, "The first card is to be turned up; Di dealt."),
        (
            [RED_7, play("red hit-2")],
            {},
            "Bo owes 2 presses for red hit-2, or answers with another hit. Turn the launcher to Bo.",
        ),
        (
            [RED_7, play("red hit-2"), play("blue hit-1", "Bo")],
            {},
            "Cy owes 3 presses for a stack of 2 hits, or answers with another hit. Turn the launcher to Cy.",
        ),
        (
            [RED_7, play("red hit-2"), press(3)],
            {},
            "Bo owes 1 press for red hit-2, and may stop. Turn the launcher to Bo.",
        ),
        (
            [RED_7, play("red 1"), {"catch": "Ann", "by": "Cy"}],
            {"house": {"cards_dealt": 2}},
            "Ann owes 2 presses as a penalty. Turn the launcher to Ann.",
        ),
        (
            [RED_7, play("wild-hit-fire", colour="blue")],
            {"box": "attack-2005"},
            "Bo presses until cards come out for wild-hit-fire. Turn the launcher to Bo.",
        ),
        ([RED_7, play("wild")], {}, "Ann picks a colour for wild."),
        ([RED_7, play("wild", colour="blue")], {}, "On the pile: wild, the colour is blue."),
        (
            [RED_7, play("red 1")],
            {"house": {"cards_dealt": 2}},
            "Ann has one card left and hasn't called UNO.",
        ),
        (
            [RED_7, play("red 1")],
            ONE_CARD,
            "The round is over, Ann laid the last card: enter what is left in the hands of Bo, Cy and Di.",
        ),
        (
            [RED_7, play("red 1"), {"points": {"Bo": 1, "Cy": 1, "Di": 1}}],
            ONE_CARD,
            "The round is over and counted: begin the next one.",
        ),
        (
            [RED_7, play("red 1"), {"points": {"Bo": 1, "Cy": 1, "Di": 1}}],
            {**ONE_CARD, "target": 3},
            "The game is over: Ann won.",
        ),
        (
            [RED_7, play("red 1"), {"points": {"Bo": 9, "Cy": 1, "Di": 1}}],
            {"house": {"cards_dealt": 1}, "target": 5, "scoring": "low", "players": 4},
            "The game is over: Ann won.",
        ),
        ([], {"players": 0, "mode": "stack"}, "Nothing is owed: anybody may press, or tap a hit."),
        (
            [play("hit-2"), play("hit-1")],
            {"players": 0, "mode": "stack"},
            "The table owes 3 presses for a stack of 2 hits, or answers with another hit.",
        ),
        (
            [],
            {"players": 0, "mode": "toy"},
            "Toy mode: a press is just a press, and nobody keeps track.",
        ),
        ([RED_7, press(0)], {}, "The last press, Ann's, brought no card."),
        (
            [RED_7, press(70), press(11)],
            {},
            "In the launcher: 2 cards.",
        ),
        (
            [RED_7, {"reloaded": 3}, press(5)],
            {},
            "Look again: 5 came out, but only 3 should have been in the launcher.",
        ),
    ],
)
def test_it_says_what_the_table_waits_for_and_why(call, journal, moves, setup, sentence):
    assert sentence in " ".join(shown(call, journal, *moves, **setup))


def test_several_obligations_are_said_in_their_order(call, journal):
    lines = shown(call, journal, RED_7, play("wild-all-hit", colour="red"), box="attack-2005")
    assert lines[1:4] == [
        "Bo owes 1 press for wild-all-hit. Turn the launcher to Bo.",
        "Then Cy owes 1 press for wild-all-hit.",
        "Then Di owes 1 press for wild-all-hit.",
    ]


def test_names_are_shown_as_they_are(call, journal):
    names = ["[red]Ann[/red]", ":smile:", "🃏" * 30, "Bo"]
    journal.write({**setup_of(), "players": names, "dealer": "Bo"}, [RED_7])
    lines = words(call("table", "show"))
    assert "[red]Ann[/red] 7 0" in lines
    assert ":smile: 7 0" in lines
    for command in (("games",), ("scores",), ("fairness",)):
        result = call(*command)
        assert result.status == 0
        assert max(map(len, result.out.splitlines())) <= 80


# games


def test_every_evening_has_its_row(call, journal):
    won = [RED_7, play("red 1"), {"points": {"Bo": 1, "Cy": 1, "Di": 1}}]
    journal.write(setup_of(**ONE_CARD, target=3), won)
    journal.write(setup_of(**ONE_CARD, box="attack-2005"), [*won, NEXT_ROUND, RED_7])
    journal.write(setup_of(0, mode="stack", box="attack-2010"), [press(0), press(2)])
    assert data(call("games", "--json")) == [
        {
            "evening": 1,
            "begun_at": "2026-05-01T12:00:00.250Z",
            "box": "mega-hit-2020",
            "mode": "game",
            "players": ["Ann", "Bo", "Cy", "Di"],
            "rounds": 1,
            "moves": 3,
            "over": True,
            "going_on": False,
            "winner": "Ann",
        },
        {
            "evening": 2,
            "begun_at": "2026-05-01T12:00:00.250Z",
            "box": "attack-2005",
            "mode": "game",
            "players": ["Ann", "Bo", "Cy", "Di"],
            "rounds": 2,
            "moves": 5,
            "over": False,
            "going_on": False,
            "winner": None,
        },
        {
            "evening": 3,
            "begun_at": "2026-05-01T12:00:00.250Z",
            "box": "attack-2010",
            "mode": "stack",
            "players": [],
            "rounds": 1,
            "moves": 2,
            "over": False,
            "going_on": True,
            "winner": None,
        },
    ]


def test_the_list_fits_a_terminal_and_says_how_it_went(call, journal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    won = [RED_7, play("red 1"), {"points": {"Bo": 1, "Cy": 1, "Di": 1}}]
    journal.write(setup_of(**ONE_CARD, target=3), won)
    journal.write(setup_of(), [RED_7])
    journal.write(setup_of(0, mode="toy"), [])
    assert words(call("games"))[1:] == [
        "1 2026-05-01 12:00 mega-hit-2020 Ann, Bo, Cy, Di 1 3 Ann won",
        "2 2026-05-01 12:00 mega-hit-2020 Ann, Bo, Cy, Di 1 1 not played to the end",
        "3 2026-05-01 12:00 mega-hit-2020 nobody named (toy) 1 0 going on",
    ]
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, call("games").out.splitlines())) <= 80


def test_a_tie_is_said_as_a_tie(call, journal):
    first = [RED_7, play("red 1"), {"points": {"Bo": 1, "Cy": 3}}, NEXT_ROUND]
    second = [RED_7, play("red 1"), {"points": {"Ann": 1, "Cy": 5}}]
    journal.write(setup_of(3, **ONE_CARD, scoring="low", target=5), [*first, *second])
    assert data(call("games", "--json"))[0]["winner"] == ["Ann", "Bo"]
    assert words(call("table", "show"))[1] == "The game is over: a tie between Ann and Bo."
    assert words(call("scores"))[-1] == "The game is over: a tie between Ann and Bo."


# scores

ROUND = [RED_7, play("red 1"), {"points": {"Bo": 30, "Cy": 5, "Di": 0}}]
SECOND = [NEXT_ROUND, RED_7, play("red 1"), {"points": {"Ann": 2, "Cy": 3, "Di": 4}}]


def test_scores_are_listed_by_round(call, journal):
    journal.write(setup_of(**ONE_CARD), [*ROUND, *SECOND, NEXT_ROUND])
    assert data(call("scores", "--json")) == [
        {
            "evening": 1,
            "scoring": "standard",
            "target": 500,
            "rounds": [
                {"round": 1, "out": "Ann", "points": {"Ann": 35, "Bo": 0, "Cy": 0, "Di": 0}},
                {"round": 2, "out": "Bo", "points": {"Ann": 0, "Bo": 9, "Cy": 0, "Di": 0}},
            ],
            "totals": {"Ann": 35, "Bo": 9, "Cy": 0, "Di": 0},
            "eliminated": [],
            "winner": None,
        }
    ]
    lines = words(call("scores"))
    assert lines[0] == "Evening 1: who lays the last card scores what the others hold; 500 wins."
    assert lines[1:] == ["Round Ann Bo Cy Di", "1 35 0 0 0", "2 0 9 0 0", "Total 35 9 0 0"]


def test_a_round_that_was_taken_back_or_is_not_counted_is_not_there(call, journal):
    journal.write(setup_of(**ONE_CARD), [*ROUND, NEXT_ROUND, UNDO, UNDO])
    assert data(call("scores", "--json"))[0]["rounds"] == []
    assert words(call("scores"))[1:] == ["No round is counted yet."]


def test_who_is_out_and_who_won_is_said(call, journal):
    setup = setup_of(3, **ONE_CARD, scoring="challenge", target=20)
    journal.write(setup, [RED_7, play("red 1"), {"points": {"Bo": 30, "Cy": 25}}])
    lines = words(call("scores"))
    assert lines[0].startswith("Evening 1: everybody scores what is left in their hand; at 20 one is out")
    assert lines[-2:] == ["Out of the game: Bo and Cy.", "The game is over: Ann won."]


def test_without_names_there_are_no_scores(call, journal):
    journal.write(setup_of(0, mode="stack"), [press(1)])
    assert words(call("scores")) == ["Nobody is named in evening 1, so there are no scores."]


# export


def test_json_lines_are_a_script_that_leads_to_the_same_table(call, journal, tmp_path):
    moves = [RED_7, press(2), failed(0), play("red hit-2", "Bo"), press(3), stop(), UNDO, {"press_was": "Di"}]
    setup = setup_of(house={"max_cards_per_obligation": 9}, scoring="low", target=77)
    journal.write(setup, moves)
    result = call("export", "--format", "jsonl")
    assert (result.status, result.err) == (0, "")
    assert [json.loads(line) for line in result.out.splitlines()][1:] == moves
    script = tmp_path / "evening.jsonl"
    script.write_text(result.out)
    [again] = data(call("table", "replay", script, "--last"))
    assert again == data(call("table", "show", "--json"))[0]


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"custom": {"presses": 2, "target": "chosen"}, "house": {"starts": "right"}},
        {"custom": {"presses": "until cards", "target": "everyone else"}, "mode": "stack"},
        {"custom": {"presses": 0, "target": "self"}, "scoring": "challenge", "target": 9},
        {"players": [], "mode": "toy"},
    ],
)
def test_a_setup_comes_back_as_it_went_in(box, more):
    line = {**setup_of(), "box": box, **more}
    if not line["players"]:
        del line["dealer"]
    setup = read(line)
    assert read(setup_line(setup)) == setup


def test_a_box_of_ones_own_wants_its_file(call, journal, tmp_path):
    file = tmp_path / "kitchen.toml"
    file.write_text('name = "kitchen"\ncards = 40\n[numbers]\n1 = 10\n', encoding="utf-8")
    journal.write({**setup_of(2), "box": str(file)}, [{"turn_up": "red 1"}])
    result = call("export", "--format", "jsonl")
    assert result.status == 1
    assert result.err.startswith('"kitchen" is a box of its own here: put the path of its file')
    script = tmp_path / "evening.jsonl"
    script.write_text(result.out.replace('"kitchen"', json.dumps(str(file))))
    assert data(call("table", "replay", script, "--last"))[0] == data(call("table", "show", "--json"))[0]


def test_json_is_one_object_with_setup_moves_launches_and_state(call, journal):
    journal.write(setup_of(), [RED_7, press(2), {"press_was": "Cy"}, press(1), UNDO])
    [evening] = data(call("export", "--format", "json"))
    assert list(evening) == ["evening", "begun_at", "setup", "moves", "launches", "state"]
    assert read(evening["setup"]) == read(setup_of())
    assert [move["move"] for move in evening["moves"]][1] == press(2)
    assert evening["moves"][1] == {
        "n": 2,
        "at": "2026-05-01T12:00:00.250Z",
        "round": 1,
        "move": {"press": 2},
        "counts": True,
        "who": "Cy",
        "cards": 2,
        "launch": 1,
    }
    undone = evening["moves"][3]
    assert (undone["counts"], undone["who"], undone["cards"], undone["launch"]) == (False, None, None, 2)
    assert [launch["press"] for launch in evening["launches"]] == [1, 2]
    assert evening["launches"][0]["profile"] == "fair"
    assert evening["state"] == data(call("table", "show", "--json"))[0]


def test_csv_has_a_row_for_every_move_by_rfc_4180(call, journal):
    journal.write(setup_of(), [RED_7, press(2), {"press_was": "Cy"}, failed(0), UNDO])
    result = call("export", "--format", "csv")
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        "evening,n,at,round,kind,by,move,counts,who,cards,launch,profile,ordered,counted,ended\r\n"
        '1,1,2026-05-01T12:00:00.250Z,1,turn_up,,"{""turn_up"":""red 7""}",1,,,,,,,\r\n'
        '1,2,2026-05-01T12:00:00.250Z,1,press,,"{""press"":2}",1,Cy,2,1,fair,2,2,done\r\n'
        '1,3,2026-05-01T12:00:00.250Z,1,press_was,,"{""press_was"":""Cy""}",1,,,,,,,\r\n'
        '1,4,2026-05-01T12:00:00.250Z,1,failed_press,,"{""failed_press"":0}",0,,,2,fair,0,0,jam\r\n'
        '1,5,2026-05-01T12:00:00.250Z,1,undo,,"{""undo"":true}",1,,,,,,,\r\n'
    )
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert json.loads(rows[1]["move"]) == press(2)


def test_every_column_is_documented_in_the_help(call):
    out = call("export", "--help").out
    for column in COLUMNS:
        assert f"{column.name:<9} {column.meaning}" in DOCUMENTATION
        assert f"  {column.name:<9} {column.meaning}\n" in out


@pytest.mark.parametrize("words_", [[], ["--format", "xml"]])
def test_the_format_has_to_be_named(call, words_):
    result = call("export", *words_)
    assert (result.status, result.out) == (2, "")
    assert "--format" in result.err


def test_what_a_running_burst_will_bring_stands_nowhere(call, journal):
    journal.write(setup_of(), [RED_7, press(0)])
    store = Store.open(journal.file, lambda: AT)
    store.accepted(PressAccepted(2, "fair", 23))
    store.counted(CardsCounted(2, 1))
    assert store.flush(5.0)
    for command in (
        ["table", "show"],
        ["table", "show", "--json"],
        ["games"],
        ["scores"],
        ["fairness"],
        ["export", "--format", "csv"],
        ["export", "--format", "json"],
        ["export", "--format", "jsonl"],
    ):
        result = call(*command)
        assert result.status == 0
        assert "23" not in result.out, command
    store.close(5.0)


# Which evening, and what is broken.

COMMANDS = (
    ["table", "show"],
    ["games"],
    ["scores"],
    ["fairness"],
    *(["export", "--format", form] for form in ("csv", "json", "jsonl")),
)
ONE_EVENING = [command for command in COMMANDS if command != ["games"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_log_a_sentence_says_where_it_was_looked_for(call, journal, command):
    result = call(*command)
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"There is no launch log in {journal.folder} yet")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("version", [1, 2, None])
def test_without_an_evening_a_sentence_says_so(call, journal, command, version):
    Store.open(journal.file).close(5.0)
    if version is not None:  # as an older program left it
        journal.sql("ALTER TABLE evenings DROP COLUMN taken_up")
        journal.sql(f"PRAGMA user_version = {version}")
    if version == 1:
        journal.sql("DROP TABLE evenings")
    result = call(*command)
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        f"No evening is recorded in {journal.folder} yet: the next `uno-launcher run` begins one.\n"
    )


@pytest.mark.parametrize("command", ONE_EVENING)
def test_an_evening_is_chosen_by_its_number_and_else_the_last(call, journal, command):
    journal.write(setup_of(2), [RED_7, press(1)])
    journal.write(setup_of(3), [RED_7, press(2)])
    first, last = call(*command, "--evening", 1), call(*command)
    assert (first.status, last.status) == (0, 0)
    assert "Cy" not in first.out
    assert last.out != first.out
    missing = call(*command, "--evening", 7)
    assert (missing.status, missing.out) == (1, "")
    assert missing.err == "There is no evening 7: `uno-launcher games` lists them, the last one is 2.\n"
    assert call(*command, "--evening", 0).status == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_simulation_played_stands_apart_D7(call, journal, command):
    journal.write(setup_of(), [RED_7])
    journal.file.rename(journal.folder / SIMULATED_FILE_NAME)
    result = call(*command)  # better than nothing, and said
    assert result.err == "SIMULATED: no card of these ever moved.\n"
    Store.open(journal.file).close(5.0)
    assert call(*command) == result  # nothing happened in the other
    journal.write(setup_of(), [])
    assert "SIMULATED" not in call(*command).err
    assert call(*command, "--simulated") == result


def test_a_log_from_before_the_last_version_is_read_too(call, journal):
    journal.write(setup_of(), [RED_7])
    journal.sql("ALTER TABLE evenings DROP COLUMN taken_up")
    journal.sql("PRAGMA user_version = 2")
    assert data(call("table", "show", "--json"))[0]["top"] == "red 7"
    assert len(data(call("games", "--json"))) == 1


@pytest.mark.parametrize("broken", ["no JSON", '{"fly": 1}', '{"press": "x"}', b"\xff\xfe", None, 7])
def test_a_broken_move_is_named_and_the_rest_is_shown(call, journal, broken):
    journal.write(setup_of(), [RED_7, {"uno": "Bo"}, press(2)])
    journal.sql("CREATE TABLE loose AS SELECT * FROM moves")
    journal.sql("DROP TABLE moves")
    journal.sql("ALTER TABLE loose RENAME TO moves")
    journal.sql("UPDATE moves SET move = ? WHERE n = 2", broken)
    result = call("table", "show", "--json")
    assert result.status == 1
    assert result.err.startswith("Move 2 of evening 1 is left out, because it's broken: ")
    assert result.err.count("\n") == 1
    assert json.loads(result.out)["hands"]["Ann"] == 9
    for command in COMMANDS:
        found = call(*command)
        assert (found.status, found.err) == (1, result.err)
        assert found.out != ""


def test_a_move_that_does_not_fit_is_named_and_left_out(call, journal):
    journal.write(setup_of(), [RED_7, press(2, "Cy"), press(1)])
    result = call("table", "show", "--json")
    assert result.status == 1
    assert result.err == ("Move 2 of evening 1 is left out, because it doesn't fit: It's Ann's turn.\n")
    assert json.loads(result.out)["hands"] == {"Ann": 8, "Bo": 7, "Cy": 7, "Di": 7}


def test_lost_moves_are_said(call, journal):
    journal.write(setup_of(), [RED_7, {"reloaded": 50}, press(1)])
    journal.sql("DELETE FROM moves WHERE n = 2")
    result = call("table", "show", "--json")
    assert (result.status, json.loads(result.out)["hopper"]) == (1, 82)
    assert result.err == "Some moves of evening 1 are lost, so what came later may not fit.\n"


@pytest.mark.parametrize("broken", ["", "{}", "no JSON", '{"box": 1}', b"\xff"])
def test_an_evening_with_a_broken_setup_is_named_and_the_others_are_shown(call, journal, broken):
    journal.write(setup_of(), [RED_7])
    journal.write(setup_of(), [RED_7])
    journal.sql("UPDATE evenings SET setup = ? WHERE id = 1", broken)
    result = call("games", "--json")
    assert result.status == 1
    assert result.err.startswith("Evening 1 is left out, because its set-up is broken (")
    assert result.err.count("\n") == 1
    assert [json.loads(line)["evening"] for line in result.out.splitlines()] == [2]
    assert call("table", "show", "--json").status == 0
    assert call("table", "show", "--evening", 1).err == result.err


def test_a_file_that_is_no_log_is_a_sentence(call, journal):
    journal.folder.mkdir(parents=True)
    journal.file.write_bytes(b"not a database, but long enough to be looked at" * 100)
    for command in COMMANDS:
        result = call(*command)
        assert (result.status, result.out) == (1, "")
        assert result.err.count("\n") == 1
        assert str(journal.file) in result.err
