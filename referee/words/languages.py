"""The languages Vedette speaks, and which of them a computer's settings ask for."""

from collections.abc import Mapping

from table.errors import BadInput

LANGUAGES = ("en", "it", "es")
DECIMAL_MARKS: Mapping[str, str] = {"en": ".", "it": ",", "es": ","}


def known_language(language: str) -> str:
    """Return the language if Vedette speaks it; raises BadInput."""
    if language not in LANGUAGES:
        raise BadInput(f"language: expected {', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}, got {language!r}")
    return language


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of a system's locale where Vedette speaks it, else English."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    language = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    return language if language in LANGUAGES else "en"


def number(value: float, spec: str, language: str) -> str:
    """Return a number as the language writes it: 47.3, in Italian and Spanish 47,3."""
    return format(value, spec).replace(".", DECIMAL_MARKS[known_language(language)])
