"""KiCad's exports, made small and the same each time."""

import re

_LETTERS = re.compile(r'<g class="stroked-text"><desc>.*?</desc>.*?</g>', re.DOTALL)
_COLOUR_OR_TEXT = re.compile(r'stroke:(#[0-9A-F]{6})|opacity="0" stroke-opacity="0">')
_DATE = re.compile(rb"\(D:\d{14}")


def slim_svg(svg: str) -> str:
    """KiCad draws each letter stroke by stroke, with the words as invisible text behind them. Here the text
    is what is seen: a tenth of the size, and it can be searched. The date goes, too."""
    svg = re.sub(r"<title>.*?</title>\s*", "", svg, flags=re.DOTALL)
    svg = _LETTERS.sub("", svg)
    colour = "#000000"

    def seen(found: re.Match[str]) -> str:
        nonlocal colour
        if found[1]:
            colour = found[1]
            return found[0]
        return f'fill="{colour}" stroke="none">'

    svg = _COLOUR_OR_TEXT.sub(seen, svg)
    return svg.replace("<svg", '<svg font-family="DejaVu Sans, sans-serif"', 1)


def slim_pdf(pdf: bytes) -> bytes:
    """The date of its making is always the same, and no longer."""
    return _DATE.sub(b"(D:20000101000000", pdf)


def slim_netlist(xml: str) -> str:
    """Without the date and the place of its making."""
    xml = re.sub(r"<date>[^<]*</date>", "<date/>", xml)
    return re.sub(r"<(source|uri)>[^<]*/([^/<]*)</\1>", r"<\1>\2</\1>", xml)


def crop(svg: str, left: float, top: float, right: float, bottom: float) -> str:
    """A part of the page, in millimetres."""
    box = f'viewBox="{left:.2f} {top:.2f} {right - left:.2f} {bottom - top:.2f}"'
    size = f'width="{right - left:.2f}mm" height="{bottom - top:.2f}mm"'
    return re.sub(r'width="[\d.]+mm" height="[\d.]+mm" viewBox="[^"]*"', f"{size} {box}", svg, count=1)
