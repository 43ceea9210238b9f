"""A drawing of how a camera hangs above a table, from the side: measures alone, so in any language."""

from math import cos, radians, sin

from calibration.hanging import CARD_CM, Hanging
from calibration.report_page import svg
from calibration.sheets.frame import card_side_cm

WIDE, HIGH, EDGE = 680.0, 420.0, 50.0
# Read on light paper and on a dark page; the ink is that of the text around.
_SEEN, _WRONG, _INK = "#3b82c4", "#d9480f", "currentColor"
_ARC = 34.0


def hanging_drawing(hanging: Hanging, label: str, unit: str = "cm", unit_cm: float = 1.0) -> str:
    """Return it as SVG with measures in a unit of so many cm; ``label`` says it to those who cannot see it."""
    return _Drawing(hanging, unit, unit_cm).svg(label)


class _Drawing:
    def __init__(self, hanging: Hanging, unit: str, unit_cm: float) -> None:
        self.hanging, self.unit, self.unit_cm = hanging, unit, unit_cm
        self.ceiling_cm = hanging.wish.ceiling_cm
        high_cm = max(hanging.floor_cm + 12, self.ceiling_cm or 0.0)
        self.scale = min((HIGH - 2 * EDGE) / high_cm, (WIDE - 7.6 * EDGE) / hanging.sees_cm[0])
        self.parts: list[str] = []

    def at(self, x_cm: float, up_cm: float) -> tuple[float, float]:
        """Return the place on the drawing of so many cm to the right of the lens and above the floor."""
        return WIDE / 2 + x_cm * self.scale, HIGH - EDGE - up_cm * self.scale

    def svg(self, label: str) -> str:
        hanging, top_cm = self.hanging, self.hanging.wish.top_cm
        half_sees, half_all = hanging.sees_cm[0] / 2, hanging.needed_cm[0] / 2
        half_area = half_all - card_side_cm(CARD_CM)
        lens, left, right = self.at(0, hanging.floor_cm), self.at(-half_sees, top_cm), self.at(half_sees, top_cm)
        cone = f"M{_two(lens)}L{_two(left)}L{_two(right)}Z"
        self.parts.append(f'<path d="{cone}" fill="{_SEEN}" fill-opacity=".14" stroke="{_SEEN}"/>')
        self._line(self.at(-half_sees - 30, 0), self.at(half_sees + 30, 0), 1.5)
        for side in (-1, 1):
            self._line(self.at(side * half_area * 0.9, top_cm), self.at(side * half_area * 0.9, 0), 3)
            self._line(self.at(side * half_area, top_cm), self.at(side * half_all, top_cm), 3, _SEEN)
        self._line(self.at(-half_area, top_cm), self.at(half_area, top_cm), 6)
        wrong = _INK if hanging.fits else _WRONG
        if self.ceiling_cm is not None:
            self._line(self.at(-half_sees - 30, self.ceiling_cm), self.at(half_sees + 30, self.ceiling_cm), 4, wrong)
        x, y = lens
        self.parts.append(f'<rect x="{x - 13:.1f}" y="{y - 13:.1f}" width="26" height="13" rx="3" fill="{wrong}"/>')
        self._angle(lens)
        middle = self.at(0, top_cm)
        self._upright(x, middle[1], lens[1], hanging.above_cm, 6)
        far = right[0] + EDGE
        self._upright(far, self.at(0, 0)[1], lens[1], hanging.floor_cm, 6)
        if top_cm > 0:
            self._upright(left[0] - EDGE, self.at(0, 0)[1], middle[1], top_cm, 6)
        if self.ceiling_cm is not None:
            self._upright(left[0] - 2 * EDGE, self.at(0, 0)[1], self.at(0, self.ceiling_cm)[1], self.ceiling_cm, -6)
        width, depth = (cm / self.unit_cm for cm in (hanging.frame.width_cm, hanging.frame.depth_cm))
        self._text(WIDE / 2, self.at(0, 0)[1] + 26, f"{width:.4g} x {depth:.4g} {self.unit}", "middle")
        # Written to a file, a drawing says itself what it is.
        return svg(WIDE, HIGH, self.parts, label).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)

    def _angle(self, lens: tuple[float, float]) -> None:
        half = radians(self.hanging.wish.across_deg) / 2
        dx, dy = _ARC * sin(half), _ARC * cos(half)
        x, y = lens
        path = f"M{x - dx:.1f} {y + dy:.1f}A{_ARC} {_ARC} 0 0 0 {x + dx:.1f} {y + dy:.1f}"
        self.parts.append(f'<path d="{path}" fill="none" stroke="{_SEEN}" stroke-width="2"/>')
        degrees = f"{self.hanging.wish.across_deg:.0f}\N{DEGREE SIGN}"
        self._text(x + dx + 14, y + 6, degrees, "start", _SEEN)

    def _upright(self, x: float, low: float, high: float, cm: float, beside: float) -> None:
        """Measure a height by an arrow at both ends; its number stands to the right, or to the left."""
        heads = "".join(f"M{x - 4:.1f} {y + way:.1f}L{x:.1f} {y:.1f}L{x + 4:.1f} {y + way:.1f}" for y, way in
                        ((high, 7), (low, -7)))  # fmt: skip
        path = f"M{x:.1f} {low:.1f}L{x:.1f} {high:.1f}{heads}"
        self.parts.append(f'<path d="{path}" fill="none" stroke="{_INK}" stroke-opacity=".7"/>')
        anchor = "start" if beside > 0 else "end"
        self._text(x + beside, (low + high) / 2 + 5, f"{cm / self.unit_cm:.0f} {self.unit}", anchor)

    def _line(self, one: tuple[float, float], two: tuple[float, float], width: float, colour: str = _INK) -> None:
        self.parts.append(f'<path d="M{_two(one)}L{_two(two)}" stroke="{colour}" stroke-width="{width}"/>')

    def _text(self, x: float, y: float, text: str, anchor: str, colour: str = _INK) -> None:
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="20" '
            f'font-family="system-ui, sans-serif">{text}</text>'
        )


def _two(at: tuple[float, float]) -> str:
    return f"{at[0]:.1f} {at[1]:.1f}"
