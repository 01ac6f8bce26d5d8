"""Moves that the broker sends, where the config lets it. Needs the package aiomqtt."""

import asyncio
from collections.abc import Callable

import msgspec
from aiomqtt import Client, Message, MqttError
from paho.mqtt.subscribeoptions import SubscribeOptions

from uno_launcher.config.sections import MqttSection
from uno_launcher.daemon.orders import TableMove
from uno_launcher.daemon.posted import posted
from uno_launcher.errors import InputError
from uno_launcher.mqtt.commands import read_command
from uno_launcher.mqtt.names import Names
from uno_launcher.rules.table import Outcome

ANSWER_S = 5.0
"""The longest that the control loop may take for an answer: a slow disk comes first."""
BETWEEN_S = 0.05
"""A flood of moves is taken no faster, one at a time: the control loop keeps its time for the launcher."""
WAITING = 20
"""Moves that wait for their turn; more are lost."""


class Moves:
    """Makes them, one after the other."""

    def __init__(self, config: MqttSection, names: Names, post: Callable[[object], None]) -> None:
        self._wanted = config.commands == "table"
        self._names = names
        self._post = post

    async def listen(self, client: Client) -> None:
        """Take moves, if that is wished, until the connection breaks: then raises MqttError."""
        if self._wanted:
            options = SubscribeOptions(
                qos=1,
                noLocal=True,
                retainAsPublished=True,
                retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND,
            )
            (code,) = await client.subscribe(self._names.move, options=options)
            if not isinstance(code, int) and code.is_failure:
                raise MqttError(f"reading {self._names.move} isn't allowed")
        async for message in client.messages:
            if (refused := await self._make(message)) is not None:
                answer = msgspec.json.encode({"refused": refused, "move": _shown(message)})
                await client.publish(self._names.refused, answer, qos=1)
            await asyncio.sleep(BETWEEN_S)

    async def _make(self, message: Message) -> str | None:
        """None, or why the move wasn't made."""
        try:
            move, seen = read_command(bytes(message.payload), retained=message.retain)
        except InputError as error:
            return str(error)
        try:
            async with asyncio.timeout(ANSWER_S):
                outcome: Outcome = await posted(self._post, lambda answer: TableMove(move, answer, seen))
        except TimeoutError:
            return "The launcher is busy: look whether the move was made."
        return outcome.refused


def _shown(message: Message) -> object:
    """The move as it came, for whoever sent it; None where it can't be read."""
    try:
        return msgspec.json.decode(message.payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
