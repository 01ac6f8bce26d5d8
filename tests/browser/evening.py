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
