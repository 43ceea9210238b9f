"""`vedette demo`: the umpire at work on a table that is not there."""

import logging
import signal
import threading
import webbrowser
from types import FrameType

import click

from cli.inviting import answered_hosts, invite, opened_door
from cli.kernels import compile_kernels
from cli.leaving import leave
from cli.memory import give_back_memory, spare_collections
from cli.serving_options import asked_privacy, frames_option, mirror_option, need_journal, privacy_options
from referee.clock import WallClock
from referee.evidence.frames import frames_of, read_limit
from referee.journal.mirrored_journal import journal_to_write
from referee.journal.temporary_journal import TemporaryJournal
from referee.privacy import Privacy
from simulation.rehearsal.demos import demo_games, demo_scene
from web.app import create_app
from web.fair import Cup
from web.privacy import begin_private
from web.serve import Server, open_port
from web.stage import set_stage

GAMES = demo_games()


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="The page's port; left out: the first free one from 8470.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--lan", is_flag=True, help="Let phones and tablets in the house watch, and play with a link or the PIN.")
@click.option(
    "--behind", metavar="HOST", help="A proxy with TLS on this computer hands on https://HOST/ (docs/serving.md)."
)
@click.option("--journal", help="Write the match down in this file or database, and go on where it ends.")
@mirror_option
@frames_option
@privacy_options
@click.option(
    "--game",
    type=click.Choice(GAMES),
    default=next(iter(GAMES), None),
    show_default=True,
    help="Which battle.",
)
def command(
    port: int | None, no_browser: bool, lan: bool, behind: str | None, game: str, journal: str | None,
    mirror: str | None, frames_mb: int, picture: str | None, surroundings: str | None, keep: str | None,
) -> None:  # fmt: skip
    """Watch the umpire at work: no camera needed.

    A battle is under way on a made-up table under a made-up camera; everything after the camera is real: the markers
    are found in its picture, the stands measured with their ±, the rules applied. Tap a shooter, tap a target.

    Stop it with Ctrl-C.
    """
    give_back_memory()
    privacy = asked_privacy(picture, surroundings, keep)(Privacy())
    listening = open_port("0.0.0.0" if lan else "127.0.0.1", port)
    compile_kernels()
    click.echo("Setting up the table ...", err=True)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    scene = demo_scene(game)
    # A match that nobody keeps is written down while it lasts: its rulings have their evidence cards all the same.
    need_journal(mirror, journal)
    kept = journal_to_write(journal, mirror) if journal is not None else TemporaryJournal()
    frames = frames_of(kept, limit_bytes=read_limit(frames_mb))
    stage = set_stage(scene, WallClock(), Cup(len(scene.sides)), journal=kept, frames=frames)
    begin_private(stage.session, privacy)
    door = opened_door(
        {side.name: side.title for side in scene.sides}, listening.getsockname()[1], lan=lan, host_name=behind
    )
    app = create_app(stage.session, answered_hosts(lan=lan, host_name=behind), door)
    server = Server(app, listening, stage.session.close, proxied=door.proxied)
    stop = threading.Event()
    loop = threading.Thread(target=stage.run, args=(stop,), name="vedette-loop", daemon=True)

    _stop_on_signals(stop)
    spare_collections()
    server.start()
    loop.start()
    address = f"http://127.0.0.1:{server.port}/"
    click.echo(f"The umpire is at the table: {address}  (Ctrl-C stops it)")
    invite(door, lan=lan)
    if not no_browser:
        webbrowser.open(address)
    try:
        while not stop.wait(3600):
            pass
    finally:
        stop.set()
        loop.join(timeout=5)
        server.close()
        kept.close()
    click.echo("The table is put away.", err=True)
    leave()


def _stop_on_signals(stop: threading.Event) -> None:
    def on_signal(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), on_signal)
