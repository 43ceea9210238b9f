"""Looking into the frames of a shot beside the loop: what it finds takes a second, and the loop goes on."""

import logging
from dataclasses import dataclass

from referee.cannon.found import Find, ShotFindings
from referee.cannon.pictures import keep_pictures
from referee.cannon.shot_state import Comparing
from referee.evidence.frames import FrameFolder
from referee.journal.payloads import Frame
from table.errors import VedetteError
from vision.table_view import TableView

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class WorkerReport:
    """What came of a shot's pictures: what was found, or the key of why nothing was, and the pictures as kept."""

    shot: Comparing
    found: ShotFindings | None
    trouble: str = ""
    before: Frame | None = None
    after: Frame | None = None


def report_on(shot: Comparing, find: Find, view: TableView, frames: FrameFolder | None) -> WorkerReport:
    """Keep the pictures of a shot and look into them; nothing that fails stops the match."""
    before, after = keep_pictures(shot.picked, view, frames)
    if shot.picked.before is None:
        return WorkerReport(shot, None, "no_picture_before", before, after)
    try:
        return WorkerReport(shot, find(shot.picked, shot.table), "", before, after)
    except VedetteError as error:
        log.warning("the frames of a shot tell nothing: %s", error)
    except Exception:
        log.exception("looking for falls failed")
    return WorkerReport(shot, None, "not_found", before, after)
