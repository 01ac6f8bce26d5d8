"""systemd's watchdog is fed by progress, and by nothing else (field note D1)."""

import pytest

from uno_launcher.daemon.loop import Loop, Quit
from uno_launcher.safety.deadman import EXPIRY_S, SecondGuard
from uno_launcher.service.watchdog import BURST_S, Watchdog

IDLE_S = 30.0


class Manager:
    """systemd: knows what it was told, and kills who isn't heard of for too long."""

    def __init__(self) -> None:
        self.now = 0.0
        self.allowed_s = IDLE_S
        self.heard = 0.0
        self.said: list[str] = []

    def tell(self, *words: str) -> None:
        self.said += words
        for word in words:
            if word.startswith("WATCHDOG_USEC="):
                self.allowed_s = int(word.partition("=")[2]) / 1e6
            self.heard = self.now

    @property
    def kills(self) -> bool:
        return self.now - self.heard > self.allowed_s


class Inputs:
    """The way that edges come: `open` or not."""

    open = True

    def __call__(self) -> bool:
        return self.open


class Guarding:
    """The guard process, as the deadman knows it."""

    alive = True

    def __init__(self) -> None:
        self.words: list[str] = []

    def arm(self) -> None:
        self.words.append("arm")

    def disarm(self) -> None:
        self.words.append("disarm")


@pytest.fixture
def manager() -> Manager:
    return Manager()


@pytest.fixture
def inputs() -> Inputs:
    return Inputs()


@pytest.fixture
def watchdog(manager: Manager, inputs: Inputs) -> Watchdog:
    watchdog = Watchdog(manager.tell, IDLE_S)
    watchdog.listen_to(inputs)
    return watchdog


def turn(watchdog: Watchdog, manager: Manager, for_s: float) -> None:
    """The loop comes round whenever it said it would."""
    until = manager.now + for_s
    while manager.now < until:
        watchdog.turned(manager.now)
        assert watchdog.due is not None
        assert watchdog.due > manager.now, "the loop would spin"
        manager.now = min(until, watchdog.due)


def test_an_idle_loop_is_left_alone_and_wakes_a_few_times_a_minute(
    watchdog: Watchdog, manager: Manager
) -> None:
    turn(watchdog, manager, 60.0)
    assert not manager.kills
    assert manager.said == ["WATCHDOG=1"] * 8


def test_a_loop_that_hangs_is_killed_d1(watchdog: Watchdog, manager: Manager) -> None:
    turn(watchdog, manager, 20.0)
    manager.now += IDLE_S + 0.1
    assert manager.kills


def test_a_loop_that_turns_while_no_edge_gets_through_is_killed_too_d1(
    watchdog: Watchdog, manager: Manager, inputs: Inputs
) -> None:
    turn(watchdog, manager, 20.0)
    inputs.open = False
    turn(watchdog, manager, IDLE_S + 10.0)
    assert manager.kills


def test_inputs_that_were_held_up_for_a_moment_cost_nothing(
    watchdog: Watchdog, manager: Manager, inputs: Inputs
) -> None:
    inputs.open = False
    turn(watchdog, manager, IDLE_S / 2)
    inputs.open = True
    turn(watchdog, manager, IDLE_S)
    assert not manager.kills


def test_while_the_motor_may_turn_half_a_second_is_too_long(watchdog: Watchdog, manager: Manager) -> None:
    assert min(0.5, EXPIRY_S) > BURST_S
    guard = watchdog.over(Guarding())
    turn(watchdog, manager, 20.0)
    guard.arm()
    watchdog.turned(manager.now)
    assert manager.allowed_s == BURST_S
    turn(watchdog, manager, 3.0)
    assert not manager.kills
    manager.now += BURST_S + 0.01
    assert manager.kills


def test_the_motor_off_a_disk_may_take_its_time_again(watchdog: Watchdog, manager: Manager) -> None:
    guard = watchdog.over(Guarding())
    guard.arm()
    turn(watchdog, manager, 1.0)
    guard.disarm()
    manager.now += 5.0
    assert not manager.kills
    assert manager.allowed_s == IDLE_S


def test_the_motor_waits_for_no_word_to_systemd(watchdog: Watchdog, manager: Manager) -> None:
    turn(watchdog, manager, 20.0)
    said = len(manager.said)
    watchdog.over(Guarding()).arm()
    assert len(manager.said) == said
    assert watchdog.due == 0.0, "the loop doesn't say it either"


def test_only_the_first_and_the_last_word_about_the_motor_is_passed_on(
    watchdog: Watchdog, manager: Manager
) -> None:
    guarding = Guarding()
    guard = watchdog.over(guarding)
    for _ in range(50):
        guard.arm()
        watchdog.turned(manager.now)
    guard.disarm()
    guard.disarm()
    assert manager.said == ["WATCHDOG_USEC=450000", "WATCHDOG=1", "WATCHDOG_USEC=30000000"]
    assert guarding.words == ["arm"] * 50 + ["disarm"] * 2


def test_the_guard_is_asked_whether_it_lives(watchdog: Watchdog) -> None:
    guarding = Guarding()
    guard = watchdog.over(guarding)
    assert guard.alive
    guarding.alive = False
    assert not guard.alive


def test_where_nobody_watches_nothing_is_said_and_nothing_is_due(manager: Manager) -> None:
    watchdog = Watchdog(manager.tell, None)
    guarding: SecondGuard = Guarding()
    assert watchdog.over(guarding) is guarding
    watchdog.turned(0.0)
    watchdog.arm()
    watchdog.disarm()
    assert watchdog.due is None
    assert manager.said == []


class Control:
    """As little of it as a loop needs."""

    busy = behind = False

    def __init__(self, manager: Manager) -> None:
        self._manager = manager

    def deadline(self) -> None:
        return None

    def handle(self, raw: object, now: float) -> None:
        self._manager.now += 1.0


def test_a_loop_without_anything_to_do_wakes_for_its_watchdog(manager: Manager) -> None:
    watchdog = Watchdog(manager.tell, 0.02)
    loop = Loop(Control(manager), watchdog=watchdog)  # type: ignore[arg-type]
    for _ in range(3):
        assert loop._turn()
    assert manager.said == ["WATCHDOG=1"] * 3
    loop.post(Quit())
    loop.run()
