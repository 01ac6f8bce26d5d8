"""The QR code, read back as a phone would."""

import re

import pytest
import segno

from uno_launcher.web.qr import BORDER, qr_svg, qr_text

URL = "http://192.168.1.5:8080/?code=ABCDEFGH"


def test_in_a_terminal_each_letter_is_two_modules_above_each_other():
    rows = []
    for line in qr_text(URL).split("\n"):
        rows.append([letter in " ▄" for letter in line])
        rows.append([letter in " ▀" for letter in line])
    wanted = [
        [bool(module) for module in row] for row in segno.make_qr(URL, error="l").matrix_iter(border=BORDER)
    ]
    assert rows[: len(wanted)] == wanted
    assert not any(any(row) for row in rows[len(wanted) :])


def test_it_fits_a_terminal():
    lines = qr_text(URL).split("\n")
    assert len(lines) <= 18
    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines[0]) <= 40


def test_for_the_page_it_is_black_on_white_and_has_neither_style_nor_script():
    svg = qr_svg(URL).decode()
    assert svg.startswith("<svg")
    assert 'viewBox="0 0 ' in svg
    assert not re.search(r"style|class|script|width=", svg)
    assert 'fill="#fff"' in svg


@pytest.mark.parametrize("url", ["http://a/?code=" + "A" * 32, "http://ä.example:65535/?code=ABCDEFGH"])
def test_any_address_will_do(url):
    assert qr_text(url)
    assert qr_svg(url)
