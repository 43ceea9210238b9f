"""What Vedette says, by key and language: the words of one game, and those that all share.

A key is a section and a name in it: ``page.nav_table``, ``checks.cover.close``, ``word.kind.hill``. English is a
language like the others, and is said where another has nothing yet.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from gettext import c2py
from importlib.util import find_spec
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from referee.words.languages import decimal_mark, known_language
from referee.words.po import read_entries
from rules.registry import game_modules
from table.errors import Remark, VedetteError, Wanted
from table.names import visible

_PLURAL = re.compile(r"Plural-Forms:[^;]*;\s*plural=([^;\\\n]*)")
_TEXTS = re.compile(r"(?!word\.)([a-z_]+)\.")
"""Keys of texts that stand in the program in English: words of closed lists are told by their list alone."""


class Words(NamedTuple):
    """What a language has for one key: a form for each of its plurals, or one, and which a count takes."""

    language: str
    forms: tuple[str, ...]
    plural: Callable[[int], int]

    def form(self, count: object = None) -> str:
        """Return the form for so many; without a whole number, the last."""
        if len(self.forms) > 1 and isinstance(count, int | float) and count == int(count):
            return self.forms[self.plural(int(count))]
        return self.forms[-1]


def files(game: str, language: str) -> list[Path]:
    """Return a game's catalogue in a language, or those of the common words, for no game; some may not be there."""
    if not game:
        return sorted((Path(__file__).with_name("locale") / language).glob("*.po"))
    folder = game_folder(game)
    return [] if folder is None else [folder / "locale" / f"{language}.po"]


def game_folder(game: str) -> Path | None:
    """Return where a game's files lie, without loading it; None for a game there is not."""
    module = game_modules().get(game, "")
    try:
        found = find_spec(module) if module else None
    except Exception:  # whatever somebody else's package does at import
        return None
    return Path(found.origin).parent if found is not None and found.origin is not None else None


@cache
def words(game: str, language: str) -> Mapping[str, Words]:
    """Return everything a game says in a language, or what all share, for no game; raises BadInput."""
    known_language(language)
    found = {} if language == "en" else dict(words(game, "en"))
    for path in files(game, language):
        if path.is_file():
            text = path.read_text("utf-8")
            rule = _PLURAL.search(text)
            plural = c2py(rule[1] if rule is not None else "n != 1")
            entries = (entry for entry in read_entries(text) if entry.filled)
            found.update((entry.key, Words(language, entry.forms, plural)) for entry in entries)
    return found


def find(key: str, language: str, game: str = "") -> Words | None:
    """Return what is said for a key: by the game, else by all; None where nobody says it."""
    return (words(game, language).get(key) if game else None) or words("", language).get(key)


@cache
def section(name: str, language: str, game: str = "") -> Mapping[str, Words]:
    """Return all that is said in a section, by the names in it: by the game, else by all."""
    both = {**words("", language), **(words(game, language) if game else {})}
    return {key.removeprefix(f"{name}."): said for key, said in both.items() if key.startswith(f"{name}.")}


@cache
def _keys() -> Mapping[tuple[str, str], tuple[str, str]]:
    """Return the game and key of each text that the program has in English, by "adjective" or nothing, and the text."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for game in ("", *game_modules()):
        for key, said in words(game, "en").items():
            if (named := _TEXTS.match(key)) is not None:
                context = named[1] if named[1] == "adjective" else ""
                found.setdefault((context, said.forms[0]), (game, key))
    return found


def translated(text: str, language: str, context: str = "") -> str:
    """Return in the language what the program has in English (a title, an option, an error); else as it stands."""
    if known_language(language) == "en" or (at := _keys().get((context, text))) is None:
        return text
    return words(at[0], language)[at[1]].forms[0]


def say(key: str, language: str, /, **values: Any) -> str:
    """Return what all say for a key, with its places filled in and its numbers as the language has them.

    ``count`` chooses among plural forms. A place without a value is said as "?". Raises KeyError for no such key.
    """
    said = words("", language)[key]
    return fill(said.form(values.get("count")), said.language, values)


def say_text(text: str, language: str, /, **values: Any) -> str:
    """Return a text that the program has in English, in the language; without values it has no places to fill in."""
    values = {name: _value_said(value, language) for name, value in values.items()}
    return fill(translated(text, language), language, values) if values else translated(text, language)


def remark_said(text: str, language: str) -> str:
    """Return a remark in the language; any other text as `translated` has it."""
    return say_text(text.template, language, **text.values) if isinstance(text, Remark) else translated(text, language)


def _value_said(value: Any, language: str) -> Any:
    if isinstance(value, VedetteError | Remark):  # what is wrong within something else
        return say_text(value.template, language, **value.values)
    return wanted_said(value, language) if isinstance(value, Wanted) else value


def wanted_said(text: str, language: str) -> str:
    """Return what a file should have, or has, in the language: by the English words that it is an instance of."""
    for pattern, key in _wanted() if known_language(language) != "en" else ():
        if (found := pattern.fullmatch(text)) is not None:
            parts = {name: wanted_said(part, language) for name, part in found.groupdict().items()}
            return fill(words("", language)[key].form(), language, parts)
    return text


@cache
def _wanted() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns of what files should have, those that say most first, each with its key."""
    said = {f"wanted.{key}": list(Formatter().parse(it.form())) for key, it in section("wanted", "en").items()}
    most = sorted(said, key=lambda key: -sum(len(literal) for literal, *_ in said[key]))
    return tuple((re.compile("".join(map(_pattern, said[key]))), key) for key in most)


def _pattern(part: tuple[str, str | None, str | None, str | None]) -> str:
    literal, place, *_ = part
    return re.escape(literal) + (f"(?P<{place}>.+)" if place is not None else "")


def fill(template: str, language: str, values: dict[str, Any]) -> str:
    """Fill in a template that is in the language already."""
    return _Filler(language).vformat(template, (), values)


class _Filler(Formatter):
    def __init__(self, language: str) -> None:
        self.mark = decimal_mark(language)

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(key, "?") if isinstance(key, str) else super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        if value == "?":
            return "?"
        if not isinstance(value, float):
            return visible(format(value, format_spec))
        return format(value, format_spec or "g").replace(".", self.mark)
