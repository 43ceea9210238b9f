"""The application of every page: its answers are computed by few threads, and those that are alike only once."""

import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from typing import Any, cast

from flask import Flask, Response, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from web.bundle import bundle_url, named_bundle
from web.cache_middleware import VALID, CacheMiddleware
from web.doors.workers import Requester, Workers
from web.errors import TooMany
from web.language import asked_language
from web.late_rule import LateRule
from web.marks import marked
from web.response_cache import CachedResponse, Question, ResponseCache, Valid
from web.roles import role_now

MOST_FOLLOWERS = 220
"""So many may wait for an answer that is being computed for somebody else: each holds a thread of the server."""


class Application(Flask):
    """A Flask application whose views run on its workers' threads, one for all who ask the same at the same time."""

    url_rule_class = LateRule

    def __init__(self, name: str, now_s: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name)
        self.answers, self.workers = ResponseCache(), Workers(now_s)
        self._under_way: dict[tuple[Question, Hashable], Future[CachedResponse | None]] = {}
        self._followers = threading.BoundedSemaphore(MOST_FOLLOWERS)
        self.middleware = CacheMiddleware(self.wsgi_app, self.answers)
        self.wsgi_app = self.middleware  # type: ignore[method-assign]
        self.jinja_env.globals["bundle_url"] = bundle_url

    def find_answer(self, environ: dict[str, Any]) -> CachedResponse | None:
        """Return the answer that a request like this one just got, while it would still be the same (WSGI environ)."""
        return self.middleware.find(environ)

    def send_static_file(self, filename: str) -> Response:
        """Return a file of the static folder, or several as one (``nav+page.js``), which browsers keep."""
        if "+" not in filename:
            return super().send_static_file(filename)
        try:
            found = named_bundle(filename)
        except LookupError:
            raise NotFound from None
        answer = Response(found.text, mimetype=found.mimetype)
        if request.args.get("v") == found.mark:
            answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return answer

    @property
    def busy(self) -> bool:
        """Whether something is being computed for the referee or a player: what is only sent may wait a moment."""
        return self.workers.busy

    def dispatch_request(self) -> ResponseReturnValue:
        """Answer the request at hand: from what is kept, or by the workers."""
        view = self.view_functions.get(request.endpoint or "")
        alone = view is None or request.endpoint == "static" or marked(view, "without_worker")
        kept = marked(view, "cached")
        if kept is None:
            return super().dispatch_request() if alone else self._computed()
        version, arguments = kept
        now = version()

        def valid() -> bool:
            return bool(version() == now)

        if alone:
            answer = self.make_response(super().dispatch_request())
        else:
            answer = self._found_or_computed(_question(arguments), now, valid)
        if answer.status_code == 200:
            request.environ[VALID] = valid
        return answer

    def _found_or_computed(self, question: Question, version: Hashable, valid: Valid) -> Response:
        while (found := self.answers.find(question)) is None:
            mine = Future[CachedResponse | None]()
            first = self._under_way.setdefault((question, version), mine)
            if first is not mine:  # it is being computed for somebody else
                # Given though the table may have changed meanwhile: it is no older than what was asked for.
                if (found := self._follow(first)) is not None:
                    break
                continue
            made = None
            try:
                answer = self._computed()
                if answer.status_code == 200:
                    made = _kept(answer, valid)
                    self.answers.keep(question, made)
                return answer
            except TooMany as refused:
                if (still := refused.still) is not None:
                    request.environ[VALID] = lambda: still() and self.answers.find(question) is None
                raise
            finally:
                del self._under_way[question, version]
                mine.set_result(made)
        return _response(found)

    def _follow(self, first: Future[CachedResponse | None]) -> CachedResponse | None:
        if not self._followers.acquire(blocking=False):
            raise TooMany(503)
        try:
            return first.result()
        finally:
            self._followers.release()

    def _computed(self) -> Response:
        def compute() -> Response:
            return self.make_response(Flask.dispatch_request(self))

        requester = Requester(role_now(), request.remote_addr or "")
        view = self.view_functions[request.endpoint or ""]
        work = partial(copy_context().run, compute)
        return self.workers.run(requester, work, expensive=bool(marked(view, "expensive")))


def once(key: str, make: Callable[[], Response]) -> Response:
    """Return an answer that was made before for this key, or make it: for what costs much and seldom changes."""
    answers = cast("Application", current_app).answers
    if (found := answers.find((key,))) is not None:
        return _response(found)
    answer = make()
    if answer.status_code == 200:
        answers.keep((key,), _kept(answer, lambda: True))
    return answer


def _kept(answer: Response, valid: Valid) -> CachedResponse:
    return CachedResponse(valid, answer.status, tuple(answer.headers.items()), answer.get_data())


def _response(kept: CachedResponse) -> Response:
    answer = Response(kept.body)
    for name, value in kept.headers:
        answer.headers[name] = value
    return answer


def _question(arguments: tuple[str, ...]) -> Question:
    role = role_now()
    asked = tuple(request.args.get(name) for name in arguments)
    return (request.path, role.name, role.side, role.title, asked_language(), asked)
