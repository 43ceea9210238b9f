"""FREE and RETREAT: soldiers who go back to the free squares of their base (M3.2, M4.2)."""

from collections.abc import Mapping
from typing import Any

from rules.action import check_keys, whole
from rules.montecassino.ending import ends_turn
from rules.montecassino.fields import FORTIFICATION, base_squares, field_of, in_base, line_from
from rules.montecassino.position import Man, Position, position_of
from rules.montecassino.reading import heard_positions, judged_on, square_of
from rules.montecassino.returning import MOST_FREED, defending, free_base
from rules.montecassino.settings import Builder
from rules.montecassino.side import named_side, prisoners_of
from table.errors import BadFile
from table.frame import SquareBoard
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.squares import Field, Square, centre_of


def free(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``free``: ``actor`` (his square or name) on the enemy's third line frees ``comrades``: 1, 2, or their names.

    The whole turn; the freed and he return to the free squares of their base, first line first (M3.2).
    """
    check_keys(action, ("actor", "comrades"), source)
    start = _actor_square(action, snapshot, source)
    near = [start, *defending(start, _boards(snapshot), _ahead_too(builder))]
    positions = heard_positions(snapshot, near, builder, source)

    def judge(position: Position, heard: Builder) -> None:
        _judge_freeing(snapshot, action, start, position, heard, source)

    judged_on(positions, builder, judge)


def _judge_freeing(
    snapshot: Snapshot, action: Mapping[str, Any], start: Square, position: Position, builder: Builder, source: str
) -> None:  # fmt: skip
    man = position.on(start)
    if man is None and any(reading.probability(start) for reading in position.between.values()):
        builder.condition("M1.1", "somebody_there", False, square=str(start))
        return
    if man is None:
        raise BadFile(source, "action.actor", "a square with a soldier on it", repr(action.get("actor")))
    side = snapshot.stand(man.name).side
    told = {"actor": man.name, "square": str(start)}
    held = prisoners_of(builder.sides.get(side, {}), side, source)
    names, count = _comrades(action, held, source)
    builder.condition("M3.2", "on_third_line", line_from(man.field, start) == FORTIFICATION, **told)
    builder.condition("M3.2", "two_at_most", count <= MOST_FREED, **told, count=count)
    if held is not None:
        many = held if isinstance(held, int) else len(held)
        builder.condition("M3.2", "prisoners", count <= many, **told, count=count, held=many)
    builder.uses("defended_from_ahead")
    for square in defending(start, position.boards, _ahead_too(builder)):
        other = position.on(square)
        if other is not None and other.field != man.field:
            builder.condition("M3.2", "not_defended", False, **told, target=other.name, from_square=str(square))
    if not any(check.key == "not_defended" for check in builder.checks):
        builder.condition("M3.2", "not_defended", True, **told)
    room = free_base(position.without(start), man.field)
    builder.condition("M3.2", "room_in_base", len(room) >= count + 1, **told)
    if builder.verdict != "allowed":
        return
    board = snapshot.board
    assert isinstance(board, SquareBoard)
    after = position.without(start)
    for k, square in enumerate(room[: count + 1]):
        x, y = centre_of(board, square)
        if k < count:
            name = names[k] if k < len(names) else None
            builder.effect("freed", name, side=side, by=man.name, square=str(square), x=x, y=y)
            after = _with(after, square, Man(name or f"freed {k + 1}", man.field))
        else:
            builder.effect("move", man.name, start=str(start), square=str(square), x=x, y=y)
            after = _with(after, square, man)
    builder.outcome = "freed"
    ends_turn(snapshot, after, man.field, builder, source)


def retreat(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``retreat`` (side): once a battle, all outside the base refill its free squares; it is the turn (M4.2)."""
    check_keys(action, ("side",), source)
    side = named_side(snapshot, action, builder, source)
    owner = field_of(side, source)
    (position, *_) = heard_positions(snapshot, base_squares(owner, _boards(snapshot)), builder, source)
    outside = sorted((s for s, _ in position.of(owner) if not in_base(owner, s)), key=lambda s: _order(owner, s))
    room = free_base(position, owner)
    retreated = bool(builder.sides.get(side, {}).get("retreated"))
    builder.condition("M4.2", "first_retreat", not retreated, side=side)
    builder.condition("M4.2", "somebody_outside", bool(outside), side=side)
    builder.condition(
        "M4.2", "room_to_retreat", len(room) >= len(outside), side=side, count=len(outside), held=len(room)
    )
    board = snapshot.board
    assert isinstance(board, SquareBoard)
    after = position
    for start, square in zip(outside, room, strict=False):
        x, y = centre_of(board, square)
        builder.effect("move", position.men[start].name, start=str(start), square=str(square), x=x, y=y)
        after = after.moved(start, square)
    builder.modifying("M4.2", "half_a_point", side=side)
    builder.effect("retreated", None, side=side)
    builder.outcome = "retreated"
    ends_turn(snapshot, after, owner, builder, source)


def _with(position: Position, square: Square, man: Man) -> Position:
    return Position({**position.men, square: man}, position.boards)


def _order(owner: Field, square: Square) -> tuple[int, int]:
    """Order soldiers outside the base: the nearest line first, from their left."""
    return (line_from(owner, square), square.column if owner == "A" else -square.column)


def _actor_square(action: Mapping[str, Any], snapshot: Snapshot, source: str) -> Square:
    named = action.get("actor")
    if isinstance(named, str) and named in snapshot:
        square = position_of(snapshot, source=source).where(named)
        if square is not None:
            return square
    return square_of(named, "action.actor", snapshot, source)


def _ahead_too(builder: Builder) -> bool:
    settings = builder.settings
    return settings.defended_from_ahead


def _boards(snapshot: Snapshot) -> int:
    assert isinstance(snapshot.board, SquareBoard)
    return snapshot.board.files // 8


def _comrades(
    action: Mapping[str, Any], held: tuple[str, ...] | int | None, source: str
) -> tuple[tuple[str, ...], int]:
    """Return who is to be freed (by name where names are known), and how many."""
    given = action.get("comrades", 1)
    if isinstance(given, list | tuple):
        if not given or not all(isinstance(name, str) for name in given) or len(set(given)) != len(given):
            raise BadFile(source, "action.comrades", "how many, or a list of their names", got_words(list(given)))
        if isinstance(held, tuple) and (unknown := [name for name in given if name not in held]):
            raise BadFile(
                source, "action.comrades", f"prisoners ({', '.join(held) or 'there are none'})", repr(unknown[0])
            )
        return tuple(given), len(given)
    count = whole(given, "action.comrades", source, expected="how many, or a list of their names")
    return (held[:count] if isinstance(held, tuple) else ()), count
