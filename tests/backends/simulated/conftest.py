"""Launchers to try things on."""

import random

import pytest

from uno_launcher.backends.simulated.physics import Physics


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


@pytest.fixture
def exact() -> Physics:
    """Full speed at once, 50 mm between cards, clean edges, contacts that don't bounce."""
    return Physics(
        spread_pct=0,
        spin_ms=1e-6,
        brake_ms=1e-6,
        coast_ms=1e-6,
        sag_pct=0,
        load_pct=0,
        gap_min_mm=50,
        gap_max_mm=50,
        flight_mm_ms2=1e-9,
        chatter_pct=0,
        button_us=0,
        lid_us=0,
    )
