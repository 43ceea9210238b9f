"""`vedette serve`: a match at a real table, or the set-up of one."""

import contextlib
import logging
import signal
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import click

from cli import devices
from cli.inviting import answered_hosts, invite, opened_door
from cli.kernels import compile_kernels
from cli.leaving import leave
from cli.memory import give_back_memory, spare_collections
from cli.serving_options import asked_privacy, frames_option, mirror_option, need_journal, privacy_options
from referee.clock import WallClock
from referee.evidence.frames import read_limit
from referee.files import read_text
from referee.setup.folder import MATCH, SetUp
from referee.setup.ready import check_picture, check_ready
from referee.setup.shelf import Shelf, setup_at
from referee.setup.steps import first_wrong, next_step, playable
from simulation.case_table import CaseTable, case_named, lay_out
from simulation.opening import open_source
from table.errors import BadInput
from vision.sources.frames import FrameSource
from vision.sources.opening import EXPECTED
from web.serve import Server, open_port
from web.setup.session import SetupSession
from web.site import Site

SHOWN_S = 15.0
FEW = 5
"""So many that are not seen are named; more are in the box."""
SEEN_S = 4.0


@click.command()
@click.argument("match", metavar="[MATCH.toml|FOLDER]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--camera", "--source", "source", metavar="URL|INDEX|FILE|DIR|sim:CASE.toml", help="What looks at the table."
)
@click.option("--journal", metavar="FILE|URL", help="Where the match is written down. [journal.db in its folder]")
@mirror_option
@frames_option
@click.option("--port", type=click.IntRange(1, 65535), help="The page's port; left out: the first free one from 8470.")
@click.option("--lan", is_flag=True, help="Let phones and tablets in the house open the page.")
@click.option(
    "--behind", metavar="HOST", help="A proxy with TLS on this computer hands on https://HOST/ (docs/serving.md)."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--every", "shown_s", type=click.FloatRange(0.5, 3600), default=SHOWN_S, show_default=True, metavar="SECONDS",
    help="How long each picture of a folder is shown; the last one stays.",
)  # fmt: skip
@privacy_options
@click.option("--shelf", type=click.Path(file_okay=False, path_type=Path), help="Where your tables are kept.")
def command(
    match: Path | None, source: str | None, journal: str | None, mirror: str | None, frames_mb: int,
    port: int | None, lan: bool,
    behind: str | None, no_browser: bool, shown_s: float, shelf: Path | None,
    picture: str | None, surroundings: str | None, keep: str | None,
) -> None:  # fmt: skip
    """Umpire a match at your table: the page on every phone, the camera above the table.

    MATCH.toml says what is played, and where table.toml, roster.toml and terrain.toml are; its name is yours to choose.
    A FOLDER holds a match.toml and those beside it. Left out, or with something missing, the page guides you through
    the set-up, step by step.

    No camera at hand? --camera may be a picture, a folder of pictures, a video, or sim:CASE.toml: a rule case's table
    under a synthetic camera, with your MATCH.toml or without any.

    Stop it with Ctrl-C.
    """
    give_back_memory()
    stopping, setup_session = Stopping(), None
    with contextlib.ExitStack() as kept, stopping:
        given = _given(match)
        if source is not None and not source.strip():
            raise BadInput(f"no camera was named; expected {EXPECTED}")
        case = _laid_out(kept, given, source)
        listening = kept.enter_context(contextlib.closing(open_port("0.0.0.0" if lan else "127.0.0.1", port)))
        compile_kernels()
        logging.getLogger("waitress").setLevel(logging.ERROR)
        known = Shelf(shelf)
        door = opened_door({}, listening.getsockname()[1], lan=lan, host_name=behind)
        if case is not None and given is not None and journal is None:
            journal = str(given.journal)
        if case is not None:
            need_journal(mirror, journal)
        site = Site(
            answered_hosts(lan=lan, host_name=behind), door, journal, shown_s, frames_bytes=read_limit(frames_mb),
            temporary=case is not None, asked=asked_privacy(picture, surroundings, keep), mirror=mirror,
        )  # fmt: skip
        closing = contextlib.ExitStack()
        kept.callback(closing.close)
        closing.callback(site.close)
        setup_session = SetupSession(
            known, WallClock(), given=source, cameras=devices.cameras, begin=site.begin, place=door.place,
            opener=_opener_of(case),
        )  # fmt: skip
        site.open(setup_session)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        if case is not None:
            setup_session.setup(known.add(case.setup.folder, lasting=False))
            setup_session.play(case.setup)
            address += "/"
        else:
            strict = match is not None and not match.is_dir()
            address += _begin(setup_session, known, given, source, strict=strict)
        _wait_until_seen(setup_session)
        stopping.in_turn()
        server = Server(site.app_switch, listening, site.close, proxied=door.proxied)
        closing.pop_all()
        closing.callback(server.close)
        spare_collections()
        server.start()
        click.echo(f"Vedette is at {address}  (Ctrl-C stops it)")
        invite(door, lan=lan)
        _warn(setup_session)
        if not no_browser:
            webbrowser.open(address)
        stopping.wait()
    click.echo("The table is put away.", err=True)
    if stopping.asked:
        leave()


def _given(match: Path | None) -> SetUp | None:
    """Return the set-up that was named; raises BadInput where there is none, or its match file cannot be read."""
    if match is None:
        return None
    setup = setup_at(match)
    if match.is_dir():
        return setup
    if setup.name == MATCH and match.name != MATCH:
        raise BadInput(f"{match}: no such folder; leave it out to set up a new table")
    read_text(match)
    return setup


def _laid_out(kept: contextlib.ExitStack, given: SetUp | None, source: str | None) -> CaseTable | None:
    """Return the table of ``sim:CASE.toml``, in a folder that is gone when the program ends; None for other sources."""
    if source is None and given is not None:
        with contextlib.suppress(BadInput):
            source = given.source.camera if given.source is not None else None
    case = case_named(source or "")
    if case is None:
        return None
    if given is not None and given.match is not None:
        check_ready(given)
    folder = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="vedette-", ignore_cleanup_errors=True)))
    table = lay_out(case, folder, given if given is not None and given.match is not None else None)
    check_ready(table.setup)
    return table


def _opener_of(case: CaseTable | None) -> Callable[[str], FrameSource] | None:
    if case is None:
        return None
    return lambda text: case.source() if case_named(text) is not None else open_source(text, paced=True)


def _begin(setup_session: SetupSession, known: Shelf, given: SetUp | None, source: str | None, *, strict: bool) -> str:
    """Open the match that was named, or the first step that is to do; return the page's path.

    Raises BadInput where it cannot be played for a mistake in its files, if ``strict``: a match file was named.
    """
    if given is None:
        return "/setup"
    if strict:
        check_ready(given)
    known_id = known.add(given.place)
    setup = setup_session.setup(known_id)
    if source is not None:
        setup_session.choose_given(setup, source, strict=strict)
    if not playable(setup):
        return f"/setup/{known_id}/{next_step(setup)}"
    try:
        check_ready(setup)
        if strict and setup_session.capture_loop is not None and setup_session.capture_loop.reading.frame is not None:
            height, width = setup_session.capture_loop.reading.frame.image.shape[:2]
            check_picture(setup, (width, height))
    except BadInput as error:
        if strict:
            raise
        click.echo(f"vedette: {error}", err=True)
        return f"/setup/{known_id}/{first_wrong(setup)}"
    setup_session.play(setup)
    return "/"


def _wait_until_seen(setup_session: SetupSession) -> None:
    """Wait for a camera's table to settle: the page opens on stands that are measured."""
    end_s = time.monotonic() + SEEN_S
    while setup_session.session is not None and setup_session.capture_loop is not None and time.monotonic() < end_s:
        observer = setup_session.capture_loop.observer
        if (
            setup_session.capture_loop.reading.trouble
            or observer is None
            or observer.observation.status.key != "settling"
        ):
            return
        time.sleep(0.05)


def _warn(setup_session: SetupSession) -> None:
    """Say what a user should know who sees no page: that no picture comes, or which stands are not seen."""
    capture_loop = setup_session.capture_loop
    if capture_loop is None:
        return
    if capture_loop.reading.trouble:
        click.echo(
            f"vedette: {capture_loop.reading.reason or 'no picture comes from the camera'}; waiting for it", err=True
        )
    elif setup_session.session is not None and capture_loop.observer is not None:
        seen = {stand.name for stand in capture_loop.observer.observation.table.stands}
        unseen = [entry.name for entry in capture_loop.observer.roster.entries if entry.name not in seen]
        if unseen:
            click.echo(f"vedette: not seen on the table: {named_or_counted(unseen)}", err=True)


def named_or_counted(names: Sequence[str]) -> str:
    """Return a few names, and of more than FEW how many they are."""
    return ", ".join(names) if len(names) <= FEW else f"{len(names)} of the roster"


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
        while not self._asked.wait(3600):
            pass

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        again = self._asked.is_set()
        self._asked.set()
        if not self._running and not again:
            raise KeyboardInterrupt
