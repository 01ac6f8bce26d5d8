"""How a motor driver is told what the motor does: the percent of its inputs and of its enable."""


def levels(driver: str, direction: int, duty_pct: int, brake: bool) -> "tuple[int, int, int]":
    """in1, in2, enable. `two-input`: forward, reverse, both brake. `phase-enable`: in1 is enable, in2 phase,
    low is forward. `one-pin`: in1 is a MOSFET's gate, forward or nothing. All low lets it coast."""
    if driver == "phase-enable":
        if direction:
            return duty_pct, 0 if direction > 0 else 100, 100
        return 0, 0, 100 if brake else 0
    if direction > 0:
        return duty_pct, 0, 100
    if driver == "one-pin":
        return 0, 0, 0
    if direction < 0:
        return 0, duty_pct, 100
    return (100, 100, 100) if brake else (0, 0, 0)
