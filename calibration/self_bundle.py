"""Least squares over lens, camera places, frame cards and stands: the lens without a calibration board."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from table.frame import FrameMarker
from table.mount import Mount
from vision.arrays import Floats, Indices
from vision.camera import Camera, Lens
from vision.on_plane import marker_squares
from vision.spread import POSE, camera_moved, slopes
from vision.square import bend_px, square_corners

LENS = 9  # fx, fy, cx, cy, k1, k2, p1, p2, k3
_FREE = np.zeros((LENS, 8))  # square pixels: one focal length moves both
_FREE[0, 0] = _FREE[1, 0] = 1.0
_FREE[2:, 1:] = np.eye(7)
_WIDE, _WIDE_SIGMA = 0.75, 0.35  # a focal length in picture widths, and the spread of its logarithm
_CENTRE_SHARE = 0.01  # of the picture's width: how far from its middle a lens looks
_BENDS_SIGMA = np.array([0.2, 0.2, 0.001, 0.001, 0.1])  # k1, k2, p1, p2, k3
_BATCH_SIGMA = 0.02  # of the size of all cards printed together: "fit to page", and ink
_OWN_SIGMA = 0.002  # of one card's size
_EDGE_PX = 0.03  # by which all black looks wider on every side, or narrower: ink, glare, a camera's tone curve
_TURN_RAD = 1.0  # any way round: where it lies is known, how it is turned need not be
_HEIGHT_CM = 0.01  # of a stand's marker that says no height_sigma_cm
_HUBER = 2.5
_ROUNDS = 60


@dataclass(frozen=True, eq=False)
class CardsSeen:
    """The frame cards from one place: which (M,), corners (M, 4, 2) px, their covariance (M, 8, 8)."""

    which: Indices
    corners_px: Floats
    covariance_px: Floats


@dataclass(frozen=True, eq=False)
class StandsSeen:
    """Stands' markers from one place: mounts, corners (N, 4, 2) px, their covariance (N, 8, 8)."""

    mounts: Sequence[Mount]
    corners_px: Floats
    covariance_px: Floats


@dataclass(frozen=True, eq=False)
class SelfBundle:
    """What was found: cameras by place, covariance (15, 15) of the first one's pose and the lens.

    ``cards_cm`` (M, 2) is how far each card lies from frame.toml's place, ``misfit`` the mean square of the residuals
    in sigmas, ``cost`` twice the negative log of how likely it is, ``rms_px`` of the first place's cards.
    """

    cameras: tuple[Camera, ...]
    covariance: Floats
    cards_cm: Floats
    misfit: float
    cost: float
    rms_px: float


def solve_self(
    markers: Sequence[FrameMarker], cards: Sequence[CardsSeen], stands: Sequence[StandsSeen],
    start: Sequence[Camera], survey_sigma_cm: float,
) -> SelfBundle:  # fmt: skip
    """Solve from cameras near enough, one a place; raises LinAlgError or BadGeometry where it comes to nothing."""
    return _Bundle(markers, cards, stands, start, survey_sigma_cm).solved()


class _Bundle:
    def __init__(
        self, markers: Sequence[FrameMarker], cards: Sequence[CardsSeen], stands: Sequence[StandsSeen],
        start: Sequence[Camera], survey_sigma_cm: float,
    ) -> None:  # fmt: skip
        self.markers, self.cards, self.stands = markers, cards, stands
        self.cameras = list(start)
        self.laid = np.zeros((len(markers), 4))  # x, y cm, turn rad, own size
        self.batch = np.zeros(3)  # sizes of the frame's cards, of the stands' markers; px that all edges lie outside
        places = len(start)
        self.at_lens = 0
        self.at_pose = _FREE.shape[1]
        self.at_cards = self.at_pose + POSE * places
        self.at_batch = self.at_cards + self.laid.size
        self.size = self.at_batch + 3
        width = start[0].lens.size_px[0]
        sigmas = np.full(self.size, np.inf)
        sigmas[0] = _WIDE_SIGMA  # of the logarithm
        sigmas[1:3] = _CENTRE_SHARE * width
        sigmas[3:8] = _BENDS_SIGMA
        sigmas[self.at_cards : self.at_batch] = np.tile(
            [survey_sigma_cm, survey_sigma_cm, _TURN_RAD, _OWN_SIGMA], len(markers)
        )
        sigmas[self.at_batch :] = (_BATCH_SIGMA, _BATCH_SIGMA, _EDGE_PX)
        self.trust = 1.0 / sigmas**2

    def solved(self) -> SelfBundle:
        """Levenberg-Marquardt: damped until it gets better no more."""
        damping, cost = 1e-7, np.inf
        normal, pull, cost, misfit = self._equations()
        for _ in range(_ROUNDS):
            before = (list(self.cameras), self.laid.copy(), self.batch.copy())
            step = np.asarray(np.linalg.solve(normal + np.diag(damping * np.diag(normal)), pull), dtype=np.float64)
            self._move(step)
            try:
                new = self._equations()
            except (np.linalg.LinAlgError, ValueError):
                new = None
            if new is None or not np.isfinite(new[2]) or new[2] > cost * (1 + 1e-12) + 1e-9:
                self.cameras, self.laid, self.batch = before
                damping *= 10
                if damping > 1e8:
                    break
                continue
            gained, (normal, pull, cost, misfit) = cost - new[2], new
            damping = max(damping / 10, 1e-13)
            if gained < 1e-4 and damping < 1e-6:
                break
        # Numbers of a millionth and of thousands stand side by side: made alike, or the inverse is noise.
        scale = 1.0 / np.sqrt(np.diag(normal))
        inverse = np.linalg.inv(normal * np.outer(scale, scale)) * np.outer(scale, scale) * max(misfit, 1.0)
        inverse = (inverse + inverse.T) / 2
        named = np.zeros((POSE + LENS, self.size))
        named[:POSE, self.at_pose : self.at_pose + POSE] = np.eye(POSE)
        spread = _FREE.copy()
        spread[0:2, 0] = self.cameras[0].lens.matrix[[0, 1], [0, 1]]  # from the logarithm
        named[POSE:, : self.at_pose] = spread
        off = self._cards_off(0)[0].reshape(-1, 2)
        return SelfBundle(
            tuple(self.cameras), _even(named @ inverse @ named.T), self.laid[:, :2].copy(), misfit, cost,
            float(np.sqrt((off**2).sum(axis=1).mean())),
        )  # fmt: skip

    def _move(self, step: Floats) -> None:
        lens = self.cameras[0].lens
        change = _FREE @ step[: self.at_pose]
        longer = np.clip(step[0], -0.3, 0.3)
        change[:2] = lens.matrix[[0, 1], [0, 1]] * (np.exp(longer) - 1)
        for number, power in ((4, 2), (5, 4), (8, 6)):
            change[number] += lens.distortion[number - 4] * (np.exp(power * longer) - 1 - power * longer)
        for k, camera in enumerate(self.cameras):
            at = self.at_pose + POSE * k
            pose = step[at : at + POSE].copy()
            # A longer lens from as much further away sees nearly the same: that valley is no straight line.
            pose[5] += camera.translation[2] * (np.exp(longer) - 1 - longer)
            self.cameras[k] = camera_moved(camera, np.concatenate([pose, change]))
        self.laid = self.laid + step[self.at_cards : self.at_batch].reshape(-1, 4)
        self.batch = self.batch + step[self.at_batch :]

    def _corners(self) -> Floats:
        """Return the cards' corners (M, 4, 3) as they are believed to lie now."""
        return np.array(
            [
                square_corners(
                    m.x + dx, m.y + dy, m.height_cm, m.heading_deg + np.degrees(turned),
                    m.size_cm * (1 + own + self.batch[0]),
                )
                for m, (dx, dy, turned, own) in zip(self.markers, self.laid, strict=True)
            ]
        )  # fmt: skip

    def _cards_off(self, place: int) -> tuple[Floats, Floats]:
        """Return residuals (M, 8) px of the cards seen from a place, and the corners they are from."""
        camera, cards = self.cameras[place], self.cards[place]
        corners = self._corners()[cards.which]
        seen = camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2)
        seen = seen + bend_px(camera, corners) + self.batch[2] * _outwards(seen)
        return (cards.corners_px - seen).reshape(-1, 8), corners

    def _equations(self) -> tuple[Floats, Floats, float, float]:
        """Return normal matrix, pull, cost and misfit with what is believed now."""
        normal, pull = np.zeros((self.size, self.size)), np.zeros(self.size)
        cost, count, squares = 0.0, 0, 0.0
        for place, camera in enumerate(self.cameras):
            off, corners = self._cards_off(place)
            parts = [(off, self._card_rows(place, camera, corners), self.cards[place].covariance_px, np.zeros(0))]
            if len(self.stands[place].mounts):
                parts.append(self._stand_part(place, camera))
            for off, rows, noise, lost in parts:
                weight = np.linalg.inv(noise)
                if lost.size:  # where the stand stands is nobody's business: it takes three of the eight numbers
                    taken = weight @ lost
                    weight = weight - taken @ np.linalg.solve(lost.transpose(0, 2, 1) @ taken, taken.transpose(0, 2, 1))
                distance = np.sqrt(np.maximum(np.einsum("mi,mij,mj->m", off, weight, off), 0) / 8)
                share = np.minimum(1.0, _HUBER / np.maximum(distance, 1e-9))
                # Huber's cost: square within, straight beyond.
                square = np.where(share < 1, 2 * _HUBER * distance - _HUBER**2, distance**2)
                cost += float(8 * square.sum())
                squares += float((8 * np.minimum(distance, _HUBER) ** 2).sum())
                count += off.size - (3 * len(off) if lost.size else 0)
                weighted = weight * share[:, None, None]
                pulled = (weighted @ rows).reshape(-1, self.size)
                normal += rows.reshape(-1, self.size).T @ pulled
                pull += off.ravel() @ pulled
        now = self._believed()
        normal += np.diag(self.trust)
        pull -= self.trust * now
        held = float((self.trust * now**2).sum())
        freedom = max(count - POSE * len(self.cameras) - 3, 1)
        return normal, pull, cost + held, (squares + held) / freedom

    def _believed(self) -> Floats:
        """Return how far everything is from what was believed before."""
        lens = self.cameras[0].lens
        width, height = lens.size_px
        now = np.zeros(self.size)
        now[0] = np.log(lens.matrix[0, 0] / (_WIDE * width))
        now[1:3] = lens.matrix[[0, 1], 2] - ((width - 1) / 2, (height - 1) / 2)
        now[3:8] = lens.distortion
        now[self.at_cards : self.at_batch] = self.laid.ravel()
        now[self.at_batch :] = self.batch
        return now

    def _camera_rows(self, place: int, camera: Camera, by_parameter: Floats) -> Floats:
        rows = np.zeros((*by_parameter.shape[:2], self.size))
        by_lens = by_parameter[:, :, POSE:] @ _FREE
        by_lens[:, :, 0] = by_parameter[:, :, POSE : POSE + 2] @ camera.lens.matrix[[0, 1], [0, 1]]
        rows[:, :, : self.at_pose] = by_lens
        at = self.at_pose + POSE * place
        rows[:, :, at : at + POSE] = by_parameter[:, :, :POSE]
        return rows

    def _card_rows(self, place: int, camera: Camera, corners: Floats) -> Floats:
        count = len(corners)
        slope = slopes(camera, corners.reshape(-1, 3))
        rows = self._camera_rows(place, camera, slope.by_parameter.reshape(count, 8, -1))
        by_square = _by_square(slope.by_point, corners)
        for row, card in enumerate(self.cards[place].which):
            at = self.at_cards + 4 * card
            rows[row, :, at : at + 4] = by_square[row]
        rows[:, :, self.at_batch] = by_square[:, :, 3]
        rows[:, :, self.at_batch + 2] = _outwards(self.cards[place].corners_px).reshape(count, 8)
        return rows

    def _stand_part(self, place: int, camera: Camera) -> tuple[Floats, Floats, Floats, Floats]:
        """Return residuals, rows, noise and the stands' own columns (place and turn) at one place."""
        stands = self.stands[place]
        mounts = [
            Mount(height_cm=m.height_cm, size_cm=m.size_cm * (1 + self.batch[1]), height_sigma_cm=m.height_sigma_cm)
            for m in stands.mounts
        ]
        outwards = _outwards(stands.corners_px)
        squares = marker_squares(stands.corners_px - self.batch[2] * outwards, mounts, camera)
        corners = np.array(
            [
                square_corners(x, y, m.height_cm, heading, m.size_cm)
                for (x, y), heading, m in zip(squares.centres_cm, squares.headings_deg, mounts, strict=True)
            ]
        )
        count = len(corners)
        seen = camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2)
        seen = seen + bend_px(camera, corners) + self.batch[2] * outwards
        slope = slopes(camera, corners.reshape(-1, 3))
        rows = self._camera_rows(place, camera, slope.by_parameter.reshape(count, 8, -1))
        by_square = _by_square(slope.by_point, corners)
        rows[:, :, self.at_batch + 1] = by_square[:, :, 3]
        rows[:, :, self.at_batch + 2] = outwards.reshape(count, 8)
        sigmas = np.array([max(m.height_sigma_cm, _HEIGHT_CM) for m in mounts])
        by_height = slope.by_point.reshape(count, 4, 2, 3)[..., 2].reshape(count, 8, 1) * sigmas[:, None, None]
        grown = by_square[:, :, 3:] * _OWN_SIGMA
        noise = stands.covariance_px + by_height @ by_height.transpose(0, 2, 1) + grown @ grown.transpose(0, 2, 1)
        return (stands.corners_px - seen).reshape(count, 8), rows, noise, by_square[:, :, :3]


def _by_square(by_point: Floats, corners: Floats) -> Floats:
    """Return (M, 8, 4): how corners seen follow a square's place (a cm), turn (a rad) and size (its share)."""
    count = len(corners)
    flat = by_point.reshape(count, 4, 2, 3)[..., :2]
    arms = (corners - corners.mean(axis=1, keepdims=True))[..., :2]
    ways = np.zeros((count, 4, 2, 4))
    ways[..., 0, 0] = ways[..., 1, 1] = 1.0
    ways[..., 0, 2], ways[..., 1, 2] = -arms[..., 1], arms[..., 0]
    ways[..., 3] = arms
    return np.asarray(np.einsum("mkij,mkjw->mkiw", flat, ways).reshape(count, 8, 4))


def _even(matrix: Floats) -> Floats:
    return np.asarray((matrix + matrix.T) / 2)


def _outwards(corners_px: Floats) -> Floats:
    """Return (M, 4, 2): how corners move when every edge moves outwards by a px."""
    ahead = np.roll(corners_px, -1, axis=1) - corners_px
    ahead = ahead / np.linalg.norm(ahead, axis=2, keepdims=True)
    before = np.roll(ahead, 1, axis=1)
    # The corner is where both edges meet: along each by as much as the other moves, over the sine between them.
    sine = before[..., 0] * ahead[..., 1] - before[..., 1] * ahead[..., 0]
    return np.asarray((before - ahead) / np.maximum(np.abs(sine), 0.1)[..., None])


def plain_lens(size_px: tuple[int, int], focal_px: float) -> Lens:
    """Return a lens without any bend that looks through the picture's middle."""
    width, height = size_px
    matrix = np.array([[focal_px, 0, (width - 1) / 2], [0, focal_px, (height - 1) / 2], [0, 0, 1.0]])
    return Lens(size_px, matrix, np.zeros(5))
