"""What is wrong with a broker, in words, and how often it's said and tried."""

import logging
import socket
from itertools import islice

import pytest

from uno_launcher.config.sections import MqttSection
from uno_launcher.mqtt.names import names_of
from uno_launcher.mqtt.troubles import QUIET_S, SENTENCES, Told, sentence, waits

CONFIG = MqttSection(host="broker.lan", name="kitchen")


class BrokenError(Exception):
    """As the client library raises it. `code`: of MQTT 5."""

    def __init__(self, text: str = "", code: int | None = None) -> None:
        super().__init__(text)
        if code is not None:
            self.rc = type("ReasonCode", (), {"value": code})()


def said(error: BaseException) -> str:
    return sentence(error, CONFIG, names_of(CONFIG, simulated=False), connected=False)


def test_the_broker_is_tried_again_ever_more_slowly() -> None:
    assert list(islice(waits(), 8)) == [1, 2, 4, 8, 16, 32, 60, 60]


@pytest.mark.parametrize("code", [0x86, 0x87])
def test_a_wrong_password_is_said(code: int) -> None:
    assert said(BrokenError(code=code)) == (
        "The MQTT broker at broker.lan:1883 doesn't let us in: put [mqtt] user and password right."
    )


def test_two_launchers_of_one_name_are_said() -> None:
    error = BrokenError("Disconnected during message iteration")
    error.__cause__ = BrokenError(code=0x8E)
    assert said(error) == (
        "Another launcher is called kitchen at the MQTT broker at broker.lan:1883:"
        " give each a [mqtt] name of its own."
    )


def test_a_broker_that_hangs_up_may_have_heard_that_name_twice() -> None:
    error = BrokenError("Disconnected during message iteration")
    error.__cause__ = BrokenError(code=0x80)
    assert sentence(error, CONFIG, names_of(CONFIG, simulated=False), connected=True) == (
        "The MQTT broker at broker.lan:1883 has hung up and is tried again: should that go on, see that no"
        " other launcher is called kitchen, too ([mqtt] name)."
    )


def test_a_broker_without_mqtt_5_is_said() -> None:
    assert said(BrokenError(code=0x84)) == (
        "The MQTT broker at broker.lan:1883 is too old: MQTT needs one that speaks version 5."
    )


def wrapped(cause: BaseException) -> Exception:
    """As the client library wraps what a socket raises."""
    try:
        try:
            raise cause
        except type(cause) as error:
            raise BrokenError(str(error)) from None
    except BrokenError as error:
        return error


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (wrapped(ConnectionRefusedError(111, "Connection refused")), "Connection refused"),
        (wrapped(socket.gaierror(-2, "Name or service not known")), "Name or service not known"),
        (wrapped(TimeoutError("timed out")), "timed out"),
        (BrokenError("Operation timed out"), "Operation timed out"),
        (
            BrokenError("[code:4] The client is not currently connected."),
            "The client is not currently connected",
        ),
        (BrokenError(code=0x97), "BrokenError"),
        (UnicodeError("label too long"), "label too long"),
    ],
)
def test_a_broker_that_cant_be_reached_is_said_with_the_reason(error: Exception, why: str) -> None:
    assert said(error) == (
        f"The MQTT broker at broker.lan:1883 can't be reached ({why}): check [mqtt] host and port; play goes"
        " on, and it is tried again."
    )


def test_the_same_sentence_is_logged_once_an_hour_D6(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    told = Told(lambda: now)
    for minute in range(240):
        now = minute * 60.0
        told.say("It is away.")
        told.say("It is there again.")
    assert [record.getMessage() for record in caplog.records] == ["It is away.", "It is there again."] * 4
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
    assert QUIET_S == 3600


def test_sentences_without_end_take_no_memory() -> None:
    told = Told()
    for n in range(1000):
        told.say(f"Sentence {n}")
    assert len(told._last) <= SENTENCES
