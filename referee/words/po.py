"""Catalogues of words as files: gettext's .po, whose msgid is a key and never a sentence (docs/translating.md).

One sentence a key, or one for each plural form of the language. Above a translation stands the English it is of.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import denormalize, read_po


@dataclass(frozen=True, slots=True)
class Entry:
    """One key and what is said for it: one form, or several where it counts.

    ``english`` is what it was translated from, ``before`` the English that it was translated from where that has
    changed since; ``notes`` are a translator's own.
    """

    key: str
    forms: tuple[str, ...]
    counts: bool = False
    english: tuple[str, ...] = ()
    before: str = ""
    fuzzy: bool = False
    notes: tuple[str, ...] = ()

    @property
    def filled(self) -> bool:
        """Whether it says something in each of its forms."""
        return all(self.forms)


def read_entries(text: str) -> Iterator[Entry]:
    """Yield a catalogue's entries, without its header."""
    for message in read_po(BytesIO(text.encode()), ignore_obsolete=True):
        key = message.id if isinstance(message.id, str) else message.id[0]
        if not key:
            continue
        said = message.string or ""
        # Babel takes the lines of "#|" for a translator's own notes.
        before = [note[2:].removeprefix("msgid ") for note in message.user_comments if note.startswith("| ")]
        notes = tuple(note for note in message.user_comments if not note.startswith("| "))
        yield Entry(
            key, (said,) if isinstance(said, str) else tuple(said), message.pluralizable, tuple(message.auto_comments),
            denormalize("\n".join(before)) if before else "", message.fuzzy, notes,
        )  # fmt: skip


def block(entry: Entry) -> str:
    """Return an entry as its file has it."""
    lines = [f"# {note}" for note in entry.notes]
    lines += [f"#. {line}" for line in entry.english]
    if entry.fuzzy:
        lines += ["#, fuzzy", *([f"#| msgid {_quoted(entry.before)}"] if entry.before else [])]
    lines.append(f"msgid {_quoted(entry.key)}")
    if entry.counts:
        lines.append(f"msgid_plural {_quoted(entry.key)}")
        lines += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(entry.forms)]
    else:
        lines.append(f"msgstr {_quoted(entry.forms[0])}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def read_file(path: Path) -> list[Entry]:
    """Return the entries of a file, none where there is no file."""
    return list(read_entries(path.read_text("utf-8"))) if path.is_file() else []
