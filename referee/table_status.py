"""The status of the table on the page: what is wrong with it, worst first."""

from collections.abc import Collection, Mapping

from referee.observation import TableStatus, TableStatusKey
from vision.tracking.frame_report import FrameReport
from vision.watchman import NoticeKey

STOPPING: Mapping[NoticeKey, TableStatusKey] = {
    "camera_away": "no_camera",
    "picture_broken": "no_camera",
    "other_size": "no_camera",
    "too_dark": "no_camera",
    "overexposed": "no_camera",
    "picture_frozen": "no_camera",
    "no_frame": "no_frame",
    "camera_lost": "no_frame",
    "camera_moving": "settling",
    "hands": "hands",
}
"""What nothing is measured through."""
SPOILING: Mapping[NoticeKey, TableStatusKey] = {
    "camera_turned": "noticed",
    "focus_lost": "noticed",
    "camera_bumped": "noticed",
    "frame_pushed": "covered",
    "frame_missing": "covered",
    "frame_covered": "covered",
    "light_changed": "noticed",
    "shadow": "noticed",
}
"""What measuring goes on with, worth a look when the table is still."""


def status_of(report: FrameReport, unseen: Collection[str], *, waiting: int = 0, single: bool = False) -> TableStatus:
    """Return the state of the table in one picture; ``unseen`` are stands that were seen before and are not now.

    ``waiting`` more of the roster were never seen. A ``single`` picture stands still: that is no trouble.
    """
    notices = () if report.watch is None else report.watch.notices
    if single:
        notices = tuple(notice for notice in notices if notice.key != "picture_frozen")
    for notice in notices:
        if notice.key in STOPPING:
            return TableStatus(STOPPING[notice.key], notice)
    if not report.still:
        return TableStatus("settling")
    for notice in notices:
        if SPOILING[notice.key] == "covered":
            return TableStatus("covered", notice)
    if unseen:
        return TableStatus("unseen", names=tuple(sorted(unseen)))
    return TableStatus("noticed", notices[0]) if notices else TableStatus("still", waiting=waiting)
