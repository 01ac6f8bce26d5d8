"""Which letters the display's font has. Pure."""

import unicodedata

_RANGES = ((0x20, 0x7E), (0xA0, 0x24F), (0x370, 0x3FF), (0x400, 0x4FF), (0x1E00, 0x1EFB), (0x2010, 0x2026))
"""Latin, Greek, Cyrillic and what stands between words."""


def drawable(text: str) -> str:
    """`text` with the letters that the font has; "" where none is left."""
    composed = unicodedata.normalize("NFC", text)
    return " ".join("".join(sign for sign in composed if _known(sign)).split())


def _known(sign: str) -> bool:
    return any(low <= ord(sign) <= high for low, high in _RANGES) and unicodedata.category(sign)[0] in "LNPSZ"
