"""Whether one sees another, asked of any game without an action: no dice, no effects."""

from rules.dice import six_sided
from rules.registry import game_named
from rules.ruling import Ruling
from rules.ruling_builder import RulingBuilder
from rules.settings import GivenSettings, read_settings
from table.snapshot import Snapshot
from table.stand import Stand


def sight_between(
    game: str, snapshot: Snapshot, viewer: Stand, target: Stand, settings: GivenSettings = None, source: str = "look"
) -> Ruling | None:
    """Return what is judged of a line of sight, allowed where it is free; None in a game that knows of none.

    A stand of the table is taken as the game completes it, any other as a bare place. Raises BadFile for a game or
    settings that make no sense.
    """
    the_game = game_named(game, source)
    if the_game.look is None:
        return None
    read = read_settings(the_game.settings, settings or {}, source)
    table = the_game.complete(snapshot, read, source)
    own = {stand.name: stand for stand in table.stands}
    first, other = (own.get(each.name, each) if each in snapshot.stands else each for each in (viewer, target))
    builder = RulingBuilder(game, "look", read, six_sided((), source), {})
    the_game.look(table, first, other, builder)
    return builder.ruling()
