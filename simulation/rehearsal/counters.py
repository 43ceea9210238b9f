"""What happens at a rehearsal's hex board: hands put counters on the hexes that rulings tell, and take blocks away."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.putting_back.hints import Hint
from rules.state import State
from simulation.rehearsal.bump import Sweep
from simulation.rehearsal.hex_places import Laying
from simulation.rehearsal.hex_scene import HexScene
from simulation.rehearsal.world import Errand, World
from table.hex_board import hex_at
from table.hexes import Hex
from table.mount import Pose
from table.snapshot import Snapshot


class Counters(World):
    """The true hex board as time goes by: what was agreed on is put on its hex; what was shoved waits to be put back.

    A unit that lost blocks has fewer: a hand takes them away.
    """

    def __init__(self, scene: HexScene) -> None:
        super().__init__(scene)
        self._board, self._units = scene.board, frozenset(scene.blocks)
        self._laying = Laying(scene.board, {entry.name: entry for entry in scene.roster.entries}, scene.blocks)
        self._agreed: Mapping[str, Hex] = {name: self._hex_of(pose) for name, pose in self._poses.items()}
        self._lost: Mapping[str, int] = {name: lost for name, known in scene.states.items() if (lost := _damage(known))}
        self._headings = {name: pose.heading_deg for name, pose in self._poses.items()}

    def truth(self) -> Snapshot:
        """Return where everything on the table lies, and how many blocks each unit has lost."""
        truth = super().truth()
        stands = (s.with_state(damage=self._lost[s.name]) if s.name in self._lost else s for s in truth.stands)
        return replace(truth, stands=tuple(stands))

    def _next(self, now_s: float, memory: State, quiet: bool, to_do: Sequence[Hint]) -> Errand | Sweep | None:
        if self._bump or to_do:
            return super()._next(now_s, memory, quiet, to_do)
        for name, pose in self._poses.items():
            if name in memory.fallen:
                if name not in self._off:
                    return Errand("lift", name, pose, pose, now_s)
                continue
            errand = self._laid(name, pose, memory, now_s) or self._thinned(name, pose, memory, now_s)
            if errand is not None:
                return errand
        return None

    def _laid(self, name: str, pose: Pose, memory: State, now_s: float) -> Errand | None:
        """Return the errand that brings a stand back, or lays it on the hex agreed on anew."""
        told = memory.places.get(name, memory.starts.get(name))
        here = self._agreed[name] if told is None else hex_at(self._board, *told)
        if here == self._agreed[name] and name not in self._off:
            return None
        self._agreed = {**self._agreed, name: here}
        if name not in self._off and self._hex_of(pose) == here:
            return None  # there already: what a hand did was agreed on afterwards
        others = {other: at for other, at in self._poses.items() if other not in self._off}
        heading_deg = self._headings[name]
        x, y = self._laying.spot(name, here, heading_deg, others)
        return Errand("put" if name in self._off else "move", name, pose, Pose(x, y, heading_deg), now_s)

    def _thinned(self, name: str, pose: Pose, memory: State, now_s: float) -> Errand | None:
        """Return the errand that takes away, or brings back, the blocks a unit has lost since."""
        lost = _damage(memory.states.get(name, {}))
        if name not in self._units or lost == self._lost.get(name, 0):
            return None
        self._lost = {**self._lost, name: lost}
        return Errand("move", name, pose, pose, now_s)

    def _hex_of(self, pose: Pose) -> Hex:
        return hex_at(self._board, pose.x, pose.y)


def _damage(known: Mapping[str, Any]) -> int:
    return int(known.get("damage") or 0)
