"""Who gets in: by the code, by the PIN, and how fast anybody may guess."""

import json
import os
import stat

import pytest
from starlette.requests import Request
from starlette.responses import Response

from tests.web.stand import PIN, Phone, stand
from uno_launcher.web import gate as gates
from uno_launcher.web.answers import ProblemError
from uno_launcher.web.keys import FILE_NAME, LETTERS, KeyRing
from uno_launcher.web.throttle import FIRST_S, FORGOTTEN_S, MOST_ADDRESSES, Throttle


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def throttle(clock: Clock, **changes: float) -> Throttle:
    return Throttle(clock, **{"free": 3, "longest_s": 60.0, "together": 100, "every_s": 10.0, **changes})


# How fast.


def test_a_few_wrong_guesses_cost_nothing_and_each_further_one_twice_as_much(clock):
    slow = throttle(clock)
    waits = []
    for _ in range(10):
        slow.wrong("a")
        waits.append(slow.wait("a"))
        clock.now += waits[-1]
    assert waits == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60]


def test_the_wait_passes_and_counts_for_nobody_else(clock):
    slow = throttle(clock)
    for _ in range(4):
        slow.wrong("a")
    assert (slow.wait("a"), slow.wait("b")) == (2, 0)
    clock.now += 1.5
    assert slow.wait("a") == 0.5
    clock.now += 0.5
    assert slow.wait("a") == 0


def test_who_is_right_may_be_wrong_again(clock):
    slow = throttle(clock)
    for _ in range(6):
        slow.wrong("a")
    slow.right("a")
    slow.wrong("a")
    assert slow.wait("a") == 0


def test_wrong_guesses_are_forgotten_after_an_hour(clock):
    slow = throttle(clock)
    for _ in range(6):
        slow.wrong("a")
    clock.now += FORGOTTEN_S + 1
    slow.wrong("a")
    assert slow.wait("a") == 0


def test_many_addresses_together_have_a_limit_too(clock):
    slow = throttle(clock, together=5)
    for n in range(5):
        assert slow.wait(f"a{n}") == 0
        slow.wrong(f"a{n}")
    assert slow.wait("a1") == 10
    clock.now += 10
    assert slow.wait("a1") == 0
    slow.wrong("a1")
    assert slow.wait("a2") == 10


def test_who_wasnt_wrong_yet_waits_five_seconds_at_most_whatever_others_do(clock):
    slow = throttle(clock, together=5, every_s=60)
    for n in range(20):
        slow.wrong(f"a{n}")
    assert (slow.wait("a1"), slow.wait("parent")) == (60, FIRST_S)
    clock.now += 3
    slow.wrong("a1")
    assert slow.wait("parent") == 2
    clock.now += 2
    assert slow.wait("parent") == 0
    slow.wrong("x")
    assert slow.wait("parent") == FIRST_S


def test_with_any_number_of_addresses_nobody_guesses_fast(clock):
    slow = throttle(clock, together=20, every_s=60)
    ends, guesses, fresh = clock.now + 6 * 3600, 0, 0
    while clock.now < ends:
        for address in (f"new{fresh}", f"new{fresh - 1}", f"new{fresh - 50}"):
            if slow.wait(address) == 0:
                slow.wrong(address)
                guesses += 1
        fresh += 1
        clock.now += 0.5
    assert guesses <= 20 + 6 * (3600 / FIRST_S + 3600 / 60)


def test_first_tries_dont_keep_others_waiting(clock):
    slow = throttle(clock, together=5, every_s=60)
    for n in range(5):
        slow.wrong(f"a{n}")
    for n in range(12):
        clock.now += FIRST_S
        slow.wrong(f"b{n}")
    clock.now += 0.001
    assert slow.wait("a0") == 0


def test_addresses_dont_fill_the_memory(clock):
    slow = throttle(clock, together=1e9)
    for n in range(MOST_ADDRESSES + 50):
        slow.wrong(str(n))
    assert len(slow._wrong) == MOST_ADDRESSES


# The keys.


def test_keys_are_made_once_and_kept_for_this_user_alone(tmp_path):
    first, second = KeyRing(tmp_path, None), KeyRing(tmp_path, None)
    assert (first.code, first.pin, first.key) == (second.code, second.pin, second.key)
    assert len(first.code) == 8
    assert set(first.code) <= set(LETTERS)
    assert (len(first.pin), first.pin.isdigit()) == (6, True)
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    (tmp_path / FILE_NAME).unlink()
    other = KeyRing(tmp_path, None)
    assert (first.code, first.pin, first.key) != (other.code, other.pin, other.key)


def test_no_letter_of_a_code_looks_like_another():
    assert len(LETTERS) == 31
    assert not set(LETTERS) & set("01ILO")


def test_the_configs_pin_wins_and_isnt_kept(tmp_path):
    own = KeyRing(tmp_path, None).pin
    assert KeyRing(tmp_path, "4711").pin == "4711"
    assert KeyRing(tmp_path, None).pin == own
    assert "4711" not in (tmp_path / FILE_NAME).read_text()


def test_a_new_code_is_kept(tmp_path):
    keys = KeyRing(tmp_path, None)
    old = keys.code
    assert keys.new_code()
    assert keys.code != old
    assert KeyRing(tmp_path, None).code == keys.code


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"code": "A"}', "\xff", '{"code": "AAAAAAAA", "pin": "1", "key": ""}']
)
def test_keys_that_cant_be_read_are_made_anew(tmp_path, text):
    file = tmp_path / FILE_NAME
    file.write_text(text, encoding="latin-1")
    keys = KeyRing(tmp_path, None)
    assert keys.problem.startswith(f"{file} couldn't be read (")
    assert keys.problem.endswith(
        "everybody has to join again, and unless the config has a PIN, the new one stands there."
    )
    again = KeyRing(tmp_path, None)
    assert (again.code, again.problem) == (keys.code, "")


def test_keys_that_were_lost_are_said_and_phones_are_invited_all_the_same(tmp_path):
    (tmp_path / FILE_NAME).write_text("{")
    with stand(kind="none", folder=tmp_path) as table:
        [problem] = table.web.problems
        assert "everybody has to join again" in problem
        assert table.web.invitation == f"{table.url}/?code={table.code}"


def test_a_folder_that_cant_be_written_is_said(tmp_path):
    keys = KeyRing(tmp_path / "nowhere", None)
    assert len(keys.code) == 8
    file = tmp_path / "nowhere" / FILE_NAME
    assert keys.problem == (
        f"{file} can't be written (No such file or directory), so everybody has to join again after the"
        " launcher was switched off: see to the disk, or name another folder with --state-dir."
    )


# Guests.


def test_without_the_code_nothing_is_told(table):
    phone = table.stranger()
    for path in (
        "state",
        "events",
        "setup",
        "evenings",
        "evenings/1",
        "join",
        "join.svg",
        "simulated",
        "parent",
    ):
        answer = phone.get(f"/api/{path}")
        assert answer.status_code == 401, path
        assert set(answer.json()) == {"error"}
    assert phone.move(play="hit-2").status_code == 401
    assert phone.post("/api/simulated/press").status_code == 401
    assert phone.put("/api/settings", json={}).status_code == 401


def test_what_anybody_may_see_holds_no_secrets(table):
    phone = table.stranger()
    for path in (
        "/",
        "/healthz",
        "/manifest.webmanifest",
        "/api/openapi.json",
        "/static/main.js",
        "/icon.svg",
    ):
        answer = phone.get(path)
        assert answer.status_code == 200
        assert table.code not in answer.text
        assert PIN not in answer.text
    assert phone.get("/healthz").json() == {"ok": True}


def test_opening_the_address_lets_in(table):
    phone = table.stranger()
    answer = phone.get(table.web.invitation)
    assert answer.status_code == 200
    [cookie] = answer.headers.get_list("set-cookie")
    assert cookie.startswith("table=")
    assert table.code not in cookie
    for word in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age="):
        assert word in cookie
    assert phone.state()["n"] == 0


def test_opening_it_with_a_wrong_code_shows_the_page_and_lets_nobody_in(table):
    phone = table.stranger()
    answer = phone.get("/?code=WRONG234")
    assert (answer.status_code, answer.headers.get("set-cookie")) == (200, None)
    assert phone.get("/api/state").status_code == 401


def test_a_home_screen_with_an_older_code_is_no_guess(table):
    phone = table.guest()
    for _ in range(20):
        assert phone.get("/?code=OLDER234").status_code == 200
    assert table.stranger().join(table.code).state()["n"] == 0


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_scripts_send_the_code_along(table, scheme):
    assert table.stranger(authorization=f"{scheme} {table.code}").state()["n"] == 0


@pytest.mark.parametrize(
    "words", ["Basic {code}", "Bearer", "{code}", "Bearer {code}x", "Bearer \xe9" + "x" * 500]
)
def test_anything_else_isnt_the_code(table, words):
    authorization = words.format(code=table.code).encode("latin-1")
    answer = table.stranger().get("/api/state", headers={"authorization": authorization})
    assert answer.status_code == 401


def test_a_code_is_typed_as_people_type(table):
    typed = f" {table.code[:4].lower()}-{table.code[4:]} "
    assert table.stranger().join(typed).state()["n"] == 0


@pytest.mark.parametrize("cookie", ["", "x", "0" * 64, "\u00e9"])
def test_a_made_up_cookie_lets_nobody_in(table, cookie):
    answer = table.stranger().get("/api/state", headers={"cookie": f"table={cookie}".encode()})
    assert answer.status_code == 401


def guesses(phone: Phone, times: int) -> list[int]:
    return [phone.post("/api/join", json={"code": f"AAAA{n:04}"}).status_code for n in range(times)]


def test_who_guesses_codes_has_to_wait_and_players_dont(table):
    player, script = table.guest(), table.stranger(authorization=f"Bearer {table.code}")
    script.state()
    phone = table.stranger()
    statuses = guesses(phone, 30)
    assert statuses == [401] * 8 + [429] * 22
    answer = phone.post("/api/join", json={"code": table.code})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert answer.json()["error"] == "There were too many wrong tries: wait 1 second, then try again."
    assert player.state() == script.state()
    assert phone.get("/api/state", headers={"authorization": "Bearer AAAA2222"}).status_code == 429


def test_a_page_that_has_a_browser_open_addresses_uses_up_no_tries(table):
    phone = table.stranger()
    for _ in range(70):
        assert phone.get("/?code=WRONG234").headers.get("set-cookie") is None
    assert phone.get(table.web.invitation).headers.get("set-cookie") is None  # it guesses no faster either
    assert guesses(phone, 7) == [401] * 7
    assert phone.join(table.code).state()["n"] == 0


def test_a_wrong_cookie_is_no_guess(table):
    """A phone that joined with an older code asks on and on."""
    phone = table.stranger()
    for _ in range(30):
        assert phone.get("/api/state", headers={"cookie": "table=old"}).status_code == 401
    assert phone.join(table.code).state()["n"] == 0


# Parents.


def test_guests_dont_open_the_parents_page(table):
    phone = table.guest()
    assert phone.get("/api/parent").json() == {"open": False}
    for method, path in (
        ("PUT", "/api/settings"),
        ("POST", "/api/loading-check"),
        ("POST", "/api/code"),
        ("GET", "/api/health"),
    ):
        assert phone.request(method, path, json={}).status_code == 403


def test_the_pin_opens_it_on_this_phone_until_it_is_closed(table):
    phone, other = table.guest(), table.guest()
    answer = phone.post("/api/parent", json={"pin": PIN})
    assert answer.status_code == 204
    [cookie] = answer.headers.get_list("set-cookie")
    assert cookie.startswith("parent=")
    assert PIN not in cookie
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert (phone.get("/api/parent").json(), other.get("/api/parent").json()) == (
        {"open": True},
        {"open": False},
    )
    assert phone.delete("/api/parent").status_code == 204
    assert phone.get("/api/parent").json() == {"open": False}
    assert phone.get("/api/health").status_code == 403


def test_a_cookie_that_was_closed_stays_closed(table):
    phone = table.parent()
    cookie = phone.cookies["parent"]
    phone.delete("/api/parent")
    phone.cookies.set("parent", cookie)
    assert phone.get("/api/health").status_code == 403


def test_the_pin_alone_opens_nothing_for_strangers(table):
    assert table.stranger().post("/api/parent", json={"pin": PIN}).status_code == 401


def test_a_wrong_pin_many_times(table):
    phone = table.guest()
    statuses = [phone.post("/api/parent", json={"pin": f"{n:04}"}).status_code for n in range(20)]
    assert statuses == [403] * 4 + [429] * 16
    answer = phone.post("/api/parent", json={"pin": PIN})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert phone.state()["n"] == 0


def test_parents_get_in_however_many_others_guess(clock, tmp_path):
    gate = gates.Gate(KeyRing(tmp_path, PIN), clock)
    for n in range(100):
        with pytest.raises(ProblemError):
            gate.open_parent("000000", of(f"192.168.1.{n}"), Response())
    with pytest.raises(ProblemError) as waits:
        gate.open_parent(PIN, of("192.168.1.200"), Response())
    assert waits.value.retry_after == FIRST_S
    clock.now += FIRST_S
    gate.open_parent(PIN, of("192.168.1.200"), Response())


def test_a_parents_page_that_isnt_used_closes_itself(clock, tmp_path):
    gate = gates.Gate(KeyRing(tmp_path, PIN), clock)
    phone = asking(gate)
    clock.now += gates.PARENT_S - 1
    gate.need_parent(phone)
    clock.now += gates.PARENT_S - 1
    gate.need_parent(phone)
    clock.now += gates.PARENT_S
    assert not gate.is_parent(phone)


def test_the_oldest_parents_page_makes_room(clock, tmp_path):
    gate = gates.Gate(KeyRing(tmp_path, PIN), clock)
    phones = [asking(gate) for _ in range(gates.MOST_PARENTS + 1)]
    assert [gate.is_parent(phone) for phone in phones] == [False] + [True] * gates.MOST_PARENTS


def of(address: str, cookie: str = "") -> Request:
    """A request from there."""
    return Request({"type": "http", "headers": [(b"cookie", cookie.encode())], "client": (address, 5)})


def asking(gate: gates.Gate) -> Request:
    """Opens the parents' page on another phone, and gives a request of it."""
    answer = Response()
    gate.open_parent(PIN, of("192.168.1.7"), answer)
    return of("192.168.1.7", answer.headers["set-cookie"].partition(";")[0])


def test_cookies_outlive_a_restart_but_not_the_parents(tmp_path):
    with stand(kind="none", folder=tmp_path) as before:
        cookies = dict(before.parent().cookies)
        assert json.loads((tmp_path / FILE_NAME).read_text())["code"] == before.code
    with stand(kind="none", folder=tmp_path) as after:
        phone = after.stranger()
        phone.cookies.update(cookies)
        assert phone.get("/api/parent").json() == {"open": False}


def test_what_is_kept_of_the_gate_is_for_nobody_else(tmp_path):
    old = os.umask(0)
    try:
        KeyRing(tmp_path, None)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
