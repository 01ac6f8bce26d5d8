"""Commands that read find a service's evenings where root asks, and say so to anybody else."""

import os

import pytest

from tests.cli.journal import Journal
from uno_launcher import places
from uno_launcher.doctor.machine import Machine

EVENING = {"box": "mega-hit-2020", "players": ["Ann", "Bo"], "dealer": "Bo", "scoring": "standard"}
MOVES = [{"turn_up": "red 7"}, {"play": "red hit-1", "by": "Ann"}, {"press": 3, "by": "Bo"}]
READING = [["log"], ["log", "--csv"], ["games"], ["scores"], ["fairness"], ["export", "--format", "jsonl"]]


@pytest.fixture
def service():
    """Evenings of a service."""
    places.SYSTEM.mkdir(parents=True)
    Journal(places.SYSTEM).write(EVENING, MOVES)
    return places.SYSTEM


@pytest.mark.parametrize("command", READING)
def test_root_is_shown_the_services(call, service, monkeypatch, command):
    wanted = call(*command, "--state-dir", service)
    assert wanted.status == 0, wanted.err
    monkeypatch.setattr(Machine, "player", "uno-launcher")
    assert call(*command) == wanted


def test_root_may_still_name_another_folder_or_the_simulations(call, service, monkeypatch, tmp_path):
    Journal(tmp_path / "mine").write(EVENING, MOVES[:2])
    by_name = call("games", "--state-dir", tmp_path / "mine")
    simulated = call("games", "--simulated")
    monkeypatch.setattr(Machine, "player", "uno-launcher")
    assert call("games", "--state-dir", tmp_path / "mine") == by_name
    assert call("games", "--simulated") == simulated


@pytest.mark.parametrize("command", READING)
def test_who_isnt_root_and_has_no_evenings_is_told_how_to_see_the_services(
    call, service, monkeypatch, tmp_path, command
):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    result = call(*command)
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        f"Nothing is recorded in {tmp_path / 'state' / 'uno-launcher'}, and only root"
        " may read what the service has recorded: put sudo in front of the command.\n"
    )


def test_who_has_evenings_is_shown_those(call, service, monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    own = tmp_path / "state" / "uno-launcher"
    Journal(own).write(EVENING, MOVES)
    assert call("games") == call("games", "--state-dir", own)
