"""A roster whose sides are nations: each of its stands on the side that its nation fights for."""

from dataclasses import replace

from referee.setup.match_file import MatchFile
from rules.registry import game_named
from table.roster import Entry, Roster


def by_sides(roster: Roster, match: MatchFile, file: str) -> Roster:
    """Return a roster with the match's two sides, where its own are nations; each stand keeps its nation.

    One whose two sides are already those of the match, or are one nation each against the other, is as it was. Raises
    BadFile for a word that is neither a side's nor a nation's.
    """
    named, words = game_named(match.game).nation_named, {entry.side for entry in roster.entries}
    if named is None or words <= set(match.said_sides):
        return roster
    told = {e.side: named(e.side, file, f"stand[{n}].side") for n, e in enumerate(roster.entries, start=1)}
    if not match.said_sides and len({side for _, side in told.values()}) == len(told):
        return roster
    called = {named(name, file, "side")[1]: name for name in match.said_sides}

    def on_side(entry: Entry) -> Entry:
        nation, side = told[entry.side]
        if entry.side in match.said_sides:
            return entry
        own = {} if nation is None else {"nation": nation}
        return replace(entry, side=called.get(side, side), state={**own, **entry.state})

    return Roster(tuple(map(on_side, roster.entries)))
