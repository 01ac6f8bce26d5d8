"""Runs a file of tests under MicroPython: `micropython run.py FILE`. Its last line is the result."""

import builtins
import sys

import cases

_zip = zip


def zip_(*many, strict=False):
    """MicroPython's knows no `strict`."""
    if strict:
        assert len({len(list(one)) for one in many}) <= 1
    return _zip(*many)


def main(path):
    builtins.zip = zip_
    space = {"__name__": "tested", "__file__": path}
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), space)
    passed = failed = 0
    for name, what in list(space.items()):
        if not name.startswith("test_"):
            continue
        for label, test in cases.of(what):
            try:
                test()
                passed += 1
            except Exception as error:
                failed += 1
                print("FAILED", name, label)
                sys.print_exception(error)
    print(passed, "passed,", failed, "failed")


main(sys.argv[1])
