"""Who fell and who was moved: markers that are gone, tilted, or elsewhere on the board."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from table.mount import Mount
from table.roster import Entry, Roster
from table.squares import SquareReading
from table.terrain import Point
from table.uncertainty import apart, is_off
from vision.arrays import Light
from vision.falls.board_picture import BoardPicture, misfit
from vision.falls.board_push import Push, push_between
from vision.falls.plan import Plan, drawn
from vision.falls.seen import Fallen, Moved

PX_A_CM = 16.0
ALIKE = 0.6
"""How like its marker of before a patch must be (correlation): a blurred or half lit one is, a fallen figure is not."""
_AROUND_CM, _DARK = 0.7, 0.01


def still_stands(
    before: BoardPicture, after: BoardPicture, mount: Mount, marker_then: Point, marker_now: Point
) -> bool:  # fmt: skip
    """Say whether what was over a place (cm, at the mount's height) is still there within a few millimetres."""
    reach = 0.8 * mount.size_cm
    then = _patch(before, Plan.round(marker_then, reach, PX_A_CM), mount.height_cm)
    now = _patch(after, Plan.round(marker_now, reach + _AROUND_CM, PX_A_CM), mount.height_cm)
    if then.std() < 1e-3 or now.std() < 1e-3:
        return False
    return float(cv2.matchTemplate(now, then, cv2.TM_CCOEFF_NORMED).max()) > ALIKE


def _patch(picture: BoardPicture, plan: Plan, height_cm: float) -> Light:
    """Return what is seen at a height, as logarithms of light: shade takes the same off everything."""
    seen = drawn(picture.light, plan.seen_by(picture.camera, height_cm))
    return np.asarray(np.log(seen.mean(axis=2) + _DARK), dtype=np.float32)


MOVED_CM = 0.15
"""Between two pictures a figure was not moved when it is off by less."""
TILTED, TIMES = 0.025, 5.0
"""How badly, of its side, a tilted marker fits a flat square: at least so much, and so many times worse than before."""
LEANS_CM = 0.3
SURE, DOUBTFUL = 0.98, 0.6
"""How sure a fall is whose figure was plainly there before; and one that was half covered already."""
_HALF_HIDDEN = 0.25


@dataclass(frozen=True)
class Fates:
    """What became of every figure seen before: fallen, moved, or under something."""

    fallen: tuple[Fallen, ...]
    moved: tuple[Moved, ...]
    covered: tuple[str, ...]


def board_push(before: BoardPicture, after: BoardPicture) -> Push:
    """Return how the whole board was pushed, by the figures that stand in both pictures."""
    both = [name for name in before.stands if name in after.stands]
    places = [np.array([side.stands[name].centre for name in both]).reshape(-1, 2) for side in (before, after)]
    return push_between(*places)


def fates(
    before: BoardPicture, after: BoardPicture, roster: Roster, push: Push, readings: Mapping[str, SquareReading],
    hidden: Callable[[float, float], bool],
) -> Fates:  # fmt: skip
    """Return what became of each figure; ``hidden`` says whether something lies over a place (cm) now."""
    fallen, moved, covered = [], [], []
    for entry in roster.entries:
        stood = before.stands.get(entry.name)
        if stood is None:
            continue
        stands = after.stands.get(entry.name)
        x, y = push.after(np.array([stood.centre]))[0]
        if stands is None:
            marker_then, marker_now = _marker_places(entry, before, push)
            # A hand may be over his marker, which the camera sees beside his base, and not over the base.
            seen_at = after.camera.to_plane(after.camera.project([(*marker_now, entry.mount.height_cm)]))[0]
            if hidden(float(x), float(y)) or hidden(float(seen_at[0]), float(seen_at[1])):
                covered.append(entry.name)
            elif not still_stands(before, after, entry.mount, marker_then, marker_now):
                fallen.append(Fallen(entry.name, stood.centre, _sure(entry, before), "gone", readings.get(entry.name)))
            continue
        off = apart(stood.moved_to(float(x), float(y)), stands)
        if off.value > LEANS_CM and _tilted(entry, before, after):
            fallen.append(Fallen(entry.name, stood.centre, DOUBTFUL, "leaning", readings.get(entry.name)))
        elif is_off(off, MOVED_CM):
            moved.append(Moved(entry.name, stood.centre, stands.centre, off.value))
    return Fates(tuple(fallen), tuple(moved), tuple(covered))


def _marker_places(entry: Entry, before: BoardPicture, push: Push) -> tuple[Point, Point]:
    """Return where a marker was in table cm, and where it is if its figure only went with the board."""
    height = entry.mount.height_cm
    then = before.camera.to_plane([before.markers[entry.marker].centre_px], height)
    now = push.after(then)
    return (float(then[0, 0]), float(then[0, 1])), (float(now[0, 0]), float(now[0, 1]))


def _sure(entry: Entry, before: BoardPicture) -> float:
    return DOUBTFUL if before.markers[entry.marker].hidden > _HALF_HIDDEN else SURE


def _tilted(entry: Entry, before: BoardPicture, after: BoardPicture) -> bool:
    """Say whether a marker that lay flat over its figure's head does so no longer."""
    then = misfit(before.markers[entry.marker], entry.mount, before.camera)
    return misfit(after.markers[entry.marker], entry.mount, after.camera) > max(TILTED, TIMES * then)
