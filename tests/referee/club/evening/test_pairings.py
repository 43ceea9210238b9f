"""Pairings: each meets each, equals meet, nobody again while it can be avoided; whoever comes late or leaves."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.club.evening.game import Entrant, Game, Rounds, times_met
from referee.club.evening.pairings import berger, round_robin, swiss
from referee.club.evening.seating import rota, seated
from referee.club.evening.standings import standings
from table.errors import BadInput

TABLES = [f"Table {k}" for k in range(1, 13)]
OUTCOMES = st.sampled_from(["first", "second", "draw"])


def field(count: int) -> list[Entrant]:
    return [Entrant(100 + k, k) for k in range(count)]


def played(games: tuple[Game, ...], data: st.DataObject) -> tuple[Game, ...]:
    return tuple(game if game.second is None else replace(game, outcome=data.draw(OUTCOMES)) for game in games)


def changed(entrants: list[Entrant], number: int, data: st.DataObject) -> list[Entrant]:
    """Return who takes part from this round on: now and then one leaves, one comes late."""
    what = data.draw(st.sampled_from(["", "", "", "leaves", "comes"]))
    if what == "comes" and len(entrants) < 20:
        return [*entrants, Entrant(100 + len(entrants), len(entrants), number)]
    here = [one for one in entrants if one.plays_in(number)]
    if what == "leaves" and len(here) > 2:
        gone = data.draw(st.sampled_from(here))
        return [replace(one, left=number) if one is gone else one for one in entrants]
    return entrants


def need_whole(entrants: list[Entrant], games: tuple[Game, ...], number: int) -> None:
    """Hold that everybody who is here is there once, and nobody else, and that no table has two games."""
    assert Counter(one for game in games for one in game.players) == Counter(
        one.player for one in entrants if one.plays_in(number)
    )
    assert max(Counter(game.table for game in games if game.table).values(), default=0) <= 1


def can_be_avoided(here: list[int], met: dict[frozenset[int], int], byes: Counter[int]) -> bool:
    """Say whether all can play without meeting again (and the odd one without a second bye), by trying."""
    if not here:
        return True
    if len(here) % 2:
        return any(
            not byes[one] and can_be_avoided([other for other in here if other != one], met, byes) for one in here
        )
    first, *others = here
    return any(
        frozenset((first, one)) not in met and can_be_avoided([other for other in others if other != one], met, byes)
        for one in others
    )


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 13), st.integers(1, 7))
def test_in_the_swiss_system_nobody_meets_again_while_it_can_be_avoided(
    data: st.DataObject, count: int, number_of_rounds: int
) -> None:
    entrants, rounds = field(count), ()
    for number in range(1, number_of_rounds + 1):
        entrants = changed(entrants, number, data)
        pairs = swiss(entrants, rounds)
        assert pairs == swiss(entrants[::-1], rounds)
        games = seated(pairs, TABLES, rounds)
        need_whole(entrants, games, number)
        met, here = times_met(rounds), [one.player for one in entrants if one.plays_in(number)]
        byes = Counter(game.first for earlier in rounds for game in earlier if game.is_bye)
        again = any(frozenset(game.players) in met for game in games if game.second is not None)
        bye_again = any(byes[game.first] for game in games if game.is_bye)
        assert sum(game.is_bye for game in games) == len(here) % 2
        if again or bye_again:
            assert not can_be_avoided(here, met, byes)
        rounds = (*rounds, played(games, data))


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(6, 24))
def test_those_who_meet_have_nearly_the_same_points(data: st.DataObject, count: int) -> None:
    """In the second and third round nobody need meet anybody more than a win away."""
    entrants, rounds = field(count), ()
    for _ in range(3):
        points = {line.player: line.points for line in standings(entrants, rounds)}
        games = seated(swiss(entrants, rounds), TABLES, rounds)
        for game in games:
            if game.second is not None:
                assert abs(points[game.first] - points[game.second]) <= 2
        rounds = (*rounds, played(games, data))


def test_the_upper_half_meets_the_lower_half_and_the_last_has_the_bye() -> None:
    assert swiss(field(5), ()) == [(100, 102), (101, 103), (104, None)]


@pytest.mark.parametrize("seats", [2, 4, 6, 8, 10])
def test_in_bergers_table_each_meets_each_once(seats: int) -> None:
    rounds = berger(seats)
    assert len(rounds) == seats - 1
    assert all(sorted(one for pair in pairs for one in pair) == list(range(seats)) for pairs in rounds)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(map(frozenset, combinations(range(seats), 2)))


def test_bergers_table_is_the_printed_one() -> None:
    """The table for 5 or 6 in the FIDE handbook, C.05 annex 1."""
    assert [[(a + 1, b + 1) for a, b in pairs] for pairs in berger(6)] == [
        [(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)], [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)], [(3, 6), (4, 2), (5, 1)],
    ]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 9), st.booleans())
def test_in_a_round_robin_each_meets_each_once(data: st.DataObject, count: int, changes: bool) -> None:
    entrants, rounds = field(count), ()
    while (pairs := round_robin(entrants, rounds)) and len(rounds) < 40:
        games = seated(pairs, TABLES, rounds)
        need_whole(entrants, games, len(rounds) + 1)
        assert any(game.second is not None for game in games) or changes
        rounds = (*rounds, played(games, data))
        if changes and len(rounds) < 4:
            entrants = changed(entrants, len(rounds) + 1, data)
    met = times_met(rounds)
    assert set(met.values()) <= {1}
    here = [one.player for one in entrants if one.plays_in(len(rounds) + 1)]
    assert all(frozenset(pair) in met for pair in combinations(here, 2))
    if not changes:
        assert len(rounds) == count - 1 + count % 2


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(4, 16))
def test_nobody_sits_at_the_same_table_always(data: st.DataObject, count: int) -> None:
    entrants, rounds = field(count), ()
    tables = TABLES[: count // 2]
    for _ in range(4):
        games = seated(swiss(entrants, rounds), tables, rounds)
        rounds = (*rounds, played(games, data))
    sat = Counter((one, game.table) for games in rounds for game in games if game.table for one in game.players)
    assert max(sat.values()) <= (3 if count < 6 else 2)


def test_games_without_a_table_are_not_drawn() -> None:
    with pytest.raises(BadInput, match="3 games need as many tables, and this evening has 2"):
        seated(swiss(field(6), ()), TABLES[:2], ())


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(1, 14), st.integers(1, 5))
def test_in_a_rota_visitors_take_turns(data: st.DataObject, visitors: int, tables: int) -> None:
    entrants, rounds = field(visitors), ()
    still = True
    for number in range(1, 8):
        before = entrants
        entrants = changed(entrants, number, data) if data.draw(st.booleans()) else entrants
        still = still and entrants == before
        games = rota(entrants, TABLES[:tables], rounds)
        need_whole(entrants, games, number)
        here = sum(one.plays_in(number) for one in entrants)
        assert sum(len(game.players) for game in games if game.table) == min(here, 2 * tables)
        assert sum(game.second is None and game.table is not None for game in games) <= 1  # nobody plays alone but one
        rounds = (*rounds, games)
        if still:
            waited = Counter(game.first for earlier in rounds for game in earlier if game.is_bye)
            assert max(waited.values(), default=0) - min(waited[one.player] for one in entrants) <= 1


@pytest.mark.parametrize("tables", [1, 2, 3, 4, 6])
def test_with_two_visitors_a_table_each_sees_every_table(tables: int) -> None:
    rounds: Rounds = ()
    for _ in range(tables):
        rounds = (*rounds, rota(field(2 * tables), TABLES[:tables], rounds))
    sat = Counter((one, game.table) for games in rounds for game in games for one in game.players)
    assert set(sat.values()) == {1}
    assert len(sat) == 2 * tables * tables
