"""Finding the frame again after a jolt: where its markers are now, and where the camera must be for that."""

import numpy as np

from table.errors import BadGeometry
from vision.arrays import Bools, Floats, Grey
from vision.camera import Camera
from vision.watchman.camera_fit import ENOUGH, fit_camera
from vision.watchman.camera_watch import AGREE_PX
from vision.watchman.laid_frame import LaidFrame
from vision.watchman.relocator import Relocator

REACH_SHARE = 0.05  # of the picture's width: so far around its place a marker is looked for
MOST_TURN_DEG, MOST_SHARE = 15.0, 0.2  # of its height: further no jolt moves a camera that still sees the table
A_LOOK = 2  # markers that are looked for in one picture, when only some are lost
_ROUGH = np.tile(np.eye(2), (4, 4)) + np.eye(8) * 25.0  # px²: a centre known to a pixel, hardly any shape


class LostFrame:
    """Looks for lost frame markers, and says where the camera must be once enough of them agree."""

    def __init__(self, laid: LaidFrame, dictionary: str) -> None:
        self._laid, self._relocator = laid, Relocator(dictionary)
        self._next = 0

    def near(
        self, grey: Grey, expected_px: Floats, there: Bools, seen_px: Floats, avoid: Bools, camera: Camera
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

    def _camera(self, found: dict[int, Floats], there: Bools, seen_px: Floats, camera: Camera) -> Camera | None:
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
        enough = agreeing.sum() >= max(ENOUGH, (use.sum() + 1) // 2)
        return fit.camera if enough and _jolted(camera, fit.camera) else None


def _jolted(before: Camera, now: Camera) -> bool:
    """Whether a jolt may have brought a camera there: some pose fits any three places, however wrong they are."""
    turned = np.degrees(np.arccos(np.clip((np.trace(before.rotation @ now.rotation.T) - 1) / 2, -1, 1)))
    moved = np.linalg.norm(before.position_cm - now.position_cm)
    return bool(turned < MOST_TURN_DEG and moved < MOST_SHARE * abs(before.position_cm[2]))
