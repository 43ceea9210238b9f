"""The combat chart: one side's turns as the book's rows, from what was confirmed (M7)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Literal

from rules.combat_chart import ChartRow, Deed, Loss, Played
from rules.montecassino.fields import field_of
from rules.montecassino.troops import is_soldier
from rules.ruling import Effect
from rules.tables import packaged_model
from table.notation.toml import Strict
from table.squares import Square


def chart(played: Iterable[Played], side: str) -> tuple[ChartRow, ...]:
    """Return one side's chart: a chart is kept per side (M7.2)."""
    return tuple(row for each in played if each.side == side for row in rows_of(each))


def rows_of(played: Played) -> Iterator[ChartRow]:
    """Yield the rows of one action: one for each soldier who moved, else one; a start has none."""
    verb = played.action.get("type")
    enemies = sum(is_soldier(s) and field_of(s.side) != field_of(played.side) for s in played.table.stands)
    if verb == "move":
        for row, left in _moves(played, enemies):
            yield replace(row, enemies=left)
    elif verb == "free":
        went = next((effect for effect in played.effects if effect.type == "move"), None)
        start, end = (None, None) if went is None else (_square(went, "start"), _square(went, "square"))
        freed = sum(effect.type == "freed" for effect in played.effects)
        yield ChartRow(played.turn, "infantry", start, end, freed=freed, enemies=enemies, deed="free")
    elif verb == "shot":
        lost = [effect for effect in played.effects if effect.type == "casualty"]
        losses = tuple(Loss(_square(e, "square"), e.values.get("side") == played.side) for e in lost)
        left = enemies - sum(not loss.own for loss in losses)
        yield ChartRow(played.turn, "artillery", losses=losses, enemies=left, deed="shot")
    elif verb == "retreat":
        yield ChartRow(played.turn, "infantry", enemies=enemies, deed="retreat")
    elif verb == "give_up":
        yield ChartRow(played.turn, "none", enemies=enemies, deed="give_up")


def _moves(played: Played, enemies: int) -> Iterator[tuple[ChartRow, int]]:
    taken = {effect.values.get("by"): effect for effect in played.effects if effect.type == "capture"}
    number: int | None = played.turn
    for effect in played.effects:
        if effect.type != "move" or effect.stand is None:
            continue
        prisoner = taken.get(effect.stand)
        enemies -= prisoner is not None
        square = None if prisoner is None else _square(prisoner, "square")
        yield ChartRow(number, "infantry", _square(effect, "start"), _square(effect, "square"), square), enemies
        number = None


def _square(effect: Effect, key: str) -> Square:
    return Square.parse(str(effect.values[key]))


class ExampleRow(Strict):
    """One row of example.toml, as the book prints it."""

    number: int | None = None
    arm: Literal["infantry", "artillery"]
    start: str | None = None
    end: str | None = None
    taken: str | None = None
    freed: int = 0
    losses: int = 0
    enemies: int
    note: str | None = None


class Example(Strict):
    """All of example.toml."""

    row: tuple[ExampleRow, ...]


@cache
def book_example() -> tuple[ChartRow, ...]:
    """Return the book's example, printed and never replayed; where its one loss stood the book does not say (M7.2)."""
    return tuple(map(_example, packaged_model(__package__, "example.toml", Example).row))


def _example(row: ExampleRow) -> ChartRow:
    start, end, taken = (None if text is None else Square.parse(text) for text in (row.start, row.end, row.taken))
    deed: Deed = "shot" if row.arm == "artillery" else "free" if row.freed else "move"
    losses = (Loss(UNKNOWN),) * row.losses
    return ChartRow(row.number, row.arm, start, end, taken, row.freed, losses, row.enemies, deed, row.note)


UNKNOWN = Square("G", 72)
"""Where the book's example does not say who was lost."""
