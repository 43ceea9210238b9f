"""What tables send to the hall over the network: each under its own key, for its own place only."""

from base64 import b64decode
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, ClassVar

from flask import Blueprint, request
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, field_validator

from referee.club.calls import newest_call
from referee.club.http_hall import MOST_BYTES
from referee.club.outbox import AT_ONCE, CallAnswer
from referee.club.record import Club
from referee.club.report import MOST_PICTURE, MOST_SAID, TableReport, keep_report
from referee.journal.entry import Entry, payload_in, payload_text
from table.errors import BadInput
from table.names import Name
from web.answers import json_answer
from web.bodies import Body, json_body
from web.hall.news import HallNews
from web.marks import tables_only, without_worker
from web.roles import role_now

Seal = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class SentEntry(BaseModel):
    """An entry of a journal as a table sends it; the club looks at its seal."""

    model_config = ConfigDict(extra="forbid", strict=True)
    sequence: Annotated[StrictInt, Field(ge=1, lt=2**31)]
    time: Annotated[str, Field(pattern=r"^[0-9T:.+Z-]{1,40}$")]
    kind: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    version: Annotated[StrictInt, Field(ge=0, lt=2**31)]
    text: Annotated[str, Field(max_length=MOST_BYTES, pattern=r"^[^\x00]*$")]
    previous: Seal
    seal: Seal

    @field_validator("time")
    @classmethod
    def _has_zone(cls, time: str) -> str:
        if datetime.fromisoformat(time).tzinfo is None:
            raise ValueError("a time with its zone")
        return time

    @field_validator("text")
    @classmethod
    def _is_payload(cls, text: str) -> str:
        payload_text(payload_in(text)).encode()  # as a journal writes it: no half letters, finite numbers
        return text

    def entry(self) -> Entry:
        """Return the journal's own."""
        return Entry(**self.model_dump())


class SendEntries(Body):
    """Entries of one match, in their order."""

    most_bytes: ClassVar[int | None] = MOST_BYTES
    sealed: ClassVar[bool] = True
    match: Seal
    entries: Annotated[list[SentEntry], Field(min_length=1, max_length=AT_ONCE)]


Said = Annotated[str, Field(max_length=MOST_SAID, pattern=r"^[^\x00-\x1f]*$")]
Titles = Annotated[dict[Name, Name], Field(max_length=20)]
InLanguages = Annotated[dict[Annotated[str, Field(pattern=r"^[a-z]{2}$")], Said], Field(max_length=20)]


class SendReport(Body):
    """What a table's camera says now; the picture in base64."""

    most_bytes: ClassVar[int | None] = 2 * MOST_PICTURE
    match: Seal
    still: StrictBool
    said: InLanguages
    good_to: InLanguages
    agrees: StrictBool
    picture: Annotated[bytes, Field(max_length=2 * MOST_PICTURE)]
    titles: Titles = {}

    @field_validator("picture", mode="after")
    @classmethod
    def _is_jpeg(cls, coded: bytes) -> bytes:
        return read_picture(coded)

    def report(self) -> TableReport:
        """Return the club's own."""
        return TableReport(self.still, self.said, self.good_to, self.agrees, self.picture, self.titles)


@dataclass(frozen=True, slots=True)
class ThereView:
    """So many entries of a match are in the hall."""

    there: int


def sending_blueprint(club: Club, news: HallNews) -> Blueprint:
    """Return the routes by which tables send; of an open call the news says who comes without asking the database."""
    sending = Blueprint("sending", __name__, url_prefix="/api/table")

    def asked_match() -> str:
        match = request.args.get("match", "")
        if not (len(match) == 64 and set(match) <= set("0123456789abcdef")):
            raise BadInput("say of which match: ?match=NUMBER")
        return match

    @sending.get("/length")
    @tables_only
    @json_answer
    def length() -> ThereView:
        """Tell how many entries of a match are in the hall."""
        return ThereView(club.length(asked_match()))

    @sending.get("/call")
    @without_worker
    @tables_only
    @json_answer
    def call() -> CallAnswer:
        """Tell what became of the newest call of a match that is played at this table; its number is 0 without one."""
        match = asked_match()
        found = next((call for call in news.calls if call.match == match), None)
        if found is None:
            with club.reading() as connection:
                found = newest_call(connection, match)
        if found is None or found.place != role_now().title:
            return CallAnswer(0, "", open=False)
        return CallAnswer(found.number, found.taken, found.open)

    @sending.post("/entries")
    @tables_only
    @json_body(SendEntries)
    @json_answer
    def entries(body: SendEntries) -> ThereView:
        """Take entries of a match in that is played at this table, all or none; those that are here are passed over."""
        taken = club.take(role_now().title, [one.entry() for one in body.entries], body.match)
        return ThereView(taken.length)

    @sending.post("/report")
    @tables_only
    @json_body(SendReport)
    @json_answer
    def report(body: SendReport) -> ThereView:
        """Keep what the camera of this table says now of the match that is played here."""
        there = club.need_place(body.match, role_now().title)
        with club.writing() as connection:
            keep_report(connection, body.match, body.report())
        return ThereView(there.length)

    return sending


def read_picture(coded: bytes) -> bytes:
    """Return a small JPEG that was sent in base64, or none; raises ValueError for what is none."""
    found = b64decode(coded, validate=True)
    if not found:
        return found
    if len(found) > MOST_PICTURE or not found.startswith(b"\xff\xd8\xff"):
        raise ValueError("no small JPEG")
    return found
