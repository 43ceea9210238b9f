"""The page of `--report`: how good a calibration is, in drawings; one HTML file that needs nothing else."""

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from calibration.coverage import COLUMNS, ROWS, seen_cells
from calibration.lens import LensFit
from calibration.table_pose import TableFit
from calibration.uncertainty import MARKER_CENTRE_PX, Predicted, table_error_cm

Floats = NDArray[np.float64]

FINE_MM, POOR_MM = 0.3, 1.0

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2321; --soft: #5d6b66; --paper: #fbfaf6; --line: #cfd6d2; --good: #2f7d5b;
  --poor: #b3541e; --cell: #3a8f6b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ece9; --soft: #9dada6; --paper: #161a19; --line: #3a4441;
  --good: #6cc79c; --poor: #f0965a; --cell: #4fae85; } }
body { margin: 2rem auto; max-width: 56rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
svg { width: 100%; height: auto; display: block; } figcaption, .soft { color: var(--soft); font-size: .9rem; }
figure { margin: 1rem 0; }
table { border-collapse: collapse; } td, th { padding: .15rem .9rem .15rem 0; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; } .big { font-size: 1.25rem; }
text { fill: var(--ink); font: 12px system-ui, sans-serif; }
"""


def lens_page(fit: LensFit, expected: Predicted) -> str:
    """Return the page on a lens: where the board was seen, how well each picture fits, what to do better."""
    rows = [
        (view.name.rsplit("/", 1)[-1], str(len(view.ids)), f"{_rms(part):.3f}", "")
        for view, part in zip(fit.used, fit.residuals_px, strict=True)
    ]
    rows += [(view.name.rsplit("/", 1)[-1], "", "", f"not used: {view.reason}") for view in fit.rejected]
    width, height = fit.lens.size_px
    body = [
        f"<p class=big>{len(fit.used)} pictures used; the board's corners lie {fit.rms_px:.3f} px from where this lens "
        f"puts them; the board was seen in {fit.coverage:.0%} of the picture.</p>",
        f"<p>On a table of 120 cm that fills the picture, the lens alone leaves an error of "
        f"{10 * expected.centre_cm:.3f} mm at the centre and up to {10 * max(expected.corners_cm):.3f} mm in the "
        "corners (one sigma, 3 cm above the table).</p>",
        "<h2>Where the board was seen</h2>",
        _figure(
            _coverage_svg(fit),
            "Your camera's picture. The darker a field, the more pictures saw the board there; dots are the board's "
            "corners. In empty fields, above all in the corners, the lens is only guessed: bring the board there.",
        ),
        "<h2>How well it fits</h2>",
        _figure(
            _residual_svg(fit),
            "Each corner's distance from where the lens puts it, drawn 400 times larger. Arrows in all directions are "
            "plain noise; arrows that swirl or all point outwards mean the lens is not understood there.",
        ),
        _table(("picture", "corners", "rms px", ""), rows),
        f"<h2>The lens</h2><p>{width} x {height} px; focal length {fit.lens.matrix[0, 0]:.1f} px "
        f"± {np.sqrt(fit.covariance[0, 0]):.2f}; board bent by {fit.bow_mm:.2f} mm; tilted by up to "
        f"{fit.widest_angle_deg:.0f}°.</p>",
    ]
    return _page("Your lens", body)


def table_page(fit: TableFit, expected: Predicted) -> str:
    """Return the page on a table: where the frame markers are seen, and the error to expect all over it."""
    view = fit.view
    rows = [
        (str(marker.id), f"{10 * dx:+.2f}", f"{10 * dy:+.2f}", f"{10 * np.hypot(dx, dy):.2f}")
        for marker, (dx, dy) in zip(fit.used, fit.residual_cm, strict=True)
    ]
    left_out = [str(m.id) for m in view.frame.markers if m.id not in {used.id for used in fit.used}]
    body = [
        f"<p class=big>Expect ± {10 * expected.centre_cm:.2f} mm at the centre and up to "
        f"± {10 * max(expected.corners_cm):.2f} mm in the corners (one sigma an axis): {verdict(expected)}.</p>",
        *[f"<p><strong>Mind:</strong> {escape(warning)}.</p>" for warning in fit.warnings],
        "<h2>The error to expect</h2>",
        _figure(
            _error_svg(fit),
            "The table from above, you at its lower edge. Numbers are one sigma in mm for a marker 3 mm above the "
            "table: green is finer than a ruler, the darker the orange the worse. Squares are the frame markers; the "
            "arrow at each shows where the camera sees it, 50 times larger, against where frame.toml puts it.",
        ),
        "<h2>Frame markers</h2>",
        _table(("marker", "right mm", "away mm", "off by mm"), rows),
        f"<p>Not used or not seen: {', '.join(left_out)}.</p>" if left_out else "",
        f"<p>Their places are right to about {max(0.02, 10 * view.survey_sigma_cm):.2f} mm; corners fit to "
        f"{view.rms_px:.3f} px. "
        "If one arrow is much longer than the others, measure that marker's place again.</p>",
    ]
    return _page("Your table", body)


def verdict(expected: Predicted) -> str:
    """Say in a few words what a predicted error means at a table."""
    worst_mm = 10 * max(expected.centre_cm, *expected.corners_cm)
    if worst_mm < FINE_MM:
        return "finer than you could measure with a ruler"
    if worst_mm < POOR_MM:
        return "as good as a careful tape measure"
    return "poor; measure the frame markers' places again, or calibrate the lens anew"


def _page(title: str, body: Sequence[str]) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)} - Vedette</title><style>{_STYLE}</style>'
        f"</head><body><h1>{escape(title)}</h1>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def cells(row: Sequence[str], tag: str) -> str:
        numeric = [tag == "td" and cell.lstrip("+-").replace(".", "", 1).isdigit() for cell in row]
        return "".join(
            f"<{tag}{' class=n' if right else ''}>{escape(cell)}</{tag}>"
            for cell, right in zip(row, numeric, strict=True)
        )

    return f"<table><tr>{cells(head, 'th')}</tr>" + "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows) + "</table>"


def _svg(width: float, height: float, parts: Sequence[str], label: str) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )


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
    return _svg(wide, high, parts, "where in the picture the board was seen")


def _residual_svg(fit: LensFit) -> str:
    wide, scale = 900.0, 900.0 / fit.lens.size_px[0]
    high = fit.lens.size_px[1] * scale
    parts = [f'<rect width="{wide:.0f}" height="{high:.0f}" fill="none" stroke="var(--line)"/>']
    for view, part in zip(fit.used, fit.residuals_px, strict=True):
        lines = "".join(
            f"M{x * scale:.1f} {y * scale:.1f}l{400 * dx * scale:.1f} {400 * dy * scale:.1f}"
            for (x, y), (dx, dy) in zip(view.corners_px, part, strict=True)
        )
        parts.append(f'<path d="{lines}" stroke="var(--poor)" stroke-width="1" fill="none" opacity=".7"/>')
    return _svg(wide, high, parts, "how far each corner of the board lies from where the lens puts it")


def _error_svg(fit: TableFit) -> str:
    frame = fit.view.frame
    xs, ys = [m.x for m in frame.markers], [m.y for m in frame.markers]
    left, right = min(0.0, *xs) - 5, max(frame.width_cm, *xs) + 5
    near, far = min(0.0, *ys) - 5, max(frame.depth_cm, *ys) + 5
    scale = 900.0 / (right - left)
    columns, rows = 9, max(3, round(9 * frame.depth_cm / frame.width_cm))
    step_x, step_y = frame.width_cm / columns, frame.depth_cm / rows
    wide, high = step_x * scale, step_y * scale
    places = np.array([((i + 0.5) * step_x, (j + 0.5) * step_y) for j in range(rows) for i in range(columns)])
    errors_mm = 10 * table_error_cm(fit.view, places, 0.3, MARKER_CENTRE_PX)
    parts = []
    for (x, y), error in zip(places, errors_mm, strict=True):
        at_x, at_y = (x - left) * scale, (far - y) * scale
        corner_x, corner_y = at_x - wide / 2, at_y - high / 2
        colour, strength = ("good", 0.25) if error < FINE_MM else ("poor", min(0.75, 0.75 * error / POOR_MM))
        parts.append(
            f'<rect x="{corner_x:.1f}" y="{corner_y:.1f}" width="{wide:.1f}" height="{high:.1f}" '
            f'fill="var(--{colour})" fill-opacity="{strength:.2f}"/>'
            f'<text x="{at_x:.1f}" y="{at_y + 4:.1f}" text-anchor="middle">{error:.3f}</text>'
        )
    parts.append(
        f'<rect x="{-left * scale:.1f}" y="{(far - frame.depth_cm) * scale:.1f}" width="{frame.width_cm * scale:.1f}" '
        f'height="{frame.depth_cm * scale:.1f}" fill="none" stroke="var(--ink)"/>'
    )
    residual = {marker.id: off for marker, off in zip(fit.used, fit.residual_cm, strict=True)}
    for marker in frame.markers:
        x, y, half = (marker.x - left) * scale, (far - marker.y) * scale, marker.size_cm * scale / 2
        colour = "var(--good)" if marker.id in residual else "var(--line)"
        parts.append(
            f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" fill="none" '
            f'stroke="{colour}" stroke-width="2"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{marker.id}</text>'
        )
        if marker.id in residual:
            dx, dy = 50 * residual[marker.id] * scale
            parts.append(
                f'<path d="M{x:.1f} {y:.1f}l{dx:.1f} {-dy:.1f}" stroke="var(--good)" stroke-width="3" fill="none"/>'
            )
    return _svg(900.0, (far - near) * scale, parts, "the error to expect all over the table")


def _rms(part: Floats) -> float:
    return float(np.sqrt((part**2).sum(axis=1).mean()))
