"""Photographs by others: where they lie, which dictionary is in them, and which have no marker at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOTS = (Path("/work/shared/real"), Path("/work/shared/real2"), Path("/work/photos"))
"""Practice photographs, and the snapshots of public repositories named in real2's README, one folder an owner."""
_ENDINGS = {".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"}


@dataclass(frozen=True)
class Source:
    """Pictures of one origin that show markers of one dictionary; a name ending in .yml is a file beside them."""

    name: str
    pattern: str
    dictionary: str


WITH_MARKERS = (
    Source("opencv_contrib 6x6", "opencv_contrib/*[!ds].jpg", "6x6_250"),
    Source("opencv_contrib own", "opencv_contrib/[gd]*.png", "opencv_contrib/tutorial_dict.yml"),
    Source("spatial_action_maps", "spatial_action_maps/*", "4x4_50"),
    Source("ubiquity", "ubiquity/*", "5x5_1000"),
    Source("abakisita", "abakisita/*", "6x6_1000"),
    Source("yizhong tags", "yizhong/*apriltag*", "apriltag_36h11"),
    Source("yizhong charuco", "yizhong/*charuco*", "4x4_100"),
    Source("yizhong eye in hand", "yizhong/*eye_in*", "4x4_100"),
    Source("yizhong eye to hand", "yizhong/*eye_to*", "4x4_100"),
    Source("julia", "julia/*", "apriltag_36h11"),
    Source("duckie", "duckie/*", "apriltag_36h11"),
    Source("doosan", "doosan/*", "4x4_50"),
    *(Source(f"gpokhark S{k}", f"gpokhark/dataset/S{k}_*/**/*", "4x4_50") for k in range(6)),
    Source("photonvision charuco", "PhotonVision/test-resources/calibrationCharucoImg/**/*", "4x4_50"),
    Source("photonvision field", "PhotonVision/test-resources/testimages/202[3456]/**/*", "apriltag_36h11"),
    Source("jorgerobles std", "jorgerobles/data/ov5676_charuco_std/*", "4x4_50"),
    Source("jorgerobles fish", "jorgerobles/data/ov5676_charuco_fish/*", "4x4_50"),
    Source("jorgerobles endo", "jorgerobles/data/endo/*", "4x4_50"),
    Source("Dominik", "DominikBabiarczyk/extern/*/images/*", "4x4_250"),
    Source("robotx-school", "robotx-school/CentralTrackingDevice/**/*", "4x4_100"),
    Source("swatbotics", "swatbotics/images/**/*", "apriltag_36h11"),
)
WITHOUT = (
    "PhotonVision/test-resources/testimages/20[12][0129]/**/*",
    "PhotonVision/test-resources/calibrationSquaresImg/**/*",
    "jorgerobles/data/ov5676_chess/*", "DominikBabiarczyk/src/**/*",
    "python-pillow/**/*", "scikit-image/**/*", "drewnoakes/**/*", "ianare/**/*",
)  # fmt: skip
"""Chessboards, photographs, drawings, test pictures of formats: whatever is read in them is false."""


def pictures(roots: Sequence[Path], pattern: str) -> list[Path]:
    """Return the pictures that match, of the first root that has any."""
    for root in roots:
        found = sorted(file for file in root.glob(pattern) if file.suffix.lower() in _ENDINGS and file.is_file())
        if found:
            return found
    return []
