"""What a match knows besides where the stands are; a game's effect reducer changes it by the effects of rulings."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import dist

from rules.action import Action
from rules.ruling import Facts
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg

Known = Mapping[str, Facts]
TABLE = "table"
"""Under this name, among the sides, stands what is known of the table as a whole: its phase, its weather."""
DUE = {"react": "reacts", "general": "base_lost"}
"""The words that say whether a verb's die is due: a match knows, a table by itself need not say."""
STAYED_CM = 0.5  # a stand that is no farther from where it began the turn has not moved
STAYED_DEG = 5.0  # and one that faces as it did but for so much has not turned


@dataclass(frozen=True)
class State:
    """Turn, side to play, what each stand, unit and side has done, and what was taken off (with where it last stood).

    ``states``, ``units`` and ``known`` are by the name of stand, unit (brigade) and side; ``known`` is what `rule`
    takes as ``sides``. ``places`` are the centres in table cm to which rulings told players to put stands (a
    recoil, a push); where a stand really is the camera says. ``starts`` is where stands stood when the turn
    began, ``headings`` how they faced (Y7.1, Y9.3). ``struck`` are the bases that this turn's fire has hit, as they
    stood before it (Y8.4).
    """

    sides: tuple[str, ...]
    turn: int = 1
    side: str = ""
    states: Known = field(default_factory=dict)
    fallen: Mapping[str, Stand] = field(default_factory=dict)
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    units: Known = field(default_factory=dict)
    known: Known = field(default_factory=dict)
    starts: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    struck: Mapping[str, Stand] = field(default_factory=dict)
    headings: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", self.side or self.sides[0])

    def over(self, measured: Snapshot) -> Snapshot:
        """Return the measured table as the game knows it: without the fallen, each stand with its state."""
        kept = (stand for stand in measured.stands if not self._is_off(stand.name))
        return replace(measured, stands=tuple(self.knowing_of(stand) for stand in kept))

    def over_for(self, action: Action, measured: Snapshot) -> Snapshot:
        """Return the measured table as the game knows it for one action (``with_struck``)."""
        return self.with_struck(action, self.over(measured))

    def with_struck(self, action: Action, table: Snapshot) -> Snapshot:
        """Return the table that an action is ruled on: fire finds those it has hit as they ``stood``, the fallen too.

        All fire of a turn is simultaneous (Y8.4): who was hit still answers, and stands before others till the end. A
        general acts where his base fell, and a die that falls due once is known to be due or not (Y5.5, Y11.1).
        """
        last = self.fallen.get(str(action.get("actor"))) if action.get("type") == "general" else None
        if last is not None and last.name not in table:
            table = replace(table, stands=(*table.stands, self.knowing_of(last).with_state(fallen=True)))
        if word := DUE.get(str(action.get("type"))):
            stands = (stand.with_state(**{word: bool(stand.state.get(word))}) for stand in table.stands)
            table = replace(table, stands=tuple(stands))
        for name, stood in self.struck.items() if action.get("type") == "fire" else ():
            if name in table:
                place = [stood.x, stood.y, stood.heading_deg]
                table = table.with_stand(table.stand(name).with_state(stood=place))
            elif name in self.fallen:
                table = replace(table, stands=(*table.stands, self.knowing_of(stood).with_state(fallen=True)))
        return table

    def _is_off(self, name: str) -> bool:
        """Whether a stand is off the table: it fell, or nobody is left on its plate."""
        return name in self.fallen or self.states.get(name, {}).get("soldiers") == 0

    def knowing_of(self, stand: Stand) -> Stand:
        """Return a stand with all that is known of it."""
        told: dict[str, object] = {}
        for name in (stand.state.get("brigade"), stand.unit, stand.name):
            told |= self.units.get(str(name), {})
        start = self.starts.get(stand.name)
        if start is not None and dist(start, stand.centre) > STAYED_CM:
            told["start"] = list(start)
        heading_deg = self.headings.get(stand.name, stand.heading_deg)
        if abs(wrap_deg(heading_deg - stand.heading_deg)) > STAYED_DEG:
            told["start_heading_deg"] = heading_deg
        told |= self.states.get(stand.name, {})
        return stand.with_state(**told) if told else stand

    def all_of(self, stand: Stand) -> Facts:
        """Return all that is known of a stand: what its table said, and what it has done since."""
        return {**stand.state, **self.states.get(stand.name, {})}

    def knowing(self, name: str, changes: Facts) -> "State":
        """Return what is known once something is of a stand."""
        return replace(self, states={**self.states, name: {**self.states.get(name, {}), **changes}})

    def knowing_table(self, values: Facts) -> "State":
        """Return what is known once something is of the table as a whole."""
        return replace(self, known={**self.known, TABLE: {**self.known.get(TABLE, {}), **values}})

    @property
    def losses(self) -> Mapping[tuple[str, str | None], int]:
        """How many stands each side has lost, by brigade."""
        return Counter((stand.side, stand.state.get("brigade")) for stand in self.fallen.values())

    def lost_of(self, side: str) -> tuple[str, ...]:
        """Return the names of the stands that a side has lost, in order."""
        return tuple(sorted(stand.name for stand in self.fallen.values() if stand.side == side))

    @property
    def winner(self) -> str | None:
        """The only side that has neither surrendered nor been defeated, once another has."""
        out = [
            s for s in self.sides if self.known.get(s, {}).get("surrendered") or self.known.get(s, {}).get("defeated")
        ]
        left = [side for side in self.sides if side not in out]
        return left[0] if out and len(left) == 1 else None
