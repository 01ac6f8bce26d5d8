"""Somebody with a simulated launcher, who does as they're told, looks at it, and answers truly."""

from collections.abc import Callable

from uno_launcher.backends.feeder import EXTRA_BUTTONS
from uno_launcher.backends.simulated.simulation import ACTIVE, Simulation
from uno_launcher.backends.simulated.world import Sensor
from uno_launcher.doctor.person import Deed
from uno_launcher.doctor.switches import CALLED

HOLD_S = 1.2
CARDS = 60
LAMPS = ("button_lamp", "red", "green", "blue")


class SimulatedPerson:
    """`pins` says what is really wired where in `simulation`; `active` how its sensors answer."""

    def __init__(
        self,
        simulation: Simulation,
        pins: dict[str, int],
        say: Callable[[str], None],
        active: "dict[Sensor, bool] | None" = None,
    ) -> None:
        self._simulation = simulation
        self._pins = pins
        self._say = say
        self._active = active or dict(ACTIVE)
        self._ran = 0

    def say(self, line: str) -> None:
        """See `Person.say`."""
        self._say(line)

    def ask(self, question: str) -> bool:
        """See `Person.ask`."""
        answer = self._true(question)
        self._say(f"{question} {'yes' if answer else 'no'}")
        return answer

    def do(self, told: str, deed: Deed, what: str = "") -> None:
        """See `Person.do`."""
        self._say(told)
        simulation = self._simulation
        match deed:
            case "hold button":
                button = next((name for name in EXTRA_BUTTONS if name == what), None)
                if button is None:
                    simulation.press(HOLD_S)
                else:
                    simulation.press_extra(button, HOLD_S)
            case "card in" | "shade":
                self._cover(True, hand=deed == "shade")
            case "card out" | "unshade":
                self._cover(False, hand=deed == "unshade")
            case "open lid":
                simulation.open_lid()
            case "close lid":
                simulation.close_lid()
            case "empty hopper":
                simulation.empty()
            case "fill hopper":
                simulation.reload(CARDS)
            case "take card":
                simulation.open_lid()
                simulation.close_lid()
                simulation.take_card()
            case "let go":
                pass  # the finger goes by itself

    def _cover(self, covered: bool, hand: bool) -> None:
        """A card, or a finger, in the beam: the world has no such hands, so its line is driven here."""
        faults, bcm = self._simulation.world.faults, self._pins.get("beam")
        if bcm is None or "dead_beam" in faults:
            return
        blocked = covered or "dark_beam" in faults
        if "sunlight" in faults and not (hand and covered):
            blocked = False
        active = self._active["beam"]
        self._simulation.factory.drive(bcm, blocked == active, self._simulation.now())

    def _true(self, question: str) -> bool:
        simulation, world = self._simulation, self._simulation.world
        for name in LAMPS:
            called = CALLED[name]
            if question in (f"Do you see {called}?", f"Is {called} lit?"):
                return simulation.output(name) > 0
        if "another lamp" in question:
            return any(simulation.output(name) > 0 for name in LAMPS)
        if "tone" in question:
            return any(name == "buzzer" for name in self._pins)
        if "Is it open" in question:
            return world.lid_open
        if "roller turn" in question:
            turned = [change for change in world.motor_history[self._ran :] if change.direction]
            self._ran = len(world.motor_history)
            return bool(turned) and "dead_motor" not in world.faults
        return True
