"""Everything about one launcher that can be measured and set. Whole microseconds and whole percent."""

EXPIRY_US = 800_000
"""No phase with the motor on may last as long as this: the deadman cuts a motor-on that wasn't renewed."""


class Timing:
    """One launcher's numbers. The defaults suit the original toy with fresh cells; `calibrate` finds better ones."""

    def __init__(
        self,
        transit_us: int = 35_000,
        chatter_pct: int = 25,
        bridge_us: int = 1_000,
        single_min_pct: int = 82,
        single_max_pct: int = 114,
        duty_pct: int = 60,
        slow_duty_pct: int = 45,
        kick_duty_pct: int = 100,
        kick_us: int = 24_000,
        reverse_duty_pct: int = 60,
        friction_pct: int = 12,
        spin_us: int = 30_000,
        brake_us: int = 15_000,
        coast_us: int = 100_000,
        can_brake: bool = True,
        sag_pct: int = 6,
        sag_us: int = 400_000,
        speed_tol_pct: int = 0,
        jam_us: int = 250_000,
        reread_us: int = 2_000,
    ) -> None:
        self.transit_us = transit_us
        """How long one card blocks the beam at `duty_pct`."""
        self.chatter_pct = chatter_pct
        """Blocked for less than this share of a transit is light or dirt, no card."""
        self.bridge_us = bridge_us
        """Clear for less than this doesn't end a card: its edge chatters."""
        self.single_min_pct = single_min_pct
        """A card certainly measures at least this much of a transit …"""
        self.single_max_pct = single_max_pct
        """… and at most this much; two that overlap by three quarters measure 125."""
        self.duty_pct = duty_pct
        self.slow_duty_pct = slow_duty_pct
        self.kick_duty_pct = kick_duty_pct
        self.kick_us = kick_us
        self.reverse_duty_pct = reverse_duty_pct
        self.friction_pct = friction_pct
        """Duty that only overcomes friction."""
        self.spin_us = spin_us
        """Time constant of the speed while the motor is driven."""
        self.brake_us = brake_us
        """The same while it's shorted."""
        self.coast_us = coast_us
        """The same while it's open, where there is no brake."""
        self.can_brake = can_brake
        self.sag_pct = sag_pct
        """How far the supply drops in the end at full duty; in proportion at a smaller one."""
        self.sag_us = sag_us
        """Time constant of that drop."""
        self.speed_tol_pct = speed_tol_pct
        """How far these time constants may be off; 100: the speed may jump."""
        self.jam_us = jam_us
        """Blocked for so long while the motor pulls is a jam."""
        self.reread_us = reread_us
        """A level that differs for so long without an edge is believed: the edge was lost."""
