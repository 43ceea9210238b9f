"""Acts at the desk: declare, throw, decide, undo, withdraw, end the turn."""

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from referee.match import Thrower
from web.bodies import Body, ChooseMode, Decide, Declare, Throw, read_body
from web.desk import Desk
from web.language import asked_language
from web.view import view_of


def acts_blueprint(desk: Desk) -> Blueprint:
    """Return the routes under /api/match; each answers with the whole view after the act."""
    acts = Blueprint("acts", __name__, url_prefix="/api/match")

    def view() -> ResponseReturnValue:
        return jsonify(view_of(desk, asked_language()))

    @acts.post("/declare")
    def declare() -> ResponseReturnValue:
        body = read_body(Declare)
        desk.act(lambda match: match.declare(body.actor, body.target, desk.occasion.verb), body.seen)
        return view()

    @acts.post("/throw")
    def throw() -> ResponseReturnValue:
        body = read_body(Throw)
        by: Thrower = "table" if body.dice else "vedette"
        # The last die of a ruling lets its effects happen: at a table nobody waits for a second button; undo does.
        desk.act(lambda match: match.throw(body.dice or [desk.roll()], confirm=True, by=by), body.seen)
        return view()

    @acts.post("/decide")
    def decide() -> ResponseReturnValue:
        body = read_body(Decide)
        desk.act(lambda match: match.decide(body.clause, body.passed, confirm=True), body.seen)
        return view()

    @acts.post("/undo")
    def undo() -> ResponseReturnValue:
        body = read_body(Body)
        desk.act(lambda match: match.undo(), body.seen)
        return view()

    @acts.post("/mode")
    def mode() -> ResponseReturnValue:
        body = read_body(ChooseMode)
        desk.act(lambda match: match.choose_mode(body.mode), body.seen)
        return view()

    @acts.post("/redo")
    def redo() -> ResponseReturnValue:
        body = read_body(Body)
        desk.act(lambda match: match.redo(), body.seen)
        return view()

    @acts.post("/withdraw")
    def withdraw() -> ResponseReturnValue:
        body = read_body(Body)
        desk.act(lambda match: match.withdraw(), body.seen)
        return view()

    @acts.post("/end-turn")
    def end_turn() -> ResponseReturnValue:
        body = read_body(Body)
        desk.act(lambda match: match.end_turn(), body.seen)
        return view()

    return acts
