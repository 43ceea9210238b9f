"""Games on a board: a turn put together square by square, what the camera saw go, the position agreed on anew."""

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Blueprint
from pydantic import Field, StrictBool

from referee.boards.agreed import play_of
from referee.match.match import Match
from rules import board_play
from table.errors import BadInput
from table.names import Name
from web.act_route import Acting
from web.actions import Action, Cell, StepModel
from web.acts import need_own_card
from web.answers import json_answer
from web.board_words import BoardWording
from web.bodies import Body, json_body
from web.choice_view import AnyChoiceView, choice_view
from web.declarations import need_sides
from web.language import asked_language
from web.marks import players_too
from web.match_session import MatchSession
from web.plan_view import stand_view, titles_of

CARRIES_ON = ("next", "order", "land", "detach", "place")
"""Acts whose ruling nobody needs to look at once they have happened."""


class Steps(Body):
    """The steps of a turn so far, the cell of the soldier who steps next, and one he is asked to go to.

    ``touched`` is the cell of who was touched first, ``compongo`` says that "compongo" was called before.
    """

    steps: Annotated[list[StepModel], Field(max_length=12)] = []
    at: Cell | None = None
    to: Cell | None = None
    touched: Cell | None = None
    compongo: StrictBool = False


class Chosen(Body):
    """Who acts on a board of hexes, who joins in, at whom, a hex it is asked to go to, and those its way leads by.

    ``number`` is what a card has printed on it.
    """

    actor: Name
    others: Annotated[list[Name], Field(max_length=40)] = []
    targets: Annotated[list[Name], Field(max_length=40)] = []
    to: Cell | None = None
    via: Annotated[list[Cell], Field(max_length=20)] = []
    holds: Annotated[list[Name], Field(max_length=40)] = []
    number: Annotated[int | None, Field(ge=1, le=12)] = None


class Seen(Body):
    """A turn that the camera saw, to be ruled on and played where it is allowed."""

    action: Action


def board_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes under /api/board; only a game on a board has them answer."""
    board = Blueprint("board", __name__, url_prefix="/api/board")
    act = Acting(board, session)

    @board.post("/steps")
    @players_too
    @json_body(Steps)
    @json_answer
    def steps(body: Steps) -> AnyChoiceView:
        """Tell where the chosen soldier may go after these steps; changes nothing."""
        so_far = tuple({"from": step.start, "to": step.to} for step in body.steps)
        chosen = board_play.Chosen(
            body.at or "", to=body.to, steps=so_far, touched=body.touched, put_straight=body.compongo
        )
        return _choice(session, "squares", chosen)

    @board.post("/choose")
    @players_too
    @json_body(Chosen)
    @json_answer
    def choose(body: Chosen) -> AnyChoiceView:
        """Tell what the chosen counter may do, where it may go and whom it may attack; changes nothing."""
        now = session.board_position()
        for name in (body.actor, *body.others, *body.targets, *body.holds):
            now.table.stand(name)
        others, targets, via, holds = map(tuple, (body.others, body.targets, body.via, body.holds))
        asked = board_play.Chosen(body.actor, others, targets, body.to, via, holds, body.number)
        return _choice(session, "hexes", asked)

    @act("/do", Seen, players=True)
    def do(match: Match, body: Seen) -> None:
        """Rule on what needs no second look, such as the next phase; where it is allowed it happens."""
        session.board_position()
        action = body.action.checked(match.game, match.table)
        need_sides(action, match)
        need_own_card(match)
        _play(match, action)
        # What only carries the turn on leaves the card free, unless it has ended the battle.
        if match.now.confirmed and action["type"] in CARRIES_ON and match.now.memory.winner is None:
            match.withdraw()

    @act("/seen", Seen)
    def seen(match: Match, body: Seen) -> None:
        """Rule on a turn that the camera saw; where it is allowed it happens."""
        session.board_position()
        need_own_card(match)
        _play(match, body.action.checked(match.game, match.table))

    @act("/settle", Body)
    def settle(match: Match, _: Body) -> None:
        """Agree that everybody stands on the square he is measured on."""
        session.board_position()
        match.agree_position()

    return board


def _choice(session: MatchSession, kind: str, chosen: board_play.Chosen) -> AnyChoiceView:
    now, language, info = session.board_position(), asked_language(), session.info
    if now.board.kind != kind:
        raise BadInput("{game} is not played on a board", game=now.game)
    labels = {stand.name: stand_view(stand, info, language, True, None).kind for stand in now.table.stands}
    wording = BoardWording.of(now.game, now.board, titles_of(info, language), labels, language)
    return choice_view(play_of(now.game).choice(now, chosen), wording, sealed=now.sealed)


def _play(match: Match, action: Mapping[str, Any]) -> None:
    match.declare_action(action)
    if match.ready:
        match.confirm()
