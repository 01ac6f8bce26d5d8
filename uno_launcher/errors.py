"""One tree of errors. Each message is one sentence for a person: what, which, the limit, what to do.

`status` is the exit status of the command that meets it (0 done, 1 failed, 2 arguments, 3 config, file or
script). Standard library only: `uno-launcher off` imports this.
"""


class LauncherError(Exception):
    """The work failed for a reason a person can act on."""

    status = 1


class UsageError(LauncherError):
    """The arguments of a command are wrong."""

    status = 2


class InputError(LauncherError):
    """A config, file or script is wrong. `mistakes` holds one sentence each, with file, line and reason."""

    status = 3

    def __init__(self, *mistakes: str) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


class HardwareError(LauncherError):
    """A pin, a chip, a driver or a cable refuses."""


class BusyError(LauncherError):
    """Somebody else holds the launcher, a pin or a port."""


class StoreError(LauncherError):
    """The launch log can't be written or read."""
