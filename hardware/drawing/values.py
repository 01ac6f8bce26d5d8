"""Ohms and farads as they are printed on parts."""

PREFIXES = {"M": 1e6, "k": 1e3, "": 1.0, "m": 1e-3, "µ": 1e-6, "n": 1e-9, "p": 1e-12}


def amount(value: float, unit: str) -> str:
    """`value` with the unit's fitting prefix: 2.2e-6 F is "2.2 µF"."""
    for prefix, factor in PREFIXES.items():
        if value >= factor * 0.9995:
            return f"{value / factor:.3g} {prefix}{unit}"
    raise ValueError(f"{value} {unit} is too small to be a part")


def ohms(value: float) -> str:
    """A resistor's value."""
    return amount(value, "Ω")


def farads(value: float) -> str:
    """A capacitor's value."""
    return amount(value, "F")
