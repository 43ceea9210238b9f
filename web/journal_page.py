"""The journal's page: its entries, the table as it stood at any of them, its seals checked, its export."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, request
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
from web.bodies import Body, json_body
from web.errors import Refused
from web.journal_list import Which, entry_view, list_page
from web.language import asked_language
from web.marks import cached_while, expensive, players_too, referee_only
from web.match_session import MatchSession
from web.pages import show_page
from web.past_view import past_view
from web.privacy import rounder_for
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
        line = say_text(error.template, language, **error.values)
        return {"whole": False, "said": line, "faults": []}
    if report is None:
        return {"whole": None, "said": "", "faults": []}
    faults = [
        {"sequence": fault.sequence, "text": say_text(fault.template, language, **fault.values)}
        for fault in report.faults
    ]
    key = "check_faults" if faults else "check_whole_noted" if noted else "check_whole"
    said = say(f"journal.{key}", language, count=report.entries, seal=report.head[:8], faults=len(faults))
    return {"whole": not faults, "said": said, "faults": faults}


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
        return show_page("journal.html", ["journal"], lasting=lasting, board=board)

    @pages.get("/api/journal")
    @cached_while(lambda: session.written, "which", "last")
    def entries() -> ResponseReturnValue:
        """Return a page of entries, the newest first."""
        which: Which = "rulings" if request.args.get("which") == "rulings" else "all"
        last, rounder = _number(request.args.get("last")), rounder_for(session)
        return jsonify(list_page(session.info.game, session.journal, last, which, asked_language(), rounder))

    @pages.get("/api/journal/<int:number>")
    @expensive
    @cached_while(lambda: session.written)
    def moment(number: int) -> ResponseReturnValue:
        """Return the table as it stood at an entry."""
        journal, language, rounder = session.journal, asked_language(), rounder_for(session)
        _need_entry(journal, number)
        view = past_view(journal, number, session.info, language, rounder)
        return jsonify({**view, "entry": entry_view(session.info.game, journal.at(number), language, rounder=rounder)})

    @pages.get("/api/journal/check")
    def check() -> ResponseReturnValue:
        """Tell how far the check of the seals is, and what came of it."""
        return jsonify(checks.view(asked_language()))

    @pages.post("/api/journal/check")
    @players_too
    @json_body(Check)
    def start_check(body: Check) -> ResponseReturnValue:
        """Begin to check every seal."""
        checks.start(session.journal, body.head.strip() or None if body.head else None)
        return jsonify(checks.view(asked_language()))

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
