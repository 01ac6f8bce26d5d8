"""Everything about one launcher that can be measured and set: whole microseconds and whole percent."""

EXPIRY_US = 800_000
"""A motor-on that isn't renewed ends after this long. No phase with the motor on may last longer."""


class Timing:
    """One launcher's numbers. The defaults suit the original toy with fresh cells."""

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
        kick_us: int = 60_000,
        reverse_duty_pct: int = 60,
        friction_pct: int = 12,
        spin_us: int = 30_000,
        brake_us: int = 15_000,
        coast_us: int = 100_000,
        sag_pct: int = 6,
        sag_us: int = 400_000,
        settle_us: int = 150_000,
        retract_us: int = 100_000,
        tease_us: int = 40_000,
        rest_us: int = 60_000,
        unjam_us: int = 120_000,
        unjam_tries: int = 3,
        jam_us: int = 250_000,
        empty_us: int = 500_000,
        out_us: int = 300_000,
        reread_us: int = 2_000,
        limit_us: int = 3_000_000,
        limit_card_us: int = 400_000,
    ) -> None:
        # What a card looks like.
        self.transit_us = transit_us
        """How long one card blocks the beam at `duty_pct`."""
        self.chatter_pct = chatter_pct
        """Blocked for less than this share of a transit is light or dirt, no card."""
        self.bridge_us = bridge_us
        """Clear for less than this doesn't end a card: its edge chatters."""
        self.single_min_pct = single_min_pct
        """A single card measures at least this much of a transit …"""
        self.single_max_pct = single_max_pct
        """… and less than this. Two that overlap by three quarters measure 125."""
        self.reread_us = reread_us
        """A level that differs for so long without an edge is believed: the edge was lost."""
        # What the motor is told.
        self.duty_pct = duty_pct
        self.slow_duty_pct = slow_duty_pct
        """For the last card, so that the roller stops sooner."""
        self.kick_duty_pct = kick_duty_pct
        self.kick_us = kick_us
        """Longest kick; it ends when the roller should be up to speed."""
        self.reverse_duty_pct = reverse_duty_pct
        # How the roller answers.
        self.friction_pct = friction_pct
        """Duty that only overcomes friction."""
        self.spin_us = spin_us
        """Time constant of the speed while the motor is driven …"""
        self.brake_us = brake_us
        """… while it's shorted …"""
        self.coast_us = coast_us
        """… and while it's open, where there is no brake."""
        self.sag_pct = sag_pct
        """How far the supply drops in the end at full duty; in proportion at a smaller one."""
        self.sag_us = sag_us
        """Time constant of that drop."""
        # How long things take.
        self.settle_us = settle_us
        """The roller is at rest and nothing flies any more."""
        self.retract_us = retract_us
        """Backwards after a burst, to bring back the nose of a card that came too far."""
        self.tease_us = tease_us
        """Backwards before a burst, for fun."""
        self.rest_us = rest_us
        """Off between two directions (field note M7)."""
        self.unjam_us = unjam_us
        """Backwards to free a card or get a grip."""
        self.unjam_tries = unjam_tries
        """How often, for one card."""
        self.jam_us = jam_us
        """Blocked for so long while the motor pulls is a jam."""
        self.empty_us = empty_us
        """Nothing comes for so long while the motor pulls: empty, or slipping."""
        self.out_us = out_us
        """Blocked for so long at rest: a card sticks out."""
        self.limit_us = limit_us
        """Longest that the motor may run in one burst, but for …"""
        self.limit_card_us = limit_card_us
        """… so much more for each card ordered."""
