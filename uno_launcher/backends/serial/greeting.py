"""Who is at a port? Asked once, without a launcher: for flashing and for doctor."""

import binascii
import contextlib
import secrets
import time

from uno_launcher.backends.serial.paces import GREET_S
from uno_launcher.backends.serial.wire import ERRORS, opened
from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.feed import words
from uno_launcher.feed.hello import Hello, read_hello
from uno_launcher.feed.line import FROM_PICO, TO_PICO, Reader, frame

POLL_S = 0.02


def greeted(path: str, for_s: float, *, restart: bool = False) -> Hello | None:
    """The Pico at `path`, or None: nobody there knows our words. With `restart` it's told to start again.

    Raises BusyError or HardwareError when the port can't be opened.
    """
    port, refusal = opened(path)
    if port is None:
        kind = BusyError if refusal.startswith("another program") else HardwareError
        raise kind(f"{refusal[0].upper()}{refusal[1:]}.")
    reader = Reader(FROM_PICO, binascii.crc32)
    nonce = secrets.token_hex(4)
    until, again = time.monotonic() + for_s, 0.0
    try:
        while (now := time.monotonic()) < until:
            if now >= again:
                again = now + GREET_S
                port.write(frame(TO_PICO, (words.HELLO, nonce, words.VERSION), binascii.crc32))
            for said in reader.take(port.read(4096)):
                with contextlib.suppress(ValueError):
                    hello = read_hello(said)
                    if hello.nonce == nonce:
                        if restart:
                            port.write(frame(TO_PICO, (words.BOOT, hello.session, 1), binascii.crc32))
                            time.sleep(0.2)  # closing drops what wasn't sent
                        return hello
            time.sleep(POLL_S)
    except ERRORS:
        return None
    finally:
        with contextlib.suppress(*ERRORS):
            port.reset_output_buffer()
        with contextlib.suppress(*ERRORS):
            port.close()
    return None
