"""Markers that lie on a table more than once: where each is, and which of them counts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from table.errors import Remark
from table.roster import Roster
from table.terrain import Point
from vision.arrays import Floats, Grey
from vision.markers import MarkerSeen
from vision.missing import copies
from vision.table_view import TableView


@dataclass(frozen=True, eq=False)
class Copied:
    """A marker that is there more than once, the one that counts first, and where each is, in table cm.

    ``name`` is the stand's that carries it by the roster; None for another, of the frame for one.
    """

    name: str | None
    markers: tuple[MarkerSeen, ...]
    places: tuple[Point, ...]


def copied_markers(
    grey: Grey, view: TableView, roster: Roster, found: Sequence[MarkerSeen], places_px: Mapping[int, Floats]
) -> tuple[Copied, ...]:
    """Return what lies more than once in a grey picture (H, W) in which these markers were ``found``.

    ``places_px`` are the corners (4, 2) px of those that count, where known; else the one that was found counts.
    """
    again = defaultdict(list)
    for marker in copies(grey, view.frame.dictionary, found):
        again[marker.id].append(marker)
    entries, heights = roster.by_marker, {marker.id: marker.height_cm for marker in view.frame.markers}
    told = []
    for marker in (marker for marker in found if marker.id in again):
        entry, there = entries.get(marker.id), [marker, *again[marker.id]]
        if (place := places_px.get(marker.id)) is not None:
            middle = place.mean(axis=0)
            there.sort(key=lambda one: float(np.linalg.norm(one.centre_px - middle)))
        height_cm = entry.mount.height_cm if entry is not None else heights.get(marker.id, 0.0)
        at = view.camera.to_plane([one.centre_px for one in there], height_cm)
        places = tuple((float(x), float(y)) for x, y in at)
        told.append(Copied(entry.name if entry is not None else None, tuple(there), places))
    return tuple(told)


def copy_words(copied: Sequence[Copied]) -> tuple[Remark, ...]:
    """Return a warning for each, with the place that counts and the others."""
    told = []
    for it in copied:
        marker = it.markers[0].id
        whose = (
            Remark("marker {marker}", marker=marker)
            if it.name is None
            else Remark("{stand} (marker {marker})", stand=it.name, marker=marker)
        )
        first, *others = (Remark("{x:.1f}, {y:.1f} cm", x=x, y=y) for x, y in it.places)
        rest = reduce(lambda before, last: Remark("{first} and {last}", first=before, last=last), others)
        if len(others) == 1:
            told.append(
                Remark("{whose} is there twice: at {first}, which counts, and at {rest}: take away what does not "
                       "belong there, or print it with its own id", whose=whose, first=first, rest=rest)
            )  # fmt: skip
        else:
            told.append(
                Remark("{whose} is there {count} times: at {first}, which counts, and at {rest}: take away what does "
                       "not belong there, or print it with its own id",
                       whose=whose, count=len(it.places), first=first, rest=rest)
            )  # fmt: skip
    return tuple(told)
