"""The journal's page: its entries, the table as it stood at any of them, its seals checked, its export."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Annotated

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue
from pydantic import Field

from referee.boards.agreed import board_kind
from referee.journal.export import as_lines
from referee.journal.integrity import CheckReport, check_journal
from referee.journal.store import Journal
from referee.match.state import NotNow
from referee.setup.lens import Progress
from referee.words.translation import say, say_text
from table.errors import VedetteError
from web.answers import json_answer
from web.bodies import Body, json_body
from web.errors import Refused
from web.journal_list import EntriesView, Which, list_page
from web.language import asked_language
from web.marks import cached_while, expensive, players_too, referee_only
from web.match_session import MatchSession
from web.pages import show_page
from web.past_view import PastView, past_view
from web.privacy import rounder_for
from web.work import Work


@dataclass(frozen=True, slots=True)
class FaultView:
    """What is wrong with an entry's seal."""

    sequence: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealsView:
    """How far the check of the seals is; ``whole`` is None until it is done."""

    running: bool
    checked: int
    entries: int
    whole: bool | None
    said: str
    faults: tuple[FaultView, ...]


class Checker:
    """One check at a time; whoever asks meanwhile sees how far it is."""

    def __init__(self, work: Work[CheckReport] | None = None) -> None:
        self._work = work or Work[CheckReport]()
        self._noted: str | None = None

    def start(self, journal: Journal, noted: str | None) -> None:
        """Begin a check; raises NotNow while another seal is looked for, and joins the same check."""
        if self._work.status.running:
            if noted != self._noted:
                raise NotNow("another check is under way: wait until it is done")
            return
        self._noted, length = noted, journal.length

        def check(progress: Progress) -> CheckReport:
            report = check_journal(journal.entries(), noted, lambda count: progress(count, length))
            progress(report.entries, length)
            return report

        self._work.start("check", check, length)

    def view(self, language: str) -> SealsView:
        """Return how far it is and what came of it, in words."""
        told = self._work.status
        whole, said, faults = _result(told.result, told.error, self._noted, language)
        return SealsView(
            running=told.running,
            checked=told.done,
            entries=told.of,
            whole=whole,
            said=said,
            faults=faults,
        )


def _result(
    report: CheckReport | None, error: VedetteError | None, noted: str | None, language: str
) -> tuple[bool | None, str, tuple[FaultView, ...]]:
    if error is not None:
        line = say_text(error.template, language, **error.values)
        return False, line, ()
    if report is None:
        return None, "", ()
    faults = tuple(
        FaultView(fault.sequence, say_text(fault.template, language, **fault.values)) for fault in report.faults
    )
    key = "check_faults" if faults else "check_whole_noted" if noted else "check_whole"
    said = say(f"journal.{key}", language, count=report.entries, seal=report.head[:8], faults=len(faults))
    return not faults, said, faults


FORMS = {"txt": ("text", "text/plain"), "csv": ("csv", "text/csv"), "jsonl": ("jsonl", "application/jsonl")}
LINES_A_CHUNK = 100


class Check(Body):
    """A seal that was noted down before, or the beginning of one; without it the chain alone is checked."""

    head: Annotated[str, Field(max_length=80)] | None = None


def journal_blueprint(session: MatchSession, checker: Checker | None = None) -> Blueprint:
    """Return the journal's page and its routes."""
    pages = Blueprint("journal", __name__)
    checks = checker or Checker()

    @pages.get("/journal")
    def page() -> ResponseReturnValue:
        lasting, board = session.journal.lasting, board_kind(session.info.game)
        return show_page("journal.html", ["journal", "film"], lasting=lasting, board=board)

    @pages.get("/api/journal")
    @cached_while(lambda: session.written, "which", "last")
    @json_answer
    def entries() -> EntriesView:
        """Return a page of entries, the newest first."""
        which: Which = "rulings" if request.args.get("which") == "rulings" else "all"
        last, rounder = _number(request.args.get("last")), rounder_for(session)
        return list_page(session.info, session.journal, last, which, asked_language(), rounder)

    @pages.get("/api/journal/<int:number>")
    @expensive
    @cached_while(lambda: session.written)
    @json_answer
    def moment(number: int) -> PastView:
        """Return the table as it stood at an entry."""
        _need_entry(session.journal, number)
        return past_view(session.journal, number, session.info, asked_language(), rounder_for(session))

    @pages.get("/api/journal/check")
    @json_answer
    def check() -> SealsView:
        """Tell how far the check of the seals is, and what came of it."""
        return checks.view(asked_language())

    @pages.post("/api/journal/check")
    @players_too
    @json_body(Check)
    @json_answer
    def start_check(body: Check) -> SealsView:
        """Begin to check every seal."""
        checks.start(session.journal, body.head.strip() or None if body.head else None)
        return checks.view(asked_language())

    @pages.get("/journal/export.<form>")
    @referee_only
    def export(form: str) -> ResponseReturnValue:
        if form not in FORMS:
            raise Refused("there is nothing at {path}", 404, path=request.path)
        kind, mimetype = FORMS[form]
        lines = as_lines(session.journal, kind, asked_language())
        first = next(lines, "")  # what cannot be read is told with a status, not in the middle of a file
        headers = {"Content-Disposition": f'attachment; filename="vedette-journal.{form}"'}
        return Response(_chunks(chain((first,), lines)), mimetype=mimetype, headers=headers)

    return pages


def _chunks(lines: Iterator[str]) -> Iterator[str]:
    while some := list(islice(lines, LINES_A_CHUNK)):
        yield "".join(f"{line}\n" for line in some)


def _need_entry(journal: Journal, number: int) -> None:
    if not 1 <= number <= journal.length:
        raise Refused("there is no entry {number} in this journal", 404, number=number)


def _number(text: str | None) -> int | None:
    """Return a number from the address; None where there is none."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Refused("{text} is no number of an entry", 400, text=text[:20])
    return max(1, int(text))
