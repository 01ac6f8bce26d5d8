"""Where every command begins.

`off` is taken out first: it must be done in well under a second, so nothing but the standard library is
imported before it. Whatever goes wrong ends in one sentence and a status, never in a traceback, unless
`--debug` asks for it.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Sequence

from uno_launcher.errors import LauncherError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    try:
        status = _dispatch(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _forget_stdout()
        return 1
    except Exception as error:
        return _failed(error, debug)


def _dispatch(words: list[str]) -> int:
    try:
        if words[:1] == ["off"]:
            from uno_launcher.safety.off import main as off

            return off(words[1:])
        from uno_launcher.cli import invoke

        invoke(words)
    except SystemExit as end:  # how argument parsers end
        return end.code if isinstance(end.code, int) else 0
    return 0


def _failed(error: Exception, debug: bool) -> int:
    """Say what happened. Even standard error may be gone: the status is then all there is."""
    status = error.status if isinstance(error, LauncherError) else 1
    if isinstance(error, LauncherError):
        message = str(error)
    elif isinstance(error, OSError) and error.errno == errno.ENOSPC and error.filename is None:
        _forget_stdout()
        message = "the output can't be written: the disk is full"
    else:
        message = (
            f"this is a mistake of the program ({type(error).__name__}: {error}):"
            " please report it with what the same command shows with --debug"
        )
    with contextlib.suppress(OSError):
        if debug:
            import traceback

            traceback.print_exception(error)
        print(message, file=sys.stderr, flush=True)  # noqa: T201
    return status


def _forget_stdout() -> None:
    """Python flushes standard output once more at exit, and would complain where nobody reads it any more."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


if __name__ == "__main__":
    sys.exit(main())
