"""What a page reads: the view, the picture from above, and word of every change."""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from referee.view_fields import OpenFacts, fields_of
from referee.words import possibility_sentence
from referee.words.game_words import verb_said, word_said
from rules.legal import legal
from rules.possibility import Possibility, word_asked
from rules.ruling import Check
from web.answers import json_answer
from web.doors.door import Door
from web.doors.flood import Streams
from web.errors import Refused
from web.event_streams import TAKE_STREAM, EventStream, Source, event
from web.language import asked_language
from web.marks import answers, asks_stand, cached_while, expensive, without_worker
from web.match_session import MatchSession
from web.privacy import need_picture, rounder_for
from web.roles import role_now
from web.rounder import stepped_cm
from web.view import MatchView, VersionsView, versions_view, view_of


@dataclass(frozen=True, slots=True)
class WordView:
    """A word of an action, and how people say it."""

    word: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbView:
    """A verb and its name; ``asks`` are the keys that its action still needs, one set for each way to declare it.

    ``words`` are those of which one is chosen for what it asks, as people say them.
    """

    verb: str
    name: str
    words: tuple[WordView, ...]
    asks: tuple[tuple[str, ...], ...]
    action: OpenFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleView(VerbView):
    """What a stand may do by a verb, at whom and how far; or why not."""

    allowed: bool
    targets: tuple[str, ...]
    left_cm: float | None
    sentence: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MayView:
    """What a stand may still do; of ``veiled`` nothing more is told before it is declared.

    ``aimed`` are the verbs of which a tap on an enemy declares one: the game's usual one, for whom has it.
    """

    stand: str
    aimed: tuple[str, ...]
    may: tuple[PossibleView, ...]
    veiled: tuple[VerbView, ...]


def watching_blueprint(session: MatchSession, door: Door) -> Blueprint:
    """Return the reading routes under /api."""
    streams = Streams()
    watching = Blueprint("watching", __name__, url_prefix="/api")

    @watching.get("/view")
    @cached_while(lambda: session.versions.of_table)
    @json_answer
    def view() -> MatchView:
        """Return everything the page shows."""
        return view_of(session, asked_language())

    @watching.get("/versions")
    @without_worker
    @cached_while(lambda: session.versions)
    @json_answer
    def versions() -> VersionsView:
        """Tell the numbers that an event tells: for pages that got no stream of events."""
        return versions_view(session.versions)

    @watching.get("/may")
    @watching.get("/may/<path:name>")
    @expensive
    @cached_while(lambda: session.versions.of_table, "stand")
    @asks_stand
    @json_answer
    def may(name: str) -> MayView:
        """Tell what a stand may still do, and why not the rest; before a declaration nothing of whom it reaches."""
        now, language = session.position(), asked_language()
        others = {stand.name for stand in now.table.stands} - {name}
        rounder = rounder_for(session)
        # Many rulings: nobody waits for them.
        possible = legal(now.game, now.table, now.memory, name, now.settings)

        def hides(it: Possibility) -> bool:
            """Say whether it tells whom he reaches or sees before that is declared."""
            return (
                now.mode == "reveal"
                and word_asked(it) is None
                and bool(
                    it.targets or it.close or any(_tells_of(check, others) for check in it.why_not)
                    or (it.trouble is not None and name not in it.trouble.values.values())
                )
            )  # fmt: skip

        found = tuple(
            PossibleView(
                **fields_of(_verb(now.game, it, language)),
                allowed=it.allowed,
                targets=(*it.targets, *it.close),
                left_cm=it.left_cm,
                sentence=possibility_sentence(now.game, it, language=language),
                clauses=tuple(sorted({check.clause for check in it.why_not})),
            )
            for it in (possible if rounder is None else map(_in_steps, possible))
            if not hides(it)
        )
        # What may be declared all the same, whoever it reaches.
        hidden = tuple(_verb(now.game, it, language) for it in sorted(possible, key=lambda it: it.verb) if hides(it))
        aimed = tuple(sorted(it.verb for it in possible if ("target",) in it.asks and now.table.board is None))
        if session.info.verb in aimed:
            aimed = (session.info.verb,)
        return MayView(stand=name, aimed=aimed, may=found, veiled=hidden)

    @watching.get("/picture.jpg")
    @without_worker
    @cached_while(lambda: (session.versions, session.privacy))
    @answers("image/jpeg")
    def picture() -> ResponseReturnValue:
        """Return the newest picture of the table from above."""
        need_picture(session)
        jpeg = session.picture_of(session.observation)
        if jpeg is None:
            raise Refused("there is no picture of the table yet", 404)
        return Response(jpeg(), mimetype="image/jpeg")

    @watching.get("/events")
    @without_worker
    @answers("text/event-stream", VersionsView)
    def events() -> ResponseReturnValue:
        """Tell of every change, as server-sent events with version numbers."""
        return stream_answer(session, streams, door)

    return watching


def stream_answer(source: Source, streams: Streams, door: Door, may: Callable[[], bool] = lambda: True) -> Response:
    """Return the answer that begins a stream of a source's version numbers; raises Refused where no place is left.

    It ends when ``may`` says that who asks may not hear it any more.
    """
    gone = request.environ.get("waitress.client_disconnected") or (lambda: False)
    streams.enter(role_now(), request.remote_addr or "", here=door.is_here(), gone=gone)
    now = source.versions
    # Where another server serves, the page hears of the present and comes again by itself.
    if (take := request.environ.get(TAKE_STREAM)) is not None and request.method == "GET":
        take(EventStream(source, now, time.monotonic(), may))
    return Response(iter([event(now)]), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _in_steps(it: Possibility) -> Possibility:
    """Return it with what is left of a movement no finer than everybody may know how far somebody has gone."""
    return it if it.left_cm is None else replace(it, left_cm=stepped_cm(it.left_cm))


def _tells_of(check: Check, others: Collection[str]) -> bool:
    return check.measured is not None or not set(others).isdisjoint(map(str, check.detail.values()))


def _verb(game: str, it: Possibility, language: str) -> VerbView:
    kind = word_asked(it)
    given = it.targets if kind else ()
    words = tuple(WordView(word, word_said(game, kind or "", word, language=language)) for word in given)
    name = verb_said(game, it.verb, language=language)
    return VerbView(verb=it.verb, name=name, words=words, asks=it.asks, action=it.action)
