"""Standings: points, the opponents' points, the direct meeting; who is level by all shares the place."""

from referee.club.evening.game import Entrant, Game
from referee.club.evening.standings import standings

ANN, BEN, CARLA, DAN = range(1, 5)
FOUR = [Entrant(player, player) for player in (ANN, BEN, CARLA, DAN)]


def lines(*rounds: tuple[Game, ...], entrants: list[Entrant] = FOUR) -> list[tuple[int, ...]]:
    return [(one.place, one.player, one.points, one.opponents, one.direct) for one in standings(entrants, rounds)]


def test_before_the_first_game_all_share_the_first_place() -> None:
    assert lines() == [(1, player, 0, 0, 0) for player in (ANN, BEN, CARLA, DAN)]


def test_a_win_a_draw_and_a_bye() -> None:
    found = standings(FOUR[:3], ((Game(ANN, BEN, "1", "second"), Game(CARLA, None)),))
    assert [(one.player, one.points, one.played, one.won, one.lost) for one in found] == [
        (BEN, 2, 1, 1, 0), (CARLA, 2, 0, 0, 0), (ANN, 0, 1, 0, 1),
    ]  # fmt: skip
    assert [one.place for one in found] == [1, 1, 3]
    (drawn, other) = standings(FOUR[:2], ((Game(ANN, BEN, "1", "draw"),),))
    assert (drawn.points, drawn.drawn, other.points, other.place) == (1, 1, 1, 1)


def test_an_open_game_counts_for_nobody() -> None:
    assert lines((Game(ANN, BEN, "1"), Game(CARLA, DAN, "2", "first")))[0][1:3] == (CARLA, 2)
    assert [line[2] for line in lines((Game(ANN, BEN, "1"),))] == [0, 0, 0, 0]


def test_of_two_with_the_same_points_he_is_first_whose_opponents_did_better() -> None:
    found = lines(
        (Game(ANN, BEN, "1", "first"), Game(CARLA, DAN, "2", "first")),
        (Game(ANN, CARLA, "1", "draw"), Game(BEN, DAN, "2", "first")),
        (Game(ANN, DAN, "1", "draw"), Game(BEN, CARLA, "2", "draw")),
    )
    assert found == [(1, ANN, 4, 8, 1), (1, CARLA, 4, 8, 1), (3, BEN, 3, 9, 0), (4, DAN, 1, 11, 0)]


def test_of_two_who_are_level_he_is_first_who_won_when_they_met() -> None:
    found = lines(
        (Game(ANN, BEN, "1", "first"), Game(CARLA, DAN, "2", "first")),
        (Game(CARLA, ANN, "1", "second"), Game(DAN, BEN, "2", "second")),
        (Game(ANN, DAN, "1", "second"), Game(BEN, CARLA, "2", "first")),
    )
    assert found == [(1, ANN, 4, 8, 2), (2, BEN, 4, 8, 0), (3, CARLA, 2, 10, 2), (4, DAN, 2, 10, 0)]
