"""Catalogues of words as files: gettext's .po, whose msgid is a key and never a sentence (docs/translating.md).

One sentence a key, or one for each plural form of the language. Above a translation stands the English it is of.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_LINE = re.compile(r'(msgid_plural|msgid|msgstr(?:\[\d+\])?)?\s*"(.*)"\s*$')
_ESCAPE, _ESCAPED = re.compile(r"\\(.)"), {"n": "\n", "t": "\t"}


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


@dataclass(slots=True)
class _Draft:
    """What was read of an entry so far: its parts by keyword, its comments by mark."""

    parts: dict[str, str] = field(default_factory=dict)
    comments: dict[str, list[str]] = field(default_factory=dict)

    def entries(self) -> Iterator[Entry]:
        said = {name: _ESCAPE.sub(_unescaped, text) if "\\" in text else text for name, text in self.parts.items()}
        key, counts = said.pop("msgid"), said.pop("msgid_plural", None) is not None
        before = [found for line in self.comments.get("#|", ()) if (found := _LINE.match(line))]
        if key:
            yield Entry(
                key, tuple(said.values()), counts, tuple(self.comments.get("#.", ())),
                _ESCAPE.sub(_unescaped, before[0][2]) if before else "",
                any("fuzzy" in line for line in self.comments.get("#,", ())), tuple(self.comments.get("# ", ())),
            )  # fmt: skip


def read_entries(text: str) -> Iterator[Entry]:
    """Yield a catalogue's entries, without its header."""
    draft, name = _Draft(), ""
    for line in text.splitlines():
        comment = line.startswith("#")
        found = None if comment else _LINE.match(line)
        if name.startswith("msgstr") and (comment or (found is not None and found[1] == "msgid")):
            yield from draft.entries()
            draft, name = _Draft(), ""
        if found is not None:
            name = found[1] or name
            draft.parts[name] = draft.parts.get(name, "") + found[2]
        elif comment:
            draft.comments.setdefault(line[:2], []).append(line[2:].removeprefix(" "))
    if name.startswith("msgstr"):
        yield from draft.entries()


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


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPED.get(found[1], found[1])


def read_file(path: Path) -> list[Entry]:
    """Return the entries of a file, none where there is no file."""
    return list(read_entries(path.read_text("utf-8"))) if path.is_file() else []
