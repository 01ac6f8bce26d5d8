"""What the launcher may say to somebody at the table, read from its source: sentences as templates with gaps.

A sentence is a text of more than one word in the code of a module that speaks. `f"{who} owes {n} first."`
becomes "{0} owes {1} first."; what stands in a gap is a template of its own where it's a text.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import uno_launcher
from uno_launcher.luck import verdict

PACKAGE = Path(uno_launcher.__file__).parent

SPEAKING = (
    "wear.py",
    *(f"daemon/{name}.py" for name in ("control", "orders", "settings")),
    *(f"table/{name}.py" for name in ("evening", "played", "referee")),
    *(
        f"rules/{name}.py"
        for name in ("draft", "decide", "corrections", "debts", "pad", "presses", "scoring")
    ),
    *(f"rules/{name}.py" for name in ("setup", "table", "turns", "uno")),
    *(f"launcher/{name}.py" for name in ("words", "facts", "machine")),
    *(f"luck/{name}.py" for name in ("classic", "exactly", "profiles", "verdict")),
    *(f"backends/gpio/{name}.py" for name in ("backend", "feeding", "health", "motor")),
    *(f"backends/serial/{name}.py" for name in ("backend", "happenings", "news")),
    *("store/store.py", "store/schema.py"),
    *(f"web/{name}.py" for name in ("asking", "gate", "keys", "past", "play", "shelf", "stream")),
)
"""Modules whose sentences reach the page."""

SINGLE = ("ready", "Points", *(word for word in verdict._SPOKEN.values() if not word.isdigit()))
"""Words that are said by themselves, or in the gap of a sentence."""

UNHEARD = frozenset(
    {
        # Whoever calls the API or writes files reads these: the page asks for nothing that they answer.
        'this is no set-up: {"box": …, "players": […], …}',
        "{0} can't be read: {1}",
        "{0} line 1: {1}",
        "{0} line {1}: this is no UTF-8 text",
        "there is no box {0}: choose {1} or the path of a box file",
        'there is no box "{0}": choose one of {1}',
        "There is no such luck profile: choose one of {0}",
        'there is no luck profile "{0}"; choose one of {1}',
        "[profiles.{0}] takes the name of a built-in profile; choose another",
        '"{0}" takes the number that stands in the state',
        '"evening" goes with "seen": send both, or neither',
        "Send the set-up of an evening: box, players, dealer, scoring.",
        "the set-up",
        'there is no mode "{0}": choose one of {1}',
        'There is no mode "{0}": there are {1}.',
        'there is no scoring "{0}": choose one of {1}',
        "the dealer {0} is not among the players",
        "the set-up needs players (2 to 10 names), unless its mode is toy or stack",
        'the set-up needs a "dealer"',
        'the set-up needs "scoring": one of {0}',
        'custom: "presses" takes a number, or "until cards"',
        'custom: "target" can be next, chosen, everyone else or self, not {0}',
        'custom: "presses" must be 0 to 99',
        'custom: "presses" and "until_cards" can\'t both be owed',
        '"{0}" is no colour: pick {1} or {2}.',
        'There is no card "{0}" in this box.',
        "No further cards go along with a {0}.",
        "The cards laid along can't be less than 0.",
        "{0} can't be less than 0.",
        "Say whose hand it is.",
        "Say who caught {0}.",
        # Why an evening can't go on, for whoever mends it.
        "move {0} doesn't fit: {1}",
        "move {0} can't be read: {1}",
        "some of its moves are lost",
        # Said in logs and commands, to the disk, or while the launcher is tried out.
        "{0} number = ? AND {1}",
        "Every press brings exactly {0}.",
        "{0} makes no sense while the launcher is {1}",
        "A burst is running already: wait for its report.",
        "there is nothing in it, but in the journal beside it",
        "the journal beside it is broken",
        "it can't be checked",
        "{0} is no regular file",
        # No words at all, but for the program.
        "everyone else",
        "until cards",
        "guest {0}",
        "evening {0}",
    }
)

_UNSAID = frozenset({"Operation", "Meta", "debug", "info", "warning", "exception", "execute", "partition"})
"""What is given to these is no speech: the API's own description, logs, SQL."""


def templates() -> dict[str, str]:
    """Every template with the module that says it first."""
    found = dict.fromkeys(SINGLE, "")
    for name in SPEAKING:
        for text in _texts(ast.parse((PACKAGE / name).read_text())):
            if _is_speech(text):
                found.setdefault(text, name)
    return found


def _is_speech(text: str) -> bool:
    words = text.strip()
    return " " in words and any(sign.isalpha() for sign in words) and not _is_code(words)


def _is_code(text: str) -> bool:
    """SQL."""
    first = text.split()[0]
    return len(first) > 1 and first.isupper() and first != "UNO"


def _texts(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue  # a docstring
        if isinstance(child, ast.Call) and _called(child) in _UNSAID:
            continue
        if isinstance(child, ast.JoinedStr):
            yield _template(child)
            for part in child.values:
                if isinstance(part, ast.FormattedValue):
                    yield from _texts(ast.Tuple([part.value]))
        elif isinstance(child, ast.Constant):
            if isinstance(child.value, str):
                yield child.value
        else:
            yield from _texts(child)


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _template(text: ast.JoinedStr) -> str:
    parts, gaps = [], 0
    for part in text.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            parts.append(f"{{{gaps}}}")
            gaps += 1
    return "".join(parts)
