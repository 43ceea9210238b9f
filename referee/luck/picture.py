"""The passport's pictures as plain numbers, from 0 to 1 across and down: page and paper draw the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, floor, log10, pi, radians, sin

from referee.luck.passport_view import CannonHistoryView, HeldFaceView
from referee.shots.dispersion import Ellipse

Spot = tuple[float, float]
TURNS = 72
ROOM = 1.08
WIDEST = 3.0
"""An outer ellipse that would make the shots so many times smaller does not fit: it is said how large it is."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A face's column: its left edge and width, the tops of bar, band and interval, measured down."""

    name: str
    count: int
    left: float
    wide: float
    top: float
    band: tuple[float, float]
    interval: tuple[float, float]
    fair: float


@dataclass(frozen=True, slots=True)
class Bars:
    """A die's faces; ``ticks`` are heights with the share in % that they stand for."""

    bars: tuple[Bar, ...]
    ticks: tuple[tuple[float, int], ...]


def bars_of(faces: Sequence[HeldFaceView]) -> Bars:
    """Return the picture of a group's faces (``group_said``)."""
    most = max(max(face.share, face.high, face.band[1]) for face in faces) * 1.05
    step = next(step for step in (5, 10, 20, 25, 50) if most * 100 / step <= 5 or step == 50)
    column = 1 / len(faces)

    def down(share: float) -> float:
        return float(1 - share / most)

    return Bars(
        tuple(
            Bar(
                face.name, face.count, index * column + 0.16 * column, 0.68 * column, down(face.share),
                (down(face.band[1]), down(face.band[0])), (down(face.high), down(face.low)),
                down(face.fair),
            )
            for index, face in enumerate(faces)
        ),
        tuple((down(percent / 100), percent) for percent in range(0, int(most * 100) + 1, step)),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ImpactMark:
    """An impact: where, the shot's number and the middle of it, None where there is no room for it.

    ``outside`` says that it fell outside what the shots before it predicted.
    """

    at: Spot
    number: int
    label: Spot | None
    outside: bool


@dataclass(frozen=True, slots=True)
class Target:
    """Where shots fell, over upwards and right to the right, as wide as high.

    ``outer`` is the next shot's outer ellipse as points, empty where it does not fit, ``outer_cm`` then how wide and
    high it is; ``scale`` is a length in cm and how wide it is.
    """

    impacts: tuple[ImpactMark, ...]
    aim: Spot
    mean: Spot | None
    inner: tuple[Spot, ...]
    outer: tuple[Spot, ...]
    scale: tuple[float, float]
    outer_cm: tuple[float, float] | None


def target_of(cannon: CannonHistoryView) -> Target | None:
    """Return the picture of a cannon's impacts (``cannon_said``); None where there are none."""
    shots = [shot for shot in cannon.shots if shot.error_cm is not None]
    errors = [shot.error_cm for shot in shots if shot.error_cm is not None]
    if not shots:
        return None
    spread = cannon.dispersion
    inner = outline_of(spread.next_50) if spread else []
    outer = outline_of(spread.next_95) if spread else []
    points = [(0.0, 0.0), *errors, *inner]
    (over, right), half = _frame(points)
    fits = outer and _frame([*points, *outer])[1] < WIDEST * half
    if fits:
        (over, right), half = _frame([*points, *outer])

    def at(point: Sequence[float]) -> Spot:
        return 0.5 + (point[1] - right) / (2 * half), 0.5 - (point[0] - over) / (2 * half)

    length = _round(half * 0.6)
    outside = {shot.number for shot in shots if shot.predicted and not shot.predicted.in_95}
    spots = [at(error) for error in errors]
    labels = _labels([*spots, at((0.0, 0.0))], len(shots))
    marks = zip(spots, (shot.number for shot in shots), labels, strict=True)
    return Target(
        tuple(ImpactMark(spot, number, label, number in outside) for spot, number, label in marks), at((0.0, 0.0)),
        at(spread.mean) if spread else None, tuple(map(at, inner)), tuple(map(at, outer)) if fits else (),
        (length, length / (2 * half)),
        (2 * spread.next_95.major_cm, 2 * spread.next_95.minor_cm) if spread and not fits else None,
    )  # fmt: skip


def _labels(spots: Sequence[Spot], count: int) -> list[Spot | None]:
    """Return where the numbers of the first so many spots have room, right of them, left, or below; None without."""
    taken: list[Spot] = []
    found: list[Spot | None] = []
    for index, (x, y) in enumerate(spots[:count]):
        others = [*(spot for k, spot in enumerate(spots) if k != index), *taken]
        free = (
            (x + dx, y + dy)
            for dx, dy in ((0.035, -0.02), (-0.035, -0.02), (0.035, 0.025), (-0.035, 0.025))
            if all(abs(x + dx - a) > 0.042 or abs(y + dy - b) > 0.032 for a, b in others)
        )
        found.append(next(free, None))
        taken += [found[-1]] if found[-1] is not None else []
    return found


def outline_of(ellipse: Ellipse) -> list[Spot]:
    """Return an ellipse as points (over, right) in cm."""
    c, s = cos(radians(ellipse.angle_deg)), sin(radians(ellipse.angle_deg))
    (over, right), found = ellipse.centre, []
    for turn in range(TURNS):
        along, across = (
            ellipse.major_cm * cos(2 * pi * turn / TURNS), ellipse.minor_cm * sin(2 * pi * turn / TURNS)
        )  # fmt: skip
        found.append((over + along * c - across * s, right + along * s + across * c))
    return found


def _frame(points: Sequence[Spot]) -> tuple[Spot, float]:
    """Return the middle of points and half the side of the square round them, with room for their marks."""
    low, high = [min(values) for values in zip(*points, strict=True)], [max(v) for v in zip(*points, strict=True)]
    half = max(high[0] - low[0], high[1] - low[1]) / 2 * ROOM
    return ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2), max(half, 0.5)


def _round(length: float) -> float:
    """Return 1, 2 or 5 with noughts, at most that long."""
    ten = 10.0 ** floor(log10(length))
    return next(step * ten for step in (5, 2, 1) if step * ten <= length * 1.0000001)
