"""A table of the hall's benchmark, a process of its own: its match, its journal, its relay, and if wanted its camera.

The camera is a film of a made-up table, replayed at one look a second: JPEGs in, and from there on all that
`vedette serve` does with a camera's pictures (decoding, tracking, the match, what the hall is told).
"""

import math
import random
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from journals import SIDES, TABLE

from referee.capture_loop import Audience, CaptureLoop
from referee.clock import WallClock
from referee.club.calls import call_note
from referee.club.relay import OutboxRelay
from referee.feed import Feed, SourceReading
from referee.journal.history import opened
from referee.journal.store import Journal
from referee.match.match import Match
from referee.setup.table_number import number_of_view
from referee.table_observer import LOOK_S, TableObserver
from rules.registry import rule
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from simulation.rehearsal.scene import Scene
from simulation.rehearsal.studio import as_laid, calibrated
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.hand import Hand
from simulation.synthetic.renderer import Renderer
from table.snapshot import Snapshot
from vision.sources.frames import CameraFrame, Closing
from vision.sources.jpeg import Jpeg
from vision.table_view import TableView
from web.calling import send_by
from web.stage import session_of
from web.table_report import TableReporter

CALLS_EVERY = 6
"""Each sixth act is followed by a call."""
Act = Callable[[Callable[[Match], Any]], Any]
SIZE_PX = (1280, 720)
"""So large that its markers are read well, so small that two cores follow 24 tables; in a hall each has a computer."""
MOVER, WAY_CM = "Jensen", 6.0
STILL, QUALITY = 13, 90
FIRST_LOOKS = 8
_ready: list[Barrier] = []
SEED = 3


@dataclass(frozen=True)
class Film:
    """A film of a table, to be shown again and again: its stands' scene, how the camera sees it, its JPEGs."""

    scene: Scene
    view: TableView
    pictures: tuple[bytes, ...]


@dataclass
class Played:
    """What a table writes down: when each act was confirmed, how long it took, what its camera's looks cost."""

    place: str
    confirmed: dict[str, float] = field(default_factory=dict)  # by the entry's time
    called: dict[int, float] = field(default_factory=dict)  # by the entry's number
    took_s: list[float] = field(default_factory=list)
    look_cpu_s: list[float] = field(default_factory=list)
    cpu_s: float = 0.0  # of all that the table did while it played


def film_of(game: str) -> Film:
    """Return the film of a game's demo: a hand comes in and takes a stand on a few centimetres, and later back."""
    scene = demo_scene(game)
    camera = default_camera(scene.frame, SIZE_PX)
    renderer = Renderer(camera, as_laid(scene.frame, np.random.default_rng(SEED)), scene.roster, seed=SEED)
    start = scene.truth()
    stand = start.stand(MOVER)
    end = _with(start, stand.x + WAY_CM)
    shown: list[tuple[Snapshot, tuple[Hand, ...]]] = []
    for before, after in ((start, end), (end, start)):
        shown += [(before, ())] * STILL
        shown += [(snapshot, (_hand(snapshot),)) for snapshot in (before, after)]
    pictures = [renderer.render(*one) for one in shown]
    view = calibrated(camera.lens, scene.frame, pictures[0])
    coded = (cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1] for picture in pictures)
    return Film(scene, view, tuple(code.tobytes() for code in coded))


def _with(snapshot: Snapshot, x: float) -> Snapshot:
    stands = (replace(one, x=x) if one.name == MOVER else one for one in snapshot.stands)
    return replace(snapshot, stands=tuple(stands))


def _hand(snapshot: Snapshot) -> Hand:
    stand = snapshot.stand(MOVER)
    return Hand(stand.x, stand.y)


class Replay(Closing):
    """A camera that shows a film, a picture a second; what nobody has read is passed over.

    It begins with picture ``first`` within a second, not in step with others.
    """

    name, live = "film", True

    def __init__(self, film: Film, first: int) -> None:
        self._film, self._first, self._next = film, first, 0
        self._begins_s = time.monotonic() + random.Random(first).random()

    def read(self) -> CameraFrame:
        """Wait for the next picture."""
        time.sleep(max(0.0, self._begins_s + self._next - time.monotonic()))
        now_s = time.monotonic()
        index = max(self._next, math.floor(now_s - self._begins_s))
        self._next = index + 1
        return CameraFrame(Jpeg(self.shown(index)), now_s, index, self.name)

    def shown(self, index: int) -> bytes:
        """Return a picture by its number."""
        pictures = self._film.pictures
        return pictures[(self._first + index) % len(pictures)]


class TimedLoop(CaptureLoop):
    """A capture loop that writes down what processor time each look takes."""

    def __init__(self, feed: Feed, clock: WallClock, observer: TableObserver) -> None:
        super().__init__(feed, clock, observer)
        self.cpu_s: list[float] = []

    def step(self) -> SourceReading:
        """Look once."""
        began = time.thread_time()
        reading = super().step()
        self.cpu_s.append(time.thread_time() - began)
        return reading


def begin_together(ready: Barrier) -> None:
    """Let the tables of this process wait for the others."""
    _ready.append(ready)


def wait_for_all(act: Act, *, alone: bool) -> None:
    """Wait until all tables are ready to begin, each with its game's rules loaded, as by the page that is open."""
    act(lambda match: match.obligations)
    for ready in () if alone else _ready:
        ready.wait()


def play(
    number: int,
    folder: Path,
    club: str | None,
    every_s: float,
    seconds: float,
    film: Film | None,
    *,
    alone: bool = False,
) -> Played:
    """Let a table end a turn now and then, and call a referee, before its camera if it has a ``film``.

    It begins when all are ready, unless it is ``alone``. Times are those of the monotonic clock, which all processes
    share.
    """
    folder.mkdir(exist_ok=True)
    played, dice = Played(f"Table {number}"), random.Random(number)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folder / f"{played.place}.sqlite", write=True))
        relay = None if club is None else OutboxRelay(journal, club, "")
        if film is None:
            act = _without_a_camera(journal, played.place)
            wait_for_all(act, alone=alone)
        else:
            act = _before_a_camera(film, number, journal, relay, played, stack, alone=alone)
        if relay is not None:
            relay.start()
            stack.callback(relay.close)

        def ended(match: Match) -> str:
            match.end_turn()
            assert journal.head is not None
            return journal.head.time

        until_s, cpu_s = time.monotonic() + seconds, time.process_time()
        while True:
            pause_s = every_s * dice.uniform(0.5, 1.5)
            if time.monotonic() + pause_s > until_s:  # not all at once at the end
                break
            time.sleep(pause_s)
            start = time.monotonic()
            at = act(ended)
            played.confirmed[at] = time.monotonic()
            played.took_s.append(played.confirmed[at] - start)
            if len(played.took_s) % CALLS_EVERY == 0:
                number = act(lambda match: match.note(call_note("", None)))
                played.called[number] = time.monotonic()
        time.sleep(max(0.0, until_s - time.monotonic()))  # its last act is sent as any other
        played.cpu_s = time.process_time() - cpu_s
    return played


def _without_a_camera(journal: Journal, place: str) -> Act:
    """Begin a match that nothing is seen of; return what does an act in it."""
    journal.append(opened("ambush", place, {}, State(SIDES), place))
    match = Match(journal, TABLE, rule)
    return lambda what: what(match)


def _before_a_camera(
    film: Film, number: int, journal: Journal, relay: OutboxRelay | None, played: Played, stack: ExitStack,
    *, alone: bool,
) -> Act:  # fmt: skip
    """Put a table before its camera as `vedette serve` does, and let it look; return what does an act in its match."""
    clock, scene = WallClock(), replace(film.scene, title=played.place)
    observer = TableObserver(film.view, scene.roster, scene.pieces)
    first = Jpeg(film.pictures[0]).colour()
    for k in reversed(range(FIRST_LOOKS)):  # a real table's page opens on a measured table, too
        observer.see(first, -(k + 1) * LOOK_S)
    loop = TimedLoop(Feed(lambda: Replay(film, number), clock.now_s), clock, observer)
    session = session_of(scene, scene.roster, observer.observation, lambda: 1, clock.now_s, "a benchmark", journal)
    session.number = lambda: number_of_view(film.view, scene.roster)
    session.observer = lambda: observer
    loop.audience = Audience(session.publish, lambda: session.memory().fallen, terrain=lambda: session.laid.pieces)
    TableReporter(session)(True)  # reads the words of all languages, as whatever a page asked for before has
    if relay is not None:
        send_by(session, relay)
    wait_for_all(session.act, alone=alone)
    stop = threading.Event()
    thread = threading.Thread(target=loop.run, args=(stop,), daemon=True)
    thread.start()

    def end() -> None:
        stop.set()
        thread.join()
        session.close()
        played.look_cpu_s = loop.cpu_s

    stack.callback(end)
    return session.act
