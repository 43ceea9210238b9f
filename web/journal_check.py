"""Checking every seal of the journal in the server: beside the match, one check at a time."""

import threading
from collections.abc import Callable
from typing import Any

from referee.journal.checking import CheckReport, check_journal
from referee.journal.store import Journal
from referee.match.state import NotNow
from referee.words.english_page_journal import JOURNAL
from referee.words.translating import say, translated
from table.errors import VedetteError

Begin = Callable[[Callable[[], None]], None]


def in_a_thread(work: Callable[[], None]) -> None:
    """Begin work in a thread that does not keep the program from ending."""
    threading.Thread(target=work, name="vedette-check", daemon=True).start()


class Checker:
    """One check at a time; whoever asks meanwhile sees how far it is."""

    def __init__(self, begin: Begin = in_a_thread) -> None:
        self._begin = begin
        self._lock = threading.Lock()
        self._running = False
        self._noted: str | None = None
        self._checked = self._entries = 0
        self._report: CheckReport | None = None
        self._error: VedetteError | None = None

    def start(self, journal: Journal, noted: str | None) -> None:
        """Begin a check; raises NotNow while another seal is looked for, and joins the same check."""
        head = journal.newest()
        with self._lock:
            if self._running:
                if noted != self._noted:
                    raise NotNow("another check is under way: wait until it is done")
                return
            self._running, self._noted = True, noted
            self._checked, self._entries = 0, head.sequence if head else 0
            self._report = self._error = None
        self._begin(lambda: self._check(journal, noted))

    def view(self, language: str) -> dict[str, Any]:
        """Return how far it is and what came of it, in words."""
        with self._lock:
            report, error = self._report, self._error
            view = {"running": self._running, "checked": self._checked, "entries": self._entries}
        return {**view, **_result(report, error, self._noted, language)}

    def _check(self, journal: Journal, noted: str | None) -> None:
        report, error = None, None
        try:
            report = check_journal(journal, noted, self._tick)
        except VedetteError as failed:
            error = failed
        finally:
            with self._lock:
                self._running, self._report, self._error = False, report, error
                self._checked = report.entries if report else self._checked

    def _tick(self, count: int) -> None:
        with self._lock:
            self._checked = count


def _result(report: CheckReport | None, error: VedetteError | None, noted: str | None, language: str) -> dict[str, Any]:
    if error is not None:
        line = say(error.template, language, **error.values) if error.values else translated(error.template, language)
        return {"whole": False, "said": line, "faults": []}
    if report is None:
        return {"whole": None, "said": "", "faults": []}
    faults = [
        {"sequence": fault.sequence, "text": say(fault.template, language, **fault.values)} for fault in report.faults
    ]
    key = "check_faults" if faults else "check_whole_noted" if noted else "check_whole"
    said = say(JOURNAL[key], language, count=report.entries, seal=report.head[:8], faults=len(faults))
    return {"whole": not faults, "said": said, "faults": faults}
