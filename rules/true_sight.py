"""True sight in a ruling (option ``sight``): how much of a target is seen, what hides it, and how that is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.ruling_builder import RulingBuilder, judge_probability
from rules.settings import Settings_co
from table.body import Body, Eye
from table.sight_scene import Blocker
from table.true_sight import SEEN, Sighting, hiding, sight_probability
from table.verdict import Judgement


@dataclass(frozen=True, slots=True)
class Look:
    """What an eye sees of a target, and what hides some of it: names and the share each hides alone, most first."""

    sighting: Sighting
    hiding: tuple[tuple[str, float], ...]

    @classmethod
    def at(cls, eye: Eye, viewer: Body, target: Body, blockers: Sequence[Blocker], *more_than: float) -> "Look":
        """Return what a viewer's eye sees of a target past other things; whether any, and ``more_than``, is asked."""
        sighting = sight_probability(eye, viewer, target, blockers, (0.0, *more_than))
        if sighting.share > 1 - SEEN and sighting.probability(1 - 2 * SEEN) == 1:
            return cls(sighting, ())
        found = hiding(eye, target, blockers, max(viewer.sigma_cm, target.sigma_cm))
        return cls(sighting, tuple((each.name, share) for each, share in found))

    @property
    def hidden_by(self) -> list[str]:
        """The names of all that hides some of the target, or of what comes nearest to it."""
        return [name for name, share in self.hiding if share > SEEN] or [name for name, _ in self.hiding[:1]]

    def judged(self, doubt: float, more_than: float = 0.0, also: float = 1.0) -> Judgement:
        """Return the judgement of more than a share being seen, if what is as probable as ``also`` holds too."""
        probability = self.sighting.probability(more_than) * also
        share, sigma = self.sighting.share, self.sighting.sigma
        return Judgement(judge_probability(probability, doubt), probability, share, more_than, sigma)

    def tell(self, clause: str, target: str, builder: RulingBuilder[Settings_co]) -> None:
        """Record how much of the target is seen, where something hides some of it."""
        share = self.sighting.share
        if self.hiding and share < 1:
            percent = max(1, round(100 * share)) if share > 0 else 0
            builder.modifying(clause, "seen_share", target=target, percent=percent, pieces=self.hidden_by)


def tell_unknown(clause: str, pieces: Sequence[str], builder: RulingBuilder[Settings_co]) -> None:
    """Record that nobody said how high some pieces are, so that they block as the book has it."""
    if pieces:
        builder.modifying(clause, "height_unknown", pieces=sorted(pieces))
