"""An evening in the club's database: begun, paired, its clock, results typed and corrected, players who come and go."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest

from referee.club.evening.evening import Evening
from referee.club.evening.organising import Evenings, evening_state
from referee.club.people import People
from referee.club.record import Club
from referee.match.state import NotNow
from table.errors import BadInput

NAMES = ["Ann", "Ben", "Carla", "Dan"]
TABLES = ["Table 1", "Table 2"]


class Hands:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 28, 19, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def club(where: str | Path) -> Iterator[Club]:
    with Club(where) as opened:
        yield opened


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def evenings(club: Club, hands: Hands) -> Evenings:
    found = Evenings(club, hands)
    found.begin("Friday", "swiss", NAMES, TABLES, minutes=90, reset_minutes=10)
    return found


def of(evenings: Evenings) -> Evening:
    found = evenings.newest()
    assert found is not None
    return found


def state(club: Club) -> tuple[int, int]:
    with club.reading() as connection:
        return evening_state(connection)


def paired(evening: Evening, number: int = -1) -> list[tuple[str | None, str, str]]:
    """Return a round's games: table, first, second."""
    named = evening.names
    return [
        (each.game.table, named[each.game.first], named.get(each.game.second or 0, ""))
        for each in evening.rounds[number].pairings
    ]


def test_before_the_first_there_is_none(club: Club) -> None:
    assert Evenings(club).newest() is None
    assert state(club) == (0, 0)
    with pytest.raises(NotNow, match="no evening has begun"):
        Evenings(club).pair(1)


def test_begun_by_two_taps_it_is_one_evening(club: Club, hands: Hands) -> None:
    together = Barrier(4)

    def tap(_: int) -> int:
        evenings = Evenings(club, hands)
        together.wait(timeout=30)
        return evenings.begin("Friday", "swiss", NAMES, TABLES, minutes=90, reset_minutes=10).evening

    with ThreadPoolExecutor(4) as hall:
        assert list(hall.map(tap, range(4))) == [1] * 4
    assert [player.name for player in People(club).players()] == NAMES


@pytest.mark.parametrize(
    ("name", "names", "pairs", "minutes"),
    [("Saturday", NAMES, False, 0), ("Friday", NAMES[::-1], False, 0), ("Friday", NAMES, True, 0),
     ("Friday", NAMES, False, 2)],
)  # fmt: skip
def test_what_is_told_otherwise_or_later_is_another_evening(
    evenings: Evenings, hands: Hands, name: str, names: list[str], pairs: bool, minutes: float
) -> None:
    if pairs:
        evenings.pair(1)
    hands.forward(minutes)
    assert evenings.begin(name, "swiss", names, TABLES, minutes=90, reset_minutes=10).evening == 2


def test_who_was_no_player_of_the_club_is_one_from_now_on(club: Club, evenings: Evenings) -> None:
    assert [player.name for player in People(club).players()] == NAMES
    evenings.begin("Saturday", "round-robin", ["ann", "Zoe"], ["A"], minutes=60, reset_minutes=0)
    assert [player.name for player in People(club).players()] == [*NAMES, "Zoe"]
    assert (of(evenings).name, of(evenings).evening, list(of(evenings).names.values())) == (
        "Saturday", 2, ["Ann", "Zoe"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("names", "tables", "said"),
    [(["Ann"], TABLES, "2 to 100 players"), (["Ann", "ann"], TABLES, "Ann is there twice"),
     (NAMES, [], "1 to 48 tables"), (NAMES, ["A", "A"], "A is there twice")],
)  # fmt: skip
def test_what_is_no_evening_is_not_begun(club: Club, names: list[str], tables: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Evenings(club).begin("x", "swiss", names, tables, minutes=60, reset_minutes=0)
    assert Evenings(club).newest() is None


def test_a_round_is_paired_once(evenings: Evenings) -> None:
    evenings.pair(1, "ambush/1-the-crossroads.toml")
    assert paired(of(evenings)) == [("Table 1", "Ann", "Carla"), ("Table 2", "Ben", "Dan")]
    with pytest.raises(NotNow, match="round 1 is paired already"):
        evenings.pair(1)
    with pytest.raises(NotNow, match="Table 1 has no result yet"):
        evenings.pair(2)
    evenings.type_result(1, 1, "first", "Olga")
    evenings.type_result(1, 2, "second", "Olga")
    evenings.pair(2)
    assert {frozenset(names) for _, *names in paired(of(evenings))} == {
        frozenset({"Ann", "Dan"}), frozenset({"Ben", "Carla"}),
    }  # fmt: skip
    assert [each.scenario for each in of(evenings).rounds] == ["ambush/1-the-crossroads.toml"] * 2


def test_a_corrected_result_is_kept_with_who_and_when(evenings: Evenings, hands: Hands) -> None:
    evenings.pair(1)
    evenings.type_result(1, 1, "first", "Olga")
    hands.forward(5)
    evenings.type_result(1, 1, "draw", "Pia")
    (found, _) = of(evenings).rounds[0].pairings
    assert found.game.outcome == "draw"
    assert [(result.outcome, result.typed_by, result.at[11:16]) for result in found.results] == [
        ("first", "Olga", "19:00"), ("draw", "Pia", "19:05"),
    ]  # fmt: skip
    assert [(line.points, line.drawn) for line in of(evenings).standings()] == [(1, 1), (1, 1), (0, 0), (0, 0)]


def test_the_clock_is_kept(evenings: Evenings, hands: Hands) -> None:
    evenings.pair(1)
    evenings.run_clock("start")
    hands.forward(30)
    evenings.run_clock("pause")
    hands.forward(30)
    evenings.run_clock("start")
    evenings.run_clock("longer", 15)
    clock = of(evenings).rounds[0].clock
    assert clock.left_s(hands.now) == 75 * 60
    assert clock.until == hands.now + timedelta(minutes=75)
    for pairing in (1, 2):
        evenings.type_result(1, pairing, "draw", "Olga")
    hands.forward(10)
    evenings.pair(2)
    first, second = (each.clock for each in of(evenings).rounds)
    assert (first.over, first.runs) == (hands.now, False)
    assert (second.runs, second.left_s(hands.now)) == (False, 90 * 60)


def test_who_leaves_is_paired_no_more_and_who_comes_late_from_the_next_round_on(evenings: Evenings) -> None:
    evenings.pair(1)
    numbers = {name: player for player, name in of(evenings).names.items()}
    for pairing in (1, 2):
        evenings.type_result(1, pairing, "first", "Olga")
    evenings.drop(numbers["Ben"])
    evenings.come("Zoe")
    evenings.come("Yves")
    evenings.pair(2)
    there = {name for _, *names in paired(of(evenings)) for name in names}
    assert there == {"Ann", "Carla", "Dan", "Zoe", "Yves", ""}
    assert "Ben" in [of(evenings).names[line.player] for line in of(evenings).standings()]
    evenings.come("ben")
    assert all(one.left is None for one in of(evenings).entrants)
    with pytest.raises(BadInput, match="does not take part"):
        evenings.drop(99)


def test_a_game_that_is_not_there_has_no_result(evenings: Evenings) -> None:
    evenings.pair(1)
    for number, pairing in ((2, 1), (0, 1), (1, 3)):
        with pytest.raises(BadInput, match="no such game"):
            evenings.type_result(number, pairing, "first", "Olga")
    evenings.swap(1, 1)
    assert paired(of(evenings))[0] == ("Table 1", "Carla", "Ann")


def test_each_change_is_seen_by_who_asks_for_it(club: Club, evenings: Evenings) -> None:
    seen = [state(club)]
    for act in (lambda: evenings.pair(1), lambda: evenings.run_clock("start"), lambda: evenings.come("Zoe"),
                lambda: evenings.choose_scenario("ambush/1-the-crossroads.toml"),
                lambda: evenings.type_result(1, 1, "first", "Olga")):  # fmt: skip
        act()
        seen.append(state(club))
    assert len(set(seen)) == len(seen)


def test_a_demos_visitors_take_turns_at_all_tables(club: Club) -> None:
    evenings = Evenings(club)
    evenings.begin("Fair", "rota", NAMES, TABLES, minutes=20, reset_minutes=5)
    evenings.pair(1)
    evenings.pair(2)
    first, second = ({name: table for table, *names in paired(of(evenings), k) for name in names} for k in (0, 1))
    assert all(first[name] != second[name] for name in NAMES)
    assert of(evenings).standings() == []


def test_when_all_have_met_nobody_is_paired(club: Club) -> None:
    evenings = Evenings(club)
    evenings.begin("Two", "round-robin", NAMES[:2], TABLES, minutes=20, reset_minutes=5)
    evenings.pair(1)
    with pytest.raises(NotNow, match="nobody is left"):
        evenings.pair(2)
    assert len(of(evenings).rounds) == 1
