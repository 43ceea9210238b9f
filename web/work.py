"""Work that takes a while, one piece at a time: done in a thread, its progress told to whoever asks."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from referee.match.state import NotNow
from referee.setup.lens import Progress
from table.errors import VedetteError

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Job = Callable[[Progress], Result]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkStatus(Generic[Result]):
    """How far a job is, and at the end what came of it or why it failed; ``number`` tells it from the one before."""

    name: str = ""
    number: int = 0
    running: bool = False
    done: int = 0
    of: int = 0
    result: Result | None = None
    error: VedetteError | None = None


def in_a_thread(work: Callable[[], None]) -> None:
    """Begin work in a thread that does not keep the program from ending."""
    threading.Thread(target=work, name="vedette-work", daemon=True).start()


class Work(Generic[Result]):
    """Runs one job after another; ``status`` is how far the newest is.

    ``begin`` lets it be done: beside the match, or in a test when that wants it.
    """

    def __init__(self, begin: Callable[[Callable[[], None]], None] = in_a_thread) -> None:
        self._begin, self._lock = begin, threading.Lock()
        self.status: WorkStatus[Result] = WorkStatus()

    def start(self, name: str, job: Job[Result], of: int = 0, *, again: bool = False) -> int:
        """Begin a job and return its number; ``of`` is how much is to be done. Raises NotNow while another runs.

        ``again``: it takes the place of one of the same name, of which nothing more is told.
        """
        with self._lock:
            if self.status.running and not (again and self.status.name == name):
                raise NotNow("Vedette is still at work: wait a moment")
            number = self.status.number + 1
            self.status = WorkStatus(name=name, number=number, running=True, of=of)
        self._begin(lambda: self._run(number, job))
        return number

    def _run(self, number: int, job: Job[Result]) -> None:
        result: Result | None = None
        error: VedetteError | None = None
        try:
            result = job(lambda done, of: self._tell(number, done=done, of=of))
        except VedetteError as known:
            error = known
        except Exception:
            log.exception("a bug in the work that was begun")
            error = VedetteError("this is a bug of Vedette; the table is as it was")
        self._tell(number, running=False, result=result, error=error)

    def _tell(self, number: int, **news: Any) -> None:
        with self._lock:
            if self.status.number == number:
                self.status = replace(self.status, **news)
