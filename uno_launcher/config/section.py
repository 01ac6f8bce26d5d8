"""What every section of the file has in common."""

import msgspec


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the file: every key has a default, and other keys are refused."""
