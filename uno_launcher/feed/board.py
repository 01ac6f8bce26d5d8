"""What a Pico's files ask of the board they run on: firmware/hardware.py is one, a simulation another."""


class Board:
    """Pins by the names of `uno_launcher.pins`, and what the board allows whatever the host says."""

    fitted: "tuple[str, ...]" = ("button", "beam")
    """Inputs and outputs that are there, but for the motor's."""
    driver = "two-input"
    """Or "phase-enable", or "one-pin": no way back."""
    most_cards = 60
    most_duty_pct = 100
    most_motor_ms = 30_000
    """Longest that the motor may be on in one burst."""
    release = "0"

    def read(self, name: str) -> bool:
        """The level now: blocked, down, open or empty is True."""
        raise NotImplementedError

    def motor(self, direction: int, duty_pct: int, brake: bool) -> None:
        """Forwards (1), backwards (-1) or not (0; `brake` shorts it), from now on."""
        raise NotImplementedError

    def emitter(self, on: bool) -> None:
        """The beam's."""

    def heartbeat(self, high: bool) -> None:
        """The charge pump's pin."""

    def outputs(self, lamps: int, hz: int) -> None:
        """Lamps by their bits in `words.LAMPS`; the buzzer, 0 is silence."""

    def chance(self) -> bytes:
        """Some bytes that nobody could have guessed, others each time."""
        raise NotImplementedError

    def restart(self) -> None:
        """Start again. The motor is off. Returns where that takes a moment."""
        raise NotImplementedError
