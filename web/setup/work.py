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


class Work:
    """Runs one job; ``view`` tells its name, how far it is, and at the end what came of it or why it failed."""

    def __init__(self, threads: bool = True) -> None:
        self._threads, self._lock = threads, threading.Lock()
        self._name, self._done, self._of, self._number = "", 0, 0, 0
        self._running = False
        self._result: Mapping[str, Any] = {}
        self._error: VedetteError | None = None

    def start(self, name: str, job: Job) -> int:
        """Begin a job and return its number; raises NotNow while another runs."""
        with self._lock:
            if self._running:
                raise NotNow("Vedette is still at work: wait a moment")
            self._name, self._done, self._of, self._running = name, 0, 0, True
            self._result, self._error, self._number = {}, None, self._number + 1
            number = self._number
        if self._threads:
            threading.Thread(target=self._run, args=(job,), name=f"vedette-{name}", daemon=True).start()
        else:
            self._run(job)
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
            log.exception("a bug in the set-up's work")
            error = VedetteError("this is a bug of Vedette; the table is as it was")
        with self._lock:
            self._result, self._error, self._running = result or {}, error, False

    def _progress(self, done: int, of: int) -> None:
        with self._lock:
            self._done, self._of = done, of
