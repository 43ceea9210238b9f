"""The set-up's first steps: game and language, the camera, what is printed."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, after_this_request, request
from flask.typing import ResponseReturnValue

from calibration.sheets.frame import Unit, frame_of
from referee.match.state import NotNow
from referee.setup.bases import entry_of, types_wanted
from referee.setup.folder import SetUp
from referee.setup.hex_size import CARD_IDS, frame_with_board, frame_with_hexes, same_table
from referee.setup.match_file import CM_PER, new_match, usual_sides
from referee.setup.ready import marker_count
from referee.setup.small_files import SheetsFile, SourceFile
from referee.words.translation import translated
from rules.game import Side
from table.board_size import HexSize, SquareSize
from table.errors import BadInput
from table.frame import Frame
from table.roster import Roster
from vision.sources.factory import PHONE
from vision.sources.reasons import shown
from web.answers import json_answer
from web.bodies import Body
from web.errors import Refused
from web.language import COOKIE, asked_language
from web.marks import referee_only
from web.setup import views
from web.setup.bodies import CameraBody, MatchBody, RosterBody, SheetsBody, TurnBody
from web.setup.initial_values import or_none
from web.setup.session import PICTURES, SetupSession, WorkResult, pictures_folder
from web.setup.setup_routes import BegunView, GoView, SetupRoutes, to_step, version_of
from web.setup.sheet_pdf import sheet_pdf, sheets_of


@dataclass(frozen=True, slots=True)
class TurnedView:
    """How many pictures further a folder was turned."""

    turned: int


def first_step_routes(setup: Blueprint, routes: SetupRoutes, setup_session: SetupSession) -> None:
    """Add the routes of match, camera and sheets to the set-up's."""

    @routes.post("/match", MatchBody)
    @json_answer
    def match(made: SetUp, body: MatchBody) -> GoView:
        before = or_none(lambda: made.match) or new_match(body.game, body.title)
        if before.game != body.game:
            before = new_match(body.game, body.title)
        sides = before.sides or usual_sides(body.game)
        titles, language = (body.side_1, body.side_2), asked_language()
        if body.side_1.strip().casefold() == body.side_2.strip().casefold():
            raise BadInput("both sides have one name: give each its own")
        named = tuple(
            side if title in (side.title, translated(side.title, language)) else Side(side.name, title, title)
            for side, title in zip(sides, titles, strict=True)
        )
        made.match = replace(
            before, title=body.title, language=body.language, units=body.units, sides=named,
            settings=body.settings_with(before.settings),
        )  # fmt: skip
        speak(body.language)
        return to_step("camera", version=version_of(made, "match"))

    @routes.get("/cameras")
    @json_answer
    def cameras(made: SetUp) -> views.CamerasView:
        return views.cameras_view(setup_session, made)

    @routes.post("/camera", CameraBody)
    @json_answer
    def camera(made: SetUp, body: CameraBody) -> BegunView:
        text = _source_text(setup_session, made, body)

        def look(_: object) -> WorkResult:
            size_px = setup_session.choose(made, text)
            made.source = SourceFile.of(text, size_px)
            return WorkResult() if size_px is None else WorkResult(size=size_px)

        return BegunView(setup_session.work.start("camera", look, again=True))

    @routes.post("/turn", TurnBody)
    @json_answer
    def turn(_: SetUp, body: TurnBody) -> TurnedView:
        if setup_session.capture_loop is not None:
            setup_session.capture_loop.feed.turn(body.pages)
        return TurnedView(body.pages)

    @routes.post("/sheets", SheetsBody)
    @json_answer
    def sheets(made: SetUp, body: SheetsBody) -> GoView:
        unit = made.match.units if made.match is not None else "cm"
        cm = CM_PER[unit]
        wanted = _frame(body, (unit, cm))
        before = or_none(lambda: made.sheets) or SheetsFile()
        said = body.model_dump(include=set(SheetsFile.model_fields) - {"columns", "rows"})  # those are the map's
        made.sheets = SheetsFile(**{**dict(before), **said})
        # A frame that was surveyed, or written by hand, stays as it is while the play area does.
        if not same_table(or_none(lambda: made.frame), wanted):
            made.frame = wanted
        size = {"width": round(wanted.width_cm / cm, 2), "depth": round(wanted.depth_cm / cm, 2)}
        made_so = views.words("sheets_made", asked_language(), unit=unit, **size)
        return to_step("lens", made_so, version_of(made, "sheets"))

    @setup.get("/setup/<known_id>/sheets/<which>.pdf")
    @referee_only
    def sheet(known_id: str, which: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        if which not in sheets_of(made.match.game if made.match is not None else ""):
            raise Refused("there is nothing at {path}", 404, path=request.path)
        head = {"Content-Disposition": f'attachment; filename="vedette-{which}.pdf"'}
        return Response(sheet_pdf(made, which, asked_language()), mimetype="application/pdf", headers=head)


def _frame(body: SheetsBody, unit: Unit) -> Frame:
    """Return the frame a user asks for, whose lengths are in a unit."""
    ids = CARD_IDS[: body.frame_markers]

    def cm(length: float) -> float:
        return round(length * unit[1], 6)

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
    return frame_of(cm(body.width), cm(body.depth), ids, body.frame_cm, unit=unit)


def speak(language: str) -> None:
    """Let the page speak that language from the answer to this request on."""

    @after_this_request
    def keep(response: Response) -> Response:
        response.set_cookie(COOKIE, language, max_age=365 * 24 * 3600, samesite="Strict")
        return response


def _source_text(setup_session: SetupSession, made: SetUp, body: CameraBody) -> str:
    """Return what a user would write after --camera; a request names no path."""
    if body.kind == "device":
        return str(body.index)
    if body.kind == "phone":
        return PHONE
    if body.kind == "pictures":
        pictures_folder(made)
        return PICTURES
    if body.kind == "given":
        if setup_session.given is None:
            raise BadInput("no camera was named when Vedette was started")
        return setup_session.given
    address = body.address.strip()
    scheme = address.partition("://")[0].lower()
    if scheme not in ("http", "https", "rtsp", "rtsps") or len(address.split()) > 1:
        raise BadInput("an address begins with http:// or rtsp://, such as http://192.168.1.20:8080/video")
    before = or_none(lambda: made.source)
    # The page shows the address without its password, and sends that back where nobody wrote another.
    return before.camera if before is not None and address == shown(before.camera) else address


def mustering_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    """Add the routes of terrain, roster and play to the set-up's."""

    @routes.post("/terrain/none", Body)
    @json_answer
    def no_terrain(made: SetUp, _: Body) -> GoView:
        if not made.terrain:
            made.terrain = ()
        return to_step("roster")

    @routes.get("/roster")
    @json_answer
    def roster(made: SetUp) -> views.RosterView:
        match = made.match
        if match is None:
            raise NotNow("say first which game is played")
        return views.roster_view(setup_session, made, match, asked_language())

    @routes.post("/roster", RosterBody)
    @json_answer
    def keep_roster(made: SetUp, body: RosterBody) -> GoView:
        match, frame, before = made.match, made.frame, made.roster
        if match is None:
            raise NotNow("say first which game is played")
        sides = {side.name for side in match.sides}
        known = before.by_marker if before is not None else {}
        reserved = {marker.id for marker in frame.markers} if frame is not None else set()
        entries = []
        for stand in body.stands:
            if stand.side not in sides:
                raise BadInput("{name} is of the side {side}, which does not play", name=stand.name, side=stand.side)
            if stand.marker >= (count := marker_count(frame)):
                raise BadInput(
                    "marker {number} of {name} is not printed: the markers are 0 to {last}",
                    number=stand.marker, name=stand.name, last=count - 1,
                )  # fmt: skip
            if stand.marker in reserved:
                raise BadInput(
                    "marker {number} of {name} is on a card round the table, too", number=stand.marker, name=stand.name
                )
            if (types := types_wanted(match, stand.kind, stand.unit)) is not None:
                raise BadInput(
                    "{name} has no type: choose one in the roster, such as {known}", name=stand.name, known=types
                )
            base_cm = (stand.width_cm, stand.depth_cm)
            entries.append(
                entry_of(stand.marker, stand.name.strip(), stand.side, stand.kind, stand.unit.strip(), base_cm,
                         stand.mount, body.marker_cm, known.get(stand.marker))
            )  # fmt: skip
        made.roster = Roster(tuple(entries))
        setup_session.relook(made)
        return to_step("play", version=version_of(made, "roster"))

    @routes.post("/play", Body)
    @json_answer
    def play(made: SetUp, _: Body) -> GoView:
        setup_session.play(made)
        return GoView("/")
