"""Which cannon is cocked, since when, and for how long it may be."""

from dataclasses import dataclass, replace

COCKED_LIMIT_S = 60.0
"""A spring held longer than this weakens (M6.1; house value)."""


@dataclass(frozen=True, slots=True)
class Lever:
    """A side's cannon: cocked since when by the host's clock (None: it is not), and whether a rig says so.

    ``heard`` says whether a rig is on the line now; None where none was ever fitted.
    """

    side: str
    since_s: float | None = None
    by_rig: bool = False
    heard: bool | None = None
    limit_s: float = COCKED_LIMIT_S

    def too_long(self, now_s: float) -> bool:
        """Say whether it has been cocked longer than is good for its spring."""
        return self.since_s is not None and now_s - self.since_s > self.limit_s

    def cocked(self, since_s: float, *, by_rig: bool) -> "Lever":
        """Return it cocked; one that is cocked already stays so since then."""
        return self if self.since_s is not None else replace(self, since_s=since_s, by_rig=by_rig)

    def released(self) -> "Lever":
        """Return it at rest."""
        return replace(self, since_s=None, by_rig=False)
