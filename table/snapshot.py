"""The settled table at one moment."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from table.errors import BadGeometry, UnknownStand
from table.frame import HexBoard, SquareBoard
from table.stand import Stand
from table.terrain import Piece


@dataclass(frozen=True)
class Snapshot:
    """Everything on a table of ``width_cm`` x ``depth_cm`` at one moment; never changed, only replaced.

    ``board`` is what is printed on it, for games of squares or hexes.

    Raises BadGeometry for a table without size, two stands of one name or two pieces of one name.
    """

    width_cm: float
    depth_cm: float
    stands: tuple[Stand, ...] = ()
    pieces: tuple[Piece, ...] = ()
    time_s: float | None = field(default=None, compare=False)
    board: SquareBoard | HexBoard | None = None

    def __post_init__(self) -> None:
        if not (0 < self.width_cm < 1e5 and 0 < self.depth_cm < 1e5):
            raise BadGeometry(f"a table must have a size in cm, got {self.width_cm} x {self.depth_cm}")
        for what, named in (("stands", self.stands), ("pieces", self.pieces)):
            twice = [name for name, count in Counter(thing.name for thing in named).items() if count > 1]
            if twice:
                raise BadGeometry(f"two {what} are named {twice[0]!r}")

    @cached_property
    def _by_name(self) -> dict[str, Stand]:
        return {stand.name: stand for stand in self.stands}

    def stand(self, name: str) -> Stand:
        """Return the stand of that name; raises UnknownStand."""
        try:
            return self._by_name[name]
        except KeyError:
            raise UnknownStand(name, tuple(self._by_name)) from None

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def others(self, *names: str) -> tuple[Stand, ...]:
        """Return every stand but those named, in table order."""
        return tuple(s for s in self.stands if s.name not in names)

    def with_stand(self, stand: Stand) -> "Snapshot":
        """Return the table with that stand put down, in place of the one of its name if there is one."""
        if stand.name in self:
            return replace(self, stands=tuple(stand if s.name == stand.name else s for s in self.stands))
        return replace(self, stands=(*self.stands, stand))

    def without(self, *names: str) -> "Snapshot":
        """Return the table without those stands; raises UnknownStand for one that is not there."""
        for name in names:
            self.stand(name)
        return replace(self, stands=self.others(*names))

    def with_pieces(self, pieces: Iterable[Piece]) -> "Snapshot":
        """Return the table with other terrain."""
        return replace(self, pieces=tuple(pieces))
