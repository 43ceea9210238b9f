"""The set-up's steps that calibrate: the lens, the table, the check by a tape."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from flask import Blueprint, Response, jsonify, url_for
from flask.typing import ResponseReturnValue
from numpy.typing import NDArray

from calibration.charuco import Rejected
from calibration.uncertainty import predict
from referee.match.state import NotNow
from referee.setup.check_file import CheckFile
from referee.setup.distance import MARKER_PX, POINTED_PX, forget_distance, keep_distance, measured_distance
from referee.setup.error_map import ErrorMap
from referee.setup.folder import SetUp
from referee.setup.lens import Progress, learn_without_board
from referee.setup.map_fit import WRONG_SCALE, MapFound, find_map, is_fitted
from referee.setup.match_file import CM_PER
from referee.setup.table import FoundTable, corners_of, default_corners, find_table, grid_of, lay_by_hand
from referee.surroundings import table_only
from referee.words.translating import translated
from table.errors import BadInput
from table.frame import HexBoard, SquareBoard
from vision.above import jpeg_bytes
from vision.boards.hex_fit_drawing import fit_picture
from vision.sources.frames import CameraFrame
from vision.table_view import TableView
from web.bodies import Body, answers, json_body
from web.language import asked_language
from web.roles import referee_only
from web.setup import views
from web.setup.bodies import CornersBody, DistanceBody, IndexBody, ReuseBody
from web.setup.session import SetupSession


def calibration_step_routes(setup: Blueprint, setup_session: SetupSession) -> None:
    """Add the routes of lens, table and check to the set-up's."""
    _lens_routes(setup, setup_session)
    _table_routes(setup, setup_session)
    _check_routes(setup, setup_session)


def _lens_routes(setup: Blueprint, setup_session: SetupSession) -> None:
    @setup.get("/api/setup/<known_id>/lens")
    @referee_only
    def lens(known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        gathered = setup_session.lens_step(made).gathered()
        return jsonify(views.lens_view(gathered, len(made.lens_pictures()), asked_language()))

    @setup.post("/api/setup/<known_id>/lens/take")
    @json_body(Body)
    def take(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made = setup_session.setup(known_id)
        frame = setup_session.frame()
        found = setup_session.lens_step(made).add(frame.grey, *_coded(frame))
        if isinstance(found, Rejected):
            raise BadInput("the board is not seen: {reason}", reason=translated(found.reason, asked_language()))
        return lens(known_id)

    @setup.post("/api/setup/<known_id>/lens/take-all")
    @json_body(Body)
    def take_all(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made, capture_loop = setup_session.setup(known_id), setup_session.capture_loop
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

    @setup.post("/api/setup/<known_id>/lens/forget")
    @json_body(Body)
    def forget_board(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made = setup_session.setup(known_id)
        made.forget_lens_pictures()
        return lens(known_id)

    @setup.post("/api/setup/<known_id>/lens/learn")
    @json_body(Body)
    def learn(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made = setup_session.setup(known_id)
        step = setup_session.lens_step(made)

        def work(progress: Progress) -> Mapping[str, Any]:
            profile = step.learn(progress)
            return {"rms_px": profile.rms_px, "views": profile.views, "coverage": profile.coverage}

        return jsonify(work=setup_session.work.start("learn", work))

    @setup.post("/api/setup/<known_id>/lens/self")
    @json_body(Body)
    def by_itself(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made = setup_session.setup(known_id)
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

    @setup.post("/api/setup/<known_id>/lens/reuse")
    @json_body(ReuseBody)
    def reuse(body: ReuseBody, known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
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
        return jsonify(href=url_for("setup.step", known_id=known_id, key="table"))


def _table_routes(setup: Blueprint, setup_session: SetupSession) -> None:
    @setup.get("/api/setup/<known_id>/table")
    @referee_only
    def table(known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        view = made.table
        size_px = view.camera.lens.size_px if view is not None else _size(setup_session)
        corners = corners_of(view.camera, view.frame) if view is not None else default_corners(size_px)
        return jsonify(size=list(size_px), corners=[list(c) for c in corners], found=view is not None,
                       **(_quality(view) if view is not None else {}), **_grid(made, view))  # fmt: skip

    @setup.post("/api/setup/<known_id>/table/find")
    @json_body(Body)
    def find(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made, picture = setup_session.setup(known_id), setup_session.frame()
        profile, frame = made.camera, made.frame
        if profile is None or frame is None:
            raise NotNow("learn the lens first")
        return _keep_table(made, picture, find_table(profile, frame, picture.grey))

    @setup.post("/api/setup/<known_id>/table/lay")
    @json_body(CornersBody)
    def lay(body: CornersBody, known_id: str) -> ResponseReturnValue:
        made, picture = setup_session.setup(known_id), setup_session.frame()
        profile, frame = made.camera, made.frame
        if profile is None or frame is None:
            raise NotNow("learn the lens first")
        return _keep_table(made, picture, lay_by_hand(profile, frame, picture.grey, body.corners))

    @setup.post("/api/setup/<known_id>/table/map")
    @json_body(Body)
    def find_the_map(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made, picture = setup_session.setup(known_id), setup_session.frame()
        view = made.table
        if view is None:
            raise NotNow("find the table first")
        language = asked_language()

        def work(_: Progress) -> Mapping[str, Any]:
            image = picture.image if picture.image.ndim == 3 else cv2.cvtColor(picture.image, cv2.COLOR_GRAY2BGR)
            found = find_map(view, [np.asarray(image, np.uint8)])
            made.table = found.view
            made.keep_map_picture(jpeg_bytes(fit_picture(found.fit)))
            setup_session.relook(made)
            return {"map_said": map_said(found, language)}

        return jsonify(work=setup_session.work.start("map", work))

    @setup.get("/api/setup/<known_id>/table/map.jpg")
    @referee_only
    @answers("image/jpeg")
    def map_found(known_id: str) -> ResponseReturnValue:
        drawn = setup_session.setup(known_id).map_picture()
        if drawn is None:
            raise NotNow("find the table first")
        return Response(drawn, mimetype="image/jpeg")

    def _keep_table(made: SetUp, picture: CameraFrame, found: FoundTable) -> Response:
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


def _check_routes(setup: Blueprint, setup_session: SetupSession) -> None:
    @setup.get("/api/setup/<known_id>/check")
    @referee_only
    def check(known_id: str) -> ResponseReturnValue:
        return jsonify(**_check_view(setup_session.setup(known_id)))

    @setup.post("/api/setup/<known_id>/check/measure")
    @json_body(DistanceBody)
    def measure(body: DistanceBody, known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        match, view = made.match, made.table
        if match is None or view is None:
            raise NotNow("find the table first")
        start, end = body.start, body.end
        if body.on_markers:
            seen = setup_session.quality(made)[1].markers
            start, end = (_nearest([m.centre_px for m in seen], place) for place in (start, end))
        sigma_px = MARKER_PX if body.on_markers else POINTED_PX
        true_cm = body.true * CM_PER[match.units]
        keep_distance(made, measured_distance(view, start, end, true_cm, body.height_cm, sigma_px, body.between))
        return jsonify(**_check_view(made), start=list(start), end=list(end))

    @setup.post("/api/setup/<known_id>/check/forget")
    @json_body(IndexBody)
    def forget(body: IndexBody, known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        forget_distance(made, body.index)
        return check(known_id)

    @setup.post("/api/setup/<known_id>/check/skip")
    @json_body(Body)
    def skip(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made = setup_session.setup(known_id)
        made.check = CheckFile(skipped=True)
        return jsonify(href=url_for("setup.step", known_id=known_id, key="terrain"))

    @setup.get("/api/setup/<known_id>/errors.svg")
    @referee_only
    @answers("image/svg+xml")
    def errors(known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        view, checked = made.table, made.check
        if view is None:
            raise NotNow("find the table first")
        distances = checked.distances if checked is not None and checked.table == made.fingerprint() else ()
        label = views.words("error_map", asked_language())
        address = url_for("setup.above", known_id=known_id)
        return Response(ErrorMap(view).svg(address, label, distances), mimetype="image/svg+xml")

    @setup.get("/api/setup/<known_id>/above.jpg")
    @referee_only
    @answers("image/jpeg")
    def above(known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        view, picture = made.table, setup_session.frame()
        if view is None:
            raise NotNow("find the table first")
        return Response(jpeg_bytes(ErrorMap(view).above().of(picture.image)), mimetype="image/jpeg")


def _check_view(made: SetUp) -> dict[str, Any]:
    match, view = made.match, made.table
    if match is None or view is None:
        raise NotNow("find the table first")
    return {"distances": views.check_view(made, match), "units": match.units, **_quality(view)}


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
