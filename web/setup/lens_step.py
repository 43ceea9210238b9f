"""The set-up's lens step: pictures of the board take themselves, and the lens is learned; or without a board."""

from functools import partial

from calibration.accuracy import accuracy_of
from calibration.charuco import BoardView, Rejected
from referee.match.state import NotNow
from referee.setup.folder import SetUp
from referee.setup.lens import Progress, learn_without_board
from referee.surroundings import table_only
from table.errors import BadInput
from vision.above import png_bytes
from vision.sources.frames import CameraFrame
from web.answers import json_answer
from web.bodies import Body
from web.language import asked_language
from web.setup.bodies import ReuseBody
from web.setup.calibration_views import LensLookView, LensView, lens_view, look_view
from web.setup.session import SetupSession, WorkResult
from web.setup.setup_routes import BegunView, GoView, SetupRoutes, to_step
from web.setup.views import remark_lines


def lens_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    """Add the lens step's routes to the set-up's."""
    _picture_routes(routes, setup_session)
    _learning_routes(routes, setup_session)


def _picture_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    @routes.get("/lens")
    @json_answer
    def lens(made: SetUp) -> LensView:
        return covered(made)

    def covered(made: SetUp) -> LensView:
        gathered = setup_session.lens_step(made).gathered()
        return lens_view(gathered, len(made.lens_pictures()), asked_language())

    @routes.post("/lens/take", Body)
    @json_answer
    def take(made: SetUp, _: Body) -> LensView:
        frame = setup_session.frame()
        found = setup_session.lens_step(made).add(frame.grey, *_coded(frame), setup_session.identity(made))
        if found is None:
            raise BadInput("this picture is taken already: move the board, or turn to another picture")
        if isinstance(found, Rejected):
            raise BadInput("this picture tells nothing of the lens: {reason}", reason=found.reason)
        return covered(made)

    @routes.post("/lens/look", Body)
    @json_answer
    def look_at_board(made: SetUp, _: Body) -> LensLookView:
        """Look at the board in the newest picture, which takes itself where it is worth it."""
        frame = setup_session.frame()
        step, identity = setup_session.lens_step(made), setup_session.identity(made)
        looked = step.look(frame.index, frame.grey, partial(_coded, frame), identity)
        return look_view(looked, (frame.grey.shape[1], frame.grey.shape[0]), covered(made))

    @routes.post("/lens/take-all", Body)
    @json_answer
    def take_all(made: SetUp, _: Body) -> BegunView:
        capture_loop = setup_session.capture_loop
        if capture_loop is None or not capture_loop.reading.single:
            raise NotNow("this camera has no folder of pictures: take them one by one")
        frames = capture_loop.feed.all_pages()
        step, identity = setup_session.lens_step(made), setup_session.identity(made)

        def gather(progress: Progress) -> WorkResult:
            # Pictures without the board are of the table: they are left out, and nobody's fault.
            used = fresh = 0
            for k, frame in enumerate(frames):
                progress(k, len(frames))
                found = step.add(frame.grey, *_coded(frame), identity)
                used += not isinstance(found, Rejected)
                fresh += isinstance(found, BoardView)
            return WorkResult(used=used, fresh=fresh)

        return BegunView(setup_session.work.start("gather", gather))

    @routes.post("/lens/forget", Body)
    @json_answer
    def forget_board(made: SetUp, _: Body) -> LensView:
        made.forget_lens_pictures()
        return covered(made)


def _learning_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    @routes.post("/lens/learn", Body)
    @json_answer
    def learn(made: SetUp, _: Body) -> BegunView:
        step = setup_session.lens_step(made)

        def work(progress: Progress) -> WorkResult:
            profile = step.learn(progress)
            return WorkResult(
                rms_px=profile.rms_px, views=profile.views, coverage=profile.coverage, fisheye=profile.lens.fisheye
            )

        return BegunView(setup_session.work.start("learn", work))

    @routes.post("/lens/self", Body)
    @json_answer
    def by_itself(made: SetUp, _: Body) -> BegunView:
        frame, picture, identity = made.frame, setup_session.frame(), setup_session.identity(made)
        language = asked_language()
        if frame is None:
            raise NotNow("say first how large the play area is")

        def work(_: Progress) -> WorkResult:
            fit = learn_without_board(made, {picture.name: picture.grey}, frame, made.roster, identity)
            made.keep_table_picture(png_bytes(table_only(picture.image, frame, fit.view.camera)))
            setup_session.relook(made)
            return WorkResult(
                rms_px=fit.profile.rms_px, views=1, coverage=fit.profile.coverage,
                good_to_mm=10 * accuracy_of(fit.view).good_to_cm,
                warnings=remark_lines(fit.warnings, language) or None,
            )  # fmt: skip

        return BegunView(setup_session.work.start("self", work))

    @routes.post("/lens/same", Body)
    @json_answer
    def same_camera(made: SetUp, _: Body) -> GoView:
        identity = setup_session.identity(made)
        if identity is None:
            raise NotNow("no picture comes from the camera yet")
        made.identity = identity
        return to_step("lens")

    @routes.post("/lens/reuse", ReuseBody)
    @json_answer
    def reuse(made: SetUp, body: ReuseBody) -> GoView:
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


def _coded(frame: CameraFrame) -> tuple[bytes, str]:
    """Return a picture as a file has it: a camera's own JPEG as it is."""
    return (frame.jpeg.data, ".jpg") if frame.jpeg is not None else (png_bytes(frame.image), ".png")
