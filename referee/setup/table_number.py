"""What a table is good to, as every page says it: one number, and whether a tape agrees."""

from dataclasses import dataclass
from math import hypot
from typing import Literal

from calibration.accuracy import Accuracy, accuracy_of
from referee.setup.distance import distances_of
from referee.setup.folder import SetUp
from referee.setup.small_files import Distance
from table.errors import BadInput
from table.roster import Roster
from vision.table_view import TableView

TapeState = Literal["none", "sets", "agrees", "differs", "contradicts"]
"""What a tape says of a table: nothing yet; it set the scale; it agrees; it differs; so much that one was misread."""
MISTYPED = 0.05
"""A tape that differs by a larger share of its length was misread, or its ends were misplaced in the picture."""


@dataclass(frozen=True, slots=True)
class TableNumber:
    """How well any distance on a table is known, 95 times of 100, and of what that is made.

    Where a tape differs by more than that allows, it is as much as the tape says at least: ``good_to_cm``. ``worst``
    is the length that differs most.
    """

    accuracy: Accuracy
    tape: TapeState
    good_to_cm: float
    worst: Distance | None = None

    @property
    def agrees(self) -> bool:
        """Whether no tape speaks against it."""
        return self.tape not in ("differs", "contradicts")


def number_of_view(view: TableView, roster: Roster | None = None, checked: tuple[Distance, ...] = ()) -> TableNumber:
    """Return what a table is good to whose distances were checked so."""
    accuracy = accuracy_of(view, roster)
    across_cm = hypot(view.frame.width_cm, view.frame.depth_cm)
    wrong = {abs(distance.off_cm) / distance.true_cm: distance for distance in checked if not distance.agrees}
    tape: TapeState = "agrees" if checked else "none"
    if view.frame.tape is not None:
        tape = "sets"
    if wrong:
        tape = "contradicts" if max(wrong) > MISTYPED else "differs"
    worst = wrong[max(wrong)] if wrong else None
    return TableNumber(accuracy, tape, max([accuracy.good_to_cm, *(across_cm * share for share in wrong)]), worst)


def number_of(setup: SetUp) -> TableNumber | None:
    """Return what a set-up's table is good to; None where it was not found yet, or a file cannot be read."""
    try:
        view, roster, checked = setup.table, setup.roster, distances_of(setup)
    except BadInput:
        return None
    return None if view is None else number_of_view(view, roster, checked)
