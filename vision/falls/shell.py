"""Where the shell lies after the shot: a small bright ball that was not there before."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.camera import Camera
from vision.falls.blob import SHELL_CM, Blob, blob_of_change, blob_of_colour
from vision.falls.board_picture import BoardPicture
from vision.falls.board_push import Push
from vision.falls.change import Change
from vision.falls.plan import Image, Plan, drawn
from vision.falls.seen import Impact

MOST_SPOTS = 200
SURE_ENOUGH = 0.4
"""A spot that is less like a shell is not said to be one."""
NEARBY_CM = 0.5
_ALIKE = 0.85
"""Two pictures of a place with so high a correlation show the same."""
_DISC_CM, _RING_CM = 0.27, (0.45, 0.65)
_LEAST, _NOISES = 0.06, 6.0
_FAINT, _STRONG = 0.06, 0.35
"""A shell is bright: how far its colour is from what is round it, relative to the light there."""
_PATCH_CM, _FINE_PX, _FINER = 1.1, 24.0, 2
_EDGE_SHARE, _LIT_CM = 0.12, 0.018
"""Its lit side draws a ball's middle towards the lamp: by so much an axis, over many lamps (docs/accuracy.md)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A candidate: where it is on the table (cm, on the board's own plane), how like a shell, and its shape."""

    place: tuple[float, float]
    likeness: float
    blob: Blob


def find_shell(
    change: Change, before: BoardPicture, after: BoardPicture, push: Push, masked: Sequence[Floats] = (),
    hidden: Callable[[float, float], bool] | None = None,
) -> tuple[Impact | None, list[Spot]]:  # fmt: skip
    """Return the shell at rest, None where nothing is enough like one, and all spots that were looked at, best first.

    ``push`` is how far the board was pushed between the pictures; ``masked`` are outlines (N, 2) cm on the board's
    plane in which nothing is looked for: markers of standing figures; ``hidden`` says whether a hand lies over a place.
    """
    light = after.light
    spots = [spot for u, v in _peaks(change, masked) if (spot := _spot(change, u, v, after.camera, light)) is not None]
    spots = [spot for spot in spots if hidden is None or not hidden(*spot.place)]
    spots.sort(key=lambda spot: -spot.likeness)
    spots = _apart([s for s in spots if s.likeness < SURE_ENOUGH or not _was_there(s, before, after, push)])
    if not spots or spots[0].likeness < SURE_ENOUGH:
        return None, spots
    return _impact(spots, after.camera), spots


def _peaks(change: Change, masked: Sequence[Floats]) -> Iterator[tuple[int, int]]:
    """Yield the pixels of the plan where something of a shell's size differs from what is round it, and is new."""
    per_cm = change.plan.px_a_cm
    disc, ring = _disc(_DISC_CM, per_cm), _ring(*_RING_CM, per_cm)
    inside = cv2.filter2D(change.new, -1, disc)
    new, now = (
        inside - cv2.filter2D(change.new, -1, ring),
        cv2.filter2D(change.after, -1, disc) - cv2.filter2D(change.after, -1, ring),
    )
    m, k = np.linalg.norm(new, axis=2), np.linalg.norm(now, axis=2)
    alike = (new * now).sum(axis=2) / (m * k + 1e-6)
    differs = m * np.clip((alike - 0.3) / 0.5, 0, 1) * np.clip(k / (0.6 * m + 1e-6), 0, 1)
    # Where a figure stood before, the change is that figure's: there the new picture must tell by itself.
    stands_out = k * np.clip(np.linalg.norm(inside, axis=2) / (0.5 * k + 1e-6) - 0.4, 0, 1)
    score = np.ascontiguousarray(np.maximum(differs, stands_out), dtype=np.float32)
    score[~change.seen] = 0
    for outline in masked:
        cv2.fillConvexPoly(score, np.round(change.plan.pixels(outline)).astype(np.int32), 0.0)
    least = max(_LEAST, _NOISES * float(np.median(m)))
    for _ in range(MOST_SPOTS):
        _, highest, _, (u, v) = cv2.minMaxLoc(score)
        if highest < least:
            return
        yield u, v
        cv2.circle(score, (u, v), round(0.5 * per_cm), 0.0, -1)


def _spot(change: Change, u: int, v: int, camera: Camera, light: Image) -> Spot | None:
    """Look closely at a place, at the camera's own sharpness: by its colour there, and by what is new in the plan."""
    place = change.plan.place(u, v)
    fine = Plan.round(place, _PATCH_CM, max(_FINE_PX, change.plan.px_a_cm))
    reach = round(_PATCH_CM * change.plan.px_a_cm)
    left, near = max(u - reach, 0), max(v - reach, 0)
    new = change.new[near : v + reach + 1, left : u + reach + 1]
    found = []
    patch = drawn(light, fine.seen_by(camera))
    patch = np.asarray(patch / (float(patch.mean()) + 0.01), dtype=np.float32)
    middle = fine.pixels(np.array([place]))[0]
    by_colour = blob_of_colour(patch, middle[0], middle[1], fine.px_a_cm)
    if by_colour is not None:
        found.append((by_colour, fine.place(by_colour.u, by_colour.v)))
    finer = np.asarray(cv2.resize(new, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_CUBIC), dtype=np.float32)
    at = [_FINER * (k + 0.5) - 0.5 for k in (u - left, v - near)]
    by_change = blob_of_change(finer, at[0], at[1], _FINER * change.plan.px_a_cm)
    if by_change is not None:
        back = [(k + 0.5) / _FINER - 0.5 for k in (by_change.u, by_change.v)]
        found.append((by_change, change.plan.place(back[0] + left, back[1] + near)))
    if not found:
        return None
    blob, where = max(found, key=lambda it: _likeness(it[0]))
    return Spot(where, _likeness(blob), blob)


def _was_there(spot: Spot, before: BoardPicture, after: BoardPicture, push: Push) -> bool:
    """Whether the place looked the same but for its light: a figure of the board's print, or a shell shot earlier."""
    fine = Plan.round(spot.place, _RING_CM[0], _FINE_PX)
    now = _contrasts(drawn(after.light, fine.seen_by(after.camera)))
    then = (drawn(before.light, fine.seen_by(before.camera, 0.0, moved)) for moved in (None, push.before))
    return any(float((now * _contrasts(patch)).sum()) > _ALIKE for patch in then)


def _contrasts(patch: Image) -> Image:
    """Return a patch of the plan as it differs from its own mean, of length 1: its light is taken out."""
    off = patch - patch.mean(axis=(0, 1))
    return np.asarray(off / (np.linalg.norm(off) + 1e-6), dtype=np.float32)


def _likeness(blob: Blob) -> float:
    return blob.roundness * float(np.clip((blob.contrast - _FAINT) / (_STRONG - _FAINT), 0.0, 1.0))


def _apart(spots: Sequence[Spot]) -> list[Spot]:
    """Return the spots without those that are only another look at a better one."""
    kept: list[Spot] = []
    for spot in spots:
        if all(np.hypot(spot.place[0] - k.place[0], spot.place[1] - k.place[1]) > NEARBY_CM for k in kept):
            kept.append(spot)
    return kept


def _impact(spots: Sequence[Spot], camera: Camera) -> Impact:
    """Return the best spot as the shell's middle at its radius above the board; a good rival makes it less sure."""
    best = spots[0]
    at_px = camera.project([(*best.place, 0.0)])
    x, y = camera.to_plane(at_px, SHELL_CM)[0]
    rival = spots[1].likeness if len(spots) > 1 else 0.0
    px_cm = float(np.sqrt(abs(np.linalg.det(camera.plane_jacobian(at_px, SHELL_CM)[0]))))
    sigma_cm = float(np.hypot(_EDGE_SHARE * SHELL_CM * (1.3 - best.blob.roundness), 0.3 * px_cm))
    confidence = best.likeness / (best.likeness + rival) if rival > SURE_ENOUGH else max(best.likeness, 0.5)
    return Impact(float(x), float(y), float(np.hypot(sigma_cm, _LIT_CM)), float(min(confidence, 0.99)))


def _disc(radius_cm: float, per_cm: float) -> Image:
    reach = int(np.ceil(radius_cm * per_cm)) + 1
    yy, xx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius_cm * per_cm - np.hypot(xx, yy) + 0.5, 0, 1)
    return np.asarray(disc / disc.sum(), dtype=np.float32)


def _ring(inner_cm: float, outer_cm: float, per_cm: float) -> Image:
    reach = int(np.ceil(outer_cm * per_cm)) + 1
    yy, xx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(xx, yy)
    ring = np.clip(outer_cm * per_cm - away + 0.5, 0, 1) - np.clip(inner_cm * per_cm - away + 0.5, 0, 1)
    return np.asarray(ring / ring.sum(), dtype=np.float32)
