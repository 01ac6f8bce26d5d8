"""In the guest, where a drop-in of a test puts this folder on PYTHONPATH: a daemon that fails when it's told
to.

SIGUSR1: the main thread, which is the control loop's, never comes back. SIGUSR2: it never comes back and
keeps the interpreter to itself, so that no other thread runs either. SIGRTMIN: it wants more and more memory.
With VIRTUAL_PI_FAILS in the environment nothing ever becomes ready.
"""

import os
import signal
import sys


def _hang(*_: object) -> None:
    while True:
        pass


def _wedge(*_: object) -> None:
    import ctypes

    ctypes.PyDLL(None).sleep(600)


def _grow(*_: object) -> None:
    kept = []
    while True:
        kept.append(b"1" * 100_000)


signal.signal(signal.SIGRTMIN, _grow)
signal.signal(signal.SIGUSR1, _hang)
signal.signal(signal.SIGUSR2, _wedge)

if "VIRTUAL_PI_FAILS" in os.environ and "run" in sys.orig_argv:
    from uno_launcher.table import evening

    def _fail(*_: object) -> None:
        raise ValueError("the evening is from Mars")

    evening.referee_for = _fail
