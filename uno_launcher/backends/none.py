"""No launcher, or the old toy: nothing is wired to this computer, and people type what came out."""

from collections.abc import Sequence

from uno_launcher.backends.feeder import Post
from uno_launcher.errors import HardwareError
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import Event
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.plan import Plan


class NoBackend:
    """`backends.feeder.Backend` without hardware: it never says anything, and nobody ever asks it to feed."""

    def open(self, post: Post, now: float) -> Sequence[Event]:  # noqa: ARG002
        """There is nothing to claim."""
        return ()

    def handle(self, raw: object, now: float) -> Sequence[Event]:  # noqa: ARG002
        """Nothing is ever posted by it."""
        return ()

    def tick(self, now: float) -> Sequence[Event]:  # noqa: ARG002
        """Nothing is ever due."""
        return ()

    def deadline(self) -> float | None:
        """Never."""
        return None

    def start(self, plan: Plan, now: float) -> Sequence[Event]:  # noqa: ARG002
        """Raises HardwareError."""
        raise HardwareError("There is no launcher that could feed: the config says that its backend is none.")

    def stop(self, now: float) -> Sequence[Event]:  # noqa: ARG002
        """Nothing runs."""
        return ()

    def show(self, look: Look, now: float) -> None:
        """There are no lamps."""

    def play(self, sound: Sound, now: float) -> None:
        """There is no buzzer."""

    def emergency_off(self) -> bool:
        """True: there is no motor that could be on."""
        return True

    def close(self, now: float) -> None:
        """There is nothing to let go of."""
