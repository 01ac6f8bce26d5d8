"""A launcher at a real broker: what it says, what becomes of it when either goes away, what it obeys."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiomqtt", reason="aiomqtt isn't installed: it's what MQTT needs")

from tests.mqtt.broker import SERVER, WITHIN_S, Broker, Ear, eventually, listening
from tests.mqtt.evenings import made, rig_with
from tests.mqtt.test_outbox import refused
from tests.rig import Rig
from uno_launcher.config.sections import MqttSection
from uno_launcher.luck.exactly import Exactly
from uno_launcher.mqtt import link, moves, troubles
from uno_launcher.mqtt.discovery import discovery
from uno_launcher.mqtt.names import names_of
from uno_launcher.mqtt.publishing import publishing
from uno_launcher.rules.table import Outcome

pytestmark = pytest.mark.skipif(SERVER is None, reason="mosquitto isn't installed: apt install mosquitto")

BASE = "uno-launcher/kitchen-simulated"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path)
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def ear(broker: Broker) -> Iterator[Ear]:
    with listening(broker.port) as ear:
        yield ear


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = rig_with(Exactly(2))
    made(rig, {"turn_up": "red 7"})
    yield rig
    rig.close()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker that is away is tried again at once."""
    monkeypatch.setattr(troubles, "FIRST_S", 0.05)
    monkeypatch.setattr(troubles, "LONGEST_S", 0.1)


def at(broker: Broker, **changes: Any) -> MqttSection:
    return MqttSection(**{"host": "127.0.0.1", "port": broker.port, "name": "kitchen", **changes})


def test_state_and_availability_are_kept_for_whoever_comes_later(broker: Broker, rig: Rig) -> None:
    with publishing(at(broker), rig.control, lambda _: None) as publisher:
        with listening(broker.port) as early:
            early.wait_for("/availability", lambda heard: heard.payload == b"online")
        with listening(broker.port) as late:
            availability = late.wait_for(f"{BASE}/availability")
            state = late.wait_for(f"{BASE}/state")
        assert (availability.payload, availability.retained) == (b"online", True)
        assert state.retained
        assert (state.json["up"], state.json["hopper"], state.json["simulated"]) == ("Ann", 90, True)
        assert publisher.problem == ""
    with listening(broker.port) as after:
        assert after.wait_for(f"{BASE}/availability").payload == b"offline"


def test_home_assistant_finds_the_launcher(broker: Broker, ear: Ear, rig: Rig) -> None:
    topic, payload = discovery(names_of(at(broker), simulated=True), version("uno-launcher"))
    with publishing(at(broker), rig.control, lambda _: None), listening(broker.port):
        ear.wait_for("/availability")
        with listening(broker.port) as home_assistant:
            found = home_assistant.wait_for(topic)
    assert (found.json, found.retained) == (payload, True)


def test_a_press_is_an_event_that_isnt_kept_and_a_new_state(broker: Broker, ear: Ear, rig: Rig) -> None:
    with publishing(at(broker), rig.control, lambda _: None):
        ear.wait_for("/availability")
        rig.press()
        event = ear.wait_for(f"{BASE}/event")
        assert event.json == {
            "event_type": "launch", "press": 1, "who": "Ann", "cards": 2, "certain": True, "ended": "done",
            "age_s": 0,
        }  # fmt: skip
        ear.wait_for("/state", lambda heard: heard.json["up"] == "Bo" and heard.json["hopper"] == 88)
        with listening(broker.port) as late:
            late.wait_for("/state")
            assert not late.on("/event")


def test_a_state_that_hasnt_changed_isnt_said_again(broker: Broker, ear: Ear, rig: Rig) -> None:
    with publishing(at(broker), rig.control, lambda _: None) as publisher:
        ear.wait_for("/availability")
        publisher._outbox.watch(replace(rig.control.snapshot, n=99))
        time.sleep(2 * link.BETWEEN_STATES_S)
        made(rig, {"correct": {"Ann": 7}})  # the table's number grows
        ear.wait_for("/state", lambda heard: heard.json["n"] == 2)
    assert [heard.json["n"] for heard in ear.on("/state")] == [1, 2]


def test_two_launchers_at_one_broker_are_told_apart(broker: Broker, ear: Ear, rig: Rig) -> None:
    other = rig_with(Exactly(2))
    with (
        publishing(at(broker), rig.control, lambda _: None),
        publishing(at(broker, name="attic"), other.control, lambda _: None),
    ):
        for name in ("kitchen", "attic"):
            ear.wait_for(f"{name}-simulated/availability", lambda heard: heard.payload == b"online")
        other.press()
        assert ear.wait_for("/event").topic == "uno-launcher/attic-simulated/event"
    other.close()


def test_a_killed_launcher_is_offline_by_its_last_will(broker: Broker, ear: Ear) -> None:
    process = subprocess.Popen([sys.executable, "-m", "tests.mqtt.standin", str(broker.port)])
    try:
        ear.wait_for(f"{BASE}/availability", lambda heard: heard.payload == b"online")
    finally:
        process.kill()
        process.wait()
    ear.wait_for(f"{BASE}/availability", lambda heard: heard.payload == b"offline")
    with listening(broker.port) as late:
        assert late.wait_for(f"{BASE}/availability").payload == b"offline"


@pytest.mark.usefixtures("soon")
def test_a_broker_that_comes_back_is_told_everything_again(broker: Broker, rig: Rig) -> None:
    with publishing(at(broker), rig.control, lambda _: None) as publisher:
        with listening(broker.port) as ear:
            ear.wait_for("/availability")
        broker.stop()
        eventually(lambda: "can't be reached (Connection refused)" in publisher.problem)
        rig.press()
        broker.start()
        with listening(broker.port) as again:
            again.wait_for("/availability", lambda heard: heard.payload == b"online")
            again.wait_for("/state", lambda heard: heard.json["up"] == "Bo")
            again.wait_for("homeassistant/device/uno-launcher_kitchen-simulated/config")
        eventually(lambda: publisher.problem == "")
        assert publisher.lost == 0


@pytest.mark.usefixtures("soon")
def test_a_broker_that_hangs_delays_nobody_and_hears_all_of_it_later(
    broker: Broker, ear: Ear, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "ANSWER_S", 0.3)
    with publishing(at(broker), rig.control, lambda _: None) as publisher:
        ear.wait_for("/availability")
        broker.freeze(True)
        rig.press()
        eventually(lambda: "can't be reached (Operation timed out)" in publisher.problem)
        broker.freeze(False)
        assert ear.wait_for("/event").json["cards"] == 2
        ear.wait_for("/state", lambda heard: heard.json["hopper"] == 88)
        eventually(lambda: publisher.problem == "")
        eventually(lambda: ear.on("/availability")[-1].payload == b"online")


@pytest.mark.usefixtures("soon")
def test_a_thousand_snapshots_while_the_broker_is_away_cost_no_time_and_no_memory(
    broker: Broker, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    listened = threading.Event()

    def once_listened(*about: Any) -> Any:
        listened.wait(WITHIN_S)
        return discovery(*about)

    monkeypatch.setattr(link, "discovery", once_listened)
    broker.stop()
    before = set(threading.enumerate())
    with publishing(at(broker), rig.control, lambda _: None) as publisher:
        eventually(lambda: "Connection refused" in publisher.problem)
        watch = publisher._outbox.watch
        began = time.monotonic()
        for times in range(1001):
            watch(refused(times))
            if times % 100 == 0:
                eventually(lambda: not publisher._outbox._came)
        assert time.monotonic() - began < 10
        assert len(publisher._outbox.events) == 100
        assert publisher.lost == 900
        broker.start()
        with listening(broker.port) as ear:
            listened.set()
            ear.wait_for("/event", lambda heard: heard.json["why"] == "Refusal 1000.")
        assert [heard.json["why"] for heard in ear.on("/event")] == [
            f"Refusal {n}." for n in range(901, 1001)
        ]
    eventually(lambda: set(threading.enumerate()) <= before)


@pytest.mark.usefixtures("soon")
def test_a_wrong_password_is_said_and_play_goes_on(tmp_path: Path, rig: Rig) -> None:
    passwords = tmp_path / "passwords"
    passwords.touch(0o600)
    subprocess.run(["mosquitto_passwd", "-b", passwords, "kitchen", "right"], check=True, capture_output=True)
    broker = Broker(tmp_path, f"allow_anonymous false\npassword_file {passwords}")
    broker.start()
    said = (
        f"The MQTT broker at 127.0.0.1:{broker.port} doesn't let us in: put [mqtt] user and password right."
    )
    try:
        for login in ({}, {"user": "kitchen"}, {"user": "kitchen", "password": "wrong"}):
            with publishing(at(broker, **login), rig.control, lambda _: None) as publisher:
                eventually(lambda: publisher.problem == said, lambda: publisher.problem)
                rig.press()
        with (
            publishing(
                at(broker, user="kitchen", password="right"), rig.control, lambda _: None
            ) as publisher,
            listening(broker.port, username="kitchen", password="right") as ear,
        ):
            ear.wait_for("/availability", lambda heard: heard.payload == b"online")
            assert publisher.problem == ""
    finally:
        broker.stop()


def test_two_launchers_of_one_name_are_said(broker: Broker, ear: Ear, rig: Rig) -> None:
    with publishing(at(broker), rig.control, lambda _: None) as first:
        ear.wait_for("/availability")
        with publishing(at(broker), rig.control, lambda _: None):
            eventually(lambda: "that no other launcher is called kitchen-simulated" in first.problem)


def answered(rig: Rig, ear: Ear, move: bytes, **how: Any) -> Any:
    """What is published on `refused` after this move."""
    before = len(ear.on("/refused"))
    ear.say(f"{BASE}/move", move, **how)

    def there() -> bool:
        rig.run_for(0.01)
        return len(ear.on("/refused")) > before

    eventually(there)
    return ear.on("/refused")[-1].json


def test_a_move_is_made_where_the_config_lets_it(broker: Broker, ear: Ear, rig: Rig) -> None:
    with publishing(at(broker, commands="table"), rig.control, rig._posted.append):
        ear.wait_for("/availability")
        ear.say(f"{BASE}/move", b'{"play": "red hit-1", "by": "Ann", "seen": 1}')

        def moved() -> bool:
            rig.run_for(0.01)
            return rig.control.snapshot.table.n == 2

        eventually(moved)
        assert ear.wait_for("/state", lambda heard: heard.json["owed"] == 1).json["up"] == "Bo"
        assert not ear.on("/refused")


def test_what_isnt_taken_is_answered_with_the_reason(broker: Broker, ear: Ear, rig: Rig) -> None:
    with publishing(at(broker, commands="table"), rig.control, rig._posted.append):
        ear.wait_for("/availability")
        move = {"play": "blue skip", "by": "Ann"}
        answer = answered(rig, ear, b'{"play": "blue skip", "by": "Ann"}')
        assert answer == {"refused": rig.control.snapshot.table.refused, "move": move}
        assert answered(rig, ear, b'{"undo": true, "seen": 99}')["refused"].startswith(
            "The table has moved on"
        )
        pressed = answered(rig, ear, b'{"press": 9}')
        assert (pressed["refused"][:22], pressed["move"]) == ("A broker can't press: ", {"press": 9})
        assert answered(rig, ear, b"fire")["move"] is None
        assert rig.control.snapshot.table.n == 1
        assert rig.view.number == 0


def test_a_retained_move_is_never_made(broker: Broker, ear: Ear, rig: Rig) -> None:
    ear.say(f"{BASE}/move", b'{"play": "red hit-1", "by": "Ann"}', retain=True)
    with publishing(at(broker, commands="table"), rig.control, rig._posted.append):
        ear.wait_for("/availability")
        refused = answered(rig, ear, b'{"play": "red hit-2", "by": "Ann"}', retain=True)
        assert refused == {
            "refused": "A retained move would be made again and again: publish it without the retain flag.",
            "move": {"play": "red hit-2", "by": "Ann"},
        }
        assert rig.control.snapshot.table.n == 1
        assert len(ear.on("/refused")) == 1


def test_moves_that_came_while_the_launcher_was_away_arent_made_later(
    broker: Broker, ear: Ear, rig: Rig
) -> None:
    for _ in range(2):
        with publishing(at(broker, commands="table"), rig.control, rig._posted.append):
            ear.wait_for("/availability", lambda heard: heard.payload == b"online")
            assert answered(rig, ear, b'{"press": 9}')
        ear.say(f"{BASE}/move", b'{"play": "red hit-1", "by": "Ann"}')
        ear.heard.clear()
    assert rig.control.snapshot.table.n == 1


def test_a_busy_control_loop_is_said(
    broker: Broker, ear: Ear, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uno_launcher.mqtt.moves.ANSWER_S", 0.1)
    with publishing(at(broker, commands="table"), rig.control, lambda _: None):
        ear.wait_for("/availability")
        ear.say(f"{BASE}/move", b'{"undo": true}')
        refused = ear.wait_for("/refused").json["refused"]
    assert refused == "The launcher is busy: look whether the move was made."


def test_without_leave_no_move_is_even_heard(broker: Broker, ear: Ear, rig: Rig) -> None:
    posted: list[object] = []
    with publishing(at(broker), rig.control, posted.append):
        ear.wait_for("/availability")
        ear.say(f"{BASE}/move", b'{"play": "red hit-1", "by": "Ann"}')
        rig.press()
        ear.wait_for("/event")
    assert posted == []
    assert not ear.on("/refused")


@pytest.mark.usefixtures("soon")
def test_a_message_that_is_too_large_is_kept_from_us(broker: Broker, ear: Ear, rig: Rig) -> None:
    with publishing(at(broker, commands="table"), rig.control, rig._posted.append) as publisher:
        ear.wait_for("/availability")
        ear.say(f"{BASE}/move", b'"' + b"x" * (2 * link.LARGEST) + b'"')
        assert "a move is a JSON object" in answered(rig, ear, b"[]")["refused"]
        assert publisher.problem == ""
        assert len(ear.on("/refused")) == 1


def test_a_flood_of_moves_is_taken_slowly_and_leaves_the_launcher_alone(
    broker: Broker, ear: Ear, rig: Rig
) -> None:
    posted: list[object] = []

    def post(order: Any) -> None:
        posted.append(order)
        order.answer(Outcome())

    with publishing(at(broker, commands="table"), rig.control, post):
        ear.wait_for("/availability")
        began = time.monotonic()
        for _ in range(500):
            ear.say(f"{BASE}/move", b'{"undo": true}')
        took = time.monotonic() - began
        assert 0 < len(posted) <= took / moves.BETWEEN_S + 1
        rig.press()
        ear.wait_for("/event")
