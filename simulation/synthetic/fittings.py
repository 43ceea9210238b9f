"""Sensible fittings for a table that has none of its own: frame markers, mounts, cameras above it."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from simulation.synthetic.plate import MARGIN_MODULES, frame_plates
from simulation.synthetic.stands import default_footprint, shape_of
from table.errors import BadInput
from table.frame import Frame, FrameMarker
from table.mount import Mount
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from vision.arrays import Floats
from vision.camera import Camera, Lens

FRAME_IDS = (240, 241, 242, 243, 244, 245)
FRAME_SIZE_CM = 5.0
OUTSIDE_CM = 3.8333  # a frame marker's centre: half its square, its margin, and half a centimetre of air
_RESERVED = range(230, 250)  # banners and frame markers


def default_frame(width_cm: float, depth_cm: float) -> Frame:
    """Return a frame of six 5 cm markers outside the play area: the corners, the middles of near and far side."""
    low, right, far = -OUTSIDE_CM, width_cm + OUTSIDE_CM, depth_cm + OUTSIDE_CM
    places = [(low, low), (width_cm / 2, low), (right, low), (right, far), (width_cm / 2, far), (low, far)]
    markers = tuple(
        FrameMarker(marker, x, y, FRAME_SIZE_CM, 0.02, 90.0) for marker, (x, y) in zip(FRAME_IDS, places, strict=True)
    )
    return Frame(width_cm, depth_cm, markers)


def default_size_cm(size_px: tuple[int, int]) -> float:
    """Return the markers' size that suits a picture: 1.5 cm at 4K, 2.0 cm below."""
    return 1.5 if size_px[0] >= 3000 else 2.0


def default_roster(snapshot: Snapshot, size_cm: float = 2.0) -> Roster:
    """Return a roster that gives the stands markers 0, 1, ... in table order, leaving out banners' and frame's ids.

    Vehicles carry theirs on the roof, all others on a tail behind the base. Raises BadInput for more stands than the
    default dictionary has markers.
    """
    ids = [marker for marker in range(250) if marker not in _RESERVED]
    if len(snapshot.stands) > len(ids):
        raise BadInput("the default markers are enough for {most} stands, not for {count}",
                       most=len(ids), count=len(snapshot.stands))  # fmt: skip
    entries = []
    for marker, stand in zip(ids, snapshot.stands, strict=False):
        default_width, default_depth = default_footprint(stand.kind, stand.unit)
        width, depth = stand.width_cm or default_width, stand.depth_cm or default_depth
        if shape_of(stand.kind, stand.unit, depth) in ("vehicle", "wreck"):
            mount = Mount(height_cm=3.01, size_cm=size_cm)
        else:
            back = min((base.along_cm - base.depth_cm / 2 for base in stand.bases), default=-depth / 2)
            mount = Mount(along_cm=back - size_cm * (0.5 + MARGIN_MODULES / 6), height_cm=0.31, size_cm=size_cm)
        entries.append(
            Entry(marker, stand.name, stand.side, stand.kind, width, depth, mount, stand.unit, stand.bases, stand.state)
        )
    return Roster(tuple(entries))


def with_footprints(snapshot: Snapshot) -> Snapshot:
    """Return the table with its kind's default footprint for every stand that has none."""
    stands = []
    for stand in snapshot.stands:
        width, depth = default_footprint(stand.kind, stand.unit)
        stands.append(stand.on_base(width, depth))
    return replace(snapshot, stands=tuple(stands))


def default_lens(size_px: tuple[int, int]) -> Lens:
    """Return an ordinary webcam's lens: 72 degrees across, its centre a little off, mild distortion."""
    width, height = size_px
    focal = 0.6885 * width
    matrix = np.array(
        [
            [focal, 0.0, (width - 1) / 2 - 0.0043 * width],
            [0.0, focal, (height - 1) / 2 + 0.0042 * width],
            [0.0, 0.0, 1.0],
        ]
    )
    return Lens(size_px, matrix, np.array([0.062, -0.148, 0.0006, -0.0004, 0.051]))


def club_lens(size_px: tuple[int, int], dice: np.random.Generator) -> Lens:
    """Return a webcam's lens: 68 to 74 degrees across, barrel distortion, its centre somewhat off."""
    width, height = size_px
    focal, k1 = dice.uniform(0.67, 0.73) * width, dice.uniform(-0.15, -0.05)
    centre = np.array([width - 1, height - 1]) / 2 + dice.normal(0, 0.004, 2) * width
    matrix = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
    bend = [k1, -0.5 * k1 + dice.normal(0, 0.01), *dice.normal(0, 0.0005, 2), 0.1 * k1]
    return Lens(size_px, matrix, np.array(bend))


def default_camera(
    frame: Frame, size_px: tuple[int, int] = (1920, 1080), tilt_deg: float = 4.0, turn_deg: float = 0.8
) -> Camera:
    """Return a camera above the near half, tilted away from it, as low as it can be with every frame marker in view.

    A border of 2.5 % of the picture's height stays round the markers' cards. Raises BadInput for a picture or table
    of no size.
    """
    if min(size_px) < 16:
        width, height = size_px
        raise BadInput("a picture of {width} x {height} px is too small for a table", width=width, height=height)
    tilt, turn = math.radians(tilt_deg), math.radians(turn_deg)
    down = np.diag([1.0, -1.0, -1.0])
    about_x = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    about_z = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    corners = np.concatenate([plate.card_cm() for plate in frame_plates(frame)] or [_play_area(frame)])
    target, distance = (corners.min(axis=0) + corners.max(axis=0)) / 2, math.hypot(frame.width_cm, frame.depth_cm)
    aim = _Aim(default_lens(size_px), about_z @ about_x @ down, target, corners, border=0.025, nearest_cm=1.0)
    return aim.lowest(distance * 0.2, distance * 6)


def over_table(lens: Lens, frame: Frame, tilt_deg: float, from_deg: float, roll_deg: float = 0.0) -> Camera:
    """Return a camera as low as it can be with every frame card in view, leaning ``tilt_deg`` from straight down.

    It stands away from the middle towards ``from_deg``, a heading on the table; the table stays upright in its picture.
    """
    cards = np.concatenate([plate.card_cm() for plate in frame_plates(frame)])
    target = np.append((cards.min(axis=0) + cards.max(axis=0))[:2] / 2, 0.0)
    tilt, turn, roll = np.radians([tilt_deg, from_deg, roll_deg])
    lean, _ = cv2.Rodrigues(np.array([-math.sin(turn), math.cos(turn), 0.0]) * -tilt)
    spin = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    rotation = spin @ np.diag([1.0, -1.0, -1.0]) @ np.asarray(lean)
    return _Aim(lens, rotation, target, cards, border=0.015, nearest_cm=20.0).lowest(40.0, 1000.0)


def _play_area(frame: Frame) -> Floats:
    return np.array([(x, y, 0.0) for x in (0.0, frame.width_cm) for y in (0.0, frame.depth_cm)])


@dataclass(frozen=True, eq=False)
class _Aim:
    """A lens looking one way at a target: how near it may come with all points (N, 3) cm in view.

    ``border`` stays free round them, a share of the picture's height; none is nearer than ``nearest_cm``.
    """

    lens: Lens
    rotation: Floats
    target: Floats
    points: Floats
    border: float
    nearest_cm: float

    def lowest(self, low_cm: float, high_cm: float) -> Camera:
        """Return the nearest camera that sees everything, between two distances."""
        for _ in range(40):
            middle = (low_cm + high_cm) / 2
            if self._sees_all(self._at(middle)):
                high_cm = middle
            else:
                low_cm = middle
        return self._at(high_cm)

    def _at(self, distance_cm: float) -> Camera:
        lens, rotation = self.lens, self.rotation
        camera = Camera(lens, rotation, np.array([0, 0, distance_cm]) - rotation @ self.target)
        for _ in range(3):  # the picture of a tilted table is centred when its seen extent is
            seen = camera.project(self.points)
            off = (seen.min(axis=0) + seen.max(axis=0)) / 2 - (np.array(lens.size_px) - 1) / 2
            shift = off / lens.matrix[0, 0] * distance_cm
            camera = Camera(lens, rotation, camera.translation - np.array([*shift, 0.0]))
        return camera

    def _sees_all(self, camera: Camera) -> bool:
        depth = self.points @ camera.rotation[2] + camera.translation[2]
        if depth.min() <= self.nearest_cm:
            return False
        seen, size = camera.project(self.points), np.array(camera.lens.size_px)
        border = self.border * size[1]
        return bool(((seen > border) & (seen < size - 1 - border)).all())
