"""Acts in the session: declare, throw, decide, undo, withdraw, end the turn."""

from collections.abc import Callable, Sequence

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from referee.action_roles import acting_side, side_of
from referee.match.match import Match
from referee.match.state import NotNow, Thrower
from referee.question import question_of
from rules.dice import Die, Face
from rules.registry import game_named
from table.errors import BadInput
from web.bodies import Body, ChooseMode, Decide, Declare, Throw, json_body
from web.language import asked_language
from web.match_session import MatchSession
from web.roles import need_side, players_too
from web.view import view_of


def acts_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/match; each answers with the whole view after the act."""
    acts = Blueprint("acts", __name__, url_prefix="/api/match")

    def view() -> ResponseReturnValue:
        return jsonify(view_of(session, asked_language()))

    @acts.post("/declare")
    @players_too
    @json_body(Declare)
    def declare(body: Declare) -> ResponseReturnValue:
        """Declare that one stand acts on another, with the game's usual verb."""

        def act(match: Match) -> None:
            need_side(side_of(body.actor, match.table, match.now.memory))
            if match.now.declared is not None and not match.now.confirmed:
                need_own(match)  # another's card is not put away
            match.declare(body.actor, body.target, session.info.verb)

        session.act(act, body.seen)
        return view()

    @acts.post("/throw")
    @players_too
    @json_body(Throw)
    def throw(body: Throw) -> ResponseReturnValue:
        """Give the dice asked for; without any the desk throws one."""
        by: Thrower = "table" if body.dice else "vedette"

        def act(match: Match) -> None:
            need_own(match)
            _need_answered(match)
            # The last die of a ruling lets its effects happen: at a table nobody waits for a second button; undo does.
            die = game_named(match.game).die
            dice = shown(die, body.dice) or [thrown(die, session.roll) for _ in range(min(body.many, match.together))]
            match.throw(dice, confirm=True, by=by)

        session.act(act, body.seen)
        return view()

    @acts.post("/decide")
    @json_body(Decide)
    def decide(body: Decide) -> ResponseReturnValue:
        """Give the referee's word on what was too close to call."""
        session.act(lambda match: match.decide(body.clause, body.passed, confirm=True), body.seen)
        return view()

    @acts.post("/undo")
    @json_body(Body)
    def undo(body: Body) -> ResponseReturnValue:
        """Take back the last act."""
        session.act(lambda match: match.undo(), body.seen)
        return view()

    @acts.post("/mode")
    @json_body(ChooseMode)
    def mode(body: ChooseMode) -> ResponseReturnValue:
        """Measure openly, or declare first and reveal then."""

        def act(match: Match) -> None:
            if match.table.board is not None and body.mode == "reveal":
                raise NotNow("on a board nothing is measured, so there is nothing to reveal")
            match.choose_mode(body.mode)

        session.act(act, body.seen)
        return view()

    @acts.post("/redo")
    @json_body(Body)
    def redo(body: Body) -> ResponseReturnValue:
        """Do again what was undone."""
        session.act(lambda match: match.redo(), body.seen)
        return view()

    @acts.post("/withdraw")
    @players_too
    @json_body(Body)
    def withdraw(body: Body) -> ResponseReturnValue:
        """Take the declaration off the card."""

        def act(match: Match) -> None:
            need_own(match)
            match.withdraw()

        session.act(act, body.seen)
        return view()

    @acts.post("/end-turn")
    @players_too
    @json_body(Body)
    def end_turn(body: Body) -> ResponseReturnValue:
        """Let the other side begin."""

        def act(match: Match) -> None:
            need_side(match.now.memory.side)
            match.end_turn()

        session.act(act, body.seen)
        return view()

    return acts


def thrown(die: Die, roll: Callable[[], int]) -> Face:
    """Return the face that a roller's number from 1 to 6 stands for."""
    return die.faces[roll() - 1]


def shown(die: Die, faces: Sequence[Face]) -> list[Face]:
    """Return faces that were typed in; raises BadInput for one that this game's die has not."""
    for face in faces:
        if face not in die.faces:
            known = ", ".join(str(face) for face in dict.fromkeys(die.faces))
            raise BadInput("this game's die shows {known}, not {face}", known=known, face=face)
    return list(faces)


def _need_answered(match: Match) -> None:
    """Raise NotNow while the other side has not said what it is asked before the dice."""
    question = question_of(match.now)
    if question is not None and question.said is None:
        raise NotNow("whether {name} evades is said before the dice fall", name=question.who)


def need_own(match: Match) -> None:
    """Raise Refused where a player meddles with what the other side declared."""
    declared = match.now.declared
    if declared is not None:
        side = acting_side(declared.action, declared.table, match.now.memory)
        if side:
            need_side(side)
