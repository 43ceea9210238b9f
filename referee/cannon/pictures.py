"""The pictures before and after a shot, from above: kept like those of any ruling, looked into, cut round a stand."""

import logging
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cannon.found import Find, ShotFindings
from referee.cannon.frame_choice import FrameChoice
from referee.cannon.ring import KeptFrame
from referee.cannon.shot_state import Comparing
from referee.evidence.frames import FrameFolder, kept_frame
from referee.journal.payloads import Frame
from referee.surroundings import TableOnly
from referee.table_observer import MARGIN_CM
from table.errors import BadInput, VedetteError
from vision.above import FromAbove, jpeg_bytes
from vision.table_view import TableView
from vision.tracking.tracker import px_per_cm

FINEST_PX_PER_CM = 24.0
CROP_CM = 11.0
"""How much of the table a picture of one stand shows: it and its neighbours."""
CROP_PX = 320
QUALITY = 88


def keep_pictures(
    picked: FrameChoice, view: TableView, frames: FrameFolder | None
) -> tuple[Frame | None, Frame | None]:
    """Keep the pictures before and after a shot, and return what an entry says of each; None where there is none."""
    if frames is None:
        return None, None
    frame = view.frame
    rectangle = (-MARGIN_CM, -MARGIN_CM, frame.width_cm + MARGIN_CM, frame.depth_cm + MARGIN_CM)
    above = FromAbove(view.camera, rectangle, min(px_per_cm(view), FINEST_PX_PER_CM))
    table_only = TableOnly(frame, rectangle, above.size_px) if frames.masked else None
    x, y, z = (float(value) for value in view.camera.position_cm)

    def kept(one: KeptFrame | None, pinned: tuple[str, ...] = ()) -> Frame | None:
        if one is None:
            return None
        flat = above.of(one.picture)
        made = flat if table_only is None else table_only.of(flat)
        return kept_frame(frames, lambda: jpeg_bytes(made, QUALITY), rectangle, pinned, (x, y, z))

    before = kept(picked.before)
    return before, kept(picked.after, () if before is None else (before.sha256,))


def crop(jpeg: bytes, picture_cm: tuple[float, float, float, float], xy: tuple[float, float]) -> bytes:
    """Return, as JPEG, what a kept picture shows round a place in table cm; raises BadInput for a broken picture."""
    left, _near, right, far = picture_cm
    picture = _decoded(jpeg)
    _height, width = picture.shape[:2]
    per_cm = width / (right - left)
    u, v = (xy[0] - left) * per_cm, (far - xy[1]) * per_cm
    half = CROP_CM / 2 * per_cm
    scale = CROP_PX / (2 * half)
    shift = np.array([[scale, 0.0, (half - u) * scale], [0.0, scale, (half - v) * scale]])
    cut = cv2.warpAffine(picture, shift, (CROP_PX, CROP_PX), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return jpeg_bytes(np.asarray(cut, np.uint8), QUALITY)


@lru_cache(maxsize=4)
def _decoded(jpeg: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadInput("this is no picture")
    return np.asarray(picture, np.uint8)


log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class WorkerReport:
    """What came of a shot's pictures: what was found, or the key of why nothing was, and the pictures as kept."""

    shot: Comparing
    found: ShotFindings | None
    trouble: str = ""
    before: Frame | None = None
    after: Frame | None = None


def report_on(shot: Comparing, find: Find, view: TableView, frames: FrameFolder | None) -> WorkerReport:
    """Keep the pictures of a shot and look into them; nothing that fails stops the match."""
    before, after = keep_pictures(shot.picked, view, frames)
    if shot.picked.before is None:
        return WorkerReport(shot, None, "no_picture_before", before, after)
    try:
        return WorkerReport(shot, find(shot.picked, shot.table), "", before, after)
    except VedetteError as error:
        log.warning("the frames of a shot tell nothing: %s", error)
    except Exception:
        log.exception("looking for falls failed")
    return WorkerReport(shot, None, "not_found", before, after)
