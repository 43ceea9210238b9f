"""The standings of an evening: points, then the opponents' points, then the direct meeting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from referee.club.evening.game import Entrant, Game, Rounds, games_of

WON, DRAWN, LOST, BYE = 2, 1, 0, 2
"""The house's points of a game: the rules of the games say nothing of them. They are shown beside the standings."""
TIE_BREAKS = ("points", "opponents", "direct")
"""What decides, in this order: the points; the sum of the opponents' points (a bye has none); among those who are
still level, and have all met each other, the points of these games. Who is level after that shares the place."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line: his place, points, the sum of his opponents' points, and of games among those level with him."""

    player: int
    place: int
    points: int
    opponents: int
    direct: int
    played: int
    won: int
    drawn: int
    lost: int


def points_in(player: int, game: Game) -> int:
    """Return what a game brought a player; 0 while it is open."""
    if game.is_bye:
        return BYE
    if game.outcome == "draw":
        return DRAWN
    if game.outcome == "open" or game.second is None:
        return 0
    return WON if (game.outcome == "first") == (player == game.first) else LOST


def standings(entrants: Sequence[Entrant], rounds: Rounds) -> list[Standing]:
    """Return the lines of all who take part or took part, the best first; who is level by all rules by their order."""
    points = {one.player: sum(points_in(one.player, game) for game in games_of(one.player, rounds)) for one in entrants}
    opponents = {one.player: _opponents(one.player, rounds, points) for one in entrants}
    order = sorted(entrants, key=lambda one: (-points[one.player], -opponents[one.player], one.seed))
    found: list[Standing] = []
    for _, level in groupby(order, key=lambda one: (points[one.player], opponents[one.player])):
        group = list(level)
        direct = _direct([one.player for one in group], rounds)
        for one in sorted(group, key=lambda one: (-direct[one.player], one.seed)):
            key = (points[one.player], opponents[one.player], direct[one.player])
            before = found[-1] if found else None
            shared = before is not None and (before.points, before.opponents, before.direct) == key
            place = before.place if before is not None and shared else len(found) + 1
            found.append(Standing(one.player, place, *key, *_record(one.player, rounds)))
    return found


def _opponents(player: int, rounds: Rounds, points: Mapping[int, int]) -> int:
    met = (other for game in games_of(player, rounds) if game.outcome != "open" for other in game.players)
    return sum(points.get(other, 0) for other in met if other != player)


def _direct(level: Sequence[int], rounds: Rounds) -> dict[int, int]:
    """Return the points of the games among these, where each has met each; else nothing for anybody."""
    inner = tuple(tuple(game for game in games if set(game.players) <= set(level)) for games in rounds)
    met = {frozenset(game.players) for games in inner for game in games if game.outcome != "open" and not game.is_bye}
    if len(met) < len(level) * (len(level) - 1) // 2:
        return dict.fromkeys(level, 0)
    return {one: sum(points_in(one, game) for game in games_of(one, inner) if not game.is_bye) for one in level}


def _record(player: int, rounds: Rounds) -> tuple[int, int, int, int]:
    """Return how many games a player has played to an end, won, drawn and lost."""
    ended = [game for game in games_of(player, rounds) if game.outcome != "open" and game.second is not None]
    drawn = sum(game.outcome == "draw" for game in ended)
    won = sum(game.outcome != "draw" and points_in(player, game) == WON for game in ended)
    return len(ended), won, drawn, len(ended) - won - drawn
