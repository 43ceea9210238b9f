"""Markers that hard shadows' edges cross: framed in black and white in any light, read as if there were no shadow."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from vision.alignment import GAMMA, LIGHT, Aligned, align, align_closely
from vision.arrays import Bools, Floats, Grey, Indices, Light
from vision.fit import printed
from vision.homography import areas, square_to_quads, through
from vision.kernels.pattern import pattern_at
from vision.kernels.sampling import seen_at
from vision.marker_id import Reader, turned
from vision.rows import Rows
from vision.search.acceptance import Fits, winners
from vision.search.blurred import SOFT
from vision.search.lamps import Lamps, told_by_margin, told_by_white
from vision.search.patience import elsewhere
from vision.search.places import Guesses, fresh, readings
from vision.search.pyramid import Pyramid, pyramid, up_to_level

_DARKER, _SHARE = 0.6, 0.83  # than paper, at most; and so large a share of the border's modules must be so
_UNEVEN = 0.15  # by how much paper must differ, of itself: what is evenly lit has been looked at
_NO_LIGHT, _STILL = 1e-4, 0.02  # of full light; of paper's: darker ink makes no better frame
_SAME_PLACE, _EACH, _MOST = 0.3, 2, 40  # sides; squares of each place, and of all
_ROOM, _ROOM_PX = 1.4, 3.0  # modules and px about a square that are shown, too
_LEAST = 0.01  # of the light: nothing is taken out of a darker shadow


@dataclass(frozen=True, eq=False)
class Framed(Rows):
    """M squares (M, 4, 2) px, the light of their modules, the margin's too (M, n + 2, n + 2), and their places (M,)."""

    squares_px: Floats
    cells: Light
    places: Indices


def framed(pictures: Pyramid, quads_px: Floats, modules: int) -> Framed:
    """Return which squares (M, 4, 2) px of a picture are framed and unevenly lit, the most plainly framed first.

    Of each place there are two at most.
    """
    cells = _cells(pictures, quads_px, modules)
    along = slice(1, -1)
    white, black = (
        np.concatenate([cells[:, one, along], cells[:, other, along], cells[:, along, one], cells[:, along, other]], 1)
        for one, other in ((0, -1), (1, -2))
    )
    white = np.maximum(white, _NO_LIGHT)
    ratio, uneven = black / white, np.log(white).std(axis=1)
    some = np.flatnonzero(((ratio < _DARKER).mean(axis=1) >= _SHARE) & (uneven > _UNEVEN))
    some = some[np.argsort(np.log(ratio[some] + _STILL).mean(axis=1), kind="stable")]
    chosen, places = _few_of_each(quads_px[some])
    return Framed(quads_px[some[chosen]], cells[some[chosen]], places)


def _cells(pictures: Pyramid, quads_px: Floats, modules: int) -> Light:
    """Return the light in the middle of each module, the margin's too (M, n + 2, n + 2), in the best picture for it."""
    at: Floats = np.arange(-0.5, modules + 1)
    cells = np.empty((len(quads_px), modules + 2, modules + 2), np.float32)
    levels = pictures.level_for(quads_px)
    for level in np.unique(levels):
        some = np.flatnonzero(levels == level)
        homes = square_to_quads(up_to_level(quads_px[some], int(level)), modules)
        for k, home in zip(some, homes, strict=True):
            seen_at(pictures.levels[level], LIGHT, home, at, cells[k])
    return cells


def _few_of_each(quads_px: Floats) -> tuple[Indices, Indices]:
    """Return the first quads (M, 4, 2) px of each place, and which place that is."""
    centres, sides = quads_px.mean(axis=1), np.sqrt(np.abs(areas(quads_px)))
    chosen, places = list[int](), list[int]()
    for k in range(len(quads_px)):
        if len(chosen) == _MOST:
            break
        near = np.flatnonzero(np.linalg.norm(centres[chosen] - centres[k], axis=1) < _SAME_PLACE * sides[k])
        if len(near) < _EACH:
            places.append(places[near[0]] if len(near) else len(chosen))
            chosen.append(k)
    return np.array(chosen, np.intp), np.array(places, np.intp)


@dataclass(frozen=True, eq=False)
class Sheet:
    """A grey picture of M squares, one below the other, and how far each was moved there: ``shifts_px`` (M, 1, 2)."""

    grey: Grey
    shifts_px: Floats


def deshadowed(grey: Grey, quads_px: Floats, lamps: Lamps, modules: int) -> Sheet:
    """Return what lies about squares (M, 4, 2) px of a picture without their shadows' edges."""
    room = (_ROOM_PX + _ROOM * np.sqrt(np.abs(areas(quads_px))) / modules)[:, None]
    low = np.clip(np.floor(quads_px.min(axis=1) - room), 0, np.array(grey.shape[::-1]) - 1).astype(np.intp)
    high = np.clip(np.ceil(quads_px.max(axis=1) + room) + 1, low + 1, grey.shape[::-1]).astype(np.intp)
    wide, tall = (high - low).T
    tops = np.append(0, np.cumsum(tall))
    sheet = np.zeros((max(int(tops[-1]), 2), max(int(wide.max(initial=0)), 2)), np.uint8)
    for k in range(len(quads_px)):
        x, y = np.meshgrid(np.arange(low[k, 0], high[k, 0]), np.arange(low[k, 1], high[k, 1]))
        places = np.stack([x.ravel(), y.ravel()], axis=1)[None].astype(np.float64)
        light = lamps.of(slice(k, k + 1)).light(places).reshape(x.shape)
        even = np.minimum(LIGHT[grey[y, x]] / np.maximum(light / light.max(), _LEAST), 1.0)
        sheet[tops[k] : tops[k + 1], : wide[k]] = np.rint(255 * even ** (1 / GAMMA))
    shifts = np.stack([-low[:, 0], tops[:-1] - low[:, 1]], axis=1)
    return Sheet(sheet, shifts[:, None].astype(np.float64))


_EVEN = 0.15  # by how much paper may differ, of its light, when the edges are known
_PATTERNED = 0.65  # likeness of a pattern's modules that is worth a closer look
_LIKE, _APART = 0.8, 0.6  # how it must read then, and what share of the next id's misfit is its own
_SEEN = 0.88  # how well it must fit at first
# And in the end, all of it or, where a thin margin spoils it, what is bare; no module may be unlike.
_FITS, _FITS_WHERE_BARE, _BARE = 0.97, 0.955, 0.985
_TIMES, _ROUNDS = 2, 3  # so often pattern and light are told by each other; rounds of an alignment
_SAMPLES, _REACH = 24, 0.6  # samples a side; modules of margin that are looked at
_WHITE, _USUAL_BLUR = 0.6, 0.25  # share of white that tells the light; modules
_PULLED, _BENT = 0.04, 0.1  # of the blur: how far edges not quite known may pull a marker, and each of its corners


def in_shadow(
    pictures: Pyramid, squares_px: Floats, known: Aligned, reader: Reader, bits: Floats, missing: Collection[int],
    fits: Fits | None,
) -> tuple[Indices, Aligned]:  # fmt: skip
    """Return ids and alignment of markers that are ``missing`` and that shadows' edges cross.

    They are among the squares (M, 4, 2) px that are beside those ``known`` already.
    """
    grey, n = pictures.levels[0], reader.modules
    none = np.zeros(0, np.intp)
    some = framed(pictures, fresh(elsewhere(squares_px, known.corners_px)), n)
    if not len(some.places):
        return none, known.of(none)
    lamps, uneven = told_by_margin(some.cells, some.squares_px)
    worth = np.flatnonzero((uneven < _EVEN) & _patterned(some, lamps, bits[sorted(missing)]))
    read, lamps = _read(grey, some.of(worth), lamps.of(worth), reader)
    sought = np.flatnonzero(np.isin(read.ids, list(missing)))
    read, lamps = read.of(sought), lamps.of(sought)
    if not len(sought):
        return none, known.of(none)
    for _ in range(_TIMES):
        sheet = deshadowed(grey, read.corners_px, lamps, n)
        start = read.corners_px + sheet.shifts_px
        found = align(sheet.grey, start, bits[read.ids], _ROUNDS, _SAMPLES, again=False, blur_px=read.blur_px)
        good = np.flatnonzero(found.agreement > _SEEN)
        corners, found, lamps = (found.corners_px - sheet.shifts_px)[good], found.of(good), lamps.of(good)
        read = replace(read.of(good), corners_px=corners, blur_px=found.blur_px)
        lamps = _told(grey, corners, bits[read.ids], found.blur_px, lamps)
    sheet = deshadowed(grey, read.corners_px, lamps, n)
    found = replace(found, corners_px=read.corners_px + sheet.shifts_px)
    align_closely(sheet.grey, found, bits[read.ids], np.arange(len(read.ids)))
    found = replace(found, corners_px=found.corners_px - sheet.shifts_px)
    best = np.lexsort((-found.agreement, read.ids, read.places))
    first = (np.diff(read.ids[best], prepend=-1) != 0) | (np.diff(read.places[best], prepend=-1) != 0)
    read, found = read.of(best[first]), found.of(best[first])
    held = winners(read, found, bits, missing, fits)
    held = held[_beyond_doubt(found.of(held), n)]
    return read.ids[held], _with_what_edges_pull(found.of(held))


def _patterned(some: Framed, lamps: Lamps, bits: Floats) -> Bools:
    """Return which squares' modules inside look a little like some id's, in their own light."""
    n, count = bits.shape[1], len(some.places)
    at = np.arange(1, n - 1) + 0.5
    grid = np.stack(np.meshgrid(at, at), axis=2).reshape(1, -1, 2)
    places = through(square_to_quads(some.squares_px, n), np.repeat(grid, count, axis=0))
    even = _standard(some.cells[:, 2:-2, 2:-2].reshape(count, (n - 2) ** 2) / lamps.light(places))
    ways = [np.rot90(bits[:, 1:-1, 1:-1], turn, axes=(1, 2)).reshape(len(bits), -1) for turn in range(4)]
    return np.asarray((even @ _standard(np.concatenate(ways)).T).max(axis=1) > _PATTERNED)


def _standard(rows: Floats) -> Floats:
    even = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(even / (np.linalg.norm(even, axis=1, keepdims=True) + 1e-9))


def _read(grey: Grey, some: Framed, lamps: Lamps, reader: Reader) -> tuple[Guesses, Lamps]:
    """Return what squares plainly read without their shadows, and the light on each."""
    n, squares = reader.modules, some.squares_px
    modules = np.sqrt(np.abs(areas(squares))) / n
    lamps = _told(grey, squares, np.zeros((len(squares), n, n)), _USUAL_BLUR * modules, lamps)
    sheet = deshadowed(grey, squares, lamps, n)
    read = readings(reader, pyramid(sheet.grey), squares + sheet.shifts_px)
    like, rival = read.likeness[:, :2].T.astype(np.float64)
    plain = np.flatnonzero((like > _LIKE) & (1 - like < _APART * (1 - rival)))
    return Guesses(
        some.places[plain], read.ids[plain, 0], turned(squares[plain], read.turns[plain, 0]), like[plain], rival[plain],
        (read.blur * modules)[plain],
    ), lamps.of(plain)  # fmt: skip


def _beyond_doubt(found: Aligned, modules: int) -> Bools:
    """Return which fit so well, every module of them, that no light makes another square look so."""
    bare = (found.agreement > _FITS_WHERE_BARE) & (found.bare_agreement > _BARE)
    sharp = found.blur_px < SOFT * np.sqrt(np.abs(areas(found.corners_px))) / modules
    told = ~found.untold[:, 1:-1, 1:-1].any(axis=(1, 2))
    return np.asarray(((found.agreement > _FITS) | bare) & sharp & told)


def _with_what_edges_pull(found: Aligned) -> Aligned:
    """Return the alignment, its covariance with what edges may do to it that are not quite where they seem."""
    pulled = _BENT**2 * np.eye(8) + _PULLED**2 * np.tile(np.eye(2), (4, 4))
    return replace(found, covariance_px=found.covariance_px + found.blur_px[:, None, None] ** 2 * pulled)


def _told(grey: Grey, corners_px: Floats, bits: Floats, blur_px: Floats, lamps: Lamps) -> Lamps:
    """Return the light on markers (M, 4, 2) px told anew by the white of their patterns (M, n, n) and margins."""
    n, count = bits.shape[1], len(bits)
    at = -_REACH + (np.arange(_SAMPLES) + 0.5) * (n + 2 * _REACH) / _SAMPLES
    homes = square_to_quads(corners_px, n)
    seen = np.empty((count, _SAMPLES, _SAMPLES), np.float32)
    for k, home in enumerate(homes):
        seen_at(grey, LIGHT, home, at, seen[k])
    grid = np.stack(np.meshgrid(at, at), axis=2).reshape(1, -1, 2)
    u, v = (np.repeat(grid[..., k], count, axis=0).astype(np.float32) for k in (0, 1))
    shade, by_u, by_v, by_blur = np.empty((4, *u.shape), np.float32)
    blur = blur_px * n / (np.sqrt(np.abs(areas(corners_px))) + 1e-9)
    pattern_at(printed(bits), u, v, blur, shade, by_u, by_v, by_blur)
    white = np.flatnonzero((shade > _WHITE).any(axis=0))
    places = through(homes, np.repeat(grid[:, white], count, axis=0))
    return told_by_white(lamps, seen.reshape(count, at.size**2)[:, white], shade[:, white], places)
