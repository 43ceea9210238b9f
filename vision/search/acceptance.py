"""Whether a reading that was aligned holds: how well it fits where it is bare, and how likely clutter fits so."""

from collections.abc import Callable, Collection

import numpy as np

from vision.alignment import Aligned
from vision.arrays import Bools, Floats, Indices
from vision.homography import areas
from vision.median import median
from vision.search.chance import FEW_MODULES, beyond_chance, like_the_others
from vision.search.covered_corners import skew
from vision.search.places import Guesses

_LEAST = 2  # modules in which any other must differ from what is seen, beyond those that are wrong


def unmistakable(ids: Indices, untold: Bools, wrong: Floats, bits: Floats, others: Collection[int]) -> Bools:
    """Return which of K markers (ids (K,)) can be none of the ``others``, however turned, by the modules that are bare.

    ``untold`` (K, n + 2, n + 2) are the modules, the margin's among them, that do not tell their shade; ``wrong``
    (K,) how many are not as they should be and nothing covers them; ``bits`` (ids, n, n) the dictionary's patterns.
    One whose modules all tell their shade is none of the others.
    """
    clear = np.ones(len(ids), np.bool_)
    some = np.flatnonzero(untold[:, 1:-1, 1:-1].any(axis=(1, 2)))
    rivals = np.array(sorted(others), np.intp)
    if not len(some) or not len(rivals):
        return clear
    turned = np.concatenate([np.rot90(bits[rivals], turn, axes=(1, 2)) for turn in range(4)])
    turned = turned.reshape(len(turned), -1)
    bare = ~untold[some, 1:-1, 1:-1].reshape(len(some), -1)
    own = bits[ids[some]].reshape(len(some), -1)
    apart = (bare * own).sum(axis=1, keepdims=True) + (bare * (1 - 2 * own)) @ turned.T
    apart[np.equal.outer(ids[some], np.tile(rivals, 4))] = np.inf
    clear[some] = apart.min(axis=1) >= _LEAST + wrong[some] - 0.5
    return clear


Fits = Callable[[Indices, Floats], Bools]

# Of a marker we wait for a poorer look is enough.
AGREEMENT_WANTED, AGREEMENT_OTHER, AGREEMENT_OTHER_READ = 0.88, 0.94, 0.925
# Of one that is partly covered, or has a shadow's edge or little margin: what is bare must agree, and nearly.
_BARE_WANTED, _BARE_OTHER = 0.975, 0.99
_AT_ALL_WANTED, _AT_ALL_OTHER = 0.78, 0.82
_HIDDEN_WANTED, _HIDDEN_OTHER = 0.4, 0.15
_READ, _READ_PLAINLY = 0.75, 0.9  # likeness: a partly covered marker must still have been read; read without a doubt
_MANY_IDS, _READ_PLAINLY_FEW, _AGREEMENT_OTHER_FEW = 300, 0.93, 0.955
_APART = 0.4  # of the next id's unlikeness
_RUNNER_UP = 0.75  # the best reading's misfit must be less than this share of the next one's
_LEAST_MODULE_WANTED, _LEAST_MODULE_OTHER = 1.25, 1.5  # px: smaller modules fit anything
MOST_TAPER = 1.7  # opposite sides of a marker differ by less, however oblique it is seen
_MOST_LONG_OTHER, _LONG_PARTLY_WANTED, _LONG_PARTLY = 2.6, 1.7, 1.25  # longest side by shortest
_WHOLE, _LITTLE, _SKEW_MARRED = 0.93, 0.13, 0.045
_FAIR = 0.937  # fits too well for anything that covers a corner
_MOST_WRONG = 1  # modules of what does not fit so well
_PERFECT, _SKEW = 0.97, 0.12
_BEYOND_DOUBT = 0.97  # a likeness: so read, a marker that lies bare may be as skew as it is seen
_PLAIN_PRINT, _PLAIN_WANTED, _PLAIN_OTHER = 0.55, 0.92, 0.97  # of the usual number of edges; scores
# A small marker is seen from afar, so all but square.
_TINY_PX, _SMALL_PX, _SKEW_SMALL = 18.0, 60.0, 0.08
# A tiny marker this much longer than wide is more likely clutter than a slanted marker: it needs this score.
_LONG_TINY, _AGREEMENT_LONG = 1.18, 0.9
# Of what no clutter reads as: taper, and longest side by shortest, as slantwise as it can be read at all.
_STEEP_TAPER, _STEEP_LONG = 3.0, 5.0
_MOST_BLUR = 1.15  # modules: what is blurred more fits anything
_SOFT = 0.5  # modules: what is so much blurred is read with more care
_LEAST_CONTRAST = 0.01  # of full light, of a stranger: less is a stain


def winners(read: Guesses, found: Aligned, bits: Floats, wanted: Collection[int], fits: Fits | None) -> Indices:
    """Return which readings hold: the best at its place, by a margin, and the best of its id; by id.

    ``wanted`` ids are waited for: of these a poorer look is enough. ``fits`` says whether ids (N,) can have such
    corners (N, 4, 2) px.
    ``bits`` (ids, n, n) are the dictionary's patterns.
    """
    score = scores(found)
    awaited = np.isin(read.ids, list(wanted))
    good = _good_enough(read, found, score, bits.shape[1], awaited, len(bits), len(wanted))
    # A white block in a black ring is no rare sight: of the plainest patterns only a good look is believed.
    meetings = edges(bits)
    plain = meetings[read.ids] < _PLAIN_PRINT * median(meetings)
    good &= ~plain | (score >= np.where(awaited, _PLAIN_WANTED, _PLAIN_OTHER))
    tops = []
    order = np.lexsort((-score, read.places))
    ends = [*np.flatnonzero(np.diff(read.places[order], append=-1)) + 1]
    for start, end in zip([0, *ends], ends, strict=False):
        here = order[start:end]
        if good[here[0]] and (len(here) == 1 or 1 - score[here[0]] <= _RUNNER_UP * (1 - score[here[1]])):
            tops.append(here[0])
    best = np.array(tops, dtype=np.intp)
    best = best[_told_apart(read.ids[best], found.of(best), bits, wanted)]
    if fits is not None:
        best = best[fits(read.ids[best], found.corners_px[best])]
    best = best[np.lexsort((-score[best], read.ids[best]))]
    return np.asarray(best[np.diff(read.ids[best], prepend=-1) != 0])


def _told_apart(ids: Indices, found: Aligned, bits: Floats, wanted: Collection[int]) -> Bools:
    """Return which markers can be no other: of those waited for no other that is, of strangers none at all."""
    awaited = np.isin(ids, list(wanted))
    clear = np.ones(len(ids), np.bool_)
    for some, others in ((awaited, wanted), (~awaited, range(len(bits)))):
        clear[some] = unmistakable(ids[some], found.untold[some], found.wrong[some], bits, others)
    return clear


def edges(bits: Floats) -> Floats:
    """Return how many times black meets white in each pattern (ids, n, n)."""
    return np.asarray(sum(np.abs(np.diff(bits, axis=axis)).sum(axis=(1, 2)) for axis in (1, 2)))


def scores(found: Aligned) -> Floats:
    """Return how well each fits, 0 to 1: all of it, or less the more of it is covered."""
    finite = np.isfinite(found.corners_px).all(axis=(1, 2)) & np.isfinite(found.agreement) & (found.contrast > 0)
    return np.where(finite, np.clip(np.nan_to_num(found.agreement, nan=0.0), 0, 1), 0.0)


def _good_enough(
    read: Guesses, found: Aligned, score: Floats, modules: int, wanted: Bools, known: int, waited: int
) -> Bools:
    corners = np.nan_to_num(found.corners_px)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2) + 1e-9
    taper = np.abs(np.log(sides[:, :2] / sides[:, 2:])).max(axis=1)
    clear = beyond_chance(read, found, score, modules, np.where(wanted, waited, known))
    square = (areas(corners) > 0) & (taper < np.log(MOST_TAPER))
    square &= sides.min(axis=1) > modules * np.where(wanted, _LEAST_MODULE_WANTED, _LEAST_MODULE_OTHER)
    long = sides.max(axis=1) / sides.min(axis=1)
    square &= wanted | ((long < _MOST_LONG_OTHER) & (found.contrast > _LEAST_CONTRAST))
    # What covers a corner leaves it anywhere: a marker that is not whole must be as square as it was printed.
    marred = (found.agreement < _WHOLE) | ((found.hidden > _LITTLE) & (found.agreement < _FAIR))
    seen = (read.likeness >= _BEYOND_DOUBT) & (found.hidden < _LITTLE)
    square &= seen | (skew(corners) < np.where(marred, _SKEW_MARRED, np.where(score < _PERFECT, _SKEW, np.inf)))
    side = np.sqrt(np.abs(areas(corners))) + 1e-9
    # Without a reading plain enough for a stranger, a small marker must be as square as it is from above.
    askew = (side > _TINY_PX) & (side < _SMALL_PX) & (skew(corners) > _SKEW_SMALL)
    square &= found.blur_px < _MOST_BLUR * side / modules
    # In a 4x4 pattern there is room for many a letter in a box: such a stranger must be beyond doubt, the more of them
    # are known. What is read plainly looks far less like any other.
    few = modules <= FEW_MODULES
    least_like = _READ_PLAINLY_FEW if few and known > _MANY_IDS else _READ_PLAINLY
    other = np.where(
        read.plainly(least_like, _APART), AGREEMENT_OTHER_READ, _AGREEMENT_OTHER_FEW if few else AGREEMENT_OTHER
    )
    least = np.where(wanted & ~askew, AGREEMENT_WANTED, other)
    plain = score >= np.where((side < _TINY_PX) & (long > _LONG_TINY), np.maximum(least, _AGREEMENT_LONG), least)
    partly = (
        (np.nan_to_num(found.bare_agreement, nan=0.0) >= np.where(wanted, _BARE_WANTED, _BARE_OTHER))
        & (score >= np.where(wanted, _AT_ALL_WANTED, _AT_ALL_OTHER))
        & (found.hidden <= np.where(wanted, _HIDDEN_WANTED, _HIDDEN_OTHER))
        & (long < np.where(wanted, _LONG_PARTLY_WANTED, _LONG_PARTLY))
        & (read.likeness >= _READ)
        & (found.wrong <= np.where(wanted, 1, 0))
        & ~(wanted & askew)
    )
    # Modules that are not as they should be, and nothing that reaches in covers them: another marker is printed there.
    sound = (score >= _FAIR) | ((found.hidden <= 0.5) & (found.wrong <= _MOST_WRONG))
    good = square & ((plain & sound) | partly)
    shaped = (areas(corners) > 0) & (taper < np.log(_STEEP_TAPER)) & (long < _STEEP_LONG)
    shaped &= found.blur_px < _SOFT * side / modules
    return np.asarray(good | (shaped & (clear | like_the_others(read, found, score, good))))
