"""Acts in the session: declare, throw, decide, undo, withdraw, end the turn."""

from collections.abc import Sequence

from flask import Blueprint

from referee.action_roles import acting_side, side_of
from referee.match.match import Match
from referee.match.state import NotNow, Thrower
from referee.question import question_of
from rules.dice import Die, Face
from rules.goal import winner_of
from rules.registry import game_named
from table.errors import BadInput
from web.act_route import Acting
from web.bodies import Body, ChooseMode, Decide, Declare, EndMatch, EndTurn, Sign, Throw
from web.errors import Refused
from web.match_session import MatchSession
from web.roles import need_side, sees_all


def acts_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/match."""
    acts = Blueprint("acts", __name__, url_prefix="/api/match")
    act = Acting(acts, session)

    @act("/declare", Declare, players=True)
    def declare(match: Match, body: Declare) -> None:
        """Declare that one stand acts on another, with the game's usual verb."""
        need_side(side_of(body.actor, match.table, match.now.memory))
        need_own_card(match)
        match.declare(body.actor, body.target, session.info.verb)

    @act("/throw", Throw, players=True)
    def throw(match: Match, body: Throw) -> None:
        """Give the dice asked for; without any the desk throws one."""
        by: Thrower = "table" if body.dice else "vedette"
        need_own(match)
        _need_answered(match)
        # The last die of a ruling lets its effects happen: at a table nobody waits for a second button; undo does.
        die = game_named(match.game).die
        dice = shown(die, body.dice) or [die.faces[n - 1] for n in session.roll(min(body.many, match.together))]
        match.throw(dice, confirm=True, by=by)

    @act("/decide", Decide)
    def decide(match: Match, body: Decide) -> None:
        """Give the referee's word on what was too close to call."""
        match.decide(body.clause, body.passed, confirm=True)

    @act("/undo", Body)
    def undo(match: Match, _: Body) -> None:
        """Take back the last act; whom it had sent elsewhere is led home before his movement is given back."""
        was = match.now
        match.undo()
        session.putting_back.lead_home(was)

    @act("/mode", ChooseMode)
    def mode(match: Match, body: ChooseMode) -> None:
        """Measure openly, or declare first and reveal then."""
        match.choose_mode(body.mode)

    @act("/redo", Body)
    def redo(match: Match, _: Body) -> None:
        """Do again what was undone."""
        match.redo()

    @act("/withdraw", Body, players=True)
    def withdraw(match: Match, _: Body) -> None:
        """Take the declaration off the card."""
        need_own(match)
        match.withdraw()

    @act("/end-turn", EndTurn, players=True)
    def end_turn(match: Match, body: EndTurn) -> None:
        """Let the other side begin, where nothing is owed that holds the turn, or the referee waives it."""
        need_side(match.now.memory.side)
        if body.waive and not sees_all():
            raise Refused("only the referee may let a turn end with something owed")
        match.end_turn(waive=body.waive)

    _ending(act)
    return acts


def _ending(act: Acting) -> None:
    """Add the routes that end a match and sign its end."""

    @act("/end", EndMatch, players=True)
    def end(match: Match, body: EndMatch) -> None:
        """End the match: by the rules, or for the referee as those who play agree."""
        if not sees_all() and (body.winner is None or body.winner != winner_of(match.now.memory, match.goals)):
            raise Refused("the rules name no winner yet: ask the referee to end the match")
        match.end(body.result, body.winner)

    @act("/sign", Sign, players=True)
    def sign(match: Match, body: Sign) -> None:
        """Let a side agree to how the match ended."""
        need_side(body.side)
        match.sign(body.side, body.entry)


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


def need_own_card(match: Match) -> None:
    """Raise Refused where a player would put away a card that is another's."""
    if match.now.open_card is not None:
        need_own(match)
