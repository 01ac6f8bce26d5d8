"""What launchers are called, so that several at one broker are told apart."""

import socket

import pytest

from uno_launcher.config.sections import MqttSection
from uno_launcher.mqtt.names import LONGEST, names_of


def base(prefix: str = "uno-launcher", name: str | None = "kitchen", *, simulated: bool = False) -> str:
    return names_of(MqttSection(prefix=prefix, name=name), simulated).base


def test_the_topics_of_a_launcher_begin_with_prefix_and_name() -> None:
    names = names_of(MqttSection(name="kitchen"), simulated=False)
    assert (names.availability, names.state, names.event, names.move, names.refused) == (
        "uno-launcher/kitchen/availability",
        "uno-launcher/kitchen/state",
        "uno-launcher/kitchen/event",
        "uno-launcher/kitchen/move",
        "uno-launcher/kitchen/refused",
    )
    assert names.id == "uno-launcher_kitchen"


def test_a_simulated_launcher_has_names_of_its_own_D7() -> None:
    real, simulated = (names_of(MqttSection(name="kitchen"), simulated=how) for how in (False, True))
    assert simulated.base == "uno-launcher/kitchen-simulated"
    assert simulated.id != real.id
    assert (real.simulated, simulated.simulated) == (False, True)


def test_without_a_name_the_computers_name_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "raspberrypi")
    assert base(name=None) == base(name="  ") == "uno-launcher/raspberrypi"
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert base(name=None) == "uno-launcher/launcher"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("living room", "living room"),
        ("Küche", "Küche"),
        ("a/b", "a-b"),
        ("+", "-"),
        ("#1", "-1"),
        ("a\nb\x00c\x7fd", "a-b-c-d"),
        ("x" * 1000, "x" * LONGEST),
    ],
)
def test_a_name_is_made_safe_for_topics(name: str, safe: str) -> None:
    assert base(name=name) == f"uno-launcher/{safe}"


@pytest.mark.parametrize(
    ("prefix", "safe"),
    [
        ("club/uno", "club/uno"),
        ("/club//uno/", "club/uno"),
        ("", "uno-launcher"),
        ("//", "uno-launcher"),
        ("$SYS", "-SYS"),
        ("a/#", "a/-"),
    ],
)
def test_a_prefix_may_have_levels_and_is_made_safe(prefix: str, safe: str) -> None:
    assert base(prefix) == f"{safe}/kitchen"


def test_the_id_is_one_word_and_another_one_for_other_topics() -> None:
    names = ("kitchen", "Küche", "Köche", "living room", "living-room", "living_room", "K_che")
    ids = [names_of(MqttSection(name=name), simulated=False).id for name in names]
    assert len(set(ids)) == len(names)
    assert all(id.replace("-", "").replace("_", "").isalnum() and id.isascii() for id in ids)
