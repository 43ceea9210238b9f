"""The page on a known-distance check: arrows before and after, and the correction that makes the difference."""

from collections.abc import Sequence

import numpy as np

from calibration.check import CheckFit
from calibration.report_page import ENGLISH, Locale, figure, page, table
from calibration.table_drawing import TableDrawing, enlargement
from table.errors import Remark
from vision.arrays import Floats


def check_page(fit: CheckFit, locale: Locale = ENGLISH) -> str:
    """Return the page."""
    said, number = locale.said, locale.number
    places = [(point.x, point.y) for point in fit.points]
    enlarged = enlargement(np.concatenate([fit.before_cm, fit.after_cm]), TableDrawing(fit.view.frame).scale)
    wide, deep = fit.view.frame.width_cm, fit.view.frame.depth_cm
    grid = np.stack(np.meshgrid(np.linspace(0, wide, 11), np.linspace(0, deep, 9)), axis=-1).reshape(-1, 2)
    bends = fit.correction.offset_cm(grid)
    finer = enlargement(bends, TableDrawing(fit.view.frame).scale)
    rows = [
        (point.name, point.picture.rsplit("/", 1)[-1], number(point.x, ".1f"), number(point.y, ".1f"),
         number(_mm(before), ".2f"), number(_mm(after), ".2f"))
        for point, before, after in zip(fit.points, fit.before_cm, fit.after_cm, strict=True)
    ]  # fmt: skip
    before_mm, after_mm = (10 * float(np.sqrt((off**2).sum(axis=1).mean())) for off in (fit.before_cm, fit.after_cm))
    errors = TableDrawing(fit.view.frame, locale.mark)
    step_mm = errors.error_map(fit.view)
    over = said(Remark("arrows over the table"))
    head = (Remark("stand"), Remark("picture"), "x cm", "y cm", Remark("off mm"), Remark("left mm"))
    body = [
        locale.paragraph(
            Remark("{count} stands on crosses: {before_mm:.2f} mm off (rms) as the table measures, {after_mm:.2f} mm "
                   "with the correction.",
                   count=len(fit.points), before_mm=before_mm, after_mm=after_mm),
            "big",
        ),
        locale.paragraph(
            Remark("About {placing_mm:.1f} mm an axis of what is left is how the stands were put on the crosses. The "
                   "correction is {most_mm:.2f} mm at most. Where no stand stood, and where it would say no more than "
                   "chance, it fades to nothing.",
                   placing_mm=10 * fit.placing_cm, most_mm=10 * fit.most_cm())
        ),
        locale.heading(Remark("Before")),
        figure(
            _arrows(fit, places, fit.before_cm, enlarged, "poor", over),
            said(Remark(
                "How far each stand is measured from its cross, {times:g} times larger, each sheet laid as well as can "
                "be. Arrows that agree with their neighbours are the table's own error; those that do not are unsteady "
                "hands.",
                times=enlarged,
            )),
        ),
        locale.heading(Remark("After")),
        figure(
            _arrows(fit, places, fit.after_cm, enlarged, "good", over), said(Remark("The same with the correction."))
        ),
        locale.heading(Remark("The correction")),
        figure(
            _arrows(fit, grid, bends, finer, "poor", over),
            said(Remark(
                "How far the table measures wrong, {times:g} times larger: taken off everything measured from now on.",
                times=finer,
            )),
        ),
        locale.heading(Remark("The error to expect now")),
        figure(
            errors.finished(said(Remark("the error to expect all over the table with the correction"))),
            said(Remark(
                "One sigma in mm for a marker 3 mm above the table, a line every {step_mm:g} mm.", step_mm=step_mm
            )),
        ),
        locale.heading(Remark("Stands")),
        table([said(text) for text in head], rows),
        locale.paragraph(Remark("On no cross, so left out: {listed}.", listed=", ".join(fit.left_out)))
        if fit.left_out
        else "",
    ]  # fmt: skip
    return page(said(Remark("Your table, checked")), body, locale.language)


def _arrows(
    fit: CheckFit, places: Sequence[tuple[float, float]] | Floats, off: Floats, enlarged: float, colour: str, label: str
) -> str:
    drawing = TableDrawing(fit.view.frame)
    drawing.markers({})
    drawing.arrows(places, off, enlarged, colour)
    return drawing.finished(label)


def _mm(off_cm: Floats) -> float:
    return 10 * float(np.hypot(*off_cm))
