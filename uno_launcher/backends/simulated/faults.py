"""Every trouble the simulation can make, by name, with what it does."""

from types import MappingProxyType

FAULTS = MappingProxyType(
    {
        # These happen once, to the next card that can meet them.
        "double": "The next card drags the one after it along; how far they overlap is left to chance.",
        "slip": "The roller doesn't grip the next card for a while.",
        "jam": "The card on the roller, or else the next one, gets stuck in the slot.",
        "hopper_end": "All but a few cards, none to three, vanish from the hopper.",
        # These last until they are mended.
        "weak_spring": "The hopper's spring is weak: two cards in five slip.",
        "sag": "The cells are tired: under load the supply drops by a third.",
        "dead_motor": "A wire of the motor is off: it doesn't turn.",
        "chatter": "Every edge of the beam bounces, up to six times there and back.",
        "spikes": "Every second edge of the beam is followed by a short flash or shadow.",
        "lost_edges": "One edge of the beam in ten isn't told; the level is right when it's read.",
        "repeated_edges": "One edge of the beam in ten is told twice.",
        "dead_beam": "The beam's receiver stays as it is, card or not, emitter on or off.",
        "dark_beam": "The beam's emitter is dead: the beam reads blocked.",
        "sunlight": "The sun shines into the receiver: the beam reads clear, card or not, emitter on or off.",
        "stuck_button": "The button, once pressed, stays down.",
        "bouncing_button": "The button bounces for up to 81 ms (field note G16).",
        "noise": "Switching the motor makes spikes on the button's wire (field note G16).",
    }
)
"""Name -> one sentence on what it does."""

ONCE = frozenset({"double", "slip", "jam", "hopper_end"})
"""Those that happen and are over; the others last until they are switched off."""
