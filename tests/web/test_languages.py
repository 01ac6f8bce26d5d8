"""Every word of the page stands in every language, none is missing and none is left over."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.spoken import PACKAGE, SPEAKING, UNHEARD, templates

STATIC = PACKAGE / "web" / "static"
WORDS = STATIC / "lang"
LANGUAGES = ("en", "fr", "de", "it", "es", "sv")
TRANSLATED = LANGUAGES[1:]

SEPARATOR = ": "
"""Between two sentences in one, which a language may set otherwise."""
HINTS = {'{0} holds only {1} by the count: put that right first, if it\'s wrong ({"correct": {"{2}": …}}).'}
"""These end with what to type, which nobody does on a phone."""

# t("round.next"), t(`house.${name}-hint`), named(`box.${name}`, …), t(cond ? "a.b" : "c.d") …
_KEY = re.compile(r"""(["'`])([a-z_]+\.(?:[a-z0-9_.-]|\$\{[^}]*\})+)\1""")


def words(language: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((WORDS / f"{language}.json").read_text())
    return loaded


def sentences(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((WORDS / f"sentences.{language}.json").read_text())
    return loaded


def gaps(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def forms(text: str | dict[str, str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def named_in_code() -> Iterator[re.Pattern[str]]:
    """What a string of a script could be as a key; one that is put together stands for many."""
    for script in sorted(STATIC.rglob("*.js")):
        for _, key in _KEY.findall(script.read_text()):
            pattern = "".join(
                "[a-z0-9_-]+" if part.startswith("${") else re.escape(part)
                for part in re.split(r"(\$\{[^}]*\})", key)
            )
            yield re.compile(pattern)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_the_words_that_english_has(language: str) -> None:
    assert words(language).keys() == words("en").keys()


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_same_gaps_and_plurals_where_english_has_them(language: str) -> None:
    there = words(language)
    for key, english in words("en").items():
        assert isinstance(there[key], dict) == isinstance(english, dict), key
        wanted = set().union(*map(gaps, forms(english)))
        assert set().union(*map(gaps, forms(there[key]))) == wanted, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_sorted_not_empty_and_have_another_plural(language: str) -> None:
    there = words(language)
    assert list(there) == sorted(there)
    for key, text in there.items():
        assert all(form.strip() for form in forms(text)), key
        assert isinstance(text, str) or "other" in text, key


def test_every_word_is_used_and_every_key_in_a_script_has_its_word() -> None:
    english = words("en")
    areas = {key.partition(".")[0] for key in english}
    used: set[str] = set()
    for pattern in named_in_code():
        found = {key for key in english if pattern.fullmatch(key)}
        used |= found
        if pattern.pattern.partition("\\.")[0] in areas:
            assert found, f"no word for {pattern.pattern}"
    assert english.keys() - used == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_of_the_launcher_is_translated_and_nothing_else(language: str) -> None:
    said = {text for text in templates() if text not in UNHEARD}
    translated = sentences(language).keys() - {SEPARATOR}
    assert said - translated == set(), "not translated"
    assert translated - said == set(), "nobody says this"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translated_sentence_keeps_what_stands_in_its_gaps(language: str) -> None:
    for english, text in sentences(language).items():
        assert text.strip() or english == SEPARATOR, english
        if english not in HINTS:
            assert gaps(text) == gaps(english), english


def test_what_is_left_out_as_unheard_is_said_somewhere() -> None:
    assert templates().keys() >= UNHEARD


def test_a_language_that_the_page_offers_has_its_files() -> None:
    offered = re.search(r"languages = \{(.*?)\}", (STATIC / "i18n.js").read_text(), re.DOTALL)
    assert offered is not None
    assert tuple(re.findall(r"(\w+):", offered[1])) == LANGUAGES


def test_the_templates_are_read_from_the_source() -> None:
    said = templates()
    assert said["{0} owes {1} first{2}."] == "rules/draft.py"
    assert ", or stops" in said  # stands in a gap
    assert not any("never the last card" in text for text in said)  # a docstring


def test_whatever_the_rules_refuse_or_warn_of_is_among_what_is_said() -> None:
    refusing = {
        f"rules/{file.name}"
        for file in (PACKAGE / "rules").glob("*.py")
        if re.search(r"RefusedError\(|warnings\.append\(", file.read_text())
    }
    assert refusing <= set(SPEAKING)
