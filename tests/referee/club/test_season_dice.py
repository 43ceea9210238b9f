"""A player's luck passport for the year: his own dice of that year, by their kind and who threw them."""

import json
from collections import Counter
from pathlib import Path

import pytest
from seasons import finished, seated
from sqlalchemy import update

from referee.club.people import People
from referee.club.record import Club
from referee.club.results import Results
from referee.club.schema import RESULT
from referee.club.season_dice import dice_of
from referee.luck.goodness_of_fit import assess_counts, assess_fairness, kind_of

LOADED = {"1": 4, "2": 5, "3": 3, "4": 4, "5": 5, "6": 60}


def test_a_players_dice_of_the_year_are_his_own_side_by_side(where: str | Path, tmp_path: Path) -> None:
    with Club(where) as club:
        numbers = [finished(club, tmp_path, number, (5, 6)) for number in range(2)]
        for number, (us, de) in zip(numbers, [("Anna", "Bruno"), ("Bruno", "Anna")], strict=True):
            seated(club, number, us, de)
        Results(club).refresh()
        anna, bruno = (People(club).named(name).player for name in ("Anna", "Bruno"))
        (all_of_it,) = dice_of(club, anna, 2026)
        assert (all_of_it.by, all_of_it.count) == ("all", 2)
        assert {held.face: held.count for held in all_of_it.faces if held.count} == {5: 1, 6: 1}
        assert dice_of(club, anna, 2025) == ()
        with club.writing() as connection:
            here = (RESULT.c.match == numbers[0]) & (RESULT.c.side == "us")
            more = json.dumps({"table": LOADED, "vedette": {"1": 20, "6": 19, "Blank": 3}})
            connection.execute(update(RESULT).where(here).values(dice=more))
        everything, table, own = dice_of(club, anna, 2026)
        assert (everything.count, table.name, table.count, own.name, own.count) == (121, "table", 82, "vedette", 39)
        assert (everything.verdict, table.verdict) == ("unusual", "unusual")
        (others,) = dice_of(club, bruno, 2026)
        assert others.verdict == "too_few"


@pytest.mark.parametrize("dice", [[1, 6, 6, 2, 6], [3], list(range(1, 7)) * 30])
def test_dice_without_their_order_are_judged_as_with_it_but_for_runs(dice: list[int]) -> None:
    kind = kind_of("ambush", 6)
    assert kind is not None
    ordered, counted = assess_fairness(kind, dice, "all", ""), assess_counts(kind, Counter(dice), "all", "")
    assert (counted.run, counted.p_run) == (None, 1.0)
    for what in ("count", "faces", "chi_square", "p_uneven", "mean", "p_mean", "smallest_bias"):
        assert getattr(counted, what) == getattr(ordered, what)
