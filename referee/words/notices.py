"""The watchman's keys and numbers made into words, in the language asked for."""

from collections.abc import Sequence
from typing import Any

from referee.observation import TableStatus
from referee.words.english_table import AND, LAST_SEEN, NOT_SEEN, NOTICES, ONE, PLAIN, SEVERAL, WAITING
from referee.words.translation import fill, say, translated, translated_number
from vision.watchman.notice import Notice


def notice_line(notice: Notice, *, language: str = "en") -> str:
    """Return a notice in the few words that the page's status line has room for."""
    return _said(notice, 0, language)


def notice_sentence(notice: Notice, *, language: str = "en") -> str:
    """Return a notice as a sentence that says what to do."""
    return _said(notice, 1, language)


def status_words(status: TableStatus, *, language: str = "en") -> tuple[str, str]:
    """Return the table's status line on the page, and the sentence that says what to do."""
    if status.notice is not None:
        return notice_line(status.notice, language=language), notice_sentence(status.notice, language=language)
    if status.names:
        return not_seen(status.names, language=language)
    waiting = say(WAITING, language, count=status.waiting) if status.waiting else ""
    return translated(PLAIN.get(status.key, PLAIN["settling"]), language), waiting


def not_seen(names: Sequence[str], *, language: str = "en") -> tuple[str, str]:
    """Return the status line and the sentence for stands that are not seen; the line has room for three."""
    few = ", ".join(names[:3]) + (" ..." if len(names) > 3 else "")
    return say(NOT_SEEN[0], language, names=few), say(NOT_SEEN[1], language, names=_listed(names, language))


def last_seen(names: Sequence[str], *, language: str = "en") -> str | None:
    """Return the warning on a ruling's card about stands not seen when it was declared; None without any."""
    if not names:
        return None
    return _counted(LAST_SEEN, len(names), language, {"names": _listed(names, language)})


def one_and_several(template: str) -> tuple[str, str]:
    """Return a template as it reads of one and of several; both are the same where it says nothing that differs."""
    return _with(template, ONE), _with(template, SEVERAL)


def _said(notice: Notice, which: int, language: str) -> str:
    numbers: dict[str, Any] = dict(notice.numbers)
    ids = [str(number) for number in numbers.get("ids", ())]
    numbers["ids"] = _listed(ids, language)
    if "ratio" in numbers:
        numbers["percent"] = round(100 * numbers["ratio"])
    return _counted(NOTICES[notice.key][which], len(ids), language, numbers)


def _counted(template: str, count: int, language: str, values: dict[str, Any]) -> str:
    one, several = one_and_several(template)
    if one == several:
        return say(one, language, **values)
    return fill(translated_number(one, several, count, language), language, values)


def _with(template: str, words: dict[str, str]) -> str:
    for place, word in words.items():
        template = template.replace(f"{{{place}}}", word)
    return template


def _listed(words: Sequence[str], language: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + translated(AND, language) + words[-1]
