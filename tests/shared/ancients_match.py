"""A match of Ancients in small, act by act."""

from typing import Any

from ancients_tables import FAR, NEAR, Man, table_of

from rules.ancients.effects import REDUCER
from rules.registry import game_named
from rules.ruling import Ruling
from rules.state import State
from rules.turn_order import owed, rule_in_turn
from table.snapshot import Snapshot


def failed(ruling: Ruling) -> list[str]:
    """Return the checks that a ruling did not pass."""
    return [check.key for check in ruling.checks if check.verdict == "failed"]


class Match:
    """Acts one after the other, refused or not, each on what came before."""

    def __init__(self, men: list[Man], settings: dict[str, Any]) -> None:
        self.settings, self.table = settings, table_of(men)
        self.state = State((NEAR, FAR), known=game_named("ancients").strengths(self.table))

    def act(self, dice: tuple[str, ...] = (), **action: Any) -> Ruling:
        now: Snapshot = self.state.over(self.table)
        ruling = rule_in_turn("ancients", now, action, dice, self.settings, {}, "match", self.state)
        if ruling.verdict == "allowed":
            self.table, self.state = (
                REDUCER.obeyed(self.table, ruling.effects),
                REDUCER.after(self.state, ruling.effects, now),
            )
        return ruling

    def does(self, *dice: str, **action: Any) -> Ruling:
        """Do what must be allowed to its end."""
        ruling = self.act(dice, **action)
        assert (ruling.verdict, ruling.needs) == ("allowed", None), (action, failed(ruling))
        return ruling

    def ordered(self, phase: str, *units: str, **card: Any) -> "Match":
        """Begin with the near side, give it these orders, and go on to a phase."""
        self.does(type="start", side=NEAR)
        self.does(type="order", side=NEAR, units=list(units), **(card or {"number": len(units)}))
        self.to(phase)
        return self

    @property
    def owes(self) -> list[tuple[str, str, bool]]:
        """What is owed now: what its check is called, whose it is, whether it holds the turn."""
        found = owed("ancients", self.table, self.state, self.settings)
        return [(each.key, str(each.side), each.holds_the_turn) for each in found]

    def to(self, phase: str) -> None:
        while self.state.known["table"]["phase"] != phase:
            assert self.act(type="next", side=self.state.side).verdict == "allowed"
