"""Games on a board: a turn put together square by square, what the camera saw go, the position agreed on anew."""

from typing import Annotated

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue
from pydantic import Field

from referee.boards.agreed import settled
from referee.boards.plays import play_of
from referee.journal import keeping as entries
from referee.match import Match
from web.actions import Action, Cell, Step
from web.acts import need_own
from web.board_view import turn_view
from web.bodies import Body, takes
from web.desk import Desk
from web.language import asked_language
from web.roles import players_too
from web.view import view_of


class Steps(Body):
    """The steps of a turn so far, the cell of the soldier who steps next, and one he is asked to go to."""

    steps: Annotated[list[Step], Field(max_length=12)] = []
    at: Cell | None = None
    to: Cell | None = None


class Seen(Body):
    """A turn that the camera saw, to be ruled on and played where it is allowed."""

    action: Action


def board_blueprint(desk: Desk) -> Blueprint:
    """Return the routes under /api/board; only a game on a board has them answer."""
    board = Blueprint("board", __name__, url_prefix="/api/board")

    @board.post("/steps")
    @players_too
    @takes(Steps)
    def steps(body: Steps) -> ResponseReturnValue:
        """Tell where the chosen soldier may go after these steps; changes nothing."""
        now = desk.board_position()
        so_far = [{"from": step.start, "to": step.to} for step in body.steps]
        turn = play_of(now.game).turn(now, so_far, body.at, body.to)
        return jsonify(turn_view(turn, asked_language()))

    @board.post("/seen")
    @takes(Seen)
    def seen(body: Seen) -> ResponseReturnValue:
        """Rule on a turn that the camera saw; where it is allowed it happens."""
        desk.board_position()

        def act(match: Match) -> None:
            if match.now.open_card is not None:
                need_own(match)
            match.declare_action(body.action.checked(match.game, match.table))
            if match.finished and match.in_turn:
                match.confirm()

        desk.act(act, body.seen)
        return jsonify(view_of(desk, asked_language()))

    @board.post("/settle")
    @takes(Body)
    def settle(body: Body) -> ResponseReturnValue:
        """Agree that everybody stands on the square he is measured on."""
        desk.board_position()

        def act(match: Match) -> None:
            measured = match.now.memory.over(match.standing())
            match.happen("position", settled(match.now.memory, measured), entries.position(measured))

        desk.act(act, body.seen)
        return jsonify(view_of(desk, asked_language()))

    return board
