"""The casualties of a shot as they are proposed, and the referee's word on each."""

from dataclasses import dataclass, replace
from typing import Any

from referee.cannon.causes import CauseWord, causes
from referee.cannon.found import FoundMove, ShotFindings
from referee.cannon.frame_choice import Fired
from referee.journal.payloads import Frame
from table.errors import BadInput
from table.frame import SquareBoard
from table.snapshot import Snapshot
from table.squares import read_square

SURE_ENOUGH = 0.5
"""A fall is proposed from this confidence on; below it, it is shown as doubtful and counts only if confirmed."""


BANNERS, BANNER_SIGMA_CM = 4, 0.1
"""The zone has so many banners; so well a hand that sets one down means its place (house value)."""


@dataclass(frozen=True, slots=True)
class Casualty:
    """One figure: where it stood, whether it fell and why, each with its confidence; ``by_referee`` what he said.

    ``square`` is None where it stood on no square of the board.
    """

    name: str
    side: str
    square: str | None
    fell: bool
    confidence: float
    cause: CauseWord
    cause_confidence: float
    by_referee: bool = False


@dataclass(frozen=True)
class Proposal:
    """What a shot seems to have done, for the referee to confirm or amend (M5.6).

    ``number`` counts the proposals of a match; ``table`` is the one before the shot as it was agreed on; ``before`` and
    ``after`` are its pictures as kept. ``trouble`` is the key of why nothing could be found, empty where it could.
    ``leaves`` are those whom commanders have named where ricochets left doubt (M5.4 iii), ``nobody`` the sides whose
    commander named nobody.
    """

    number: int
    shots: tuple[Fired, ...]
    table: Snapshot
    casualties: tuple[Casualty, ...] = ()
    moved: tuple[FoundMove, ...] = ()
    shell: tuple[float, float] | None = None
    shell_sigma_cm: float | None = None
    zone: tuple[tuple[float, float], ...] = ()
    notes: tuple[str, ...] = ()
    before: Frame | None = None
    after: Frame | None = None
    trouble: str = ""
    leaves: tuple[str, ...] = ()
    nobody: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """Whose cannon fired."""
        return self.shots[0].side

    @property
    def fallen(self) -> tuple[Casualty, ...]:
        """Those that fell, as far as is known now."""
        return tuple(casualty for casualty in self.casualties if casualty.fell)

    def with_word(self, name: str, *, fell: bool, cause: CauseWord | None = None) -> "Proposal":
        """Return the proposal with the referee's word on a stand, proposed or not.

        Raises UnknownStand for one that was not on the table before the shot, BadInput for one that stood on no square.
        """
        casualties = {casualty.name: casualty for casualty in self.casualties}
        known = casualties.get(name) or _standing(name, self.table)
        if fell and known.square is None:
            raise BadInput("{name} stood on no square of the board before the shot", name=name)
        casualties[name] = replace(known, fell=fell, confidence=1.0, by_referee=True)
        if cause is not None:
            casualties[name] = replace(casualties[name], cause=cause, cause_confidence=1.0)
        return replace(self, casualties=tuple(casualties.values()))

    def action(self) -> dict[str, Any]:
        """Return the shot as the rules take it."""
        action: dict[str, Any] = {"type": "shot", "side": self.side, "shot": self.shots[0].key}
        action["fallen"] = [
            {"square": casualty.square, "cause": casualty.cause, "name": casualty.name} for casualty in self.fallen
        ]
        if len(self.zone) == BANNERS:
            action |= {"banners": [list(place) for place in self.zone], "sigma_cm": BANNER_SIGMA_CM}
        if named := [casualty.square for casualty in self.fallen if casualty.name in self.leaves]:
            action["leaves"] = named
        if self.nobody:
            action["nobody"] = list(self.nobody)
        return action


def proposed(number: int, shots: tuple[Fired, ...], table: Snapshot, found: ShotFindings) -> Proposal:
    """Return the proposal that comes of what was found."""
    why = causes(found.fallen, found.struck, found.frame_s)
    casualties = []
    for fall in sorted(found.fallen, key=lambda fall: (-fall.confidence, fall.name)):
        if fall.name not in table:
            continue
        stand, cause = table.stand(fall.name), why[fall.name]
        square = square_of(table, stand.centre, stand.sigma_cm)
        fell = fall.confidence >= SURE_ENOUGH and square is not None
        casualties.append(
            Casualty(fall.name, stand.side, square, fell, fall.confidence, cause.word, cause.confidence)
        )  # fmt: skip
    notes = found.notes if len(shots) == 1 else (*found.notes, "shots_together")
    return Proposal(
        number, shots, table, tuple(casualties), found.moved, found.shell, found.shell_sigma_cm, found.zone, notes
    )  # fmt: skip


def square_of(table: Snapshot, xy: tuple[float, float], sigma_cm: float) -> str | None:
    """Return the square a stand stood on, the likeliest where it was between two; None off the board."""
    if not isinstance(table.board, SquareBoard):
        return None
    square = read_square(table.board, *xy, sigma_cm).likeliest
    return None if square is None else str(square)


def _standing(name: str, table: Snapshot) -> Casualty:
    stand = table.stand(name)
    return Casualty(
        name, stand.side, square_of(table, stand.centre, stand.sigma_cm), False, 1.0, "direct", 0.5, True
    )  # fmt: skip
