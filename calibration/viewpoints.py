"""Which pictures were taken from one place: a camera that stands still sees every frame marker where it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.table_pose import STILL_PX, averaged
from table.frame import Frame
from vision.markers import MarkerSeen


@dataclass(frozen=True, eq=False)
class Viewpoint:
    """Pictures from one place, by name, and the frame markers as they show them on average."""

    pictures: tuple[str, ...]
    seen: Mapping[int, MarkerSeen]


def viewpoints(frame: Frame, pictures: Mapping[str, Sequence[MarkerSeen]]) -> list[Viewpoint]:
    """Group pictures by where they were taken from; first the camera's own place.

    That is the one most pictures were taken from, for no hand holds a camera twice in the same place; where there are
    as many from several, the one named first.
    """
    ids = {marker.id for marker in frame.markers}
    groups: list[dict[str, Sequence[MarkerSeen]]] = []
    for name, markers in pictures.items():
        shown = {marker.id: marker for marker in markers if marker.id in ids}
        same = next((group for group in groups if _still(shown, next(iter(group.values())))), None)
        if same is None:
            groups.append({name: tuple(shown.values())})
        else:
            same[name] = tuple(shown.values())
    groups.sort(key=len, reverse=True)
    return [Viewpoint(tuple(group), averaged(frame, group)) for group in groups]


def _still(shown: Mapping[int, MarkerSeen], before: Sequence[MarkerSeen]) -> bool:
    moved = [
        np.linalg.norm((shown[marker.id].corners_px - marker.corners_px).mean(axis=0))
        for marker in before
        if marker.id in shown
    ]
    return bool(moved) and float(np.median(moved)) <= STILL_PX
