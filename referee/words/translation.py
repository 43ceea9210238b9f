"""English templates made into another language's, by the catalogues here and in the games' folders."""

import gettext
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from referee.words.languages import decimal_mark, known_language
from rules.registry import game_modules
from table.names import visible


def catalogue_file(language: str) -> Path:
    """Return where a language's catalogue of the common words lies."""
    return Path(__file__).with_name("locale") / language / "LC_MESSAGES" / "words.po"


def catalogues_of_games(language: str) -> Mapping[str, Path]:
    """Return where each installed game's catalogue lies, or would lie, by the game: no game is loaded for that."""
    folders = {game: _folder(module) for game, module in game_modules().items()}
    return {game: folder / "locale" / f"{language}.po" for game, folder in folders.items() if folder is not None}


def _folder(module: str) -> Path | None:
    try:
        found = find_spec(module)
    except Exception:  # whatever somebody else's package does at import
        return None
    return Path(found.origin).parent if found is not None and found.origin is not None else None


@cache
def translations(language: str) -> gettext.NullTranslations:
    """Return a language's translations, the common ones before the games'; raises BadInput.

    English has none and says its templates as they stand, and so does a game without a catalogue.
    """
    if known_language(language) == "en":
        return gettext.NullTranslations()
    common = _read(catalogue_file(language), language)
    for path in catalogues_of_games(language).values():
        if path.is_file():
            common.add_fallback(_read(path, language))
    return common


def _read(path: Path, language: str) -> gettext.GNUTranslations:
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(path.read_bytes()), locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def translated(template: str, language: str, context: str | None = None) -> str:
    """Return the language's template for an English one; an empty one stays empty."""
    spoken = translations(language)
    if not template:
        return ""
    return spoken.gettext(template) if context is None else spoken.pgettext(context, template)


def translated_number(one: str, several: str, count: int, language: str) -> str:
    """Return the language's template for one or for several."""
    return translations(language).ngettext(one, several, count)


def say(template: str, language: str, /, **values: Any) -> str:
    """Return an English template in the language, with its places filled in and its numbers as the language has them.

    A place without a value is said as "?".
    """
    return fill(translated(template, language), language, values)


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
