"""The page on a lens and a table learned together without a board."""

from html import escape

import numpy as np

from calibration.report import verdict
from calibration.report_page import figure, page, table
from calibration.self_calibration import SelfFit
from calibration.table_drawing import TableDrawing
from calibration.uncertainty import Predicted


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
