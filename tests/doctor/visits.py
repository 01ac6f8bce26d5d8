"""A whole visit to a simulated launcher, with somebody whose hands and answers can be changed."""

from tests.trying import ground
from uno_launcher.doctor.bench import Bench
from uno_launcher.doctor.parts import parts
from uno_launcher.doctor.simulated_person import SimulatedPerson
from uno_launcher.doctor.visit import Visit


class Somebody(SimulatedPerson):
    """Says what is in `answers` (a piece of the question -> the answer), and what is true otherwise. `before`
    (a piece of what is said or asked -> what happens then) lets something happen at that moment."""

    def __init__(self, launcher, pins, active=None, answers=None, before=None):
        self.heard = []
        super().__init__(launcher.simulation, pins, self.heard.append, active)
        self._answers = answers or {}
        self._before = before or {}

    def _happen(self, text):
        for piece, act in self._before.items():
            if piece in text:
                act()

    def say(self, line):
        self._happen(line)
        super().say(line)

    def ask(self, question):
        self._happen(question)
        for piece, answer in self._answers.items():
            if piece in question:
                self.heard.append(f"{question} {'yes' if answer else 'no'}")
                return answer
        return super().ask(question)

    def do(self, told, deed, what=""):
        self._happen(told)
        super().do(told, deed, what)


class VisitTo:
    """`found` is everything that was. `wired` is what really is where, signal to GPIO."""

    def __init__(
        self, seed=1, *, only=None, answers=None, before=None, wired=None, active=None, launcher=None, **more
    ):
        self.launcher = launcher or ground(seed, wired=wired, active=active, **more)
        self.simulation = self.launcher.simulation
        before = {piece: self._act(what) for piece, what in (before or {}).items()}
        pins = wired or self.launcher.config.fitted()
        self.person = Somebody(self.launcher, pins, active, answers, before)
        self.bench = Bench(self.launcher)
        self.bench.open()
        self.found = []
        try:
            for name, part in parts(Visit(self.bench, self.person, 3.0)):
                if only is None or name in only:
                    self.found += part()
        finally:
            self.bench.close()

    def _act(self, what):
        """A fault by its name, or something that is done to the simulation."""
        return lambda: what(self.simulation) if callable(what) else self.simulation.fault(what)

    @property
    def wrong(self):
        """What isn't ok."""
        return [finding for finding in self.found if finding.verdict in ("warning", "fault")]

    def verdict(self, part):
        return [finding.verdict for finding in self.found if finding.part == part]


def said(findings):
    """All of it as one text."""
    return " ".join(" ".join([finding.said, *finding.causes]) for finding in findings)
