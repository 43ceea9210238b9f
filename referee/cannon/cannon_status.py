"""What there is to show of a match's cannons and shots at one instant."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.cannon.frame_choice import Fired
from referee.cannon.proposal import Proposal
from referee.shots.cannon import Cannon
from referee.shots.cocked import CannonStatus
from referee.shots.record import ShotRecord
from referee.words.cannon import LEAVING
from rules.ruling import Ruling

NO_DOUBT = ("outside_stands_again", "outside_zone", "not_hit_directly")
"""The checks that say of somebody that he stands again: he fell outside the zone, or another was hit directly."""


@dataclass(frozen=True, kw_only=True)
class CannonReading:
    """Each side's cannon and lever, and its shots: the newest, those that wait, what is proposed, the last answered.

    ``now_s`` is the instant of it, by the clock of the looks; ``by_hand`` are the sides whose cannons the referee says
    are cocked; ``waiting`` the shots that wait for a still table, the earliest first; ``comparing`` one whose pictures
    are compared; ``proposals`` the open ones, that on the card first; ``ruling`` what the rules would make of it;
    ``again``: the last answered can be looked at again; ``option`` how losses are counted (M5.4); ``rehearsal``: the
    demo's gunner fires when he is told.
    """

    cannons: Mapping[str, Cannon]
    levers: Mapping[str, CannonStatus]
    now_s: float
    by_hand: frozenset[str]
    newest: ShotRecord | None
    waiting: tuple[Fired, ...]
    comparing: Fired | None
    proposals: tuple[Proposal, ...]
    answered: Proposal | None
    again: bool
    ruling: Ruling | None
    option: str
    rehearsal: bool

    @property
    def proposal(self) -> Proposal | None:
        """The proposal on the card."""
        return self.proposals[0] if self.proposals else None

    @property
    def leaving(self) -> frozenset[str]:
        """Those who would leave the board."""
        effects = self.ruling.effects if self.ruling is not None else ()
        return frozenset(effect.stand for effect in effects if effect.type in LEAVING and effect.stand is not None)

    @property
    def to_name(self) -> Mapping[str, tuple[str, ...]]:
        """By side, those of whom its commander names one: hit by a ricochet in the zone, in doubt under option iii."""
        if self.proposal is None or self.ruling is None or self.option != "iii":
            return {}
        sure = {c.detail.get("stand") for c in self.ruling.checks if c.key in NO_DOUBT and c.verdict == "passed"}
        found: dict[str, tuple[str, ...]] = {}
        for casualty in self.proposal.fallen:
            if casualty.cause == "ricochet" and casualty.name not in sure:
                found[casualty.side] = (*found.get(casualty.side, ()), casualty.name)
        return found
