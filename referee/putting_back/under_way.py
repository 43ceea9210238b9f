"""Stands on their way back: what each still lacks, until all are where they were agreed to be."""

from dataclasses import dataclass, field

from referee.observation import Observation
from referee.putting_back.disturbance import farthest_first
from referee.putting_back.hints import Hint, HintState, Tolerance, hints
from referee.putting_back.moments import AgreedTable
from rules.state import State


@dataclass
class UnderWay:
    """One putting back: ``told`` has a hint for each stand that was off at any observation since it began."""

    agreed: AgreedTable
    tolerance: Tolerance
    told: tuple[Hint, ...] = ()
    settled: bool = False
    _states: dict[str, HintState] = field(default_factory=dict)
    _listed: set[str] = field(default_factory=set)

    def see(self, observation: Observation, now: State) -> bool:
        """Take in an observation; say whether that changed what people read."""
        found = hints(self.agreed.stands(now), observation.whereabouts, self.tolerance, self._states)
        self._states = {hint.name: hint.state for hint in found}
        self._listed |= {hint.name for hint in found if hint.state in ("off", "away", "there")}
        before = [hint.shown for hint in self.told]
        self.told = farthest_first(hint for hint in found if hint.name in self._listed)
        was_settled, self.settled = self.settled, observation.settled
        return [hint.shown for hint in self.told] != before or self.settled != was_settled

    @property
    def left(self) -> tuple[Hint, ...]:
        """The stands that are not back."""
        return tuple(hint for hint in self.told if hint.state != "back")

    @property
    def done(self) -> bool:
        """Whether every stand is back, and the table at rest."""
        return self.settled and not self.left

    @property
    def residual(self) -> tuple[float, float]:
        """How far off those that are back still are, at most: cm and degrees."""
        back = [hint for hint in self.told if hint.state == "back"]
        cm = max((hint.off_cm for hint in back), default=0.0)
        return cm, max((abs(hint.turn_deg) for hint in back), default=0.0)
