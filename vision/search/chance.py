"""How likely clutter reads as a marker: by the dictionary's code, and by how the picture's own sound markers look."""

from math import comb

import numpy as np

from vision.arrays import Bools, Floats, Indices
from vision.fit import Aligned
from vision.homography import areas
from vision.median import median, quantile
from vision.search.covered_corners import skew
from vision.search.places import Guesses

# Of random modules in a black frame: so rarely do they read as any id that the reading needs no other proof.
_SELDOM = 1e-5
_AGREEMENT, _READ = 0.85, 0.8  # how well it must fit and read all the same
_FITTING, _READ_FITTING = 0.95, 0.75  # what fits so well need not read so well: it is seen from far aside
# Of the next id's unlikeness: what is left of clutter in 1,720 photographs without markers, in five dictionaries, has
# more than 0.34 of it in 4x4 patterns, 0.56 in larger ones. Some modules may be wrong: sharpened, or drawn over.
_PLAINLY, _FAR_APART_FEW, _FAR_APART, _WRONG_SHARE = 0.85, 0.2, 0.35, 1 / 7
FEW_MODULES = 6  # a marker's side, border included: in so few there is room for many a letter in a box
_LEAST_MODULE_PX, _MOST_BLUR = 1.25, 0.65  # and how sharp its modules must be, in modules: soft ones fit anything
_SURE_IDS = 4  # so many sound markers tell how one looks in this picture
_WORSE, _LEAST, _LIKENESS, _APART = 3.0, 0.85, 0.85, 0.45
_CONTRAST, _SIZES, _HIDDEN = 0.4, 2.5, 0.3
_MORE_SKEW, _LEAST_SKEW = 1.5, 0.045  # than most of the others; a skew that covers nothing


def by_chance(ids: Indices, modules: int, wrong: Floats) -> Floats:
    """Return how likely random modules read as one of so many ``ids`` (K,), any way up, with ``wrong`` (K,) or fewer.

    ``modules`` are a marker's side with its black border.
    """
    inside = (modules - 2) ** 2
    shares = np.cumsum([comb(inside, k) for k in range(inside + 1)]) * (4.0 / 2.0**inside)
    return np.asarray(np.minimum(ids * shares[np.clip(wrong.astype(np.intp), 0, inside)], 1.0))


def beyond_chance(read: Guesses, found: Aligned, score: Floats, modules: int, ids: Indices) -> Bools:
    """Return which readings (K,) no clutter gives, however poorly they fit: no other id is near, or none reads alike.

    ``ids`` (K,) are how many each might have been: all of the dictionary, or those that are waited for.
    """
    sides = np.sqrt(np.abs(areas(np.nan_to_num(found.corners_px))))
    seldom = by_chance(ids, modules, found.wrong + found.untold[:, 1:-1, 1:-1].sum(axis=(1, 2))) < _SELDOM
    apart = _FAR_APART_FEW if modules <= FEW_MODULES else _FAR_APART
    plainly = read.plainly(_PLAINLY, apart) & (found.wrong <= _WRONG_SHARE * (modules - 2) ** 2)
    fits = (score >= _AGREEMENT) & (read.likeness >= np.where(score >= _FITTING, _READ_FITTING, _READ))
    sharp = (sides > _LEAST_MODULE_PX * modules) & (found.blur_px * modules < _MOST_BLUR * sides)
    return np.asarray((seldom | plainly) & fits & sharp)


def like_the_others(read: Guesses, found: Aligned, score: Floats, good: Bools) -> Bools:
    """Return which readings (K,) look as the picture's sound markers do: of one print, in one light, by one camera.

    Where a camera codes light oddly or sharpens, none fits well; what fits as well as the others do is a marker too.
    """
    if len(np.unique(read.ids[good])) < _SURE_IDS:
        return np.zeros(len(good), np.bool_)
    usual = median(score[good])
    spread = usual - quantile(score[good], 0.16)
    sides = np.sqrt(np.abs(areas(np.nan_to_num(found.corners_px))))
    contrast = median(found.contrast[good])
    alike = score >= max(usual - _WORSE * spread, _LEAST)
    alike &= read.plainly(_LIKENESS, _APART)
    alike &= (found.contrast > _CONTRAST * contrast) & (found.hidden <= _HIDDEN) & (found.wrong == 0)
    alike &= (sides > sides[good].min() / _SIZES) & (sides < sides[good].max() * _SIZES)
    # What covers a corner leaves it anywhere; seen slantwise, the others are as skew.
    askew = skew(np.nan_to_num(found.corners_px))
    alike &= askew < max(_MORE_SKEW * quantile(askew[good], 0.9), _LEAST_SKEW)
    return np.asarray(alike)
