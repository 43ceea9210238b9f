"""The pages of `--report`: how good a lens and a table are, in drawings."""

import base64
from collections.abc import Sequence
from html import escape

import cv2
import numpy as np

from calibration.coverage import COLUMNS, ROWS, seen_cells
from calibration.lens import LensFit
from calibration.report_page import ENGLISH, Locale, figure, page, svg, table
from calibration.self_calibration import SelfFit
from calibration.survey import Surveyed
from calibration.table_drawing import FINE_MM, POOR_MM, TableDrawing, enlargement
from calibration.table_pose import TableFit
from calibration.uncertainty import Predicted
from table.errors import Remark
from vision.arrays import Floats
from vision.boards.hex_fit import BoardFit
from vision.boards.hex_fit_drawing import LONG, fit_picture
from vision.boards.hex_fit_unsure import less_sure

FISHEYE = Remark("This looks like a fisheye: I learned it as one.")


def lens_page(fit: LensFit, expected: Predicted, locale: Locale = ENGLISH) -> str:
    """Return the page on a lens: where the board was seen, how well each picture fits, what to do better."""
    said = locale.said
    rows = [
        (view.name.rsplit("/", 1)[-1], str(len(view.ids)), locale.number(_rms(part), ".3f"), "")
        for view, part in zip(fit.used, fit.residuals_px, strict=True)
    ]
    rows += [
        (view.name.rsplit("/", 1)[-1], "", "", said(Remark("not used: {reason}", reason=view.reason)))
        for view in fit.rejected
    ]
    width, height = fit.lens.size_px
    # Of the typical corner, so that one outlier does not make the others vanish.
    typical = 3 * float(np.median(np.hypot(*np.concatenate(fit.residuals_px).T)))
    enlarged = enlargement(np.array([[typical, 0.0]]), 900.0 / width)
    lens = Remark("{width} x {height} px; focal length {focal_px:.1f} px ± {sigma_px:.2f}; markers off by "
                  "{floor_px:.2f} px beyond what each shows; board bent by {bow_mm:.2f} mm; tilted by up to "
                  "{angle:.0f}°.",
                  width=width, height=height, focal_px=float(fit.lens.matrix[0, 0]),
                  sigma_px=float(np.sqrt(fit.covariance[0, 0])), floor_px=fit.floor.middle_px, bow_mm=fit.bow_mm,
                  angle=fit.widest_angle_deg)  # fmt: skip
    body = [
        *locale.warnings(fit.warnings),
        locale.paragraph(
            Remark("{count} pictures used; the board's corners lie {rms_px:.3f} px from where this lens puts them; the "
                   "board was seen in {share:.0%} of the picture.",
                   count=len(fit.used), rms_px=fit.rms_px, share=fit.coverage),
            "big",
        ),
        locale.paragraph(
            Remark("On a table of 120 cm that fills the picture, this camera alone leaves an error of {centre_mm:.3f} "
                   "mm at the centre and up to {corner_mm:.3f} mm in the corners (one sigma, 3 cm above the table).",
                   centre_mm=10 * expected.centre_cm, corner_mm=10 * max(expected.corners_cm))
        ),
        locale.heading(Remark("Where the board was seen")),
        figure(
            _coverage_svg(fit, said(Remark("where in the picture the board was seen"))),
            said(Remark(
                "Your camera's picture. The darker a field, the more pictures saw the board there; dots are the "
                "board's corners. In empty fields, above all in the corners, the lens is only guessed: bring the board "
                "there."
            )),
        ),
        locale.heading(Remark("How well it fits")),
        figure(
            _residual_svg(
                fit, enlarged, said(Remark("how far each corner of the board lies from where the lens puts it"))
            ),
            said(Remark(
                "Each corner's distance from where the lens puts it, drawn {times:g} times larger. Arrows in all "
                "directions are plain noise; those that swirl or all point outwards mean the lens is not understood "
                "there.", times=enlarged
            )),
        ),
        table((said(Remark("picture")), said(Remark("corners")), "rms px", ""), rows),
        locale.heading(Remark("The lens")),
        *([locale.paragraph(FISHEYE)] if fit.lens.fisheye else []),
        locale.paragraph(lens),
    ]  # fmt: skip
    return page(said(Remark("Your lens")), body, locale.language)


def table_page(fit: TableFit, expected: Predicted, locale: Locale = ENGLISH, survey: Surveyed | None = None) -> str:
    """Return the page on a table: where the frame markers are seen, the error to expect, what a survey found."""
    view, said = fit.view, locale.said
    drawing = TableDrawing(view.frame, locale.mark)
    step_mm = drawing.error_map(view)
    enlarged = drawing.markers({m.id: off for m, off in zip(fit.used, fit.residual_cm, strict=True)})
    left_out = [str(m.id) for m in view.frame.markers if m.id not in {used.id for used in fit.used}]
    body = [
        locale.paragraph(expected_words(expected), "big"),
        *locale.warnings(fit.warnings),
        locale.heading(Remark("The error to expect")),
        figure(
            drawing.finished(said(Remark("the error to expect all over the table"))),
            said(Remark(
                "The table from above, you at its lower edge. Numbers are one sigma in mm for a marker 3 mm above the "
                "table, a line every {step_mm:g} mm: green is finer than a ruler, the darker the orange the worse. "
                "Squares are the cards; the arrow at each shows where the camera sees it, {times:g} times "
                "larger, against where frame.toml puts it.",
                step_mm=step_mm, times=enlarged,
            )),
        ),
        locale.heading(Remark("Cards")),
        _offsets_table([marker.id for marker in fit.used], fit.residual_cm, locale),
        locale.paragraph(Remark("Not used or not seen: {listed}.", listed=", ".join(left_out))) if left_out else "",
        locale.paragraph(
            Remark("Their places are right to about {sigma_mm:.2f} mm; corners fit to {rms_px:.3f} px. If one arrow is "
                   "much longer than the others, measure that marker's place again.",
                   sigma_mm=max(0.02, 10 * view.survey_sigma_cm), rms_px=view.rms_px)
        ),
        "" if survey is None else survey_section(survey, locale),
    ]  # fmt: skip
    return page(said(Remark("Your table")), body, locale.language)


def expected_words(expected: Predicted) -> Remark:
    """Return the error to expect on a table, and what it means there."""
    return Remark("Expect ± {centre_mm:.2f} mm at the centre and up to ± {corner_mm:.2f} mm in the corners (one sigma "
                  "an axis): {verdict}.",
                  centre_mm=10 * expected.centre_cm, corner_mm=10 * max(expected.corners_cm), verdict=verdict(expected)
                  )  # fmt: skip


def verdict(expected: Predicted) -> Remark:
    """Say in a few words what a predicted error means at a table."""
    worst_mm = 10 * max(expected.centre_cm, *expected.corners_cm)
    if worst_mm < FINE_MM:
        return Remark("finer than you could measure with a ruler")
    if worst_mm < POOR_MM:
        return Remark("as good as a careful tape measure")
    return Remark("poor; measure the cards' places again, or calibrate the lens anew")


def _offsets_table(ids: Sequence[int], offsets_cm: Floats, locale: Locale) -> str:
    """Return HTML: how far each frame marker lies from where frame.toml puts it."""
    number = locale.number
    rows = [
        (str(one), number(10 * dx, "+.2f"), number(10 * dy, "+.2f"), number(10 * float(np.hypot(dx, dy)), ".2f"))
        for one, (dx, dy) in zip(ids, offsets_cm, strict=True)
    ]
    head = (Remark("marker"), Remark("right mm"), Remark("away mm"), Remark("off by mm"))
    return table([locale.said(text) for text in head], rows)


def _coverage_svg(fit: LensFit, label: str) -> str:
    wide, scale = 900.0, 900.0 / fit.lens.size_px[0]
    high = fit.lens.size_px[1] * scale
    counts = seen_cells(fit.used)
    parts = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            share = min(1.0, counts[row, column] / 8)
            parts.append(
                f'<rect x="{column * wide / COLUMNS:.1f}" y="{row * high / ROWS:.1f}" width="{wide / COLUMNS:.1f}" '
                f'height="{high / ROWS:.1f}" fill="var(--cell)" fill-opacity="{0.7 * share:.2f}" stroke="var(--line)"/>'
            )
    for view in fit.used:
        dots = "".join(f"M{x * scale:.1f} {y * scale:.1f}h0" for x, y in view.corners_px)
        parts.append(f'<path d="{dots}" stroke="var(--ink)" stroke-width="3" stroke-linecap="round" opacity=".55"/>')
    return svg(wide, high, parts, label)


def _residual_svg(fit: LensFit, enlarged: float, label: str) -> str:
    wide, scale = 900.0, 900.0 / fit.lens.size_px[0]
    high = fit.lens.size_px[1] * scale
    parts = [f'<rect width="{wide:.0f}" height="{high:.0f}" fill="none" stroke="var(--line)"/>']
    for view, part in zip(fit.used, fit.residuals_px, strict=True):
        lines = "".join(
            f"M{x * scale:.1f} {y * scale:.1f}l{enlarged * dx * scale:.1f} {enlarged * dy * scale:.1f}"
            for (x, y), (dx, dy) in zip(view.corners_px, part, strict=True)
        )
        parts.append(f'<path d="{lines}" stroke="var(--poor)" stroke-width="1" fill="none" opacity=".7"/>')
    return svg(wide, high, parts, label)


def _rms(part: Floats) -> float:
    return float(np.sqrt((part**2).sum(axis=1).mean()))


def survey_section(survey: Surveyed, locale: Locale) -> str:
    """Return HTML: how far each frame marker lies from where it was said to lie, and how well that is known."""
    laid = {marker.id: marker for marker in survey.table.view.frame.markers}
    number = locale.number
    rows = []
    for marker, (dx, dy) in zip(survey.markers, survey.offsets_cm, strict=True):
        now = laid[marker.id]
        rows.append((
            str(marker.id), number(now.x, ".3f"), number(now.y, ".3f"), number(10 * dx, "+.2f"),
            number(10 * dy, "+.2f"), number(10 * float(np.hypot(dx, dy)), ".2f"), number(10 * now.size_cm, ".2f"),
        ))  # fmt: skip
    first, second = survey.tape.between
    head = (Remark("marker"), "x cm", "y cm", Remark("right mm"), Remark("away mm"),
            Remark("off by mm"), Remark("side mm"))  # fmt: skip
    scale = Remark("{length_cm:g} cm (± {tape_mm:.1f} mm) from marker {first} to {second} set the scale; {places} more "
                   "places of the camera, besides that of {picture}, told where the markers lie. Among themselves that "
                   "is known to {sigma_mm:.2f} mm (one sigma).",
                   length_cm=survey.tape.length_cm, tape_mm=20 * survey.tape.sigma_cm, first=first, second=second,
                   places=survey.other_places, picture=survey.camera_pictures[0].rsplit("/", 1)[-1],
                   sigma_mm=10 * survey.sigma_cm)  # fmt: skip
    return (
        locale.heading(Remark("Survey"))
        + locale.paragraph(scale)
        + table([locale.said(text) for text in head], rows)
        + locale.paragraph(
            Remark("Right, away and off by: from where frame.toml had it. The table's axes and its origin are where "
                   "frame.toml's markers have them on average."),
            "soft",
        )
    )  # fmt: skip


def self_page(fit: SelfFit, expected: Predicted, locale: Locale = ENGLISH) -> str:
    """Return the page on lens and table learned at once, without a board."""
    lens, said, number = fit.profile.lens, locale.said, locale.number
    (width, height), sigmas = lens.size_px, np.sqrt(np.diag(fit.profile.covariance))
    drawing = TableDrawing(fit.view.frame, locale.mark)
    step_mm = drawing.error_map(fit.view)
    enlarged = drawing.markers({m.id: off for m, off in zip(fit.used, fit.cards_cm, strict=True)})
    numbers = [
        (said(Remark("focal length px")), number(lens.matrix[0, 0], ".1f"), number(sigmas[0], ".1f")),
        (said(Remark("middle right px")), number(lens.matrix[0, 2], ".1f"), number(sigmas[2], ".1f")),
        (said(Remark("middle down px")), number(lens.matrix[1, 2], ".1f"), number(sigmas[3], ".1f")),
        *[(f"k{k + 1}", number(lens.distortion[k], ".4f"), number(sigmas[4 + k], ".4f")) for k in range(2)],
    ]
    body = [
        locale.paragraph(expected_words(expected), "big"),
        *locale.warnings([
            Remark("the lens was learned without a calibration board. That is less exact: take fifteen pictures of one "
                   "(`vedette sheets charuco`, then `calibrate camera`) when you can"),
            *fit.warnings,
        ]),
        locale.heading(Remark("The error to expect")),
        figure(
            drawing.finished(said(Remark("the error to expect all over the table"))),
            said(Remark(
                "The table from above, you at its lower edge. Numbers are one sigma in mm for a marker 3 mm above the "
                "table, a line every {step_mm:g} mm. The arrow at each card shows where it seems to lie, "
                "{times:g} times larger, against where frame.toml puts it.",
                step_mm=step_mm, times=enlarged,
            )),
        ),
        locale.heading(Remark("The lens")),
        locale.paragraph(
            Remark("{width} x {height} px, from {count} cards and {looks} looks at stands.",
                   width=width, height=height, count=len(fit.used), looks=fit.stands)
        ),
        table(("", said(Remark("found")), "±"), numbers),
        locale.heading(Remark("Cards")),
        _offsets_table([marker.id for marker in fit.used], fit.cards_cm, locale),
    ]  # fmt: skip
    return page(said(Remark("Your lens and table, without a board")), body, locale.language)


def board_page(fit: BoardFit, locale: Locale = ENGLISH) -> str:
    """Return the page on a printed map's hexes."""
    _, data = cv2.imencode(".png", fit_picture(fit))
    shown = base64.b64encode(data.tobytes()).decode()
    board, visible, said, number = fit.board, int(fit.visible.sum()), locale.said, locale.number
    warp = board.warp
    rows = [
        (Remark("hexes"), f"{board.columns} x {board.rows}"),
        (Remark("lines found"), said(Remark("{found} of {all}", found=fit.found, all=visible))),
        (Remark("they lie off by (rms)"), f"{number(10 * fit.rms_cm, '.2f')} mm"),
        (Remark("the worst of them"), f"{number(10 * fit.worst_cm, '.2f')} mm"),
        (Remark("turned by"), f"{number(fit.turn_deg, '.2f')}°"),
        (Remark("larger than said"), f"{number(100 * (fit.scale - 1), '+.2f')} %"),
        (Remark("centres moved by at most"), f"{number(10 * fit.moved_cm, '.1f')} mm"),
        (Remark("hexes with less even lines"), f"{len(less_sure(board))}"),
        (Remark("bent"), said(Remark("no")) if warp is None
         else said(Remark("{across} x {along} offsets", across=warp.across, along=warp.along))),
    ]  # fmt: skip
    picture = escape(said(Remark("The fitted hexes over the map, seen from above")))
    body = [
        locale.paragraph(
            Remark("{found} of {all} lines found; they lie {rms_mm:.2f} mm (rms) from the fitted hexes.",
                   found=fit.found, all=visible, rms_mm=10 * fit.rms_cm),
            "big",
        ),
        *locale.warnings(fit.warnings),
        figure(
            f'<img style="width:100%" alt="{picture}" src="data:image/png;base64,{shown}">',
            said(Remark(
                "The map from above. Green: a line found. Grey and dotted: none found there, or something lies on it. "
                "Red: how far the printed line lies from the fitted one, {times:g} times longer.",
                times=LONG,
            )),
        ),
        locale.heading(Remark("Numbers")),
        table((said(Remark("what")), said(Remark("found"))), [(said(what), value) for what, value in rows]),
    ]  # fmt: skip
    return page(said(Remark("Your map's hexes")), body, locale.language)
