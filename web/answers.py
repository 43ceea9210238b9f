"""The application of every page: its answers are computed by few threads, and those that are alike only once."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

from flask import Flask, Response, current_app, request
from flask.typing import ResponseReturnValue

from web.doors.workers import Requester, Workers
from web.failing import Refused
from web.language import asked_language
from web.roles import role_now

View = TypeVar("View", bound=Callable[..., Any])
Question = tuple[Hashable, ...]

MOST_FOLLOWERS = 120
"""So many may wait for an answer that is being computed for somebody else: each holds a thread of the server."""
MOST_BYTES = 24 * 1024 * 1024
"""So much is kept of what was answered: some hundred views, some dozen drawn cards."""


def without_worker(view: View) -> View:
    """Let a view answer in the thread that was asked: it computes nothing, or waits for something to happen."""
    view.vedette_without_worker = True  # type: ignore[attr-defined]
    return view


def expensive(view: View) -> View:
    """Mark a view that takes 10 ms of computing or more and keeps no page in step: spectators' wait their turn."""
    view.vedette_expensive = True  # type: ignore[attr-defined]
    return view


def cached_while(version: Callable[[], Hashable], *arguments: str) -> Callable[[View], View]:
    """Let a view's answer be kept, and given to all who ask alike, while ``version()`` stays as it is.

    Alike is: the same path, role, side and language, and the same values of the query's ``arguments``. No view may
    read anything else of the request: another host or query would get its answer.
    """

    def mark(view: View) -> View:
        view.vedette_cached = (version, arguments)  # type: ignore[attr-defined]
        return view

    return mark


@dataclass(frozen=True, slots=True)
class _Answer:
    version: Hashable
    body: bytes
    headers: tuple[tuple[str, str], ...]

    def response(self) -> Response:
        answer = Response(self.body)
        for name, value in self.headers:
            answer.headers[name] = value
        return answer


class Answers:
    """The newest answer to each question that was asked lately; safe to use from any thread."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._size = most_bytes, 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Question, _Answer] = OrderedDict()

    def find(self, question: Question, version: Hashable = None) -> Response | None:
        """Return the answer to a question that was made for this version; None where it has to be computed."""
        with self._lock:
            found = self._kept.get(question)
            if found is None or found.version != version:
                return None
            self._kept.move_to_end(question)
        return found.response()

    def keep(self, question: Question, answer: Response, version: Hashable = None) -> None:
        """Keep an answer that went well, in place of an older one and of those that were asked for longest ago."""
        if answer.status_code != 200:
            return
        made = _Answer(version, answer.get_data(), tuple(answer.headers.items()))
        with self._lock:
            before = self._kept.pop(question, None)
            self._kept[question] = made
            self._size += len(made.body) - (len(before.body) if before is not None else 0)
            while self._size > self._most and self._kept:
                self._size -= len(self._kept.popitem(last=False)[1].body)


class Application(Flask):
    """A Flask application whose views run on its workers' threads, one for all who ask the same at the same time."""

    def __init__(self, name: str, now_s: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name)
        self.answers, self.workers = Answers(), Workers(now_s)
        self._under_way: dict[tuple[Question, Hashable], threading.Event] = {}
        self._followers = threading.BoundedSemaphore(MOST_FOLLOWERS)

    def dispatch_request(self) -> ResponseReturnValue:
        """Answer the request at hand: from what is kept, or by the workers."""
        view = self.view_functions.get(request.endpoint or "")
        if view is None or request.endpoint == "static" or getattr(view, "vedette_without_worker", False):
            return super().dispatch_request()
        kept = getattr(view, "vedette_cached", None)
        if kept is None:
            return self._computed()
        version, arguments = kept
        return self._found_or_computed(_question(arguments), version())

    def _found_or_computed(self, question: Question, version: Hashable) -> Response:
        while (found := self.answers.find(question, version)) is None:
            mine = threading.Event()
            first = self._under_way.setdefault((question, version), mine)
            if first is not mine:  # it is being computed for somebody else
                self._follow(first)
                continue
            try:
                answer = self._computed()
                self.answers.keep(question, answer, version)
                return answer
            finally:
                del self._under_way[question, version]
                mine.set()
        return found

    def _follow(self, first: threading.Event) -> None:
        if not self._followers.acquire(blocking=False):
            raise Refused("too many requests at once: wait a moment", 503)
        try:
            first.wait()
        finally:
            self._followers.release()

    def _computed(self) -> Response:
        def compute() -> Response:
            return self.make_response(Flask.dispatch_request(self))

        requester = Requester(role_now(), request.remote_addr or "")
        view = self.view_functions[request.endpoint or ""]
        work = partial(copy_context().run, compute)
        return self.workers.run(requester, work, expensive=getattr(view, "vedette_expensive", False))


def once(key: str, make: Callable[[], Response]) -> Response:
    """Return an answer that was made before for this key, or make it: for what costs much and seldom changes."""
    answers = cast("Application", current_app).answers
    if (found := answers.find((key,))) is not None:
        return found
    answer = make()
    answers.keep((key,), answer)
    return answer


def _question(arguments: tuple[str, ...]) -> Question:
    role = role_now()
    asked = tuple(request.args.get(name) for name in arguments)
    return (request.path, role.name, role.side, asked_language(), asked)
