"""What a game still asks for before it goes on: an answer to fire, a fight, a test of morale."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.action import Action
from rules.ruling import Check


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that is owed now: under which clause, by whom, and the action that settles it.

    ``clause`` and ``key`` are those of the check that says so, ``detail`` what its sentence needs. ``side`` owes it,
    None where both do. ``action`` is what is known of the action that settles it: its type, and who acts or whose it
    is. While it ``holds_the_turn`` the turn does not end, unless the referee says so.
    """

    clause: str
    key: str
    side: str | None
    action: Action = field(hash=False)
    detail: Mapping[str, object] = field(default_factory=dict, hash=False)
    holds_the_turn: bool = True

    def as_dict(self) -> dict[str, object]:
        """Return the JSON form: what it is, by whom, and what settles it."""
        return {
            "clause": self.clause, "key": self.key, "side": self.side, "action": dict(self.action),
            "detail": dict(self.detail), "holds_the_turn": self.holds_the_turn,
        }  # fmt: skip

    @property
    def check(self) -> Check:
        """The check that refuses to go on while this is owed."""
        return Check(self.clause, self.key, "failed", detail=self.detail)
