"""What a game still asks for before it goes on: an answer to fire, a fight of who touch, a test of morale."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.action import Action
from rules.registry import game_named
from rules.ruling import Check
from rules.settings import GivenSettings, read_settings
from rules.state import State
from table.snapshot import Snapshot


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


def owed(game: str, snapshot: Snapshot, state: State, settings: GivenSettings = None) -> tuple[Obligation, ...]:
    """Return what is owed now on a table of a match, those first that hold the turn.

    Raises BadFile for a game or settings that make no sense.
    """
    the_game = game_named(game)
    if state.winner is not None:
        return ()
    read = read_settings(the_game.settings, settings or {}, "settings")
    table = the_game.complete(state.over(snapshot), read, "table")
    return tuple(sorted(the_game.obligations(table, state, read), key=lambda each: not each.holds_the_turn))
