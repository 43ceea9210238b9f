"""A request that is like one just answered gets the same response, before Flask is entered: a tenth of the cost."""

from collections.abc import Callable, Iterable
from typing import Any

from web.channels import HERE
from web.doors.kept import Answer, Answers, Valid

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]

SESSION_COOKIE = "vedette"
VALID = "vedette.valid"
"""In a request's environ, left by the application: says whether its response would still be the same."""
ADMITTED = "vedette.admitted"
"""In a request's environ, for the application: whether its address has not asked too often."""
LONGEST = 1000
"""Requests with more characters than this in what tells them apart are not remembered."""


class Repeats:
    """WSGI middleware for spectators' pages, which all ask the same: safe to use from any thread.

    It answers only requests without a role of their own: from another computer, without the session's cookie.
    ``admit`` counts a request of an address and says whether it may be answered.
    """

    def __init__(self, app: WsgiApp, answers: Answers) -> None:
        self._app, self._answers = app, answers
        self.admit: Callable[[str], bool] = lambda _: True

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request from what is kept, or let the application answer."""
        alike = _alike(environ)
        if alike is None:
            return self._app(environ, start_response)
        address = environ["REMOTE_ADDR"]
        environ[ADMITTED] = admitted = self.admit(address)
        everybodys, own = ("200", *alike), ("refused", address, *alike)
        if not admitted:  # whatever it asks for
            own = ("too often", *alike[2:])
        found = (self._answers.find(everybodys) if admitted else None) or self._answers.find(own)
        if found is not None:
            start_response(found.status, list(found.headers))
            return [found.body]
        return self._remembered(environ, start_response, everybodys, own)

    def _remembered(
        self, environ: Environ, start_response: StartResponse, everybodys: tuple[str, ...], own: tuple[str, ...]
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
        self._answers.keep(question, Answer(valid, status, tuple(headers), body))
        return [body]


def _alike(environ: Environ) -> tuple[str, ...] | None:
    """Return all that an answer to a spectator may hang on; None for who may be somebody else."""
    cookie = environ.get("HTTP_COOKIE", "")
    if environ["REQUEST_METHOD"] != "GET" or environ.get("REMOTE_ADDR", "") in ("", *HERE):
        return None
    if f"{SESSION_COOKIE}=" in cookie:
        return None
    language = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    alike = (environ.get("HTTP_HOST", ""), environ["PATH_INFO"], environ.get("QUERY_STRING", ""), cookie, language)
    return alike if sum(map(len, alike)) <= LONGEST else None
