"""Where every command begins.

`off` is taken out first: it must be done in well under a second, so nothing but the standard library is
imported before it. So is `service`, which installs the packages that all the others need. Whatever goes wrong
ends in one sentence and a status, never in a traceback, unless `--debug` asks for it.
"""

import contextlib
import errno
import os
import resource
import sys
from collections.abc import Sequence

from uno_launcher import output
from uno_launcher.errors import InputError, LauncherError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    output.hold_streams()
    try:
        status = _dispatch(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        output.forget()
        return 1
    except Exception as error:
        return _failed(error, debug)


def _dispatch(words: list[str]) -> int:
    try:
        if words[:1] == ["off"]:
            from uno_launcher.safety.off import main as off

            return off(words[1:])
        if words[:1] == ["service"]:
            from uno_launcher.service.main import main as service

            return service(words[1:])
        from uno_launcher.cli import invoke

        invoke(words)
    except SystemExit as end:  # how argument parsers end
        return end.code if isinstance(end.code, int) else 0
    return 0


def _failed(error: Exception, debug: bool) -> int:
    """Say what happened. Even standard error may be gone: the status is then all there is."""
    if isinstance(error, InputError):
        message = "\n".join(map(_printable, error.mistakes))
    elif isinstance(error, LauncherError):
        message = _printable(str(error))
    elif refusal := output.refusal(error):
        output.forget()
        message = f"the output can't be written: {refusal}"
    elif isinstance(error, OSError):
        message = _system(error)
    else:
        message = (
            f"this is a mistake of the program ({type(error).__name__}: {error}):"
            " please report it with what the same command shows with --debug"
        )
    with contextlib.suppress(OSError):
        if debug:
            import traceback

            traceback.print_exception(error)
        if sys.stderr is not None:
            print(message, file=sys.stderr, flush=True)  # noqa: T201
    return error.status if isinstance(error, LauncherError) else 1


def _printable(sentence: str) -> str:
    """What was typed or stands in a file may hold terminal codes and line ends."""
    return "".join(letter if letter.isprintable() else "?" for letter in sentence)


def _system(error: OSError) -> str:
    """What the system refused, where no command knows it better."""
    if error.errno == errno.EMFILE:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return f"too many files are open: the limit is {most}; raise it with `ulimit -n 1024`"
    if error.filename is None and not _here():
        return "the folder that you are in was deleted: go to another one"
    if error.filename is None:
        return f"the system refused ({error.strerror or error}): see what it lacks, and try again"
    return f"{os.fsdecode(error.filename)} can't be used: {error.strerror}"


def _here() -> bool:
    try:
        os.getcwd()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
