"""Where a cannon aims, said before it fires: what its shots are held against afterwards."""

from typing import Annotated, Any

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue
from pydantic import Field, StrictInt

from referee.journal.payloads import Aimed
from referee.shots.errors import ahead_of
from referee.shots.record import Point
from referee.shots.shot_journal import shots_in
from table.frame import SquareBoard
from table.names import Name
from table.squares import FIELDS, FILES, Square, centre_of
from web.bodies import Body, json_body
from web.errors import Refused
from web.marks import players_too
from web.match_session import MatchSession
from web.roles import need_side, role_now


class Aim(Body):
    """The square a side's cannon aims at, and the column it stands behind as its owner counts them; none: not said."""

    side: Name
    square: Annotated[str, Field(max_length=8)] | None = None
    column: Annotated[StrictInt, Field(ge=1, le=FILES)] | None = None


def aiming_blueprint(session: MatchSession) -> Blueprint:
    """Return the route /api/aim."""
    aiming = Blueprint("aiming", __name__)

    @aiming.post("/api/aim")
    @players_too
    @json_body(Aim)
    def aim(body: Aim) -> ResponseReturnValue:
        """Say where a side's cannon aims from now on."""
        board = _board(session)
        if board is None:
            raise Refused("this game has no board of squares to aim at", 409)
        if body.side not in {side.name for side in session.info.sides}:
            raise Refused("no side is named {side}", 404, side=body.side)
        need_side(body.side)
        at, said = None, ""
        if body.square is not None:
            square = Square.parse(body.square)
            at, said = centre_of(board, square), str(square)
        muzzle = None if body.column is None or at is None else _muzzle(board, body.side, body.column)
        session.act(lambda match: match.note(Aimed(side=body.side, aim=at, muzzle=muzzle, said=said)), body.seen)
        return jsonify(aims=aims_of(session))

    return aiming


def aims_of(session: MatchSession) -> list[dict[str, Any]]:
    """Return where the cannons aim that who asks may aim; none where there is no board to aim at."""
    role = role_now()
    if role.name == "spectator" or _board(session) is None:
        return []
    shots = shots_in(session.journal)
    return [
        {"side": side.name, "title": side.title, "square": shots.aim_of(side.name)}
        for side in session.info.sides
        if role.name == "referee" or role.side == side.name
    ]


def _board(session: MatchSession) -> SquareBoard | None:
    board = session.observation.table.board
    return board if isinstance(board, SquareBoard) else None


def _muzzle(board: SquareBoard, side: str, column: int) -> Point | None:
    """Return the middle of the strip behind a column of a side's first line (M1.3)."""
    if side not in FIELDS:
        return None
    x, y = centre_of(board, Square("A" if side == "A" else "G", column))
    return x, y - ahead_of(side)[1] * board.square_cm
