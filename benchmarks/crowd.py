"""A table with as many stands as one likes, for benchmarks: how time grows from 10 to 250."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from marker_truth import true_corners_px

from simulation.synthetic.demo_table import demo_snapshot
from simulation.synthetic.fittings import default_camera, default_frame, default_roster, default_size_cm
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.frame import Frame
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.camera import Camera

SIZES_PX = {"1080p": (1920, 1080), "4K": (3840, 2160)}
MOST = 250
_FIRST = 230  # as many as the default markers are enough for; the others get ids from 250 on
_STEP_CM = 0.3


@dataclass(frozen=True, eq=False)
class Crowd:
    """A picture (H, W, 3) BGR of ``snapshot``, and everything that is true of it."""

    picture: np.ndarray
    snapshot: Snapshot
    camera: Camera
    frame: Frame
    roster: Roster

    @property
    def grey(self) -> np.ndarray:
        """The picture (H, W) as a referee's eye takes it."""
        return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY))

    def corners_px(self) -> dict[int, np.ndarray]:
        """Return where every marker's corners (4, 2) truly are."""
        return true_corners_px(self.camera, self.frame, self.roster, self.snapshot)


def crowd(count: int, size: str = "4K", dictionary: str = "4x4_1000", seed: int = 1) -> Crowd:
    """Render ``count`` soldiers in rows, each turned at random, on the demo's ground; blurred, noisy, JPEG 85."""
    size_px = SIZES_PX[size]
    empty = demo_snapshot()
    frame = replace(default_frame(empty.width_cm, empty.depth_cm), dictionary=dictionary)
    snapshot = Snapshot(empty.width_cm, empty.depth_cm, _soldiers(count, frame, np.random.default_rng(seed)))
    roster, camera = _roster(snapshot, default_size_cm(size_px)), default_camera(frame, size_px)
    look = Look(blur_px=0.6 if size == "1080p" else 0.8, noise=1.5, jpeg_quality=85)
    picture = Renderer(camera, frame, roster, look, seed).render(snapshot)
    return Crowd(picture, snapshot, camera, frame, roster)


def _roster(snapshot: Snapshot, size_cm: float) -> Roster:
    first = default_roster(replace(snapshot, stands=snapshot.stands[:_FIRST]), size_cm).entries
    others = default_roster(replace(snapshot, stands=snapshot.stands[_FIRST:]), size_cm).entries
    return Roster((*first, *(replace(entry, marker=entry.marker + 250) for entry in others)))


def _soldiers(count: int, frame: Frame, dice: np.random.Generator) -> tuple[Stand, ...]:
    if not 0 <= count <= MOST:
        raise SystemExit(f"from 0 to {MOST} stands, not {count}")
    columns = max(1, math.ceil(math.sqrt(count * frame.width_cm / frame.depth_cm)))
    rows = math.ceil(count / columns)
    places = [
        ((k % columns + 0.5) * frame.width_cm / columns, (k // columns + 0.5) * frame.depth_cm / rows)
        for k in range(count)
    ]
    shift = dice.uniform(-_STEP_CM, _STEP_CM, (count, 2))
    headings = dice.uniform(-180, 180, count)
    return tuple(
        Stand(f"soldier-{k + 1}", "us" if k % 2 else "de", "soldier", x + dx, y + dy, float(heading), 2.0, 1.6)
        for k, ((x, y), (dx, dy), heading) in enumerate(zip(places, shift, headings, strict=True))
    )
