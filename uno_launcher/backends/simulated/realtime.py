"""A simulation in real time: one thread sleeps until the next thing happens and then drives the pins.

Callbacks run on that thread, as they run on lgpio's one thread on a Pi; one that raises ends it, and all
inputs go dead, as there (field note G1). While nothing moves the thread isn't woken at all.
"""

import threading

from uno_launcher.backends.simulated.simulation import Simulation


class RealTime:
    """Runs `simulation`, whose clock must be a real one, between `start` and `stop`."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="simulation", daemon=True)

    def start(self) -> None:
        """Begin; once only."""
        self._thread.start()

    def stop(self) -> None:
        """Time stands still from here on. May be called twice."""
        with self._simulation.changed:
            self._stopping = True
            self._simulation.changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def alive(self) -> bool:
        """The thread lives."""
        return self._thread.is_alive()

    def _run(self) -> None:
        simulation = self._simulation
        while True:
            with simulation.changed:
                if self._stopping:
                    return
                due = simulation.next_at()
                wait = None if due is None else due - simulation.now()
                if wait is None or wait > 0:
                    simulation.changed.wait(wait)
                    continue
            simulation.step_to(simulation.now())
