"""What people may write: names and notes without characters that nobody sees.

A control character, one that turns the direction of writing, one without width or one that Unicode knows nothing of
can hide in a name, and does to a terminal, a page or a spreadsheet what nobody wrote. They are refused at the door:
in every text of every file (table/notation/toml.py) and of everything a page sends (web/bodies.py). What an old journal
holds of them is shown as its code (``visible``).

Two of them are letters' own: scripts of India and Persian join and part letters with U+200C and U+200D, and so do
emoji. These are allowed between two characters that are beyond the Latin, Greek and Cyrillic scripts.
"""

import unicodedata
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, Field

MOST = 80
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
_JOINED_FROM = "\u0530"  # Armenian, the first script after Cyrillic
_LINES = "\n\t"
_FORMULA = "=+-@"

Place = tuple[str | int, ...]


def hidden_in(text: str, allowed: str = "") -> int | None:
    """Return where the first character is that nobody sees; None where all are seen."""
    for index, character in enumerate(text):
        if character in allowed or unicodedata.category(character) not in _HIDDEN:
            continue
        if character in _JOINERS and _joins(text[index - 1 : index] + text[index + 1 : index + 2]):
            continue
        return index
    return None


def _joins(beside: str) -> bool:
    return len(beside) == 2 and all(it >= _JOINED_FROM and unicodedata.category(it)[0] in "LMS" for it in beside)


class BlankName(ValueError):  # noqa: N818 - as BadInput
    """A name of which nothing is seen."""


def _plain_name(name: str) -> str:
    if len(name.splitlines()) > 1:
        raise ValueError("a name on one line")
    at = hidden_in(name)
    if at is not None:
        raise ValueError(_seen(name[at]))
    if not name.strip():
        raise BlankName("a name that is not blank")
    return name


Name = Annotated[str, Field(min_length=1, max_length=MOST), AfterValidator(_plain_name)]
"""A name that people see and can say: of a stand, a side, a piece of terrain, a kind, a unit."""


def _seen(character: str) -> str:
    return f"a text that people see, without the hidden character U+{ord(character):04X}"


def hidden_text(data: Any, place: Place = ()) -> tuple[Place, str, str] | None:
    """Return the first text in plain data, a key or a value, that hides something: its place, what was expected, it.

    A value may have several lines; a key is a name.
    """
    return next(_hidden(data, place), None)


def _hidden(data: Any, place: Place) -> Iterator[tuple[Place, str, str]]:
    if isinstance(data, str):
        at = hidden_in(data, _LINES)
        if at is not None:
            yield place, _seen(data[at]), data
    elif isinstance(data, dict):
        for key, value in data.items():
            at = hidden_in(str(key))
            if at is not None:
                yield place, _seen(str(key)[at]), str(key)
            yield from _hidden(value, (*place, key))
    elif isinstance(data, list | tuple):
        for index, value in enumerate(data):
            yield from _hidden(value, (*place, index))


def visible(text: str, allowed: str = _LINES) -> str:
    r"""Return a text with every character that nobody sees as its code.

    >>> visible("Lucky\x1b[2J")
    'Lucky\\u001b[2J'
    """
    if text.isprintable():
        return text
    shown, rest = "", text
    while (at := hidden_in(rest, allowed)) is not None:
        code = ord(rest[at])
        shown += rest[:at] + (f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")
        rest = rest[at + 1 :]
    return shown + rest


def cell(value: object) -> object:
    """Return a cell for a spreadsheet, in which no text is a formula and nothing hides.

    >>> cell("=1+1"), cell("-3.5"), cell(-3.5)
    ("'=1+1", '-3.5', -3.5)
    """
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if text.lstrip()[:1] in tuple(_FORMULA) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
