"""Who meets whom next: by Berger's tables, where each meets each, or by the Swiss system, where equals meet."""

from collections import Counter
from collections.abc import Callable, Sequence

from referee.club.evening.game import Entrant, Rounds, times_met
from referee.club.evening.standings import standings

NEVER, LEVEL = 1 << 40, 1 << 16
"""What a rematch or a second bye costs, and a point between two who meet: no sum of what is cheaper comes to one."""
Pair = tuple[int, int | None]


def berger(seats: int) -> list[list[tuple[int, int]]]:
    """Return Berger's table for an even number of seats, counted from 0: the rounds, each with its pairs."""
    ring, last = seats - 1, seats - 1
    rounds = []
    for number in range(ring):
        first = number * (seats // 2) % ring
        pairs = [(first, last) if number % 2 == 0 else (last, first)]
        pairs += [((first + k) % ring, (first - k) % ring) for k in range(1, seats // 2)]
        rounds.append(pairs)
    return rounds


def round_robin(entrants: Sequence[Entrant], rounds: Rounds) -> list[Pair]:
    """Return the next round in which each meets each, without who has nobody left; none when all have met.

    As long as everybody plays as it was drawn, that is Berger's table; who comes late takes a seat that is free in it.
    Where that is no more so, as many meet as can who have not met yet, those first who have most before them.
    """
    number = len(rounds) + 1
    seats: list[int | None] = [one.player for one in sorted(entrants, key=lambda one: one.seed)]
    seats += [None] * (len(seats) % 2)
    here = [one.player for one in entrants if one.plays_in(number)]
    met = times_met(rounds)
    table = [[(seats[a], seats[b]) for a, b in pairs] for pairs in berger(len(seats))] if len(seats) > 1 else []
    drawn = [{frozenset(pair) for pair in pairs} for pairs in table]
    as_drawn = number <= len(table) and all(
        frozenset(game.players) in drawn[k] or game.second is None for k, games in enumerate(rounds) for game in games
    )
    if as_drawn:
        paired = [(a, b) for a, b in table[number - 1] if a in here and b in here]
        return _with_byes([(a, b) for a, b in paired if a is not None], here)
    left = {one: sum(frozenset((one, other)) not in met for other in here if other != one) for one in here}
    if not any(left.values()):
        return []
    pairs = _cheapest(here, lambda a, b: None if frozenset((a, b)) in met else -((left[a] + left[b]) ** 2))
    return _with_byes(_first_fairly(pairs, rounds), here)


def swiss(entrants: Sequence[Entrant], rounds: Rounds) -> list[Pair]:
    """Return the next round of the Swiss system; the same every time it is asked.

    Nobody meets an opponent again while that can be avoided; then those meet whose points are nearest, the upper half
    of a score group the lower half. With an odd number the lowest who had no bye yet gets one.
    """
    here = {one.player for one in entrants if one.plays_in(len(rounds) + 1)}
    order = [line for line in standings(entrants, rounds) if line.player in here]
    points = {line.player: line.points for line in order}
    rank = {line.player: k for k, line in enumerate(order)}
    half = {score: count // 2 for score, count in Counter(points.values()).items()}
    met = times_met(rounds)
    byes = Counter(game.first for games in rounds for game in games if game.is_bye)

    def cost(a: int, b: int) -> int:
        upper, lower = sorted((a, b), key=rank.__getitem__)
        fold = abs(rank[lower] - rank[upper] - half[points[upper]])
        return met.get(frozenset((a, b)), 0) * NEVER + (points[upper] - points[lower]) ** 2 * LEVEL + fold

    def bye(a: int) -> int:
        return byes[a] * NEVER + points[a] ** 2 * LEVEL + len(order) - rank[a]

    pairs = _cheapest([line.player for line in order], cost, bye)
    ordered = sorted(pairs, key=lambda pair: min(rank[one] for one in pair))
    return _with_byes(_first_fairly(ordered, rounds), here)


def _cheapest(
    players: Sequence[int], cost: Callable[[int, int], int | None], bye: Callable[[int], int] | None = None
) -> list[tuple[int, int]]:
    """Return as many pairs as can be, of those the cheapest; None for two who cannot meet. The odd one is left out."""
    from rustworkx import PyGraph, max_weight_matching  # noqa: PLC0415

    graph: PyGraph[int | None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    for k, one in enumerate(players):
        told = [(k, j, cost(one, players[j])) for j in range(k + 1, len(players))]
        graph.add_edges_from([(a, b, -price) for a, b, price in told if price is not None])
    if bye is not None and len(players) % 2:
        nobody = graph.add_node(None)
        graph.add_edges_from([(k, nobody, -bye(one)) for k, one in enumerate(players)])
    matched = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    found = sorted((min(pair), max(pair)) for pair in matched)
    return [(players[a], players[b]) for a, b in found if b < len(players)]


def _first_fairly(pairs: Sequence[tuple[int, int]], rounds: Rounds) -> list[tuple[int, int]]:
    """Return pairs with him first who was it less often: who is first plays the side that begins."""
    firsts = Counter(game.first for games in rounds for game in games if game.second is not None)
    return [(a, b) if firsts[a] <= firsts[b] else (b, a) for a, b in pairs]


def _with_byes(pairs: Sequence[tuple[int, int | None]], here: set[int] | Sequence[int]) -> list[Pair]:
    """Return pairs and, after them, who of those who are here has nobody to play against."""
    paired = {player for pair in pairs for player in pair}
    return [*pairs, *((one, None) for one in sorted(here) if one not in paired)]
