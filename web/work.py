"""Work that takes a while, one piece at a time: done in a thread, its progress told to whoever asks."""

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from referee.match.state import NotNow
from referee.setup.lens import Progress
from table.errors import VedetteError

log = logging.getLogger(__name__)

Job = Callable[[Progress], Mapping[str, Any] | None]


def in_a_thread(work: Callable[[], None]) -> None:
    """Begin work in a thread that does not keep the program from ending."""
    threading.Thread(target=work, name="vedette-work", daemon=True).start()


class Work:
    """Runs one job; ``view`` tells its name, how far it is, and at the end what came of it or why it failed.

    ``begin`` lets it be done: beside the match, or in a test when that wants it.
    """

    def __init__(self, begin: Callable[[Callable[[], None]], None] = in_a_thread) -> None:
        self._begin, self._lock = begin, threading.Lock()
        self._name, self._done, self._of, self._number = "", 0, 0, 0
        self._running = False
        self._result: Mapping[str, Any] = {}
        self._error: VedetteError | None = None

    def start(self, name: str, job: Job, of: int = 0) -> int:
        """Begin a job and return its number; ``of`` is how much is to be done. Raises NotNow while another runs."""
        with self._lock:
            if self._running:
                raise NotNow("Vedette is still at work: wait a moment")
            self._name, self._done, self._of, self._running = name, 0, of, True
            self._result, self._error, self._number = {}, None, self._number + 1
            number = self._number
        self._begin(lambda: self._run(job))
        return number

    def view(self) -> tuple[dict[str, Any], VedetteError | None]:
        """Return what there is to tell, and the error it ended with."""
        with self._lock:
            told = {
                "name": self._name, "number": self._number, "running": self._running, "done": self._done,
                "of": self._of, "result": dict(self._result),
            }  # fmt: skip
            return told, self._error

    def _run(self, job: Job) -> None:
        result: Mapping[str, Any] | None = None
        error: VedetteError | None = None
        try:
            result = job(self._progress)
        except VedetteError as known:
            error = known
        except Exception:
            log.exception("a bug in the work that was begun")
            error = VedetteError("this is a bug of Vedette; the table is as it was")
        with self._lock:
            self._result, self._error, self._running = result or {}, error, False

    def _progress(self, done: int, of: int) -> None:
        with self._lock:
            self._done, self._of = done, of
