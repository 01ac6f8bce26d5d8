"""What the tests use of pytest."""

from cases import Cases


class Mark:
    def parametrize(self, names, values, ids=None):
        names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names

        def cases():
            for value in values:
                arguments = dict(zip(names, (value,) if len(names) == 1 else value, strict=True))
                yield "[" + repr(value) + "]", arguments

        return lambda what: Cases(what, list(cases()))


mark = Mark()


class raises:  # noqa: N801
    def __init__(self, kind, match=""):
        self.kind = kind
        self.match = match

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        assert kind is not None, "it didn't raise"
        if not issubclass(kind, self.kind):
            return False
        assert self.match in str(error), error
        return True
