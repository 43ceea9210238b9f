"""The watchman's keys and numbers, and how a camera differs, made into words in the language asked for."""

from collections.abc import Sequence
from typing import Any

from referee.observation import TableStatus
from referee.words.translation import say
from vision.camera_identity import Difference
from vision.watchman.watch import Notice


def notice_line(notice: Notice, *, language: str = "en") -> str:
    """Return a notice in the few words that the page's status line has room for."""
    return _said(notice, "line", language)


def notice_sentence(notice: Notice, *, language: str = "en") -> str:
    """Return a notice as a sentence that says what to do."""
    return _said(notice, "sentence", language)


def status_words(status: TableStatus, *, language: str = "en") -> tuple[str, str]:
    """Return the table's status line on the page, and the sentence that says what to do."""
    if status.notice is not None:
        return notice_line(status.notice, language=language), notice_sentence(status.notice, language=language)
    if status.names:
        return not_seen(status.names, language=language)
    waiting = say("table.waiting", language, count=status.waiting) if status.waiting else ""
    return say(f"table.{'still' if status.key == 'still' else 'settling'}", language), waiting


def not_seen(names: Sequence[str], *, language: str = "en") -> tuple[str, str]:
    """Return the status line and the sentence for stands that are not seen; the line has room for three."""
    few = ", ".join(names[:3]) + (" ..." if len(names) > 3 else "")
    return (
        say("table.not_seen.line", language, names=few),
        say("table.not_seen.sentence", language, names=_listed(names, language)),
    )


def last_seen(names: Sequence[str], *, language: str = "en") -> str | None:
    """Return the warning on a ruling's card about stands not seen when it was declared; None without any."""
    if not names:
        return None
    return say("table.last_seen", language, count=len(names), names=_listed(names, language))


def _said(notice: Notice, which: str, language: str) -> str:
    numbers: dict[str, Any] = dict(notice.numbers)
    ids = [str(number) for number in numbers.get("ids", ())]
    numbers["ids"] = _listed(ids, language)
    if "ratio" in numbers:
        numbers["percent"] = round(100 * numbers["ratio"])
    return say(f"notices.{notice.key}.{which}", language, count=len(ids), **numbers)


def _listed(words: Sequence[str], language: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return say("table.and", language, some=", ".join(words[:-1]), last=words[-1])


def camera_difference(found: Difference, *, language: str = "en") -> str:
    """Return what differs, and what to do about it."""
    told = say(f"setup.camera_{found.key}", language, now=found.now, learned=found.learned)
    return f"{told} {say('setup.camera_remedy', language)}"
