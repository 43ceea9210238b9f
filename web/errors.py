"""How the page's server fails: a status and one clear line, as JSON under /api."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from referee.journal.errors import NotSaved, Overtaken, Unread
from referee.match.state import NotNow
from referee.words.translation import say_text
from table.errors import BadInput, UnknownStand, VedetteError
from web.answers import as_json
from web.cache_middleware import VALID
from web.language import asked_language

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ErrorView:
    """What went wrong, in one line."""

    error: str


class Refused(BadInput):
    """The request is understood and not allowed; ``status`` is its HTTP status."""

    def __init__(self, template: str, status: int = 403, **values: object) -> None:
        self.status = status
        super().__init__(template, **values)


class TooMany(Refused):
    """An address asks too often (429), or too many ask at once (503).

    ``still`` says whether the same request would still be refused; None where nobody knows.
    """

    def __init__(self, status: int, still: Callable[[], bool] | None = None) -> None:
        self.still = still
        super().__init__("too many requests at once: wait a moment", status)


def handle_failures(app: Flask, page: Callable[[str], str | None] = lambda _: None) -> None:
    """Answer every error with its status and ``{"error": line}``; a bug is logged, never shown.

    Who opens an address in a browser is told on a ``page`` that says the line, where there is one.
    """
    told = [""]

    def shown(template: str, values: Mapping[str, object]) -> Response:
        browses = "text/html" in request.accept_mimetypes.values() and not request.path.startswith("/api/")
        made = page(_line(template, values)) if browses else None
        return _answer(template, values) if made is None else Response(made, mimetype="text/html")

    @app.errorhandler(VedetteError)
    def ours(error: VedetteError) -> ResponseReturnValue:
        match error:
            case Refused():
                status = error.status
            case NotNow() | Overtaken():
                status = 409
            case NotSaved() | Unread():
                status = 503
                if str(error) != told[-1]:  # once, however many pages ask
                    told[:] = [str(error)]
                    log.error("%s", error)
            case UnknownStand():
                status = 404
            case BadInput():
                status = 400
            case _:
                status = 500
        if isinstance(error, TooMany) and error.still is not None:
            request.environ.setdefault(VALID, error.still)
        answer = shown(error.template, error.values)
        if status in (429, 503):
            answer.headers["Retry-After"] = "1"
        return answer, status

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> ResponseReturnValue:
        line = {
            404: "there is nothing at {path}",
            405: "{method} is not possible at {path}",
            413: "that is too long for an act at the table",
        }.get(error.code or 500, error.description or error.name)
        return shown(line, {"path": request.path, "method": request.method}), error.code or 500

    @app.errorhandler(Exception)
    def bug(error: Exception) -> ResponseReturnValue:
        log.exception("a bug while answering %s %s", request.method, request.path, exc_info=error)
        return _answer("this is a bug of Vedette; the table is as it was", {}), 500


def _answer(template: str, values: Mapping[str, object]) -> Response:
    return as_json(ErrorView(_line(template, values)))


def _line(template: str, values: Mapping[str, object]) -> str:
    """Return one line in the language of who asked; without values it is no template, and stands as it is."""
    return " ".join(say_text(template, asked_language(), **values).split())
