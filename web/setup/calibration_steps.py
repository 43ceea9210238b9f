"""The set-up's steps that calibrate: the lens, the table, the check by a tape."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import cv2
import numpy as np
from flask import Response, jsonify
from flask.typing import ResponseReturnValue
from numpy.typing import NDArray

from calibration.charuco import Rejected
from calibration.profile import CameraProfile
from calibration.uncertainty import predict
from referee.match.state import NotNow
from referee.setup.distance import MARKER_PX, POINTED_PX, ErrorMap, forget_distance, keep_distance, measured_distance
from referee.setup.folder import SetUp
from referee.setup.lens import Progress, learn_without_board
from referee.setup.map_fit import WRONG_SCALE, MapFound, find_map, is_fitted
from referee.setup.match_file import CM_PER, MatchFile
from referee.setup.small_files import CheckFile
from referee.setup.table import FoundTable, corners_of, default_corners, find_table, grid_of, lay_by_hand
from referee.surroundings import table_only
from referee.words.translation import translated
from table.errors import BadInput
from table.frame import Frame, HexBoard, SquareBoard
from vision.above import jpeg_bytes
from vision.boards.hex_fit_drawing import fit_picture
from vision.sources.frames import CameraFrame
from vision.table_view import TableView
from web.bodies import Body
from web.language import asked_language
from web.marks import answers
from web.setup import views
from web.setup.bodies import CornersBody, DistanceBody, IndexBody, ReuseBody
from web.setup.session import SetupSession
from web.setup.setup_routes import SetupRoutes, address_of, to_step


def calibration_step_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    """Add the routes of lens, table and check to the set-up's."""
    _lens_routes(routes, setup_session)
    _table_routes(routes, setup_session)
    _check_routes(routes, setup_session)


def _lens_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    @routes.get("/lens")
    def lens(made: SetUp) -> ResponseReturnValue:
        gathered = setup_session.lens_step(made).gathered()
        return jsonify(views.lens_view(gathered, len(made.lens_pictures()), asked_language()))

    @routes.post("/lens/take", Body)
    def take(made: SetUp, _: Body) -> ResponseReturnValue:
        frame = setup_session.frame()
        found = setup_session.lens_step(made).add(frame.grey, *_coded(frame))
        if isinstance(found, Rejected):
            raise BadInput("the board is not seen: {reason}", reason=translated(found.reason, asked_language()))
        return lens(made)

    @routes.post("/lens/take-all", Body)
    def take_all(made: SetUp, _: Body) -> ResponseReturnValue:
        capture_loop = setup_session.capture_loop
        if capture_loop is None or not capture_loop.reading.single:
            raise NotNow("this camera has no folder of pictures: take them one by one")
        frames = capture_loop.feed.all_pages()
        step = setup_session.lens_step(made)

        def gather(progress: Progress) -> Mapping[str, Any]:
            # Pictures without the board are of the table: they are left out, and nobody's fault.
            kept = 0
            for k, frame in enumerate(frames):
                progress(k, len(frames))
                kept += not isinstance(step.add(frame.grey, *_coded(frame)), Rejected)
            return {"used": kept}

        return jsonify(work=setup_session.work.start("gather", gather))

    @routes.post("/lens/forget", Body)
    def forget_board(made: SetUp, _: Body) -> ResponseReturnValue:
        made.forget_lens_pictures()
        return lens(made)

    @routes.post("/lens/learn", Body)
    def learn(made: SetUp, _: Body) -> ResponseReturnValue:
        step = setup_session.lens_step(made)

        def work(progress: Progress) -> Mapping[str, Any]:
            profile = step.learn(progress)
            return {"rms_px": profile.rms_px, "views": profile.views, "coverage": profile.coverage}

        return jsonify(work=setup_session.work.start("learn", work))

    @routes.post("/lens/self", Body)
    def by_itself(made: SetUp, _: Body) -> ResponseReturnValue:
        frame, picture = made.frame, setup_session.frame()
        if frame is None:
            raise NotNow("say first how large the play area is")

        def work(_: Progress) -> Mapping[str, Any]:
            profile, view = learn_without_board(made, {picture.name: picture.grey}, frame, made.roster)
            made.keep_table_picture(_png(table_only(picture.image, frame, view.camera)))
            setup_session.relook(made)
            worst_mm = 10 * max(predict(view).corners_cm)
            return {"rms_px": profile.rms_px, "views": 1, "coverage": profile.coverage, "worst_mm": worst_mm}

        return jsonify(work=setup_session.work.start("self", work))

    @routes.post("/lens/reuse", ReuseBody)
    def reuse(made: SetUp, body: ReuseBody) -> ResponseReturnValue:
        profile = setup_session.shelf.get(body.match).camera
        if profile is None:
            raise BadInput("that match has no lens")
        source = made.source
        if source is not None and source.size_px is not None and source.size_px != profile.lens.size_px:
            (width, height), (wide, high) = source.size_px, profile.lens.size_px
            raise BadInput(
                "the camera gives {width} x {height} px, and the lens was learned at {wide} x {high} px: learn it "
                "again",
                width=width, height=height, wide=wide, high=high,
            )  # fmt: skip
        made.camera = profile
        return to_step("table")


def _table_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    @routes.get("/table")
    def table(made: SetUp) -> ResponseReturnValue:
        view = made.table
        size_px = view.camera.lens.size_px if view is not None else _size(setup_session)
        corners = corners_of(view.camera, view.frame) if view is not None else default_corners(size_px)
        return jsonify(size=list(size_px), corners=[list(c) for c in corners], found=view is not None,
                       **(_quality(view) if view is not None else {}), **_grid(made, view))  # fmt: skip

    @routes.post("/table/find", Body)
    def find(made: SetUp, _: Body) -> ResponseReturnValue:
        return _keep_table(made, find_table)

    @routes.post("/table/lay", CornersBody)
    def lay(made: SetUp, body: CornersBody) -> ResponseReturnValue:
        return _keep_table(made, partial(lay_by_hand, corners_px=body.corners))

    @routes.post("/table/map", Body)
    def find_the_map(made: SetUp, _: Body) -> ResponseReturnValue:
        picture, view, language = setup_session.frame(), _table_of(made), asked_language()

        def work(_: Progress) -> Mapping[str, Any]:
            image = picture.image if picture.image.ndim == 3 else cv2.cvtColor(picture.image, cv2.COLOR_GRAY2BGR)
            found = find_map(view, [np.asarray(image, np.uint8)])
            made.table = found.view
            made.keep_map_picture(jpeg_bytes(fit_picture(found.fit)))
            setup_session.relook(made)
            return {"map_said": map_said(found, language)}

        return jsonify(work=setup_session.work.start("map", work))

    @routes.get("/table/map.jpg")
    @answers("image/jpeg")
    def map_found(made: SetUp) -> ResponseReturnValue:
        drawn = made.map_picture()
        if drawn is None:
            raise NotNow("find the table first")
        return Response(drawn, mimetype="image/jpeg")

    def _keep_table(made: SetUp, find: Callable[[CameraProfile, Frame, NDArray[np.uint8]], FoundTable]) -> Response:
        picture, profile, frame = setup_session.frame(), made.camera, made.frame
        if profile is None or frame is None:
            raise NotNow("learn the lens first")
        found = find(profile, frame, picture.grey)
        made.table = found.view
        made.keep_table_picture(_png(table_only(picture.image, found.view.frame, found.view.camera)))
        setup_session.relook(made)
        language = asked_language()
        return jsonify(
            size=list(found.view.camera.lens.size_px), corners=[list(c) for c in found.corners_px], found=True,
            missing=list(found.missing), warnings=[translated(w, language) for w in found.warnings],
            **_quality(found.view), **_grid(made, found.view),
        )  # fmt: skip


def _grid(made: SetUp, view: TableView | None) -> dict[str, Any]:
    """Return whether there is a board of squares or hexes to find, and where its lines are seen, px."""
    lines = grid_of(view.camera, view.frame) if view is not None else ()
    board = made.frame.board if made.frame is not None else None
    kinds = {"board": isinstance(board, SquareBoard), "hexes": isinstance(board, HexBoard)}
    kinds["fitted"] = view is not None and kinds["hexes"] and is_fitted(made.frame, view.frame)
    kinds["map_picture"] = kinds["fitted"] and made.map_picture() is not None
    return {**kinds, "grid": [[[round(v, 1) for v in place] for place in line] for line in lines]}


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
    return lines


def _check_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    @routes.get("/check")
    def check(made: SetUp) -> ResponseReturnValue:
        return jsonify(**_check_view(made))

    @routes.post("/check/measure", DistanceBody)
    def measure(made: SetUp, body: DistanceBody) -> ResponseReturnValue:
        view, cm = _table_of(made), CM_PER[_match_of(made).units]
        start, end = body.start, body.end
        if body.on_markers:
            seen = setup_session.quality(made)[1].markers
            start, end = (_nearest([m.centre_px for m in seen], place) for place in (start, end))
        sigma_px = MARKER_PX if body.on_markers else POINTED_PX
        keep_distance(made, measured_distance(view, start, end, body.true * cm, body.height_cm, sigma_px, body.between))
        return jsonify(**_check_view(made), start=list(start), end=list(end))

    @routes.post("/check/forget", IndexBody)
    def forget(made: SetUp, body: IndexBody) -> ResponseReturnValue:
        forget_distance(made, body.index)
        return check(made)

    @routes.post("/check/skip", Body)
    def skip(made: SetUp, _: Body) -> ResponseReturnValue:
        made.check = CheckFile(skipped=True)
        return to_step("terrain")

    @routes.get("/errors.svg")
    @answers("image/svg+xml")
    def errors(made: SetUp) -> ResponseReturnValue:
        view, checked = _table_of(made), made.check
        distances = checked.distance if checked is not None and checked.table == made.fingerprint() else ()
        label = views.words("error_map", asked_language())
        drawn = ErrorMap(view).svg(address_of("setup.above"), label, distances)
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


def _check_view(made: SetUp) -> dict[str, Any]:
    match = _match_of(made)
    return {"distances": views.check_view(made, match), "units": match.units, **_quality(_table_of(made))}


def _quality(view: TableView) -> dict[str, Any]:
    expected = predict(view)
    return {
        "rms_px": view.rms_px,
        "by_hand": view.frame.survey_sigma_cm is None and not view.survey_sigma_cm,
        "centre_mm": 10 * expected.centre_cm,
        "worst_mm": 10 * max(expected.corners_cm),
    }


def _size(setup_session: SetupSession) -> tuple[int, int]:
    height, width = setup_session.frame().image.shape[:2]
    return width, height


def _nearest(centres: list[Any], place: tuple[float, float]) -> tuple[float, float]:
    if not centres:
        raise BadInput("no marker is seen: lay two on the table")
    off = [float(np.hypot(*(np.array(place) - centre))) for centre in centres]
    u, v = centres[int(np.argmin(off))]
    return float(u), float(v)


def _coded(frame: CameraFrame) -> tuple[bytes, str]:
    """Return a picture as a file has it: a camera's own JPEG as it is."""
    return (frame.jpeg.data, ".jpg") if frame.jpeg is not None else (_png(frame.image), ".png")


def _png(picture: NDArray[np.uint8]) -> bytes:
    return bytes(cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1])
