"""A calibrated camera over a table: what table.toml says, and all that measuring needs."""

from dataclasses import dataclass

from table.frame import Frame
from vision.arrays import Floats
from vision.camera import Camera
from vision.camera_identity import CameraIdentity
from vision.correction import Correction
from vision.noise_floor import NONE, NoiseFloor
from vision.tone import Tone


@dataclass(frozen=True, eq=False)
class FrameSeen:
    """Where a frame marker's corners (4, 2) px were when the table was calibrated."""

    id: int
    corners_px: Floats


@dataclass(frozen=True, eq=False)
class TableView:
    """A camera, the frame it was calibrated on, and the covariance of the camera's parameters.

    ``covariance`` (P, P) is in the order of ``spread.parameter_names``: pose, then lens, survey errors inside; None
    for a camera known exactly. ``seen`` are the frame markers as the camera saw them then, by which a later picture
    shows whether it was bumped; empty means: where they should be seen. ``correction`` is what a known-distance check
    found; ``self_calibrated`` says that the lens was learned without a board, which is less exact; ``floor`` is the
    camera's, and ``tone``, where it is another than the usual one; ``identity`` is the camera that the lens was
    learned with.
    """

    camera: Camera
    frame: Frame
    covariance: Floats | None = None
    seen: tuple[FrameSeen, ...] = ()
    survey_sigma_cm: float = 0.0
    rms_px: float = 0.0
    correction: Correction | None = None
    self_calibrated: bool = False
    floor: NoiseFloor = NONE
    tone: Tone | None = None
    identity: CameraIdentity | None = None
