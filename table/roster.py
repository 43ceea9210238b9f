"""The roster: what the markers stand for, and what lies on what where several share a cell."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from table.errors import BadInput
from table.mount import Mount, Pose
from table.shared import Shared
from table.stand import Base, Stand

Layer = Literal["under", "ground", "over"]
LAYERS: tuple[Layer, ...] = get_args(Layer)
_UNDER = frozenset({"fortification", "fort", "lane", "mine", "mines", "airfield", "arrow"})
_OVER = frozenset({"aircraft", "bomber", "fighter", "plane"})


def layer_of(kind: str) -> Layer:
    """Return the layer of a kind of stand; a roster's ``layer`` says otherwise.

    >>> layer_of("Fortification"), layer_of("anti-aircraft"), layer_of("aircraft")
    ('under', 'ground', 'over')
    """
    words = re.findall("[a-z]+", kind.lower())
    if not words or "anti" in words:
        return "ground"
    if words[-1] in _OVER:
        return "over"
    return "under" if words[-1] in _UNDER else "ground"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the roster: a marker id and the stand it is fixed to.

    ``group`` is the unit that a block belongs to where each of a unit's blocks has a marker of its own, ``layer`` what
    it lies on and what on it where several share a cell (table/roster.py has it by kind).
    """

    marker: int
    name: str
    side: str
    kind: str
    width_cm: float
    depth_cm: float
    mount: Mount
    unit: str | None = None
    bases: tuple[Base, ...] = ()
    state: Mapping[str, Any] = field(default_factory=dict, hash=False)
    group: str | None = None
    layer: Layer | None = None

    def stand_at(
        self, pose: Pose, sigma_cm: float = 0.0, sigma_deg: float = 0.0, shared: Shared | None = None
    ) -> Stand:
        """Return this entry's stand standing there."""
        return Stand(
            self.name, self.side, self.kind, pose.x, pose.y, pose.heading_deg, self.width_cm, self.depth_cm,
            sigma_cm, sigma_deg, self.unit, self.bases, "camera", self.state, shared,
        )  # fmt: skip


@dataclass(frozen=True)
class Roster:
    """All entries of a match; raises BadInput if two share a marker or a name."""

    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        if twice := _twice(entry.marker for entry in self.entries):
            raise BadInput("marker {listed} is on the roster twice; each stand needs its own", listed=twice)
        if twice := _twice(entry.name for entry in self.entries):
            raise BadInput("name {listed} is on the roster twice; each stand needs its own", listed=twice)

    @cached_property
    def by_marker(self) -> dict[int, Entry]:
        """Entries by marker id."""
        return {entry.marker: entry for entry in self.entries}


def _twice(values: Iterable[object]) -> str:
    """Return what comes more than once, listed; nothing where all differ."""
    return ", ".join(str(value) for value, count in Counter(values).items() if count > 1)
