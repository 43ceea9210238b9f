"""Looking into the frames of a shot beside the loop: what it finds takes a second, and the loop goes on."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from referee.cannon.found import Find, Found
from referee.cannon.gunnery import Job
from referee.cannon.pictures import keep_pictures
from referee.evidence.frames import FrameFolder
from referee.journal.payloads import Frame
from table.errors import VedetteError
from vision.table_view import TableView

log = logging.getLogger(__name__)

Submit = Callable[[Callable[[], None]], object]
"""Lets something be done soon, one after the other: a thread's, or in tests at once."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What came of a job: what was found, or the key of why nothing was, and the kept pictures."""

    job: Job
    found: Found | None
    trouble: str = ""
    before: Frame | None = None
    after: Frame | None = None


class Worker:
    """Takes jobs, one after the other, and reports each answer; nothing that fails stops the match."""

    def __init__(
        self, find: Find, view: Callable[[], TableView], frames: FrameFolder | None, submit: Submit,
        report: Callable[[Answer], None],
    ) -> None:  # fmt: skip
        self._find, self._view, self._frames, self._submit, self._report = find, view, frames, submit, report

    def look_into(self, job: Job) -> None:
        """Take a job; its answer comes later."""
        self._submit(lambda: self._report(self._answer(job)))

    def _answer(self, job: Job) -> Answer:
        before, after = keep_pictures(job.picked, self._view(), self._frames)
        if job.picked.before is None:
            return Answer(job, None, "no_picture_before", before, after)
        try:
            return Answer(job, self._find(job.picked, job.table), "", before, after)
        except VedetteError as error:
            log.warning("the frames of a shot tell nothing: %s", error)
            return Answer(job, None, "not_found", before, after)
        except Exception:
            log.exception("looking for falls failed")
            return Answer(job, None, "not_found", before, after)
