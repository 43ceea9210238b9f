"""What a page reads: the view, the picture from above, and word of every change."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from referee.words import possibility_sentence
from referee.words.english_vocabulary import VERBS
from referee.words.translating import translated
from rules.legal import legal
from rules.possibility import Possibility
from rules.ruling import Check
from web.bodies import answers
from web.desk import Desk, Versions
from web.doors.door import Door
from web.doors.flood import Streams
from web.failing import Refused
from web.language import asked_language
from web.shown import Shown
from web.view import view_of

HEARTBEAT_S = 15.0


def watching_blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the reading routes under /api."""
    streams = Streams()
    shown = Shown(lambda: desk.versions, lambda language: json.dumps(view_of(desk, language)).encode())
    watching = Blueprint("watching", __name__, url_prefix="/api")

    @watching.get("/view")
    def view() -> ResponseReturnValue:
        """Return everything the page shows."""
        return Response(shown(asked_language()), mimetype="application/json")

    @watching.get("/may/<name>")
    def may(name: str) -> ResponseReturnValue:
        """Tell what a stand may still do, and why not the rest; before a declaration nothing of whom it reaches."""
        now, language = desk.position(), asked_language()
        others = {stand.name for stand in now.table.stands} - {name}
        # Many rulings: nobody waits for them.
        possible = legal(now.game, now.table, now.memory, name, now.settings)

        def veiled(it: Possibility) -> bool:
            """Say whether it tells whom he reaches or sees before that is declared."""
            return now.mode == "reveal" and bool(
                it.targets or it.close or any(_tells_of(check, others) for check in it.why_not)
            )

        found = [
            {
                **_declared(it, language),
                "allowed": it.allowed, "targets": [*it.targets, *it.close], "left_cm": it.left_cm,
                "sentence": possibility_sentence(it, language=language),
                "clauses": sorted({check.clause for check in it.why_not}),
            }
            for it in possible
            if not veiled(it)
        ]  # fmt: skip
        # What may be declared all the same, whoever it reaches.
        hidden = [_declared(it, language) for it in sorted(possible, key=lambda it: it.verb) if veiled(it)]
        return jsonify(stand=name, may=found, veiled=hidden)

    @watching.get("/picture.jpg")
    @answers("image/jpeg")
    def picture() -> ResponseReturnValue:
        """Return the newest picture of the table from above."""
        jpeg = desk.look.jpeg
        if jpeg is None:
            raise Refused("there is no picture of the table yet", 404)
        return Response(jpeg(), mimetype="image/jpeg")

    @watching.get("/events")
    @answers("text/event-stream")
    def events() -> ResponseReturnValue:
        """Tell of every change, as server-sent events with version numbers."""
        counted = streams.through(changes(desk), request.remote_addr or "", here=door.is_here())
        return Response(counted, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    return watching


def _tells_of(check: Check, others: Collection[str]) -> bool:
    return check.measured is not None or not set(others).isdisjoint(map(str, check.detail.values()))


def _declared(it: Possibility, language: str) -> dict[str, Any]:
    """Return a verb, its name, and what an action of it still asks for."""
    return {
        "verb": it.verb, "name": translated(VERBS.get(it.verb, it.verb), language),
        "asks": [list(keys) for keys in it.asks], "action": dict(it.action),
    }  # fmt: skip


def changes(desk: Desk) -> Iterator[str]:
    """Yield one server-sent event for the present and one for every change after it, until the desk closes.

    An event carries only version numbers: a page that was slow asks for the newest view, and nothing is queued.
    """
    known: Versions | None = None
    while not desk.closed:
        versions = desk.wait_for_change(known, HEARTBEAT_S)
        if versions is None:
            yield ": still here\n\n"
            continue
        known = versions
        yield f"data: {json.dumps(versions._asdict())}\n\n"
