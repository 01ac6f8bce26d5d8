"""What is connected to this Pico, and what it allows whatever the computer says. The only file to change.

`None` isn't fitted. Numbers are GP numbers, not places on the board: GP12 is at place 16. After a change copy
it again: `uno-launcher firmware flash`.
"""

PINS = {
    # To the motor's driver. Keep them side by side on an even number: both have one PWM then.
    "motor_in1": 12,  # forward; with a "one-pin" driver the gate of its MOSFET
    "motor_in2": 13,  # reverse; None with a "one-pin" driver
    "motor_enable": None,  # the driver's ENABLE or SLEEP
    "heartbeat": None,  # a charge pump that holds the driver enabled while this ticks
    # From switches to ground and from the break-beam's receiver; the Pico pulls them up.
    "button": 17,
    "beam": 16,
    "lid": None,  # closed while the lid is
    "hopper": None,  # closed while a card lies on it
    # The break-beam's light, through a transistor. It proves the beam before each burst.
    "emitter": None,
    # Lamps, each through a resistor of 330 Ω, and a passive buzzer, which wants a PWM of its own: with the
    # motor on 12 and 13 anything but 28.
    "button_lamp": None,
    "red": None,
    "green": None,
    "blue": None,
    "buzzer": None,
    # More buttons for the table.
    "plus_one": None,
    "hit_1": None,
    "hit_2": None,
    "attack": None,
    "stop": None,
}

DRIVER = "two-input"
"""Or "phase-enable", or "one-pin": see [motor] in the computer's config."""

BLOCKED_IS_HIGH = False
"""The beam's pin while a card is in it. Most receivers pull it low."""

MOTOR_HZ = 1000

MOST_CARDS = 60
"""In one burst."""
MOST_DUTY_PCT = 100
MOST_MOTOR_MS = 30_000
"""Longest that the motor may be on in one burst."""
