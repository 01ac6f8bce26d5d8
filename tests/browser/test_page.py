"""The page itself: how it gets in, what it weighs, whether everybody can use it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Playwright, expect

from tests.browser.chromium import CHROMIUM, FLAGS
from tests.browser.evening import end_round, set_up
from tests.browser.house import SOON_MS, TABLET, House, Phone

VIEWS = ("table", "setup", "round", "scores", "history", "receipt", "parent", "join")
PERFORMANCE = """() => ["resource", "navigation"].flatMap((type) => performance.getEntriesByType(type))
    .filter((e) => !e.name.includes("/api/")).map((e) => [e.name, e.encodedBodySize])"""


def serious(phone: Phone) -> list[str]:
    """What axe finds that matters."""
    found = Axe().run(phone.page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_axe_finds_nothing_serious_on_any_page(house: House, scheme: str, size: str) -> None:
    more = {"viewport": TABLET} if size == "tablet" else {}
    phone = house.phone(color_scheme=scheme, **more)
    set_up(phone, "Ann", "Bo", "Cy", "Di")
    phone.tap("hit-1")
    phone.sees("Bo")
    for view in VIEWS:
        phone.go(view)
        phone.page.wait_for_timeout(300)
        assert serious(phone) == [], view
    phone.go("table")
    for key in ("menu", "fix", "hands", "seat-Cy", "caught"):
        phone.tap(key)
        phone.page.wait_for_timeout(500)  # it comes up from the edge
        assert serious(phone) == [], key
        phone.page.keyboard.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_the_end_of_a_round(house: House, scheme: str) -> None:
    phone = house.phone(color_scheme=scheme)
    set_up(phone, "Ann", "Bo", "Cy", dealer="Cy")
    end_round(phone, "Ann", "Bo", "Cy")
    for view in ("round", "scores", "table"):
        phone.go(view)
        phone.page.wait_for_timeout(300)
        assert serious(phone) == [], view


def test_every_view_together_weighs_less_than_150_kb_on_the_air(house: House) -> None:
    for locale in ("en", "fr", "de", "it", "es", "sv"):
        phone = house.phone(locale=locale)
        phone.page.locator("#view .table").wait_for()
        phone.page.wait_for_timeout(300)
        loaded = dict(phone.page.evaluate(PERFORMANCE))
        for view in VIEWS:
            phone.go(view)
            phone.page.wait_for_timeout(200)
            loaded |= dict(phone.page.evaluate(PERFORMANCE))
        assert all(name.startswith("http://launcher.test:") for name in loaded), loaded
        assert 0 < sum(loaded.values()) < 150_000, (locale, sum(loaded.values()), loaded)


def test_without_javascript_the_page_says_what_to_do(house: House, playwright: Playwright) -> None:
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=[*FLAGS, "--blink-settings=scriptEnabled=false"]
    )
    page = browser.new_page()
    page.goto(house.url)
    seen = page.screenshot()
    said = page.locator("main").inner_text()
    browser.close()
    assert len(seen) > 5000
    assert "needs JavaScript" in said
    assert "press the launcher's button when it's your turn" in said


def test_somebody_without_the_code_is_asked_for_it_and_a_wrong_one_is_refused(house: House) -> None:
    address, code = house.url.split("?code=")
    phone = house.phone(address)
    expect(phone.page.locator("main")).to_contain_text("Code of the table", timeout=SOON_MS)
    phone.page.get_by_label("Code of the table").fill("WRONGONE")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("main")).to_contain_text("isn't this table's code", timeout=SOON_MS)
    phone.page.get_by_label("Code of the table").fill(code)
    phone.page.keyboard.press("Enter")
    phone.sees("nobody owes")


def test_the_code_doesnt_stay_in_the_address(phone: Phone) -> None:
    phone.sees("nobody owes")
    assert "code=" not in phone.page.url


def test_the_parents_page_opens_with_the_pin_alone(house: House, phone: Phone) -> None:
    phone.go("parent")
    for pin in ("1111", "482913"):
        phone.page.get_by_label("PIN").fill(pin)
        phone.page.keyboard.press("Enter")
        if pin == "1111":
            expect(phone.page.locator("main")).to_contain_text("That is not the PIN", timeout=SOON_MS)
    phone.page.get_by_role("button", name="Arm the button").click()
    expect(phone.page.locator("main")).to_contain_text("press the launcher's button", timeout=SOON_MS)
    other = house.phone()
    other.sees("loading check")
    assert other.state()["launcher"]["number"] == 0
    other.tap("launcher")
    assert (
        other.until(lambda state: state["launcher"]["last"] is not None)["launcher"]["last"]["profile"]
        == "fire"
    )


@pytest.mark.parametrize(
    ("locale", "words"),
    [("de", "Niemand"), ("fr", "Personne"), ("sv", "Ingen"), ("it", "Nessuno"), ("es", "Nadie")],
)
def test_the_page_speaks_the_browsers_language(house: House, locale: str, words: str) -> None:
    phone = house.phone(locale=locale)
    phone.sees(words)
    assert phone.page.evaluate("document.documentElement.lang") == locale


def test_a_script_in_a_players_name_is_a_name(phone: Phone) -> None:
    name = "<img src=x onerror=alert(1)>"[:24]
    set_up(phone, name, "Bo")
    phone.page.on("dialog", lambda dialog: phone.troubles.append(dialog.message))
    phone.sees(name)
    for view in VIEWS:
        phone.go(view)
    assert phone.page.locator("img[src='x']").count() == 0


def test_a_jam_says_what_to_do_and_is_cleared_at_the_drawn_launcher(phone: Phone) -> None:
    phone.tap("hands")
    phone.page.get_by_text("The next card jams").click()
    phone.page.keyboard.press("Escape")
    phone.tap("launcher")
    phone.sees("card stuck", "open the lid")
    phone.tap("hands")
    phone.page.get_by_role("button", name="Open the lid").click()
    phone.tap("hands")
    phone.page.get_by_role("button", name="Close the lid").click()
    phone.sees("nobody owes")


def test_a_table_is_played_with_the_keyboard_alone(phone: Phone) -> None:
    set_up(phone, "Ann", "Bo")
    page = phone.page
    page.locator('[data-key="hit-2"]').focus()
    page.keyboard.press("Enter")
    phone.sees("Bo", "press")
    page.locator('[data-key="undo"]').focus()
    page.keyboard.press("Space")
    phone.sees("Ann")
