"""The set-up's step that measures heights: pictures from several places, the picture of heights, what it proposes."""

from dataclasses import dataclass
from pathlib import Path

import cv2
from flask import Response
from flask.typing import ResponseReturnValue

from referee.match.state import NotNow
from referee.setup.folder import SetUp
from referee.setup.heights import WANTED, HeightsStep, piece_there
from referee.setup.lens import Progress
from referee.setup.small_files import HeightsFile, RaisedPiece
from referee.words.game_words import piece_said
from table.errors import BadInput
from table.terrain import Point, Top
from table.uncertainty import SIGMAS_95
from vision.terrain.height_drawing import height_picture
from vision.terrain.raised import Raised
from web.answers import json_answer
from web.bodies import Body
from web.language import asked_language
from web.marks import answers
from web.setup.initial_values import or_none
from web.setup.session import SetupSession, WorkResult
from web.setup.setup_routes import BegunView, GoView, SetupRoutes, to_step
from web.setup.upload import PartBody, picture_of
from web.setup.views import words


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedPieceView:
    """A piece that the heights propose, in table cm, its height with one sigma; ``plus_minus_cm`` holds 95 %.

    ``told`` is the share measured. ``there`` is the piece of terrain that lies there already.
    """

    polygon: tuple[Point, ...]
    height_cm: float
    height_sigma_cm: float
    plus_minus_cm: float
    top: Top | None
    crest: tuple[Point, ...]
    told: float
    there: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredHeightsView:
    """What was measured: the share of the table that the pictures tell, how even it is, the pieces proposed."""

    told: float
    even_mm: float
    pictures: int
    pieces: tuple[ProposedPieceView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeightsView:
    """The pictures taken so far, and what was measured last; None before."""

    pictures: int
    wanted: int
    enough: bool
    measured: MeasuredHeightsView | None


@dataclass(frozen=True, slots=True)
class UploadedView:
    """What a part of a picture's file came to: ``heights`` is told with the last."""

    heights: HeightsView | None


def heights_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    """Add the routes of heights to the set-up's."""

    @routes.get("/heights")
    @json_answer
    def heights(made: SetUp) -> HeightsView:
        return _view(made, setup_session.heights_step(made))

    @routes.post("/heights/take", Body)
    @json_answer
    def take_heights(made: SetUp, _: Body) -> HeightsView:
        step = setup_session.heights_step(made)
        step.add(words("heights_picture", asked_language()), setup_session.frame().image)
        return _view(made, step)

    @routes.post("/heights/upload", PartBody)
    @json_answer
    def upload_heights(made: SetUp, body: PartBody) -> UploadedView:
        step = setup_session.heights_step(made)
        data = setup_session.upload.take(body)
        if data is not None:
            step.add(body.name, picture_of(data, body.name, asked_language()))
        return UploadedView(None if data is None else _view(made, step))

    @routes.post("/heights/take-all", Body)
    @json_answer
    def take_all_heights(made: SetUp, _: Body) -> BegunView:
        capture_loop = setup_session.capture_loop
        if capture_loop is None or not capture_loop.reading.single:
            raise NotNow("this camera has no folder of pictures: take them one by one")
        frames, step = capture_loop.feed.all_pages(), setup_session.heights_step(made)

        def gather(progress: Progress) -> WorkResult:
            # Other pictures may lie there too, of the board for one: they are left out, and nobody's fault.
            kept, wrong = 0, BadInput("no picture comes from it")
            for k, frame in enumerate(frames):
                progress(k, len(frames))
                try:
                    step.add(Path(frame.name).name, frame.image)
                    kept += 1
                except BadInput as error:
                    wrong = error
            if not kept:
                raise wrong
            return WorkResult(used=kept)

        return BegunView(setup_session.work.start("gather", gather))

    @routes.post("/heights/forget", Body)
    @json_answer
    def forget_heights(made: SetUp, _: Body) -> HeightsView:
        return _view(made, setup_session.heights_step(made, anew=True))

    @routes.post("/heights/measure", Body)
    @json_answer
    def measure_heights(made: SetUp, _: Body) -> BegunView:
        step = setup_session.heights_step(made)

        def work(progress: Progress) -> WorkResult:
            return WorkResult(used=step.measure(made, progress).pictures)

        return BegunView(setup_session.work.start("heights", work))

    @routes.post("/heights/skip", Body)
    @json_answer
    def skip_heights(made: SetUp, _: Body) -> GoView:
        if made.heights is None:
            made.heights = HeightsFile(skipped=True)
        return to_step("check")

    @routes.get("/heights/map.png")
    @answers("image/png")
    def heights_picture(made: SetUp) -> ResponseReturnValue:
        found, told = made.measured_heights(), made.heights
        if found is None or told is None:
            raise NotNow("no heights were measured")
        drawn = height_picture(found, [Raised(**dict(piece)) for piece in told.piece])
        return Response(cv2.imencode(".png", drawn)[1].tobytes(), mimetype="image/png")


def _view(made: SetUp, step: HeightsStep) -> HeightsView:
    return HeightsView(pictures=step.pictures, wanted=WANTED, enough=step.enough, measured=_measured(made))


def _measured(made: SetUp) -> MeasuredHeightsView | None:
    found, told = or_none(made.measured_heights), or_none(lambda: made.heights)  # spoilt: they are measured again
    if found is None or told is None:
        return None
    pieces = or_none(lambda: made.terrain) or ()
    return MeasuredHeightsView(
        told=found.share_told,
        even_mm=10 * found.sigma_cm,
        pictures=told.pictures,
        pieces=tuple(_proposed(piece, piece_there(piece, pieces)) for piece in told.piece),
    )


def _proposed(piece: RaisedPiece, there: str | None) -> ProposedPieceView:
    def rounded(ring: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((round(x, 2), round(y, 2)) for x, y in ring)

    return ProposedPieceView(
        polygon=rounded(piece.polygon),
        height_cm=round(piece.height_cm, 2),
        height_sigma_cm=round(piece.sigma_cm, 4),
        plus_minus_cm=SIGMAS_95 * piece.sigma_cm,
        top=piece.top,
        crest=rounded(piece.crest),
        told=piece.told,
        there=there and piece_said("", there, asked_language()),
    )
