"""`vedette rig`: what the rig on a cannon says, live."""

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import click

from cli.finite import FiniteRange
from cli.rig_words import as_json, at_s, in_words
from cli.wrong_use import WrongUse
from hardware.events import RigEvent, RigFound, RigLost, ShotTimed
from hardware.link import NotKept
from hardware.rig_script import SHOW, ScriptStep, parse_script, play
from hardware.rigs import Rigs, likely_rigs
from hardware.virtual_rig import GATE_MM, VirtualRig
from table.errors import BadInput

FIRST_ANSWER_S = 10.0
_AFTER_THE_SHOW_S = 3.0


@click.command()
@click.option(
    "--port", "urls", metavar="URL", multiple=True, help="A serial port, or any URL of pyserial's; repeatable."
)
@click.option("--virtual", is_flag=True, help="No rig at hand: watch one in software, with all its faults.")
@click.option("--script", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="What --virtual does.")
@click.option("--gate-mm", type=FiniteRange(1, 1000), help="From gate 1 to gate 2: shows the speed between them.")
@click.option("--forget", is_flag=True, help="Let the rig forget the shots shown; else they stay for the match.")
@click.option("--seconds", type=FiniteRange(min=0, min_open=True), help="End after so many seconds.")
@click.option("--json", "as_lines", is_flag=True, help="Print a JSON object a line.")
def command(
    urls: tuple[str, ...],
    virtual: bool,
    script: Path | None,
    gate_mm: float | None,
    forget: bool,
    seconds: float | None,
    as_lines: bool,
) -> None:
    """Show what the rig on a cannon says, live: lever, shots, speeds, warnings, faults.

    Without --port it asks every serial port that looks like a rig's. A line that breaks is opened again. Ctrl-C ends.
    """
    if virtual and urls:
        raise WrongUse("--virtual brings its own port: leave out --port")
    if script is not None and not virtual:
        raise WrongUse("--script tells a virtual rig what to do: add --virtual")
    if not virtual and not urls and not likely_rigs():
        raise BadInput(
            "no rig is plugged in; name its port with --port (`vedette doctor` lists them), or try --virtual"
        )
    with ExitStack() as stack:
        if virtual:
            steps = parse_script(script.read_text("utf-8"), script.name) if script else parse_script(SHOW)
            rig = stack.enter_context(VirtualRig())
            urls, gate_mm, forget = (rig.url,), gate_mm or GATE_MM, True
            if seconds is None:
                seconds = sum(step.after_s for step in steps) + _AFTER_THE_SHOW_S
            stack.enter_context(_showing(rig, steps))
        watch(urls, gate_mm, forget, seconds, as_lines)


def watch(
    urls: tuple[str, ...],
    gate_mm: float | None,
    forget: bool,
    seconds: float | None,
    as_lines: bool,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Print what the rigs at these ports say; raises BadInput if none answers."""
    happened: queue.Queue[RigEvent] = queue.Queue()

    def keep(shot: ShotTimed) -> None:
        happened.put(shot)
        if not forget:
            raise NotKept

    offset_s = time.time() - clock()
    began_s, found, shown = clock(), False, set[tuple[str, int]]()
    with Rigs(keep, happened.put, urls=urls, clock=clock) as rigs:
        try:
            while seconds is None or clock() < began_s + seconds:
                try:
                    event = happened.get(timeout=0.2)
                except queue.Empty:
                    if not found and clock() > began_s + FIRST_ANSWER_S:
                        if not urls:
                            raise BadInput("no rig answers at any port") from None
                        raise BadInput("no rig answers at {ports}", ports=", ".join(urls)) from None
                    continue
                found = found or isinstance(event, RigFound)
                if isinstance(event, RigLost) and not found and urls:
                    raise BadInput("{name}: {reason}", name=event.port, reason=event.why)
                if not _again(event, shown):
                    _print(event, gate_mm, as_lines, lambda s: datetime.fromtimestamp(s + offset_s).astimezone())
        except KeyboardInterrupt:
            pass
        pending = sum(hello.pending for hello in rigs.here().values())
    if (stay := max(pending, len(shown))) and not forget:
        click.echo(f"shots that stay with the rig for the match: {stay} (--forget lets it forget them)", err=True)


def _again(event: RigEvent, shown: set[tuple[str, int]]) -> bool:
    """Whether this is a shot that was shown before: what is not forgotten comes again every few seconds."""
    if not isinstance(event, ShotTimed):
        return False
    again = event.shot.identity in shown
    shown.add(event.shot.identity)
    return again


def _print(event: RigEvent, gate_mm: float | None, as_lines: bool, wall_time: Callable[[float], datetime]) -> None:
    if as_lines:
        click.echo(json.dumps(as_json(event, gate_mm, wall_time)))
    else:
        click.echo(f"{wall_time(at_s(event)):%H:%M:%S.%f}"[:-3] + f"  {in_words(event, gate_mm)}")


@contextmanager
def _showing(rig: VirtualRig, steps: tuple[ScriptStep, ...]) -> Iterator[None]:
    """Let the rig do its steps meanwhile."""
    stop = threading.Event()
    player = threading.Thread(target=play, args=(rig, steps, stop.wait), daemon=True)
    player.start()
    try:
        yield
    finally:
        stop.set()
        player.join()
