"""The languages Vedette speaks, and which of them a computer's settings ask for."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, get_args

from babel import Locale

from table.errors import BadInput

Language = Literal["en", "it", "es", "de"]
"""The one list of them (docs/add-a-language.md)."""
LANGUAGES: tuple[Language, ...] = get_args(Language)
UNDER_WAY: frozenset[Language] = frozenset({"de"})
"""Those not translated whole yet: what they lack is said in English, and only who chooses one gets it."""
WHOLE = tuple(language for language in LANGUAGES if language not in UNDER_WAY)


def language_names() -> Mapping[str, str]:
    """Return each language's own name for itself."""
    return {language: str(Locale(language).display_name).capitalize() for language in LANGUAGES}


@cache
def decimal_mark(language: str) -> str:
    """Return what a language writes before decimals; raises BadInput."""
    return str(Locale(known_language(language)).number_symbols["latn"]["decimal"])


def known_language(language: str) -> str:
    """Return the language if Vedette speaks it; raises BadInput."""
    if language not in LANGUAGES:
        raise BadInput("language: expected {known}, got {language!r}", known=", ".join(LANGUAGES), language=language)
    return language


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of a system's locale where Vedette speaks it whole, else English."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    language = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    return language if language in WHOLE else "en"


@cache
def plural_samples(language: str) -> Mapping[str, int]:
    """Return the least number of each plural that a language tells apart, by its name in CLDR: one 1, other 0."""
    rule = Locale(known_language(language)).plural_form
    return {rule(count): count for count in reversed(range(200))}


def number(value: float, spec: str, language: str) -> str:
    """Return a number as the language writes it: 47.3, in Italian 47,3; what rounds to nothing has no minus."""
    written = format(value, spec)
    return (written if float(written) else written.removeprefix("-")).replace(".", decimal_mark(language))
