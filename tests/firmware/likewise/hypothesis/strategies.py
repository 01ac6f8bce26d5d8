"""Where arguments come from."""

import random


class Strategy:
    def __init__(self, draw):
        self.draw = draw

    def __or__(self, other):
        return Strategy(lambda: random.choice((self, other)).draw())

    def map(self, change):
        return Strategy(lambda: change(self.draw()))


def integers(least, most):
    def draw():
        span = most - least
        way = random.randrange(4)
        if way == 0:
            return random.choice((least, most))
        value = 0
        for _ in range(span // (1 << 29) + 1):
            value += random.getrandbits(29)
        return least + (value % (span + 1) if way > 1 else value % (span // 16 + 1))

    return Strategy(draw)


def booleans():
    return Strategy(lambda: random.getrandbits(1) == 1)


def none():
    return Strategy(lambda: None)


def just(value):
    return Strategy(lambda: value)


def sampled_from(values):
    return Strategy(lambda: random.choice(list(values)))


def tuples(*parts):
    return Strategy(lambda: tuple([part.draw() for part in parts]))


def lists(part, min_size=0, max_size=20):
    return Strategy(lambda: [part.draw() for _ in range(random.randint(min_size, max_size))])


def binary(min_size=0, max_size=40):
    return Strategy(lambda: bytes([random.getrandbits(8) for _ in range(random.randint(min_size, max_size))]))
