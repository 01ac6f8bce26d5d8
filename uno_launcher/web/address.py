"""Where phones find this page, and what this machine may be called."""

import socket

LOOPBACK = "127.0.0.1"
_ELSEWHERE = ("10.255.255.255", 9)


def lan_ip() -> str:
    """This machine's address on the local network; the loopback one where there is no network."""
    # Nothing is sent: connecting a datagram socket only looks up which way a packet would go.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def own_names(configured: str | None) -> frozenset[str]:
    """Names that a browser may know this machine by, in lower case."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    names = {"localhost", host, short, f"{short}.local", (configured or "").lower().rstrip(".")}
    return frozenset(names - {"", ".local"})
