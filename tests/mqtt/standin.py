"""A launcher on a broker, in a process of its own that can be killed: `python -m tests.mqtt.standin PORT`."""

import sys
import threading

from tests.rig import Rig
from uno_launcher.config.sections import MqttSection
from uno_launcher.mqtt.publishing import publishing

if __name__ == "__main__":
    rig = Rig(1)
    rig.run_for(0.5)
    config = MqttSection(host="127.0.0.1", port=int(sys.argv[1]), name="kitchen")
    with publishing(config, rig.control, lambda _: None):
        threading.Event().wait(60.0)
