"""A filmed table: a world with time, and the exact truth at every moment of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import shapely
from film_acts import Act, Poses, Truth, after
from film_conditions import Conditions
from marker_truth import true_corners_px
from numpy.typing import NDArray

from simulation.synthetic.hand import Hand, hand_thing
from simulation.synthetic.plate import frame_plates
from simulation.synthetic.things import Stage
from table.frame import Frame
from table.mount import Pose
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg
from table.terrain import Piece
from vision.camera import Camera

Floats = NDArray[np.float64]
MOVES_CM_S, TURNS_DEG_S = 0.05, 0.5
_STEP_S = 0.005


@dataclass(frozen=True, eq=False)
class MatchState:
    """The truth at one time.

    ``table`` holds the stands that stand on it; ``drawn`` also those that lie, without their markers. ``moving`` are
    the names of those that move just then. ``shaking``: the camera swings.
    """

    time_s: float
    table: Snapshot
    drawn: Snapshot
    moving: frozenset[str]
    hands: tuple[Hand, ...]
    camera: Camera
    shaking: bool


@dataclass(frozen=True, eq=False)
class Film:
    """A table, what happens on it and to its camera; ``roster`` is what a referee knows, ``strangers`` are not on it.

    ``start`` says where everybody stands at first (by name; who is missing is not on the table).
    """

    frame: Frame
    roster: Roster
    camera: Camera
    start: Poses
    acts: tuple[Act, ...]
    conditions: Conditions = field(default_factory=Conditions)
    strangers: tuple[Entry, ...] = ()
    pieces: tuple[Piece, ...] = ()
    seconds: float = 60.0
    _entries: dict[str, Entry] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_entries", {entry.name: entry for entry in self.everything.entries})

    @cached_property
    def everything(self) -> Roster:
        """The roster and the strangers."""
        return Roster(self.roster.entries + self.strangers)

    @cached_property
    def truths(self) -> tuple[Truth, ...]:
        """What happens to stands, in order."""
        return tuple(sorted((t for act in self.acts for t in act.truths), key=lambda truth: truth.start_s))

    def at(self, time_s: float) -> MatchState:
        """Return the truth at a time."""
        poses, lying = after(self.acts, self.start, time_s)
        table = Snapshot(self.frame.width_cm, self.frame.depth_cm, self._stands(poses), self.pieces, time_s)
        drawn = table
        for stand in self._stands(lying):  # not on the roster under that name: drawn without a marker
            drawn = drawn.with_stand(replace(stand, name=f"{stand.name} lying"))
        hands = tuple(hand for act in self.acts for hand in act.hands(time_s))
        camera, shaking = self.conditions.camera(self.camera, time_s), self.conditions.shaking(time_s)
        return MatchState(time_s, table, drawn, self._moving(poses, time_s), hands, camera, shaking)

    def _stands(self, poses: Poses) -> tuple[Stand, ...]:
        return tuple(entry.stand_at(poses[name]) for name, entry in self._entries.items() if name in poses)

    def _moving(self, now: Poses, time_s: float) -> frozenset[str]:
        near = [t.stand for t in self.truths if t.start_s - 0.1 < time_s < t.end_s + 0.1 and t.way is not None]
        if not near:
            return frozenset()
        before, _ = after(self.acts, self.start, time_s - _STEP_S)
        names = (name for name in near if name in now and name in before)
        return frozenset(name for name in names if _speeds(before[name], now[name]))

    def hidden(self, moment: MatchState) -> dict[str, float]:
        """Return by name what share of each stand's marker hands hide; only those of which something is hidden."""
        if not moment.hands:
            return {}
        return self._hidden(moment, true_corners_px(moment.camera, self.frame, self.everything, moment.table))

    def frame_hidden(self, moment: MatchState) -> dict[int, float]:
        """Return by id what share of each frame marker hands hide, where it is more than nothing."""
        shapes = {plate.id: moment.camera.project(plate.corners_cm()) for plate in frame_plates(self.frame)}
        return _shares(shapes, self._cover(moment))

    def _hidden(self, moment: MatchState, corners: dict[int, Floats]) -> dict[str, float]:
        by_marker = self.everything.by_marker
        shares = _shares({k: v for k, v in corners.items() if k in by_marker}, self._cover(moment))
        return {by_marker[marker].name: share for marker, share in shares.items()}

    def _cover(self, moment: MatchState) -> shapely.Geometry | None:
        if not moment.hands:
            return None
        eye = moment.camera.position_cm
        stage = Stage((float(eye[0]), float(eye[1]), float(eye[2])), 125.0)
        seen = [
            shapely.Polygon(moment.camera.project(face.points_cm)).buffer(0)
            for hand in moment.hands
            for face in hand_thing(hand, stage).faces
        ]
        return shapely.union_all(seen)


def _speeds(before: Pose, now: Pose) -> bool:
    cm_s = math.hypot(now.x - before.x, now.y - before.y) / _STEP_S
    return cm_s > MOVES_CM_S or abs(wrap_deg(now.heading_deg - before.heading_deg)) / _STEP_S > TURNS_DEG_S


def _shares(shapes: dict[int, Floats], cover: shapely.Geometry | None) -> dict[int, float]:
    if cover is None:
        return {}
    markers = shapely.polygons(np.array(list(shapes.values())))
    shares = np.atleast_1d(shapely.area(shapely.intersection(markers, cover)) / shapely.area(markers))
    return {marker: float(share) for marker, share in zip(shapes, shares, strict=True) if share > 1e-6}


def frame_shift_px(film: Film, time_s: float) -> float:
    """Return how far the frame markers' picture has moved since the film began: the median of their centres."""
    centres = np.array([plate.corners_cm().mean(axis=0) for plate in frame_plates(film.frame)])
    moved = film.at(time_s).camera.project(centres) - film.camera.project(centres)
    return float(np.median(np.hypot(*moved.T)))


def clearance_cm(film: Film, times_s: Sequence[float]) -> float:
    """Return how near any two markers come to each other, centre to centre, at those times."""
    nearest = math.inf
    for time_s in times_s:
        seen = true_corners_px(film.camera, film.frame, film.everything, film.at(time_s).table)
        flat = film.camera.to_plane(np.array([corners.mean(axis=0) for corners in seen.values()]))
        apart = np.hypot(*(flat[:, None] - flat[None]).transpose(2, 0, 1)) + np.eye(len(flat)) * 1e3
        nearest = min(nearest, float(apart.min()))
    return nearest
