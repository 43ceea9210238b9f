"""The set-up's steps that calibrate the table: where it is, and the check by a tape."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from flask import Response
from flask.typing import ResponseReturnValue
from numpy.typing import NDArray

from calibration.accuracy import accuracy_of
from calibration.profile import CameraProfile
from referee.match.state import NotNow
from referee.setup.distance import (
    MARKER_PX,
    POINTED_PX,
    ErrorMap,
    distances_of,
    forget_distance,
    keep_distance,
    measured_distance,
)
from referee.setup.folder import SetUp
from referee.setup.lens import Progress
from referee.setup.map_fit import WRONG_SCALE, MapFound, find_map, is_fitted
from referee.setup.match_file import CM_PER, MatchFile
from referee.setup.scale import DoubtedTape, set_scale, tape_of
from referee.setup.small_files import CheckFile
from referee.setup.table import (
    Corner,
    FoundTable,
    corners_of,
    default_corners,
    find_table,
    grid_of,
    is_by_hand,
    lay_by_hand,
)
from referee.surroundings import table_only
from referee.view_fields import fields_of
from table.errors import BadInput
from table.frame import Frame, HexBoard, SquareBoard, Tape
from vision.above import jpeg_bytes, png_bytes
from vision.boards.hex_fit_drawing import fit_picture
from vision.markers import MarkerSeen
from vision.picture import in_colour
from vision.table_view import TableView
from web.answers import json_answer
from web.bodies import Body
from web.errors import Refused
from web.language import asked_language
from web.marks import answers
from web.setup import views
from web.setup.bodies import CornersBody, DistanceBody, IndexBody, TapeBody
from web.setup.calibration_views import (
    FoundTableView,
    QualityView,
    TapeCheckView,
    TapeView,
    distances_view,
)
from web.setup.session import SetupSession, WorkResult
from web.setup.setup_routes import BegunView, GoView, SetupRoutes, address_of, to_step


def calibration_step_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    """Add the routes of table and check to the set-up's."""
    _table_routes(routes, setup_session)
    _check_routes(routes, setup_session)


def _table_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    @routes.get("/table")
    @json_answer
    def table(made: SetUp) -> FoundTableView:
        view = made.table
        size_px = view.camera.lens.size_px if view is not None else _size(setup_session)
        corners = corners_of(view.camera, view.frame) if view is not None else default_corners(size_px)
        return _found_table(made, view, size_px, corners)

    @routes.post("/table/find", Body)
    @json_answer
    def find(made: SetUp, _: Body) -> FoundTableView:
        return _keep_table(made, find_table)

    @routes.post("/table/lay", CornersBody)
    @json_answer
    def lay(made: SetUp, body: CornersBody) -> FoundTableView:
        return _keep_table(made, partial(lay_by_hand, corners_px=body.corners))

    @routes.post("/table/map", Body)
    @json_answer
    def find_the_map(made: SetUp, _: Body) -> BegunView:
        picture, view, language = setup_session.frame(), _table_of(made), asked_language()

        def work(_: Progress) -> WorkResult:
            image = in_colour(picture.image)
            found = find_map(view, [np.asarray(image, np.uint8)])
            made.table = found.view
            made.keep_map_picture(jpeg_bytes(fit_picture(found.fit)))
            setup_session.relook(made)
            return WorkResult(map_said=tuple(map_said(found, language)))

        return BegunView(setup_session.work.start("map", work))

    @routes.get("/table/map.jpg")
    @answers("image/jpeg")
    def map_found(made: SetUp) -> ResponseReturnValue:
        drawn = made.map_picture()
        if drawn is None:
            raise NotNow("find the table first")
        return Response(drawn, mimetype="image/jpeg")

    @routes.post("/table/tape", TapeBody)
    @json_answer
    def tape(made: SetUp, body: TapeBody) -> FoundTableView:
        first, second = body.between
        if first == second:
            raise BadInput("choose two different cards")
        length_cm = round(body.length * CM_PER[_match_of(made).units], 4)
        taped = Tape(length_cm, (first, second))
        try:
            return _told(made, set_scale(made, setup_session.frame().grey, taped, sure=body.sure))
        except DoubtedTape as doubt:  # of all that is refused only this may be said once more
            raise Refused(doubt.template, 422, **doubt.values) from None

    def _keep_table(
        made: SetUp, find: Callable[[CameraProfile, Frame, NDArray[np.uint8]], FoundTable]
    ) -> FoundTableView:
        picture, profile, frame = setup_session.frame(), made.camera, made.frame
        if profile is None or frame is None:
            raise NotNow("learn the lens first")
        found = find(profile, frame, picture.grey)
        made.table = found.view
        made.keep_table_picture(png_bytes(table_only(picture.image, found.view.frame, found.view.camera)))
        return _told(made, found)

    def _told(made: SetUp, found: FoundTable) -> FoundTableView:
        setup_session.relook(made)
        language = asked_language()
        told = _found_table(made, found.view, found.view.camera.lens.size_px, found.corners_px)
        return replace(told, missing=found.missing, warnings=views.remark_lines(found.warnings, language))


def _found_table(
    made: SetUp, view: TableView | None, size_px: tuple[int, int], corners_px: Sequence[Corner]
) -> FoundTableView:
    """Return how a table is seen, with its board of squares or hexes; ``view`` is None for one not found yet."""
    lines = grid_of(view.camera, view.frame) if view is not None else ()
    board = made.frame.board if made.frame is not None else None
    hexes = isinstance(board, HexBoard)
    fitted = view is not None and hexes and is_fitted(made.frame, view.frame)
    return FoundTableView(
        **({} if view is None else fields_of(_quality(view))),
        size=size_px,
        corners=tuple(corners_px),
        found=view is not None,
        board=isinstance(board, SquareBoard),
        hexes=hexes,
        fitted=fitted,
        map_picture=fitted and made.map_picture() is not None,
        grid=tuple(tuple((round(u, 1), round(v, 1)) for u, v in line) for line in lines),
        cards=tuple(seen.id for seen in view.seen) if view is not None and not is_by_hand(view) else (),
        units=_match_of(made).units,
        tape=_tape_view(made, view),
    )


def _tape_view(made: SetUp, view: TableView | None) -> TapeView | None:
    tape = view.frame.tape if view is not None else None
    return None if tape is None else TapeView(tape.between, tape.length_cm / CM_PER[_match_of(made).units])


def map_said(found: MapFound, language: str) -> list[str]:
    """Return what is said of a printed map that was found: how well, how far off it lies, and what to look at."""
    fit = found.fit
    numbers = {
        "found": fit.found, "of": int(fit.visible.sum()), "rms": round(10 * fit.rms_cm, 2),
        "worst": round(10 * fit.worst_cm, 2), "moved": round(10 * fit.moved_cm, 1),
    }  # fmt: skip
    lines = [views.words("table_map_found", language, **numbers)]
    if abs(fit.scale - 1) > WRONG_SCALE:
        percent = round(100 * abs(fit.scale - 1), 1)
        lines.append(views.words(f"table_map_{'larger' if fit.scale > 1 else 'smaller'}", language, percent=percent))
    if fit.unclear:
        lines.append(views.words("table_map_unclear", language))
    # What a fit that is unclear says of it names a command's option: the line above says it to people at the page.
    warnings = found.warnings if fit.unclear else (*found.warnings, *fit.warnings)
    return [*lines, *views.remark_lines(warnings, language)]


def _check_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    @routes.get("/check")
    @json_answer
    def check(made: SetUp) -> TapeCheckView:
        return _check_view(made)

    @routes.post("/check/measure", DistanceBody)
    @json_answer
    def measure(made: SetUp, body: DistanceBody) -> TapeCheckView:
        view, cm = _table_of(made), CM_PER[_match_of(made).units]
        start, end, height_cm = body.start, body.end, body.height_cm
        if body.on_markers:
            seen = setup_session.quality(made)[1].markers
            ends = [_nearest(seen, place) for place in (start, end)]
            start, end = ((float(m.centre_px[0]), float(m.centre_px[1])) for m in ends)
            cards = {card.id: card.height_cm for card in view.frame.markers}
            if all(m.id in cards for m in ends):  # how high those lie is known
                height_cm = max(cards[m.id] for m in ends)
        sigma_px = MARKER_PX if body.on_markers else POINTED_PX
        keep_distance(made, measured_distance(view, start, end, body.true * cm, height_cm, sigma_px, body.between))
        return replace(_check_view(made), start=start, end=end)

    @routes.post("/check/scale", IndexBody)
    @json_answer
    def scale(made: SetUp, body: IndexBody) -> TapeCheckView:
        view, shown = _table_of(made), distances_of(made)
        if body.index >= len(shown):
            raise BadInput("there is no such distance")
        set_scale(made, setup_session.frame().grey, tape_of(view, shown[body.index]))
        setup_session.relook(made)
        return _check_view(made)

    @routes.post("/check/forget", IndexBody)
    @json_answer
    def forget(made: SetUp, body: IndexBody) -> TapeCheckView:
        forget_distance(made, body.index)
        return _check_view(made)

    @routes.post("/check/skip", Body)
    @json_answer
    def skip(made: SetUp, _: Body) -> GoView:
        made.check = CheckFile(skipped=True)
        return to_step("terrain")

    @routes.get("/errors.svg")
    @answers("image/svg+xml")
    def errors(made: SetUp) -> ResponseReturnValue:
        label = views.words("error_map", asked_language())
        drawn = ErrorMap(_table_of(made)).svg(address_of("setup.above"), label, distances_of(made))
        return Response(drawn, mimetype="image/svg+xml")

    @routes.get("/above.jpg")
    @answers("image/jpeg")
    def above(made: SetUp) -> ResponseReturnValue:
        picture = setup_session.frame()
        return Response(jpeg_bytes(ErrorMap(_table_of(made)).above().of(picture.image)), mimetype="image/jpeg")


def _table_of(made: SetUp) -> TableView:
    if (view := made.table) is None:
        raise NotNow("find the table first")
    return view


def _match_of(made: SetUp) -> MatchFile:
    if (match := made.match) is None:
        raise NotNow("find the table first")
    return match


def _check_view(made: SetUp) -> TapeCheckView:
    match, quality = _match_of(made), _quality(_table_of(made))
    return TapeCheckView(**fields_of(quality), distances=distances_view(made, match), units=match.units)


def _quality(view: TableView) -> QualityView:
    return QualityView(
        rms_px=view.rms_px,
        by_hand=is_by_hand(view),
        good_to_mm=10 * accuracy_of(view).good_to_cm,
    )


def _size(setup_session: SetupSession) -> tuple[int, int]:
    height, width = setup_session.frame().image.shape[:2]
    return width, height


def _nearest(seen: Sequence[MarkerSeen], place: tuple[float, float]) -> MarkerSeen:
    if not seen:
        raise BadInput("no marker is seen: lay two on the table")
    return min(seen, key=lambda marker: float(np.hypot(*(marker.centre_px - place))))
