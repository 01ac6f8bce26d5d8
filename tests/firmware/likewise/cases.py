"""What becomes of a decorated test: functions have no attributes here, so decorators give these back."""


class Cases:
    """One function with several sets of arguments, each with a label."""

    def __init__(self, what, cases):
        self.what = what
        self.cases = cases

    def all(self):
        for label, arguments in self.cases:
            for inner, test in of(self.what):
                yield label + inner, lambda test=test, arguments=arguments: test(**arguments)


class Drawn:
    """One function that is tried with many drawn arguments."""

    def __init__(self, what, draw, times):
        self.what = what
        self.draw = draw
        self.times = times

    def __call__(self, **others):
        for _ in range(self.times):
            drawn = self.draw()
            try:
                self.what(*drawn, **others)
            except Exception:
                print("with", drawn)
                raise


def of(what):
    """(label, callable) of each case."""
    return list(what.all()) if isinstance(what, Cases) else [("", what)]
