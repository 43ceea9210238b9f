"""Catalogues of words as files: gettext's .po, whose msgid is a key and never a sentence (docs/translating.md).

One sentence a key, or one for each plural form of the language. Above a translation stands the English it is of.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TEXT = r'(?:".*"\s*)+'
_COMMENTS = re.compile(r"(?:#.*\s*)*")
_FORM = re.compile(rf"^msgstr(?:\[\d+\])? ({_TEXT})", re.MULTILINE)
_ENTRY = re.compile(
    rf"^({_COMMENTS.pattern})^msgid ({_TEXT})(msgid_plural {_TEXT})?((?:^msgstr(?:\[\d+\])? {_TEXT})+)", re.MULTILINE
)
_QUOTED = re.compile('"(.*)"')
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}


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
    """Yield a catalogue's entries, without its header; what cannot be read is left out."""
    for comments, key, plural, said in _ENTRY.findall(text):
        if not (named := _unquoted(key)):
            continue
        told = [line.strip() for line in comments.splitlines()]
        yield Entry(
            named, tuple(_unquoted(form) for form in _FORM.findall(said)), bool(plural),
            tuple(line[2:].strip() for line in told if line.startswith("#.")),
            _unquoted("\n".join(line for line in told if line.startswith("#|"))),
            any(line.startswith("#,") and "fuzzy" in line for line in told),
            tuple(line[2:].strip() for line in told if line.startswith("# ")),
        )  # fmt: skip


def _unquoted(text: str) -> str:
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), "".join(_QUOTED.findall(text)))


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
    """Return the entries of a file, none where there is no file; raises ValueError for a line that cannot be read."""
    text = path.read_text("utf-8") if path.is_file() else ""
    if wrong := _COMMENTS.sub("", _ENTRY.sub("", text)).strip():
        raise ValueError(f"{path}: this is no entry of a catalogue: {wrong.splitlines()[0]}")
    return list(read_entries(text))
