"""What `calibrate table --survey` says of the frame markers' places."""

from typing import Any

import numpy as np

from calibration.survey import Surveyed


def survey_words(survey: Surveyed) -> str:
    """Return what the survey found, in a few lines."""
    tape, home = survey.tape, survey.camera_pictures
    first, second = tape.between
    lines = [
        f"Survey: {tape.length_cm:g} cm taken as the distance from frame marker {first} to {second}, centre to centre."
    ]
    if tape.others:
        others = " or ".join(f"{a},{b}" for a, b in tape.others)
        lines.append(f"  Was it another pair that is as far apart? Then say --survey-between {others}.")
    more = f" and {len(home) - 1} more from there" if len(home) > 1 else ""
    helped = {0: "no other", 1: "one other"}.get(survey.other_places, f"{survey.other_places} others")
    lines.append(f"The camera's place is that of {home[0]}{more}; {helped} helped with the survey.")
    off = 10 * np.linalg.norm(survey.offsets_cm, axis=1)
    far = int(np.argmax(off))
    lines.append(
        f"The frame markers lie {np.sqrt((off**2).mean()):.2f} mm (rms) from where frame.toml puts them, at most "
        f"{off[far]:.2f} mm ({survey.markers[far].id}); their places among themselves are now known to "
        f"{10 * survey.sigma_cm:.2f} mm."
    )
    return "\n".join(lines)


def survey_json(survey: Surveyed) -> dict[str, Any]:
    """Return the same for programs."""
    laid = {marker.id: marker for marker in survey.table.view.frame.markers}
    return {
        "length_cm": survey.tape.length_cm,
        "between": list(survey.tape.between),
        "tape_sigma_cm": survey.tape.sigma_cm,
        "camera_pictures": list(survey.camera_pictures),
        "other_places": survey.other_places,
        "sigma_cm": survey.sigma_cm,
        "markers": [
            {
                "id": marker.id,
                "x": laid[marker.id].x,
                "y": laid[marker.id].y,
                "heading_deg": laid[marker.id].heading_deg,
                "size_cm": laid[marker.id].size_cm,
                "off_x_cm": round(float(dx), 5),
                "off_y_cm": round(float(dy), 5),
            }
            for marker, (dx, dy) in zip(survey.markers, survey.offsets_cm, strict=True)
        ],
    }
