"""`fairness`: the receipt out of the journal."""

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.journal import Journal
from tests.rules.chance import Evening
from tests.rules.evening import RED_7, UNDO, failed, play, press, setup_of
from uno_launcher import luck
from uno_launcher.cli.journal import find
from uno_launcher.luck.fairness import Drew
from uno_launcher.table.played import launches_of, presses_of


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "state" / "uno-launcher")


def receipt(call, *words) -> dict[str, Any]:
    result = call("fairness", "--json", *words)
    assert (result.status, result.err) == (0, "")
    assert result.out.count("\n") == 1
    return json.loads(result.out)


def lines(found: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    return {line["who"]: (line["presses"], line["launches"], line["cards"]) for line in found["players"]}


def presses(journal: Journal) -> list[Drew]:
    found = find(journal.file, None)
    return presses_of(found, launches_of(found, journal.file))


def test_every_press_is_given_to_whoever_made_it_as_corrected_since(call, journal):
    moves = [
        RED_7,
        press(3),
        {"came_out": 4},
        press(0),
        {"press_was": "Di"},
        failed(0),
        failed(2),
        press(5),
        UNDO,
    ]
    journal.write(setup_of(), moves)
    assert presses(journal) == [
        Drew("fair", 0, 4),
        Drew("fair", 3, 0),
        Drew("fair"),
        Drew("fair", 1, 2),
        Drew("fair"),
    ]
    found = receipt(call)
    assert lines(found) == {"Ann": (1, 1, 4), "Bo": (1, 1, 2), "Cy": (0, 0, 0), "Di": (1, 0, 0)}
    assert (found["total"]["presses"], found["total"]["cards"]) == (3, 6)
    assert "2 presses count for nobody: taken back, or nothing could come out." in found["notes"]


def test_a_cap_that_held_for_a_press_holds_when_it_is_made_again_8_1(journal):
    house = {"max_cards_per_obligation": 5}
    journal.write(setup_of(house=house), [RED_7, press(9), play("red hit-2", "Bo"), press(2), press(3)])
    assert presses(journal) == [Drew("fair", 0, 9), Drew("fair", 2, 2, 5), Drew("fair", 2, 3, 3)]


def test_a_cap_that_parents_had_set_holds_when_a_press_is_made_again(journal):
    journal.write(setup_of(), [RED_7, press(3), press(2)])
    journal.sql("UPDATE launches SET at_most = 3 WHERE number = 1")
    assert presses(journal) == [Drew("fair", 0, 3, 3), Drew("fair", 1, 2)]


@pytest.mark.parametrize("seed", range(8))
def test_in_any_evening_the_receipt_counts_what_the_table_counted(call, journal, seed):
    rng = random.Random(f"receipt {seed}")
    evening = Evening(rng)
    moves = []
    for _ in range(80):
        move = evening.sure_move() if rng.random() < 0.8 else evening.any_move()
        evening.step(move)
        if evening.line["refused"] is None:
            moves.append(move)
    journal.write(evening.setup, moves)
    tallies = evening.table.state.tallies
    assert lines(receipt(call)) == {
        name: (tally.presses, tally.launches, tally.cards)
        for name, tally in zip(evening.setup["players"], tallies, strict=True)
    }


def test_without_names_there_is_one_line_for_everybody(call, journal):
    journal.write(setup_of(0, mode="stack"), [play("+1"), press(0), press(3)])
    found = receipt(call)
    assert (found["players"], found["unnamed"]) == ([], None)
    assert (found["total"]["presses"], found["total"]["launches"], found["total"]["cards"]) == (2, 1, 3)
    out = call("fairness").out
    assert "everybody" in out
    assert "without a name" not in out


def test_presses_in_toy_mode_at_a_named_table_are_nobodys(call, journal):
    journal.write(setup_of(), [RED_7, press(1), {"mode": "toy"}, press(4)])
    found = receipt(call)
    assert lines(found)["Ann"] == (1, 1, 1)
    assert found["unnamed"]["cards"] == 4
    assert found["total"]["cards"] == 5
    assert "without a name" in call("fairness").out


def test_the_table_says_it_in_words_and_fits_80_columns(call, journal):
    journal.write(setup_of(), [RED_7, *[press(9) if n % 4 == 1 else press(0) for n in range(60)]])
    result = call("fairness")
    assert (result.status, result.err) == (0, "")
    text = " ".join(result.out.split())
    assert text.startswith("Evening 1 with fair, begun 2026-05-01 12:00 UTC. Presses With cards Cards Mostly")
    assert "fewer than one evening in" in text
    assert "Somebody at the table is that far off in fewer than one evening in 400." in text
    assert "The launcher doesn't know who presses." in text
    assert max(map(len, result.out.splitlines())) <= 80


def test_asked_again_it_says_the_same(call, journal):
    journal.write(setup_of(), [RED_7, *[press(n % 3) for n in range(30)]])
    assert call("fairness") == call("fairness")
    assert receipt(call) == receipt(call)


def test_own_profiles_come_from_the_config_and_a_lost_one_gets_a_sentence(call, journal, tmp_path):
    journal.write(setup_of(), [RED_7, press(2), press(2)], profile="lively")
    lost = receipt(call)
    assert (lost["runs"], lost["total"]["promise"], lost["total"]["left_out"]) == (0, None, 2)
    assert lost["notes"] == [
        '2 presses by "lively", which is no luck profile here now: they aren\'t compared.'
    ]
    own = tmp_path / "own.toml"
    own.write_text("[profiles.lively]\nchance = 1.0\nsizes = { 2 = 1.0 }\n")
    found = receipt(call, "--config", own)
    assert found["profiles"] == ["lively"]
    assert found["total"]["promise"]["cards"] == 4
    assert found["notes"][-1].startswith('"lively" is a profile of your own')


def test_a_press_whose_launch_is_lost_is_counted_but_not_compared(call, journal):
    journal.write(setup_of(), [RED_7, press(2), press(1)])
    journal.sql("DELETE FROM launches WHERE number = 1")
    found = receipt(call)
    assert lines(found)["Ann"] == (1, 1, 2)
    assert "1 press without a launch in the log: it isn't compared." in found["notes"]


def test_a_broken_config_is_a_sentence(call, journal, tmp_path):
    journal.write(setup_of(), [RED_7])
    file = tmp_path / "own.toml"
    file.write_text("[launcher]\nprofile = 3\n")
    result = call("fairness", "--config", file)
    assert (result.status, result.out) == (3, "")
    assert str(file) in result.err


def test_an_evening_without_a_press_has_a_receipt_without_verdicts(call, journal):
    journal.write(setup_of(), [RED_7])
    assert call("fairness").out.count("no press yet") == 5


def test_an_evening_of_2000_presses_is_quickly_told(call, journal):
    fresh, rng = luck.profile("fair"), random.Random(1)
    drawn = [fresh.press(rng) for _ in range(2_000)]
    moves: list[dict[str, Any]] = [RED_7]
    for cards in drawn:
        moves += [press(cards)]
        if len(moves) % 20 == 0:
            moves += [{"reloaded": 0}, {"correct": dict.fromkeys(["Ann", "Bo", "Cy", "Di"], 5)}]
    journal.write(setup_of(), moves)
    started = time.process_time()
    found = receipt(call)
    assert time.process_time() - started < 2
    assert (found["runs"], found["total"]["presses"]) == (100, 2_000)
    assert found["total"]["cards"] == sum(drawn)
    assert found["total"]["verdict"] == "usual"
