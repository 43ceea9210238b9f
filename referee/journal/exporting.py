"""A journal to read, print or send: JSON Lines, CSV, plain text."""

import csv
import io
import json
from collections.abc import Iterable, Iterator

from referee.journal.entry import Entry
from referee.journal.rows import row_of
from referee.journal.saying import entry_sentence
from referee.journal.store import Journal

FORMATS = ("text", "jsonl", "csv")
COLUMNS = ("sequence", "time", "kind", "version", "payload", "previous", "seal")


def as_lines(journal: Journal, form: str, language: str = "en") -> Iterator[str]:
    """Yield a journal's lines in one of the FORMATS; ``language`` is that of the text."""
    if form == "csv":
        yield _csv_line(COLUMNS)
    for entry in journal.entries():
        if form == "text":
            yield as_text(entry, language)
            continue
        told = dict(zip(COLUMNS, row_of(entry).values(), strict=True))
        if form == "csv":
            yield _csv_line(told.values())
        else:
            yield json.dumps({**told, "payload": entry.payload}, ensure_ascii=False)


def as_text(entry: Entry, language: str = "en") -> str:
    """Return an entry as a line that a person reads: number, time, what happened, the beginning of its seal."""
    said = entry_sentence(entry, language=language)
    return f"{entry.sequence:>5}  {entry.time[:19].replace('T', ' ')}  {said}  [{entry.seal[:8]}]"


def _csv_line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()
