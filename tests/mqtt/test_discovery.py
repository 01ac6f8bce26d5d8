"""The one message that makes a launcher appear in Home Assistant, word for word."""

from uno_launcher.config.sections import MqttSection
from uno_launcher.mqtt.discovery import discovery
from uno_launcher.mqtt.names import names_of
from uno_launcher.mqtt.state import State

KITCHEN = {
    "device": {
        "identifiers": ["uno-launcher_kitchen"],
        "name": "UNO Launcher kitchen",
        "model": "UNO Launcher",
        "sw_version": "1.2.3",
    },
    "origin": {"name": "uno-launcher", "sw_version": "1.2.3"},
    "availability_topic": "uno-launcher/kitchen/availability",
    "state_topic": "uno-launcher/kitchen/state",
    "components": {
        "state": {
            "platform": "sensor",
            "name": "State",
            "unique_id": "uno-launcher_kitchen_state",
            "value_template": "{{ value_json.state }}",
            "device_class": "enum",
            "options": [
                "starting", "ready", "launching", "settling", "card_out", "jammed", "empty", "lid_open",
                "fault", "stopped",
            ],
        },
        "up": {
            "platform": "sensor",
            "name": "Up",
            "unique_id": "uno-launcher_kitchen_up",
            "value_template": "{{ value_json.up }}",
            "icon": "mdi:account-arrow-right",
        },
        "owed": {
            "platform": "sensor",
            "name": "Owed",
            "unique_id": "uno-launcher_kitchen_owed",
            "value_template": "{{ value_json.owed }}",
            "unit_of_measurement": "presses",
            "state_class": "measurement",
            "icon": "mdi:gesture-tap-button",
        },
        "hopper": {
            "platform": "sensor",
            "name": "Hopper",
            "unique_id": "uno-launcher_kitchen_hopper",
            "value_template": "{{ value_json.hopper }}",
            "unit_of_measurement": "cards",
            "state_class": "measurement",
            "icon": "mdi:cards",
        },
        "event": {
            "platform": "event",
            "name": "Event",
            "unique_id": "uno-launcher_kitchen_event",
            "state_topic": "uno-launcher/kitchen/event",
            "event_types": [
                "launch", "dry", "failed", "refused", "jam", "empty", "reloaded", "round_over", "game_over",
            ],
            "icon": "mdi:cards-playing-outline",
        },
    },
}  # fmt: skip


def test_home_assistant_is_told_all_of_it_in_one_message() -> None:
    names = names_of(MqttSection(name="kitchen"), simulated=False)
    assert discovery(names, "1.2.3") == ("homeassistant/device/uno-launcher_kitchen/config", KITCHEN)


def test_every_sensor_shows_a_key_that_the_state_has() -> None:
    _, payload = discovery(names_of(MqttSection(name="kitchen"), simulated=False), "1.2.3")
    templates = [
        part["value_template"] for part in payload["components"].values() if "value_template" in part
    ]
    assert len(templates) == 4
    assert {text.removeprefix("{{ value_json.").removesuffix(" }}") for text in templates} < set(
        State.__struct_fields__
    )


def test_a_simulated_launcher_is_another_device_and_says_so_D7() -> None:
    topic, payload = discovery(names_of(MqttSection(name="kitchen"), simulated=True), "1.2.3")
    assert topic == "homeassistant/device/uno-launcher_kitchen-simulated/config"
    assert payload["device"]["name"] == "UNO Launcher kitchen-simulated (SIMULATED)"


def test_a_name_that_is_no_word_still_gives_a_topic_that_home_assistant_reads() -> None:
    topic, payload = discovery(names_of(MqttSection(name="Küche 2"), simulated=False), "1.2.3")
    word = topic.split("/")[2]
    assert word.startswith("uno-launcher_K_che_2_")
    assert payload["device"]["identifiers"] == [word]
