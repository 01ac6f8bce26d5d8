"""The display as pictures: what is drawn fits, tells things apart, and looks as it did."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from tests.panel.scenes import ADDRESS, KEPT, STATES, owing, pictures, sheet
from uno_launcher.panel.display import letters
from uno_launcher.panel.display.drawing import HEIGHT, MARK, WIDTH, blank, draw_scene
from uno_launcher.panel.display.join import draw_join
from uno_launcher.panel.display.letters import drawable
from uno_launcher.panel.display.programme import DARK_AFTER, JOIN, JOIN_AFTER, TABLE, next_change, picture
from uno_launcher.panel.display.scene import Scene, scene_of
from uno_launcher.panel.display.text import FONT, Box, fit_line, fit_lines, font, ink

OWING = scene_of(owing())
CALM = Scene(over="turn to", big="Ann", under="lay or press", calm=True)
SAME = 80
"""Points by which a font rasteriser of another version may differ: one in a hundred."""

texts = st.text(st.sampled_from("ÅgjWi. ×éЮ-…'"), max_size=40)


def differing(one, other):
    """How many points aren't the same."""
    return sum(ImageChops.logical_xor(one, other).convert("L").histogram()[1:])


def lit(image, box):
    return image.crop(box).getbbox() is not None


# Text.


def test_the_font_has_every_letter_that_a_name_may_be_drawn_with():
    missing = font(20).getmask("\uffff", mode="1").getbbox()
    shape = bytes(font(20).getmask("\uffff", mode="1"))
    assert missing is not None
    for low, high in letters._RANGES:
        for sign in map(chr, range(low, high + 1)):
            if drawable(sign):
                assert bytes(font(20).getmask(sign, mode="1")) != shape, f"{sign} U+{ord(sign):04X}"


def test_the_font_comes_with_its_licence():
    text = (FONT.parent / "LICENSE.txt").read_text()
    assert "Bitstream" in text
    assert FONT.stem in text


@given(texts, st.integers(20, 128), st.integers(10, 39))
def test_a_line_fits_its_box_whatever_it_says(text, width, height):
    fitted = fit_line(text, width, height, 38)
    box = ink(fitted.lines[0], fitted.size)
    assert box.width <= width
    assert box.height <= height
    assert fitted.lines[0] == text or fitted.lines[0].endswith("…")


@given(texts, st.integers(40, 128))
def test_lines_fit_their_box_whatever_they_say(text, width):
    fitted = fit_lines(text, width, 45, (13, 12, 11, 10))
    assert all(ink(line, fitted.size).width <= width for line in fitted.lines)
    assert len(fitted.lines) * fitted.line_height <= 45
    whole = " ".join(fitted.lines)
    assert whole == " ".join(text.split()) or "…" in whole


def test_text_is_as_large_as_fits():
    assert fit_line("Cy", 128, 39, 38).size == 38
    sizes = [fit_line("C" * length, 128, 39, 38).size for length in range(1, 13)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 20


def test_a_line_that_just_fits_is_not_cut():
    width = ink("turn to Cy", 11).width
    assert fit_line("turn to Cy", width, 12, 11).lines == ("turn to Cy",)
    assert fit_line("turn to Cy", width - 1, 12, 11).lines == ("turn to…",)


# Scenes.


scenes = st.builds(
    Scene,
    title=st.just("") | texts,
    text=texts,
    over=texts,
    big=texts,
    presses=st.integers(0, 120),
    until_cards=st.booleans(),
    cards=st.none() | st.integers(0, 120),
    under=texts,
    following=texts,
    left=st.booleans(),
    hopper=st.none() | st.integers(0, 400),
    warned=st.booleans(),
    simulated=st.booleans(),
)


@settings(deadline=None)
@given(scenes)
def test_any_scene_is_a_picture_and_the_same_scene_the_same_picture(scene):
    drawn = draw_scene(scene)
    assert (drawn.size, drawn.mode) == ((WIDTH, HEIGHT), "1")
    assert drawn.tobytes() == draw_scene(scene).tobytes()


@settings(deadline=None)
@given(scenes)
def test_whatever_is_shown_the_mark_of_a_simulated_launcher_is_whole_D7(scene):
    mark = draw_scene(Scene(simulated=True)).crop((0, 0, MARK, HEIGHT))
    drawn = draw_scene(replace(scene, simulated=True))
    assert drawn.crop((0, 0, MARK, HEIGHT)).tobytes() == mark.tobytes()
    assert not lit(drawn, Box(MARK, 0, MARK + 2, HEIGHT)) or scene.title
    assert sum(mark.convert("L").histogram()[128:]) > MARK * HEIGHT // 2


def test_the_rows_dont_run_into_each_other():
    tall = "ÅgjÅg"
    drawn = draw_scene(Scene(over=tall, big=tall, under=tall, following=tall, hopper=108, warned=True))
    assert not lit(drawn, Box(0, 12, WIDTH, 13))
    assert not lit(drawn, Box(0, 51, WIDTH, 52))


@pytest.mark.parametrize("names", list(combinations(pictures(), 2)))
def test_each_state_has_a_picture_of_its_own(names):
    one, other = (pictures()[name] for name in names)
    assert differing(one, other) > SAME


@pytest.mark.parametrize(
    "change",
    [{"presses": 4}, {"big": "Di"}, {"left": False}, {"following": "Al"}, {"hopper": 84}, {"warned": True}],
    ids=str,
)
def test_whatever_changes_can_be_seen(change):
    assert differing(draw_scene(OWING), draw_scene(replace(OWING, **change))) > 8


def test_a_short_name_stands_beside_its_presses_and_a_long_one_above():
    beside = draw_scene(replace(OWING, big="Cy"))
    above = draw_scene(replace(OWING, big="Christopher"))
    right_half = Box(WIDTH - 30, 33, WIDTH, 50)
    assert lit(beside, right_half)
    assert not lit(above, right_half)


def test_cards_fly_up_to_ten_and_are_a_number_beyond():
    drawn = [draw_scene(Scene(cards=cards)) for cards in range(13)]
    for fewer, more in pairwise(drawn):
        assert differing(fewer, more) > 8
    field = Box(64, 13, WIDTH, 51)
    assert drawn[10].crop(field).tobytes() == drawn[12].crop(field).tobytes()


@pytest.mark.parametrize("name", pictures())
def test_a_picture_looks_as_it_did(name):
    kept = Image.open(KEPT / f"{name}.png").convert("1")
    assert differing(pictures()[name], kept) <= SAME


def test_no_picture_is_kept_for_nothing():
    assert {file.stem for file in KEPT.iterdir()} == pictures().keys() == {*STATES, "join"}


def test_the_sheet_shows_them_as_they_glow():
    drawn = sheet(("owing", "jam"), scale=2)
    assert drawn.size == (2 * (128 * 2 + 16), 64 * 2 + 16)
    assert len(drawn.getcolors()) == 2


# Joining.


def modules_of(image, address, left):
    """The code's modules as the picture has them, True for dark, and their size in points."""
    expected = segno.make(address, error="l", micro=False).matrix
    scale = max(1, HEIGHT // (len(expected) + 2))
    size = len(expected) * scale
    ground = image.crop((left, 0, WIDTH, HEIGHT))
    light = next(x for x in range(ground.width, 0, -1) if ground.getpixel((x - 1, 0)))
    x, y = left + (light - size) // 2, (HEIGHT - size) // 2
    return [
        [not image.getpixel((x + column * scale, y + row * scale)) for column in range(len(expected))]
        for row in range(len(expected))
    ], scale


@pytest.mark.parametrize("simulated", [False, True])
@pytest.mark.parametrize(
    "address", [ADDRESS, "http://a/?code=b", "http://" + "long" * 20 + ":8080/?code=K7QX2M"]
)
def test_the_code_is_the_addresss(address, simulated):
    found, _ = modules_of(draw_join(address, simulated), address, (MARK + 2) * simulated)
    matrix = segno.make(address, error="l", micro=False).matrix
    assert found == [[bool(dark) for dark in row] for row in matrix]


@pytest.mark.parametrize("simulated", [False, True])
def test_a_usual_address_has_modules_of_two_points_on_light_ground(simulated):
    drawn = draw_join(ADDRESS, simulated)
    left = (MARK + 2) * simulated
    assert modules_of(drawn, ADDRESS, left)[1] == 2
    inverted = drawn.convert("L").point(lambda level: 255 - level)
    dark = inverted.crop((left, 0, left + 74, HEIGHT)).getbbox()
    assert (dark[0], dark[1], 74 - dark[2], HEIGHT - dark[3]) == (8, 3, 8, 3)
    assert lit(drawn, Box(left + 76, 0, WIDTH, HEIGHT))


# What is shown when.


def test_a_busy_table_is_shown_until_it_would_burn_in():
    for t in (0.0, JOIN_AFTER, DARK_AFTER - 1):
        assert picture(OWING, ADDRESS, t, fresh=True) == draw_scene(OWING)
    assert picture(OWING, ADDRESS, DARK_AFTER, fresh=True) == blank()


def test_a_table_that_rests_and_how_to_join_it_are_shown_by_turns():
    join = draw_join(ADDRESS, simulated=False)
    seen = [
        picture(CALM, ADDRESS, t, fresh=False) == join for t in (0, 59.9, 60, 69.9, 70, 74.9, 75, 84.9, 85)
    ]
    assert seen == [False, False, True, True, False, False, True, True, False]


def test_at_the_start_the_way_to_join_comes_first():
    join = draw_join(ADDRESS, simulated=False)
    assert [picture(CALM, ADDRESS, t, fresh=True) == join for t in (0, 9.9, 10, 15)] == [
        True,
        True,
        False,
        True,
    ]


def test_without_an_address_there_is_nothing_to_join():
    assert picture(CALM, "", 0.0, fresh=True) == draw_scene(CALM)


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("scene", [CALM, OWING], ids=["calm", "owing"])
def test_the_picture_changes_exactly_when_it_says_and_not_before(scene, fresh):
    t, changes = 0.0, 0
    while (change := next_change(scene, t, fresh=fresh)) is not None:
        assert change > t
        now = picture(scene, ADDRESS, t, fresh=fresh)
        assert picture(scene, ADDRESS, (t + change) / 2, fresh=fresh) == now
        assert picture(scene, ADDRESS, change - 0.001, fresh=fresh) == now
        assert picture(scene, ADDRESS, change, fresh=fresh) != now
        t, changes = change, changes + 1
    assert t == DARK_AFTER
    assert changes == 1 if scene is OWING else changes > 2 * (DARK_AFTER - JOIN_AFTER) // (JOIN + TABLE)
