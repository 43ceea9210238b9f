"""The set-up being worked on: its folder, the capture loop of its camera, and the match that grows out of it."""

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from referee.capture_loop import CaptureLoop
from referee.clock import Clock
from referee.feed import Feed
from referee.match.state import NotNow
from referee.setup.folder import SetUp
from referee.setup.heights import HeightsStep
from referee.setup.lens import LensStep
from referee.setup.picture_quality import PictureQuality, assess_picture
from referee.setup.shelf import Shelf
from referee.setup.small_files import SourceFile
from referee.taken_with import camera_named
from referee.view_fields import IfKnown
from simulation.sources import open_source
from table.errors import BadInput
from vision.camera_identity import CameraIdentity, Difference, difference
from vision.sources.factory import is_phone, may_come
from vision.sources.frames import CameraFrame, FrameSource
from web.match_session import MatchSession
from web.phone import open_phone_server
from web.setup.upload import Upload
from web.table_stage import observer_of
from web.unseen import UnseenLooks
from web.work import Work, in_a_thread

if TYPE_CHECKING:
    from web.phone.server import PhoneServer

PICTURES = "pictures"
"""The folder inside a set-up where its owner may put pictures in place of a camera."""
FIRST_PICTURE_S = 12.0
ASK_AGAIN_S = 5.0
"""So often it is asked which camera looks: another may be plugged in while nobody looks at the page."""
PUT_AWAY_S = 1.5
"""How long a camera that is just being opened is waited for when it is let go: it may never answer."""


class PluggedCamera(Protocol):
    """A camera that is plugged in: what to give to --camera, its name, and why it cannot be used (None: it can)."""

    @property
    def index(self) -> int: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def trouble(self) -> str | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkResult:
    """What came of a step's work: each kind of work says its own.

    ``size`` is the camera's picture, ``used`` how many pictures show the board, ``fresh`` how many of them were not
    there before, ``views`` how many the lens was learned from, ``good_to_mm`` what any distance on the table is good
    to, ``map_said`` what is said of a printed map. ``fisheye``: the lens that was learned is one. ``warnings`` are what
    keeps it from being exact.
    """

    size: IfKnown[tuple[int, int]] = None
    used: IfKnown[int] = None
    fresh: IfKnown[int] = None
    rms_px: IfKnown[float] = None
    views: IfKnown[int] = None
    coverage: IfKnown[float] = None
    good_to_mm: IfKnown[float] = None
    map_said: IfKnown[tuple[str, ...]] = None
    fisheye: IfKnown[bool] = None
    warnings: IfKnown[tuple[str, ...]] = None


class SetupSession:
    """Holds one set-up at a time, and the capture loop of its camera; ``threads`` off lets a test step it by hand.

    ``given`` is the source named on the command line; ``cameras`` lists those plugged in; ``begin`` lets the match
    begin and returns its session; ``place`` returns the address under which phones find it; ``identify`` says which
    camera a source is; ``open_phone`` opens the page by which a phone becomes the camera.
    """

    def __init__(
        self, shelf: Shelf, clock: Clock, *, given: str | None = None,
        cameras: Callable[[], Sequence[PluggedCamera]] = list, opener: Callable[[str], FrameSource] | None = None,
        begin: Callable[["SetupSession", SetUp, CaptureLoop], MatchSession] | None = None, threads: bool = True,
        place: Callable[[], str | None] = lambda: None, identify: Callable[[str], CameraIdentity | None] = camera_named,
        open_phone: Callable[[], "PhoneServer"] = open_phone_server,
    ) -> None:  # fmt: skip
        self.shelf, self.clock, self.given, self.cameras, self.place = shelf, clock, given, cameras, place
        self._beside = in_a_thread if threads else lambda work: work()
        self.work, self.unseen = Work[WorkResult](self._beside), UnseenLooks(self._beside)
        self.upload = Upload()
        self.stuck = False
        """Whether a camera that was let go had still not answered: its thread is still waiting for it."""
        self.session: MatchSession | None = None
        self._opener, self._identify, self._open_phone = opener, identify, open_phone
        self._phone: PhoneServer | None = None
        self._begin, self._threads = begin, threads
        self._id: str | None = None
        self._capture_loop: CaptureLoop | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._lens: LensStep | None = None
        self._heights: HeightsStep | None = None
        self._quality: tuple[CameraFrame, PictureQuality] | None = None
        self._asked: tuple[CaptureLoop, float, CameraIdentity | None] | None = None
        self._lock = threading.RLock()
        self._viewing = threading.Lock()

    def setup(self, known_id: str) -> SetUp:
        """Return a set-up by its id and work on it from now on; raises NotNow while a match is played on another."""
        setup = self.shelf.get(known_id)
        with self._lock:
            if self._id == known_id:
                return setup
            self.let_another_in()
            self._put_away()
            self._id, self._lens, self._heights, self._quality = known_id, None, None, None
            self.unseen = UnseenLooks(self._beside)
            self._look_through(setup)
        return setup

    def let_another_in(self) -> None:
        """Raise NotNow while a match is played: then no other table is set up."""
        if self.session is not None:
            raise NotNow("a match is being played: stop Vedette and start it again to set up another table")

    @property
    def current(self) -> str | None:
        """The id of the set-up being worked on."""
        return self._id

    @property
    def capture_loop(self) -> CaptureLoop | None:
        """The capture loop of the camera of the set-up; None before one is chosen."""
        return self._capture_loop

    def phone(self) -> "PhoneServer":
        """Return the page by which a phone becomes the camera, opened if need be; raises BadInput where it cannot."""
        with self._lock:
            self._phone = self._phone or self._open_phone()
            return self._phone

    @property
    def phone_address(self) -> str | None:
        """What a phone opens to be the camera; None before one was asked for."""
        return None if self._phone is None else self._phone.address

    def choose(self, setup: SetUp, text: str, *, waits: bool = False) -> tuple[int, int] | None:
        """Look through another source and return its pictures' size; raises BadInput where none comes.

        Then the one before looks on, unless this one ``waits`` for its pictures to come. A phone is not waited for
        (None): somebody has to fetch it first. While a match is played it goes on with the new source. Raises NotNow
        where another is chosen meanwhile.
        """
        if is_phone(text):
            self.phone()
        with self._lock:
            before_it = self._capture_loop
            self._put_away()
            capture_loop = self._turn_to(setup, text, before_it)
        if not is_phone(text):
            self._wait_for_picture(capture_loop)
        reading = capture_loop.reading
        with self._lock:
            if self._capture_loop is not capture_loop:
                raise NotNow("another camera was chosen meanwhile")
            if reading.frame is None and is_phone(text):
                return None
            if reading.frame is None and not waits:
                self._put_away()
                if (before := _camera_of(setup)) is not None:
                    self._turn_to(setup, before, capture_loop)
        frame = reading.frame
        if frame is None:
            raise reading.reason or BadInput("no picture comes from it")
        height, width = frame.image.shape[:2]
        return width, height

    def _turn_to(self, setup: SetUp, text: str, before: CaptureLoop | None) -> CaptureLoop:
        """Look through a source from now on, for those who saw through the one before."""
        observer, audience = (before.observer, before.audience) if before is not None else (None, None)
        capture_loop = self._started(setup, text)
        capture_loop.audience = audience
        capture_loop.use(observer or observer_of(setup))
        return capture_loop

    def choose_given(self, setup: SetUp, text: str, *, strict: bool = False) -> None:
        """Look through the source named on the command line, and keep it as the set-up's where it gives pictures.

        ``strict`` raises BadInput for a file that gives none; a camera is waited for, and kept as the set-up's.
        """
        try:
            size_px = self.choose(setup, text, waits=True)
        except BadInput:
            if strict and not may_come(text):
                raise
            if strict:
                setup.source = SourceFile.of(text)
            return  # it is tried again and again; the page says that there is no picture
        kept = text if text == PICTURES or may_come(text) or not Path(text).exists() else str(Path(text).absolute())
        setup.source = SourceFile.of(kept, size_px)

    def relook(self, setup: SetUp) -> None:
        """Look at the table by the set-up's newest files."""
        with self._lock:
            if self._capture_loop is None:
                return
            observer = observer_of(setup)
            before = self._capture_loop.observer
            if (
                observer is not None
                and before is not None
                and observer.view.frame.width_cm != before.view.frame.width_cm
            ):
                self._capture_loop.observer = None
            self._capture_loop.use(observer)
            if not self._threads:
                self._capture_loop.step()

    def frame(self) -> CameraFrame:
        """Return the camera's newest picture; raises NotNow where there is none."""
        frame = self._capture_loop.reading.frame if self._capture_loop is not None else None
        if frame is None:
            raise NotNow("no picture comes from the camera yet")
        return frame

    def identity(self, setup: SetUp) -> CameraIdentity | None:
        """Return which camera gives the pictures now; None where nothing is known of it, or none has come."""
        source, capture_loop, now_s = setup.source, self._capture_loop, self.clock.now_s()
        if source is None or capture_loop is None or capture_loop.reading.frame is None:
            return None
        if self._asked is None or self._asked[0] is not capture_loop or now_s - self._asked[1] >= ASK_AGAIN_S:
            text = self.source_text(setup, source.camera)
            identity = self.phone().identity if is_phone(text) else self._identify(text)
            self._asked = capture_loop, now_s, identity
        return self._asked[2]

    def difference(self, setup: SetUp) -> Difference | None:
        """Return how the camera differs from the one the lens was learned with; None where nothing tells."""
        with contextlib.suppress(BadInput):  # its step says what is wrong with a file
            return difference(setup.identity, self.identity(setup))
        return None

    def quality(self, setup: SetUp) -> tuple[CameraFrame, PictureQuality]:
        """Return the newest picture and what it is good for, worked out once for each; raises NotNow."""
        frame = self.frame()
        with self._viewing:
            if self._quality is None or self._quality[0] is not frame:
                table_frame = setup.frame
                dictionary = table_frame.dictionary if table_frame is not None else "4x4_250"
                wanted = [marker.id for marker in table_frame.markers] if table_frame is not None else []
                self._quality = (frame, assess_picture(frame.grey, dictionary, wanted))
            return self._quality

    def lens_step(self, setup: SetUp) -> LensStep:
        """Return the lens step at work on the set-up's pictures."""
        sheets = setup.sheets
        if sheets is None:
            raise NotNow("say first how the board was printed")
        with self._lock:
            if self._lens is None or self._lens.spec != sheets.board or self._lens.setup.folder != setup.folder:
                self._lens = LensStep(setup, sheets.board)
            return self._lens

    def heights_step(self, setup: SetUp, *, anew: bool = False) -> HeightsStep:
        """Return the heights step with the pictures of the table that were taken, or ``anew`` without any."""
        view = setup.table
        if view is None:
            raise NotNow("find the table first")
        with self._lock:
            step = self._heights
            # A table found again is the same while frame and lens are: the camera was only put elsewhere.
            if anew or step is None or not step.is_of(view):
                step = self._heights = HeightsStep(view)
            return step

    def play(self, setup: SetUp) -> MatchSession:
        """Let the match begin, or go on; raises BadInput where the set-up is not finished."""
        with self._lock:
            if self._begin is None or self._capture_loop is None:
                raise NotNow("choose a camera first")
            if self.session is None:
                self._wait_for_picture(self._capture_loop)
                self.session = self._begin(self, setup, self._capture_loop)
                self._heights = None  # its pictures take much memory
            return self.session

    def source_text(self, setup: SetUp, text: str) -> str:
        """Return what to open: the set-up's own pictures lie in its folder."""
        return str(setup.folder / PICTURES) if text == PICTURES else text

    def close(self) -> None:
        """Let go of the camera."""
        with self._lock:
            self._put_away()
            if self._phone is not None:
                self._phone.close()

    def _wait_for_picture(self, capture_loop: CaptureLoop) -> None:
        """Wait for a source's first picture, or for what is the matter with it."""
        end_s = time.monotonic() + FIRST_PICTURE_S
        while (
            capture_loop is self._capture_loop
            and capture_loop.reading.frame is None
            and not capture_loop.reading.trouble
            and time.monotonic() < end_s
        ):
            if self._threads:
                time.sleep(0.05)
            else:
                capture_loop.step()

    def _look_through(self, setup: SetUp) -> None:
        if (text := _camera_of(setup)) is None:
            return
        capture_loop = self._started(setup, text)
        with contextlib.suppress(BadInput):  # its step says what is wrong with the file
            capture_loop.use(observer_of(setup))

    def _opened(self, setup: SetUp, text: str) -> FrameSource:
        if self._opener is not None:
            return self._opener(text)
        if is_phone(text):
            return self.phone().source()
        # A camera plugged in gives what it is asked for: the size that the table was found with.
        with contextlib.suppress(BadInput):
            view = setup.table
            return open_source(text, view.camera.lens.size_px if view is not None else None, paced=True)
        return open_source(text, paced=True)

    def _started(self, setup: SetUp, named: str) -> CaptureLoop:
        text = self.source_text(setup, named)
        capture_loop = CaptureLoop(Feed(lambda: self._opened(setup, text), self.clock.now_s), self.clock)
        self._capture_loop, self._stop = capture_loop, threading.Event()
        if self._threads:
            self._thread = threading.Thread(
                target=capture_loop.run, args=(self._stop,), name="vedette-eye", daemon=True
            )
            self._thread.start()
        return capture_loop

    def _put_away(self) -> None:
        capture_loop, thread = self._capture_loop, self._thread
        self._stop.set()
        self._capture_loop, self._thread = None, None
        if thread is not None:
            thread.join(timeout=PUT_AWAY_S)
            self.stuck = self.stuck or thread.is_alive()
        elif capture_loop is not None:
            capture_loop.feed.close()


def _camera_of(setup: SetUp) -> str | None:
    """Return the source that a set-up has; None before one is chosen, or where its file is damaged."""
    with contextlib.suppress(BadInput):
        return setup.source.camera if setup.source is not None else None
    return None


def pictures_folder(setup: SetUp) -> Path:
    """Return the set-up's own folder of pictures, made if need be."""
    folder = setup.folder / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    return folder
