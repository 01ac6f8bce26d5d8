"""A launcher whose disk is full plays all the same, with its lock, list, socket and lines in memory."""

import errno
import os
from pathlib import Path

import pytest

from uno_launcher import places
from uno_launcher.backends.simulated.mirror import LINES, Mirror
from uno_launcher.config import Config
from uno_launcher.daemon.assembly import assembled
from uno_launcher.errors import BusyError, LauncherError
from uno_launcher.safety.instance import LOCK, SOCKET
from uno_launcher.safety.outputs import FILE, Outputs

FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def memory(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "MEMORY", tmp_path / "memory")
    (tmp_path / "memory").mkdir()
    return tmp_path / "memory" / f"uno-launcher-{os.getuid()}"


@pytest.fixture
def full(tmp_path, monkeypatch):
    """A state folder whose disk takes no byte more: `full.name` is the first write that finds out."""
    state = tmp_path / "state"
    state.mkdir()
    write_bytes, pwrite = Path.write_bytes, os.pwrite

    def inside(path):
        return Path(path).is_relative_to(state)

    def refuse_bytes(path, data):
        if inside(path):
            raise FULL
        return write_bytes(path, data)

    def refuse_pwrite(fd, data, at):
        if inside(os.readlink(f"/proc/self/fd/{fd}")):
            raise FULL
        return pwrite(fd, data, at)

    def fill(first):
        monkeypatch.setattr(Path, "write_bytes", refuse_bytes)
        if first == "lock":
            monkeypatch.setattr(os, "pwrite", refuse_pwrite)
        return state

    return fill


@pytest.mark.parametrize("first", ["lock", "room"])
def test_what_the_disk_cant_take_is_in_memory(full, memory, first):
    state = full(first)
    Outputs("lgpio", 0, {5: 0}).save(state)  # of an earlier run, with other pins
    with assembled(Config(), simulated=True, seed=1, state_dir=str(state)):
        assert sorted(path.name for path in memory.iterdir()) == sorted([LOCK, SOCKET, FILE, "pins"])
        listed = Outputs.from_json((memory / FILE).read_bytes())
        assert (listed.mirror, listed.state) == (str(memory / "pins"), str(state))
        assert not (state / FILE).exists()
        assert not (state / "room").exists()
        with pytest.raises(BusyError), assembled(Config(), simulated=True, state_dir=str(state)):
            pass


def test_where_neither_disk_nor_memory_take_anything_there_is_a_sentence(full, memory, monkeypatch):
    state = full("room")
    monkeypatch.setattr(places, "MEMORY", state)
    with (
        pytest.raises(LauncherError, match="No space left"),
        assembled(Config(), simulated=True, state_dir=str(state)),
    ):
        pass


def test_a_room_that_was_only_looked_for_leaves_nothing(tmp_path, memory):
    with assembled(Config(), simulated=True, seed=1, state_dir=str(tmp_path / "state")):
        assert (tmp_path / "state" / FILE).exists()
        assert not (tmp_path / "state" / "room").exists()
    assert not memory.exists()


def test_without_a_socket_it_plays_too(tmp_path, memory, mocker):
    mocker.patch("uno_launcher.safety.instance.ControlSocket.open", side_effect=FULL)
    with assembled(Config(), simulated=True, seed=1, state_dir=str(tmp_path / "state")):
        pass


def test_simulated_lines_whose_file_somebody_emptied_are_low_and_kill_nobody(tmp_path):
    with Mirror(tmp_path / "pins") as mirror:
        mirror.write(13, 100)
        os.truncate(tmp_path / "pins", 0)
        assert [mirror.read(bcm) for bcm in range(LINES)] == [0] * LINES
        mirror.write(13, 60)
        assert mirror.read(13) == 60
