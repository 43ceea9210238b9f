"""A second look for markers that are waited for and were not found: blurred, partly covered."""

from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from vision.alignment import Aligned
from vision.arrays import Bools, Floats
from vision.homography import areas, proper
from vision.kernels.places import best_of_each
from vision.marker_id import LIKELY, LIKENESS, Looks, Reader, turned
from vision.search.covered_corners import skew
from vision.search.outlines import darker_than_about
from vision.search.places import Guesses, fresh, looks_at
from vision.search.pyramid import LEAST_PX, Pyramid, down_to_full

# Windows, px, and by how many grey levels more than usual a patch must be darker: what covers a marker's margin and is
# less dark than ink is parted from it then.
_WINDOWS = ((5, 0), (9, 0), (15, 0), (9, 4), (15, 4), (9, 12), (15, 12))
_WINDOWS_SOFT = (9, 15)
_WINDOWS_BESIDE, _LEVELS_BESIDE = ((9, 12), (15, 12)), 2
_SCALES = (0.86, 0.93, 1.08, 1.16)  # a blurred outline lies inside its edge, or outside
_FRAMED = 0.25  # how like a black frame in a white one a square must be that is tried with other corners, too
_ASKEW = 0.04  # of a side: a quad further off a parallelogram may lack a corner
_ON = 0.5  # sides: squares whose centre is nearer to that of a known marker are this marker, or part of it
_FEW, _SMALLER, _LARGER = 4, 0.6, 1.7  # so many known markers tell how large the others are, within these
# How square a small marker is seen from afar, or how well it fits; how well what is bare of it fits, or all of it.
_SKEW, _PERFECT, _WHOLE, _BARE, _BARE_MARRED = 0.06, 0.975, 0.9, 0.975, 0.985
_SAME_PLACE, _NEAR, _MOST = 0.3, 0.25, 1500
_WORKERS = ThreadPoolExecutor(1, "patience")  # kernels let go of the interpreter's lock
_TRIED, _MOST_PLACES = 3, 200  # readings of one place; places, the likest first


def guesses_beside(
    reader: Reader, pictures: Pyramid, known_px: Floats, sought: Collection[int], least_px: float = LEAST_PX
) -> Guesses:
    """Return what `more_guesses` would first of all: markers whose margin a figure hides a part of.

    These are the most usual of those that are not found at once; a tenth of the work finds them.
    """
    first = pictures.finest_for(least_px)
    levels = range(first, len(pictures.levels))[:_LEVELS_BESIDE]
    seen = [_edged(pictures, level, _WINDOWS_BESIDE) for level in levels]
    sharp = fresh(elsewhere(np.concatenate(seen), known_px))
    return _by_place(reader, pictures, sharp, sharp[:0], sought)


def more_guesses(
    reader: Reader, pictures: Pyramid, known_px: Floats, sought: Collection[int], least_px: float = LEAST_PX
) -> Guesses:
    """Return what else may be in a picture where markers (N, 4, 2) px are known: where ``sought`` ids may be.

    With sides of ``least_px`` at least: levels too fine for these are left out.
    """
    first = pictures.finest_for(least_px)
    largest = _WORKERS.submit(_outlined, pictures, first, reader.modules)  # it has three quarters of the work
    others = [_outlined(pictures, level, reader.modules) for level in range(first + 1, len(pictures.levels))]
    sharp, soft = (
        fresh(elsewhere(np.concatenate(quads), known_px)) for quads in zip(largest.result(), *others, strict=True)
    )
    return _by_place(reader, pictures, sharp, soft, sought)


def sound(found: Aligned) -> Bools:
    """Return which found at the second look hold: so many squares were looked at that some must fit by chance."""
    square = (skew(found.corners_px) < _SKEW) | (found.agreement > _PERFECT)
    bare = (found.bare_agreement > _BARE) & ((found.wrong == 0) | (found.bare_agreement > _BARE_MARRED))
    return np.asarray(square & (bare | (found.agreement > _WHOLE)))


def _edged(pictures: Pyramid, level: int, windows: Iterable[tuple[int, int]]) -> Floats:
    return np.concatenate([pictures.squares(level, window, clearer) for window, clearer in windows])


def _outlined(pictures: Pyramid, level: int, modules: int) -> tuple[Floats, Floats]:
    """Return squares with edges, and outlines of what is blurred: dark patches, and bright ones that may be paper.

    Blurred by a module, a marker with much white in it is no dark patch; its paper is a bright one still.
    """
    light = 255 - pictures.levels[level]
    papers = np.concatenate([darker_than_about(light, window).outlines() for window in _WINDOWS_SOFT])
    middles = papers.mean(axis=1, keepdims=True)
    inked = middles + modules / (modules + 2) * (papers - middles)
    dark = [pictures.outlines(level, window) for window in _WINDOWS_SOFT]
    return _edged(pictures, level, _WINDOWS), down_to_full(np.concatenate([*dark, inked]), level)


def elsewhere(quads_px: Floats, known_px: Floats) -> Floats:
    """Return the quads that are no known marker, and about as large as these."""
    if not len(known_px) or not len(quads_px):
        return quads_px
    centres, sides = known_px.mean(axis=1), np.sqrt(np.abs(areas(known_px)))
    x, y = (np.subtract.outer(quads_px[..., axis].mean(axis=1), centres[:, axis]) for axis in (0, 1))
    free = (x * x + y * y > (_ON * sides) ** 2).all(axis=1)
    if len(known_px) >= _FEW:
        own = np.sqrt(np.abs(areas(quads_px)))
        free &= (own > _SMALLER * sides.min()) & (own < _LARGER * sides.max())
    return np.asarray(quads_px[free])


def _completed(quads_px: Floats) -> Floats:
    """Return quads whose corners are, one after another, where the three others say they should be."""
    some = quads_px[skew(quads_px) > _ASKEW]
    tries = np.repeat(some[:, None], 4, axis=1)
    for k in range(4):
        tries[:, k, k] = some[:, k - 1] + some[:, (k + 1) % 4] - some[:, k - 2]
    tries = tries.reshape(-1, 4, 2)
    return np.asarray(tries[proper(tries)])


def _tried(reader: Reader, pictures: Pyramid, sharp_px: Floats, soft_px: Floats) -> tuple[Floats, Looks]:
    """Return squares (M, 4, 2) px, completed and larger and smaller where that may be worth it, and what is in them."""
    squares = np.concatenate([sharp_px, soft_px])
    looks = looks_at(reader, pictures, squares)
    framed = looks.framed > _FRAMED
    soft = soft_px[framed[len(sharp_px) :]]
    middles = soft.mean(axis=1, keepdims=True)
    more = [middles + scale * (soft - middles) for scale in _SCALES]
    others = np.concatenate([_completed(sharp_px[framed[: len(sharp_px)]]), *more])
    return np.concatenate([squares, others]), Looks.joined([looks, looks_at(reader, pictures, others)])


def _by_place(reader: Reader, pictures: Pyramid, sharp_px: Floats, soft_px: Floats, sought: Collection[int]) -> Guesses:
    """Read squares with edges and outlines of what is blurred, and return what they may be, place by place."""
    quads_px, looks = _tried(reader, pictures, sharp_px, soft_px)
    read = reader.read(looks, sought)
    near = read.likeness >= np.maximum(LIKELY, read.likeness[:, :1] - _NEAR)
    alike = np.flatnonzero((near & np.isin(read.ids, list(sought))).any(axis=1))
    alike = alike[np.argsort(-read.likeness[alike, 0], kind="stable")][:_MOST]
    centres, sides = quads_px[alike].mean(axis=1), np.sqrt(np.abs(areas(quads_px[alike])))
    places, quads, columns = (np.empty(_MOST_PLACES * _TRIED, np.intp) for _ in range(3))
    many = best_of_each(
        centres, sides, read.ids[alike], read.likeness[alike], _SAME_PLACE, LIKENESS, _NEAR, _TRIED, _MOST_PLACES,
        places, quads, columns,
    )  # fmt: skip
    which, column = alike[quads[:many]], columns[:many]
    return Guesses(
        places[:many], read.ids[which, column], turned(quads_px[which], read.turns[which, column]),
        read.likeness[which, column].astype(np.float64), np.zeros(len(which)),
        read.blur[which] * np.sqrt(np.abs(areas(quads_px[which]))) / reader.modules,
    )  # fmt: skip
