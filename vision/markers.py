"""Finding markers in a picture: dark squares are read against the dictionary and aligned; the best reading wins."""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from vision.alignment import COARSE_PX, Aligned, align, align_closely, align_coarsely
from vision.arrays import Floats, Grey, Indices
from vision.dictionary import dictionary as by_name
from vision.dictionary import patterns
from vision.homography import areas
from vision.marker_id import PATIENT, Reader
from vision.median import median
from vision.phases import phase_spread
from vision.search.acceptance import Fits, winners
from vision.search.blurred import soft_places, with_soft
from vision.search.covered_corners import mended, skew
from vision.search.patience import guesses_beside, more_guesses, sound
from vision.search.places import Guesses, guesses
from vision.search.pyramid import LEAST_PX, Pyramid, pyramid
from vision.search.shadowed import in_shadow
from vision.tone import USUAL, Tone, brightened, tone_of

LOOKS = 3
SOFT_STARTS = 3  # the last look's alone, for each place where a blurred marker may be
ASTRAY = 0.3  # modules times the share covered: how far a cover draws a corner
# A corner may be this share of a side off the parallelogram of the others; of what is beyond, so much is its sigma.
SKEW, SKEW_TRUST = 0.02, 0.7
UNFIT = 4.0  # the agreement that a cover costs, as a share of the marker that it covers
TOO_SMALL = 0.65  # of the smallest side: a square of less is no marker
# Likeness of a plain reading, of the next id's unlikeness; how many tell a tone, unless they fit so well at once.
_PLAINLY, _APART, _FEW, _WELL = 0.85, 0.5, 2, 0.006
_DIM = 1.2  # a gamma: with less, what is dark seemed so dark that edges were passed over
_APRIL, _WIDE = "apriltag", 2  # Kalibr prints these with a black border of two modules
LIKEST = 60  # places of a further look that are looked at closely, the likest first; blurred ones are not among these
# Samples a side for a first alignment; an agreement after it below which it is no marker, or is not worth a closer one.
SCREENING, HOPELESS, WORTH = 16, 0.6, 0.72


@dataclass(frozen=True, eq=False)
class MarkerSeen:
    """A marker in a picture: its corners (4, 2) px in ArUco order (conventions), ``score`` 0 to 1 how well it fits.

    ``covariance_px`` (8, 8) px² is of the corners: x and y of each in turn. ``hidden`` is the share of it that
    something covers.
    """

    id: int
    corners_px: Floats
    score: float
    covariance_px: Floats = field(default_factory=lambda: np.eye(8) * 0.1**2)
    hidden: float = 0.0

    @property
    def centre_px(self) -> Floats:
        """Where the diagonals cross: the centre also under perspective (2,)."""
        a, b, c, d = self.corners_px
        along, other, between = c - a, d - b, b - a
        share = (between[0] * other[1] - between[1] * other[0]) / (along[0] * other[1] - along[1] * other[0])
        return np.asarray(a + share * along)

    @property
    def sigma_px(self) -> float:
        """One sigma of the mean of the corners, per axis."""
        both = self.covariance_px.reshape(4, 2, 4, 2).sum(axis=(0, 2)) / 16
        return float(np.sqrt(np.trace(both) / 2))


def find_markers(
    grey: Grey,
    dictionary: str = "4x4_250",
    wanted: Collection[int] = (),
    fits: Fits | None = None,
    least_px: float = LEAST_PX,
    looks: int = LOOKS,
    sought: Collection[int] | None = None,
    tone: Tone | None = None,
) -> tuple[MarkerSeen, ...]:
    """Return the markers in a grey picture (H, W), each id once, by id.

    ``wanted`` are the ids that are waited for (roster, frame, banners): of these a poorer look is enough. ``fits``
    says whether an id with such corners (4, 2) can be: whether it has its size on its own plane, say. ``least_px`` is
    the smallest side that is looked for: with larger ones it is quicker. If any that are waited for are not found (of
    ``sought``, where given), the picture is looked at again for what shadows' edges cross or has a figure on its
    margin, and a third time for what is partly covered or blurred: ``looks`` times at the most. ``tone`` is the
    camera's; without it, the picture's own is found out where the usual one fits badly.
    """
    wanted = frozenset(wanted)
    words, grey = _words(dictionary), brightened(grey)
    pictures = pyramid((tone or USUAL).evened(grey))
    squares = pictures.proposals(least_px)
    read, aligned = _read(pictures, squares, words, least_px)
    parted = False
    if _APRIL in dictionary.lower() and not read.plainly(_PLAINLY, _APART).any():
        wide = _words(dictionary, _WIDE)
        squares = np.concatenate([squares, pictures.proposals(least_px, parted=True)])
        other, laid = _read(pictures, squares, wide, least_px)
        if other.plainly(_PLAINLY, _APART).any():
            words, read, aligned, parted = wide, other, laid, True  # Kalibr's black squares touch their corners
    if tone is None and (own := _tone(grey, read, aligned, words.bits)) != USUAL:
        pictures = pyramid(own.evened(grey))
        if own.gamma < _DIM:
            squares = np.concatenate([squares, pictures.proposals(least_px, parted)])
            read, aligned = _read(pictures, squares, words, least_px)
    aligned = _closely(pictures.levels[0], aligned, words.bits[read.ids], WORTH)
    best = winners(read, aligned, words.bits, wanted, fits)
    ids, found = with_soft(pictures.levels[0], read.ids[best], aligned.of(best), None, None, words.bits, fits)
    missing = (wanted if sought is None else wanted.intersection(sought)).difference(ids.tolist())
    if missing and looks > 1:
        more_ids, more = in_shadow(pictures, squares, found, words.patient, words.bits, missing, fits)
        ids, found = np.concatenate([ids, more_ids]), Aligned.joined([found, more])
        missing = missing.difference(more_ids.tolist())
    for look, starts in ((guesses_beside, 0), (more_guesses, SOFT_STARTS))[: looks - 1]:
        if not missing:
            break
        read = look(words.patient, pictures, found.corners_px, missing, least_px)
        more_ids, more = _more(pictures, read, words, missing, fits, found.corners_px, starts)
        some = np.flatnonzero(np.isin(more_ids, list(missing)))
        ids, found = np.concatenate([ids, more_ids[some]]), Aligned.joined([found, more.of(some)])
        missing = missing.difference(ids.tolist())
    modules = words.bits.shape[1]
    covariance = found.covariance_px + _astray(found, modules) + phase_spread(found.corners_px, modules)
    scores = np.clip(found.agreement, 0, 1)
    return tuple(
        MarkerSeen(int(ids[k]), found.corners_px[k], float(scores[k]), covariance[k], float(found.hidden[k]))
        for k in np.argsort(ids)
    )


def _read(pictures: Pyramid, squares_px: Floats, words: "_Words", least_px: float) -> tuple[Guesses, Aligned]:
    """Return what squares (M, 4, 2) px may be, and each reading aligned a first time."""
    read = guesses(words.reader, pictures, squares_px)
    read = read.of(np.flatnonzero(np.sqrt(np.abs(areas(read.corners_px))) > TOO_SMALL * least_px))
    return read, _screened(pictures, read, words.bits)


def near_misses(grey: Grey, dictionary: str, known_px: Floats) -> tuple[Guesses, Aligned]:
    """Return what reads as a marker beside those known (N, 4, 2) px, however poorly it fits, and where it is.

    All looks at once, none of them judged: for telling why a marker is not found, not for finding it.
    """
    words = _words(dictionary)
    pictures = pyramid(grey)
    first = guesses(words.reader, pictures, pictures.proposals())
    more = more_guesses(words.patient, pictures, known_px, range(len(words.bits)))
    read = Guesses.joined([first, more])
    aligned = _closely(pictures.levels[0], _screened(pictures, read, words.bits), words.bits[read.ids], HOPELESS)
    return read, aligned


def _tone(grey: Grey, read: Guesses, aligned: Aligned, bits: Floats) -> Tone:
    """Return a picture's tone, by what is read in it without a doubt; the usual one where that fits well."""
    some = np.flatnonzero(read.plainly(_PLAINLY, _APART) & (aligned.agreement > HOPELESS))
    if len(some) < _FEW or median(1 - aligned.agreement[some]) < _WELL:
        return USUAL
    return tone_of(grey, aligned.corners_px[some], bits[read.ids[some]], aligned.blur_px[some])


def _more(
    pictures: Pyramid, read: Guesses, words: "_Words", wanted: Collection[int], fits: Fits | None, known_px: Floats,
    starts: int,
) -> tuple[Indices, Aligned]:  # fmt: skip
    """Return the ids of what holds of all that was read beside markers known (N, 4, 2) px, and where it is.

    Only of ``wanted`` ids. Blurred ones are looked for, too, from so many ``starts`` each.
    """
    some = read.of(np.flatnonzero(np.isin(read.ids, list(wanted)) & (read.places < LIKEST)))
    places = some.places[_screened(pictures, some, words.bits).agreement > WORTH]
    tried = read.of(np.flatnonzero(np.isin(read.places, places)))  # with what else these places may be
    aligned = _closely(pictures.levels[0], _screened(pictures, tried, words.bits), words.bits[tried.ids], WORTH)
    best = winners(tried, aligned, words.bits, wanted, fits)
    best = best[sound(aligned.of(best))]
    soft = read.of(soft_places(read, words.bits.shape[1], starts))
    ids, found = tried.ids[best], aligned.of(best)
    return with_soft(pictures.levels[0], ids, found, soft, known_px, words.bits, fits, wanted)


def _astray(found: Aligned, modules: int) -> Floats:
    """Return the covariance (M, 8, 8) px² of corners that covers may have drawn to themselves, each its way."""
    sides = np.sqrt(np.abs(areas(found.corners_px)))
    covered = np.maximum(found.hidden, UNFIT * (found.bare_agreement - found.agreement))
    askew = np.maximum(0.0, skew(found.corners_px) - SKEW)
    drawn = (ASTRAY * covered * sides / modules) ** 2 + (SKEW_TRUST * askew * sides) ** 2
    return np.asarray(np.eye(8) * drawn[:, None, None])


def _screened(pictures: Pyramid, read: Guesses, bits: Floats) -> Aligned:
    """Align every reading a first time, large markers in a picture made smaller before."""
    corners = read.corners_px.copy()
    large = np.flatnonzero(np.sqrt(np.abs(areas(corners))) >= COARSE_PX)
    if len(large):
        corners[large] = align_coarsely(pictures.levels, corners[large], bits[read.ids[large]]).corners_px
    return align(
        pictures.levels[0], corners, bits[read.ids], rounds=2, samples=SCREENING, again=False, blur_px=read.blur_px
    )


def _closely(grey: Grey, found: Aligned, bits: Floats, least: float) -> Aligned:
    """Align closely what may be a marker (M, n, n): what agrees by more than ``least``."""
    align_closely(grey, found, bits, np.flatnonzero(found.agreement > least))
    return mended(grey, found, bits, COARSE_PX)


@dataclass(frozen=True, eq=False)
class _Words:
    bits: Floats
    reader: Reader
    patient: Reader


@lru_cache(maxsize=8)
def _words(name: str, border: int = 1) -> _Words:
    bits = patterns(by_name(name), border)
    return _Words(bits.astype(np.float64), Reader(bits), Reader(bits, PATIENT))
