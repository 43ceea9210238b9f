"""The pages of `--report`: how good a lens and a table are, in drawings."""

import base64
from html import escape

import cv2
import numpy as np

from calibration.coverage import COLUMNS, ROWS, seen_cells
from calibration.lens import LensFit
from calibration.report_page import figure, page, svg, table
from calibration.self_calibration import SelfFit
from calibration.survey import Surveyed
from calibration.table_drawing import FINE_MM, POOR_MM, TableDrawing, enlargement
from calibration.table_pose import TableFit
from calibration.uncertainty import Predicted
from vision.arrays import Floats
from vision.boards.hex_fit import BoardFit
from vision.boards.hex_fit_drawing import LONG, fit_picture
from vision.boards.hex_fit_unsure import less_sure


def lens_page(fit: LensFit, expected: Predicted) -> str:
    """Return the page on a lens: where the board was seen, how well each picture fits, what to do better."""
    rows = [
        (view.name.rsplit("/", 1)[-1], str(len(view.ids)), f"{_rms(part):.3f}", "")
        for view, part in zip(fit.used, fit.residuals_px, strict=True)
    ]
    rows += [(view.name.rsplit("/", 1)[-1], "", "", f"not used: {view.reason}") for view in fit.rejected]
    width, height = fit.lens.size_px
    # Of the typical corner, so that one outlier does not make the others vanish.
    typical = 3 * float(np.median(np.hypot(*np.concatenate(fit.residuals_px).T)))
    enlarged = enlargement(np.array([[typical, 0.0]]), 900.0 / width)
    kind = "a fisheye; " if fit.lens.fisheye else ""
    body = [
        *[f"<p><strong>Mind:</strong> {escape(warning)}.</p>" for warning in fit.warnings],
        f"<p class=big>{len(fit.used)} pictures used; the board's corners lie {fit.rms_px:.3f} px from where this lens "
        f"puts them; the board was seen in {fit.coverage:.0%} of the picture.</p>",
        f"<p>On a table of 120 cm that fills the picture, this camera alone leaves an error of "
        f"{10 * expected.centre_cm:.3f} mm at the centre and up to {10 * max(expected.corners_cm):.3f} mm in the "
        "corners (one sigma, 3 cm above the table).</p>",
        "<h2>Where the board was seen</h2>",
        figure(
            _coverage_svg(fit),
            "Your camera's picture. The darker a field, the more pictures saw the board there; dots are the board's "
            "corners. In empty fields, above all in the corners, the lens is only guessed: bring the board there.",
        ),
        "<h2>How well it fits</h2>",
        figure(
            _residual_svg(fit, enlarged),
            f"Each corner's distance from where the lens puts it, drawn {enlarged:g} times larger. Arrows in all "
            "directions are plain noise; those that swirl or all point outwards mean the lens is not understood there.",
        ),
        table(("picture", "corners", "rms px", ""), rows),
        f"<h2>The lens</h2><p>{kind}{width} x {height} px; focal length {fit.lens.matrix[0, 0]:.1f} px "
        f"± {np.sqrt(fit.covariance[0, 0]):.2f}; markers off by {fit.floor.middle_px:.2f} px "
        f"beyond what each shows; board bent by {fit.bow_mm:.2f} mm; tilted by up to {fit.widest_angle_deg:.0f}°.</p>",
    ]
    return page("Your lens", body)


def table_page(fit: TableFit, expected: Predicted) -> str:
    """Return the page on a table: where the frame markers are seen, and the error to expect all over it."""
    view = fit.view
    rows = [
        (str(marker.id), f"{10 * dx:+.2f}", f"{10 * dy:+.2f}", f"{10 * np.hypot(dx, dy):.2f}")
        for marker, (dx, dy) in zip(fit.used, fit.residual_cm, strict=True)
    ]
    drawing = TableDrawing(view.frame)
    step_mm = drawing.error_map(view)
    enlarged = drawing.markers({m.id: off for m, off in zip(fit.used, fit.residual_cm, strict=True)})
    left_out = [str(m.id) for m in view.frame.markers if m.id not in {used.id for used in fit.used}]
    body = [
        f"<p class=big>Expect ± {10 * expected.centre_cm:.2f} mm at the centre and up to "
        f"± {10 * max(expected.corners_cm):.2f} mm in the corners (one sigma an axis): {verdict(expected)}.</p>",
        *[f"<p><strong>Mind:</strong> {escape(warning)}.</p>" for warning in fit.warnings],
        "<h2>The error to expect</h2>",
        figure(
            drawing.finished("the error to expect all over the table"),
            "The table from above, you at its lower edge. Numbers are one sigma in mm for a marker 3 mm above the "
            f"table, a line every {step_mm:g} mm: green is finer than a ruler, the darker the orange the worse. "
            f"Squares are the frame markers; the arrow at each shows where the camera sees it, {enlarged:g} times "
            "larger, against where frame.toml puts it.",
        ),
        "<h2>Frame markers</h2>",
        table(("marker", "right mm", "away mm", "off by mm"), rows),
        f"<p>Not used or not seen: {', '.join(left_out)}.</p>" if left_out else "",
        f"<p>Their places are right to about {max(0.02, 10 * view.survey_sigma_cm):.2f} mm; corners fit to "
        f"{view.rms_px:.3f} px. "
        "If one arrow is much longer than the others, measure that marker's place again.</p>",
    ]
    return page("Your table", body)


def verdict(expected: Predicted) -> str:
    """Say in a few words what a predicted error means at a table."""
    worst_mm = 10 * max(expected.centre_cm, *expected.corners_cm)
    if worst_mm < FINE_MM:
        return "finer than you could measure with a ruler"
    if worst_mm < POOR_MM:
        return "as good as a careful tape measure"
    return "poor; measure the frame markers' places again, or calibrate the lens anew"


def _coverage_svg(fit: LensFit) -> str:
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
    return svg(wide, high, parts, "where in the picture the board was seen")


def _residual_svg(fit: LensFit, enlarged: float) -> str:
    wide, scale = 900.0, 900.0 / fit.lens.size_px[0]
    high = fit.lens.size_px[1] * scale
    parts = [f'<rect width="{wide:.0f}" height="{high:.0f}" fill="none" stroke="var(--line)"/>']
    for view, part in zip(fit.used, fit.residuals_px, strict=True):
        lines = "".join(
            f"M{x * scale:.1f} {y * scale:.1f}l{enlarged * dx * scale:.1f} {enlarged * dy * scale:.1f}"
            for (x, y), (dx, dy) in zip(view.corners_px, part, strict=True)
        )
        parts.append(f'<path d="{lines}" stroke="var(--poor)" stroke-width="1" fill="none" opacity=".7"/>')
    return svg(wide, high, parts, "how far each corner of the board lies from where the lens puts it")


def _rms(part: Floats) -> float:
    return float(np.sqrt((part**2).sum(axis=1).mean()))


def with_survey(page: str, survey: Surveyed) -> str:
    """Return the page on a table (`report.table_page`) with what the survey found at its end."""
    return page.replace("\n</body>", "\n" + survey_section(survey) + "\n</body>")


def survey_section(survey: Surveyed) -> str:
    """Return HTML: how far each frame marker lies from where it was said to lie, and how well that is known."""
    laid = {marker.id: marker for marker in survey.table.view.frame.markers}
    rows = []
    for marker, (dx, dy) in zip(survey.markers, survey.offsets_cm, strict=True):
        now = laid[marker.id]
        numbers = (
            f"{now.x:.3f}",
            f"{now.y:.3f}",
            f"{10 * dx:+.2f}",
            f"{10 * dy:+.2f}",
            f"{10 * np.hypot(dx, dy):.2f}",
            f"{10 * now.size_cm:.2f}",
        )
        rows.append(f"<tr><td>{marker.id}</td>" + "".join(f"<td class=n>{cell}</td>" for cell in numbers) + "</tr>")
    first, second = survey.tape.between
    return (
        "<h2>Survey</h2>"
        f"<p>{survey.tape.length_cm:g} cm (± {20 * survey.tape.sigma_cm:.1f} mm) from marker {first} to {second} set "
        f"the scale; {survey.other_places} more places of the camera, besides that of "
        f"{escape(survey.camera_pictures[0].rsplit('/', 1)[-1])}, told where the markers lie. Among themselves that is "
        f"known to {10 * survey.sigma_cm:.2f} mm (one sigma).</p>"
        "<table><tr><th>marker</th><th>x cm</th><th>y cm</th><th>right mm</th><th>away mm</th><th>off by mm</th>"
        "<th>side mm</th></tr>" + "".join(rows) + "</table>"
        "<p class=soft>Right, away and off by: from where frame.toml had it. The table's axes and its origin are where "
        "frame.toml's markers have them on average.</p>"
    )


def self_page(fit: SelfFit, expected: Predicted) -> str:
    """Return the page."""
    lens = fit.profile.lens
    (width, height), sigmas = lens.size_px, np.sqrt(np.diag(fit.profile.covariance))
    drawing = TableDrawing(fit.view.frame)
    step_mm = drawing.error_map(fit.view)
    enlarged = drawing.markers({m.id: off for m, off in zip(fit.used, fit.cards_cm, strict=True)})
    rows = [
        (str(marker.id), f"{10 * dx:+.2f}", f"{10 * dy:+.2f}", f"{10 * np.hypot(dx, dy):.2f}")
        for marker, (dx, dy) in zip(fit.used, fit.cards_cm, strict=True)
    ]
    numbers = [
        ("focal length px", f"{lens.matrix[0, 0]:.1f}", f"{sigmas[0]:.1f}"),
        ("middle right px", f"{lens.matrix[0, 2]:.1f}", f"{sigmas[2]:.1f}"),
        ("middle down px", f"{lens.matrix[1, 2]:.1f}", f"{sigmas[3]:.1f}"),
        *[(name, f"{lens.distortion[k]:.4f}", f"{sigmas[4 + k]:.4f}") for k, name in enumerate(("k1", "k2"))],
    ]
    body = [
        f"<p class=big>Expect ± {10 * expected.centre_cm:.2f} mm at the centre and up to "
        f"± {10 * max(expected.corners_cm):.2f} mm in the corners (one sigma an axis): {verdict(expected)}.</p>",
        "<p><strong>Mind:</strong> the lens was learned without a calibration board. That is less exact: take fifteen "
        "pictures of one (<code>vedette sheets charuco</code>, then <code>calibrate camera</code>) when you can.</p>",
        *[f"<p><strong>Mind:</strong> {escape(warning)}.</p>" for warning in fit.warnings],
        "<h2>The error to expect</h2>",
        figure(
            drawing.finished("the error to expect all over the table"),
            "The table from above, you at its lower edge. Numbers are one sigma in mm for a marker 3 mm above the "
            f"table, a line every {step_mm:g} mm. The arrow at each frame marker shows where it seems to lie, "
            f"{enlarged:g} times larger, against where frame.toml puts it.",
        ),
        "<h2>The lens</h2>",
        f"<p>{width} x {height} px, from {len(fit.used)} frame markers and {fit.stands} looks at stands.</p>",
        table(("", "found", "±"), numbers),
        "<h2>Frame markers</h2>",
        table(("marker", "right mm", "away mm", "off by mm"), rows),
    ]
    return page("Your lens and table, without a board", body)


def board_page(fit: BoardFit) -> str:
    """Return the page."""
    _, data = cv2.imencode(".png", fit_picture(fit))
    shown = base64.b64encode(data.tobytes()).decode()
    board, visible = fit.board, int(fit.visible.sum())
    rows = [
        ("hexes", f"{board.columns} x {board.rows}"),
        ("lines found", f"{fit.found} of {visible}"),
        ("they lie off by (rms)", f"{10 * fit.rms_cm:.2f} mm"),
        ("the worst of them", f"{10 * fit.worst_cm:.2f} mm"),
        ("turned by", f"{fit.turn_deg:.2f} degrees"),
        ("larger than said", f"{100 * (fit.scale - 1):+.2f} %"),
        ("centres moved by at most", f"{10 * fit.moved_cm:.1f} mm"),
        ("hexes with less even lines", f"{len(less_sure(board))}"),
        ("bent", "no" if board.warp is None else f"{board.warp.across} x {board.warp.along} offsets"),
    ]
    body = [
        f"<p class=big>{fit.found} of {visible} lines found; they lie {10 * fit.rms_cm:.2f} mm (rms) from the fitted "
        "hexes.</p>",
        *[f"<p>{warning[:1].upper() + warning[1:]}.</p>" for warning in fit.warnings],
        '<figure><img style="width:100%" alt="The fitted hexes over the map, seen from above" '
        f'src="data:image/png;base64,{shown}"><figcaption>The map from above. Green: a line found. Grey and dotted: '
        "none found there, or something lies on it. Red: how far the printed line lies from the fitted one, "
        f"{LONG:g} times longer.</figcaption></figure>",
        "<h2>Numbers</h2>",
        table(("what", "found"), rows),
    ]
    return page("Your map's hexes", body)
