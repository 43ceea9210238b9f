"""The scale of a card: the measure with its ± against the limit, near enough to see which side it fell on."""

import math
from dataclasses import dataclass

from referee.evidence.card_view import GaugeView
from referee.evidence.ink import INK, PAPER, QUIET, TONES, Box, Canvas, Colour
from referee.words.languages import number
from table.uncertainty import SIGMAS_95

STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


@dataclass(frozen=True, slots=True)
class Scale:
    """A stretch of cm: ``low`` to ``high``, with a mark every ``step``."""

    low: float
    high: float
    step: float

    def part(self, cm: float) -> float:
        """Return how far along a length is, 0 to 1."""
        return (cm - self.low) / (self.high - self.low)

    def marks(self) -> list[float]:
        """Return where the marks are."""
        first = math.ceil(self.low / self.step - 1e-9)
        return [k * self.step for k in range(first, math.floor(self.high / self.step + 1e-9) + 1)]


def scale_of(gauge: GaugeView) -> Scale:
    """Return the stretch on which measure and limit stand well apart, or, where they are close, the ± is seen."""
    measured, limit, sigma = gauge.measured, gauge.limit, gauge.sigma
    half = max(0.85 * abs(measured - limit), 4.2 * sigma, 0.05)
    middle = (measured + limit) / 2
    step = next((s for s in STEPS if 2 * half / s <= 7), 100.0)
    return Scale(middle - half, middle + half, step)


def draw_gauge(canvas: Canvas, box: Box, gauge: GaugeView, tone: str, language: str) -> None:
    """Draw the scale into a box: in and out as two hatches, the limit as a wall, the measure as a bell of its ±."""
    scale = scale_of(gauge)
    left, top, right, bottom = box
    base, wide = bottom - 30, right - left
    wall = left + wide * scale.part(gauge.limit)
    below, above = (left, top + 34, wall, base), (wall, top + 34, right, base)
    holds, fails = (below, above) if gauge.holds_below else (above, below)
    canvas.box(holds, (214, 234, 226))
    canvas.box(fails, (246, 226, 212))
    x, y, end, foot = fails
    canvas.hatch([(x, y), (end, y), (end, foot), (x, foot)], (214, 150, 112), 11, 1.4)
    for cm in scale.marks():
        x = left + wide * scale.part(cm)
        canvas.line([(x, base), (x, base + 7)], QUIET, 1.5)
        said = number(cm, f".{max(0, -math.floor(math.log10(scale.step) + 1e-9))}f", language)
        canvas.text((x, base + 25), said, 16, QUIET, anchor="ms")
    canvas.line([(left, base), (right, base)], QUIET, 1.5)
    _draw_bell(canvas, (left, top + 40, right, base), gauge, scale, TONES[tone])
    canvas.line([(wall, top + 30), (wall, base + 7)], INK, 5, cap=False)
    middle = min(max(wall, left + 30), right - 30)
    canvas.text((middle, top + 22), gauge.limit_said, 21, INK, bold=True, anchor="ms")


def _draw_bell(canvas: Canvas, box: Box, gauge: GaugeView, scale: Scale, colour: Colour) -> None:
    left, top, right, base = box
    wide, high, middle = right - left, base - top - 6, gauge.measured
    half_px = SIGMAS_95 * gauge.sigma / (scale.high - scale.low) * wide
    x = left + wide * scale.part(middle)
    if half_px > 7:
        points = [
            (left + wide * k / 160, _density(scale.low + (scale.high - scale.low) * k / 160, gauge)) for k in range(161)
        ]
        curve = [(px, base - high * share) for px, share in points]
        sure = [(px, y) for px, y in curve if abs(px - x) <= half_px]
        canvas.area([*curve, (right, base), (left, base)], (*colour[:3], 60))
        canvas.area([(sure[0][0], base), *sure, (sure[-1][0], base)], (*colour[:3], 150))
        canvas.line(curve, colour, 3)
        canvas.line([(x, base), (x, base - high)], PAPER, 3)
        return
    canvas.line([(x, base), (x, base - high + 12)], colour, max(5.0, 2 * half_px), cap=False)
    canvas.disc((x, base - high + 12), 11, colour, PAPER, 3)


def _density(cm: float, gauge: GaugeView) -> float:
    return math.exp(-((cm - gauge.measured) ** 2) / (2 * gauge.sigma**2))
