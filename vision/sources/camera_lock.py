"""Holding a camera's focus, exposure and white balance where they are: calibration is for one focus only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2

from table.errors import Remark, Wanted

_V4L2_MANUAL, _V4L2_APERTURE_PRIORITY = 1.0, 3.0  # the latter is what webcams call automatic exposure
_NEAR = 0.02  # of a value: a driver may round what it was told


class Controls(Protocol):
    """What OpenCV's VideoCapture offers for a camera's settings."""

    def get(self, prop: int, /) -> float:
        """Return a setting, -1 or 0 for one that is not there."""
        ...

    def set(self, prop: int, value: float, /) -> bool:
        """Change a setting; False where that cannot be."""
        ...


@dataclass(frozen=True, slots=True)
class Control:
    """A setting that cameras like to change by themselves: its name, its automatic, its value, why it matters.

    ``on`` switches the automatic on before it is held; None: it is left as the camera had it.
    """

    name: str
    automatic: int
    on: float | None
    off: float
    value: int
    matters: str


CONTROLS = (
    # A focus held when the lens was calibrated must stay: a camera keeps it until it is unplugged.
    Control(
        "focus", cv2.CAP_PROP_AUTOFOCUS, None, 0.0, cv2.CAP_PROP_FOCUS, "another focus is another lens: calibrate again"
    ),
    Control(
        "exposure", cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_APERTURE_PRIORITY, _V4L2_MANUAL, cv2.CAP_PROP_EXPOSURE,
        "the light in the picture jumps",
    ),
    Control(
        "white balance", cv2.CAP_PROP_AUTO_WB, 1.0, 0.0, cv2.CAP_PROP_WB_TEMPERATURE,
        "colours and light in the picture jump",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Locked:
    """What was locked, at which value; ``notes`` and ``warnings`` say it in words."""

    values: Mapping[str, float]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]


def let_settle(camera: Controls, backend: int, controls: Sequence[Control] = CONTROLS) -> None:
    """Let exposure and white balance find the light of today, where an earlier run held them at another day's."""
    for control in controls:
        if control.on is not None and backend == cv2.CAP_V4L2 and camera.get(control.automatic) >= 0:
            camera.set(control.automatic, control.on)


def lock(camera: Controls, backend: int, controls: Sequence[Control] = CONTROLS) -> Locked:
    """Switch a camera's automatics off, keep the values they had found, and read back whether it obeyed.

    Call it once the camera has been running for a second and its automatics have settled. ``backend`` is OpenCV's
    number for it (CAP_V4L2, CAP_MSMF, CAP_DSHOW, CAP_AVFOUNDATION).
    """
    values: dict[str, float] = {}
    notes, warnings = [], []
    for control in controls:
        if backend == cv2.CAP_V4L2 and camera.get(control.automatic) < 0:
            notes.append(f"{control.name}: the camera has no automatic for it")
            continue
        value = camera.get(control.value)
        held = _hold_v4l2(camera, control, value) if backend == cv2.CAP_V4L2 else _hold(camera, control, value)
        if held:
            values[control.name] = camera.get(control.value)
            notes.append(f"{control.name}: locked at {values[control.name]:g}")
        else:
            warnings.append(
                Remark("the camera's automatic {control} cannot be switched off from here; switch it off in the "
                       "camera's own program, or {matters}",
                       control=Wanted(control.name), matters=Wanted(control.matters))
            )  # fmt: skip
    return Locked(values, tuple(notes), tuple(warnings))


def _hold_v4l2(camera: Controls, control: Control, value: float) -> bool:
    if not camera.set(control.automatic, control.off):
        return False
    camera.set(control.value, value)
    return round(camera.get(control.automatic)) == round(control.off) and _near(camera.get(control.value), value)


def _hold(camera: Controls, control: Control, value: float) -> bool:
    """Windows and macOS: there the automatic ends when its value is set; its switch would set the value to 0."""
    if value in (-1.0, 0.0) and control.name != "exposure":
        return False
    return camera.set(control.value, value) and _near(camera.get(control.value), value)


def drifted(camera: Controls, locked: Mapping[str, float], controls: Sequence[Control] = CONTROLS) -> tuple[str, ...]:
    """Return, in words, which locked settings are no longer what they were."""
    return tuple(
        Remark(
            "the camera changed its {control} from {before:g} to {now:g} by itself; {matters}",
            control=Wanted(control.name),
            before=locked[control.name],
            now=now,
            matters=Wanted(control.matters),
        )
        for control in controls
        if control.name in locked and not _near(now := camera.get(control.value), locked[control.name])
    )


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= _NEAR * max(abs(one), abs(other)) + 1e-9
