"""`vedette serve`: a match at a real table, or the set-up of one."""

import logging
import signal
import threading
import webbrowser
from pathlib import Path
from types import FrameType

import click

from cli import devices
from cli.eye import open_eye
from cli.inviting import answered_hosts, invite, opened_door
from referee.evidence.frames import read_limit
from referee.rehearsal.clock import WallClock
from referee.setup.folder import SetUp
from referee.setup.shelf import Shelf
from referee.setup.steps import next_step, playable
from table.errors import BadInput
from vision.sources.opening import EXPECTED
from web.house import House
from web.serve import Server, open_port
from web.setup.bench import Bench

SHOWN_S = 15.0


@click.command()
@click.argument("folder", metavar="[FOLDER]", required=False, type=click.Path(path_type=Path))
@click.option("--source", "--camera", "source", metavar="URL|INDEX|DIR|FILE", help="What looks at the table.")
@click.option("--journal", metavar="FILE|URL", help="Where the match is written down. [journal.db in its folder]")
@click.option(
    "--frames-mb", type=int, default=500, show_default=True,
    help="Room for the pictures of rulings, in MB; the oldest go.",
)  # fmt: skip
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
@click.option("--shelf", type=click.Path(file_okay=False, path_type=Path), help="Where your tables are kept.")
def command(
    folder: Path | None, source: str | None, journal: str | None, frames_mb: int, port: int | None, lan: bool,
    behind: str | None, no_browser: bool, shown_s: float, shelf: Path | None,
) -> None:  # fmt: skip
    """Umpire a match at your table: the page on every phone, the camera above the table.

    FOLDER holds a match's set-up (match.toml, frame.toml, camera.toml, table.toml, roster.toml, terrain.toml); left
    out, or with something missing in it, the page guides you through the set-up, step by step. Without a camera at
    hand, --source may be a folder of pictures or a video.

    Stop it with Ctrl-C.
    """
    if folder is not None and folder.suffix == ".toml":
        folder = folder.parent
    if folder is not None and not folder.is_dir():
        raise BadInput(f"{folder}: no such folder; leave it out to set up a new table")
    if source is not None and not source.strip():
        raise BadInput(f"no camera was named; expected {EXPECTED}")
    listening = open_port("0.0.0.0" if lan else "127.0.0.1", port)
    open_eye()
    logging.getLogger("waitress").setLevel(logging.ERROR)
    known = Shelf(shelf)
    door = opened_door({}, listening.getsockname()[1], lan=lan, host_name=behind)
    house = House(answered_hosts(lan=lan, host_name=behind), door, journal, shown_s, frames_bytes=read_limit(frames_mb))
    bench = Bench(
        known, WallClock(), given=source, cameras=devices.cameras, begin=house.begin, place=door.place
    )  # fmt: skip
    house.open(bench)
    server = Server(house.hall, listening, house.close, proxied=door.proxied)
    stop = threading.Event()
    _stop_on_signals(stop)
    try:
        address = f"http://127.0.0.1:{server.port}{_begin(bench, known, folder, source)}"
        server.start()
        click.echo(f"Vedette is at {address}  (Ctrl-C stops it)")
        invite(door, lan=lan)
        if not no_browser:
            webbrowser.open(address)
        while not stop.wait(3600):
            pass
    finally:
        server.close()
    click.echo("The table is put away.", err=True)


def _begin(bench: Bench, known: Shelf, folder: Path | None, source: str | None) -> str:
    """Open the folder's match, or the first step that is to do; return the page's path."""
    if folder is None:
        return "/setup"
    known_id = known.add(folder)
    setup = SetUp(folder)
    bench.setup(known_id)
    if source is not None:
        bench.choose_given(setup, source)
    if not playable(setup):
        return f"/setup/{known_id}/{next_step(setup)}"
    bench.play(setup)
    return "/"


def _stop_on_signals(stop: threading.Event) -> None:
    def on_signal(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), on_signal)
