"""The chip on the page: the state of the table in a few words, and what to do about it."""

from collections.abc import Collection, Mapping

from referee.live import Status, StatusKey
from referee.words import not_seen, notice_chip, notice_sentence, plain
from vision.tracking.sight import Sight
from vision.watchman import Notice, NoticeKey

STOPPING: Mapping[NoticeKey, StatusKey] = {
    "too_dark": "no_camera",
    "overexposed": "no_camera",
    "picture_frozen": "no_camera",
    "no_frame": "no_frame",
    "camera_lost": "no_frame",
    "camera_moving": "settling",
    "hands": "hands",
}
"""What nothing is measured through."""
SPOILING: Mapping[NoticeKey, StatusKey] = {
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


def status_of(sight: Sight, unseen: Collection[str]) -> Status:
    """Return the state of the table in one picture; ``unseen`` are stands that should be there and are not seen."""
    notices = () if sight.watch is None else sight.watch.notices
    for notice in notices:
        if notice.key in STOPPING:
            return _said(notice, STOPPING[notice.key])
    if not sight.still:
        return Status("settling", plain("settling"))
    for notice in notices:
        if SPOILING[notice.key] == "covered":
            return _said(notice, "covered")
    if unseen:
        return Status("unseen", *not_seen(sorted(unseen)))
    return _said(notices[0], "noticed") if notices else Status("still", plain("still"))


def _said(notice: Notice, key: StatusKey) -> Status:
    return Status(key, notice_chip(notice), notice_sentence(notice))
