"""The heartbeat's charge pump in ngspice, against the sums."""

import re
import subprocess
import tempfile
from pathlib import Path

from hardware.drawing.pump import Pump, hold, spice

AWAKE_V = 2.5
"""What the DRV8833's nSLEEP wants as high at least (TI SLVSAR1E, electrical characteristics)."""
NEAR = 0.1
"""How far the sums may be from the simulation, as a share."""
GLITCH_S = 0.2
"""A pin that rises once and stays there may wake the driver for so long at most."""


def disagreements(half_period: float) -> list[str]:
    """What the simulation shows otherwise than the sums say."""
    pump = Pump()
    low, held = _measured(spice(pump, half_period, 60))
    said = hold(pump, half_period).seconds
    out = []
    if low < AWAKE_V:
        out.append(f"while the pin ticks the driver's sleep input falls to {low:.2f} V, below {AWAKE_V} V")
    if abs(held - said) > NEAR * said:
        out.append(f"the driver is held for {held:.3f} s, but the sums say {said:.3f} s")
    _, once = _measured(spice(pump, half_period, 1))
    if once > GLITCH_S:
        out.append(f"a single tick holds the driver for {once:.3f} s, more than {GLITCH_S} s")
    return out


def _measured(circuit: str) -> tuple[float, float]:
    """The lowest level while the pin ticks, in volts, and the hold, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pump.cir"
        path.write_text(circuit, encoding="utf-8")
        run = subprocess.run(["ngspice", "-b", str(path)], capture_output=True, text=True, check=False)
    found = dict(re.findall(r"^(low|held) = ([-+.\de]+)$", run.stdout, re.MULTILINE))
    return float(found["low"]), float(found["held"])
