"""`table replay`: a written-down game through the referee."""

import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from uno_launcher.cli import table as command

SETUP = {"box": "mega-hit-2020", "players": ["Ann", "Bo", "Cy", "Di"], "dealer": "Di", "scoring": "standard"}
RED_7 = {"turn_up": "red 7"}


@pytest.fixture
def script(tmp_path, monkeypatch):
    """Write lines (or bytes) to a script in the working directory."""
    monkeypatch.chdir(tmp_path)

    def _script(*lines, name="game.jsonl"):
        file = tmp_path / name
        file.write_bytes(
            b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
        )
        return name

    return _script


def states(result):
    assert (result.status, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


def test_one_state_line_after_the_setup_and_after_every_move(call, script):
    lines = states(call("table", "replay", script(SETUP, RED_7, {"press": 3, "by": "Ann"})))
    assert [line["n"] for line in lines] == [0, 1, 2]
    assert [line["phase"] for line in lines] == ["turn-up", "play", "play"]
    assert lines[0]["hopper"] == 83
    assert lines[2]["hands"] == {"Ann": 10, "Bo": 7, "Cy": 7, "Di": 7}


def test_the_fixed_keys_come_first_and_in_their_order(call, script):
    line = states(call("table", "replay", script(SETUP, RED_7, {"play": "red hit-2", "by": "Ann"})))[-1]
    fixed = (
        "n phase up direction top colour owes stack hands hopper eliminated scores uno_open refused winner"
    )
    assert " ".join(line).startswith(fixed)
    assert line["owes"] == [
        {"who": "Bo", "presses": 2, "until_cards": False, "may_stop": False, "may_answer": True}
    ]


def test_a_refused_move_shows_the_unchanged_state_with_the_reason_and_counts(call, script):
    lines = states(call("table", "replay", script(SETUP, RED_7, {"press": 3, "by": "Cy"}, {"press": 1})))
    assert [line["n"] for line in lines] == [0, 1, 2, 3]
    assert lines[2] == {**lines[1], "n": 2, "refused": "It's Ann's turn."}
    assert (lines[3]["up"], lines[3]["refused"]) == ("Bo", None)


def test_last_prints_only_the_final_state(call, script):
    lines = states(
        call("table", "replay", script(SETUP, RED_7, {"press": 3}, {"press": 9, "by": "Di"}), "--last")
    )
    assert [(line["n"], line["up"], line["refused"]) for line in lines] == [(3, "Bo", "It's Bo's turn.")]
    assert [line["n"] for line in states(call("table", "replay", "--last", script(SETUP)))] == [0]


def test_a_further_setup_line_starts_a_new_table(call, script):
    second = {**SETUP, "players": ["Ed", "Flo"], "dealer": "Ed"}
    lines = states(
        call("table", "replay", script(SETUP, RED_7, second, RED_7, {"undo": True}, {"undo": True}))
    )
    assert [line["n"] for line in lines] == [0, 1, 0, 1, 2, 3]
    assert lines[2]["hands"] == {"Ed": 7, "Flo": 7}
    assert lines[5]["refused"] == "There is nothing to take back."


def test_standard_input_is_a_dash(call, monkeypatch):
    text = "\n".join(json.dumps(line) for line in (SETUP, RED_7))  # no newline at the end
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert len(states(call("table", "replay", "-"))) == 2


def test_blank_lines_windows_lines_and_a_byte_order_mark_are_nothing(call, script):
    setup = json.dumps(SETUP).encode()
    name = script(b"\xef\xbb\xbf" + setup + b"\r\n", b"\r\n", b"  \n", b'{"turn_up": "red 7"}\r\n', b"\n")
    assert [line["n"] for line in states(call("table", "replay", name))] == [0, 1]


def test_names_are_written_as_they_are(call, script):
    family = "👩\u200d👩\u200d👧\u200d👦" * 60
    lines = states(
        call("table", "replay", script({**SETUP, "players": [family, "Bo"], "dealer": "Bo"}, RED_7))
    )
    assert (lines[-1]["up"], lines[-1]["hands"]) == (family, {family: 7, "Bo": 7})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"red 7\n", "this is no JSON"),
        (b'{"press": 1\n', "this is no JSON"),
        (b'{"press": "\xff"}\n', "this is no JSON (invalid UTF-8"),
        (b"\xff\xfe\n", "this is no JSON"),
        (b"[" * 9999 + b"\n", "this is no JSON"),
        (b"null\n", "a move is a JSON object"),
        (b"{}\n", "this is no move"),
        (b'{"pres": 1}\n', "this is no move"),
        (b'{"press": 1.0}\n', '"press" takes a whole number'),
        (b'{"press": "1"}\n', '"press" takes a whole number'),
        (b'{"press": 1, "play": "wild"}\n', "these are two moves in one line"),
        (b'{"press": 1, "who": "Ann"}\n', 'this move has no key "who"'),
        (b'{"undo": false}\n', '"undo" can\'t be false'),
        (b'{"box": "mega-hit-2020"}\n', "the set-up needs players"),
        (b'{"house": {}}\n', 'the set-up lacks "box"'),
        (b'{"press": ' + b"1" * 70_000 + b"}\n", "longer than 65536 bytes"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_a_line_that_is_no_move_ends_with_status_3_file_line_and_reason(call, script, line, said):
    result = call("table", "replay", script(SETUP, RED_7, line, {"press": 1}))
    assert result.status == 3
    assert result.err.startswith("game.jsonl line 3: ")
    assert said in result.err
    assert len(result.err.splitlines()) == 1
    assert len(result.out.splitlines()) == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (RED_7, "the first line sets the table up"),
        (
            {**SETUP, "box": "uno-1971"},
            "there is no box 'uno-1971': choose attack-2005, attack-2010, mega-hit-2020",
        ),
        ({**SETUP, "box": "\0"}, "there is no box"),
        ({**SETUP, "players": list("ABCDEFGHIJK")}, "2 to 10 players can play, not 11"),
        ({**SETUP, "players": ["Ann", "Ann"]}, "two players are called Ann"),
        ({**SETUP, "house": {"stack": True}}, 'house has no key "stack"'),
        ({**SETUP, "target": 1.5}, '"target" takes a whole number'),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_a_bad_setup_ends_with_status_3_file_line_and_reason(call, script, line, said):
    result = call("table", "replay", script(line))
    assert (result.status, result.out) == (3, "")
    assert result.err.startswith("game.jsonl line 1: ")
    assert said in result.err


def test_no_file_no_lines_or_a_folder_is_status_3(call, script, tmp_path):
    assert call("table", "replay", script()) == (
        3,
        "",
        "game.jsonl is empty: the first line sets the table up\n",
    )
    assert call("table", "replay", "none.jsonl") == (
        3,
        "",
        "none.jsonl can't be read: No such file or directory\n",
    )
    assert call("table", "replay", tmp_path).err == f"{tmp_path} can't be read: Is a directory\n"
    assert call("table", "replay", "a\0b").status == 3


def test_a_closed_standard_input_is_status_3(call, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert call("table", "replay", "-") == (3, "", "standard input is closed: name a file instead\n")


def test_with_last_a_broken_script_prints_no_state(call, script):
    result = call("table", "replay", "--last", script(SETUP, RED_7, b"oops\n"))
    assert (result.status, result.out) == (3, "")


BOX = """\
name = "tiny"
cards = 44
[numbers]
7 = 9
[[card]]
name = "skip"
per_colour = 2
points = 5
skip = true
"""


def test_the_box_may_be_the_path_of_a_box_file(call, script, tmp_path):
    (tmp_path / "tiny.toml").write_text(BOX)
    lines = states(
        call("table", "replay", script({**SETUP, "box": "tiny.toml"}, RED_7, {"play": "red skip"}))
    )
    assert (lines[0]["hopper"], lines[-1]["up"]) == (44 - 29, "Cy")
    lines = states(call("table", "replay", script({**SETUP, "box": str(tmp_path / "tiny.toml")})))
    assert lines[0]["hopper"] == 44 - 29


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            BOX.replace("44", "45").encode(),
            "tiny.toml line 2: the cards listed are 44, not 45: put a count right",
        ),
        (BOX.replace("skip = true", "jump = true").encode(), 'tiny.toml line 9: a card has no key "jump"'),
        (BOX.encode() + b"\xff", "tiny.toml line 10: this is no UTF-8 text"),
        (b"[[[", "tiny.toml line 1: this is no TOML"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_box_file_that_does_not_fit_is_status_3_with_its_line_and_the_reason(
    call, script, tmp_path, text, said
):
    (tmp_path / "tiny.toml").write_bytes(text)
    result = call("table", "replay", script({**SETUP, "box": "tiny.toml"}))
    assert (result.status, result.out) == (3, "")
    assert result.err.startswith(f"game.jsonl line 1: {said}")


def evening(moves):
    """Lines of a long evening: presses, cards, refused moves, corrections and undos in turn."""
    yield json.dumps(SETUP)
    yield json.dumps(RED_7)
    kinds = (
        '{"press": 1}',
        '{"play": "number"}',
        '{"press": 0, "by": "Zoe"}',
        '{"play": "hit-1"}',
        '{"press": 2}',
        '{"came_out": 1}',
        '{"reloaded": true}',
        '{"undo": true}',
        '{"correct": {"Ann": 7, "Bo": 7, "Cy": 7, "Di": 7}}',
    )
    for n in range(moves):
        yield kinds[n % len(kinds)]


def test_10_000_moves_take_under_2_seconds(call, script):
    name = script("\n".join(evening(10_000)).encode())
    begun = time.process_time()
    lines = call("table", "replay", name).out.splitlines()
    assert time.process_time() - begun < 2
    assert len(lines) == 10_002


class Measured(io.RawIOBase):
    """A script that is made as it is read, and knows how many lines were asked for."""

    def __init__(self, lines):
        self.lines = lines
        self.given = 0

    def readline(self, size=-1):
        self.given += 1
        return next(self.lines).encode() + b"\n"


def test_a_script_is_read_line_by_line():
    source = Measured(evening(1000))
    for read, _ in enumerate(command.states(source, "endless"), 1):
        assert source.given == read
        if read == 1000:
            break


RUN = """
import resource
from uno_launcher.cli.table import replay
replay("-", last=True)
with open("/proc/self/status") as status:  # ru_maxrss would be that of whoever started this, if it's more
    (peak,) = [line.split()[1] for line in status if line.startswith("VmHWM:")]
print(resource.getrusage(resource.RUSAGE_SELF).ru_utime, peak)
"""


def replay_aside(lines):
    """(seconds of processor, peak memory in kB) of a process that replays so many moves."""
    script = "\n".join(evening(lines)).encode()
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=script, stdout=subprocess.PIPE, check=True, cwd=root
    )
    final, usage = done.stdout.splitlines()
    assert json.loads(final)["n"] == lines + 1
    seconds, memory = usage.split()
    return float(seconds), int(memory)


def test_a_long_script_takes_time_and_memory_by_its_length_alone():
    short, small = replay_aside(20_000)
    long, large = replay_aside(80_000)
    assert long < 8 * short + 1
    assert (large - small) < 60_000 * 0.4


@pytest.mark.long
def test_a_million_lines():
    seconds, memory = replay_aside(1_000_000)
    assert seconds < 60
    assert memory < 300_000
