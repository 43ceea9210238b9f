"""A shot and everything that is known of it (M6.3)."""

from dataclasses import dataclass
from typing import NamedTuple

from referee.journal.payloads import Estimate, Frame

PROPOSED, ANSWERED, LOST = "shot proposed", "shot answered", "shots lost"


__all__ = ["BY_HAND", "Estimate", "Point", "ShotKey", "ShotRecord"]

BY_HAND = "by hand"
"""The name of the rig of a shot that no rig sensed: the referee told it."""
Point = tuple[float, float]


class ShotKey(NamedTuple):
    """What a shot is known by: its rig, and the number the rig gave it."""

    rig: str
    counter: int

    def __str__(self) -> str:
        return f"{self.rig}:{self.counter}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ShotRecord:
    """A shot: what its rig sensed, and what came of it.

    ``at`` is the instant the lever was let go, UTC by this computer's clock, ``at_sigma_s`` how well it is known;
    ``rig_us`` the same by the rig's clock since its start number ``boot``, ``gates_us`` when each gate saw the shell
    after that, ``plate_us`` when the plate heard it, None where they did not. ``faults`` are keys of
    what may be wrong with it (``record_of``): a gate was blocked or saw nothing, the lever let go twice, a speed nobody
    believes.
    ``counts`` is None until the referee has confirmed the shot, or said that it was none; ``left`` the shells left
    then, ``casualties`` the journal's entry of what fell. ``muzzle``, ``aim`` and ``impact`` are in table cm. ``entry``
    is the journal's number of the shot itself.
    """

    rig: str
    counter: int
    side: str
    at: str
    at_sigma_s: float | None = None
    rig_us: int | None = None
    boot: int | None = None
    cocked_s: float | None = None
    gates_us: tuple[float | None, float | None] = (None, None)
    plate_us: float | None = None
    speed_m_s: Estimate | None = None
    energy_mj: Estimate | None = None
    misfire: bool = False
    faults: tuple[str, ...] = ()
    counts: bool | None = None
    left: int | None = None
    casualties: int | None = None
    before: Frame | None = None
    after: Frame | None = None
    muzzle: Point | None = None
    aim: Point | None = None
    impact: Point | None = None
    impact_sigma_cm: float = 0.0
    entry: int | None = None

    @property
    def key(self) -> ShotKey:
        """What it is known by."""
        return ShotKey(self.rig, self.counter)

    @property
    def fired(self) -> bool:
        """Whether a shell left the barrel: the referee's word, and until there is one the rig's."""
        return not self.misfire if self.counts is None else self.counts

    @property
    def misfired(self) -> bool:
        """Whether the lever was let go and no shell came; the referee may know better than the gates."""
        return self.misfire and not self.fired
