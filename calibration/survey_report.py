"""The survey's part of the page on a table."""

from html import escape

import numpy as np

from calibration.survey import Surveyed


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
