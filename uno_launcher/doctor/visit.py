"""One go through a launcher's parts: what everybody who tries one needs."""

from collections.abc import Iterator
from dataclasses import dataclass

from uno_launcher.doctor.bench import Bench
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.person import Person

Findings = Iterator[Finding]
"""Given one by one, as they're found."""


@dataclass(slots=True)
class Visit:
    """`patience` is how many seconds somebody gets for what they're told."""

    bench: Bench
    person: Person
    patience: float = 20.0
    blind: bool = False
    """The beam was found not to be believed."""

    @property
    def fitted(self) -> dict[str, int]:
        """Signal name to GPIO of all that is there."""
        return self.bench.config.fitted()
