"""The table as it is now: what the camera measured, and everything that is laid over it, one overlay after another."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.boards.agreed import agreed
from referee.journal.payloads import Frame
from referee.match.by_hand import over
from referee.match.state import MatchState
from referee.match.walks import Walks
from rules.registry import game_named
from rules.state import TABLE, State
from table.snapshot import Snapshot
from table.stand import Stand

BESIDE_CM = -500.0
"""Where a counter stands that nobody has placed or seen: on no hex, and out of sight of every drawing."""


def with_awaited(game: str, standing: Snapshot, reserve: Mapping[str, Stand], memory: State) -> Snapshot:
    """Return the table with those of a roster that no camera has seen and that are placed, or may be, by the rules."""
    if standing.board is None or not reserve or "place" not in game_named(game).verbs:
        return standing
    phase = memory.known.get(TABLE, {}).get("phase")
    placing = phase is None or str(phase).startswith("setup")
    found = tuple(
        replace(stand, x=BESIDE_CM, y=BESIDE_CM, sigma_cm=0.0)
        for name, stand in reserve.items()
        if name not in standing and (placing or name in memory.places or name in memory.starts)
    )
    return replace(standing, stands=(*standing.stands, *found)) if found else standing


@dataclass(frozen=True)
class CurrentTable:
    """The newest settled table as the camera has it (where hands hold stands, the one before), and what it lacks.

    ``unseen`` stands were not seen just now, ``reserve`` are those of the roster, seen or not. ``walks`` are the ways
    that stands were seen to go. While it is ``disturbed`` stands are being put back: nothing is declared, nobody walks.
    """

    measured: Snapshot
    unseen: frozenset[str] = frozenset()
    reserve: Mapping[str, Stand] = field(default_factory=dict)
    walks: Walks = field(default_factory=Walks)
    disturbed: bool = False

    def standing(self, now: MatchState) -> Snapshot:
        """Return the measured table, with the terrain agreed on and the stands placed by hand."""
        return over(now.laid.on(self.measured), now.by_hand, self.reserve)

    def on_board(self, frame: Frame | None) -> Frame | None:
        """Return the picture of this table, on a board with where the camera saw everybody: a match has only cells."""
        if frame is None or self.measured.board is None:
            return frame
        there = [stand for stand in self.measured.stands if stand.name not in self.unseen]
        seen = {stand.name: (round(stand.x, 2), round(stand.y, 2), round(stand.heading_deg, 1)) for stand in there}
        return frame.model_copy(update={"seen": seen})

    def for_rules(self, game: str, now: MatchState) -> Snapshot:
        """Return the table that the rules of a game rule on.

        Over the standing one lie, in this order: the counters still to be placed, what the match remembers of each
        stand, how far each has walked this turn, and on a board the position agreed on.
        """
        table = with_awaited(game, self.standing(now), self.reserve, now.memory)
        table = now.memory.over(table)
        table = self.walks.over(table, now.memory)
        return agreed(table, now.memory)
