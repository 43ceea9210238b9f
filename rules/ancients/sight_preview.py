"""Who sees whom, asked without any action: the line from the middle of a hex to that of another (C10.4)."""

from rules.ancients.position import likeliest
from rules.ancients.settings import Builder
from rules.ancients.sight import sight, sight_detail, sight_shapes
from table.hex_board import hex_at
from table.snapshot import Snapshot
from table.stand import Stand


def look(snapshot: Snapshot, viewer: Stand, target: Stand, builder: Builder) -> None:
    """Judge whether the line between the hexes of two, or between bare hexes, is free."""
    position = likeliest(snapshot, builder.settings)
    here, there = (position.where(each.name) or hex_at(position.board, each.x, each.y) for each in (viewer, target))
    seen = sight(position, here, there)
    for shape in sight_shapes(position, seen):
        builder.draw(shape)
    detail = sight_detail(position, seen)
    builder.condition("C10.4", "hex_sight", seen.free, actor=viewer.name, target=target.name, **detail)
