"""What the tests use of hypothesis: arguments by chance, the same ones each time. Nothing is made smaller."""

import random

from cases import Cases, Drawn

EXAMPLES = 40


def given(*strategies, **named):
    random.seed(1)

    def decorate(what):
        def draw():
            return [one.draw() for one in strategies]

        inner = what
        if named:

            def inner(*drawn, **others):
                others.update({name: one.draw() for name, one in named.items()})
                return what(*drawn, **others)

        if isinstance(what, Cases):
            return Cases(Drawn(what.what, draw, EXAMPLES), what.cases)
        return Drawn(inner, draw, EXAMPLES)

    return decorate


def settings(**_):
    return lambda what: what
