"""A battle played from its notation or its charts: every turn is ruled on anew, on the table as it then stands (M7)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.combat_chart import ChartRow, Played
from rules.montecassino.effects import REDUCER
from rules.montecassino.fields import field_of
from rules.montecassino.inference import plain_steps, steps_to
from rules.montecassino.position import position_of
from rules.montecassino.side import strengths
from rules.montecassino.start import opening
from rules.montecassino.troops import completed
from rules.montecassino.turn_notation import Knocked, TurnNoted, Went, format_turn
from rules.state import State
from rules.turn_order import rule_in_turn
from table.errors import BadInput
from table.frame import SquareBoard
from table.snapshot import Snapshot
from table.squares import FIELDS, boards_of, centre_of, default_board
from table.stand import Stand

GAME = "montecassino"
TABLE_CM = (44.0, 95.0)


def opening_table(rows: int = 3, board: SquareBoard | None = None) -> Snapshot:
    """Return the table as a battle begins: soldiers a01, a02, ... and g01, g02, ... on the squares of each side."""
    board = board or default_board(*TABLE_CM)
    stands = []
    for field in FIELDS:
        for k, square in enumerate(sorted(opening(field, rows, boards_of(board))), start=1):
            x, y = centre_of(board, square)
            stands.append(Stand(f"{field.lower()}{k:02d}", field, "soldier", x, y))
    width_cm = 2 * board.origin[0] + board.files * board.square_cm
    depth_cm = 2 * board.origin[1] + board.ranks * board.square_cm
    return completed(Snapshot(width_cm, depth_cm, tuple(stands), board=board), GAME)


def replayed(
    turns: Iterable[tuple[str, TurnNoted]], table: Snapshot, settings: Mapping[str, Any] | None = None,
    known: Mapping[str, Mapping[str, Any]] | None = None,
) -> Iterator[tuple[Played, State, Snapshot]]:  # fmt: skip
    """Yield each turn (whose, and as noted) as it is played, with the state and the table after it.

    Raises BadInput for the first that is not allowed. The side of the first turn begins.
    """
    counted = {side: {**told, **(known or {}).get(side, {})} for side, told in strengths(table).items()}
    state: State | None = None
    for side, turn in turns:
        if state is None:
            state = State((side, *(other for other in counted if other != side)), known=counted)
        now = state.over(table)
        action = action_of(turn, now, side)
        ruling = rule_in_turn(GAME, now, action, (), settings or {}, {}, "chart", state)
        if ruling.verdict != "allowed":
            why = next((f"{c.clause} {c.key}" for c in ruling.checks if c.verdict != "passed" and not c.modifies), "")
            why = why or next((f"{c.clause} {c.key}" for c in ruling.checks if c.verdict != "passed"), ruling.verdict)
            said = format_turn(turn)
            raise BadInput("turn {number} of {side}, {said}: {why}", number=state.turn, side=side, said=said, why=why)
        played = Played(state.turn, side, action, ruling.effects, now)
        table, state = REDUCER.obeyed(table, ruling.effects), REDUCER.after(state, ruling.effects, now)
        yield played, state, table


def action_of(turn: TurnNoted, table: Snapshot, side: str) -> dict[str, Any]:
    """Return the action a noted turn was, on the table it was played on."""
    if turn.verb == "move":
        position = position_of(table)
        steps = steps_to(position, field_of(side), turn.went)
        steps = steps or tuple(step for way in turn.went for step in plain_steps(way))
        return {"type": "move", "steps": [step.as_action() for step in steps]}
    if turn.verb == "free":
        return {"type": "free", "actor": str(turn.actor), "comrades": turn.freed}
    if turn.verb == "shot":
        fallen = [{"square": str(each.square), "cause": each.cause} for each in turn.knocked]
        leaves = [str(each.square) for each in turn.knocked if each.named]
        return {"type": "shot", "side": side, "fallen": fallen, **({"leaves": leaves} if leaves else {})}
    return {"type": turn.verb, "side": side}


def turns_of(charts: Mapping[str, Sequence[ChartRow]], first: str) -> Iterator[tuple[str, TurnNoted]]:
    """Yield the turns of a battle from the charts of both sides; whoever begins is named first of every turn.

    Those whom a shot cost are taken as hit directly: the chart does not tell by what.
    """
    own = {side: _by_number(rows) for side, rows in charts.items()}
    order = [first, *(side for side in charts if side != first)]
    for number in sorted({number for rows in own.values() for number in rows}):
        for side in order:
            if rows := own[side].get(number):
                yield side, _turn(rows)


def _by_number(rows: Sequence[ChartRow]) -> dict[int, list[ChartRow]]:
    found: dict[int, list[ChartRow]] = {}
    number = 0
    for row in rows:
        number = number if row.number is None else row.number
        found.setdefault(number, []).append(replace(row, number=number))
    return found


def _turn(rows: Sequence[ChartRow]) -> TurnNoted:
    row = rows[0]
    if row.deed == "move":
        went = (Went(r.start, r.end, r.taken is not None) for r in rows if r.start is not None and r.end is not None)
        return TurnNoted("move", tuple(went))
    if row.deed == "shot":
        return TurnNoted("shot", knocked=tuple(Knocked(loss.square) for loss in row.losses))
    return TurnNoted(row.deed, actor=row.start, freed=row.freed)
