"""One message a line between a host and a Pico, with a checksum: what arrives broken never arrived.

    > F 3f2a9c01 12 88210 7 4 - - -*5d1fa0c3

A mark (">" to the Pico, "<" from it), the words, "*" and eight hexadecimal digits: the CRC-32 of everything
before the "*". A line ends with a line feed. The marks stand nowhere else, so a line that lost its end, or
that begins within something else (boot messages, an echo, a prompt), is found all the same. Each side reads
only what has the other's mark: it never takes its own echo for an answer (field note S6), and whatever goes
to the Pico is no Python, should the prompt be there to hear it.

`crc32` is `binascii.crc32`, which CPython and MicroPython both have.
"""

TO_PICO = ">"
FROM_PICO = "<"
MOST_BYTES = 160
"""The longest line, its end included. A longer one is nothing (field note S3)."""

_END = 10
_RETURN = 13
_SPACE = 32
_TAIL = 9  # the "*" and the checksum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Crc32 = Callable[[bytes], int]


def frame(mark: str, words: "Iterable[object]", crc32: "Crc32") -> bytes:
    """The line that says `words`. Raises ValueError for one that is too long or couldn't be read."""
    said = mark.encode()
    for word in words:
        letters = str(word).encode()
        if not letters or [byte for byte in letters if byte == _SPACE or not _plain(byte)]:
            raise ValueError("a line can't say " + repr(word))
        said += letters if len(said) == 1 else b" " + letters
    line = said + ("*%08x\n" % (crc32(said) & 0xFFFFFFFF)).encode()
    if len(line) > MOST_BYTES:
        raise ValueError("a line of " + str(len(line)) + " bytes")
    return line


class Reader:
    """Bytes in, as they come; the words of every whole and unbroken line out."""

    def __init__(self, mark: str, crc32: "Crc32") -> None:
        self._mark = ord(mark)
        self._crc32 = crc32
        self._line = bytearray()
        self._reading = False  # a mark was seen, and nothing since that can't be in a line
        self.broken = 0
        """Lines that began with the mark and came to nothing."""

    def forget(self) -> None:
        """What comes next has nothing to do with what came before."""
        self._reading = False

    def take(self, data: "bytes | bytearray") -> "list[list[str]]":
        """The words of each line that ends in `data`, the oldest first."""
        found = []
        for byte in data:
            if byte == self._mark:
                self.broken += self._reading
                self._line = bytearray([byte])
                self._reading = True
            elif not self._reading:
                pass
            elif byte == _END:
                self._reading = False
                words = self._words()
                if words is None:
                    self.broken += 1
                else:
                    found.append(words)
            elif byte == _RETURN or (_plain(byte) and len(self._line) < MOST_BYTES - 1):
                self._line.append(byte)
            else:
                self._reading = False
                self.broken += 1
        return found

    def _words(self) -> "list[str] | None":
        line = bytes(self._line)
        if line[-1] == _RETURN:
            line = line[:-1]
        said, tail = line[:-_TAIL], line[-_TAIL:]
        if not said or _RETURN in said:
            return None
        if tail != ("*%08x" % (self._crc32(said) & 0xFFFFFFFF)).encode():
            return None
        return said[1:].decode().split(" ")


def _plain(byte: int) -> bool:
    """It may stand in a line after its mark: printable ASCII, but for the marks."""
    return 32 <= byte < 127 and byte not in (60, 62)


def number(word: str, least: int, most: int) -> int:
    """A whole number in words, or ValueError: digits alone, and within its bounds."""
    if not word.isdigit() or len(word) > 10:
        raise ValueError(word + " is no number")
    value = int(word)
    if not least <= value <= most:
        raise ValueError(word + " is out of range")
    return value
