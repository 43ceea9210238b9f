"""Whether a lens can be: not one that a bad set of pictures, or a slip in a file, made up."""

from typing import NamedTuple

import numpy as np

from vision.camera import Lens

SHORTEST, LONGEST = 0.1, 20.0  # focal lengths, in picture widths: a fisheye that sees backwards; a telescope
MOST_OBLONG = 2.0  # pixels, one way against the other: half the lines of a picture
FARTHEST = 0.5  # of the picture, that its axis may lie outside: beyond the cut-out of a picture


class Absurdity(NamedTuple):
    """What is wrong with a lens: the number's name in files, what it is of a lens, what it may be, and what it is."""

    key: str
    what: str
    expected: str
    got: str


def absurdity(lens: Lens) -> Absurdity | None:
    """Return the first thing that cannot be in a lens; None for one that can."""
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    width, height = lens.size_px
    least, most = SHORTEST * width, LONGEST * width
    if not least <= fx <= most:
        expected = f"{least:.0f} to {most:.0f} px, {SHORTEST:g} to {LONGEST:g} times the picture's width"
        return Absurdity("fx", "its focal length", expected, f"{fx:.7g} px")
    if not fx / MOST_OBLONG <= fy <= fx * MOST_OBLONG:
        expected = f"{fx / MOST_OBLONG:.0f} to {fx * MOST_OBLONG:.0f} px, for pixels that are nearly square"
        return Absurdity("fy", "its focal length upwards", expected, f"{fy:.7g} px")
    for key, place, size in (("cx", cx, width), ("cy", cy, height)):
        if not -FARTHEST * size <= place <= (1 + FARTHEST) * size:
            expected = f"{-FARTHEST * size:.0f} to {(1 + FARTHEST) * size:.0f} px, in the picture or near it"
            return Absurdity(key, "its axis", expected, f"{place:.7g} px")
    if not is_sane(lens):
        expected = "one that does not fold the picture over"
        return Absurdity("distortion", "its bending", expected, "one that folds it at its edges")
    return None


def is_sane(lens: Lens) -> bool:
    """Whether the distortion can be undone all the way to the picture's corners: what is farther out is seen so."""
    width, height = lens.size_px
    edge = np.array([[x, y] for x in (0, width / 2, width - 1) for y in (0, height / 2, height - 1)], dtype=np.float64)
    rays = lens.rays(edge)
    if not np.isfinite(rays).all():
        return False
    share = np.linspace(0.0, 1.0, 17)[:, None, None]
    points = np.dstack([share * rays, np.ones((17, len(edge)))]).reshape(-1, 3)
    seen = lens.seen(points, np.zeros(3), np.zeros(3))[0].reshape(17, -1, 2)
    out = np.linalg.norm(seen - seen[0], axis=2)
    return bool(np.abs(seen[-1] - edge).max() < 0.5 and (np.diff(out, axis=0) >= 0).all())
