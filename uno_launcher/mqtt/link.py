"""The connection to the broker, on a thread and an asyncio loop of its own. Needs the package aiomqtt.

MQTT 5, because then a broker says which moves are retained, and keeps messages to itself that are too large.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Self

import msgspec
from aiomqtt import Client, MqttError, ProtocolVersion, Will
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from uno_launcher.config.sections import MqttSection
from uno_launcher.mqtt.discovery import discovery
from uno_launcher.mqtt.moves import WAITING, Moves
from uno_launcher.mqtt.names import Names
from uno_launcher.mqtt.outbox import Outbox
from uno_launcher.mqtt.state import state_of
from uno_launcher.mqtt.threads import Threads
from uno_launcher.mqtt.troubles import LONGEST_S, Told, broker, sentence, waits

KEEP_ALIVE_S = 15
"""A launcher that was switched off at the plug is `offline` one and a half times as late."""
ANSWER_S = 5.0
"""The longest that a broker may take for an answer."""
BETWEEN_STATES_S = 0.1
"""What comes within it is told together: the latest state, and all events."""
GOODBYE_S = 1.0
GIVE_UP_S = 0.5
"""A connection that is being made at the end is let become one: half made it can't be undone."""
LARGEST = 16 * 1024
"""Bytes of a message that a broker may send us."""
CLIENT_LOG = logging.getLogger(f"{__name__}.client")
CLIENT_LOG.setLevel(logging.CRITICAL)  # what it says comes as an exception, too


class _Client(Client):
    """One that closes a connection which comes to nothing: the library's own leaves it open."""

    async def __aenter__(self) -> Self:
        try:
            return await super().__aenter__()
        except BaseException:
            self._client._sock_close()
            raise


class Link:
    """Keeps trying until it's told to end."""

    def __init__(
        self,
        config: MqttSection,
        names: Names,
        outbox: Outbox,
        post: Callable[[object], None],
        report: Callable[[str], None],
    ) -> None:
        """`report` gets the sentence that says what is wrong, or "" where nothing is."""
        self._config = config
        self._names = names
        self._outbox = outbox
        self._moves = Moves(config, names, post)
        self._report = report
        self._told = Told()
        self._connected = False
        self._away = False
        """The broker was missed since it was there last."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over = False
        self._ending = asyncio.Event()

    def end(self) -> None:
        """Say goodbye and stop; from any thread."""
        self._over = True
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        self._ending.set()
        self._outbox.awake.set()

    async def run(self) -> None:
        """Connect, publish, and begin again when that breaks."""
        self._loop = asyncio.get_running_loop()
        if self._over:
            self._end()
        self._loop.set_default_executor(Threads())
        self._loop.set_exception_handler(self._stray)
        self._outbox.begin()
        ending = asyncio.create_task(self._ending.wait())
        pauses = waits()
        while not ending.done():
            began = time.monotonic()
            session = asyncio.create_task(self._session())
            await asyncio.wait({session, ending}, return_when=asyncio.FIRST_COMPLETED)
            if ending.done():
                await asyncio.wait({session}, timeout=GOODBYE_S if self._connected else GIVE_UP_S)
                session.cancel()
                await asyncio.gather(session, return_exceptions=True)
                return
            if (error := session.exception()) is not None:
                if not isinstance(error, MqttError | OSError | ValueError):
                    raise error
                self._away = True
                problem = sentence(error, self._config, self._names, connected=self._connected)
                self._report(problem)
                self._told.say(problem)
            self._connected = False
            if time.monotonic() - began > LONGEST_S:
                pauses = waits()
            await asyncio.wait({ending}, timeout=next(pauses))

    def _stray(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something went wrong where nobody waits for it: the library leaves broken connections behind."""
        error = context.get("exception")
        if not isinstance(error, MqttError):
            self._told.say(f"MQTT stumbles: {context['message']} ({error!r}).")

    async def _session(self) -> None:
        """One connection. Raises whatever ends it."""
        async with self._client() as client:
            publishing = asyncio.create_task(self._publish(client))
            listening = asyncio.create_task(self._moves.listen(client))
            try:
                done, _ = await asyncio.wait({publishing, listening}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                publishing.cancel()
                listening.cancel()
                await asyncio.gather(publishing, listening, return_exceptions=True)
            for task in done:
                task.result()

    def _client(self) -> _Client:
        assert self._config.host is not None
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.MaximumPacketSize = LARGEST
        return _Client(
            self._config.host,
            self._config.port,
            username=self._config.user,
            password=self._config.password,
            # Always the same: a connection that we know is dead is then known as such to the broker, too,
            # before its last will can come after our `online`.
            identifier=self._names.id,
            protocol=ProtocolVersion.V5,
            clean_start=True,
            will=Will(self._names.availability, b"offline", qos=1, retain=True),
            keepalive=KEEP_ALIVE_S,
            timeout=ANSWER_S,
            max_queued_incoming_messages=WAITING,
            properties=properties,
            logger=CLIENT_LOG,
        )

    async def _publish(self, client: Client) -> None:
        """Everything there is to tell, as it comes; ends after a goodbye."""
        outbox, names = self._outbox, self._names
        topic, about = discovery(names, version("uno-launcher"))
        await client.publish(topic, msgspec.json.encode(about), qos=1, retain=True)
        told = b""
        while True:
            outbox.awake.clear()
            assert outbox.latest is not None
            state = msgspec.json.encode(state_of(outbox.latest))
            if state != told:
                await client.publish(names.state, state, qos=1, retain=True)
                told = state
            if not self._connected:
                await client.publish(names.availability, b"online", qos=1, retain=True)
                self._arrived()
            while outbox.events:
                event = outbox.events[0]
                what = {**event.what, "age_s": outbox.age_s(event)}
                await client.publish(names.event, msgspec.json.encode(what), qos=1)
                outbox.done(event)
            if self._ending.is_set():
                await client.publish(names.availability, b"offline", qos=1, retain=True)
                return
            await asyncio.sleep(BETWEEN_STATES_S)
            await outbox.awake.wait()

    def _arrived(self) -> None:
        self._connected = True
        if self._away:
            self._away = False
            lost = f"; {self._outbox.lost} events were lost so far" if self._outbox.lost else ""
            self._told.say(f"The {broker(self._config)} is there again{lost}.")
        self._report("")
