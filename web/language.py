"""The language of one request: what its page chose, else what its browser asks for."""

from flask import request

from referee.words.languages import LANGUAGES, WHOLE

COOKIE = "vedette_language"


def asked_language() -> str:
    """Return one of LANGUAGES: the address' ``lang``, the page's choice, a whole one the browser asks, else English."""
    for named in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if named in LANGUAGES:
            return named
    return request.accept_languages.best_match(WHOLE, "en")
