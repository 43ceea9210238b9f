"""How a camera codes light in grey levels: the gamma of its pictures, told by how well printed patterns fit them."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment import GAMMA, align, align_coarsely, light_by_level
from vision.arrays import Floats, Grey
from vision.fit import OUTLIER, Fit
from vision.homography import areas
from vision.median import median, quantile
from vision.search.pyramid import pyramid

_WELL = 0.0015  # a misfit, 1 less agreement, of those that fit best: with less no other tone is tried
_SMALLER, _LARGER = (1.5, 1.0, 0.6), 3.0  # gammas that are tried beside the usual one
_MOST, _BEST_PX = 24, 32.0  # markers looked at; sides that tell most: edges are much of them, and samples dense
_ASKED = 8  # of these, that fit best: a tone bends all of them, a shadow's edge or a thin margin only some
_ROUNDS, _SAMPLES, _LARGE_PX, _SAMPLES_LARGE = 3, 24, 60.0, 40  # of alignments
_AGAIN = [2 * OUTLIER, OUTLIER]  # a round each: where a residual counts little
_RISING = 1.05  # times the usual tone's misfit: a smaller gamma has still more
_BETTER, _MOST_OF_THEM = 0.87, 0.8  # of the usual tone's misfit; of the markers: only such a tone is believed
_BAD = 0.04  # a misfit that is no tone's: thin margins, shadows
_SEEN, _LEAST_SEEN = 0.75, 2  # an agreement that tells a marker is there; of so many that are known
_LEAST = 1e-4  # a misfit: less is rounding


@dataclass(frozen=True)
class Tone:
    """A camera's tone curve: light is the ``gamma``-th power of its pictures' grey levels."""

    gamma: float = GAMMA

    def evened(self, grey: Grey) -> Grey:
        """Return a picture as a camera with the usual tone would have coded the same light."""
        if self == USUAL:
            return grey
        levels = np.rint(255 * (np.arange(256) / 255.0) ** (self.gamma / GAMMA)).astype(np.uint8)
        return np.asarray(cv2.LUT(grey, levels), np.uint8)


USUAL = Tone()
_DARK, _LIT, _BRIGHTEST, _EVERY = 60.0, 120.0, 0.99, 8  # grey levels; a share, of every so many pixels each way


def brightened(grey: Grey) -> Grey:
    """Return a picture whose paper is nearly black with more of the same light: less would pass for no print at all.

    As the tone is a power, so many times the level is so many times the light.
    """
    brightest = quantile(grey[::_EVERY, ::_EVERY], _BRIGHTEST)
    if not 0 < brightest < _DARK:
        return grey
    levels = np.rint(np.minimum(255.0, np.arange(256) * (_LIT / brightest))).astype(np.uint8)
    return np.asarray(cv2.LUT(grey, levels), np.uint8)


def tone_of(grey: Grey, corners_px: Floats, bits: Floats, blur_px: Floats) -> Tone:
    """Return the tone in which the patterns (M, n, n) of markers, about at corners (M, 4, 2) px, fit a picture best.

    An edge blurred in light is no longer even in grey levels: how it bends tells the curve, whatever the exposure.
    """
    sides = np.sqrt(np.abs(areas(corners_px)))
    some = np.argsort(np.abs(np.log(sides / _BEST_PX)), kind="stable")[:_MOST]
    fine = _SAMPLES if median(sides[some]) < _LARGE_PX else _SAMPLES_LARGE
    usual = align(grey, corners_px[some], bits[some], _ROUNDS, fine, again=False, blur_px=blur_px[some])
    best = np.argsort(-usual.agreement, kind="stable")[:_ASKED]
    some, usual = some[best], usual.of(best)
    if median(1 - usual.agreement) < _WELL:
        return USUAL
    misfits = dict[float, Floats]()

    def middle(gamma: float) -> float:
        return median(misfits[gamma])

    def ask(gamma: float) -> float:
        tried = Fit(usual.corners_px, bits[some], fine, blur_px=usual.blur_px)
        tried.run(grey, light_by_level(gamma), _AGAIN)
        misfits[gamma] = np.maximum(1 - tried.agreement(), _LEAST)
        return middle(gamma) / middle(GAMMA)

    ask(GAMMA)
    if ask(_SMALLER[0]) > 1:
        ask(_LARGER)
    elif ask(_SMALLER[1]) < _RISING:
        ask(_SMALLER[2])
    gammas = sorted(misfits)
    middles = [middle(gamma) for gamma in gammas]
    least = int(np.argmin(middles))
    share = (misfits[gammas[least]] < misfits[GAMMA]).mean()
    if middles[least] > min(_BETTER * middle(GAMMA), _BAD) or share < _MOST_OF_THEM:
        return USUAL
    first = min(max(least - 1, 0), len(gammas) - 3)
    near = slice(first, first + 3)
    bent, sloping, _ = np.polyfit(np.log(gammas[near]), np.log(middles[near]), 2)
    told = np.exp(-sloping / (2 * bent)) if bent > 0 else gammas[least]
    return Tone(round(float(np.clip(told, gammas[0], gammas[-1])), 2))


def tone_in(grey: Grey, corners_px: Floats, bits: Floats) -> Tone | None:
    """Return a picture's tone by patterns (M, n, n) about at corners (M, 4, 2) px; None where too few are seen."""
    if len(bits) < _LEAST_SEEN:
        return None
    found = align_coarsely(pyramid(grey).levels, corners_px, bits)
    seen = np.flatnonzero(found.agreement > _SEEN)
    if len(seen) < _LEAST_SEEN:
        return None
    return tone_of(grey, found.corners_px[seen], bits[seen], found.blur_px[seen])
