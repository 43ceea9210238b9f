"""The luck passport: the match's dice and cannons held against chance, as a page, a PDF and JSON."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue
from pydantic import Field, StrictInt

from referee.cannon.aim import if_struck, in_line, muzzle_behind, shot_way
from referee.journal.payloads import Aimed
from referee.luck.passport import passport_of
from referee.luck.passport_text import passport_said
from referee.luck.passport_view import PassportView
from referee.luck.picture import bars_of, target_of
from referee.shots.shot_journal import Shots, shots_in
from referee.words import owed_sentence
from referee.words.translation import translated
from rules.board_cells import label_of
from rules.game import Side
from rules.registry import game_named
from table.frame import SquareBoard
from table.names import Name
from table.squares import FILES, Square, centre_of
from table.stand import Stand
from table.terrain import Point
from web.answers import json_answer
from web.bodies import Body, json_body
from web.errors import Refused
from web.language import asked_language
from web.marks import cached_while, expensive, players_too
from web.match_session import MatchSession, Situation
from web.pages import show_page
from web.roles import need_side, role_now
from web.ruler import rounded_points


class AimBody(Body):
    """The square a side's cannon aims at, and the column it stands behind as its owner counts them; none: not said."""

    side: Name
    square: Annotated[str, Field(max_length=8)] | None = None
    column: Annotated[StrictInt, Field(ge=1, le=FILES)] | None = None


@dataclass(frozen=True, slots=True)
class InLineView:
    """Somebody in a cannon's line: his square, and what would be said of him were he struck, with the clause."""

    name: str
    square: str
    sentence: str
    clause: str


@dataclass(frozen=True, slots=True)
class CannonAimView:
    """Where a side's cannon aims, where a shot may go, who stands in its line; before a declaration only the first.

    ``strip`` and ``spread`` are outlines in table cm.
    """

    side: str
    title: str
    square: str
    line: tuple[InLineView, ...] = ()
    strip: tuple[Point, ...] = ()
    spread: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class AimsView:
    """Where the cannons aim that who asks may aim."""

    aims: tuple[CannonAimView, ...]


def aiming_blueprint(session: MatchSession) -> Blueprint:
    """Return the route /api/aim."""
    aiming = Blueprint("aiming", __name__)

    @aiming.post("/api/aim")
    @players_too
    @json_body(AimBody)
    @json_answer
    def aim(body: AimBody) -> AimsView:
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
        muzzle = (
            None
            if body.column is None or at is None
            else muzzle_behind(session.info.game, board, body.side, body.column)
        )
        session.act(lambda match: match.note(Aimed(side=body.side, aim=at, muzzle=muzzle, said=said)), body.seen)
        return AimsView(aims_of(session))

    return aiming


def aims_of(session: MatchSession) -> tuple[CannonAimView, ...]:
    """Return where the cannons aim that who asks may aim; none where there is no board to aim at."""
    role = role_now()
    board = _board(session)
    if role.name == "spectator" or board is None:
        return ()
    shots = shots_in(session.journal)
    return tuple(
        _aim(session, board, shots, side)
        for side in session.info.sides
        if role.name == "referee" or role.side == side.name
    )


def _board(session: MatchSession) -> SquareBoard | None:
    board = session.observation.table.board
    return board if isinstance(board, SquareBoard) else None


def _aim(session: MatchSession, board: SquareBoard, shots: Shots, side: Side) -> CannonAimView:
    """Return where a cannon aims; straight ahead where nobody says from which column."""
    now, aimed = session.position(), shots.aimed(side.name)
    told = CannonAimView(side.name, translated(side.title, asked_language()), shots.aim_of(side.name))
    if now.mode == "reveal" or "shot" not in game_named(now.game).verbs or aimed is None or aimed.aim is None:
        return told
    muzzle = aimed.muzzle or (aimed.aim[0], muzzle_behind(now.game, board, side.name, 1)[1])
    way = shot_way(now.game, board, side.name, muzzle, aimed.aim, shots)
    return replace(
        told, line=tuple(_in_line(now, side.name, in_line(now.table, muzzle, aimed.aim))),
        strip=rounded_points(*way.strip), spread=rounded_points(*way.spread),
    )  # fmt: skip


def _in_line(now: Situation, side: str, struck: tuple[Stand, ...]) -> Iterator[InLineView]:
    language = asked_language()
    for stand, where, check in if_struck(now.game, now.table, side, struck, now.settings, now.memory):
        said = "" if check is None else owed_sentence(now.game, check, language=language)
        yield InLineView(stand.name, label_of(where, language), said, "" if check is None else check.clause)


MOST = 5000
"""So many entries are looked through while somebody waits for the page: several long matches' worth."""


def passport_blueprint(session: MatchSession) -> Blueprint:
    """Return the routes of the luck passport."""
    pages = Blueprint("passport", __name__)

    def said() -> PassportView:
        titles = {side.name: side.title for side in session.info.sides}
        return passport_said(passport_of(session.journal, most=MOST), titles, language=asked_language())

    @pages.get("/passport")
    @expensive
    @cached_while(lambda: session.written)
    def page() -> ResponseReturnValue:
        told = said()
        bars = [bars_of(group.faces) for group in (*told.dice, *told.taken_back)]
        targets = [target_of(cannon) for cannon in told.cannons]
        return show_page(
            "passport.html", ["passport", "cannon_page"], said=told, bars=bars, targets=targets, aims=aims_of(session)
        )

    @pages.get("/passport.pdf")
    @expensive
    @cached_while(lambda: session.written)
    def paper() -> ResponseReturnValue:
        from referee.luck.paper import passport_pdf  # noqa: PLC0415  (needs fpdf)

        headers = {"Content-Disposition": 'inline; filename="vedette-passport.pdf"', "Cache-Control": "no-cache"}
        return Response(passport_pdf(said(), language=asked_language()), mimetype="application/pdf", headers=headers)

    @pages.get("/api/passport")
    @expensive
    @cached_while(lambda: session.written)
    @json_answer
    def data() -> PassportView:
        """Return the match's luck passport."""
        return said()

    return pages
