"""What was moved by hand on a board since the last act, and what the players still have to put right."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from rules.board_cells import CellReading, reading_of
from table.snapshot import Snapshot
from table.terrain import Point
from table.verdict import DOUBT

Readings = Mapping[str, CellReading]


@dataclass(frozen=True)
class BoardChanges:
    """How the table differs from the position agreed on, by stand: the table agreed on, and the one it has become.

    ``readings`` is on which cell each stand is measured, ``places`` where in table cm. ``moved`` were moved by hand
    since the last act, ``gone`` are not seen any more where somebody else now stands; ``left`` stand where they no
    longer belong, ``stray`` are those that ought not to be there at all.
    """

    before: Snapshot
    after: Snapshot
    readings: Readings = field(default_factory=dict)
    places: Mapping[str, Point] = field(default_factory=dict)
    moved: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    stray: tuple[str, ...] = ()


class BoardWatch:
    """Remembers where everybody was measured when the position agreed on became what it is."""

    def __init__(self) -> None:
        self._agreed: Readings = {}
        self._then: Readings = {}
        self.now = BoardChanges(Snapshot(1, 1), Snapshot(1, 1))

    def see(self, agreed: Snapshot, standing: Snapshot, unseen: Collection[str], doubt: float = DOUBT) -> None:
        """Take in the position agreed on, everybody as measured, and who was not seen; ``doubt`` is the match's own."""
        board = agreed.board
        if board is None:
            return
        measured = {stand.name: reading_of(board, stand, doubt) for stand in standing.stands}
        known = {stand.name: reading_of(board, stand, doubt) for stand in agreed.stands}
        if known != self._agreed:
            self._agreed, self._then = known, measured
        self.now = self._afoot(agreed, standing, unseen, known, measured)

    def _afoot(
        self, agreed: Snapshot, standing: Snapshot, unseen: Collection[str], known: Readings, measured: Readings
    ) -> BoardChanges:
        moved: list[str] = []
        left: list[str] = []
        stray: list[str] = []
        for name, reading in measured.items():
            ours, then = known.get(name), self._then.get(name)
            touched = then is not None and reading != then
            if ours is None:  # a prisoner, or one that fell: his figure is still there, or there again
                if name not in unseen and reading.state != "off":
                    (moved if touched else stray).append(name)
            elif reading != ours:
                (moved if touched and reading.state != "off" else left).append(name)
        taken = {cell for name in moved for cell in measured[name].cells}
        away = {*unseen, *(name for name in left if measured[name].state == "off")}
        # On hexes nobody is taken by stepping onto him: who is not seen there lies under the other counter.
        takes = agreed.board is not None and agreed.board.kind == "squares"
        gone = [name for name in known if takes and name in away and known[name].cell in taken]
        after = agreed.without(*gone)
        for name in moved:
            after = after.with_stand(standing.stand(name))
        return BoardChanges(
            agreed, after, measured, {stand.name: stand.centre for stand in standing.stands}, tuple(moved),
            tuple(gone), tuple(name for name in left if name not in unseen), tuple(stray),
        )  # fmt: skip
