"""One picture to everything `vedette measure` says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from table.errors import BadInput, Remark, Wanted
from table.ground import half_over
from table.roster import Roster
from table.stand import Stand
from table.terrain import Piece
from vision.arrays import Picture
from vision.bump import Settled, settle
from vision.heights import in_space
from vision.markers import MarkerSeen, find_markers
from vision.picture import in_grey
from vision.size_words import SizeWatch, print_words, roster_words
from vision.sizes import least_side_px, size_check
from vision.table_view import TableView

_STRETCHED_PX = 0.06  # twice what the frame's markers seem raised by in a clean picture
_COVERED = 0.05  # of a marker: less is hardly worth a word
_UNSURE_PX, _UNSURE_TIMES = 0.05, 4.0  # its centre's sigma: more than this, and than so many times the usual


@dataclass(frozen=True, eq=False)
class Measured:
    """What one picture showed.

    ``stands`` are those seen, in the roster's order; ``unseen`` the names and markers of the others; ``markers`` are
    all that was found.
    """

    stands: tuple[Stand, ...]
    unseen: tuple[tuple[str, int], ...]
    unknown_markers: tuple[MarkerSeen, ...]
    frame_seen: tuple[int, ...]
    frame_rms_px: float
    warnings: tuple[str, ...]
    roster: Roster
    view: TableView
    markers: tuple[MarkerSeen, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return what ``vedette measure --json`` prints."""
        by_name = {stand.name: stand for stand in self.stands}
        return {
            "stands": [_stand_json(entry.name, entry.marker, by_name.get(entry.name)) for entry in self.roster.entries],
            "unknown_markers": [
                {
                    "id": marker.id,
                    "x_px": round(float(marker.centre_px[0]), 3),
                    "y_px": round(float(marker.centre_px[1]), 3),
                    "score": round(marker.score, 4),
                }
                for marker in self.unknown_markers
            ],
            "frame": {"markers_seen": len(self.frame_seen), "rms_px": round(self.frame_rms_px, 4)},
            "warnings": list(self.warnings),
        }


def _stand_json(name: str, marker: int, stand: Stand | None) -> dict[str, Any]:
    if stand is None:
        return {"name": name, "marker": marker, "seen": False}
    return {
        "name": name,
        "marker": marker,
        "x": round(stand.x, 5),
        "y": round(stand.y, 5),
        "heading_deg": round(stand.heading_deg, 4),
        "sigma_cm": round(stand.sigma_cm, 5),
        "sigma_deg": round(stand.sigma_deg, 4),
        "z_cm": round(stand.z_cm, 4),
        "sigma_z_cm": round(stand.sigma_z_cm, 4),
        "tilt_deg": round(stand.tilt_deg, 2),
        "sigma_tilt_deg": round(stand.sigma_tilt_deg, 3),
        "seen": True,
    }


def measure(
    picture: Picture, view: TableView, roster: Roster, name: str = "the picture", terrain: Sequence[Piece] = ()
) -> Measured:
    """Measure every stand in a picture (H, W) grey or (H, W, 3) BGR of a calibrated table.

    Raises BadInput for a picture of another size than the camera was calibrated with, one without any frame marker,
    or a roster that uses a frame marker's id.
    """
    height, width = picture.shape[:2]
    if (width, height) != view.camera.lens.size_px:
        wide, high = view.camera.lens.size_px
        raise BadInput(
            "{name}: the picture is {width} x {height} px, but the table was calibrated at {wide} x {high} px",
            name=name, width=width, height=height, wide=wide, high=high,
        )  # fmt: skip
    frame_ids = {marker.id for marker in view.frame.markers}
    banner_ids = set(view.frame.banners.ids) if view.frame.banners else set()
    for marker in sorted(set(roster.by_marker) & (frame_ids | banner_ids)):
        what = "the frame" if marker in frame_ids else "the banners"
        raise BadInput(
            "marker {marker} is on the roster ({name}) and also on {what}",
            marker=marker, name=roster.by_marker[marker].name, what=Wanted(what),
        )  # fmt: skip
    grey = in_grey(picture)
    wanted = set(roster.by_marker) | frame_ids | banner_ids
    fits = SizeWatch(size_check(view, roster), view.camera, roster)
    found = find_markers(grey, view.frame.dictionary, wanted, fits, least_side_px(view, roster), tone=view.tone)
    settled = settle(view, {marker.id: marker for marker in found if marker.id in frame_ids}, name, grey)
    space = in_space(found, roster, settled.view, terrain)
    stands = space.stands
    seen = {stand.name for stand in stands}
    return Measured(
        stands,
        tuple((entry.name, entry.marker) for entry in roster.entries if entry.name not in seen),
        tuple(marker for marker in found if marker.id not in wanted),
        settled.frame_seen,
        settled.rms_px,
        settled.warnings
        + _lens_words(view)
        + _stretched(space.noise_px)
        + _off_table(stands, settled)
        + _half_over(stands, terrain)
        + _partly_covered(found, roster)
        + fits.words(seen)
        + print_words(space.scale, space.looks_cm, space.unsure_looks_cm, roster)
        + roster_words(roster),
        roster,
        settled.view,
        found,
    )


def _lens_words(view: TableView) -> tuple[Remark, ...]:
    if not view.self_calibrated:
        return ()
    return (Remark("the lens was learned without a board: this is less exact than `vedette calibrate camera`"),)


def _stretched(noise_px: float) -> tuple[Remark, ...]:
    if noise_px < _STRETCHED_PX:
        return ()
    return (
        Remark("the cards, which lie flat, look raised here, by {off_px:.2f} px: shaken, too bright or "
               "sharpened, this picture tells little of heights", off_px=noise_px),
    )  # fmt: skip


def _off_table(stands: tuple[Stand, ...], settled: Settled) -> tuple[Remark, ...]:
    frame = settled.view.frame
    off = [s.name for s in stands if not (-1 <= s.x <= frame.width_cm + 1 and -1 <= s.y <= frame.depth_cm + 1)]
    return (Remark("off the table: {names}", names=", ".join(off)),) if off else ()


def _half_over(stands: Sequence[Stand], terrain: Sequence[Piece]) -> tuple[Remark, ...]:
    return tuple(
        Remark("{name} stands half over the edge of {piece}", name=stand.name, piece=piece.name)
        for stand in stands
        for piece in half_over(stand, terrain)
    )


def _partly_covered(found: tuple[MarkerSeen, ...], roster: Roster) -> tuple[Remark, ...]:
    seen = [(roster.by_marker[marker.id].name, marker) for marker in found if marker.id in roster.by_marker]
    if not seen:
        return ()
    sigmas = np.array([marker.sigma_px for _, marker in seen])
    unsure = sigmas > np.maximum(_UNSURE_PX, _UNSURE_TIMES * np.median(sigmas))
    return tuple(
        Remark("{name} (marker {marker}) is partly covered, about {percent:.0f} %; its place is less sure",
               name=name, marker=marker.id, percent=round(100 * marker.hidden, -1))
        if marker.hidden >= _COVERED
        else Remark("{name} (marker {marker}) is not plain to see: something lies over its edge, or a hard shadow; "
                    "its place is less sure", name=name, marker=marker.id)
        for (name, marker), poor in zip(seen, unsure, strict=True)
        if marker.hidden >= _COVERED or poor
    )  # fmt: skip
