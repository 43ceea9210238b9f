"""FREE and RETREAT: soldiers who go back to the free squares of their base (M3.2, M4.2)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.montecassino.fields import FORTIFICATION, base_squares, field_of, in_base, line_from
from rules.montecassino.legal_turns import MOST_FREED, defending, free_base
from rules.montecassino.position import (
    Man,
    SquarePosition,
    position_of,
    possible_positions,
    rule_on_positions,
    square_of,
)
from rules.montecassino.settings import Builder
from rules.montecassino.side import BySide, MontecassinoSide, named_side
from rules.montecassino.troops import board_of
from rules.montecassino.victory import end_turn
from table.errors import BadFile
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.squares import Field, Square, boards_of, centre_of


@dataclass(frozen=True, slots=True)
class Rescue:
    """A soldier who frees comrades: ``actor`` is his square or name, ``comrades`` how many, or their names."""

    actor: str
    square: Square
    comrades: int | tuple[str, ...]

    @classmethod
    def read(cls, asked: Asked) -> "Rescue":
        """Read ``actor`` and ``comrades``; raises BadFile."""
        asked.only("actor", "comrades")
        return cls(str(asked.get("actor")), _actor_square(asked), _comrades(asked))


def free(snapshot: Snapshot, rescue: Rescue, builder: Builder, source: str) -> None:
    """Rule on freeing prisoners from the enemy's third line, which takes the whole turn.

    The freed and he who frees them return to the free squares of their base, first line first (M3.2).
    """
    boards, start = boards_of(board_of(snapshot)), rescue.square
    near = [start, *defending(start, boards, builder.settings.defended_from_ahead)]
    positions = possible_positions(snapshot, near, builder, source)
    rule_on_positions(positions, builder, lambda position, trial: _judge(snapshot, rescue, position, trial, source))


def _judge(snapshot: Snapshot, rescue: Rescue, position: SquarePosition, builder: Builder, source: str) -> None:
    start = rescue.square
    man = position.on(start)
    if man is None and any(reading.probability(start) for reading in position.between.values()):
        builder.condition("M1.1", "somebody_there", False, square=str(start))
        return
    if man is None:
        raise BadFile(source, "action.actor", "a square with a soldier on it", repr(rescue.actor))
    side = snapshot.stand(man.name).side
    told = {"actor": man.name, "square": str(start)}
    held = MontecassinoSide.of(side, builder, source).prisoners
    names, count = _chosen(rescue.comrades, held, source)
    builder.condition("M3.2", "on_third_line", line_from(man.field, start) == FORTIFICATION, **told)
    builder.condition("M3.2", "two_at_most", count <= MOST_FREED, **told, count=count)
    if held is not None:
        many = held if isinstance(held, int) else len(held)
        builder.condition("M3.2", "prisoners", count <= many, **told, count=count, held=many)
    for square in defending(start, position.boards, builder.uses("defended_from_ahead")):
        other = position.on(square)
        if other is not None and other.field != man.field:
            builder.condition("M3.2", "not_defended", False, **told, target=other.name, from_square=str(square))
    if not any(check.key == "not_defended" for check in builder.checks):
        builder.condition("M3.2", "not_defended", True, **told)
    room = free_base(position.without(start), man.field)
    builder.condition("M3.2", "room_in_base", len(room) >= count + 1, **told)
    if builder.verdict != "allowed":
        return
    board = board_of(snapshot)
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
    end_turn(snapshot, after, man.field, builder, source)


def retreat(snapshot: Snapshot, by: BySide, builder: Builder, source: str) -> None:
    """Rule on a retreat: once a battle, all outside the base refill its free squares; it is the turn (M4.2)."""
    side = named_side(snapshot, by.side, builder, source)
    owner, board = field_of(side, source), board_of(snapshot)
    (position, *_) = possible_positions(snapshot, base_squares(owner, boards_of(board)), builder, source)
    outside = sorted((s for s, _ in position.of(owner) if not in_base(owner, s)), key=lambda s: _order(owner, s))
    room = free_base(position, owner)
    retreated = MontecassinoSide.of(side, builder, source).retreated
    builder.condition("M4.2", "first_retreat", not retreated, side=side)
    builder.condition("M4.2", "somebody_outside", bool(outside), side=side)
    builder.condition(
        "M4.2", "room_to_retreat", len(room) >= len(outside), side=side, count=len(outside), held=len(room)
    )
    after = position
    for start, square in zip(outside, room, strict=False):
        x, y = centre_of(board, square)
        builder.effect("move", position.men[start].name, start=str(start), square=str(square), x=x, y=y)
        after = after.moved(start, square)
    builder.modifying("M4.2", "half_a_point", side=side)
    builder.effect("retreated", None, side=side)
    builder.outcome = "retreated"
    end_turn(snapshot, after, owner, builder, source)


def _with(position: SquarePosition, square: Square, man: Man) -> SquarePosition:
    return SquarePosition({**position.men, square: man}, position.boards)


def _order(owner: Field, square: Square) -> tuple[int, int]:
    """Order soldiers outside the base: the nearest line first, from their left."""
    return (line_from(owner, square), square.column if owner == "A" else -square.column)


def _actor_square(asked: Asked) -> Square:
    named = asked.get("actor")
    if isinstance(named, str) and named in asked.snapshot:
        square = position_of(asked.snapshot, source=asked.source).where(named)
        if square is not None:
            return square
    return square_of(named, "action.actor", asked.snapshot, asked.source)


def _comrades(asked: Asked) -> int | tuple[str, ...]:
    given, expected = asked.get("comrades"), "how many, or a list of their names"
    if not isinstance(given, list | tuple):
        return asked.whole("comrades", 1, expected=expected)
    if not given or not all(isinstance(name, str) for name in given) or len(set(given)) != len(given):
        raise BadFile(asked.source, "action.comrades", expected, got_words(list(given)))
    return tuple(given)


def _chosen(
    comrades: int | tuple[str, ...], held: tuple[str, ...] | int | None, source: str
) -> tuple[tuple[str, ...], int]:
    """Return who is to be freed (by name where names are known), and how many; raises BadFile for no prisoner."""
    if isinstance(comrades, int):
        return (held[:comrades] if isinstance(held, tuple) else ()), comrades
    if isinstance(held, tuple) and (unknown := [name for name in comrades if name not in held]):
        raise BadFile(source, "action.comrades", f"prisoners ({', '.join(held) or 'there are none'})", repr(unknown[0]))
    return comrades, len(comrades)
