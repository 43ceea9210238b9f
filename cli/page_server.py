"""What `demo` and `serve` share: their options, the door of the page they serve, and how they stop."""

import os
import re
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce, wraps
from pathlib import Path
from types import FrameType
from typing import Any

import click
import segno

from referee.club.http_hall import is_link, read_link
from referee.club.outbox import Relay, read_place
from referee.evidence.frames import read_limit
from referee.files import read_text
from referee.journal.engines import url_of
from referee.journal.store import Journal
from referee.privacy import AUDIENCES, Privacy, read_keep
from table.errors import BadInput
from web.doors.door import Door
from web.guard import read_origin
from web.network import hosts_of, place_of
from web.serve import open_port
from web.visualiser import read_receiver

TABLE_LINK = "VEDETTE_TABLE_LINK"
ON_NO_NETWORK = "This computer is on no network: only it can open the page."


@dataclass(frozen=True)
class PageOptions:
    """What the options say of a page: its port, who may open it, whether the browser is opened on it."""

    port: int | None
    lan: bool
    behind: str | None
    no_browser: bool

    def others_find(self, port: int) -> str | None:
        """Return the address under which others find the page served on that port now; None where they cannot."""
        return place_of(port, lan=self.lan, behind=self.behind)

    @property
    def hosts(self) -> Container[str]:
        """The host names that the page answers to."""
        return hosts_of(lan=self.lan, behind=self.behind)

    def browse(self, address: str) -> None:
        """Open the page in the browser, unless that is not wanted."""
        if not self.no_browser:
            webbrowser.open(address)


@dataclass(frozen=True)
class Serving(PageOptions):
    """What the options say of a table's page: also who sees pictures and how long they stay."""

    mirror: str | None
    frames_mb: int
    picture: str | None
    surroundings: str | None
    keep: str | None
    embed: tuple[str, ...]
    pin: str | None
    club: str | None = None
    place: str | None = None
    tuio: str | None = None

    def listening(self) -> socket.socket:
        """Open the page's port; raises BadInput where it is taken."""
        return open_port("0.0.0.0" if self.lan else "127.0.0.1", self.port)

    def door(self, sides: Mapping[str, str], port: int) -> Door:
        """Return the door of a session served on that port; behind a proxy with TLS, that one's address is told."""
        embed = tuple(map(read_origin, self.embed))
        proxied = self.behind is not None
        return Door(sides, time.monotonic, lambda: self.others_find(port), proxied=proxied, embed=embed)

    @property
    def frames_bytes(self) -> int:
        """The room for the pictures of rulings; raises BadInput for too little."""
        return read_limit(self.frames_mb)

    def need_journal(self, journal: str | None) -> None:
        """Raise BadInput where there is a mirror, and no journal that it could be a copy of."""
        if self.mirror is not None and journal is None:
            raise BadInput("--mirror copies a journal: name that too, with --journal")

    def sending(self) -> Callable[[Journal], Relay] | None:
        """Return what sends a match on to the club while it is played; None where no club was named.

        Raises BadInput for an address that no club can have, and for a club without a table's name.
        """
        club, place = self.club, (self.place or "").strip()
        if club is None and not place:
            return None
        if club is not None and is_link(club):
            if place:
                raise BadInput("--place goes with a database: the hall knows the place of a table's link")
            read_link(club)
            return _relay(club, "")
        if club is None or not place:
            raise BadInput("--club and --place belong together: the club's database, and what this table is called")
        place = read_place(place)
        url_of(club)
        return _relay(club, place)

    def visualiser(self) -> tuple[str, int] | None:
        """Return who is told where stands are, None for nobody; raises BadInput for what is no address."""
        return None if self.tuio is None else read_receiver(self.tuio)

    def privacy(self) -> Callable[[Privacy], Privacy]:
        """Return what lets the options that were given take the place of what a match says; raises BadInput."""
        asked: dict[str, Any] = {"picture": self.picture, "surroundings": self.surroundings}
        asked["keep"] = None if self.keep is None else read_keep(self.keep)
        return lambda privacy: privacy.model_copy(update={k: value for k, value in asked.items() if value is not None})

    def invite(self, door: Door) -> None:
        """Print who may come in, and how; nothing where only this computer can."""
        place = door.place()
        if place is None:
            if self.lan:
                click.echo(ON_NO_NETWORK, err=True)
            return
        here = "at this computer too" if door.proxied else "this computer's own browser needs none"
        # Behind a proxy nobody is in yet who could show the code on the page Invite.
        page = f"{place}pin" + (f"?code={door.code}" if door.proxied else "")
        pin = door.pin.renew(self.pin)
        said = pin if self.pin is None else "the one you chose"  # what is printed may be kept in a log
        click.echo(f"The referee's PIN: {said}  (for {page}; {here})")
        click.echo(f"Everybody may watch: {place}  Links for the players, with QR codes: menu, Invite.")
        if not door.proxied:
            click.echo("PIN and links travel over plain HTTP; docs/serving.md says how to put TLS before it.")
        segno.make(place, micro=False).terminal(out=sys.stdout, compact=True)


def _relay(club: str, place: str) -> Callable[[Journal], Relay]:
    from referee.club.relay import OutboxRelay  # noqa: PLC0415  # Alembic: who has no club does not wait for it

    return lambda journal: OutboxRelay(journal, club, place)


Given = Callable[[Any], Any]


def page_options(lan: str) -> Given:
    """Give a command the options of every page, and what they say as ``serving``; ``lan`` is the help of --lan."""
    return _giving(_page_options(lan), PageOptions)


def _page_options(lan: str) -> tuple[Given, ...]:
    return (
        click.option(
            "--port", type=click.IntRange(1, 65535), help="The page's port; left out: the first free one from 8470."
        ),
        click.option("--lan", is_flag=True, help=lan),
        click.option(
            "--behind", metavar="HOST",
            help="A proxy with TLS on this computer hands on https://HOST/ (docs/serving.md).",
        ),
        click.option("--no-browser", is_flag=True, help="Only print the address."),
    )  # fmt: skip


def serving_options(lan: str) -> Given:
    """Give a command these options, and what they say as ``serving``; ``lan`` is the help of --lan."""
    options = (
        click.option(
            "--mirror", metavar="FILE|URL",
            help="Write a second copy of the journal here, best on another disk (docs/journal.md).",
        ),
        click.option(
            "--club", metavar="LINK|URL|FILE", envvar=TABLE_LINK,
            help="Send the match on to a club's hall, by this table's link, or to its database (docs/club.md). "
            f"[{TABLE_LINK}]",
        ),
        click.option("--place", metavar="NAME", help='What the club calls this table, with a database: "Table 3".'),
        click.option(
            "--tuio", metavar="HOST[:PORT]",
            help="Tell a visualiser where the stands are, by TUIO 2.0 (docs/events.md).",
        ),
        click.option(
            "--frames-mb", type=int, default=500, show_default=True,
            help="Room for the pictures of rulings, in MB; the oldest go.",
        ),
        *_page_options(lan),
        click.option(
            "--embed", multiple=True, metavar="ORIGIN",
            help="A site whose pages may show the overlays in a frame; may be repeated (docs/watching.md).",
        ),
        click.option(
            "--pin-file", "pin", type=click.Path(path_type=Path), metavar="FILE", callback=_read_pin,
            help="The referee's PIN stands in this file, and is the same at every start. [drawn anew]",
        ),
        click.option("--picture", type=click.Choice(AUDIENCES), help="Who may see the camera's picture. [everybody]"),
        click.option(
            "--surroundings", type=click.Choice(("masked", "shown")), help="What lies round the table, in it. [masked]"
        ),
        click.option(
            "--keep-pictures", "keep", metavar="full|match|DAYS",
            help="How long rulings' pictures stay: until their folder is full, until Vedette stops, or days. [full]",
        ),
    )  # fmt: skip

    return _giving(options, Serving)


def _giving(options: Sequence[Given], kind: type[PageOptions]) -> Given:
    """Return what gives a command options, and what they say as ``serving``, of that kind."""

    def give(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def told(**options: Any) -> Any:
            said = {name: options.pop(name) for name in kind.__dataclass_fields__}
            return command(serving=kind(**said), **options)

        return reduce(lambda so_far, option: option(so_far), reversed(options), told)

    return give


def _read_pin(_context: click.Context, _option: click.Parameter, file: Path | None) -> str | None:
    pin = None if file is None else read_text(file).strip()
    if pin is not None and not re.fullmatch("[0-9]{6,40}", pin):
        raise BadInput(
            "{file}: the referee's PIN is six digits or more, and nothing else stands in its file", file=file
        )
    return pin


class Stopping:
    """Ctrl-C and SIGTERM: what is being begun is broken off at once, what runs ends in its own turn."""

    def __init__(self) -> None:
        self._asked, self._running = threading.Event(), False

    def __enter__(self) -> "Stopping":
        """Listen for signals from now on."""
        for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._on_signal)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        """Swallow the break that was asked for."""
        asked, self._running = self._asked.is_set(), True
        return asked and kind is not None and issubclass(kind, KeyboardInterrupt)

    @property
    def asked(self) -> bool:
        """Whether somebody has asked to stop."""
        return self._asked.is_set()

    def in_turn(self) -> None:
        """Break nothing off any more: what runs from now on ends when ``wait`` returns."""
        self._running = True

    def wait(self) -> None:
        """Return when somebody has asked to stop."""
        # Only this thread runs the handler, and a signal that another gets (a video library's) does not wake it.
        while not self._asked.wait(0.5):
            pass

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        again = self._asked.is_set()
        self._asked.set()
        if not self._running and not again:
            raise KeyboardInterrupt


def leave() -> None:
    """End the program at once where threads are still at work; returns where none is.

    All is closed by then. Python would tear down under their feet what they stand on: inside a video library or OpenCV
    the process then aborts (exit 134), elsewhere a traceback is printed after the last word.
    """
    if threading.active_count() > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
