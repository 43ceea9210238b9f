"""Declaring any action of the game, and confirming one that asks for no dice."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from referee.acting import acting_side, side_of, who_act
from referee.match import Match
from web.actions import DeclareAction
from web.acts import need_own
from web.bodies import Body, takes
from web.desk import Desk
from web.language import asked_language
from web.roles import need_side, players_too
from web.view import view_of


def declaring_blueprint(desk: Desk) -> Blueprint:
    """Return the routes /api/match/act and /api/match/confirm; each answers with the whole view after the act."""
    declaring = Blueprint("declaring", __name__, url_prefix="/api/match")

    @declaring.post("/act")
    @players_too
    @takes(DeclareAction)
    def act(body: DeclareAction) -> ResponseReturnValue:
        """Declare any action of the game."""

        def declare(match: Match) -> None:
            action = body.action.checked(match.game, match.table)
            need_sides(action, match)
            if match.now.declared is not None and not match.now.confirmed:
                need_own(match)  # another's card is not put away
            match.declare_action(action)

        desk.act(declare, body.seen)
        return jsonify(view_of(desk, asked_language()))

    @declaring.post("/confirm")
    @players_too
    @takes(Body)
    def confirm(body: Body) -> ResponseReturnValue:
        """Let a finished ruling happen."""

        def happen(match: Match) -> None:
            need_own(match)
            match.confirm()

        desk.act(happen, body.seen)
        return jsonify(view_of(desk, asked_language()))

    return declaring


def need_sides(action: Mapping[str, Any], match: Match) -> None:
    """Raise Refused unless who asks may act for everybody that acts in it, and for guns that keep their shot (R6.3)."""
    side = acting_side(action, match.table, match.now.memory)
    if side:
        need_side(side)
    for name in filter(None, (*who_act(action), *action.get("holds", ()))):
        need_side(side_of(name, match.table, match.now.memory))
