"""A burst's template of any game that has one, asked for beside all actions: no dice, no effects."""

from rules.dice import six_sided
from rules.registry import game_named
from rules.ruling import Ruling
from rules.ruling_builder import RulingBuilder
from rules.settings import GivenSettings, read_settings
from table.errors import BadFile
from table.snapshot import Snapshot
from table.terrain import Point


def burst_at(
    game: str, snapshot: Snapshot, verb: str, point: Point, thrower: str | None = None,
    settings: GivenSettings = None, source: str = "burst",
) -> Ruling:  # fmt: skip
    """Return whom the charge of a verb reaches that bursts at a point in table cm.

    Raises BadFile for a game without such a verb, UnknownStand for a thrower who is not there.
    """
    the_game = game_named(game, source)
    if verb not in the_game.bursts:
        raise BadFile(source, "verb", f"one of {', '.join(the_game.bursts) or 'none in this game'}", repr(verb))
    read = read_settings(the_game.settings, settings or {}, source)
    table = the_game.complete(snapshot, read, source)
    builder = RulingBuilder(game, verb, read, six_sided((), source), {})
    the_game.bursts[verb](table, point, table.stand(thrower) if thrower is not None else None, builder)
    return builder.ruling()
