"""MQTT without a broker: off, without its package, at a host that doesn't answer."""

import gc
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

pytest.importorskip("aiomqtt", reason="aiomqtt isn't installed: it's what MQTT needs")

from tests.mqtt.broker import eventually, free_port
from tests.rig import Rig
from uno_launcher.config.sections import MqttSection
from uno_launcher.luck.exactly import Exactly
from uno_launcher.mqtt import link
from uno_launcher.mqtt.publishing import ENDED, JOIN_S, publishing


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig(1, Exactly(2))
    rig.run_for(0.5)
    yield rig
    rig.close()


def test_without_a_host_there_is_no_thread_and_nobody_watches(rig: Rig) -> None:
    threads, watchers = threading.active_count(), len(rig.control._watchers)
    with publishing(MqttSection(), rig.control, lambda _: None) as publisher:
        assert (threading.active_count(), len(rig.control._watchers)) == (threads, watchers)
        assert (publisher.problem, publisher.lost) == ("", 0)


def test_the_package_is_imported_only_where_a_host_is_named() -> None:
    script = (
        "import sys, uno_launcher.cli.run, uno_launcher.mqtt.publishing;"
        "assert not {'aiomqtt', 'paho'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_missing_package_is_said_with_what_to_install_and_play_goes_on(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for module in [name for name in sys.modules if name.startswith("uno_launcher.mqtt.")]:
        if module.endswith((".link", ".moves")):
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "aiomqtt", None)
    with publishing(MqttSection(host="127.0.0.1"), rig.control, lambda _: None) as publisher:
        assert publisher.problem == (
            "MQTT needs a package that isn't installed: install it with"
            f" `{sys.executable} -m pip install 'aiomqtt>=2.3,<3'`, then start the launcher again."
        )
        assert [record.getMessage() for record in caplog.records] == [publisher.problem]
        assert rig.press().number == 1


def test_a_broker_that_isnt_there_is_said_and_play_goes_on(rig: Rig) -> None:
    port = free_port()
    with publishing(MqttSection(host="127.0.0.1", port=port), rig.control, lambda _: None) as publisher:
        eventually(lambda: publisher.problem != "")
        assert publisher.problem == (
            f"The MQTT broker at 127.0.0.1:{port} can't be reached (Connection refused): check [mqtt] host"
            " and port; play goes on, and it is tried again."
        )
        assert rig.press().number == 1
    assert "mqtt" not in [thread.name for thread in threading.enumerate()]


@pytest.mark.parametrize("host", ["x" * 300, "..", "x" * 70 + ".lan"])
def test_a_host_that_is_none_is_said(rig: Rig, host: str) -> None:
    with publishing(MqttSection(host=host), rig.control, lambda _: None) as publisher:
        eventually(lambda: publisher.problem != "")
        assert publisher.problem.startswith(f"The MQTT broker at {host}:1883 can't be reached (")


def test_a_broker_that_says_nothing_is_said_and_the_end_of_the_program_doesnt_wait_for_it(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "ANSWER_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        config = MqttSection(host="127.0.0.1", port=mute.getsockname()[1])
        with publishing(config, rig.control, lambda _: None) as publisher:
            first, _ = mute.accept()
            eventually(lambda: "can't be reached (Operation timed out)" in publisher.problem)
            second, _ = mute.accept()
            first.settimeout(5.0)
            while first.recv(1000):  # it is hung up on
                pass
            began = time.monotonic()
        assert time.monotonic() - began < JOIN_S
        first.close()
        second.close()
    assert "mqtt" not in [thread.name for thread in threading.enumerate()]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"\x20\x02\x00\x01", " is too old: MQTT needs one that speaks version 5."),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", " can't be reached (Operation timed out)"),
        (b"\x20\x03\x00\x00\x00" + b"\xff" * 50, " can't be reached ("),
    ],
    ids=["MQTT 3.1.1", "HTTP", "nonsense"],
)
def test_whatever_else_answers_there_is_said_and_no_more_than_that(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, answer: bytes, said: str
) -> None:
    monkeypatch.setattr(link, "ANSWER_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        config = MqttSection(host="127.0.0.1", port=server.getsockname()[1])
        with publishing(config, rig.control, lambda _: None) as publisher:
            connection, _ = server.accept()
            connection.recv(1000)
            connection.sendall(answer)
            eventually(lambda: said in publisher.problem, lambda: publisher.problem)
            connection.close()
    gc.collect()
    assert [record.getMessage() for record in caplog.records] == [publisher.problem]


def test_a_mistake_in_this_program_is_said_with_its_traceback_and_play_goes_on(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(link.Link, "_client", broken)
    with publishing(MqttSection(host="127.0.0.1"), rig.control, lambda _: None) as publisher:
        eventually(lambda: publisher.problem != "")
        assert publisher.problem == ENDED
        assert rig.press().number == 1
    (record,) = caplog.records
    assert record.exc_info is not None
    assert str(record.exc_info[1]) == "a bug"


def test_the_end_of_the_program_doesnt_wait_for_a_name_to_be_looked_up(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking, found = threading.Event(), threading.Event()

    def look_up(*_: object, **__: object) -> socket.socket:
        looking.set()
        found.wait(30.0)
        raise OSError("too late")

    monkeypatch.setattr(socket, "create_connection", look_up)
    with publishing(MqttSection(host="broker.lan"), rig.control, lambda _: None):
        assert looking.wait(5.0)
        began = time.monotonic()
    assert time.monotonic() - began < JOIN_S
    assert "mqtt" not in [thread.name for thread in threading.enumerate()]
    found.set()
    eventually(lambda: "mqtt connect" not in [thread.name for thread in threading.enumerate()])
