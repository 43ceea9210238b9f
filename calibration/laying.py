"""Whether the frame cards lie as frame.toml says: turned, of another size, or far off; said in words."""

from collections.abc import Mapping, Sequence

import numpy as np

from table.frame import FrameMarker
from table.stand import wrap_deg
from vision.camera import Camera
from vision.markers import MarkerSeen

TURNED_DEG = 20.0
SIZE_OFF = 0.01
FAR_CM = 0.3


def laying_warnings(
    camera: Camera, markers: Sequence[FrameMarker], seen: Mapping[int, MarkerSeen], survey_sigma_cm: float
) -> list[str]:
    """Return what a person should mend in how the cards lie or were printed, judged by the camera that was found."""
    warnings, shares = [], []
    for marker in markers:
        flat = camera.to_plane(seen[marker.id].corners_px, marker.height_cm)
        ahead = flat[:2].mean(axis=0) - flat.mean(axis=0)
        turned = wrap_deg(float(np.degrees(np.arctan2(ahead[1], ahead[0]))) - marker.heading_deg)
        if abs(turned) > TURNED_DEG:
            warnings.append(
                f"frame marker {marker.id} lies turned by {turned:.0f} degrees from its heading_deg; turn it"
            )
        shares.append(np.linalg.norm(flat - np.roll(flat, 1, axis=0), axis=1).mean() / marker.size_cm)
    share = float(np.median(shares))
    if abs(share - 1) > SIZE_OFF:
        size_mm = 10 * markers[0].size_cm
        warnings.append(
            f"the frame cards look {share * size_mm:.1f} mm a side where frame.toml says {size_mm:g}: were they "
            "printed at 100 %? Then the stands' markers were not either"
        )
    if survey_sigma_cm > FAR_CM:
        warnings.append(
            f"the frame cards lie some {10 * survey_sigma_cm:.0f} mm from where frame.toml says (or this is another "
            "camera's lens): measure their places anew, every stand is off by about as much"
        )
    return warnings
