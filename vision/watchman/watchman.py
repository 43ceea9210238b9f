"""The watchman: looks at the frame markers in every picture, and at the picture as a whole."""

import cv2
import numpy as np

from vision.arrays import Floats, Grey, Indices
from vision.camera import Camera
from vision.known_markers import Followed
from vision.table_view import TableView
from vision.watchman.baseline import Lasting
from vision.watchman.camera_fit import ENOUGH, TURNED_DEG, turn_deg
from vision.watchman.camera_watch import CameraWatch
from vision.watchman.frame_watch import FrameWatch
from vision.watchman.hand_map import HandMap
from vision.watchman.hand_watch import HandWatch
from vision.watchman.laid_frame import laid_frame
from vision.watchman.light_watch import DULL, LightWatch
from vision.watchman.lost_frame import LostFrame
from vision.watchman.picture_watch import PictureWatch, small_picture
from vision.watchman.watch import Notice, Watch, worst_first

SAID_S = 15.0  # so long a bump is talked of after the camera has come to rest
MOVES_SHARE = 0.0008  # of the picture: something moves over the table
OTHER_LIGHT = 0.1  # a change of its logarithm: another lamp
SHIFT_PX = 0.2  # of the small picture's px: the settled table is moved along with the camera


class Watchman:
    """Watches one camera over one table; give it every picture, in order.

    For each picture: follow the frame markers where ``frame_to_follow`` says, or where a search has found them, then
    ``look``.
    """

    def __init__(self, view: TableView) -> None:
        self._laid = laid_frame(view)
        self._camera = CameraWatch(view, self._laid)
        self._frame = FrameWatch(self._laid)
        self._lost = LostFrame(self._laid, view.frame.dictionary)
        self._light = LightWatch(self._laid.ids)
        self._picture = PictureWatch()
        self._hands = HandWatch()
        self._hands_camera = view.camera
        self._ratio: float | None = None
        self._too_few = Lasting(3)
        self._jumped = False
        width, depth = view.frame.width_cm, view.frame.depth_cm
        self._tips = np.array([(0.0, 0.0, 0.0), (width, 0.0, 0.0), (0.0, depth, 0.0)])

    @property
    def view(self) -> TableView:
        """The view that holds now."""
        return self._camera.view

    def frame_to_follow(self) -> tuple[Indices, Floats]:
        """Return the frame markers' ids (M,) and where their corners are expected in the next picture (M, 4, 2) px."""
        return self._laid.ids, self._frame.expected_px(self._camera.camera)

    def expected_px(self, corners_px: Floats) -> Floats:
        """Return where what lies still on the table, seen at these px (..., 2) from the calibrated place, is now."""
        return _seen_from(self._camera.calibrated.camera, self._camera.camera, corners_px)

    def look(self, grey: Grey, frame: Followed, time_s: float) -> Watch:
        """Say how camera, light, frame and table are in a picture (H, W) in which the frame was followed.

        ``frame`` are the markers of ``frame_to_follow``, in its order; ``time_s`` never runs backwards.
        """
        expected = self._frame.expected_px(self._camera.camera)
        self._frame.take(frame)
        known = self._camera.look(frame, self._frame.trusted, time_s)
        small, step = small_picture(grey)
        hands = self._hands.look(small, step, time_s, self._shift(step), learn=known and self._camera.still)
        self._frame.judge(frame, self._camera.off_px, known and self._camera.still, hands)
        covered, there = self._frame.covered, self._frame.there
        plain = there & (frame.contrast >= DULL)  # in the dark a card or two come and go
        notices = self._picture.look(grey, small, known and bool(plain.any()), time_s)
        of_light = self._light.look(frame, self._frame.trusted, self._camera.still, time_s)
        notices += [notice for notice in of_light if notice.key not in {said.key for said in notices}]
        self._note_light(notices, time_s)
        notices += self._of_the_camera(known, time_s)
        notices += self._of_hands(hands)
        watch = Watch(
            time_s,
            self._camera.view,
            self._camera.camera,
            self._camera.still,
            self._light.sharp,
            self._frame.ids(there),
            self._frame.ids(covered),
            self._frame.ids(~there & ~covered),
            self._frame.ids(self._frame.pushed),
            self._camera.shift_px,
            self._camera.shift_cm,
            self._camera.rms_px(frame, self._frame.trusted),
            hands,
            worst_first(notices),
        )
        self._jumped = False
        if not there.all() and len(there):
            found = self._lost.near(grey, expected, there, frame.corners_px, covered, self._camera.camera)
            self._believe(*found)
        return watch

    def _note_light(self, notices: list[Notice], time_s: float) -> None:
        """Tell of lamps once for each switch: the notice stays for a while, and arms may come meanwhile."""
        ratio = next((max(float(n.numbers["ratio"]), 0.01) for n in notices if n.key == "light_changed"), None)
        if ratio is not None and (self._ratio is None or abs(np.log(ratio / self._ratio)) > OTHER_LIGHT):
            self._hands.new_light(time_s)
            self._ratio = ratio
        elif ratio is None:
            self._ratio = None

    def _believe(self, places: dict[int, Floats], camera: Camera | None) -> None:
        self._jumped = camera is not None
        if camera is not None:
            self._camera.jump(camera)
            self._frame.forget_places()
            return
        for k, corners in places.items():
            self._frame.look_for(k, corners)

    def _of_the_camera(self, known: bool, time_s: float) -> list[Notice]:
        camera, trusted = self._camera, self._frame.trusted & self._laid.known
        counts = {"seen": int(trusted.sum()), "expected": len(trusted), "least": ENOUGH}
        too_few = self._too_few(int(trusted.sum()) < ENOUGH)
        if not known and self._jumped:  # found again from picture to picture, and gone again: it moves fast
            return [Notice("camera_moving", {"px": round(camera.shift_px, 1), "cm": round(camera.shift_cm, 2)})]
        if not known:
            lost = Notice("camera_lost" if trusted.any() else "no_frame", counts)
            return [lost] if too_few else []
        moved = {"px": round(camera.shift_px, 1), "cm": round(camera.shift_cm, 2)}
        notices = [*self._frame.notices(), *([Notice("no_frame", counts)] if too_few else [])]
        turned_deg = turn_deg(camera.calibrated.camera, camera.camera)
        if turned_deg > TURNED_DEG:
            notices.append(Notice("camera_turned", {"degrees": round(turned_deg)}))
        if not camera.still:
            return [*notices, Notice("camera_moving", moved)]
        if camera.bumped_s is not None and time_s - camera.bumped_s < SAID_S and camera.view is not camera.calibrated:
            notices.append(Notice("camera_bumped", moved))
        return notices

    def _of_hands(self, hands: HandMap) -> list[Notice]:
        if not self._camera.still:
            return []
        moving = float(hands.moving.mean()) > MOVES_SHARE
        return [Notice("hands", {"share": round(hands.share, 3)})] if moving or self._hands.large else []

    def _shift(self, step: int) -> Floats | None:
        """Return how the small picture moved since the settled table was last laid under it, if it did."""
        if self._camera.camera is self._hands_camera:
            return None
        was, now = ((c.project(self._tips) + 0.5) / step - 0.5 for c in (self._hands_camera, self._camera.camera))
        if np.abs(now - was).max() < SHIFT_PX:
            return None
        self._hands_camera = self._camera.camera
        return np.asarray(cv2.getAffineTransform(was.astype(np.float32), now.astype(np.float32)), dtype=np.float64)


def _seen_from(before: Camera, now: Camera, corners_px: Floats) -> Floats:
    """Return where one camera sees, on the table, what another sees at these px (..., 2)."""
    if before is now:
        return corners_px
    flat = before.to_plane(corners_px.reshape(-1, 2))
    return now.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(corners_px.shape)
