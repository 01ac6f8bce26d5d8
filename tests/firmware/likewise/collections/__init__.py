"""MicroPython's, with an `abc` beside it."""

from ucollections import OrderedDict, deque, namedtuple  # noqa: F401
