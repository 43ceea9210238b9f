"""Stands in a match at the heights they lie at: on what is seen below them, or was there before it was hidden."""

import math
from collections.abc import Sequence
from dataclasses import replace

from table.frame import HexBoard
from table.roster import Entry, Roster
from table.stand import Stand
from vision.boards.lifts import Lift, covering, lifts_of, with_stack_height
from vision.table_view import TableView


def lying(stands: Sequence[Stand], hidden: Sequence[Stand], roster: Roster, view: TableView) -> tuple[Stand, ...]:
    """Return stands, measured at their roster's heights, as they lie on what is below; without hexes as they are.

    ``hidden`` are those not seen now, where they were: one that somebody now covers lies below him, as a rule. What
    never was on the table is not looked for below: a box holds more than a battle needs.
    """
    entries = {entry.name: entry for entry in roster.entries}
    known = [stand for stand in stands if stand.name in entries]
    if not isinstance(view.frame.board, HexBoard) or not known:
        return tuple(stands)
    away = [stand for stand in hidden if stand.name in entries]
    below = covering(known, away, entries)
    there = {stand.name for stand in known} | {name for names in below.values() for name in names}
    lifts = lifts_of(known, Roster(tuple(entries[name] for name in entries if name in there)), {}, below)
    return tuple(
        _laid(stand, entries[stand.name], lifts[stand.name], view) if stand.name in lifts else stand for stand in stands
    )


def _laid(stand: Stand, entry: Entry, ways: Sequence[Lift], view: TableView) -> Stand:
    """Return a stand in the middle of the ways it may lie, their spread in its sigma."""
    if all(way.height_cm == 0.0 for way in ways):
        return stand
    places = [(with_stack_height(stand, entry, way.height_cm, view), way.share) for way in ways]
    x = sum(place.x * share for place, share in places)
    y = sum(place.y * share for place, share in places)
    spread = sum(share * ((place.x - x) ** 2 + (place.y - y) ** 2) / 2 for place, share in places)
    return replace(stand, x=x, y=y, sigma_cm=math.sqrt(stand.sigma_cm**2 + spread))
