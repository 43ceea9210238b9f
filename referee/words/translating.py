"""English templates made into another language's, from the catalogues in locale/, and filled in."""

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from referee.words.languages import DECIMAL_MARKS, known_language
from table.names import visible


def catalogue_file(language: str) -> Path:
    """Return where a language's catalogue lies."""
    return Path(__file__).with_name("locale") / language / "LC_MESSAGES" / "words.po"


@cache
def translations(language: str) -> gettext.NullTranslations:
    """Return a language's translations; English has none and says its templates as they stand; raises BadInput."""
    if known_language(language) == "en":
        return gettext.NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(catalogue_file(language).read_bytes()), locale=language))
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
        self.mark = DECIMAL_MARKS[language]

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(key, "?") if isinstance(key, str) else super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        if value == "?":
            return "?"
        if not isinstance(value, float):
            return visible(format(value, format_spec))
        return format(value, format_spec or "g").replace(".", self.mark)
