"""Markers blurred by most of a module: laid onto the picture with what lies about their paper, which reaches in."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from vision.alignment import LIGHT, Aligned
from vision.arrays import Bools, Floats, Grey, Indices
from vision.homography import areas, proper, square_to_quads, through
from vision.kernels.sampling import seen_at
from vision.marker_id import turned
from vision.search.acceptance import Fits
from vision.search.covered_corners import skew
from vision.search.places import Guesses

_REACH = 0.6  # modules of margin that are looked at
_SAMPLES = 20
_MARGIN = 1.0  # modules of white paper about a marker, as the sheets print it
_ROUNDS, _GLANCES = 8, 4  # and while it is open which marker it is
_FAR = 0.4  # modules: the most a corner moves in one round
_BLURS = (0.3, 1.4)  # modules
_SPREAD = 0.5  # of a blur's logarithm, about what it was read with
_STEP = 0.05  # of a blur's logarithm: nobody can tell finer which pattern it is
_STILL = 0.02  # of the contrast: model and picture never agree better, whatever the noise
_SYSTEMATIC = 0.008  # of a side: what uneven paper and ground may do to the corners of one so blurred
_APART = 0.5  # sides: what lies nearer to another marker's centre is not beside it
# Modules of blur: with less than the first, one pattern is plainly told from another; with more than the second, not.
SOFT, _VERY_SOFT = 0.5, 0.7
_LIKELY, _MOST = 0.75, 80  # likeness of what is read with such care, and how many places at most
# An agreement below which it is no marker, after one round and more; so must the likest id's print alone agree, too.
_GLANCE, _WORTH, _LIKE = 0.8, 0.85, 0.85
_RIVALS = 5  # so many ids are held against each other
# What is believed: how well it fits, what share of the next id's misfit is its own, how square it is, how dark its ink.
_FITS, _RIVAL, _SKEW, _TAPER, _CONTRAST = 0.98, 0.4, 0.05, 1.3, 0.02
_LEAST_MODULE_PX = 1.8  # smaller ones are a fine pattern's, seen from afar


@dataclass(frozen=True, eq=False)
class SoftReadings:
    """What M places turned out to be: ids (M,), their alignment, and which of them are ``sure`` (M,).

    ``which`` (M,) of the places that were to be read they are.
    """

    ids: Indices
    found: Aligned
    sure: Bools
    which: Indices

    def best(self, taken_px: Floats, taken_ids: Collection[int], fits: Fits | None) -> list[int]:
        """Return which are sure, each id and each place once: no id that is taken, no place that is (N, 4, 2) px."""
        centres = [*taken_px.mean(axis=1)]
        ids, chosen = set(taken_ids), list[int]()
        corners = self.found.corners_px
        sides = np.sqrt(np.abs(areas(corners)))
        sure = self.sure if fits is None else self.sure & fits(self.ids, corners)
        for k in np.argsort(-self.found.agreement):
            number, centre = int(self.ids[k]), corners[k].mean(axis=0)
            free = all(np.linalg.norm(centre - other) > _APART * sides[k] for other in centres)
            if sure[k] and free and number not in ids:
                chosen.append(int(k))
                ids.add(number)
                centres.append(centre)
        return chosen


def with_soft(
    grey: Grey, ids: Indices, found: Aligned, starts: Guesses | None, known_px: Floats | None, bits: Floats,
    fits: Fits | None, sought: Collection[int] | None = None,
) -> tuple[Indices, Aligned]:  # fmt: skip
    """Return ids and alignment of markers ``found``, those that are much blurred read anew with more care, or left out.

    ``starts`` are readings of other places that may be blurred markers, of ids that are ``sought``; those known already
    are at ``known_px``.
    """
    held, width = found, _softness(found.corners_px, found.blur_px, bits.shape[1])
    soft, sharp = np.flatnonzero(width > SOFT), np.flatnonzero(width <= SOFT)
    corners, blur, numbers = found.corners_px[soft], found.blur_px[soft], ids[soft]
    if starts is not None:
        corners = np.concatenate([corners, starts.corners_px])
        blur, numbers = np.concatenate([blur, starts.blur_px]), np.concatenate([numbers, starts.ids])
    if not len(numbers):
        return ids, found
    ids, found = ids[sharp], found.of(sharp)
    read = read_softly(grey, corners, blur, numbers, bits, sought)
    # Noise and JPEG may forbid to be sure; what is not so much blurred may stay what it was unless it reads otherwise.
    same = read.which[read.which < len(soft)]
    same = same[(read.ids[: len(same)] == numbers[same]) & ~read.sure[: len(same)] & (width[soft[same]] < _VERY_SOFT)]
    ids, found = np.concatenate([ids, numbers[same]]), Aligned.joined([found, held.of(soft[same])])
    taken = found.corners_px if known_px is None else np.concatenate([found.corners_px, known_px])
    chosen = np.array(read.best(taken, ids.tolist(), fits), np.intp)
    return np.concatenate([ids, read.ids[chosen]]), Aligned.joined([found, read.found.of(chosen)])


def _softness(corners_px: Floats, blur_px: Floats, modules: int) -> Floats:
    """Return how many of its modules each marker's blur is wide (M,)."""
    return np.asarray(blur_px * modules / (np.sqrt(np.abs(areas(corners_px))) + 1e-9))


def soft_places(read: Guesses, modules: int, each: int) -> Indices:
    """Return readings of places that were best read with a wide blur, ``each`` so many: any may be where it lies."""
    wide = _softness(read.corners_px, read.blur_px, modules) > SOFT
    _, first, place = np.unique(read.places, return_index=True, return_inverse=True)
    some = np.flatnonzero(
        wide[first[place]] & (read.likeness > _LIKELY) & (np.arange(len(place)) - first[place] < each)
    )
    return np.asarray(some[np.argsort(-read.likeness[some])][: each * _MOST], np.intp)


def read_softly(
    grey: Grey, corners_px: Floats, blur_px: Floats, ids: Indices, bits: Floats, sought: Collection[int] | None = None
) -> SoftReadings:
    """Read blurred markers from roughly known corners (M, 4, 2) px, blur (M,) and ids (M,), held against all others.

    Where only some are ``sought``, what is like none of these is left out.
    """
    found = align_blurred(grey, corners_px, bits[ids], blur_px, 1)
    which = np.flatnonzero(found.agreement > _GLANCE)
    found = align_blurred(grey, found.corners_px[which], bits[ids[which]], found.blur_px[which], _GLANCES - 1)
    fair = np.flatnonzero((found.agreement > _WORTH) & proper(found.corners_px))
    rivals, turns, like = likest(grey, found.corners_px[fair], found.blur_px[fair], bits, min(_RIVALS, len(bits)))
    if sought is not None:
        hope = (like > _LIKE) & np.isin(rivals, list(sought)).any(axis=1)
        fair, rivals, turns = fair[hope], rivals[hope], turns[hope]
    which, found = which[fair], found.of(fair)
    if not len(which):
        return SoftReadings(np.zeros(0, np.intp), found, np.zeros(0, np.bool_), which)
    many = rivals.shape[1]
    corners = turned(np.repeat(found.corners_px, many, axis=0), turns.ravel())
    tried = align_blurred(grey, corners, bits[rivals.ravel()], np.repeat(found.blur_px, many), _GLANCES)
    misfit = np.nan_to_num(1 - tried.agreement, nan=1.0).reshape(-1, many)
    order = np.argsort(misfit, axis=1)
    rows = np.arange(len(order))
    best = tried.of(order[:, 0] + many * rows)
    own, other = misfit[rows, order[:, 0]], misfit[rows, order[:, 1]] if many > 1 else np.ones(len(rows))
    sides = np.linalg.norm(np.roll(best.corners_px, -1, axis=1) - best.corners_px, axis=2) + 1e-9
    square = (skew(best.corners_px) < _SKEW) & (sides.min(axis=1) > _LEAST_MODULE_PX * bits.shape[1])
    square &= np.abs(np.log(sides[:, :2] / sides[:, 2:])).max(axis=1) < np.log(_TAPER)
    sure = square & proper(best.corners_px) & (own < 1 - _FITS) & (own < _RIVAL * other) & (best.contrast > _CONTRAST)
    return SoftReadings(rivals[rows, order[:, 0]], best, np.asarray(sure), which)


def align_blurred(grey: Grey, corners_px: Floats, bits: Floats, blur_px: Floats, rounds: int = _ROUNDS) -> Aligned:
    """Move corners (M, 4, 2) px until patterns (M, n, n), their paper and the ground about it fit the picture best.

    Gauss-Newton on the corners and the blur, from ``blur_px`` (M,) on; contrast, darkness and how much darker the
    ground is than paper are solved for in each round.
    """
    n, corners = bits.shape[1], np.array(corners_px, dtype=np.float64)
    at = _places(n)
    tips = np.array([[0.0, 0], [n, 0], [n, n], [0, n]])
    share = at / n
    along = np.stack([1 - share, share])  # (2, S): near the first, near the other end
    nearness = np.stack([np.outer(along[v], along[u]) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]).reshape(4, -1)
    sides = np.sqrt(np.abs(areas(corners))) + 1e-9
    started = np.log(np.clip(blur_px * n / sides, *_BLURS))
    log_blur, design = started.copy(), np.empty((len(corners), 12, _SAMPLES**2))
    for left in reversed(range(rounds + 1)):
        seen, homes = _seen(grey, corners, at, n)
        ink, paper, by_u, by_v, by_blur, out_u, out_v, out_blur = _shades(bits, at, np.exp(log_blur))
        plain = np.stack([np.ones_like(ink), 1 - ink, paper - 1], axis=1)  # darkness, contrast, ground
        levels = _solved(plain @ plain.transpose(0, 2, 1), (plain @ seen[..., None])[..., 0])
        gain, depth = levels[:, 1:2], levels[:, 2:3]
        shown = (levels[:, None] @ plain)[:, 0]
        off = seen - shown
        for k, (ink_by, out) in enumerate(((by_u, out_u), (by_v, out_v))):
            slope = depth * out - gain * ink_by
            np.multiply(slope[:, None], nearness, out=design[:, 4 * k : 4 * k + 4])
        design[:, 8] = depth * out_blur - gain * by_blur
        design[:, 9:] = plain
        spread = off.std(axis=1) + _STILL * np.abs(gain[:, 0])
        normal = design @ design.transpose(0, 2, 1) / spread[:, None, None] ** 2
        pull = (design @ off[..., None])[..., 0] / spread[:, None] ** 2
        normal[:, 8, 8] += _SPREAD**-2
        pull[:, 8] += (started - log_blur) / _SPREAD**2
        if not left:
            break
        change = _solved(normal, pull)
        moved = through(homes, tips - np.clip(change[:, :8].reshape(-1, 2, 4), -_FAR, _FAR).transpose(0, 2, 1))
        whole = np.isfinite(moved).all(axis=(1, 2)) & proper(moved)
        corners = np.where(whole[:, None, None], moved, corners)
        log_blur = np.clip(log_blur + np.clip(change[:, 8], -0.3, 0.3), *np.log(_BLURS))
    sides = np.sqrt(np.abs(areas(corners))) + 1e-9
    inside = ((at > 1) & (at < n - 1))[:, None] & ((at > 1) & (at < n - 1))
    agreement = np.minimum(_alike(shown, seen), _alike(shown[:, inside.ravel()], seen[:, inside.ravel()]))
    per_px = (_SAMPLES / (n + 2 * _REACH) * n / sides) ** 2  # samples closer than a pixel share their noise
    by_corner = np.linalg.inv(normal + 1e-9 * np.eye(12))[:, :8, :8] * np.maximum(per_px, 1)[:, None, None]
    order = np.array([0, 4, 1, 5, 2, 6, 3, 7])
    noise = by_corner[:, order][:, :, order] * ((sides / n) ** 2)[:, None, None]
    covariance = noise + np.eye(8) * (_SYSTEMATIC * sides)[:, None, None] ** 2
    none, untold = np.zeros(len(corners)), np.zeros((len(corners), n + 2, n + 2), np.bool_)
    blur = np.exp(log_blur) * sides / n
    return Aligned(corners, covariance, agreement, agreement.copy(), levels[:, 1], blur, none, none.copy(), untold)


def likest(grey: Grey, corners_px: Floats, blur_px: Floats, bits: Floats, many: int) -> tuple[Indices, Indices, Floats]:
    """Return ids and turns (M, many), likest first, of what is seen within corners (M, 4, 2) px; how like the first is.

    All ids (P, n, n) are looked at, each turned four ways: at turn t the first corner is the marker's corner t.
    """
    n, count = bits.shape[1], len(corners_px)
    at = _places(n)
    sides = np.sqrt(np.abs(areas(corners_px))) + 1e-9
    seen, _ = _seen(grey, corners_px, at, n)
    steps = np.rint(np.log(np.clip(blur_px * n / sides, *_BLURS)) / _STEP)
    black = 1 - bits.reshape(len(bits), -1)
    like = np.empty((count, len(bits), 4))
    for step in np.unique(steps):  # what is reckoned with each pattern is the same for all that are so blurred
        some, blur = np.flatnonzero(steps == step), np.exp(np.array([step * _STEP]))
        cells, _, _ = _spans(np.arange(n + 1.0), at, blur)
        sheet, _, _ = _spans(np.array([-_MARGIN, n + _MARGIN]), at, blur)
        common, _ = np.linalg.qr(np.stack([np.ones(len(at) ** 2), (sheet[0] @ sheet[0].T).ravel()], axis=1))
        by_module = np.kron(cells[0], cells[0])
        by_module -= common @ (common.T @ by_module)
        lengths = np.sqrt(np.maximum((black @ (by_module.T @ by_module) * black).sum(axis=1), 0)) + 1e-9
        told = (seen[some] @ by_module).reshape(-1, n, n)
        rest = np.linalg.norm(seen[some] - seen[some] @ common @ common.T, axis=1)[:, None] + 1e-9
        for turn in range(4):  # a marker turned one way in the picture is the picture turned the other way
            way = np.rot90(told, -turn, axes=(1, 2)).reshape(len(some), -1)
            like[some, :, turn] = -(way @ black.T) / (lengths * rest)
    ids = np.argsort(-like.max(axis=2), axis=1)[:, :many]
    turns = np.take_along_axis(like, ids[..., None], axis=1).argmax(axis=2)
    return ids, turns, like.max(axis=(1, 2))


def _places(n: int) -> Floats:
    return np.asarray(-_REACH + (np.arange(_SAMPLES) + 0.5) * (n + 2 * _REACH) / _SAMPLES)


def _seen(grey: Grey, corners: Floats, at: Floats, n: int) -> tuple[Floats, Floats]:
    homes = square_to_quads(corners, n)
    seen = np.empty((len(corners), len(at), len(at)), np.float32)
    for k, home in enumerate(homes):
        seen_at(grey, LIGHT, home, at, seen[k])
    return seen.reshape(len(corners), len(at) ** 2).astype(np.float64), homes


def _shades(bits: Floats, at: Floats, blur: Floats) -> tuple[Floats, ...]:
    """Return how much ink and paper samples see (M, S S), and how both grow with u, v and the logarithm of the blur."""
    n = bits.shape[1]
    cells, cells_by, cells_blur = _spans(np.arange(n + 1.0), at, blur)
    sheet, sheet_by, sheet_blur = _spans(np.array([-_MARGIN, n + _MARGIN]), at, blur)
    black = 1.0 - bits

    def both(rows: Floats, columns: Floats) -> Floats:
        return np.asarray(rows @ black @ columns.transpose(0, 2, 1)).reshape(len(bits), len(at) ** 2)

    def flat(rows: Floats, columns: Floats) -> Floats:
        return np.asarray(rows @ columns.transpose(0, 2, 1)).reshape(len(bits), len(at) ** 2)

    return (
        both(cells, cells), flat(sheet, sheet), both(cells, cells_by), both(cells_by, cells),
        both(cells_blur, cells) + both(cells, cells_blur), flat(sheet, sheet_by), flat(sheet_by, sheet),
        flat(sheet_blur, sheet) + flat(sheet, sheet_blur),
    )  # fmt: skip


def _spans(edges: Floats, at: Floats, blur: Floats) -> tuple[Floats, Floats, Floats]:
    """Return what share of each span between edges a sample sees (M, S, spans), and its slopes."""
    away = (edges - at[:, None]) / blur[:, None, None]
    bell = np.exp(-0.5 * away**2) / np.sqrt(2 * np.pi)
    return np.diff(ndtr(away)), -np.diff(bell) / blur[:, None, None], -np.diff(bell * away)


def _solved(normal: Floats, pull: Floats) -> Floats:
    size = normal.shape[-1]
    scale = np.trace(normal, axis1=1, axis2=2)[:, None, None] / size
    return np.asarray(np.linalg.solve(normal + (1e-7 * scale + 1e-12) * np.eye(size), pull[..., None])[..., 0])


def _alike(one: Floats, two: Floats) -> Floats:
    one, two = one - one.mean(axis=1, keepdims=True), two - two.mean(axis=1, keepdims=True)
    return np.asarray((one * two).sum(axis=1) / np.sqrt((one**2).sum(axis=1) * (two**2).sum(axis=1) + 1e-12))
