"""What a roster says about markers that cannot be: sizes the picture contradicts, centimetres that are millimetres."""

from collections import defaultdict
from collections.abc import Collection, Mapping

import numpy as np

from table.errors import BadInput, Remark
from table.roster import Roster
from vision.arrays import Bools, Floats, Indices
from vision.camera import Camera
from vision.search.acceptance import Fits
from vision.sizes import on_planes

HIGH_CM, LARGE_CM = 10.0, 8.0  # a stand's marker is lower and smaller: who wrote more may have measured in mm
_HIGHEST = 0.9  # of the camera's own height
_MOST_UNEVEN = 1.25  # what is no square on its plane is clutter, whatever it was read as
_SIZES_CM = (0.4, 20.0)
_LISTED = 4
MISPRINT = 0.01
"""A print that is off by more is worth a word."""


class SizeWatch:
    """A check whether markers have their own size, as ``fits`` says, that remembers the stands' it refused.

    Raises BadInput for a roster that puts a marker as high as the camera.
    """

    def __init__(self, fits: Fits, camera: Camera, roster: Roster) -> None:
        self._fits, self._camera, self._roster = fits, camera, roster
        self._looks_cm: dict[int, float] = {}
        for entry in roster.entries:
            if entry.mount.height_cm > _HIGHEST * camera.position_cm[2]:
                raise BadInput(
                    "{name}: the roster puts its marker {height_cm:g} cm above the table, and the camera hangs at "
                    "{camera_cm:.0f} cm; heights are in cm, not in mm",
                    name=entry.name, height_cm=entry.mount.height_cm, camera_cm=camera.position_cm[2],
                )  # fmt: skip

    def __call__(self, ids: Indices, corners_px: Floats) -> Bools:
        """Return whether markers with these corners (N, 4, 2) px can be these ids (N,)."""
        good = self._fits(ids, corners_px)
        for number, corners in zip(ids[~good], corners_px[~good], strict=True):
            entry = self._roster.by_marker.get(int(number))
            if entry is not None:
                looks, uneven = on_planes(self._camera, corners[None], np.array([entry.mount.height_cm]))
                if uneven[0] < _MOST_UNEVEN and _SIZES_CM[0] < looks[0] < _SIZES_CM[1]:
                    self._looks_cm[int(number)] = float(looks[0])
        return good

    def words(self, seen: Collection[str]) -> tuple[Remark, ...]:
        """Return a warning for the stands not seen because their markers are of another size than the roster says."""
        alike: dict[tuple[float, float], list[str]] = defaultdict(list)
        for entry in self._roster.entries:
            if entry.marker in self._looks_cm and entry.name not in seen:
                alike[round(self._looks_cm[entry.marker], 1), entry.mount.size_cm].append(entry.name)
        return tuple(_size_words(names, looks, says) for (looks, says), names in alike.items())


def _size_words(names: list[str], looks_cm: float, says_cm: float) -> Remark:
    told = {"names": _listed(names), "looks": looks_cm, "says": says_cm}
    if len(names) == 1:
        return Remark("{names}: its marker looks {looks:.1f} cm; the roster says {says:g}, so I left it out", **told)
    return Remark("{names}: their markers look {looks:.1f} cm; the roster says {says:g}, so I left them out", **told)


def print_words(
    scale: float, looks_cm: Mapping[str, float], unsure_looks_cm: Mapping[str, float], roster: Roster
) -> tuple[Remark, ...]:
    """Return warnings of markers that were printed larger or smaller than the roster says: all of them, or one.

    ``unsure_looks_cm`` are the sizes of those whose stands may as well be at another height than all others.
    """
    sizes = {entry.name: entry.mount.size_cm for entry in roster.entries}
    odd = tuple(
        Remark(
            "{name}: its marker looks {looks:.2f} cm; the roster says {says:g}, so its height is not told",
            name=name,
            looks=looks,
            says=sizes[name],
        )
        for name, looks in looks_cm.items()
    ) + tuple(
        Remark(
            "{name}: it alone is not level with the others, or its marker is {looks:.2f} cm and not {says:g} as the "
            "roster says",
            name=name, looks=looks, says=sizes[name],
        )
        for name, looks in unsure_looks_cm.items()
    )  # fmt: skip
    if abs(scale - 1) < MISPRINT:
        return odd
    percent = 100 * abs(scale - 1)
    if scale > 1:
        return (
            Remark("the stands' markers look {percent:.1f} % larger than the roster says, wherever they stand: I take "
                   "it that they were printed so; measure one and mend size_cm", percent=percent),
            *odd,
        )  # fmt: skip
    return (
        Remark("the stands' markers look {percent:.1f} % smaller than the roster says, wherever they stand: I take it "
               "that they were printed so; measure one and mend size_cm", percent=percent),
        *odd,
    )  # fmt: skip


def roster_words(roster: Roster) -> tuple[Remark, ...]:
    """Return warnings about numbers of a roster that look like millimetres."""
    high = [(e.name, e.mount.height_cm) for e in roster.entries if e.mount.height_cm >= HIGH_CM]
    large = [(e.name, e.mount.size_cm) for e in roster.entries if e.mount.size_cm >= LARGE_CM]
    return tuple(
        Remark(
            "{names}: the roster says {key} = {says:g}; is that in mm? Then write {less:g}",
            names=_listed([name for name, _ in some]),
            key=key,
            says=some[0][1],
            less=some[0][1] / 10,
        )
        for key, some in (("height_cm", high), ("size_cm", large))
        if some
    )


def _listed(names: list[str]) -> str:
    if len(names) <= _LISTED:
        return ", ".join(names)
    first = ", ".join(names[: _LISTED - 1])
    return Remark("{names} and {count} others", names=first, count=len(names) - _LISTED + 1)
