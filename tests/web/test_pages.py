"""The page's files: what is there, as what it is sent, and what home screens are told."""

import struct

import pytest

from uno_launcher.web.pages import FOLDER, KINDS


def test_every_file_is_of_a_kind_that_browsers_are_told():
    assert {path.suffix for path in FOLDER.rglob("*") if path.is_file()} <= KINDS.keys()


def test_the_page_and_all_that_belongs_to_it_is_sent(game):
    phone = game.stranger()
    page = phone.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    for path in (path for path in FOLDER.rglob("*") if path.is_file()):
        answer = phone.get(f"/static/{path.relative_to(FOLDER).as_posix()}")
        assert (answer.status_code, answer.content) == (200, path.read_bytes())
        assert answer.headers["content-type"] == KINDS[path.suffix]


@pytest.mark.parametrize("path", ["/", "/static/page.css", "/icon-192.png"])
def test_what_a_browser_has_already_isnt_sent_again(game, path):
    phone = game.stranger()
    tag = phone.get(path).headers["etag"]
    again = phone.get(path, headers={"if-none-match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert phone.get(path, headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize("size", [192, 512])
def test_icons_are_as_large_as_they_say(game, size):
    answer = game.stranger().get(f"/icon-{size}.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.content[16:24]) == (size, size)


def test_a_home_screen_lets_in_whoever_was_in(game):
    def manifest(phone):
        answer = phone.get("/manifest.webmanifest")
        assert answer.headers["content-type"] == "application/manifest+json"
        return answer.json()

    assert manifest(game.stranger())["start_url"] == "/"
    joined = manifest(game.guest())
    assert joined["start_url"] == f"/?code={game.code}"
    assert (joined["display"], joined["scope"]) == ("standalone", "/")
    phone = game.stranger()
    assert {phone.get(icon["src"]).status_code for icon in joined["icons"]} == {200}
    assert phone.get(joined["start_url"]).status_code == 200
    assert phone.state()["n"] == 0
