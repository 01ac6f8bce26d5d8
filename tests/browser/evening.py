"""An evening as people set it up with a phone."""

from tests.browser.house import Phone


def set_up(phone: Phone, *names: str, dealer: str | None = None) -> None:
    """Sit down in this order and turn the first card. The last one deals unless somebody else is named."""
    page = phone.page
    phone.go("setup")
    for name in names:
        page.fill("#new-player", name)
        page.keyboard.press("Enter")
    page.get_by_role("button", name=f"{dealer or names[-1]} deals").click()
    page.get_by_role("button", name="Deal!").click()
    phone.sees("first card")
    phone.tap("number")


def end_round(phone: Phone, out: str, *others: str) -> None:
    """`out`, who is up, lays the last card; the others are left with 10 points each."""
    phone.page.locator(f'[data-seat="{out}"]').click()
    phone.page.locator("section.part", has_text=f"{out} holds").get_by_text("1", exact=True).click()
    phone.holds(out, 1)
    phone.tap("number")
    phone.sees("round")
    phone.tap("round")
    for name in others:
        phone.tap(name)
        phone.page.fill("#points", "10")
        phone.page.get_by_role("button", name="Hand in", exact=True).click()
    phone.until(lambda state: state["table"]["phase"] == "round-over")
