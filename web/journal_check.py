"""Checking every seal of the journal in the server: beside the match, one check at a time."""

from collections.abc import Mapping
from typing import Any

from referee.journal.checking import CheckReport, check_journal
from referee.journal.store import Journal
from referee.match.state import NotNow
from referee.setup.lens import Progress
from referee.words.english_page_journal import JOURNAL
from referee.words.translating import say, translated
from table.errors import VedetteError
from web.work import Work


class Checker:
    """One check at a time; whoever asks meanwhile sees how far it is."""

    def __init__(self, work: Work | None = None) -> None:
        self._work = work or Work()
        self._noted: str | None = None

    def start(self, journal: Journal, noted: str | None) -> None:
        """Begin a check; raises NotNow while another seal is looked for, and joins the same check."""
        if self._work.view()[0]["running"]:
            if noted != self._noted:
                raise NotNow("another check is under way: wait until it is done")
            return
        self._noted, length = noted, journal.length

        def check(progress: Progress) -> Mapping[str, CheckReport]:
            report = check_journal(journal.entries(), noted, lambda count: progress(count, length))
            progress(report.entries, length)
            return {"report": report}

        self._work.start("check", check, length)

    def view(self, language: str) -> dict[str, Any]:
        """Return how far it is and what came of it, in words."""
        told, error = self._work.view()
        view = {"running": told["running"], "checked": told["done"], "entries": told["of"]}
        return {**view, **_result(told["result"].get("report"), error, self._noted, language)}


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
