"""From a TOML text to a `Config`, or to every mistake in it: each a sentence with file, line and limit."""

import re
import tomllib
from pathlib import Path as FilePath
from typing import Any

import msgspec

from uno_launcher.config.keys import Key, keys
from uno_launcher.config.lines import find_lines
from uno_launcher.config.mistakes import VISIBLE, Mistake, printable, shown, suggestion
from uno_launcher.config.profiles import read_profiles
from uno_launcher.config.rules import broken_rules
from uno_launcher.config.section import Section
from uno_launcher.config.sections import SECTIONS, Config, PinsSection
from uno_launcher.contents import MB, contents
from uno_launcher.errors import InputError
from uno_launcher.luck import CustomProfile
from uno_launcher.pins import HEADER
from uno_launcher.places import config_file

ACTIVE_HIGH = (
    "an active-low output blips on whenever the program starts, so motor and enable are always active-high;"
    " use a driver that is on when its inputs are high, and leave this key out"
)
MOST_LINES = 1000
"""The example with all keys has 250."""
MOST_CHARACTERS = 250_000
MOST_DOTS = 300
"""Reading a key takes tomllib ever longer with the dots in it."""
ACTIVE_KEY = re.compile(r"(?i)active|invert|polarity")

MEANT = {
    "Invalid value": 'a value is missing, or it is text without "quotes"',
    "Cannot overwrite": "this key is given twice",
    "Cannot declare": "this section is there twice",
    "Cannot mutate": "this key or section is given twice",
}


def load(path: FilePath | None = None) -> Config:
    """Read `path`, or the config file that is in its usual place, or nothing: then all defaults hold.

    Raises InputError with every mistake there is.
    """
    if path is None:
        path = config_file()
        if path is None:
            return Config()
    try:
        data = contents(path, MB)
    except FileNotFoundError:
        raise InputError(
            f"{path}: there is no such file; `uno-launcher config init {path}` writes one to start from"
        ) from None
    except OSError as error:
        raise InputError(f"{path}: the file can't be read: {error.strerror}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path} line {line}: this isn't UTF-8 text; save the file as UTF-8") from None
    config, mistakes = check(text, str(path))
    if config is None:
        raise InputError(*mistakes)
    return config


def check(text: str, name: str) -> tuple[Config | None, list[str]]:
    """The config in `text`, or None and all its mistakes by line. `name` stands for the file in them."""
    for there, most, what in (
        (text.count("\n"), MOST_LINES, "lines"),
        (len(text), MOST_CHARACTERS, "characters"),
        (max(line.count(".") for line in text.split("\n")), MOST_DOTS, "dots in a line"),
    ):
        if there > most:
            return None, [f"{name}: it has more than {most} {what}, so it can't be a config of this program"]
    try:
        document = tomllib.loads(text)
    except RecursionError:
        return None, [f"{name}: brackets are nested too deeply for a config"]
    except ValueError as error:
        return None, [_not_toml(error, text, name)]
    mistakes: list[Mistake] = []
    sections: dict[str, Section] = {}
    profiles: dict[str, CustomProfile] = {}
    if isinstance(kind := document.get("backend"), str):
        document["backend"] = {"kind": kind}
    for title, content in document.items():
        if title not in SECTIONS and title != "profiles":
            mistakes.append(Mistake((title,), _unknown_section(title, content)))
        elif not isinstance(content, dict):
            mistakes.append(Mistake((title,), f"{title} is a section: write [{title}] on a line of its own"))
        elif title == "profiles":
            profiles = read_profiles(content, mistakes)
        else:
            sections[title] = _section(title, content, mistakes)
    config = Config(**sections, profiles=profiles)  # type: ignore[arg-type]
    named = {(title, key) for title in sections for key in document[title]}
    wrong = {mistake.path for mistake in mistakes}
    # A rule has nothing to say on a key that was refused: the default in its place isn't what was meant.
    mistakes += [
        Mistake(next((path for path in rule.paths if path in named), ()), rule.sentence)
        for rule in broken_rules(config, named)
        if not wrong.intersection(rule.paths)
    ]
    if not mistakes:
        return config, []
    lines = find_lines(text, (each for path, _ in mistakes for each in (path, path[:1])))
    placed = [(lines.get(path, lines.get(path[:1], 0)), printable(said)) for path, said in mistakes]
    placed.sort(key=lambda item: item[0])
    return None, [f"{name} line {line}: {text}" if line else f"{name}: {text}" for line, text in placed]


def _section(title: str, content: dict[str, Any], mistakes: list[Mistake]) -> Section:
    """The section with every key that is right; the others go on the list."""
    known = keys(SECTIONS[title])
    right = {}
    for name, value in content.items():
        if name not in known:
            mistakes.append(Mistake((title, name), _unknown_key(title, name)))
            continue
        try:
            taken = msgspec.convert(value, known[name].type)
        except msgspec.ValidationError:
            mistakes.append(Mistake((title, name), f"[{title}] {name} {_refusal(title, known[name], value)}"))
            continue
        if isinstance(taken, str) and not taken.isprintable():
            mistakes.append(Mistake((title, name), f"[{title}] {name} must be text {VISIBLE}"))
        else:
            right[name] = taken
    return SECTIONS[title](**right)


def _refusal(title: str, key: Key, value: Any) -> str:
    """The rest of a sentence that begins with the key."""
    if SECTIONS[title] is PinsSection:
        if value is False or value == "":
            return f"is {shown(value)}, but what isn't fitted is left out: delete the line"
        if type(value) is int:
            header = {pin: bcm for bcm, pin in HEADER.items()}
            hint = f"; header pin {value} is GPIO {header[value]}" if value in header else ""
            return f"is {shown(value)}, but pins are GPIO (BCM) numbers from 0 to 27{hint}"
    return f"must be {key.what}, but {shown(value)} was given"


def _unknown_section(title: str, content: Any) -> str:
    if not isinstance(content, dict):
        for section, struct in SECTIONS.items():
            if title in keys(struct):
                return f"{title} stands before any section, but it belongs below [{section}]"
        return f"{title} stands before any section, and none has such a key"
    return f"there is no section [{title}]{suggestion(title, SECTIONS)}"


def _unknown_key(title: str, name: str) -> str:
    if title in ("motor", "pins") and ACTIVE_KEY.search(name):
        return f"[{title}] {name} can't be set: {ACTIVE_HIGH}"
    return f"[{title}] has no key {name}{suggestion(name, keys(SECTIONS[title]))}"


def _not_toml(error: ValueError, text: str, name: str) -> str:
    """tomllib's message ends with "(at line 3, column 5)" or "(at end of document)"."""
    if not isinstance(error, tomllib.TOMLDecodeError):
        return f"{name}: a number in it is too long"
    message, _, place = str(error).partition(" (at ")
    at = re.match(r"line (\d+)", place)
    line = int(at[1]) if at else text.rstrip().count("\n") + 1
    meant = next((words for start, words in MEANT.items() if message.startswith(start)), message)
    return f"{name} line {line}: this can't be read as TOML: {meant}"
