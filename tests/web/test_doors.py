"""What comes from elsewhere: foreign names and pages, bodies without end, paths that lead astray."""

import logging
import socket
from http.client import HTTPResponse

import pytest

from tests.web.stand import Stand, has_ended, stand, wait_until
from uno_launcher.web import connection, doors, pages
from uno_launcher.web.connection import is_near


@pytest.fixture(scope="module")
def shared():
    """One launcher for all whose asking changes nothing."""
    with stand(name="games.example") as running:
        yield running


# By which name.


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "192.168.1.5:8080",
        "10.0.0.1",
        "[::1]:8080",
        "[fe80::1]",
        "localhost",
        "LOCALHOST:80",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8080",
        "games.example",
        "Games.Example.:8080",
    ],
)
def test_this_machines_own_names_are_answered(shared, host):
    assert shared.stranger(host=host).get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "localhost:80x",
        "evil.example:127.0.0.1",
        "127.0.0.1@evil.example",
        "",
        "[::1",
        "::1",
    ],
)
def test_a_foreign_name_is_not_answered(shared, host):
    """A name server of somebody's may say that theirs leads here (DNS rebinding)."""
    for path in ("/", "/healthz", "/api/state", "/nowhere"):
        answer = shared.stranger(host=host, authorization=f"Bearer {shared.code}").get(path)
        assert answer.status_code == 421, path
        assert set(answer.json()) == {"error"}


def test_without_any_name(shared):
    answer = said(shared, b"GET /healthz HTTP/1.0\r\n\r\n")
    assert answer.status == 421


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("http://127.0.0.1/healthz", 200),
        ("HTTP://localhost:80/healthz", 200),
        ("http://127.0.0.1", 200),
        ("http://127.0.0.1/%68ealthz?x=http://evil.example/", 200),
        ("http://127.0.0.1/nowhere", 404),
        ("http://127.0.0.1/api/state", 401),
        ("http://evil.example/healthz", 421),
        ("http:///healthz", 421),
        ("ftp://127.0.0.1/healthz", 404),
    ],
)
def test_a_whole_address_is_asked_for_like_a_path(shared, target, status):
    """RFC 9112, 3.2.2: its name goes before that of the header."""
    host = "evil.example" if status in (200, 401) else "127.0.0.1"
    assert said(shared, f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()).status == status


# From which page.

OWN = "http://127.0.0.1:{port}"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://127.0.0.1:{port}.evil.example"},
        {"origin": OWN, "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": ""},
    ],
)
def test_a_foreign_page_changes_nothing(shared, headers):
    phone = shared.guest()
    headers = {name: value.format(port=shared.port) for name, value in headers.items()}
    for method, path in (
        ("POST", "/api/moves"),
        ("POST", "/api/evenings"),
        ("POST", "/api/join"),
        ("POST", "/api/simulated/press"),
        ("PUT", "/api/settings"),
        ("DELETE", "/api/parent"),
    ):
        answer = phone.request(method, path, headers=headers, json={"undo": True})
        assert answer.status_code == 403, path
    assert phone.state()["n"] == 0


def test_our_own_page_changes_what_it_likes(table):
    phone = table.guest()
    headers = {"origin": OWN.format(port=table.port), "sec-fetch-site": "same-origin"}
    assert phone.post("/api/moves", json={"play": "hit-1"}, headers=headers).status_code == 200


def test_reading_is_no_change_but_nothing_is_shared_with_other_pages(table):
    answer = table.guest().get("/api/state", headers={"origin": "http://evil.example"})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


# From how far.


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("127.0.0.1", True),
        ("192.168.1.77", True),
        ("10.3.2.1", True),
        ("172.16.0.9", True),
        ("169.254.7.7", True),
        ("fe80::1%eth0", True),
        ("fd00::7", True),
        ("::ffff:192.168.1.7", True),
        ("8.8.8.8", False),
        ("172.32.0.1", False),
        ("2001:4860:4860::8888", False),
        ("::ffff:8.8.8.8", False),
        ("", False),
        ("nowhere", False),
    ],
)
def test_who_is_near(address, near):
    assert is_near(address) is near


def test_who_isnt_of_the_local_network_gets_no_answer_at_all(table, monkeypatch):
    monkeypatch.setattr(connection, "is_near", lambda address: False)
    with table.connect() as far:
        assert has_ended(far)


# How much.


@pytest.mark.parametrize("size", [doors.MOST_BODY + 1, 300_000, 1_000_000])
def test_a_body_that_is_too_long(shared, size):
    phone = shared.guest()
    answer = phone.post("/api/moves", content=b"x" * size, headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["error"].startswith("That is too long: 64 kB")
    assert phone.state()["n"] == 0


def test_a_body_that_is_too_long_and_doesnt_say_so(shared):
    phone = shared.guest()

    def chunks():
        for _ in range(20):
            yield b"x" * 8000

    answer = phone.post("/api/moves", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_a_body_just_short_enough_is_read(table):
    move = b'{"undo": true' + b" " * (doors.MOST_BODY - 14) + b"}"
    assert len(move) == doors.MOST_BODY
    answer = table.guest().post("/api/moves", content=move, headers={"content-type": "application/json"})
    assert answer.status_code == 409


def test_a_length_beyond_all_bounds(shared):
    request = b"POST /api/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %s\r\n\r\n"
    assert said(shared, request % (b"9" * 18)).status == 413
    assert said(shared, request % (b"9" * 400)).status in (400, 413)
    assert said(shared, request % b"-1").status == 400


def test_what_never_ends_is_cut_off(table):
    with table.connect() as endless:
        endless.sendall(b"POST /api/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        assert refused_after(endless, chunk) < 10 * connection.MOST_BYTES


def test_a_body_that_breaks_off(table):
    with table.connect() as short:
        short.sendall(b"POST /api/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n\r\n{")
        short.shutdown(socket.SHUT_WR)
        short.recv(1000)
    assert table.guest().state()["n"] == 0


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
        b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n\r\n{",
    ],
)
def test_a_request_that_doesnt_come_on_is_given_up(table, monkeypatch, begun):
    monkeypatch.setattr(connection, "REQUEST_S", 0.1)
    with table.connect() as slow:
        slow.sendall(begun)
        assert has_ended(slow)


def test_a_stream_isnt_given_up(table, monkeypatch):
    monkeypatch.setattr(connection, "REQUEST_S", 0.05)
    phone = table.guest()
    listening = table.listen(phone)
    listening.event()
    with table.connect() as slow:
        assert has_ended(slow)  # meanwhile
    table.guest().move(play="hit-1")
    assert listening.event()[1]["n"] == 1


def test_many_connections_leave_room(table, monkeypatch):
    monkeypatch.setattr(connection, "MOST_OF_ONE", 20)
    phone = table.guest()
    held = [table.connect() for _ in range(18)]
    assert table.stranger().get("/healthz").status_code == 200
    with table.connect() as one_more:
        one_more.settimeout(connection.REQUEST_S / 2)
        assert has_ended(one_more)
    assert phone.state()["n"] == 0
    for each in held:
        each.close()
    wait_until(lambda: answers(table))


def answers(table: Stand) -> bool:
    with table.connect() as again:
        try:
            again.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            return again.recv(12) == b"HTTP/1.1 200"
        except ConnectionError:
            return False


def test_a_head_that_is_too_long(shared):
    answer = said(shared, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 40_000)
    assert answer.status == 400


@pytest.mark.parametrize(
    "junk", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"HELO\r\n\r\n", b"\0" * 99]
)
def test_what_is_no_http_is_answered_once_and_not_logged(shared, caplog, junk):
    answer = said(shared, junk + b"\r\n\r\n")
    assert answer.status == 400
    assert answer.headers["content-type"] == "application/json"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


# Which way.


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd",
        "/static//etc/passwd",
        "/static/%00",
        "/static/main.js%00.html",
        "/static/",
        "/static",
        "/static/main.js/",
        "/static/\\..\\server.py",
        "/../../etc/passwd",
        "//etc/passwd",
        "/icon.svg/..",
        "/api/evenings/../state",
        "/api/evenings/1%2f..%2f..",
        "/web.json",
        "/static/../web.json",
        "http://127.0.0.1/static/../server.py",
        "*",
    ],
)
def test_no_path_leads_anywhere_but_to_what_there_is(shared, path):
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {shared.code}\r\n\r\n"
    answer = said(shared, request.encode())
    assert answer.status == 404
    assert answer.headers["content-type"] == "application/json"


def test_files_are_those_that_were_there_at_the_start(tmp_path, monkeypatch):
    (tmp_path / "early.js").write_text("early")
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    with stand(kind="none") as table:
        phone = table.stranger()
        (tmp_path / "late.js").write_text("late")
        (tmp_path / "early.js").write_text("changed")
        assert phone.get("/static/late.js").status_code == 404
        assert phone.get("/static/early.js").text == "early"


def test_a_file_that_a_browser_has_isnt_sent_again(table):
    phone = table.stranger()
    answer = phone.get("/static/main.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    again = phone.get("/static/main.js", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_what_else_can_be_done_with_a_path(table):
    phone = table.guest()
    answer = phone.options("/api/moves")
    assert (answer.status_code, answer.headers["allow"], answer.content) == (204, "OPTIONS, POST", b"")
    answer = phone.delete("/api/moves")
    assert (answer.status_code, answer.headers["allow"]) == (405, "OPTIONS, POST")
    answer = phone.head("/api/state")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) == len(phone.get("/api/state").content)
    assert phone.request("TRACE", "/").status_code == 405
    assert phone.get("/nowhere").status_code == 404


def test_a_mistake_of_the_program_is_one_line_in_the_log_and_no_secret(table, monkeypatch, caplog):
    phone = table.guest()
    monkeypatch.setattr("uno_launcher.web.joining.said", lambda *_: 1 / 0)
    answer = phone.get("/api/join")
    assert (answer.status_code, answer.json()["error"][:36]) == (500, "This is a mistake of the program: se")
    [record] = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert record.getMessage() == "GET /api/join failed: ZeroDivisionError: division by zero"
    assert record.exc_info is None


def test_every_answer_is_for_this_browser_alone(table):
    answer = table.guest().get("/api/state")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-security-policy"] == doors.CSP
    assert "server" not in answer.headers


def said(table: Stand, request: bytes) -> HTTPResponse:
    """What comes back when this is sent."""
    connected = table.connect()
    connected.sendall(request)
    answer = HTTPResponse(connected)
    answer.begin()
    answer.read()
    return answer


def refused_after(connected: socket.socket, data: bytes) -> int:
    """Bytes after which sending `data` again and again fails."""
    sent = 0
    try:
        while True:
            connected.sendall(data)
            sent += len(data)
    except ConnectionError:
        return sent
