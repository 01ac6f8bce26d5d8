import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.made_traces import KINDS, Trace, made
from uno_launcher import traces
from uno_launcher.__main__ import main
from uno_launcher.errors import InputError

TRACES = Path(__file__).parent / "traces"
TRUTH = json.loads((TRACES / "truth.json").read_text())


def holds(verdict: traces.Verdict, trace: Trace) -> bool:
    """What traces/README.md promises."""
    if (verdict["card_out"], verdict["jam"]) != (trace.card_out, trace.jam):
        return False
    if not trace.troubles or verdict["certain"]:
        return verdict["certain"] and verdict["cards"] == trace.cards
    return abs(verdict["cards"] - trace.cards) <= trace.troubles


@pytest.mark.parametrize("name", TRUTH)
def test_every_recorded_trace_is_counted_as_its_truth_says(name):
    truth = TRUTH[name]
    beam, motor = TRACES / f"{name}.csv", TRACES / f"{name}.motor.csv"
    trace = Trace(
        traces.read_beam(beam),
        traces.read_motor(motor),
        35_000,
        truth["cards"],
        0 if truth["clean"] else truth["troubles"],
        truth["card_out"],
        truth["jam"],
    )
    assert holds(traces.count(trace.beam, trace.motor), trace)


@pytest.mark.parametrize("kind", KINDS)
def test_made_up_traces_keep_the_same_promises(kind):
    assert broken(kind, range(250)) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_made_up_traces_keep_the_same_promises(kind):
    # With 4 % spread one pair in some 10,000 that overlaps by 70 % is no wider than one card in 10,000.
    assert len(broken(kind, range(250, 5_000))) <= (2 if kind in ("double", "mixed") else 0)


def broken(kind: str, seeds: range) -> list[int]:
    """The seeds with which a promise was broken."""
    kept = {}
    for seed in seeds:
        trace = made(kind, random.Random(f"{kind} {seed}"))
        kept[seed] = holds(traces.count(trace.beam, trace.motor, trace.transit_us), trace)
    return [seed for seed, held in kept.items() if not held]


def test_without_the_motors_part_it_ran_forwards_all_the_time():
    beam = traces.read_beam(TRACES / "jam-01.csv")
    assert traces.count(beam) == {
        "cards": 9,
        "certain": False,
        "doubles": 0,
        "ignored": 0,
        "card_out": False,
        "jam": True,
    }


def test_a_nose_pulled_back_is_no_card_only_because_of_the_motor():
    beam = traces.read_beam(TRACES / "retract-01.csv")
    assert traces.count(beam, traces.read_motor(TRACES / "retract-01.motor.csv"))["cards"] == 6
    assert traces.count(beam)["cards"] > 6


def test_a_motor_that_never_ran_brought_nothing_for_certain():
    assert traces.count([(0, False)], [])["cards"] == 0
    assert not traces.count([(0, True), (40_000, False), (500_000, False)], [])["certain"]


def test_a_motor_that_pulls_for_days_is_replayed_at_once():
    beam = [(0, True), (35_000, False), (10**12, False)]
    assert traces.count(beam)["cards"] == 1


@given(
    st.lists(st.tuples(st.integers(0, 3_000_000), st.booleans()), min_size=1, max_size=40),
    st.lists(st.tuples(st.integers(0, 3_000_000), st.integers(-1, 1), st.integers(0, 100)), max_size=10),
)
def test_any_recording_is_counted_without_an_error(beam, motor):
    verdict = traces.count(sorted(beam), sorted(motor))
    assert verdict["cards"] >= 0
    assert verdict["ignored"] >= 0


BAD = {
    "": "line 1: the head line must be t_us,blocked",
    "t,b\n0,1\n": "line 1: the head line must be t_us,blocked",
    "t_us,blocked\n": "line 2: nothing was recorded; there must be the level when it ended",
    "t_us,blocked\n5,1\n4,0\n": "line 3: its time 4 is before that of the line above, 5",
    "t_us,blocked\n5,2\n": "line 2: blocked is 2, not a whole number from 0 to 1",
    "t_us,blocked\n5\n": "line 2: there must be 2 values (t_us,blocked), not 1",
    "t_us,blocked\n5,1,7\n": "line 2: there must be 2 values (t_us,blocked), not 3",
    "t_us,blocked\n1.5,1\n": "line 2: t_us is 1.5, not a whole number from 0 to 1000000000000",
    "t_us,blocked\n-1,1\n": "line 2: t_us is -1, not a whole number from 0 to 1000000000000",
    "t_us,blocked\n5,\n": "line 2: blocked is empty, not a whole number from 0 to 1",
    "t_us,blocked\n5,1\n\n6,0\n": "line 3: there must be 2 values (t_us,blocked), not 1",
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_recording_is_refused_with_file_line_and_reason(text, tmp_path):
    file = tmp_path / "bad.csv"
    file.write_text(text)
    with pytest.raises(InputError) as refusal:
        traces.read_beam(file)
    assert str(refusal.value) == f"{file} {BAD[text]}"


def test_what_is_no_text_or_isn_t_there_is_refused(tmp_path):
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(InputError, match="picture line 1: this is no CSV text but something else"):
        traces.read_beam(tmp_path / "picture")
    with pytest.raises(InputError, match="gone: the file can't be read: No such file or directory"):
        traces.read_motor(tmp_path / "gone")


@given(st.binary(max_size=60))
def test_any_file_is_read_or_refused(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "any.csv"
    file.write_bytes(content)
    with suppress(InputError):
        assert all(-1 <= motor <= 1 and 0 <= duty <= 100 for _, motor, duty in traces.read_motor(file))


def test_the_command_prints_one_object(capsys):
    trace = TRACES / "double-02"
    assert main(["count", f"{trace}.csv", "--motor", f"{trace}.motor.csv"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert json.loads(out) == {
        "cards": 6,
        "certain": False,
        "doubles": 1,
        "ignored": 0,
        "card_out": False,
        "jam": False,
    }


def test_the_command_takes_another_transit(capsys):
    assert main(["count", str(TRACES / "plain-01.csv"), "--transit-ms", "17"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"] == 2


def test_the_command_ends_with_3_for_a_bad_file_and_2_for_bad_arguments(capsys, tmp_path):
    assert main(["count", str(tmp_path / "none.csv")]) == 3
    assert "none.csv" in capsys.readouterr().err
    assert main(["count", str(TRACES / "plain-01.csv"), "--transit-ms", "0"]) == 2
    assert main(["count", str(TRACES / "plain-01.csv"), "--transit-ms", "nan"]) == 2
