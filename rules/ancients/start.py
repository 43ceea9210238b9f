"""START: the scenario's player begins; who has more units of a kind than the set has blocks for is named (C2.3)."""

from rules.ancients.phases import begins_turn
from rules.ancients.position import AncientsBoard, judge_crowd, rule_on_table
from rules.ancients.settings import Builder
from rules.ancients.side import SideAction, edges_of, sides_of
from rules.ancients.state import AncientsSide, table_of
from rules.ancients.troops import short_of_blocks
from rules.ruling import Check
from table.errors import BadFile
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot


def start(snapshot: Snapshot, action: SideAction, builder: Builder, source: str) -> None:
    """Rule on who begins: the player whom the scenario names (C3.1); BadFile where nobody names him."""
    settings, there = builder.settings, sides_of(snapshot, builder)
    side = settings.start_player if action.side is None else action.side
    if side is None or side not in there:
        got = NOTHING if side is None else got_words(side)
        raise BadFile(source, "action.side", f"the side that begins, one of {', '.join(there)}", got)
    if table_of(builder, source).phase is not None:
        builder.condition("C3.1", "not_begun", False, side=side)
    if settings.start_player is not None:
        builder.condition("C3.1", "scenario_begins", side == settings.start_player, side=side)
    for (whose, kind), (needed, blocks) in short_of_blocks(snapshot, settings.types()).items():
        detail = {"side": whose, "unit": kind, "count": needed, "held": blocks}
        builder.checks.append(Check("C2.3", "more_than_blocks", "failed", modifies=True, detail=detail))

    def judge(position: AncientsBoard, own: Builder) -> None:
        for here in position.hexes_on_board():
            judge_crowd(position, here, own)
        own.modifying("C3.1", "side_begins", side=side)
        own.outcome = "begins"
        own.effect("begins", None, side=side)
        own.effect("table", None, first=side)
        if settings.near_side is None and not any(AncientsSide.of(each, own, source).edge for each in there):
            edges = edges_of(snapshot)
            for each in sorted(edges, key=lambda each: each != side):
                own.effect("deployed", None, side=each, edge=edges[each])
        begins_turn(side, own, new_round=False)

    rule_on_table(snapshot, builder, judge, source)
