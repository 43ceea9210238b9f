"""The demo put together: a scene, its world and camera, the loop that looks, the match and the session."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex

from hardware.virtual_rig import VirtualRig
from referee.boards.agreed import starts_on
from referee.cannon.falls_finder import falls_finder
from referee.clock import Clock
from referee.evidence.frames import FrameFolder, frames_of
from referee.journal.history import opened
from referee.journal.store import Journal, TemporaryJournal
from referee.match.by_hand import reserve_of
from referee.match.match import match_of
from referee.match.state import NotNow
from referee.match_info import MatchInfo
from referee.observation import Observation
from referee.setup.table_number import number_of_view
from referee.shots.cannon import Cannon
from rules.registry import rule
from rules.state import State
from simulation.rehearsal.cannon_scene import CannonScene
from simulation.rehearsal.demos import loop_of
from simulation.rehearsal.loop import Listener, Loop
from simulation.rehearsal.scene import Scene
from simulation.rehearsal.siege import Siege
from simulation.rehearsal.siege_loop import SiegeLoop, SiegeStudio
from table.roster import Roster
from web.cannon_plug_in import plug_in_cannons
from web.match_session import Die, MatchSession


@dataclass(frozen=True)
class Stage:
    """A rehearsal ready to begin."""

    session: MatchSession
    loop: Loop

    @property
    def listener(self) -> Listener:
        """What connects the loop with the session."""
        return Listener(self.session.publish, self.session.memory, self.session.quiet, self.session.to_do)

    def step(self) -> None:
        """Look at the table once."""
        self.loop.step(self.listener)

    def run(self, stop: threading.Event) -> None:
        """Go on looking until told to stop."""
        self.loop.run(self.listener, stop)


def set_stage(
    scene: Scene, clock: Clock, die: Die, seed: int = 3, journal: Journal | None = None,
    frames: FrameFolder | None = None,
) -> Stage:  # fmt: skip
    """Return a rehearsal of that scene; the first observation is made, so that the page opens on a measured table."""
    if isinstance(scene, CannonScene):
        return set_siege(scene, clock, die, seed, journal, frames)
    return seat(loop_of(scene, clock, seed), die, journal, frames)


def seat(loop: Loop, die: Die, journal: Journal | None = None, frames: FrameFolder | None = None) -> Stage:
    """Return the rehearsal this loop looks at, with a session and a match: one that has just begun, or its journal's.

    ``frames`` is where the pictures of its rulings are kept; left out, beside the journal.
    """
    scene = loop.world.scene
    session = session_of(scene, scene.roster, loop.observation, die, loop.clock.now_s, "vedette demo", journal, frames)
    session.bump, session.putting_back.start = loop.world.bump, scene.truth
    session.observer = lambda: loop.observer
    session.number = lambda: number_of_view(loop.observer.tracker.view, scene.roster)
    return Stage(session, loop)


def set_siege(
    scene: CannonScene, clock: Clock, die: Die, seed: int = 3, journal: Journal | None = None,
    frames: FrameFolder | None = None,
) -> Stage:  # fmt: skip
    """Return a rehearsal of a battle with cannons: a virtual rig on each, a gunner who fires when he is told."""
    rigs = {side.name: VirtualRig(f"DEMO-{side.name}", clock=clock.now_s, seed=seed) for side in scene.sides}
    world = Siege(scene, rigs, seed)
    loop = SiegeLoop(world, SiegeStudio(scene, world, seed), clock)
    stage = seat(loop, die, journal, frames)
    session = stage.session
    session.bump = None
    cannons = []
    for side, rig in rigs.items():
        session.at_close(rig.close)
        rig.start()
        cannons.append(Cannon(side=side, port=rig.url, gate_mm=rig.gate_mm, ammunition=scene.shells))
    tracker = loop.observer.tracker
    find = falls_finder(lambda: tracker.view, scene.roster)
    shots = plug_in_cannons(session, cannons, clock.now_s, lambda: tracker.view, find)
    world.held = lambda: session.held
    loop.film = session.film

    def fire(side: str) -> None:
        if world.busy or session.held:
            raise NotNow("the gunner is at the cannon already")
        world.order(side)

    shots.gunner = fire
    return stage


def session_of(
    info: MatchInfo, roster: Roster, observation: Observation, die: Die, now_s: Callable[[], float], program: str,
    journal: Journal | None = None, frames: FrameFolder | None = None,
) -> MatchSession:  # fmt: skip
    """Return the session of a match that begins on the table of that observation, or goes on where its journal ends.

    ``program`` is written into the first entry. Without a journal the match has one that goes
    with it. Raises BadInput for the journal of another game, or of other sides.
    """
    sides = tuple(side.name for side in info.sides)
    starts = starts_on(observation.table.board, observation.table.stands)
    state = State(sides, info.turn, states=info.states, known=info.known, starts=starts)
    if journal is None:
        journal = TemporaryJournal()
    else:
        frames = frames or frames_of(journal)
    named = f"{program}, match {token_hex(4)}"  # no two that begin alike at one moment have the same first entry
    first = opened(info.game, info.title, info.settings, state, named)
    match = match_of(journal, first, observation.table, rule, reserve_of(roster))
    return MatchSession(info, match, observation, die, now_s, frames)
