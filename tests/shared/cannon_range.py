"""A battle of Montecassino with eight soldiers, its journal, a clock set by hand, and frames made of nothing."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
from hand_clock import HandClock

from referee.cannon.found import FoundFall, ShotFindings
from referee.cannon.pictures import WorkerReport
from referee.cannon.service import ShotService
from referee.cannon.shot_state import Comparing
from referee.journal.history import opened
from referee.journal.store import Journal
from referee.match.match import Match, match_of
from referee.observation import Observation, TableStatus
from referee.shots.cannon import Cannon
from referee.shots.record import Estimate, ShotRecord
from rules.registry import rule
from rules.state import State
from table.frame import SquareBoard
from table.snapshot import Snapshot
from table.squares import Square, centre_of
from table.stand import Stand

BOARD = SquareBoard((4.0, 7.0), 4.5, 8, 18)
SQUARES = {
    "A1": "A-20", "A2": "A-45", "A3": "A-60", "A4": "A-61", "G1": "G-20", "G2": "G-43", "G3": "G-44", "G4": "G-60",
}  # fmt: skip
SETTINGS: dict[str, Any] = {"option": "ii", "zone": "standard", "shells": 5}
PICTURE = np.full((6, 8, 3), 90, np.uint8)


def soldiers() -> Snapshot:
    """Return the table: each soldier in the middle of his square."""
    stands = []
    for name, square in SQUARES.items():
        x, y = centre_of(BOARD, Square.parse(square))
        stands.append(Stand(name, name[0], "soldier", x, y, 90.0, 1.8, 1.8, sigma_cm=0.02))
    return Snapshot(44.0, 95.0, tuple(stands), board=BOARD)


def place(name: str) -> tuple[float, float]:
    """Return where a soldier stands."""
    return centre_of(BOARD, Square.parse(SQUARES[name]))


def falls(*names: str, apart_s: float = 0.0, frame_s: float | None = 1 / 30, confidence: float = 0.99) -> ShotFindings:
    """Return what is found where these fell, so far apart from one another."""
    fallen = tuple(FoundFall(name, place(name), confidence, 10.0 + k * apart_s) for k, name in enumerate(names))
    return ShotFindings(fallen, frame_s=frame_s)


@dataclass
class Range:
    """Two cannons whose frames and jobs the test holds in its hands."""

    journal: Journal
    clock: HandClock
    settings: dict[str, Any] = field(default_factory=lambda: dict(SETTINGS))
    jobs: list[Comparing] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = soldiers()
        state = State(("A", "G"), turn=7)
        first = opened("montecassino", "a test", self.settings, state, "a test")
        self.match: Match = match_of(self.journal, first, self.table, rule)
        self.shots = ShotService(
            self.match, [Cannon(side=side, ammunition=5) for side in "AG"], self.clock.now_s, self.jobs.append,
            lambda: datetime(2026, 11, 22, 4, 0, tzinfo=UTC),
        )  # fmt: skip

    def look(self, seconds: float = 0.0, key: str = "still", table: Snapshot | None = None) -> bool:
        """Let the camera look for so long, ten times a second; say whether there was anything new to show."""
        news = False
        for _ in range(max(1, round(seconds * 10))):
            self.clock.advance(0.1)
            observation = Observation(table or self.table, TableStatus(key), picture=PICTURE, time_s=self.clock.now_s())  # type: ignore[arg-type]
            news |= self.shots.see(observation)
        return news

    def rig_fires(self, side: str = "A", counter: int = 1, **more: Any) -> bool:
        """Let a rig sense a shot now."""
        record = ShotRecord(
            rig="R-1", counter=counter, side=side, at="2026-11-22T04:00:00Z", speed_m_s=Estimate(11.0, 0.2),
            energy_mj=Estimate(7.3, 0.4), **more,
        )  # fmt: skip
        return self.shots.sensed(record, self.clock.now_s(), 0.001)

    def shoot(self, found: ShotFindings, side: str = "A", counter: int = 1, **more: Any) -> None:
        """Let a shot be fired, the table settle, and this be found."""
        self.look(1.0)
        self.rig_fires(side, counter, **more)
        self.look(0.5, "settling")
        self.look(1.0)
        self.answer(found)

    def answer(self, found: ShotFindings | None, trouble: str = "") -> None:
        """Let the worker report on the job at hand."""
        self.shots.reported(WorkerReport(self.jobs.pop(0), found, trouble))

    @property
    def left(self) -> dict[str, int | None]:
        """The shells each side has left."""
        return {side: status.left for side, status in self.shots.state().levers.items()}

    def kinds(self) -> list[str]:
        """Return the kinds of the journal's entries, notes by what they are about."""
        return [entry.payload["about"] if entry.kind == "note" else entry.kind for entry in self.journal.entries()]


def moved(table: Snapshot, name: str, dx: float) -> Snapshot:
    """Return the table with one soldier pushed."""
    stand = table.stand(name)
    return table.with_stand(replace(stand, x=stand.x + dx))
