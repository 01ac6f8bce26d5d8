"""QR codes: for the terminal as half blocks, for the page as SVG."""

import io

BORDER = 2
"""Light modules around it: phones manage with less than the norm's four."""


def qr_text(url: str) -> str:
    """`url` as a QR code of half blocks, two modules a letter, for a terminal of either colour."""
    import segno

    rows = [
        [bool(module) for module in row] for row in segno.make_qr(url, error="l").matrix_iter(border=BORDER)
    ]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    # Light is drawn and dark left out: most terminals are dark, and phones read the others as well.
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return "\n".join(
        "".join(blocks[pair] for pair in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    )


def qr_svg(url: str) -> bytes:
    """`url` as a QR code, black on white, without a size of its own."""
    import segno

    out = io.BytesIO()
    segno.make_qr(url, error="m").save(
        out, kind="svg", border=4, light="#fff", omitsize=True, xmldecl=False, svgclass=None, lineclass=None
    )
    return out.getvalue()
