"""`vedette demo`: the umpire at work on a table that is not there."""

import logging
import threading

import click

from cli.memory import few_heaps, give_back_memory, spare_collections
from cli.page_server import Serving, Stopping, leave, serving_options
from cli.pictures import compile_kernels
from referee.clock import WallClock
from referee.evidence.frames import frames_of
from referee.journal.mirrored_journal import journal_to_write
from referee.journal.store import TemporaryJournal
from referee.privacy import Privacy
from rules.registry import game_names
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.calling import send_by
from web.fair import Cup
from web.privacy import begin_private
from web.serve import Server
from web.stage import set_stage
from web.visualiser import Visualiser

GAMES = game_names()  # loaded is only the one that is asked for


@click.command()
@serving_options(lan="Let phones and tablets in the house watch, and play with a link or the PIN.")
@click.option("--journal", help="Write the match down in this file or database, and go on where it ends.")
@click.option(
    "--game", type=click.Choice(GAMES), default=next(iter(GAMES), None), show_default=True, help="Which battle."
)
@click.argument("named", metavar="[GAME]", required=False, type=click.Choice(GAMES))
def command(serving: Serving, game: str, named: str | None, journal: str | None) -> None:
    """Watch the umpire at work: no camera needed.

    A battle is under way on a made-up table under a made-up camera; everything after the camera is real: the markers
    are found in its picture, the stands measured with their ±, the rules applied. Tap a shooter, tap a target.

    Stop it with Ctrl-C.
    """
    few_heaps()
    privacy, sending, told = serving.privacy()(Privacy()), serving.sending(), serving.visualiser()
    scene = demo_scene(named or game)
    listening = serving.listening()
    compile_kernels()
    click.echo("Setting up the table ...", err=True)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    # A match that nobody keeps is written down while it lasts: its rulings have their evidence cards all the same.
    serving.need_journal(journal)
    kept = journal_to_write(journal, serving.mirror) if journal is not None else TemporaryJournal()
    frames = frames_of(kept, limit_bytes=serving.frames_bytes)
    stage = set_stage(scene, WallClock(), Cup(len(scene.sides)), journal=kept, frames=frames)
    give_back_memory()  # not before: what draws a table uses the same large buffers again and again
    begin_private(stage.session, privacy)
    door = serving.door({side.name: side.title for side in scene.sides}, listening.getsockname()[1])
    app = create_app(stage.session, serving.hosts, door)
    server = Server(app, listening, stage.session.close, proxied=door.proxied)
    stop, stopping = threading.Event(), Stopping()
    stopping.in_turn()
    loop = threading.Thread(target=stage.run, args=(stop,), name="vedette-loop", daemon=True)
    spare_collections()
    relay = None if sending is None else sending(kept)
    if relay is not None:
        send_by(stage.session, relay)
    visualiser = None if told is None else Visualiser.of(stage.session, scene.roster, told)
    threads = [one for one in (relay, visualiser) if one is not None]
    with stopping:
        server.start()
        for one in threads:
            one.start()
        loop.start()
        address = f"http://127.0.0.1:{server.port}/"
        click.echo(f"The umpire is at the table: {address}  (Ctrl-C stops it)")
        serving.invite(door)
        serving.browse(address)
        try:
            stopping.wait()
        finally:
            stop.set()
            loop.join(timeout=5)
            server.close()
            for one in threads:
                one.close()
            kept.close()
    click.echo("The table is put away.", err=True)
    leave()
