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

_TAIL = 9  # the "*" and the checksum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Crc32 = Callable[[bytes], int]


def frame(mark: str, words: "Iterable[object]", crc32: "Crc32") -> bytes:
    """The line that says `words`. Raises ValueError for one that is too long or couldn't be read."""
    texts = [str(word) for word in words]
    text = " ".join(texts)
    said = (mark + text).encode()
    line = said + ("*%08x\n" % (crc32(said) & 0xFFFFFFFF)).encode()
    if len(line) > MOST_BYTES:
        raise ValueError("a line of " + str(len(line)) + " bytes")
    plain = len(said) == len(text) + 1 and text.count(" ") == len(texts) - 1 and "" not in texts
    if not plain or TO_PICO in text or FROM_PICO in text or "\n" in text or "\r" in text:
        raise ValueError("a line can't say " + repr(texts))
    return line


class Reader:
    """Bytes in, as they come; the words of every whole and unbroken line out."""

    def __init__(self, mark: str, crc32: "Crc32") -> None:
        self._mark = mark.encode()
        self._crc32 = crc32
        self._rest = b""
        self.broken = 0
        """Lines that came to nothing."""

    def forget(self) -> None:
        """What comes next has nothing to do with what came before."""
        self._rest = b""

    def take(self, data: "bytes | bytearray") -> "list[list[str]]":
        """The words of each line that ends in `data`, the oldest first."""
        found = []
        rest = self._rest + bytes(data)
        end = rest.find(b"\n")
        while end >= 0:
            begin = rest.rfind(self._mark, 0, end)
            if begin >= 0:
                words = self._words(rest[begin:end])
                if words is None:
                    self.broken += 1
                else:
                    found.append(words)
            rest = rest[end + 1 :]
            end = rest.find(b"\n")
        begin = rest.rfind(self._mark)
        self._rest = rest[begin:] if begin >= 0 and len(rest) - begin < MOST_BYTES + 1 else b""
        return found

    def _words(self, line: bytes) -> "list[str] | None":
        if line[-1:] == b"\r":
            line = line[:-1]
        said, tail = line[:-_TAIL], line[-_TAIL:]
        if len(said) < 2 or len(line) >= MOST_BYTES or max(said) > 127:
            return None
        if tail != ("*%08x" % (self._crc32(said) & 0xFFFFFFFF)).encode():
            return None
        return said[1:].decode().split(" ")


def number(word: str, least: int, most: int) -> int:
    """A whole number in words, or ValueError: digits alone, and within its bounds."""
    if not word.isdigit() or len(word) > 10:
        raise ValueError(word + " is no number")
    value = int(word)
    if not least <= value <= most:
        raise ValueError(word + " is out of range")
    return value
