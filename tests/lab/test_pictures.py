"""Pictures: what they say, and that SVG and PNG are of the same."""

import builtins
import io
import itertools
import struct
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageFont

from uno_launcher.errors import LauncherError
from uno_launcher.lab import pictures
from uno_launcher.lab.drawing import PLAIN, SCALE, Drawing, png, svg
from uno_launcher.lab.evenings import Plan, games
from uno_launcher.lab.summary import Lap, summary
from uno_launcher.rules.boxes import BOXES

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def found():
    plans = [Plan(BOXES["mega-hit-2020"], 3, name, target=200) for name in ("fair", "wild")]
    return [summary(plan, games(plan, 0, 30)) for plan in plans]


def words(drawing):
    return [element.text for element in ET.fromstring(svg(drawing)).iter(f"{SVG}text")]


@pytest.mark.parametrize("draw", [pictures.bursts_and_gaps, pictures.hands, pictures.minutes])
@pytest.mark.parametrize("count", [1, 2])
def test_every_picture_names_the_profiles_and_stays_inside_its_frame(found, draw, count):
    drawing = draw(found[:count])
    root = ET.fromstring(svg(drawing))
    assert root.find(f"{SVG}title").text
    said = words(drawing)
    for each in found[:count]:
        assert any(word.startswith(each.profile) for word in said)
    for shape in root.iter():
        for key, most in (("x", drawing.width), ("y", drawing.height)):
            assert 0 <= float(shape.get(key, 0)) <= most
        for point in shape.get("points", "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= drawing.width
            assert 0 <= y <= drawing.height


def test_bars_are_as_tall_as_their_shares(found):
    drawing = pictures.bursts_and_gaps(found[:1])
    bars = [shape for shape in drawing.shapes if getattr(shape, "fill", "") == pictures.COLOURS[0]]
    heights = [bar.height for bar in bars if hasattr(bar, "height")][:12]
    shares = [found[0].bursts.get(cards, 0.0) for cards in range(1, 13)]
    assert max(heights) == pytest.approx(120 - 34 - 14)  # a row, less what is below and above
    assert heights == pytest.approx([max(heights) * each / max(shares) for each in shares], abs=0.01)


def test_the_published_length_stands_behind_the_games(found):
    drawing = pictures.minutes(found)
    assert "published: 30 to 60 min" in words(drawing)
    marks = {shape.text: shape.x for shape in drawing.shapes if hasattr(shape, "text")}
    band = next(shape for shape in drawing.shapes if getattr(shape, "fill", "") == "#f3efe2")
    assert (band.x, band.x + band.width) == pytest.approx((marks["30"], marks["60"]))


def test_a_png_is_the_svg_in_dots():
    drawing = Drawing(60, 40, "A test & more.")
    drawing.box(10, 10, 20, 20, "#0072b2")
    drawing.area([(40, 10), (50, 10), (50, 30)], "#d55e00")
    drawing.line([(5, 35), (55, 35)], "#000000", 2)
    drawing.words(30, 5, "a < b", size=8)
    image = Image.open(io.BytesIO(png(drawing))).convert("RGB")
    assert image.size == (60 * SCALE, 40 * SCALE)

    def dot(x, y):
        return "#{:02x}{:02x}{:02x}".format(*image.getpixel((x * SCALE, y * SCALE)))

    assert [dot(20, 20), dot(48, 14), dot(30, 35), dot(2, 2)] == ["#0072b2", "#d55e00", "#000000", "#ffffff"]
    text = svg(drawing)
    assert "<title>A test &amp; more.</title>" in text
    assert ">a &lt; b</text>" in text
    assert '<rect x="10" y="10" width="20" height="20" fill="#0072b2"/>' in text


@pytest.mark.parametrize("draw", [pictures.bursts_and_gaps, pictures.hands, pictures.minutes])
@pytest.mark.parametrize("count", [1, 2])
def test_the_font_of_a_png_has_every_letter_of_a_picture(found, draw, count):
    assert PLAIN.issuperset("".join(words(draw(found[:count]))))
    font = ImageFont.load_default(40)
    drawn = {bytes(font.getmask(letter)) for letter in PLAIN - {" "}}
    assert bytes(font.getmask("\uffff")) not in drawn


@pytest.mark.parametrize(("typed", "drawn"), [("größer", "gro?er"), ("Ñandú", "Nandu"), ("猫", "?")])
def test_letters_that_the_font_lacks_are_drawn_as_the_nearest_it_has(typed, drawn):
    def made(text):
        drawing = Drawing(100, 30, "")
        drawing.words(5, 15, text)
        return png(drawing)

    assert made(typed) == made(drawn) != made("x")


def test_long_names_of_profiles_stay_beside_their_bars(found):
    name = "grandmothers_sunday_game"
    renamed = [replace(each, profile=name) for each in found]
    for drawing, room in ((pictures.bursts_and_gaps(renamed), 130), (pictures.minutes(renamed), 100)):
        for shape in drawing.shapes:
            if getattr(shape, "text", "").startswith(name[:9]):
                assert ImageFont.load_default(shape.size).getlength(shape.text) <= room


@pytest.mark.parametrize(("name", "drawn"), [("", ""), ("a\x1b[31mb", "a?[31mb")])
@pytest.mark.parametrize("draw", [pictures.bursts_and_gaps, pictures.hands, pictures.minutes])
def test_any_name_that_a_config_may_hold_can_be_drawn(found, draw, name, drawn):
    assert drawn in words(draw([replace(each, profile=name) for each in found])) or not name


def test_labels_of_lines_that_end_together_dont_cover_each_other():
    placed = pictures._apart([(1, 50, 0), (1, 52, 1), (1, 49, 2), (1, 200, 3)])
    heights = [y for _, y, _ in placed]
    assert all(later - earlier >= 16 for earlier, later in itertools.pairwise(heights))
    assert [place for *_, place in placed] == [2, 0, 1, 3]


def test_a_label_stays_at_the_end_of_its_line_where_it_covers_none():
    ends = [(1, 50, 0), (400, 52, 1), (100, 58, 2)]
    assert pictures._apart(ends) == [(1, 50, 0), (400, 52, 1), (100, 66, 2)]


def test_words_beside_narrow_hands_dont_cover_each_other(found):
    lap = Lap(0, 1.0, 7.0, 7.0, 7.0)
    drawing = pictures.hands(
        [replace(found[0], hands=[lap, replace(lap, lap=1, mean=1.5, low=1.0, high=2.0)])]
    )
    heights = [
        shape.y for shape in drawing.shapes if getattr(shape, "text", "")[:7] in ("8 in 10", "fair, o")
    ]
    assert abs(heights[0] - heights[1]) >= 16


def test_the_published_length_is_written_inside_even_if_games_are_short(found):
    minutes = replace(found[0].minutes, by_minute={9: 1.0})
    drawing = pictures.minutes([replace(found[0], minutes=minutes)])
    label = next(shape for shape in drawing.shapes if getattr(shape, "text", "").startswith("published"))
    half = ImageFont.load_default(label.size).getlength(label.text) / 2
    assert label.x + half <= drawing.width


def test_pictures_go_into_a_folder_that_is_made(found, tmp_path):
    folder = tmp_path / "a" / "b"
    pictures.prepare(folder)
    assert list(folder.iterdir()) == []
    files = pictures.draw(found, folder)
    names = ("bursts-and-gaps", "hands", "minutes")
    assert sorted(file.name for file in files) == sorted(
        f"{n}.{kind}" for n in names for kind in ("png", "svg")
    )
    for file in files:
        content = file.read_bytes()
        if file.suffix == ".png":
            assert content[:8] == b"\x89PNG\r\n\x1a\n"
            assert struct.unpack(">I", content[16:20])[0] == pictures.WIDTH * SCALE
        else:
            ET.fromstring(content)


@pytest.mark.parametrize("draw", [pictures.prepare, lambda folder: pictures.draw([], folder)])
def test_a_folder_that_cant_be_written_is_told(tmp_path, draw, monkeypatch):
    for name in ("bursts_and_gaps", "hands", "minutes"):
        monkeypatch.setattr(pictures, name, lambda _: Drawing(1, 1, ""))
    (tmp_path / "file").write_text("")
    with pytest.raises(LauncherError, match=r"file/here: the pictures can't be written: Not a directory$"):
        draw(tmp_path / "file" / "here")


def test_without_pillow_the_way_to_it_is_told(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "PIL":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(LauncherError, match=r"pip install 'uno-launcher\[lab\]'$"):
        png(Drawing(10, 10, ""))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert any(needed.startswith("pillow") for needed in project["optional-dependencies"]["lab"])


@pytest.mark.long
def test_the_readmes_picture_is_what_its_command_draws():
    names = ("fair", "classic", "gentle", "wild")
    plans = [Plan(BOXES["mega-hit-2020"], 4, name, seed=1) for name in names]
    found = [summary(plan, games(plan, 0, 2000)) for plan in plans]
    assert svg(pictures.minutes(found)) == (ROOT / "tests" / "lab" / "minutes.svg").read_text()
