"""A season out of the matches that were sent: what each came to, and the ranking of who played them."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from journals import TABLE, Ticking, played
from matches import match_at
from seasons import finished, seated
from sqlalchemy import select

from referee.club.people import People
from referee.club.rating import rank
from referee.club.record import Club
from referee.club.results import Results
from referee.club.schema import RESULT
from referee.club.season import Seasons, rated_in
from referee.journal.entry import sealed
from referee.journal.store import Journal

HIT, MISS = (5, 6), (1,)


@pytest.fixture
def club(where: str | Path) -> Iterator[Club]:
    with Club(where) as opened:
        yield opened


def test_a_finished_match_comes_to_its_score_and_what_the_dice_gave(club: Club, tmp_path: Path) -> None:
    """Miller fells Weber in 1 of 3 such shots; one of two men is the whole way to the goal."""
    finished(club, tmp_path, 1, HIT)
    assert Results(club).refresh() == 1
    (match,) = list(Seasons(club).of(2026).matches)
    assert (match.first.side, match.other.side) == ("de", "us")
    assert (match.other.result, match.other.won, match.other.score) == ("won", True, 1.0)
    assert (match.first.won, match.first.score, match.first.luck) == (False, -1.0, 0.0)
    assert (match.other.throws, match.other.untried) == (1, 0)
    assert (match.other.expected, match.other.gained) == (pytest.approx(1 / 3), 1.0)
    assert match.luck == pytest.approx(-2 / 3)
    with club.reading() as connection:
        dice = {row.side: json.loads(row.dice) for row in connection.execute(select(RESULT))}
    assert dice == {"us": {"table": {"5": 1}, "vedette": {}}, "de": {"table": {"6": 1}, "vedette": {}}}


def test_what_goes_on_or_cannot_be_read_has_come_to_nothing_yet(club: Club, tmp_path: Path) -> None:
    with Journal(played(tmp_path)) as journal:
        entries = list(journal.entries())
    club.take("table 1", entries)
    first = entries[0]
    club.take(
        "table 2", [sealed(1, first.time, "opened", 1, first.text.replace('"ambush"', '"chess"'), first.previous)]
    )
    finished(club, tmp_path, 3, HIT)
    assert Results(club).refresh() == 1
    assert len(list(Seasons(club).of(2026).matches)) == 1


def test_a_match_is_worked_out_once_and_again_when_it_has_grown(club: Club, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "match.sqlite", write=True, now=Ticking())
    match = match_at(TABLE, journal=journal)
    match.end("draw")
    results = Results(club)
    club.take("table 1", list(journal.entries()))
    assert (results.refresh(), results.refresh(), Results(club).refresh()) == (1, 0, 0)
    match.undo()
    taken = club.take("table 1", list(journal.entries()))
    assert results.refresh() == 0
    assert list(Seasons(club).of(2026).matches) == []
    match.end("won", "de")
    club.take("table 1", list(journal.entries()))
    assert results.refresh() == 1
    assert [(found.first.won, found.first.score) for found in list(Seasons(club).of(2026).matches)] == [(True, 1.0)]
    assert taken.length < club.matches()[0].length
    journal.close()


def test_results_are_made_anew_from_the_entries(tmp_path: Path) -> None:
    with Club(tmp_path / "club.sqlite") as club:
        finished(club, tmp_path, 1, HIT)
        Results(club).refresh()
        before = list(Seasons(club).of(2026).matches)
        with closing(sqlite3.connect(tmp_path / "club.sqlite")) as raw, raw:
            raw.execute("UPDATE club_result SET gained = 9")
        assert list(Seasons(club).of(2026).matches) != before
        assert Results(club).refresh(again=True) == 1
        assert list(Seasons(club).of(2026).matches) == before


def test_a_season_is_a_year_and_a_player_has_his_own_matches(club: Club, tmp_path: Path) -> None:
    for number, (us, de) in enumerate([("Anna", "Bruno"), ("Carla", "Anna"), ("Bruno", "Carla")]):
        seated(club, finished(club, tmp_path, number, HIT), us, de)
    Results(club).refresh()
    seasons = Seasons(club)
    season = seasons.of()
    assert (season.year, season.years) == (2026, (2026,))
    assert len(season.matches) == len(season.of_army["us-army"]) == 3
    assert [side.side for side, _ in season.of_player[1]] == ["us", "de"]
    assert seasons.of(2025).matches == ()
    assert seasons.of() is season
    People(club).rename("Anna", "Annalisa")
    assert seasons.of().names[1] == "Annalisa"


def test_who_wins_by_more_than_his_luck_is_ranked_first(club: Club, tmp_path: Path) -> None:
    """Anna and Bruno win as often; Bruno by hits that come in 1 of 3, Anna without any."""
    for number in range(12):
        us, de = [("Anna", "Carla"), ("Bruno", "Carla")][number % 2]
        lucky, won = us == "Bruno", number not in (4, 5)
        match = finished(club, tmp_path, number, HIT if lucky and won else MISS, "us" if won else "de")
        seated(club, match, us, de)
    Results(club).refresh()
    season = Seasons(club).of()
    ranking, raw = season.ranking, rank(rated_in(season.matches), by_luck=False)
    assert ranking is not None
    assert raw is not None
    assert raw.better(1, 3) == pytest.approx(0.5)
    assert ranking.better(1, 3) > 0.6
    assert (ranking.players[0].name, ranking.players[0].matches) == (1, 6)
