"""The page's thread: its port, its end, and what it costs the launcher."""

import asyncio
import logging
import socket
import sys
import threading
import time

import httpx
import pytest

from tests.web.stand import WAIT_S, stand, wait_until
from uno_launcher.web import address, server
from uno_launcher.web.connection import Connection
from uno_launcher.web.server import WebServer


@pytest.fixture
def taken():
    """A port that another program has."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_said_and_the_launcher_plays_on(taken):
    with stand(kind="none", port=taken, ready=False) as table:
        [problem] = table.web.problems
        assert problem == (
            f"Port {taken} is taken by another program, so there is no page: end that one, or name another"
            " port in [web] or with --port; it is tried again every 10 seconds."
        )
        assert table.launcher.control.snapshot.launcher.state == "ready"


def test_it_is_tried_again(monkeypatch):
    monkeypatch.setattr(server, "AGAIN_S", 0.02)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with stand(kind="none", port=port, ready=False) as table:
            assert table.web.problems
            other.close()
            assert table.web.wait_until_ready(WAIT_S)
            assert table.web.problems == ()
            assert table.guest().state()["address"] == f"http://127.0.0.1:{port}"


def test_a_port_of_the_systems(monkeypatch):
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(server.socket.socket, "listen", refused)
    page = WebServer(port=0, local=True)
    assert page.problem == (
        "Port 0 is for the system's own programs, so there is no page: name one from 1024 on in [web] or with"
        " --port; it is tried again every 10 seconds."
    )
    page.close()


def test_a_port_that_cant_be_opened_for_another_reason(monkeypatch):
    def refused(*_: object) -> None:
        raise OSError(105, "No buffer space available")

    monkeypatch.setattr(server.socket.socket, "listen", refused)
    page = WebServer(port=0, local=True)
    assert page.problem == (
        "Port 0 can't be opened (No buffer space available), so there is no page: name another one in [web]"
        " or with --port; it is tried again every 10 seconds."
    )
    page.close()


def test_it_ends_at_once_with_streams_and_idle_phones_and_takes_its_port_along(monkeypatch):
    monkeypatch.setattr(server, "LAST_ANSWERS_S", 60.0)
    with stand(kind="none") as table:
        phones = [table.guest() for _ in range(5)]
        streams = [table.listen(phone) for phone in phones]
        for stream in streams:
            stream.event()
        idle = [table.connect() for _ in range(5)]
        idle[0].sendall(b"GET / HT")
        port = table.port
        start = time.monotonic()
    assert time.monotonic() - start < 2 * server.CLOSE_S
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("web")]
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", port))


def test_an_answer_is_sent_at_once(monkeypatch):
    """Else it waits, for 40 ms, until the phone has confirmed the one before."""
    at_once = []

    class Watched(Connection):
        def connection_made(self, transport: asyncio.Transport) -> None:
            connected = transport.get_extra_info("socket")
            at_once.append(connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            super().connection_made(transport)

    monkeypatch.setattr(server, "Connection", Watched)
    with stand(kind="none") as table:
        table.guest()
    assert at_once == [1]


def test_it_ends_at_once_before_it_had_a_port(taken):
    start = time.monotonic()
    with stand(kind="none", port=taken, ready=False):
        pass
    assert time.monotonic() - start < server.CLOSE_S


def test_an_answer_under_way_is_waited_for_a_moment(monkeypatch):
    monkeypatch.setattr(server, "LAST_ANSWERS_S", 0.1)
    with stand(kind="none", hung=True) as table:  # nothing but the order comes into its queue
        phone = table.guest()
        asking = threading.Thread(
            target=pytest.raises, args=(httpx.HTTPError, phone.move), kwargs={"undo": True}
        )
        asking.start()
        wait_until(lambda: not table.launcher.loop._queue.empty())
        start = time.monotonic()
    assert time.monotonic() - start < server.CLOSE_S
    asking.join(WAIT_S)


def test_local_is_for_this_machine_alone():
    with stand(kind="none", serve="local") as table:
        assert table.url.startswith("http://127.0.0.1:")
        own = address.lan_ip()
        if own != address.LOOPBACK:
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((own, table.port), 1.0)


def test_for_the_network_the_address_is_this_machines():
    with stand(kind="none", serve="network") as table:
        assert table.url == f"http://{address.lan_ip()}:{table.port}"
        assert table.stranger().get("/healthz").status_code == 200


def test_a_name_is_said_where_there_is_one():
    with stand(kind="none", serve="network", name="games.example") as table:
        assert table.web.invitation.startswith(f"http://games.example:{table.port}/?code=")


def test_where_there_is_no_network_the_address_is_the_loopback_one(monkeypatch):
    def refused(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(address.socket.socket, "connect", refused)
    assert address.lan_ip() == "127.0.0.1"


def test_the_page_changes_nothing_for_the_rest_of_the_program():
    before = sys.getswitchinterval()
    with stand(kind="none"):
        assert sys.getswitchinterval() == pytest.approx(0.0005)
    assert sys.getswitchinterval() == before


def test_what_uvicorn_complains_of_is_a_line(caplog):
    log = logging.getLogger("uvicorn.error")
    with stand(kind="none"):
        try:
            raise ValueError("seven")
        except ValueError as error:
            log.error("Exception in ASGI application\n", exc_info=error)
        log.warning("Invalid HTTP request received.")
    assert [record.getMessage() for record in caplog.records] == [
        "The page: Exception in ASGI application: seven"
    ]
    assert caplog.records[0].exc_info is None
