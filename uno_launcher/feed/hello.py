"""The greeting's answer: which Pico this is, since when, and whether it speaks the same words."""

from uno_launcher.feed.line import number
from uno_launcher.feed.words import HELLO, VERSION, key


class Hello:
    """The Pico's answer to a greeting. `boot` is another one each time that it has started."""

    def __init__(
        self, nonce: str, session: str, boot: str, version: int, release: str, driver: str, fitted: int
    ) -> None:
        self.nonce = nonce
        self.session = session
        self.boot = boot
        self.version = version
        self.release = release
        """Of the files on the Pico."""
        self.driver = driver
        self.fitted = fitted

    def words(self) -> "tuple[object, ...]":
        """To be framed."""
        return (
            HELLO, self.nonce, self.session, self.boot, self.version, self.release, self.driver, self.fitted
        )  # fmt: skip


def read_hello(words: "list[str]") -> Hello:
    """Of any version: what comes after the release may be anything in a later one."""
    if len(words) < 6 or words[0] != HELLO:
        raise ValueError("no greeting")
    version = number(words[4], 0, 999)
    driver, fitted = "", 0
    if version == VERSION:
        if len(words) != 8:
            raise ValueError("no greeting")
        driver, fitted = words[6], number(words[7], 0, 255)
    return Hello(key(words[1]), key(words[2]), key(words[3]), version, words[5], driver, fitted)
