"""A look for what is not seen: why markers of a table are not found in one picture, and which lie in it twice."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from referee.surroundings import table_only
from table.errors import BadInput
from table.mount import Pose, marker_from_stand
from table.roster import Roster
from table.snapshot import Snapshot
from table.terrain import Point
from vision.above import jpeg_bytes
from vision.arrays import Floats, Picture
from vision.copied import copied_markers
from vision.marker_drawing import cut_out
from vision.markers import find_markers
from vision.missing import missing_markers
from vision.picture import in_grey
from vision.search.refusals import Reason
from vision.square import frame_corners, square_corners
from vision.table_view import TableView

_HIDDEN = Reason(
    "hidden or gone: nothing reads as it where it should be: take away what covers it, or lay it there face up"
)


@dataclass(frozen=True)
class Spot:
    """A part of the camera's picture as JPEG, a marker's outline in it: ``masked``, what lies round the table is grey.

    ``seen``: there it may be; else it was there last, or should be there.
    """

    whole: bytes
    masked: bytes
    seen: bool


@dataclass(frozen=True)
class Unseen:
    """A marker that is not found: the stand that carries it, None for the frame's; why; where, if that is known."""

    marker: int
    name: str | None
    why: Reason
    spot: Spot | None


@dataclass(frozen=True)
class SeenTwice:
    """A marker that lies there more than once: where, in table cm; the first is the one that counts."""

    marker: int
    name: str | None
    places: tuple[Point, ...]
    spot: Spot | None


@dataclass(frozen=True)
class Look:
    """What one picture shows of the markers that are waited for; ``found`` are the stands whose markers are in it."""

    unseen: tuple[Unseen, ...]
    copied: tuple[SeenTwice, ...]
    found: frozenset[str]

    @property
    def told(self) -> tuple[Unseen | SeenTwice, ...]:
        """Everything there is to tell, one after the other."""
        return (*self.unseen, *self.copied)


def look_for_unseen(
    picture: Picture, view: TableView, roster: Roster, table: Snapshot, fallen: Collection[str] = ()
) -> Look:
    """Look for everything in a camera's picture (H, W) or (H, W, 3): it takes seconds.

    ``table`` is where stands were last; ``fallen`` ones are not missed. Raises BadInput for a picture of another size
    than the lens was learned with.
    """
    (height, width), (wide, high) = picture.shape[:2], view.camera.lens.size_px
    if (width, height) != (wide, high):
        raise BadInput(
            "the camera gives {width} x {height} px, and the lens was learned at {wide} x {high} px: learn it again",
            width=width, height=height, wide=wide, high=high,
        )  # fmt: skip
    grey = in_grey(picture)
    dictionary, entries = view.frame.dictionary, {entry.marker: entry for entry in roster.entries}
    frame = {marker.id for marker in view.frame.markers}
    waited = frame | {marker for marker, entry in entries.items() if entry.name not in fallen}
    found = find_markers(grey, dictionary, waited, tone=view.tone)
    places = _places_px(view, roster, table)
    pictures = picture, table_only(picture, view.frame, view.camera)
    names = {marker: entry.name for marker, entry in entries.items()}
    unseen = []
    for gone in missing_markers(grey, dictionary, found, waited):
        seen, place = gone.corners_px, places.get(gone.id)
        corners_px = place if seen is None else seen
        spot = None if corners_px is None else _spot(pictures, corners_px, seen=seen is not None)
        why = _HIDDEN if spot is not None and seen is None else gone.why
        unseen.append(Unseen(gone.id, names.get(gone.id), why, spot))
    copied = tuple(
        SeenTwice(it.markers[0].id, it.name, it.places, _spot(pictures, it.markers[1].corners_px, seen=True))
        for it in copied_markers(grey, view, roster, found, places)
    )
    found_names = frozenset(names[marker.id] for marker in found if marker.id in names)
    return Look(tuple(unseen), copied, found_names)


def _spot(pictures: tuple[Picture, Picture], corners_px: Floats, *, seen: bool) -> Spot | None:
    if not np.isfinite(corners_px).all():
        return None
    whole, masked = (jpeg_bytes(cut_out(picture, corners_px, sure=seen)) for picture in pictures)
    return Spot(whole, masked, seen)


def _places_px(view: TableView, roster: Roster, table: Snapshot) -> Mapping[int, Floats]:
    """Return where the corners (4, 2) px of each marker should be: the frame's, and those of stands seen before."""
    corners = {marker.id: frame_corners(marker) for marker in view.frame.markers}
    for entry in roster.entries:
        if entry.name not in table:
            continue
        stand, mount = table.stand(entry.name), entry.mount
        at = marker_from_stand(Pose(stand.x, stand.y, stand.heading_deg), mount)
        height_cm = stand.z_cm + mount.height_cm
        corners[entry.marker] = square_corners(at.x, at.y, height_cm, at.heading_deg, mount.size_cm)
    return {marker: view.camera.project(corners_cm) for marker, corners_cm in corners.items()}
