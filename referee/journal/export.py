"""A journal to read, print or send: JSON Lines, CSV, plain text."""

import csv
import io
import json
from collections.abc import Iterable, Iterator

from referee.journal.entry import Entry, payload_text
from referee.journal.entry_sentences import entry_sentence
from referee.journal.reader import JournalReader
from referee.journal.schema import row_of
from table.names import cell, visible

FORMATS = ("text", "jsonl", "csv")
COLUMNS = ("sequence", "time", "kind", "version", "payload", "previous", "seal")


def as_lines(journal: JournalReader, form: str, language: str = "en") -> Iterator[str]:
    """Yield a journal's lines in one of the FORMATS; ``language`` is that of the text."""
    if form == "csv":
        yield _csv_line(COLUMNS)
    game = ""
    for entry in journal.entries():
        if form == "text":
            yield as_text(game, entry, language)
            game = str(entry.payload["game"]) if entry.kind == "opened" else game
            continue
        if form == "csv":
            yield _csv_line(row_of(entry).values())
            continue
        line = entry_line(entry)  # what hides in a terminal is written as its code
        yield line if line.isprintable() else json.dumps(json.loads(line))


def entry_line(entry: Entry) -> str:
    """Return an entry as a line of JSON, with its seal, from which ``entry_in`` makes it again to the letter."""
    payload = entry.payload if payload_text(entry.payload) == entry.text else entry.text
    told = dict(zip(COLUMNS, row_of(entry).values(), strict=True))
    return json.dumps({**told, "payload": payload}, ensure_ascii=False)


def entry_in(line: str) -> Entry:
    """Return the entry of such a line; raises ValueError where it is none, or half of one."""
    told = json.loads(line)
    if not isinstance(told, dict) or set(told) != set(COLUMNS):
        raise ValueError("no entry of a journal")
    payload, number, version = told["payload"], told["sequence"], told["version"]
    if not (type(number) is type(version) is int and isinstance(payload, dict | str)):
        raise ValueError("no entry of a journal")
    text = payload if isinstance(payload, str) else payload_text(payload)
    return Entry(number, str(told["time"]), str(told["kind"]), version, text, str(told["previous"]), str(told["seal"]))


def as_text(game: str, entry: Entry, language: str = "en") -> str:
    """Return an entry of a game's match as a line to read: number, time, what happened, the beginning of its seal."""
    said = visible(entry_sentence(game, entry, language=language))
    return f"{entry.sequence:>5}  {entry.time[:19].replace('T', ' ')}  {said}  [{entry.seal[:8]}]"


def _csv_line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(map(cell, cells))
    return line.getvalue()
