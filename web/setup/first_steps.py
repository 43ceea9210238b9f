"""The set-up's first steps: game and language, the camera, what is printed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, request, url_for
from flask.typing import ResponseReturnValue

from calibration.sheets.frame import frame_of
from referee.setup.board_size import frame_with_board, same_table
from referee.setup.folder import SetUp
from referee.setup.hex_size import CARD_IDS, frame_with_hexes
from referee.setup.match_file import CM_PER, new_match, usual_sides
from referee.setup.sheets_file import SheetsFile
from referee.setup.source_file import SourceFile
from referee.setup.steps import STEPS, StepKey
from referee.words.translating import translated
from rules.game import Side
from table.board_size import HexSize, SquareSize
from table.errors import BadInput
from table.frame import Frame
from web.bodies import json_body
from web.errors import Refused
from web.language import COOKIE, asked_language
from web.roles import referee_only
from web.setup import views
from web.setup.bodies import CameraBody, MatchBody, SheetsBody, TurnBody
from web.setup.initial_values import or_none
from web.setup.session import PICTURES, SetupSession, pictures_folder
from web.setup.sheet_pdf import sheet_pdf, sheets_of


def first_step_routes(setup: Blueprint, setup_session: SetupSession) -> None:
    """Add the routes of match, camera and sheets to the set-up's."""

    @setup.post("/api/setup/<known_id>/match")
    @json_body(MatchBody)
    def match(body: MatchBody, known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        before = or_none(lambda: made.match) or new_match(body.game, body.title)
        if before.game != body.game:
            before = new_match(body.game, body.title)
        sides = before.sides or usual_sides(body.game)
        titles, language = (body.side_1, body.side_2), asked_language()
        named = tuple(
            side if title in (side.title, translated(side.title, language)) else Side(side.name, title, title)
            for side, title in zip(sides, titles, strict=True)
        )
        made.match = replace(
            before, title=body.title, language=body.language, units=body.units, sides=named,
            settings=body.settings_with(before.settings),
        )  # fmt: skip
        return spoken(_next(known_id, "match"), body.language)

    @setup.get("/api/setup/<known_id>/cameras")
    @referee_only
    def cameras(known_id: str) -> ResponseReturnValue:
        return jsonify(views.cameras_view(setup_session, setup_session.setup(known_id)))

    @setup.post("/api/setup/<known_id>/camera")
    @json_body(CameraBody)
    def camera(body: CameraBody, known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        text = _source_text(setup_session, made, body)

        def look(_: object) -> Mapping[str, Any]:
            size_px = setup_session.choose(made, text)
            made.source = SourceFile(text, size_px)
            return {"size": list(size_px)}

        return jsonify(work=setup_session.work.start("camera", look))

    @setup.post("/api/setup/<known_id>/turn")
    @json_body(TurnBody)
    def turn(body: TurnBody, known_id: str) -> ResponseReturnValue:
        setup_session.setup(known_id)
        if setup_session.capture_loop is not None:
            setup_session.capture_loop.feed.turn(body.pages)
        return jsonify(turned=body.pages)

    @setup.post("/api/setup/<known_id>/sheets")
    @json_body(SheetsBody)
    def sheets(body: SheetsBody, known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        cm = CM_PER[made.match.units] if made.match is not None else 1.0
        before = or_none(lambda: made.sheets) or SheetsFile()
        board = replace(before.board, square_cm=body.square_cm, marker_cm=body.inner_cm)
        made.sheets = SheetsFile(body.paper, body.bar_mm, body.marker_cm, body.markers, board)
        wanted = _frame(body, cm)
        # A frame that was surveyed, or written by hand, stays as it is while the play area does.
        if not same_table(or_none(lambda: made.frame), wanted):
            made.frame = wanted
        size = {side: round(views.in_units(made.match, side_cm), 2) for side, side_cm in _sides(wanted)}
        unit = made.match.units if made.match is not None else "cm"
        return _next(known_id, "sheets", said=views.words("sheets_made", asked_language(), unit=unit, **size))

    @setup.get("/setup/<known_id>/sheets/<which>.pdf")
    @referee_only
    def sheet(known_id: str, which: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        if which not in sheets_of(made.match.game if made.match is not None else ""):
            raise Refused("there is nothing at {path}", 404, path=request.path)
        name = f"vedette-{which}.pdf"
        head = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(sheet_pdf(made, which, asked_language()), mimetype="application/pdf", headers=head)

    def _next(known_id: str, key: StepKey, **told: str) -> Response:
        after = STEPS[min(STEPS.index(key) + 1, len(STEPS) - 1)]
        return jsonify(href=url_for("setup.step", known_id=known_id, key=after), **told)


def _frame(body: SheetsBody, unit_cm: float) -> Frame:
    """Return the frame a user asks for, whose lengths are in units of so many cm."""
    ids = CARD_IDS[: body.frame_markers]

    def cm(length: float) -> float:
        return round(length * unit_cm, 6)

    if body.board_square is not None:
        size = SquareSize(cm(body.board_square), cm(body.strip), cm(body.border), body.boards)
        return frame_with_board(size, ids, body.frame_cm)
    if body.hex_apart is not None:
        hexes = HexSize(
            cm(body.hex_apart), body.columns, body.rows, body.points == "pointy", body.shifted, cm(body.border),
            cm(body.strip),
        )  # fmt: skip
        return frame_with_hexes(hexes, ids, body.frame_cm)
    if body.width is None or body.depth is None:
        raise BadInput("say first how large the play area is")
    return frame_of(cm(body.width), cm(body.depth), ids, body.frame_cm)


def _sides(frame: Frame) -> tuple[tuple[str, float], ...]:
    return ("width", frame.width_cm), ("depth", frame.depth_cm)


def spoken(response: Response, language: str) -> Response:
    """Return an answer after which the page speaks that language."""
    response.set_cookie(COOKIE, language, max_age=365 * 24 * 3600, samesite="Strict")
    return response


def _source_text(setup_session: SetupSession, made: SetUp, body: CameraBody) -> str:
    """Return what a user would write after --camera; a request names no path."""
    if body.kind == "device":
        return str(body.index)
    if body.kind == "pictures":
        pictures_folder(made)
        return PICTURES
    if body.kind == "given":
        if setup_session.given is None:
            raise BadInput("no camera was named when Vedette was started")
        return setup_session.given
    address = body.address.strip()
    scheme = address.partition("://")[0].lower()
    if scheme not in ("http", "https", "rtsp", "rtsps"):
        raise BadInput("an address begins with http:// or rtsp://, such as http://192.168.1.20:8080/video")
    return address
