"""The page on a known-distance check: arrows before and after, and the correction that makes the difference."""

from collections.abc import Sequence

import numpy as np

from calibration.check import CheckFit
from calibration.report_page import figure, page, table
from calibration.table_drawing import TableDrawing, enlargement
from vision.arrays import Floats


def check_page(fit: CheckFit) -> str:
    """Return the page."""
    places = [(point.x, point.y) for point in fit.points]
    enlarged = enlargement(np.concatenate([fit.before_cm, fit.after_cm]), TableDrawing(fit.view.frame).scale)
    wide, deep = fit.view.frame.width_cm, fit.view.frame.depth_cm
    grid = np.stack(np.meshgrid(np.linspace(0, wide, 11), np.linspace(0, deep, 9)), axis=-1).reshape(-1, 2)
    bends = fit.correction.offset_cm(grid)
    finer = enlargement(bends, TableDrawing(fit.view.frame).scale)
    rows = [
        (point.name, point.picture.rsplit("/", 1)[-1], f"{point.x:.1f}", f"{point.y:.1f}", _mm(before), _mm(after))
        for point, before, after in zip(fit.points, fit.before_cm, fit.after_cm, strict=True)
    ]
    before_mm, after_mm = (10 * float(np.sqrt((off**2).sum(axis=1).mean())) for off in (fit.before_cm, fit.after_cm))
    errors = TableDrawing(fit.view.frame)
    step_mm = errors.error_map(fit.view)
    body = [
        f"<p class=big>{len(fit.points)} stands on crosses: {before_mm:.2f} mm off (rms) as the table measures, "
        f"{after_mm:.2f} mm with the correction.</p>",
        f"<p>About {10 * fit.placing_cm:.1f} mm an axis of what is left is how the stands were put on the crosses. The "
        f"correction is {10 * fit.most_cm():.2f} mm at most. Where no stand stood, and where it would say no more than "
        "chance, it fades to nothing.</p>",
        "<h2>Before</h2>",
        figure(
            _arrows(fit, places, fit.before_cm, enlarged, "poor"),
            f"How far each stand is measured from its cross, {enlarged:g} times larger, each sheet laid as well as can "
            "be. Arrows that agree with their neighbours are the table's own error; those that do not are unsteady "
            "hands.",
        ),
        "<h2>After</h2>",
        figure(_arrows(fit, places, fit.after_cm, enlarged, "good"), "The same with the correction."),
        "<h2>The correction</h2>",
        figure(
            _arrows(fit, grid, bends, finer, "poor"),
            f"How far the table measures wrong, {finer:g} times larger: taken off everything measured from now on.",
        ),
        "<h2>The error to expect now</h2>",
        figure(
            errors.finished("the error to expect all over the table with the correction"),
            f"One sigma in mm for a marker 3 mm above the table, a line every {step_mm:g} mm.",
        ),
        "<h2>Stands</h2>",
        table(("stand", "picture", "x cm", "y cm", "off mm", "left mm"), rows),
        f"<p>On no cross, so left out: {len(fit.left_out)}.</p>" if fit.left_out else "",
    ]
    return page("Your table, checked", body)


def _arrows(
    fit: CheckFit, places: Sequence[tuple[float, float]] | Floats, off: Floats, enlarged: float, colour: str
) -> str:
    drawing = TableDrawing(fit.view.frame)
    drawing.markers({})
    drawing.arrows(places, off, enlarged, colour)
    return drawing.finished("arrows over the table")


def _mm(off_cm: Floats) -> str:
    return f"{10 * np.hypot(*off_cm):.2f}"
