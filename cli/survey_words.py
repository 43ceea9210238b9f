"""What `calibrate table --survey` says of the frame markers' places."""

from typing import Any

import numpy as np

from calibration.survey import Surveyed
from table.errors import Remark


def survey_words(survey: Surveyed) -> list[Remark]:
    """Return what the survey found, in a few lines."""
    tape, home = survey.tape, survey.camera_pictures
    first, second = tape.between
    lines = [
        Remark("Survey: {length_cm:g} cm taken as the distance from card {first} to {second}, centre to "
               "centre.", length_cm=tape.length_cm, first=first, second=second)
    ]  # fmt: skip
    if tape.others:
        others = " / ".join(f"{a},{b}" for a, b in tape.others)
        lines.append(
            Remark("Was it another pair that is as far apart? Then say --survey-between {others}.", others=others)
        )
    lines.append(
        Remark("The camera's place is that of {picture}, {count} pictures in all; other places that helped with the "
               "survey: {places}.", picture=home[0], count=len(home), places=survey.other_places)
    )  # fmt: skip
    off = 10 * np.linalg.norm(survey.offsets_cm, axis=1)
    far = int(np.argmax(off))
    lines.append(
        Remark("The cards lie {rms_mm:.2f} mm (rms) from where frame.toml puts them, at most {most_mm:.2f} mm "
               "({marker}); their places among themselves are now known to {sigma_mm:.2f} mm.",
               rms_mm=float(np.sqrt((off**2).mean())), most_mm=float(off[far]), marker=survey.markers[far].id,
               sigma_mm=10 * survey.sigma_cm)
    )  # fmt: skip
    return lines


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
