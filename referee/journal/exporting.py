"""A journal to read, print or send: JSON Lines, CSV, plain text."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatch

from referee.journal.entry import Entry
from referee.journal.folding import effects_from, told_of
from referee.journal.payloads import Appealed, Confirmed, Decided, Declared, Payload, Thrown, read_payload
from referee.journal.rows import row_of
from referee.journal.store import Journal
from referee.words import effect_sentence, label

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
    said = told_in_words(read_payload(entry), language)
    return f"{entry.sequence:>5}  {entry.time[:19].replace('T', ' ')}  {said}  [{entry.seal[:8]}]"


@singledispatch
def _key(payload: Payload) -> tuple[str, Mapping[str, object]]:
    """Return what is said of a payload: the key of the words, and what goes into them."""
    return type(payload).__name__.lower(), told_of(payload)


@_key.register
def _(payload: Declared) -> tuple[str, Mapping[str, object]]:
    return "declared", {"action": _action(payload.action)}


@_key.register
def _(payload: Thrown) -> tuple[str, Mapping[str, object]]:
    return f"thrown_{payload.by}", {"dice": " ".join(map(str, payload.dice))}


@_key.register
def _(payload: Decided) -> tuple[str, Mapping[str, object]]:
    return "decided_yes" if payload.passed else "decided_no", {"check": payload.check}


@_key.register
def _(payload: Confirmed) -> tuple[str, Mapping[str, object]]:
    told = {"action": _action(payload.action), "effects": payload.effects}
    return ("amended", {**told, "reason": payload.amended}) if payload.amended else ("confirmed", told)


@_key.register
def _(payload: Appealed) -> tuple[str, Mapping[str, object]]:
    return "appealed", {"of": payload.of, "settings": ", ".join(f"{k} = {v}" for k, v in payload.settings.items())}


def told_in_words(payload: Payload, language: str) -> str:
    """Return what an entry says, without number and time."""
    key, values = _key(payload)
    if isinstance(payload, Confirmed):
        told = (effect_sentence(effect, language=language) for effect in effects_from(payload.effects))
        values = {**values, "effects": "; ".join(told)}
    return label(f"entry_{key}", language=language, **values)


def _action(action: dict[str, object]) -> str:
    who = action.get("actor") or action.get("unit") or action.get("side") or ""
    at = action.get("target") or action.get("vehicle")
    return " ".join(str(part) for part in (action.get("type", ""), who, "→" if at else "", at or "") if part)


def _csv_line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()
