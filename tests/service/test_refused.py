"""Hardware that isn't to be had is a state with a sentence, and is tried again (field note D3)."""

import contextlib
from collections.abc import Iterator, Sequence

import pytest

from uno_launcher.backends.none import NoBackend
from uno_launcher.backends.refused import AGAIN_S, Awaited, Refused
from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.launcher.events import Event, FaultFound, FaultMended, LidOpened


class Hardware(NoBackend):
    """Opens, or refuses as `refusals` say, one each time."""

    def __init__(self, refusals: list[Exception]) -> None:
        self._refusals = refusals
        self.log: list[str] = []

    @contextlib.contextmanager
    def made(self) -> Iterator["Hardware"]:
        self.log.append("made")
        try:
            yield self
        finally:
            self.log.append("let go")

    def open(self, post: object, now: float) -> Sequence[Event]:
        if self._refusals:
            raise self._refusals.pop(0)
        self.log.append("open")
        return [LidOpened()]

    def deadline(self) -> float | None:
        return 77.0

    def emergency_off(self) -> bool:
        self.log.append("off")
        return False

    def close(self, now: float) -> None:
        self.log.append("close")


def nowhere(raw: object) -> None: ...


BUSY, GONE = BusyError("GPIO 12 is busy."), HardwareError("There is no chip.")


def test_what_works_is_opened_as_ever() -> None:
    hardware = Hardware([])
    backend = Awaited(hardware.made)
    assert backend.open(nowhere, 5.0) == [LidOpened()]
    assert backend.deadline() == 77.0
    assert not backend.emergency_off()
    backend.close(6.0)
    assert hardware.log == ["made", "open", "off", "close", "let go"]


def test_what_refuses_is_a_fault_with_its_sentence_and_is_let_go_of() -> None:
    hardware = Hardware([BUSY])
    backend = Awaited(hardware.made)
    assert backend.open(nowhere, 5.0) == [FaultFound("link", "GPIO 12 is busy.")]
    assert hardware.log == ["made", "let go"]
    assert backend.emergency_off()
    assert "off" not in hardware.log


def test_it_is_tried_again_in_a_while_and_no_sooner() -> None:
    hardware = Hardware([BUSY])
    backend = Awaited(hardware.made)
    backend.open(nowhere, 5.0)
    assert backend.deadline() == 5.0 + AGAIN_S
    assert list(backend.tick(5.0 + AGAIN_S - 0.01)) == []
    assert list(backend.tick(5.0 + AGAIN_S)) == [FaultMended("link"), LidOpened()]
    assert hardware.log == ["made", "let go", "made", "open"]
    assert backend.deadline() == 77.0


def test_the_same_sentence_isnt_said_again_but_another_one_is_d6() -> None:
    hardware = Hardware([BUSY, BUSY, GONE])
    backend = Awaited(hardware.made)
    backend.open(nowhere, 0.0)
    assert list(backend.tick(AGAIN_S)) == []
    assert list(backend.tick(2 * AGAIN_S)) == [FaultFound("link", "There is no chip.")]
    assert list(backend.tick(3 * AGAIN_S)) == [FaultMended("link"), LidOpened()]


def test_a_mistake_of_the_program_isnt_waited_for() -> None:
    hardware = Hardware([ZeroDivisionError()])
    with pytest.raises(ZeroDivisionError):
        Awaited(hardware.made).open(nowhere, 0.0)
    assert hardware.log == ["made", "let go"]


def test_closed_it_tries_no_more() -> None:
    hardware = Hardware([BUSY])
    backend = Awaited(hardware.made)
    backend.open(nowhere, 0.0)
    backend.close(1.0)
    assert backend.deadline() is None
    assert list(backend.tick(100.0)) == []
    assert hardware.log == ["made", "let go"]


def test_what_shall_not_be_tried_says_why_and_claims_nothing() -> None:
    backend = Refused("The config has a mistake.")
    assert backend.open(nowhere, 0.0) == [FaultFound("link", "The config has a mistake.")]
    assert backend.deadline() is None
