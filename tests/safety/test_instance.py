"""One daemon a launcher: the lock, the socket for `off`, and whom `off` may kill."""

import contextlib
import errno
import os
import signal
import socket
import subprocess
import sys
import threading

import pytest

from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.safety import instance
from uno_launcher.safety.instance import (
    CLIENT_S,
    LOCK,
    SOCKET,
    ControlSocket,
    InstanceLock,
    ask,
    kill_daemon,
)

HOLD = """
import sys, time
from pathlib import Path
from uno_launcher.safety.instance import InstanceLock
InstanceLock(Path(sys.argv[1])).acquire()
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """A process that holds the lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def ear(tmp_path):
    opened = []

    def listen(switch_off, folder=tmp_path):
        opened.append(ControlSocket(folder, switch_off))
        opened[-1].open()
        return opened[-1]

    yield listen
    for one in opened:
        one.close()


def test_a_second_daemon_is_told_who_is_first_and_what_to_do(tmp_path, holder):
    with pytest.raises(BusyError) as refused:
        InstanceLock(tmp_path).acquire()
    assert str(refused.value) == (
        f"Another uno-launcher runs already, as process {holder.pid} with {tmp_path}: stop it first"
        f" (`kill {holder.pid}`)."
    )


def test_the_lock_ends_with_its_process_however_it_ends(tmp_path, holder):
    holder.kill()
    holder.wait(5.0)
    lock = InstanceLock(tmp_path)
    lock.acquire()
    assert (tmp_path / LOCK).read_text() == f"{os.getpid()}\n"
    lock.release()
    lock.release()


def test_a_released_lock_can_be_taken_again(tmp_path):
    first, second = InstanceLock(tmp_path), InstanceLock(tmp_path)
    first.acquire()
    with pytest.raises(BusyError):
        second.acquire()
    first.release()
    second.acquire()
    second.release()


def test_a_folder_that_isnt_there_is_one_sentence(tmp_path):
    with pytest.raises(HardwareError, match="--state-dir"):
        InstanceLock(tmp_path / "nowhere").acquire()


def test_a_child_of_the_daemon_doesnt_keep_the_lock(tmp_path):
    lock = InstanceLock(tmp_path)
    lock.acquire()
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    lock.release()
    second = InstanceLock(tmp_path)
    second.acquire()
    second.release()
    child.communicate(b"\n")


def test_off_is_done_before_it_is_answered(tmp_path, ear):
    done = []
    ear(lambda: done.append(threading.current_thread().name))
    assert ask(tmp_path, b"off\n", 5.0) == b"ok\n"
    assert done == ["control socket"]
    assert ask(tmp_path, b"off\n", 5.0) == b"ok\n"
    assert len(done) == 2


def test_an_off_that_fails_isnt_answered_with_ok_and_the_next_one_is_heard(tmp_path, ear):
    tries = []

    def off():
        tries.append(None)
        if len(tries) == 1:
            raise TimeoutError

    ear(off)
    assert ask(tmp_path, b"off\n", 5.0) != b"ok\n"
    assert ask(tmp_path, b"off\n", 5.0) == b"ok\n"


def test_other_lines_change_nothing(tmp_path, ear):
    done = []
    ear(lambda: done.append(None))
    for line in (b"on\n", b"off now\n", b"\n", b"x" * 1000 + b"\n"):
        assert ask(tmp_path, line, 5.0) != b"ok\n"
    assert done == []


def test_a_client_that_says_nothing_keeps_nobody_waiting_for_long(tmp_path, ear):
    ear(lambda: None)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.connect(str(tmp_path / SOCKET))
        assert ask(tmp_path, b"off\n", 5.0) == b"ok\n"


def test_a_client_that_drips_keeps_nobody_waiting_either(tmp_path, ear):
    """The limit is the line's, not that of each byte."""
    ear(lambda: None)
    stop = threading.Event()

    def drip():
        while not stop.wait(CLIENT_S / 4):
            with contextlib.suppress(OSError):
                slow.send(b"x")

    with socket.socket(socket.AF_UNIX) as slow:
        slow.connect(str(tmp_path / SOCKET))
        dripping = threading.Thread(target=drip)
        dripping.start()
        assert ask(tmp_path, b"off\n", 1.0) == b"ok\n"
        stop.set()
        dripping.join()


def test_a_line_may_come_in_pieces(tmp_path, ear):
    ear(lambda: None)
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(5.0)
        client.connect(str(tmp_path / SOCKET))
        client.send(b"of")
        client.send(b"f\n")
        assert client.recv(100) == b"ok\n"


def test_a_lock_whose_disk_is_full_is_one_sentence_and_isnt_held(tmp_path, mocker):
    mocker.patch.object(instance.os, "pwrite", side_effect=OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(HardwareError, match="No space left"):
        InstanceLock(tmp_path).acquire()
    mocker.stopall()
    second = InstanceLock(tmp_path)
    second.acquire()
    second.release()


def test_a_client_that_leaves_early_ends_nothing(tmp_path, ear):
    ear(lambda: None)
    for _ in range(20):
        with socket.socket(socket.AF_UNIX) as hasty:
            hasty.connect(str(tmp_path / SOCKET))
            hasty.send(b"off\n")
    assert ask(tmp_path, b"off\n", 5.0) == b"ok\n"


def test_the_socket_of_a_dead_daemon_is_replaced_and_ours_is_taken_away(tmp_path, ear):
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / SOCKET))
    assert ask(tmp_path, b"off\n", 1.0) is None
    listening = ear(lambda: None)
    assert ask(tmp_path, b"off\n", 5.0) == b"ok\n"
    listening.close()
    assert not (tmp_path / SOCKET).exists()
    assert not listening._thread.is_alive()


def test_the_folder_may_be_deeper_than_an_address_holds(tmp_path, ear):
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    ear(lambda: None, deep)
    assert ask(deep, b"off\n", 5.0) == b"ok\n"


def test_where_nobody_listens_there_is_no_answer(tmp_path):
    assert ask(tmp_path, b"off\n", 1.0) is None
    assert ask(tmp_path / "nowhere", b"off\n", 1.0) is None


def test_the_holder_of_the_lock_is_killed_and_has_ended(tmp_path, holder):
    assert kill_daemon(tmp_path, 5.0) == holder.pid
    assert holder.wait(0) == -signal.SIGKILL


def test_a_stopped_holder_is_killed_too(tmp_path, holder):
    holder.send_signal(signal.SIGSTOP)
    assert kill_daemon(tmp_path, 5.0) == holder.pid
    assert holder.wait(0) == -signal.SIGKILL


@pytest.fixture
def bystander():
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process
    process.communicate(b"\n")
    assert process.returncode == 0


def test_nobody_is_killed_for_a_number_in_a_lock_that_nobody_holds(tmp_path, bystander):
    (tmp_path / LOCK).write_text(f"{bystander.pid}\n")
    assert kill_daemon(tmp_path, 1.0) is None


@pytest.mark.parametrize("text", ["{bystander}\n", "", "0\n", "-1\n", "4194304\n", "rubbish"])
def test_nobody_is_killed_who_doesnt_have_the_lock_open(tmp_path, holder, bystander, text):
    (tmp_path / LOCK).write_text(text.format(bystander=bystander.pid))
    with pytest.raises(BusyError, match="stop its holder"):
        kill_daemon(tmp_path, 1.0)
    assert holder.poll() is None


def test_without_a_lock_there_is_nobody_to_kill(tmp_path):
    assert kill_daemon(tmp_path, 1.0) is None
