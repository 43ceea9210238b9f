"""A match of Rommel & Montgomery played act by act on the practice map, and the counters it is played with."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.rommel.effects import REDUCER
from rules.ruling import Ruling
from rules.state import State
from rules.turn_order import owed, rule_in_turn
from table.hex_board import centre_of, default_board, parse_hex
from table.snapshot import Snapshot
from table.stand import Stand

BOARD = default_board(120, 80, 20, 12)
OFF = (119.9, 79.9)  # beside the board's last hex


def counter(name: str, kind: str, label: str | None, combat: int = 3, movement: int = 4, **state: Any) -> Stand:
    x, y = OFF if label is None else centre_of(BOARD, parse_hex(BOARD, label))
    side = "axis" if name.startswith("ax") else "allied"
    return Stand(name, side, kind, x, y, state={"combat": combat, "movement": movement, **state})


ARMIES = (
    counter("ax-inf", "infantry", "D5"), counter("ax-sup", "supply", "C5", 0, 6),
    counter("ax-mix", "mixed", "E6"), counter("ax-air", "aircraft", "B9", 4, 12),
    counter("al-inf", "infantry", "L6"), counter("al-sup", "supply", "M6", 0, 6),
    counter("al-gun", "field_artillery", "L5"), counter("al-bomb", "aircraft", "R4", 3, 8),
)  # fmt: skip


class Play:
    """One match from act to act."""

    def __init__(self, *stands: Stand, known: Mapping[str, Any] | None = None, **settings: Any) -> None:
        self.table = Snapshot(120, 80, stands or ARMIES, board=BOARD)
        self.state = State(("allied", "axis"), known={"allied": {}, "axis": {}, "table": dict(known or {})})
        self.settings = {"map": "practice", **settings}

    def rule(self, verb: str, *dice: int, **action: Any) -> Ruling:
        now = self.state.over(self.table)
        return rule_in_turn("rommel", now, {"type": verb, **action}, dice, self.settings, {}, "match", self.state)

    def does(self, verb: str, *dice: int, **action: Any) -> Ruling:
        """Do what must be allowed, and remember it."""
        ruling = self.rule(verb, *dice, **action)
        why = [(check.clause, check.key) for check in ruling.checks if check.verdict == "failed"]
        assert (ruling.verdict, ruling.needs) == ("allowed", None), (verb, action, why)
        before = self.state.over(self.table)
        self.table, self.state = (
            REDUCER.obeyed(self.table, ruling.effects),
            REDUCER.after(self.state, ruling.effects, before),
        )
        return ruling

    def refused(self, verb: str, **action: Any) -> list[tuple[str, str]]:
        ruling = self.rule(verb, **action)
        assert ruling.verdict == "refused"
        return [
            (check.clause, check.key) for check in ruling.checks if check.verdict == "failed" and not check.modifies
        ]

    @property
    def owes(self) -> list[tuple[str, str, str | None]]:
        """What is owed now: the clause, what its check is called, whose it is."""
        found = owed("rommel", self.table, self.state, self.settings)
        return [(each.clause, each.key, each.side) for each in found]

    @property
    def phase(self) -> tuple[str, str, int]:
        told = self.state.known["table"]
        return (self.state.side, told["phase"], told.get("subturn", 0))

    def to(self, verb: str, face: int = 4) -> None:
        """Begin the second turn wherever everybody stands, and go on to the Allies' phase of that name."""
        known = {**self.state.known, "table": {"phase": "weather", "side": "allied", "turn": 2}}
        self.state = replace(self.state, known=known, turn=2)
        self.does("weather", face)
        self.does("next", to=verb)
