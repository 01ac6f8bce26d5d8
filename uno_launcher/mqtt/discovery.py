"""What makes a launcher appear in Home Assistant by itself, as its MQTT integration documents it. Pure."""

from typing import Any

from uno_launcher.launcher.facts import STATES
from uno_launcher.mqtt.happenings import TYPES
from uno_launcher.mqtt.names import Names

PREFIX = "homeassistant"
"""Where Home Assistant looks unless it was told otherwise."""


def discovery(names: Names, version: str) -> tuple[str, dict[str, Any]]:
    """(topic, payload) of the one message, to be retained, that describes the launcher as a device.

    An empty retained message on the topic makes Home Assistant forget it.
    """
    title = f"UNO Launcher {names.shown}"
    if names.simulated:
        title += " (SIMULATED)"
    payload = {
        "device": {"identifiers": [names.id], "name": title, "model": "UNO Launcher", "sw_version": version},
        "origin": {"name": "uno-launcher", "sw_version": version},
        "availability_topic": names.availability,
        "state_topic": names.state,
        "components": {
            "state": {**_sensor(names, "state", "State"), "device_class": "enum", "options": list(STATES)},
            "up": {**_sensor(names, "up", "Up"), "icon": "mdi:account-arrow-right"},
            "owed": {**_sensor(names, "owed", "Owed"), **_number("presses", "mdi:gesture-tap-button")},
            "hopper": {**_sensor(names, "hopper", "Hopper"), **_number("cards", "mdi:cards")},
            "event": {
                "platform": "event",
                "name": "Event",
                "unique_id": f"{names.id}_event",
                "state_topic": names.event,
                "event_types": list(TYPES),
                "icon": "mdi:cards-playing-outline",
            },
        },
    }
    return f"{PREFIX}/device/{names.id}/config", payload


def _sensor(names: Names, key: str, name: str) -> dict[str, Any]:
    """A sensor that shows one key of the state; null is rendered as None, which Home Assistant shows as
    unknown."""
    return {
        "platform": "sensor",
        "name": name,
        "unique_id": f"{names.id}_{key}",
        "value_template": f"{{{{ value_json.{key} }}}}",
    }


def _number(unit: str, icon: str) -> dict[str, Any]:
    return {"unit_of_measurement": unit, "state_class": "measurement", "icon": icon}
