"""Least squares over lens, camera places, and where every frame card lies and how it is printed, all at once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.cards import BATCH_SIGMA, PLACE, PRINT, TURN, Card, card_slopes, off_px
from calibration.variance_components import PLACES_CM, PRINTS
from table.errors import BadGeometry
from table.frame import FrameMarker, Tape
from table.stand import wrap_deg
from vision.arrays import Bools, Floats
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.pose import fit_pose
from vision.spread import POSE, camera_moved

WEAK_CM = 0.3  # how far cards may lie from frame.toml, before the pictures say how far they do
_HEIGHT_SIGMA_CM = 0.01  # of a card above the table: paper, glue, a wave in the cloth
_SCALES = (0.0005, 0.02)  # how long frame.toml's centimetre is: as a tape's or a plotter's, or by mistake
_ZOOM_SIGMA = 0.001  # an autofocus lens is a little longer or shorter at each place
_NO_ZOOM = 1e-8
_TILT_RAD = 0.01
_TURN_RAD = 1.0  # any way round: its id tells which card it is
_FREE_CM = 30.0  # a card whose place in frame.toml is a mistake
_ASTRAY_CM, _ASTRAY_SHARE = 0.6, 6.0  # it is one, if it lies off by more than this and this many times the others
_DOUBT = 3.0  # a look at a card that is this many sigma off counts half, one further off hardly
_ROUNDS, _MOST = 6, 20
_UNHEARD_OF = 1e-6  # sigmas so unlikely are not tried again
_FEW = 3  # cards that any mistake can be laid onto
_LOST_CM = 0.1
_LOST = "the pictures do not agree about where the cards lie: is each by this camera and lens, of this table?"
_VIEW = POSE + 1  # and how much longer its focal length is than at the camera's own place
_CARD = 9  # place x, y, turn, print's size, stretch, skew, height, how it rises along x and y


@dataclass(frozen=True, eq=False)
class Survey:
    """What a bundle found.

    ``cameras`` in the viewpoints' order; ``covariance`` of the first one's pose and the lens; ``places_covariance``
    (2M, 2M) of the cards' x, y in turn; ``trust`` (V, M) how far each look at a card was believed and ``off_px`` how
    far its corners are off (rms), NaN where there was none; ``misfit`` their mean square in the pixels' sigmas;
    ``scale`` how much longer frame.toml's centimetre is than the tape's; ``astray`` whether each card's place in
    frame.toml was not used.
    """

    cameras: tuple[Camera, ...]
    cards: tuple[Card, ...]
    batch: Floats
    covariance: Floats
    places_covariance: Floats
    survey_sigma_cm: float
    trust: Floats
    off_px: Floats
    misfit: float
    scale: float
    astray: Bools


def solve_survey(
    lens: Lens,
    lens_covariance: Floats | None,
    markers: Sequence[FrameMarker],
    looks: Sequence[Mapping[int, MarkerSeen]],
    tape: Tape,
    astray: Collection[int] = (),
) -> Survey:
    """Find where the cards ``markers`` lie, from what each of several cameras saw of them and one length.

    frame.toml holds the table's origin and axes where its cards have them on average. How well the cards lie and are
    printed is weighed by the evidence; of ``astray`` cards it is known that they lie elsewhere. Raises BadGeometry
    where nothing fits.
    """
    problem = _Problem.start(lens, lens_covariance, markers, looks, tape, astray)
    weak = np.array([[WEAK_CM, 0.002, _SCALES[1]]])
    try:
        with np.errstate(all="raise", under="ignore"):
            for _ in range(_MOST):
                problem, step = problem.moved(problem.solved(weak).mean)
                if step < 1e-4:
                    break
            if step > _LOST_CM:
                raise BadGeometry(_LOST)
            problem = problem.without_mistakes()
            grid = np.array([(place, own, scale) for place in PLACES_CM for own in PRINTS for scale in _SCALES])
            for _ in range(_ROUNDS):
                found = problem.solved(grid)
                problem, step = problem.moved(found.mean)
                grid = grid[found.share > _UNHEARD_OF]
                if step < 1e-6:
                    break
            return problem.result(problem.solved(grid))
    except (np.linalg.LinAlgError, FloatingPointError):
        raise BadGeometry(_LOST) from None


@dataclass(frozen=True, eq=False)
class _Solved:
    share: Floats  # (G,) of the likelihood
    mean: Floats
    covariance: Floats
    place_cm: float
    trust: Floats
    misfit: float


@dataclass(frozen=True, eq=False)
class _Problem:
    """Where the adjustment stands. ``lens_off`` (K,) are the lens's changes in sigmas along ``lens_ways`` (L, K)."""

    lens: Lens
    lens_ways: Floats
    lens_off: Floats
    markers: tuple[FrameMarker, ...]
    looks: tuple[Mapping[int, MarkerSeen], ...]
    tape: Tape
    cameras: tuple[Camera, ...]
    cards: tuple[Card, ...]
    batch: Floats
    scale: float
    astray: Bools

    @staticmethod
    def start(
        lens: Lens,
        lens_covariance: Floats | None,
        markers: Sequence[FrameMarker],
        looks: Sequence[Mapping[int, MarkerSeen]],
        tape: Tape,
        astray: Collection[int],
    ) -> "_Problem":
        numbers = 4 + lens.distortion.size
        ways = np.zeros((numbers, 0))
        if lens_covariance is not None:
            sigma = np.sqrt(np.diag(lens_covariance))
            some = sigma > 0
            values, vectors = np.linalg.eigh(lens_covariance[np.ix_(some, some)] / np.outer(sigma[some], sigma[some]))
            sure = values > 1e-9
            ways = np.zeros((numbers, int(sure.sum())))
            ways[some] = sigma[some][:, None] * vectors[:, sure] * np.sqrt(values[sure])
        cards = [Card(m.x, m.y, m.height_cm, m.heading_deg, np.zeros(3), np.zeros(2)) for m in markers]
        tips = {m.id: card.corners(m.size_cm, np.zeros(3)) for m, card in zip(markers, cards, strict=True)}
        cameras = []
        for look in looks:
            there = [m.id for m in markers if m.id in look]
            right = [number for number in there if number not in astray]
            there = right if len(right) >= _FEW else there
            cameras.append(
                fit_pose(
                    lens,
                    np.array([tips[number] for number in there]),
                    np.array([look[number].corners_px for number in there]),
                    np.array([look[number].covariance_px for number in there]),
                    WEAK_CM,
                ).camera
            )
        for k, marker in enumerate(markers):
            shown = [
                (camera, look[marker.id]) for camera, look in zip(cameras, looks, strict=True) if marker.id in look
            ]
            if marker.id in astray:
                x, y = shown[0][0].to_plane(shown[0][1].centre_px, marker.height_cm)[0]
                cards[k] = replace(cards[k], x=float(x), y=float(y))
        lost = np.array([marker.id in astray for marker in markers])
        return _Problem(
            lens, ways, np.zeros(ways.shape[1]), tuple(markers), tuple(looks), tape, tuple(cameras), tuple(cards),
            np.zeros(3), 0.0, lost,
        )  # fmt: skip

    @property
    def _at(self) -> tuple[int, int, int, int]:
        """Where batch, scale, cards and cameras begin among the unknowns; the lens is first."""
        batch = self.lens_ways.shape[1]
        return batch, batch + 3, batch + 4, batch + 4 + _CARD * len(self.cards)

    def _nominal(self) -> Floats:
        """Return (M, 2): the cards' places in frame.toml, from their middle."""
        places = np.array([(m.x, m.y) for m in self.markers])
        return np.asarray(places - places.mean(axis=0))

    def _offs(self) -> Floats:
        """Return all unknowns' present values as they stand to their priors; poses have none."""
        batch, scale, cards, cameras = self._at
        offs = np.zeros(cameras + _VIEW * len(self.cameras))
        offs[:batch], offs[batch:scale], offs[scale] = self.lens_off, self.batch, self.scale
        focal = [camera.lens.matrix[0, 0] for camera in self.cameras]
        offs[cameras + POSE :: _VIEW] = np.log(focal) - np.log(focal[0])
        arms = self._nominal()
        for k, (marker, card) in enumerate(zip(self.markers, self.cards, strict=True)):
            own = offs[cards + _CARD * k :]
            own[:2] = np.array([card.x - marker.x, card.y - marker.y]) - self.scale * arms[k]
            own[2] = np.radians(wrap_deg(card.heading_deg - marker.heading_deg))
            own[3:6], own[6], own[7:9] = card.print_off, card.height_cm - marker.height_cm, card.tilt_rad
        return offs

    def _sigmas(self, grid: Floats) -> Floats:
        """Return (G, N) sigmas of the unknowns before anything is seen; infinite where nothing is known."""
        batch, scale, cards, cameras = self._at
        place_cm, print_, measure = grid.T
        sigmas = np.full((len(grid), cameras + _VIEW * len(self.cameras)), np.inf)
        sigmas[:, :batch], sigmas[:, batch:scale], sigmas[:, scale] = 1.0, BATCH_SIGMA, measure
        sigmas[:, cameras + POSE :: _VIEW] = _ZOOM_SIGMA
        sigmas[:, cameras + POSE] = _NO_ZOOM
        for k in range(len(self.cards)):
            own = sigmas[:, cards + _CARD * k : cards + _CARD * (k + 1)]
            own[:, :2] = _FREE_CM if self.astray[k] else place_cm[:, None]
            own[:, 2], own[:, 3:6], own[:, 6], own[:, 7:9] = _TURN_RAD, print_[:, None], _HEIGHT_SIGMA_CM, _TILT_RAD
        return sigmas

    def _normal(self) -> tuple[Floats, Floats, Floats, float]:
        """Return the pictures' and the tape's normal matrix, pull, the trust in each look, the mean square misfit."""
        batch, scale, cards, cameras = self._at
        size = cameras + _VIEW * len(self.cameras)
        normal, pull = np.zeros((size, size)), np.zeros(size)
        trust = np.full((len(self.looks), len(self.cards)), np.nan)
        arms, misfits = self._nominal(), []
        tips = np.array([c.corners(m.size_cm, self.batch) for m, c in zip(self.markers, self.cards, strict=True)])
        for view, (camera, look) in enumerate(zip(self.cameras, self.looks, strict=True)):
            there = [k for k, marker in enumerate(self.markers) if marker.id in look]
            seen = np.array([look[self.markers[k].id].corners_px for k in there])
            noise = np.array([look[self.markers[k].id].covariance_px for k in there])
            off = off_px(camera, tips[there], seen).reshape(-1, 8)
            misfits.append((view, there, off, np.linalg.inv(noise), card_slopes(camera, tips[there])))
        far = [np.einsum("mi,mij,mj->m", off, weight, off) / 8 for _, _, off, weight, _ in misfits]
        # While the whole is far from fitting, "far off" is what others are not.
        usual = max(1.0, float(np.median(np.concatenate(far))))
        for (view, there, *_), part in zip(misfits, far, strict=True):
            trust[view, there] = 1 / (1 + (part / usual / _DOUBT**2) ** 2)
        believed = np.concatenate([trust[view, there] for view, there, *_ in misfits])
        misfit = float(believed @ np.concatenate(far) / believed.sum())
        for view, there, off, sharp, slope in misfits:
            # Looks that fit worse than their pixels' noise are taken to be as noisy as they fit.
            weight = sharp * (trust[view, there] / max(1.0, misfit))[:, None, None]
            wide = np.zeros((len(there), 8, size))
            wide[:, :, :batch] = slope.by_camera[:, :, POSE:] @ self.lens_ways
            wide[:, :, batch:scale] = slope.by_card[:, :, PRINT]
            wide[:, :, scale] = np.einsum("mij,mj->mi", slope.by_card[:, :, PLACE], arms[there])
            for row, k in enumerate(there):
                wide[row, :, cards + _CARD * k : cards + _CARD * k + 6] = slope.by_card[row]
                wide[row, :, cards + _CARD * k + 6] = slope.by_height[row]
                wide[row, :, cards + _CARD * k + 7 : cards + _CARD * (k + 1)] = slope.by_tilt[row]
            own = cameras + _VIEW * view
            wide[:, :, own : own + POSE] = slope.by_camera[:, :, :POSE]
            wide[:, :, own + POSE] = slope.by_camera[:, :, POSE : POSE + 2] @ np.diag(camera.lens.matrix)[:2]
            pulled = wide.transpose(0, 2, 1) @ weight
            normal += np.einsum("mpi,miq->pq", pulled, wide, optimize=True)
            pull += np.einsum("mpi,mi->p", pulled, off)
        self._add_tape(normal, pull, arms)
        return normal, pull, trust, misfit

    def _off_px(self) -> Floats:
        tips = np.array([c.corners(m.size_cm, self.batch) for m, c in zip(self.markers, self.cards, strict=True)])
        off = np.full((len(self.looks), len(self.cards)), np.nan)
        for view, (camera, look) in enumerate(zip(self.cameras, self.looks, strict=True)):
            for k, marker in enumerate(self.markers):
                if marker.id in look:
                    apart = off_px(camera, tips[k : k + 1], look[marker.id].corners_px[None])
                    off[view, k] = np.sqrt((apart**2).sum(axis=-1).mean())
        return off

    def _add_tape(self, normal: Floats, pull: Floats, arms: Floats) -> None:
        _, scale, cards, _ = self._at
        a, b = ([marker.id for marker in self.markers].index(number) for number in self.tape.between)
        apart = np.array([self.cards[b].x - self.cards[a].x, self.cards[b].y - self.cards[a].y])
        length = float(np.linalg.norm(apart))
        row = np.zeros(len(pull))
        row[cards + _CARD * a : cards + _CARD * a + 2] = -apart / length
        row[cards + _CARD * b : cards + _CARD * b + 2] = apart / length
        row[scale] = (arms[b] - arms[a]) @ apart / length
        row /= self.tape.sigma_cm
        normal += np.outer(row, row)
        pull += row * (self.tape.length_cm - length) / self.tape.sigma_cm

    def solved(self, grid: Floats) -> _Solved:
        """Return the step to the unknowns' mean over the sigmas (G, 3) of place, print and scale, by likelihood."""
        normal, pull, trust, misfit = self._normal()
        offs = self._offs()
        sure = self._sigmas(grid) ** -2
        scale = np.sqrt(np.diag(normal) + sure.min(axis=0))
        scale[scale == 0] = 1.0
        logs, means, inverses = np.zeros(len(grid)), [], []
        for k, own in enumerate(sure):
            matrix = (normal + np.diag(own)) / np.outer(scale, scale)
            inverse = np.linalg.inv(matrix) / np.outer(scale, scale)
            down = pull - own * offs
            step = inverse @ down
            held = own[own > 0]
            # The unknowns' prior as it stands, less what the step gains; the pictures' own part is the same for all.
            logs[k] = (np.log(held).sum() - np.linalg.slogdet(matrix)[1] - own @ offs**2 + down @ step) / 2
            means.append(step)
            inverses.append(inverse)
        share = np.exp(logs - logs.max())
        share /= share.sum()
        mean = share @ np.array(means)
        covariance = np.zeros_like(normal)
        for part, step, inverse in zip(share, means, inverses, strict=True):
            if part > 1e-6:
                covariance += part * (inverse + np.outer(step - mean, step - mean))
        return _Solved(share, mean, covariance, float(share @ grid[:, 0]), trust, misfit)

    def moved(self, step: Floats) -> tuple["_Problem", float]:
        """Return the problem after a step, and how large the step was, in cm or the like."""
        batch, scale, cards, cameras = self._at
        lens_off = self.lens_off + step[:batch]
        change = self.lens_ways @ step[:batch]
        arms = self._nominal()
        laid = []
        for k, card in enumerate(self.cards):
            own = step[cards + _CARD * k : cards + _CARD * (k + 1)]
            dx, dy = own[PLACE] + step[scale] * arms[k]
            laid.append(
                Card(
                    card.x + float(dx),
                    card.y + float(dy),
                    card.height_cm + float(own[6]),
                    card.heading_deg + float(np.degrees(own[TURN][0])),
                    card.print_off + own[PRINT],
                    card.tilt_rad + own[7:9],
                )
            )
        seers = []
        for k, camera in enumerate(self.cameras):
            own = step[cameras + _VIEW * k : cameras + _VIEW * (k + 1)]
            of_lens = change.copy()
            of_lens[:2] += own[POSE] * np.diag(camera.lens.matrix)[:2]
            seers.append(camera_moved(camera, np.concatenate([own[:POSE], of_lens])))
        further = replace(
            self, lens_off=lens_off, cameras=tuple(seers), cards=tuple(laid), batch=self.batch + step[batch:scale],
            scale=self.scale + float(step[scale]),
        )  # fmt: skip
        return further, float(np.abs(step[cards:]).max())

    def without_mistakes(self) -> "_Problem":
        """Return the problem with those places of frame.toml left out that are mistakes."""
        there = np.array([complex(card.x, card.y) for card in self.cards])
        said = np.array([complex(marker.x, marker.y) for marker in self.markers])
        first, second = np.triu_indices(len(said), 1)
        grown = (there[first] - there[second]) / (said[first] - said[second])
        shifted = there[first] - grown * said[first]
        off = np.abs(there - grown[:, None] * said - shifted[:, None])  # laid onto each other by each pair in turn
        off = off[np.argmin(np.median(off, axis=1))]
        astray = self.astray | (off > max(_ASTRAY_CM, _ASTRAY_SHARE * float(np.median(off))))
        return replace(self, astray=astray) if len(said) > _FEW and astray.sum() <= len(said) - _FEW else self

    def result(self, found: _Solved) -> Survey:
        """Return what was found."""
        batch, scale, cards, cameras = self._at
        count = len(self.cards)
        arms = self._nominal()
        by_place = np.zeros((2 * count, len(found.mean)))
        for k in range(count):
            by_place[2 * k : 2 * k + 2, cards + _CARD * k : cards + _CARD * k + 2] = np.eye(2)
            by_place[2 * k : 2 * k + 2, scale] = arms[k]
        numbers = 4 + self.lens.distortion.size
        by_camera = np.zeros((POSE + numbers, len(found.mean)))
        by_camera[:POSE, cameras : cameras + POSE] = np.eye(POSE)
        by_camera[POSE:, :batch] = self.lens_ways
        return Survey(
            self.cameras,
            self.cards,
            self.batch,
            by_camera @ found.covariance @ by_camera.T,
            by_place @ found.covariance @ by_place.T,
            found.place_cm,
            found.trust,
            self._off_px(),
            found.misfit,
            self.scale,
            self.astray,
        )
