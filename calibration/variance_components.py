"""A camera's pose from frame cards when nobody knows how well they were laid and printed: the evidence decides.

Where cards lie, where they are told to lie: their residuals tell how far a place can be trusted, and their sizes' how
far a print can. With six cards they tell it roughly; so no one value is taken, but every value by its likelihood (its
prior flat in the logarithm, which makes the intervals hold for good and for bad surveys alike), and with it the
suspicion that one card was pushed or is half covered.

Why that is honest with six cards. Were the place sigma s estimated from M cards' residuals and then taken for true, the
pose would be too sure twice: the residuals are too small by what the pose took up (maximum likelihood divides by 2M,
not by 2M - u for u numbers of the pose that places tell), and s itself is only roughly known. Here the likelihood of
each s is that of the residuals alone: integrating the pose out of the normal likelihood leaves its normal matrix's
determinant (``slogdet`` below), which is REML's 2M - u (Patterson and Thompson 1971). Integrating over s with prior 1/s
then makes the pose's distribution Student's t with nu = 2M - u degrees of freedom, of variance nu / (nu - 2) times the
REML one; that mixture's variance is the covariance returned. With this prior its intervals cover, for every true s, as
often as they say (Box and Tiao 1973, chapter 2). What is left is the t's tail: with six cards (nu 6) 5.3 % lie beyond
1.96 of these sigmas and 1.0 % beyond 3, with eight (nu 10) 5.3 % and 0.7 %; with four nu is 2, and only sizes and the
grid's end hold s.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from calibration.cards import BATCH_SIGMA, PLACE, PRINT, TURN, card_slopes, laid_as_seen, off_px
from calibration.laid import Laid
from vision.arrays import Bools, Floats
from vision.camera import Camera
from vision.pose import joint_covariance
from vision.spread import POSE, camera_moved

PLACES_CM: Floats = 0.0004 * 1.7 ** np.arange(17.0)  # from exact to 2 cm off
PRINTS: Floats = 0.0004 * 2.0 ** np.arange(7.0)  # a print's own error, apart from the batch's, of its side: to 2.6 %
_TURN_RAD = 0.03  # the cards are first turned to how they are seen: no more than this is left
_MOVED_CM = 1.0  # a card that was pushed
_SPOILT = 0.03  # of its side: how far off the corners of a half covered card may be
_MOVED, _SPOILED = 0.03, 0.01  # how likely, before anything is seen, one of the cards is so
_PAIRS_AMONG = 6  # cards: of so many, two may have been pushed
_CHI2_MEDIAN, _SURELY = 1.386, 3.0  # of two squares; chance alone hardly makes it so many times larger
_UNHEARD_OF = 1e-7  # what is so unlikely is not tried again
_BATCH = len(BATCH_SIGMA)
_ROUNDS = 4


@dataclass(frozen=True, eq=False)
class Weighed:
    """A pose with all that may be wrong in its covariance (pose and lens), and what the evidence says of the cards.

    ``survey_sigma_cm`` and ``print_sigma`` are what the evidence expects; ``batch`` (3,) the size, stretch and skew
    of all cards; ``moved`` and ``spoilt`` (M,) how likely each card was pushed, or its corners are wrong.
    """

    camera: Camera
    covariance: Floats
    survey_sigma_cm: float
    print_sigma: float
    batch: Floats
    moved: Floats
    spoilt: Floats


def weigh(
    start: Camera,
    lens_covariance: Floats | None,
    corners_cm: Floats,
    seen_px: Floats,
    covariance_px: Floats,
    survey_sigma_cm: float | None = None,
    hidden: Floats | None = None,
    laid: Laid | None = None,
) -> Weighed:
    """Return the pose near ``start`` of a camera that sees cards (M, 4, 3) table cm at (M, 4, 2) px.

    ``survey_sigma_cm`` None leaves it to the evidence. ``hidden`` (M,) 0 to 1, how likely a card's corners are wrong;
    None: no card is suspected, because there are too few to tell. ``covariance_px`` (M, 8, 8) is of the corners;
    ``laid`` is what the cards' places have in common, as far as a frame's shape is not known. Raises numpy's
    LinAlgError where nothing fits.
    """
    camera = start
    grid = _Grid.over(PLACES_CM if survey_sigma_cm is None else np.full(1, survey_sigma_cm, dtype=np.float64))
    states, prior = _hypotheses(len(corners_cm), hidden)
    covariance_px = covariance_px * _blurred(camera, corners_cm, seen_px, covariance_px)
    for round_ in range(_ROUNDS):
        there = laid_as_seen(camera, corners_cm, seen_px)
        evidence = _weighed(camera, there, seen_px, covariance_px, grid, states, prior, laid)
        step = evidence.step
        camera = camera_moved(camera, step)
        if round_ > 0:  # from near enough to tell
            grid = grid.some(evidence.share.max(axis=0) > _UNHEARD_OF)
            likely = evidence.share.max(axis=1) > _UNHEARD_OF
            states, prior = states[likely], prior[likely]
        if np.abs(step[:3]).max() < 1e-8 and np.abs(step[3:]).max() < 1e-6:
            break
    return Weighed(
        camera,
        joint_covariance(evidence.covariance, evidence.through_lens, lens_covariance),
        evidence.place_cm if survey_sigma_cm is None else survey_sigma_cm,
        evidence.print_sigma,
        evidence.batch,
        evidence.moved,
        evidence.spoilt,
    )


def _blurred(camera: Camera, corners_cm: Floats, seen_px: Floats, covariance_px: Floats) -> float:
    """Return how many times larger the corners' covariance is than said, by what no place, turn or print explains.

    Two of a card's eight numbers are left for that. Taken for exact, they would bend the pose.
    """
    laid = laid_as_seen(camera, corners_cm, seen_px)
    off = off_px(camera, laid, seen_px).reshape(-1, 8)
    weight, ways = np.linalg.inv(covariance_px), card_slopes(camera, laid).by_card
    pull = ways.transpose(0, 2, 1) @ weight
    explained = np.linalg.solve(pull @ ways, (pull @ off[..., None]))
    rest = off - (ways @ explained)[..., 0]
    share = float(np.median(np.einsum("mi,mij,mj->m", rest, weight, rest)) / _CHI2_MEDIAN)
    return share if share > _SURELY else 1.0


@dataclass(frozen=True, eq=False)
class _Grid:
    places_cm: Floats  # (G,)
    prints: Floats

    @staticmethod
    def over(places_cm: Floats) -> "_Grid":
        places, prints = np.meshgrid(places_cm, PRINTS, indexing="ij")
        return _Grid(places.ravel(), prints.ravel())

    def some(self, which: Bools) -> "_Grid":
        return _Grid(self.places_cm[which], self.prints[which])


@dataclass(frozen=True, eq=False)
class _Evidence:
    share: Floats  # (H, G) of the likelihood
    step: Floats
    covariance: Floats
    through_lens: Floats
    place_cm: float
    print_sigma: float
    batch: Floats
    moved: Floats
    spoilt: Floats


@dataclass(frozen=True, eq=False)
class _Terms:
    """What each card adds to the normal equations, for S states of a card and G pairs of sigmas: (S, G, M, ...)."""

    normal: Floats
    pull: Floats
    square: Floats
    volume: Floats
    lens: Floats

    def of(self, of_card: Floats) -> "_Terms":
        """Return the sums over cards for H hypotheses (H, S, M) of which state each card is in: (H, G, ...)."""
        return _Terms(*(np.tensordot(of_card, part, axes=((1, 2), (0, 2))) for part in vars(self).values()))


def _weighed(
    camera: Camera,
    corners_cm: Floats,
    seen_px: Floats,
    covariance_px: Floats,
    grid: _Grid,
    states: Floats,
    prior: Floats,
    laid: Laid | None,
) -> _Evidence:
    count = len(corners_cm)
    sums = _terms(camera, corners_cm, seen_px, covariance_px, grid, states.shape[1], laid).of(states)
    normal = sums.normal.copy()
    common = BATCH_SIGMA if laid is None else np.concatenate([BATCH_SIGMA, laid.sigmas])
    normal[..., range(POSE, POSE + len(common)), range(POSE, POSE + len(common))] += common**-2
    # Columns differ by powers of ten (a rad, a cm, a share): made alike, or the inverse is noise.
    scale = np.sqrt(np.einsum("hgpp->hgp", normal))
    alike = normal / scale[..., :, None] / scale[..., None, :]
    inverse = np.linalg.inv(alike) / scale[..., :, None] / scale[..., None, :]
    steps = np.einsum("hgpq,hgq->hgp", inverse, sums.pull)
    volume = sums.volume + np.linalg.slogdet(alike)[1] + 2 * np.log(scale).sum(axis=2)
    log = np.log(prior)[:, None] - (volume + sums.square - (sums.pull * steps).sum(axis=2)) / 2
    share = np.exp(log - log.max())
    share = share / share.sum()
    mean = np.einsum("hg,hgp->p", share, steps)
    apart = (steps - mean)[..., :POSE]
    covariance = np.einsum("hg,hgpq->pq", share, inverse[..., :POSE, :POSE]) + np.einsum(
        "hg,hgp,hgq->pq", share, apart, apart
    )
    through_lens = -np.einsum(
        "hgpq,hgql->pl", share[..., None, None] * inverse[..., :POSE, :], sums.lens, optimize=True
    )
    by_sigma, by_state = share.sum(axis=0), np.einsum("hg,hsm->sm", share, states)
    nobody = np.zeros(count)
    return _Evidence(
        share,
        mean[:POSE],
        covariance,
        through_lens,
        float(by_sigma @ grid.places_cm),
        float(by_sigma @ grid.prints),
        mean[POSE : POSE + _BATCH],
        by_state[1] if len(by_state) > 1 else nobody,
        by_state[2] if len(by_state) > 1 else nobody,
    )


def _hypotheses(count: int, hidden: Floats | None) -> tuple[Floats, Floats]:
    """Return which cards are in order, moved or spoilt in each hypothesis (H, S, M), and its prior (H,)."""
    if hidden is None:
        return np.ones((1, 1, count)), np.ones(1)
    moved = np.full(count, _MOVED / count)
    spoilt = np.clip(_SPOILED / count + hidden, 0.0, 0.9)
    spoilt /= 1 - spoilt
    odd: list[tuple[tuple[int, int], ...]] = [(), *(((card, state),) for card in range(count) for state in (1, 2))]
    if count >= _PAIRS_AMONG:
        odd += [((one, 1), (other, 1)) for one, other in combinations(range(count), 2)]
    states = np.zeros((len(odd), 3, count))
    states[:, 0] = 1.0
    prior = np.ones(len(odd))
    for row, cards in enumerate(odd):
        for card, state in cards:
            states[row, [0, state], card] = 0.0, 1.0
            prior[row] *= (moved if state == 1 else spoilt)[card]
    return states, prior


def _terms(
    camera: Camera, corners_cm: Floats, seen_px: Floats, covariance_px: Floats, grid: _Grid, states: int,
    laid: Laid | None,
) -> _Terms:  # fmt: skip
    count, size = len(corners_cm), len(grid.prints)
    slope = card_slopes(camera, corners_cm)
    off = off_px(camera, corners_cm, seen_px).reshape(count, 8)
    wide = np.concatenate([slope.by_camera[:, :, :POSE], slope.by_card[:, :, PRINT]], axis=2)
    if laid is not None:
        wide = np.concatenate([wide, slope.by_card[:, :, PLACE] @ laid.ways], axis=2)
    sigmas = np.zeros((states, size, 6))
    sigmas[:, :, PLACE] = grid.places_cm[:, None]
    sigmas[1:, :, PLACE] = _MOVED_CM
    sigmas[:, :, TURN] = _TURN_RAD
    sigmas[:, :, PRINT] = grid.prints[:, None]
    ways = slope.by_card[None, None] * sigmas[:, :, None, None, :]
    noise = covariance_px + ways @ ways.swapaxes(-1, -2)
    sides = np.linalg.norm(seen_px - np.roll(seen_px, 1, axis=1), axis=2).mean(axis=1)
    noise[2:] += np.eye(8) * (_SPOILT * sides[:, None, None]) ** 2
    weight = np.linalg.inv(noise)
    pull = np.einsum("mip,sgmij->sgmpj", wide, weight)
    return _Terms(
        pull @ wide,
        np.einsum("sgmpj,mj->sgmp", pull, off),
        np.einsum("mi,sgmij,mj->sgm", off, weight, off),
        np.linalg.slogdet(noise)[1],
        pull @ slope.by_camera[:, :, POSE:],
    )
