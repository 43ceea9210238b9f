"""The farm without a camera: tables as they settle, one after the other."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from matches import match_at

from referee.journal.store import Journal
from referee.match.match import Match
from referee.observation import Observation, TableStatus, Whereabouts
from referee.putting_back.progress import PuttingBack
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from table.snapshot import Snapshot

Offs = dict[str, tuple[float, float, float]]


@dataclass
class Farm:
    """A match at the farm, told of table after table as a session would tell it."""

    match: Match
    putting: PuttingBack
    home: Snapshot
    observation: Observation

    def shoved(self, offs: Offs) -> Snapshot:
        """Return the table at home but for some stands: so far right, away, turned."""
        stands = (
            s.moved_to(s.x + dx, s.y + dy, s.heading_deg + turn) if (dx, dy, turn) != (0, 0, 0) else s
            for s in self.home.stands
            for dx, dy, turn in (offs.get(s.name, (0.0, 0.0, 0.0)),)
        )
        return replace(self.home, stands=tuple(stands))

    def see(self, observation: Observation) -> bool:
        """Take in one observation, as the session does."""
        self.observation = observation
        self.match.see(observation.table, observation.unseen)
        for name, cm in observation.walked:
            self.match.walk(name, cm)
        return self.putting.see(observation)

    def settle(self, offs: Offs | None = None, gone: tuple[str, ...] = (), **more: object) -> bool:
        """Let the table come to rest with some stands shoved from home, and some gone; ways are walked meanwhile."""
        table = self.shoved(offs or {})
        before = self.observation.table
        walked = tuple(
            (s.name, ((s.x - b.x) ** 2 + (s.y - b.y) ** 2) ** 0.5)
            for s in table.stands
            for b in (before.stand(s.name),)
            if s.centre != b.centre
        )
        self.see(
            Observation(
                before, TableStatus("hands"), self.observation.unseen, live=self.live(table, set(gone), "covered")
            )
        )
        self.see(
            Observation(
                before,
                TableStatus("settling"),
                self.observation.unseen,
                walked=walked,
                live=self.live(table, set(gone)),
            )
        )
        live = self.live(table, set(gone))
        return self.see(Observation(table, TableStatus("still"), frozenset(gone), live=live, **more))  # type: ignore[arg-type]

    def live(self, table: Snapshot, gone: set[str], state: str = "seen") -> tuple[Whereabouts, ...]:
        return tuple(
            Whereabouts(s.name, "gone" if s.name in gone else state, s)  # type: ignore[arg-type]
            for s in table.stands
        )


@pytest.fixture
def farm_of() -> Callable[[Journal | None], Farm]:
    def made(journal: Journal | None = None) -> Farm:
        scene = demo_scene("ambush")
        truth = scene.truth()
        home = replace(truth, stands=tuple(replace(s, sigma_cm=0.015, sigma_deg=0.3) for s in truth.stands))
        state = State(tuple(side.name for side in scene.sides), scene.turn)
        match = match_at(home, scene.game, state, scene.settings, journal)
        observation = Observation(home, TableStatus("still"))
        return Farm(match, PuttingBack(match, observation), home, observation)

    return made


@pytest.fixture
def farm(farm_of: Callable[..., Farm]) -> Farm:
    return farm_of()
