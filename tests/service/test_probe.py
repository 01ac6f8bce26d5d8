"""Whether edges get through is proved by a word that goes their way (field notes G1, D1)."""

import os
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from uno_launcher.backends.gpio.probe import NOBODY, Probe, probe_of


class Notify:
    """lgpio's thread: reads words of 16 bytes from a pipe in the working folder, and calls back."""

    def __init__(self, folder: Path) -> None:
        path = folder / ".lgd-nfy0"
        os.mkfifo(path)
        self._holder = os.open(path, os.O_RDWR)
        self._file = path.open("rb")
        self.callbacks: list[Probe] = []
        self.go = threading.Event()
        self.go.set()
        self.came = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def append(self, callback: Probe) -> None:
        self.callbacks.append(callback)

    def remove(self, callback: Probe) -> None:
        self.callbacks.remove(callback)

    def _run(self) -> None:
        while word := self._file.read(16):
            ticks, chip, gpio, level, flags, _ = struct.unpack("QBBBBI", word)
            if chip == 0:
                return
            self.go.wait()
            assert flags == 0
            for callback in self.callbacks:
                if (callback.chip, callback.gpio) == (chip, gpio):
                    callback.func(chip, gpio, level, ticks)
            self.came.release()

    def close(self) -> None:
        self.go.set()
        os.write(self._holder, bytes(16))
        self._thread.join(5.0)
        self._file.close()
        os.close(self._holder)


@pytest.fixture
def notify(tmp_path: Path) -> Iterator[Notify]:
    thread = Notify(tmp_path)
    yield thread
    thread.close()


@pytest.fixture
def probe(notify: Notify) -> Iterator[Probe]:
    probe = Probe(notify)
    yield probe
    if notify.callbacks:
        probe.close()


def test_a_word_that_comes_back_proves_it_again_and_again(notify: Notify, probe: Probe) -> None:
    for _ in range(5):
        assert probe()
        assert notify.came.acquire(timeout=5.0)


def test_a_thread_that_hangs_is_found_out_and_so_is_one_that_goes_on(notify: Notify, probe: Probe) -> None:
    notify.go.clear()
    assert probe()
    assert not probe()
    assert not probe()
    notify.go.set()
    assert notify.came.acquire(timeout=5.0)
    assert probe()


def test_a_thread_that_has_ended_is_found_out(notify: Notify, probe: Probe) -> None:
    notify.close()
    assert probe() in (True, False)
    assert not probe()
    notify.close = lambda: None  # type: ignore[method-assign]


def test_the_pipes_name_may_be_gone_and_the_folder_another_g12(
    notify: Notify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".lgd-nfy0").unlink()
    monkeypatch.chdir("/")
    probe = Probe(notify)
    assert probe()
    assert notify.came.acquire(timeout=5.0)
    assert probe()
    probe.close()


def test_closed_it_hears_nothing_more_and_complains_of_nothing(notify: Notify, probe: Probe) -> None:
    notify.go.clear()
    assert probe()
    probe.close()
    assert probe()
    assert notify.callbacks == []


def test_the_word_is_for_no_line_that_there_is() -> None:
    assert NOBODY > 53


def test_a_factory_whose_thread_isnt_lgpios_is_believed() -> None:
    class MockFactory: ...

    class LGPIOFactory: ...

    assert probe_of(MockFactory()) is None  # type: ignore[arg-type]
    assert probe_of(LGPIOFactory()) is None  # type: ignore[arg-type]  # lgpio isn't loaded here
