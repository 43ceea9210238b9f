"""Finding the frame again after a jolt: where its markers are now, and where the camera must be for that."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from table.errors import BadGeometry
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.pose import fit_pose
from vision.watchman.camera_fit import ENOUGH, fit_camera
from vision.watchman.laid_frame import LaidFrame
from vision.watchman.relocating import Relocator

Floats = NDArray[np.float64]
Which = NDArray[np.bool_]

REACH_SHARE = 0.05  # of the picture's width: so far around its place a marker is looked for
AGREE_PX = 3.0  # markers roughly found agree with a camera that sees them within this
REMEMBERED_S = 1.5  # what a search found so long ago still counts
A_LOOK = 2  # markers that are looked for in one picture, when only some are lost
_ROUGH = np.tile(np.eye(2), (4, 4)) + np.eye(8) * 25.0  # px²: a centre known to a pixel, hardly any shape


class LostFrame:
    """Remembers what was found of a lost frame, and says where the camera must be once enough of it agrees."""

    def __init__(self, laid: LaidFrame, dictionary: str) -> None:
        self._laid, self._relocator = laid, Relocator(dictionary)
        self._found: dict[int, tuple[float, Floats]] = {}
        self._next = 0

    def near(
        self, grey: NDArray[np.uint8], expected_px: Floats, there: Which, seen_px: Floats, avoid: Which, camera: Camera
    ) -> tuple[dict[int, Floats], Camera | None]:
        """Look for markers that are not ``there`` (M,) around where they were expected (M, 4, 2) px.

        Returns where some of them are, by index, and a camera that explains most markers, if the old one does not.
        ``avoid`` (M,) need not be looked for as long as most of the frame is seen.
        """
        lost = np.flatnonzero(~there)
        adrift = int((there & self._laid.known).sum()) < max(ENOUGH, int(self._laid.known.sum()) // 2)
        if not adrift:
            lost = lost[~avoid[lost]]
            lost = np.roll(lost, -self._next)[:A_LOOK]
            self._next += A_LOOK
        reach = REACH_SHARE * grey.shape[1]
        found: dict[int, Floats] = {}
        for k in lost:
            there_now = self._relocator.find(grey, int(self._laid.ids[k]), expected_px[k], reach)
            if there_now is not None:
                found[int(k)] = there_now[0]
        return found, self._camera(found, there, seen_px, camera) if adrift else None

    def _camera(self, found: dict[int, Floats], there: Which, seen_px: Floats, camera: Camera) -> Camera | None:
        use = there & self._laid.known
        corners = seen_px.copy()
        for k, places in found.items():
            corners[k], use[k] = places, self._laid.known[k]
        if use.sum() < ENOUGH:
            return None
        try:
            fit = fit_camera(self._laid, corners, np.tile(_ROUGH, (len(use), 1, 1)), use, camera)
        except (np.linalg.LinAlgError, BadGeometry):
            return None
        agreeing = use & (np.linalg.norm(fit.off_px, axis=1) < AGREE_PX)
        return fit.camera if agreeing.sum() >= max(ENOUGH, (use.sum() + 1) // 2) else None

    def told(
        self, markers: Iterable[MarkerSeen], camera: Camera, time_s: float
    ) -> tuple[dict[int, Floats], Camera | None]:
        """Take in frame markers that a search found somewhere; return as ``near`` does."""
        places = {int(number): k for k, number in enumerate(self._laid.ids)}
        news = {places[m.id]: np.asarray(m.corners_px, dtype=np.float64) for m in markers if m.id in places}
        self._found.update({k: (time_s, corners) for k, corners in news.items()})
        self._found = {k: kept for k, kept in self._found.items() if time_s - kept[0] <= REMEMBERED_S}
        known = [k for k in self._found if self._laid.known[k]]
        if not news or len(known) < ENOUGH:
            return news, None
        corners = np.array([self._found[k][1] for k in known])
        expected = self._laid.seen_by(camera)[known]
        off = np.linalg.norm((corners - expected).mean(axis=1), axis=1)
        if (off < AGREE_PX).sum() >= ENOUGH:
            return news, None
        try:
            fit = fit_pose(camera.lens, self._laid.corners_cm[known], corners, np.tile(_ROUGH, (len(known), 1, 1)), 0.0)
        except BadGeometry:
            return news, None
        agreeing = np.linalg.norm(fit.residual_px.mean(axis=1), axis=1) < AGREE_PX
        return news, fit.camera if agreeing.sum() >= max(ENOUGH, (len(known) + 1) // 2) else None
