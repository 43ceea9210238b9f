"""Whether the camera moves, how far it has moved since calibration, and the view that holds now."""

from collections import deque

import cv2
import numpy as np

from table.errors import BadGeometry
from vision.arrays import Bools, Floats
from vision.camera import Camera
from vision.known_markers import Followed
from vision.pose import fit_pose
from vision.table_view import TableView
from vision.watchman.camera_fit import ENOUGH, CameraFit, fit_camera, resolved
from vision.watchman.laid_frame import LaidFrame

BUMPED_PX = 0.15  # the frame as a whole shifted by more than this: solved anew (0.08 mm at 4K, 0.16 mm at 1080p)
MOVING_SHARE, MOVING_PX = 1 / 1920, 1.0  # of the width, or px, from one picture to the next: more is not followed well
ALIKE_PX = 0.4  # markers too few to follow a move show that there was none
TREMBLE_PX, NOISE_SHARE = 0.04, 5.0  # more than this, and than so many of its own sigmas, is a real shift
SETTLE = 6  # pictures at rest after which a bumped camera is solved anew; ``camera`` goes on to take in more
AGREE_PX = 3.0  # markers agree with a camera that sees them within this
MOST = 60  # pictures that are averaged


class CameraWatch:
    """Follows the camera by the frame markers, from picture to picture.

    ``camera`` is where it is now; at rest the mean over pictures. ``view`` is what stands are measured with: the
    calibrated one, or one solved anew once the camera was still after a bump.
    """

    def __init__(self, view: TableView, laid: LaidFrame) -> None:
        self.calibrated, self._laid = view, laid
        self.view = view
        self.camera = view.camera
        self.still = True
        self.bumped_s: float | None = None
        self.off_px = np.zeros((len(laid.ids), 2))
        self._moving_px = max(MOVING_PX, MOVING_SHARE * view.camera.lens.size_px[0])
        self._home = laid.seen_by(view.camera)
        self._seen = self._home
        self._recent: deque[tuple[Floats, Bools, Floats]] = deque(maxlen=SETTLE)
        self._rest = _MeanCamera()
        self._calm = SETTLE

    @property
    def shift_px(self) -> float:
        """How far the picture of the frame has moved since calibration, on average over its markers."""
        return float(np.linalg.norm((self._seen - self._home).mean(axis=1), axis=1).mean()) if len(self._home) else 0.0

    @property
    def shift_cm(self) -> float:
        """The same on the table."""
        if not len(self._home):
            return 0.0
        shifts = np.linalg.norm((self._seen - self._home).mean(axis=1), axis=1)
        return float((shifts * self._laid.cm_per_px).mean())

    def look(self, frame: Followed, use: Bools, time_s: float) -> bool:
        """Take in where the frame markers were found, those in ``use`` well; False when they do not tell the camera.

        One or two are too few to follow a move, but where they are as they were, so is the camera.
        """
        use = use & self._laid.known
        if use.sum() < ENOUGH:
            self.off_px = (frame.corners_px - self._seen).mean(axis=1)
            as_before = use.any() and np.linalg.norm(self.off_px[use], axis=1).max() < ALIKE_PX
            self._calm = self._calm + 1 if as_before else 0
            self.still = self._calm >= 2
            return bool(as_before)
        fit = self._fit(frame, use)
        if fit is None:
            self.still, self._calm = False, 0
            return False
        self.off_px = fit.off_px
        now = self._laid.seen_by(fit.camera)
        moved = _apart(now, self._seen)
        self._calm = self._calm + 1 if moved < self._moving_px else 0
        self.still = self._calm >= 2
        if self._calm == 0:
            self._recent.clear()
        limit = max(TREMBLE_PX, NOISE_SHARE * fit.noise_px)
        if moved > limit:
            self._rest.clear()
        self._recent.append((now, use, frame.corners_px))
        self.camera = self._rest.add(fit.camera, (limit / max(moved, 1e-9)) ** 2)
        self._seen = self._laid.seen_by(self.camera)
        self._settle(frame.covariance_px, time_s)
        return True

    def _fit(self, frame: Followed, use: Bools) -> CameraFit | None:
        """Return the camera that most of the markers agree on: near the last one, or turned round altogether."""
        fit = fit_camera(self._laid, frame.corners_px, frame.covariance_px, use, self.camera)
        enough = max(ENOUGH, (int(use.sum()) + 1) // 2)
        if _agreeing(fit, use) >= enough:
            return fit
        try:
            anew = fit_pose(
                self.camera.lens, self._laid.corners_cm[use], frame.corners_px[use], frame.covariance_px[use], 0.0
            )
            fit = fit_camera(self._laid, frame.corners_px, frame.covariance_px, use, anew.camera)
        except (BadGeometry, np.linalg.LinAlgError):
            return None
        return fit if _agreeing(fit, use) >= enough else None

    def rms_px(self, frame: Followed, use: Bools) -> float | None:
        """Return how far the corners in use lie from where survey and camera put them, rms; None without any."""
        if not use.any():
            return None
        off = frame.corners_px[use] - self._laid.survey_seen_by(self.camera)[use]
        return float(np.sqrt((off**2).sum(axis=-1).mean()))

    def jump(self, camera: Camera) -> None:
        """Believe the camera to be somewhere else, roughly: the next picture will tell exactly."""
        self.camera, self._seen = camera, self._laid.seen_by(camera)
        self.still, self._calm = False, 0
        self._rest.clear()
        self._recent.clear()

    def _settle(self, covariance_px: Floats, time_s: float) -> None:
        """Solve the view anew when the camera has come to rest elsewhere."""
        if len(self._recent) < SETTLE or self._calm < SETTLE:
            return
        mean, trembling = self._recently()
        from_home, from_view = _apart(mean, self._home), _apart(mean, self._laid.seen_by(self.view.camera))
        if self.view is not self.calibrated and from_home < BUMPED_PX / 2:
            self.view = self.calibrated
        elif min(from_home, from_view) > max(BUMPED_PX, 2 * trembling):
            self._solve(covariance_px)
            self.bumped_s = time_s

    def _recently(self) -> tuple[Floats, float]:
        """Return where the frame was seen over the last few pictures, and how far it strayed from there."""
        all_seen = np.array([now for now, _, _ in self._recent])
        mean = all_seen.mean(axis=0)
        off = (all_seen - mean).mean(axis=2)
        return mean, float(np.linalg.norm(off, axis=2).mean(axis=1).max())

    def _solve(self, covariance_px: Floats) -> None:
        # The last pictures only: a camera that sinks slowly was elsewhere before, and would be solved anew for ever.
        recent = _Mean(len(self._laid.known))
        for _, used, seen in self._recent:
            recent.add(seen, used)
        corners, use = recent.mean(SETTLE)
        if use.sum() < ENOUGH:
            return
        try:
            self.view, _ = resolved(self.calibrated, self._laid, corners, covariance_px, use, self.camera)
        except BadGeometry:
            return


class _Mean:
    """The running mean of each marker's corners, over the pictures in which it was seen well."""

    def __init__(self, count: int) -> None:
        self._sum, self._count = np.zeros((count, 4, 2)), np.zeros(count)

    def add(self, corners_px: Floats, use: Bools) -> None:
        self._sum[use] += corners_px[use]
        self._count += use

    def mean(self, least: int) -> tuple[Floats, Bools]:
        """Return the means (M, 4, 2) and which markers have been seen in enough pictures (M,)."""
        return self._sum / np.maximum(self._count, 1)[:, None, None], self._count >= least / 2


def _agreeing(fit: CameraFit, use: Bools) -> int:
    return int((use & (np.linalg.norm(fit.off_px, axis=1) < AGREE_PX)).sum())


def _apart(one: Floats, other: Floats) -> float:
    """Return how far apart two pictures of the frame are: the mean over its markers, px."""
    return float(np.linalg.norm((one - other).mean(axis=1), axis=1).mean())


class _MeanCamera:
    """The running mean of cameras that differ little: of their small turns from the first, so that none wraps round."""

    def __init__(self) -> None:
        self._first: Camera | None = None
        self._sum, self.count = np.zeros(6), 0.0

    def clear(self) -> None:
        self._first, self._sum, self.count = None, np.zeros(6), 0.0

    def add(self, camera: Camera, most: float) -> Camera:
        """Return the mean with this camera in it, of at most so many pictures: of more the old ones fade."""
        if self._first is None:
            self._first = camera
        first = self._first
        turn, _ = cv2.Rodrigues(camera.rotation @ first.rotation.T)
        keep = min(self.count, max(min(most, MOST) - 1, 0.0))
        if self.count:
            self._sum *= keep / self.count
        self.count = keep + 1
        self._sum += np.concatenate(
            [np.asarray(turn, dtype=np.float64).ravel(), camera.translation - first.translation]
        )
        mean = self._sum / self.count
        if keep == 0:
            return camera
        turned, _ = cv2.Rodrigues(mean[:3])
        return Camera(first.lens, np.asarray(turned, dtype=np.float64) @ first.rotation, first.translation + mean[3:])
