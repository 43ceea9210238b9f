"""From what the tracker says of a frame to where each stand is in it."""

from collections.abc import Mapping
from typing import Literal

from referee.observation import Whereabouts
from vision.tracking.frame_report import FrameReport, State

_STATES: Mapping[State, Literal["seen", "held", "covered", "gone"]] = {
    "seen": "seen", "held": "held", "covered": "covered", "lost": "gone", "toppled": "gone",
}  # fmt: skip
_CAMERA_MOVED = ("camera_bumped", "camera_moving", "camera_lost", "camera_turned")


def whereabouts(report: FrameReport) -> tuple[Whereabouts, ...]:
    """Return where each stand that was ever seen is in this frame, hands over the table or not."""
    return tuple(Whereabouts(track.name, _STATES[track.state], track.stand) for track in report.tracks)


def camera_moved(report: FrameReport) -> bool:
    """Say whether the watchman says that the camera was bumped, or moves."""
    return report.watch is not None and any(notice.key in _CAMERA_MOVED for notice in report.watch.notices)


def frame_pushed(report: FrameReport) -> bool:
    """Say whether a frame marker lies elsewhere than it was surveyed: whatever pushed it may have pushed stands."""
    return report.watch is not None and bool(report.watch.frame_pushed)
