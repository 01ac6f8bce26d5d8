"""A real mosquitto on a loopback port, and somebody who listens to all of it."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

SERVER = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
WITHIN_S = 30.0
"""The longest that a busy machine may take for anything here."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        assert isinstance(port, int)
        return port


class Broker:
    """Keeps its port, and nothing else, from one start to the next."""

    def __init__(self, folder: Path, settings: str = "allow_anonymous true") -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\nuser root\npersistence false\n{settings}\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert SERVER is not None
        self._process = subprocess.Popen(
            [SERVER, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        eventually(self._answers)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self, on: bool) -> None:
        """It hangs: connections are taken, and nothing more."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "mosquitto has ended"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
            return True
        return False


class Heard(NamedTuple):
    topic: str
    payload: bytes
    retained: bool

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.payload)


class Ear:
    """Hears everything that is published, from now on and what is retained."""

    def __init__(self, port: int, **login: str) -> None:
        self.heard: list[Heard] = []
        self._ready = threading.Event()
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        if login:
            self._client.username_pw_set(**login)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_subscribe = lambda *_: self._ready.set()
        self._client.on_message = self._take
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self._ready.wait(WITHIN_S)

    def _take(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        self.heard.append(Heard(message.topic, bytes(message.payload), message.retain))

    def on(self, end: str) -> list[Heard]:
        """What came on topics that end so, oldest first."""
        return [heard for heard in self.heard if heard.topic.endswith(end)]

    def wait_for(self, end: str, wanted: Callable[[Heard], bool] = lambda _: True) -> Heard:
        """The first message on such a topic that is as wanted, also if it has come already."""
        found: list[Heard] = []

        def there() -> bool:
            found[:] = [heard for heard in self.on(end) if wanted(heard)]
            return bool(found)

        eventually(there, lambda: f"nothing such on {end}; heard: {self.heard[-10:]}")
        return found[0]

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self._client.publish(topic, payload, 1, retain).wait_for_publish(WITHIN_S)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextlib.contextmanager
def listening(port: int, **login: str) -> Iterator[Ear]:
    ear = Ear(port, **login)
    try:
        yield ear
    finally:
        ear.close()


def eventually(true: Callable[[], bool], otherwise: Callable[[], str] = lambda: "it never came") -> None:
    end = time.monotonic() + WITHIN_S
    while not true():
        assert time.monotonic() < end, otherwise()
        time.sleep(0.01)
