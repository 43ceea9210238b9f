"""A request that is like one just answered gets the same response, before Flask is entered: a tenth of the cost."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from web.channels import HERE
from web.response_cache import CachedResponse, Question, ResponseCache, Valid

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]

SESSION_COOKIE = "vedette"
VALID = "vedette.valid"
"""In a request's environ, left by the application: says whether its response would still be the same."""
ADMITTED = "vedette.admitted"
"""In a request's environ, for the application: whether its address has not asked too often."""
PORT = re.compile(r":\d+$")
LONGEST = 1000
"""Requests with more characters than this in what tells them apart are not remembered."""


class CacheMiddleware:
    """WSGI middleware for spectators' pages, which all ask the same: safe to use from any thread.

    It answers only requests without a role of their own: from another computer, without the session's cookie.
    ``admit`` counts a request of an address and says whether it may be answered.
    """

    def __init__(self, app: WsgiApp, answers: ResponseCache) -> None:
        self._app, self._answers = app, answers
        self.admit: Callable[[str], bool] = lambda _: True

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request from what is kept, or let the application answer."""
        if (found := self.find(environ)) is not None:
            start_response(found.status, list(found.headers))
            return [found.body]
        if (questions := self._questions(environ)) is None:
            return self._app(environ, start_response)
        return self._remembered(environ, start_response, *questions)

    def find(self, environ: Environ) -> CachedResponse | None:
        """Return the answer to a request from what is kept; None where the application has to be asked."""
        questions = self._questions(environ)
        if questions is None:
            return None
        everybodys, own = questions
        return (self._answers.find(everybodys) if environ[ADMITTED] else None) or self._answers.find(own)

    def _questions(self, environ: Environ) -> tuple[Question, Question] | None:
        """Return under what an answer for everybody is kept, and a refusal; None for who may have a role."""
        alike = _alike(environ)
        if alike is None:
            return None
        address = environ["REMOTE_ADDR"]
        if ADMITTED not in environ:
            environ[ADMITTED] = self.admit(address)
        own = ("refused", address, *alike) if environ[ADMITTED] else ("too often", *alike[2:])  # whatever it asks for
        return ("all", *alike), own

    def _remembered(
        self, environ: Environ, start_response: StartResponse, everybodys: Question, own: Question
    ) -> Iterable[bytes]:
        told: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            told[:] = status, headers
            return start_response(status, headers, *more)

        chunks = self._app(environ, start)
        valid: Valid | None = environ.get(VALID)
        status, headers = told
        if valid is None or any(name.lower() == "set-cookie" for name, _ in headers):
            return chunks
        try:
            body = b"".join(chunks)
        finally:
            getattr(chunks, "close", lambda: None)()
        question = everybodys if status.startswith("200") else own
        self._answers.keep(question, CachedResponse(valid, status, tuple(headers), body))
        return [body]


def _alike(environ: Environ) -> tuple[str, ...] | None:
    """Return all that an answer to a spectator may hang on; None for who may be somebody else."""
    cookie = environ.get("HTTP_COOKIE", "")
    if environ["REQUEST_METHOD"] != "GET" or environ.get("REMOTE_ADDR", "") in ("", *HERE):
        return None
    if f"{SESSION_COOKIE}=" in cookie:
        return None
    language = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    host = PORT.sub("", environ.get("HTTP_HOST", ""))  # the guard asks for no port
    alike = (host, environ["PATH_INFO"], environ.get("QUERY_STRING", ""), cookie, language)
    return alike if sum(map(len, alike)) <= LONGEST else None
