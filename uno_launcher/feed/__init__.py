"""Edges in, cards out: debounce, beam and burst, the same files for CPython and MicroPython.

Times are opaque: whole microseconds of a clock that may wrap, compared only by an injected `diff(a, b)`,
which is a - b as a signed number of microseconds (`ticks_diff` on the Pico, `a - b` on the host). Nothing
here reads a clock, and nothing but these files is imported.
"""
