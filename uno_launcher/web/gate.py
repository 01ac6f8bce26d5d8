"""Who may do what: guests have the table's join code, parents besides that the PIN.

A guest's cookie is made from the code and a key on the disk, so it outlives a restart and ends with its code.
A parent's is a number known to this run alone, and ends when it wasn't used for a while.
"""

import hmac
import secrets
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.web.answers import ProblemError
from uno_launcher.web.keys import KeyRing
from uno_launcher.web.throttle import Throttle

GUEST, PARENT = "table", "parent"
"""Names of the cookies."""
GUEST_S = 180 * 86_400
"""A browser keeps a guest's cookie for half a year."""
PARENT_S = 900.0
"""A parent's page that isn't used for so long is closed."""
MOST_PARENTS = 16
"""Phones on which the parents' page is open at once: one more closes the oldest."""
MOST_KNOWN = 256
"""Addresses that are remembered because the code came from there: one more takes the place of the oldest."""
LONGEST = 128
"""Characters of a code or PIN that is looked at at all."""

JOIN = "Scan the QR code on the launcher's screen, or type the table's code, to join."
PIN = "This is the parents' page: enter the PIN first."
WRONG_CODE = "That is not this table's code: look at the launcher's screen again."
WRONG_PIN = (
    "That is not the PIN: it stands in web.json in the launcher's state folder, unless its config has one, as"
    " [web] pin."
)


class Gate:
    """Used on the page's thread alone."""

    def __init__(self, keys: KeyRing, clock: Callable[[], float]) -> None:
        self.keys = keys
        self._clock = clock
        self._codes, self._links = (
            Throttle(clock, free=8, longest_s=60.0, together=60, every_s=2.0) for _ in range(2)
        )
        # Any page in the world can have a browser open addresses here: it uses up no tries of those who type.
        self._pins = Throttle(clock, free=4, longest_s=900.0, together=20, every_s=60.0)
        self._known: dict[str, None] = {}
        """Addresses that had the code right: no wrong ones from there are in the way of their scripts."""
        self._parents: dict[str, float] = {}
        """Cookie -> when it ends."""

    # Guests.

    def need_guest(self, request: Request) -> None:
        """Raises ProblemError where the request comes from nobody at this table."""
        if self.is_guest(request):
            return
        scheme, _, code = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            raise ProblemError(401, JOIN)
        address = _address(request)
        if address in self._known and self._is_code(code):
            return
        self._try_code(code, address, self._codes)

    def is_guest(self, request: Request) -> bool:
        """Whether the request comes from a phone that has joined."""
        return _same(request.cookies.get(GUEST, ""), self._guest_cookie())

    def join(self, code: str, request: Request, response: Response) -> None:
        """Let somebody in who has typed the code. Raises ProblemError."""
        self._try_code(code, _address(request), self._codes)
        self.let_in(response)

    def follow(self, code: str, request: Request, response: Response) -> None:
        """Let somebody in who has opened an address with the code. Raises ProblemError."""
        self._try_code(code, _address(request), self._links)
        self.let_in(response)

    def let_in(self, response: Response) -> None:
        """Whoever gets `response` has joined."""
        _set(response, GUEST, self._guest_cookie(), GUEST_S)

    def new_code(self) -> str:
        """Everybody has to join again, with this one. Raises ProblemError: there is none."""
        if not self.keys.new_code():
            raise ProblemError(503, self.keys.problem)
        self._known.clear()
        return self.keys.code

    def _try_code(self, code: str, address: str, tries: Throttle) -> None:
        self._listen(tries, address)
        if not self._is_code(code):
            tries.wrong(address)
            raise ProblemError(401, WRONG_CODE)
        tries.right(address)
        self._known[address] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def _is_code(self, code: str) -> bool:
        typed = code[:LONGEST].replace("-", "").replace(" ", "").upper()
        return _same(typed, self.keys.code)

    def _guest_cookie(self) -> str:
        return hmac.new(self.keys.key, f"guest {self.keys.code}".encode(), "sha256").hexdigest()

    # Parents.

    def need_parent(self, request: Request) -> None:
        """Raises ProblemError where it's no parent's request; one that is keeps the page open."""
        if not self.is_parent(request):
            raise ProblemError(403, PIN)
        self._parents[request.cookies[PARENT]] = self._clock() + PARENT_S

    def is_parent(self, request: Request) -> bool:
        """Whether the parents' page is open for whoever asks."""
        ends = self._parents.get(request.cookies.get(PARENT, ""))
        return ends is not None and self._clock() < ends

    def open_parent(self, pin: str, request: Request, response: Response) -> None:
        """Open the parents' page for somebody with the PIN. Raises ProblemError."""
        address = _address(request)
        self._listen(self._pins, address)
        if not _same(pin[:LONGEST], self.keys.pin):
            self._pins.wrong(address)
            raise ProblemError(403, WRONG_PIN)
        self._pins.right(address)
        now = self._clock()
        self._parents = {cookie: ends for cookie, ends in self._parents.items() if now < ends}
        while len(self._parents) >= MOST_PARENTS:
            del self._parents[next(iter(self._parents))]
        cookie = secrets.token_hex(32)
        self._parents[cookie] = now + PARENT_S
        _set(response, PARENT, cookie, None)

    def close_parent(self, request: Request, response: Response) -> None:
        """Close it again."""
        self._parents.pop(request.cookies.get(PARENT, ""), None)
        _set(response, PARENT, "", 0)

    def _listen(self, throttle: Throttle, address: str) -> None:
        if wait := throttle.wait(address):
            raise ProblemError(
                429, f"There were too many wrong tries: wait {_words(wait)}, then try again.", wait
            )


def _same(given: str, wanted: str) -> bool:
    """In a time that doesn't tell where they differ."""
    return hmac.compare_digest(given.encode(errors="replace"), wanted.encode())


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _set(response: Response, name: str, value: str, max_age: int | None) -> None:
    response.set_cookie(name, value, max_age=max_age, httponly=True, samesite="strict")


def _words(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 120:
        return "1 second" if whole == 1 else f"{whole} seconds"
    return f"{round(whole / 60)} minutes"
