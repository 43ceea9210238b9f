"""Looking into the frames of a shot beside the loop: what it finds takes a second, and the loop goes on."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from referee.cannon.found import Find, ShotFindings
from referee.cannon.pictures import keep_pictures
from referee.cannon.shot_state import Comparing
from referee.evidence.frames import FrameFolder
from referee.journal.payloads import Frame
from table.errors import VedetteError
from vision.table_view import TableView

log = logging.getLogger(__name__)

Submit = Callable[[Callable[[], None]], object]
"""Lets something be done soon, one after the other: a thread's, or in tests at once."""


@dataclass(frozen=True, eq=False)
class WorkerReport:
    """What came of a shot's pictures: what was found, or the key of why nothing was, and the pictures as kept."""

    shot: Comparing
    found: ShotFindings | None
    trouble: str = ""
    before: Frame | None = None
    after: Frame | None = None


class Worker:
    """Looks into shots, one after the other, and reports on each; nothing that fails stops the match."""

    def __init__(
        self, find: Find, view: Callable[[], TableView], frames: FrameFolder | None, submit: Submit,
        report: Callable[[WorkerReport], None],
    ) -> None:  # fmt: skip
        self._find, self._view, self._frames, self._submit, self._report = find, view, frames, submit, report

    def look_into(self, shot: Comparing) -> None:
        """Take the pictures of a shot; the report comes later."""
        self._submit(lambda: self._report(self._report_on(shot)))

    def _report_on(self, shot: Comparing) -> WorkerReport:
        before, after = keep_pictures(shot.picked, self._view(), self._frames)
        if shot.picked.before is None:
            return WorkerReport(shot, None, "no_picture_before", before, after)
        try:
            return WorkerReport(shot, self._find(shot.picked, shot.table), "", before, after)
        except VedetteError as error:
            log.warning("the frames of a shot tell nothing: %s", error)
            return WorkerReport(shot, None, "not_found", before, after)
        except Exception:
            log.exception("looking for falls failed")
            return WorkerReport(shot, None, "not_found", before, after)
