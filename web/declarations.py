"""Declaring any action of the game, answering for the side it is against, confirming one that asks for no dice."""

from collections.abc import Mapping
from math import dist
from typing import Any

from flask import Blueprint

from referee.action_roles import acting_side, acting_stands, side_of
from referee.match.match import Match
from referee.match.state import NotNow
from referee.question import question_of
from table.errors import BadFile, BadInput
from web.act_route import Acting
from web.actions import DeclareAction
from web.acts import need_own, need_own_card
from web.bodies import Answer, Body
from web.match_session import MatchSession
from web.roles import need_side, sees_all
from web.rounder import STEP_CM


def declaring_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes /api/match/act, /answer and /confirm."""
    declaring = Blueprint("declaring", __name__, url_prefix="/api/match")

    doing = Acting(declaring, session)

    @doing("/act", DeclareAction, players=True)
    def act(match: Match, body: DeclareAction) -> None:
        """Declare any action of the game."""
        # Whom this turn's fire has destroyed still answers it (Y8.4).
        action = body.action.checked(match.game, match.now.memory.with_struck({"type": body.action.type}, match.table))
        need_sides(action, match)
        need_own_card(match)
        if match.now.mode == "open" or match.table.board is not None or sees_all():
            match.declare_action(action)
        else:
            declare_blind(match, action)

    @doing("/answer", Answer, players=True)
    def answer(match: Match, body: Answer) -> None:
        """Say for the side that is attacked whether its unit evades; it may say otherwise until a die has fallen."""
        question, declared = question_of(match.now), match.now.open_card
        if question is None or declared is None:
            raise NotNow("nobody is asked anything now")
        need_side(question.side)
        match.declare_action({**declared.action, question.key: body.evades})

    @doing("/confirm", Body, players=True)
    def confirm(match: Match, _: Body) -> None:
        """Let a finished ruling happen."""
        need_own(match)
        match.confirm()

    return declaring


def declare_blind(match: Match, action: Mapping[str, Any]) -> None:
    """Declare for a player who may know no distance: the way of a stand begins where it really stands.

    Raises BadInput for an action that does not make sense, without the places and distances that a referee is told.
    """
    path = action.get("path")
    if path and not isinstance(path[0], str):
        stood = [match.table.stand(name).centre for name in acting_stands(action) if name in match.table]
        begins = next((list(centre) for centre in stood if dist(path[0], centre) <= 2 * STEP_CM), path[0])
        action = {**action, "path": [begins, *path[1:]]}
    try:
        match.declare_action(action)
    except BadFile:
        raise BadInput("this cannot be declared so: begin again with who acts") from None


def need_sides(action: Mapping[str, Any], match: Match) -> None:
    """Raise Refused unless who asks may act for everybody that acts in it, and for guns that keep their shot (R6.3)."""
    side = acting_side(action, match.table, match.now.memory)
    if side:
        need_side(side)
    for name in filter(None, (*acting_stands(action), *action.get("holds", ()))):
        need_side(side_of(name, match.table, match.now.memory))
