"""Names for annotations, which nobody looks at."""


class Any:
    def __getitem__(self, _):
        return self


Callable = Iterable = Iterator = Mapping = Sequence = Any()
