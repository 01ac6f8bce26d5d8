"""The [profiles.NAME] sections: luck profiles of one's own. What makes a good one, the luck room knows."""

from typing import Any

import msgspec

from uno_launcher import luck
from uno_launcher.config.mistakes import VISIBLE, Mistake, shown, suggestion
from uno_launcher.luck import CustomProfile

WHAT = {
    "chance": "a number from 0 to 1, or a list of them",
    "sizes": "a table such as { 1 = 0.5, 3 = 0.5 }",
    "at_most_dry": "a whole number",
}
HUGE = 10**9
LONGEST = 60
"""Characters of a name."""


def read_profiles(content: dict[str, Any], mistakes: list[Mistake]) -> dict[str, CustomProfile]:
    """Every profile in [profiles]; what is wrong goes on the list."""
    profiles = {}
    for name, keys in content.items():
        if not isinstance(keys, dict):
            mistakes.append(
                Mistake(
                    ("profiles", name),
                    f"[profiles] has profiles only: write [profiles.{name}] above its keys",
                )
            )
            continue
        if not name.strip() or not name.isprintable() or len(name) > LONGEST:
            sentence = f"[profiles] {shown(name)} is no name: it takes 1 to {LONGEST} characters, {VISIBLE}"
            mistakes.append(Mistake(("profiles", name), sentence))
        profiles[name] = CustomProfile(**_right(name, keys, mistakes))
    mistakes += [Mistake(path, sentence) for path, sentence in luck.mistakes(profiles)]
    return profiles


def _right(name: str, keys: dict[str, Any], mistakes: list[Mistake]) -> dict[str, Any]:
    """The keys that are of the right kind."""
    right = {}
    for key, value in keys.items():
        path = ("profiles", name, key)
        if key not in WHAT:
            mistakes.append(Mistake(path, f"[profiles.{name}] has no key {key}{suggestion(key, WHAT)}"))
            continue
        try:
            if isinstance(value, int) and abs(value) > HUGE:
                raise msgspec.ValidationError
            right[key] = msgspec.convert(value, CustomProfile.__annotations__[key])
        except msgspec.ValidationError:
            sentence = f"[profiles.{name}] {key} must be {WHAT[key]}, but {shown(value)} was given"
            mistakes.append(Mistake(path, sentence))
    return right
