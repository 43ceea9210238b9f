"""The watchman's keys and numbers made into words."""

from collections.abc import Sequence
from typing import Any

from referee.words.english_table import AND, LAST_SEEN, NOT_SEEN, NOTICES, ONE, PLAIN, SEVERAL
from vision.watchman.notice import Notice


def notice_chip(notice: Notice) -> str:
    """Return a notice in the few words that a status chip has room for."""
    return _said(notice, 0)


def notice_sentence(notice: Notice) -> str:
    """Return a notice as a sentence that says what to do."""
    return _said(notice, 1)


def plain(key: str) -> str:
    """Return the word for a table with which nothing is the matter: still, settling."""
    return PLAIN[key]


def not_seen(names: Sequence[str]) -> tuple[str, str]:
    """Return the chip and the sentence for stands that are not seen; the chip has room for three."""
    few = ", ".join(names[:3]) + (" ..." if len(names) > 3 else "")
    return NOT_SEEN[0].format(names=few), NOT_SEEN[1].format(names=_listed(names))


def last_seen(names: Sequence[str]) -> str | None:
    """Return the warning on a ruling's card about stands not seen when it was declared; None without any."""
    if not names:
        return None
    return LAST_SEEN.format(names=_listed(names), **(ONE if len(names) == 1 else SEVERAL))


def _said(notice: Notice, which: int) -> str:
    numbers: dict[str, Any] = dict(notice.numbers)
    ids = [str(number) for number in numbers.get("ids", ())]
    numbers["ids"] = _listed(ids)
    if "ratio" in numbers:
        numbers["percent"] = round(100 * numbers["ratio"])
    return NOTICES[notice.key][which].format(**numbers, **(ONE if len(ids) == 1 else SEVERAL))


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + AND + words[-1] if len(words) > 1 else "".join(words)
