"""`vedette serve`: a match at a real table, or the set-up of one."""

import contextlib
import logging
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import click

from cli import devices
from cli.finite import FiniteRange
from cli.memory import give_back_memory, spare_collections
from cli.page_server import Serving, Stopping, leave, serving_options
from cli.pictures import compile_kernels
from referee.clock import WallClock
from referee.files import read_text
from referee.setup.folder import MATCH, SetUp
from referee.setup.ready import check_picture, check_ready
from referee.setup.shelf import Shelf, setup_at
from referee.setup.steps import first_wrong, next_step, playable
from referee.words.notices import camera_difference
from simulation.case_table import CaseTable, case_named, lay_out
from simulation.sources import open_source
from table.errors import BadInput, Wanted
from vision.sources.factory import EXPECTED
from vision.sources.frames import FrameSource
from web.serve import Server
from web.setup.session import SetupSession
from web.site import Site

FEW = 5
"""So many that are not seen are named; more are in the box."""
SEEN_S = 4.0
OTHERS = {"stand": "a roster", "piece": "terrain", "marker": "a frame"}
"""A table's other files, by a key that each has."""


@click.command()
@click.argument("match", metavar="[MATCH.toml|FOLDER]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--camera", "--source", "source", metavar="URL|INDEX|FILE|DIR|sim:CASE.toml", help="What looks at the table."
)
@click.option("--journal", metavar="FILE|URL", help="Where the match is written down. [journal.db in its folder]")
@serving_options(lan="Let phones and tablets in the house open the page.")
@click.option(
    "--every", "shown_s", type=FiniteRange(0.5, 3600), metavar="SECONDS",
    help="Show each picture of a folder so long; left out: until it is turned on the page.",
)  # fmt: skip
@click.option("--shelf", type=click.Path(file_okay=False, path_type=Path), help="Where your tables are kept.")
def command(
    serving: Serving, match: Path | None, source: str | None, journal: str | None, shown_s: float | None,
    shelf: Path | None,
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
            raise BadInput("no camera was named; expected {expected}", expected=Wanted(EXPECTED))
        case = _laid_out(kept, given, source)
        listening = kept.enter_context(contextlib.closing(serving.listening()))
        compile_kernels()
        logging.getLogger("waitress").setLevel(logging.ERROR)
        known = Shelf(shelf)
        port = listening.getsockname()[1]
        door = serving.door({}, port)
        if case is not None and given is not None and journal is None:
            journal = str(given.journal)
        if case is not None:
            serving.need_journal(journal)
        site = Site(
            serving.hosts, door, journal, shown_s, frames_bytes=serving.frames_bytes, temporary=case is not None,
            asked=serving.privacy(), mirror=serving.mirror, sending=serving.sending(),
            visualiser=serving.visualiser(),
        )  # fmt: skip
        closing = contextlib.ExitStack()
        kept.callback(closing.close)
        closing.callback(site.close)
        setup_session = SetupSession(
            known, WallClock(), given=source, cameras=devices.cameras, begin=site.begin, place=door.place,
            opener=_opener_of(case),
        )  # fmt: skip
        site.open(setup_session)
        address = f"http://127.0.0.1:{port}"
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
        serving.invite(door)
        _warn(setup_session)
        serving.browse(address)
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
        raise BadInput("{path}: no such folder; leave it out to set up a new table", path=match)
    if (what := _other_file(read_text(match))) is not None:
        raise BadInput(
            "{path}: this is {what}, no match file; serve its folder: vedette serve {folder}",
            path=match, what=Wanted(what), folder=match.parent,
        )  # fmt: skip
    return setup


def _other_file(text: str) -> str | None:
    """Return which of a table's other files a text is; None for a match file, or for none of them."""
    try:
        keys = tomllib.loads(text).keys()
    except tomllib.TOMLDecodeError:
        return None
    return None if "game" in keys else next((what for key, what in OTHERS.items() if key in keys), None)


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
        trouble = setup_session.capture_loop.reading.trouble
        if trouble or observer is None or observer.observation.status.key != "settling":
            return
        time.sleep(0.05)


def _warn(setup_session: SetupSession) -> None:
    """Say what a user should know who sees no page: another camera, no pictures, or which stands are not seen."""
    capture_loop = setup_session.capture_loop
    if capture_loop is None:
        return
    known_id = setup_session.current
    differs = setup_session.difference(setup_session.shelf.get(known_id)) if known_id is not None else None
    if differs is not None:
        click.echo(f"vedette: {camera_difference(differs)} (`vedette calibrate same-camera`)", err=True)
    if capture_loop.reading.trouble:
        click.echo(
            f"vedette: {capture_loop.reading.reason or 'no picture comes from the camera'}; waiting for it", err=True
        )
    elif setup_session.session is not None and capture_loop.observer is not None:
        seen = {stand.name for stand in capture_loop.observer.observation.table.stands}
        unseen = [entry.name for entry in capture_loop.observer.roster.entries if entry.name not in seen]
        if unseen:
            said = ", ".join(unseen) if len(unseen) <= FEW else f"{len(unseen)} of the roster"
            click.echo(f"vedette: not seen on the table: {said}", err=True)
