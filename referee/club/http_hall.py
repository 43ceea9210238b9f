"""The hall over the network: a table's link, under whose key its entries are sent."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from referee.club.outbox import CallAnswer
from referee.club.report import TableReport
from referee.journal.entry import Entry
from referee.journal.errors import NotSaved, Overtaken
from table.errors import BadInput, VedetteError
from table.names import MOST

ANSWER_S = 5.0
"""So long an answer is waited for; the match does not wait."""
MOST_BYTES = 2 * 1024 * 1024
"""A request with entries has at most so many; of several that would make more, some are sent later."""
MOST_ANSWER = 64 * 1024
AWAY = "the hall does not answer now"
REVOKED = "this table's link lets nobody into the hall, or not any more: ask the organiser for a new one"
_LINK = re.compile(r"(https?://[^/?#\s]+/)in/([A-Za-z0-9_-]{16,64})")


class TurnedAway(VedetteError):  # noqa: N818
    """The hall knows nobody by this key, or not any more, or does not take what is sent."""


def is_link(where: str) -> bool:
    """Say whether this is the address of a page, not a database."""
    return where.startswith(("http://", "https://"))


def read_link(link: str) -> tuple[str, str]:
    """Return the hall's address and the table's key of a link; raises BadInput."""
    found = _LINK.fullmatch(link)
    if found is None:
        raise BadInput("--club: the whole link that the hall's organiser gave for this table: http://HALL/in/...")
    return found[1], found[2]


class HttpHall:
    """The hall's page as what takes entries in, by a table's link; the hall itself knows the place of its key."""

    def __init__(self, link: str) -> None:
        self._hall, self._key = read_link(link)
        self._opener = build_opener(_Stay)

    def length(self, match: str) -> int:
        """Return how many entries of a match are there; raises VedetteError."""
        return _number(self._ask("length?" + urlencode({"match": match})), "there")

    def send(self, place: str, match: str, entries: Sequence[Entry]) -> int:  # noqa: ARG002
        """Send entries; return how many are there then; raises Overtaken, VedetteError."""
        there = 0
        for some in _parts([asdict(entry) for entry in entries]):
            there = _number(self._ask("entries", {"match": match, "entries": some}), "there")
        return there

    def call(self, match: str) -> CallAnswer | None:
        """Return what became of a match's newest call; raises VedetteError."""
        told = self._ask("call?" + urlencode({"match": match}))
        number, taken, is_open = (told.get(name) for name in ("number", "taken", "open"))
        if not (isinstance(number, int) and isinstance(taken, str) and isinstance(is_open, bool)):
            raise NotSaved(AWAY, f"no call in {told!r:.80}")
        return CallAnswer(number, " ".join(taken.split())[:MOST], is_open) if number else None

    def report(self, place: str, match: str, report: TableReport) -> None:  # noqa: ARG002
        """Say what the match's camera says now; raises Overtaken, VedetteError."""
        told = {**asdict(report), "picture": b64encode(report.picture).decode()}
        if not report.titles:
            del told["titles"]  # a hall that is older than this table knows nothing of them
        self._ask("report", {"match": match, **told})

    def close(self) -> None:
        """Let go of nothing: each question has a connection of its own."""

    def _ask(self, what: str, body: object = None) -> dict[str, Any]:
        """Return the hall's answer; raises VedetteError."""
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json"}
        sent = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        if sent is not None:
            headers["Content-Type"] = "application/json"
        asked = Request(f"{self._hall}api/table/{what}", sent, headers)  # read_link saw its scheme
        try:
            with self._opener.open(asked, timeout=ANSWER_S) as answer:
                told = json.loads(answer.read(MOST_ANSWER))
        except HTTPError as error:
            with error:
                raise _refusal(error.code, _said(error)) from None
        except (OSError, HTTPException, ValueError) as error:
            raise NotSaved(AWAY, f"{self._hall}: {error}") from None
        if not isinstance(told, dict):
            raise NotSaved(AWAY, f"{self._hall} is no hall of Vedette's")
        return told


class _Stay(HTTPRedirectHandler):
    """Follows nobody elsewhere: the key is for this hall only."""

    def redirect_request(self, *_: object) -> None:
        """Follow not."""


def _parts(entries: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield entries so many at a time as a request may hold; one that is too long alone comes alone."""
    part: list[dict[str, Any]] = []
    size = 0
    for entry in entries:
        more = len(json.dumps(entry, ensure_ascii=False).encode())
        if part and size + more > MOST_BYTES // 2:
            yield part
            part, size = [], 0
        part.append(entry)
        size += more
    if part:
        yield part


def _number(answer: dict[str, Any], name: str) -> int:
    found = answer.get(name)
    if not isinstance(found, int):
        raise NotSaved(AWAY, f"no number in {answer!r:.80}")
    return found


def _said(error: HTTPError) -> str:
    try:
        told = json.loads(error.read(MOST_ANSWER))
    except (OSError, HTTPException, ValueError):
        return f"HTTP {error.code}"
    return str(told.get("error", f"HTTP {error.code}"))[:300] if isinstance(told, dict) else f"HTTP {error.code}"


def _refusal(status: int, said: str) -> VedetteError:
    if status == 403:
        return TurnedAway(REVOKED)
    if status == 409:
        return Overtaken("the hall takes no more of this match: {said}", said=said)
    if status in (400, 404, 413, 415):
        return TurnedAway("the hall does not take what this table sends: {said}", said=said)
    return NotSaved(AWAY, said)
