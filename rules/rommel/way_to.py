"""The way a counter takes to a hex: the cheapest that is legal, else one that is refused for the true reason (R4)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from rules.rommel.routes import Mode, cheapest, may_pass
from rules.rommel.scene import RommelScene
from table.hex_board import has
from table.hexes import WHOLE_BOARD, Hex, distance, line, reach
from table.stand import Stand


def way_to(
    scene: RommelScene, stand: Stand, modes: Sequence[Mode], so_far: Sequence[Hex], end: Hex
) -> tuple[Hex, ...]:  # fmt: skip
    """Return a counter's way to a hex, that which it has gone ``so_far`` first, from where it stands on.

    Where none is legal: the cheapest that is only too long, or leads only to somebody; else one round all who are in
    the way, through mines and zones of control; else straight on.
    """
    longer = tuple(replace(mode, budget=WHOLE_BOARD) for mode in modes)
    empty = replace(scene, position=scene.position.without(*(set(scene.position.on(end)) - {stand.name})))
    for where, how in ((scene, modes), (scene, longer), (empty, longer)):
        found = cheapest(where, stand, how, so_far, end)
        if found is not None:
            return found.way
    last = so_far[-1]

    @cache
    def free(there: Hex) -> bool:
        return there == end or (has(scene.position.board, there) and may_pass(scene, stand, there))

    round_them = reach(last, WHOLE_BOARD, lambda _, there: 1.0 if free(there) else None, end)
    further = round_them[end].way if end in round_them else _straight(last, end)
    return (*so_far, *further[1:])


def _straight(here: Hex, end: Hex) -> tuple[Hex, ...]:
    """Return a straight way from hex to hex in which each is next to the one before."""
    way = [here]
    for entry in line(here, end)[1:]:
        way += [each for each in entry if distance(way[-1], each) == 1][:1]
    return tuple(way)
