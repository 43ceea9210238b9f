"""What brings each side victory, and how far it is: exact, in all five games, to the edge, with ties."""

from collections.abc import Collection
from dataclasses import replace

import pytest

from rules.cases import parse_cases
from rules.goal import Goal, clause_of, other_side, winner_of
from rules.state import State
from rules.turn_order import goals
from table.notation.case_file import Case


def case_of(game: str, table: str) -> Case:
    """A table of that game, written as the cases are."""
    (case,) = parse_cases(f"game {game}\ntable 160x100\n\na-table: To be counted.\n  {table}\n  > any\n  = allowed\n")
    return case


def told(game: str, table: str, sides: tuple[str, str], fallen: Collection[str] = ()) -> list[Goal]:
    """The goals on a table; ``fallen`` are names taken off it, which the state remembers."""
    case = case_of(game, table)
    gone = {name: case.snapshot.stand(name) for name in fallen}
    state = State(sides, known=case.sides, fallen=gone)
    return list(goals(game, case.snapshot, state, case.settings))


def counted(found: list[Goal]) -> list[tuple[str, str, int, int, bool]]:
    return [(goal.side, goal.key, goal.have, goal.need, goal.reached) for goal in found]


def winner(found: list[Goal], sides: tuple[str, str]) -> str | None:
    return winner_of(State(sides), found)


NS = ("north", "south")


def yankee(north: int, south: int, started: int) -> list[Goal]:
    bases = "; ".join(
        [f"n{k} north/infantry {10 + 4 * k},30" for k in range(north)]
        + [f"s{k} south/infantry {10 + 4 * k},70" for k in range(south)]
    )
    return told("yankee", f"known north started={started}; known south started={started}; {bases}", NS)


@pytest.mark.parametrize(
    ("started", "left", "lost", "need", "reached"),
    [(4, 3, 1, 2, False), (4, 2, 2, 2, True), (5, 3, 2, 3, False), (5, 2, 3, 3, True), (4, 4, 0, 2, False)],
)
def test_half_the_bases_are_exactly_half(started: int, left: int, lost: int, need: int, reached: bool) -> None:
    found = yankee(started, left, started)
    assert counted(found) == [
        ("north", "goal_half_lost", lost, need, reached), ("south", "goal_half_lost", 0, need, False),
    ]  # fmt: skip
    assert winner(found, NS) == ("north" if reached else None)
    assert [goal.clause for goal in found] == ["Y12.1", "Y12.1"]


def test_where_both_lost_half_nobody_has_won() -> None:
    found = yankee(2, 2, 4)
    assert [goal.reached for goal in found] == [True, True]
    assert winner(found, NS) is None


def test_more_bases_than_a_side_began_with_are_no_loss() -> None:
    assert [goal.have for goal in yankee(5, 4, 4)] == [0, 0]


def test_generals_are_no_bases_and_the_fallen_are_counted_where_nobody_wrote_down_how_many_began() -> None:
    table = "n1 north/infantry 10,30; G north/general 10,26; s1 south/infantry 10,70; s2 south/infantry 20,70"
    found = told("yankee", f"{table}; H south/general 30,70", NS, ("s2", "H"))
    assert counted(found) == [("north", "goal_half_lost", 1, 1, True), ("south", "goal_half_lost", 0, 1, False)]
    assert found[0].detail["started"] == 2


US = ("us", "de")


@pytest.mark.parametrize(("started", "left", "have", "need"), [(4, 3, 1, 2), (4, 2, 2, 2), (5, 3, 2, 3), (5, 2, 3, 3)])
def test_in_ambush_half_lost_makes_a_die_due_and_wins_nothing_by_itself(
    started: int, left: int, have: int, need: int
) -> None:
    soldiers = "; ".join(f"de-{k} de/soldier {20 + 5 * k},60" for k in range(left))
    found = told("ambush", f"known us started=1; known de started={started}; us-1 us/soldier 20,20; {soldiers}", US)
    assert counted(found) == [("us", "goal_half_lost", have, need, False), ("de", "goal_half_lost", 0, 1, False)]
    assert winner(found, US) is None
    assert clause_of("us", found) == "A5.1"


def test_in_ambush_a_soldier_who_fell_is_lost_where_nobody_wrote_down_how_many_began() -> None:
    table = "us-1 us/soldier 20,20; de-1 de/soldier 20,60; de-2 de/soldier 30,60"
    found = told("ambush", table, US, ("de-2",))
    assert counted(found) == [("us", "goal_half_lost", 1, 1, False), ("de", "goal_half_lost", 0, 1, False)]


AG = ("A", "G")


@pytest.mark.parametrize(
    ("square", "line", "reached"), [("A-01", 1, False), ("A-72", 9, False), ("G-09", 17, False), ("G-08", 18, True)]
)
def test_one_man_on_the_enemys_first_line_wins(square: str, line: int, reached: bool) -> None:
    table = f"table 44x95; known A started=1; known G started=2; a1 A/soldier {square}; g1 G/soldier G-30"
    found = told("montecassino", table, AG)
    assert counted(found) == [
        ("A", "goal_infantry", 1, 2, False), ("A", "goal_first_line", line, 18, reached),
        ("G", "goal_infantry", 0, 1, False), ("G", "goal_first_line", 4, 18, False),
    ]  # fmt: skip
    assert winner(found, AG) == ("A" if reached else None)


@pytest.mark.parametrize(("left", "gone", "reached"), [(2, 0, False), (1, 1, False), (0, 2, True)])
def test_all_the_enemys_infantry_must_be_gone(left: int, gone: int, reached: bool) -> None:
    men = "".join(f"; g{k} G/soldier G-3{k}" for k in range(left))
    found = told("montecassino", f"table 44x95; known A started=1; known G started=2; a1 A/soldier A-01{men}", AG)
    infantry = next(goal for goal in found if (goal.side, goal.key) == ("A", "goal_infantry"))
    assert (infantry.have, infantry.need, infantry.reached) == (gone, 2, reached)
    assert winner(found, AG) == ("A" if reached else None)


def test_two_on_each_others_first_lines_win_nothing() -> None:
    found = told("montecassino", "table 44x95; a1 A/soldier G-08; g1 G/soldier A-08", AG)
    assert counted(found) == [("A", "goal_first_line", 18, 18, True), ("G", "goal_first_line", 18, 18, True)]
    assert winner(found, AG) is None


ALLIES = ("allied", "axis")
PLACES = "; ".join([*(f"victory ({x},0)" for x in (0, 2, 4, 6, 8)), "town (20,0)", "town (22,0)"])


@pytest.mark.parametrize(("taken", "towns_lost"), [(0, 0), (2, 0), (3, 0), (3, 1), (5, 2)])
def test_points_are_counted_for_both_and_towns_for_the_allies(taken: int, towns_lost: int) -> None:
    """Three of five win for the Allies, all five for the Axis, but only at a turn's end: no goal is reached before."""
    men = "".join(f"; a{k} allied/infantry ({2 * k},0) 2-4" for k in range(taken))
    men += "".join(f"; x{k} axis/infantry ({20 + 2 * k},0) 2-4" for k in range(towns_lost))
    found = told(
        "rommel", f"table 60x60; x9 axis/infantry (10,5) 2-4; f allied/aircraft (8,0) 4-8; {PLACES}{men}", ALLIES
    )
    assert counted(found) == [
        ("allied", "goal_points", taken, 3, False), ("axis", "goal_all_held", 5 - taken, 5, False),
    ]  # fmt: skip
    assert found[0].detail == {"kept": 2 - towns_lost, "towns": 2}
    assert winner(found, ALLIES) is None
    assert [goal.clause for goal in found] == ["R1.3", "R1.3"]


def test_a_map_without_points_has_no_goals() -> None:
    assert told("rommel", "table 60x60; a1 allied/infantry (0,0) 2-4; x1 axis/infantry (10,5) 2-4", ALLIES) == []


ROMANS = ("roman", "carthaginian")


def ancients(roman: int, carthaginian: int, settings: str = "banners=5", more: str = "") -> list[Goal]:
    known = f"known roman banners={roman}{more}; known carthaginian banners={carthaginian}"
    units = "r1 roman/light_infantry (5,2); c1 carthaginian/medium_infantry (7,2)"
    return told("ancients", f"table 120x100; settings {settings}; {known}; {units}", ROMANS)


@pytest.mark.parametrize(("banners", "wins"), [(0, False), (4, False), (5, True), (6, True)])
def test_banners_win_from_the_number_agreed_on(banners: int, wins: bool) -> None:
    found = ancients(banners, 3)
    assert counted(found) == [
        ("roman", "goal_banners", banners, 5, wins), ("carthaginian", "goal_banners", 3, 5, False),
    ]  # fmt: skip
    assert winner(found, ROMANS) == ("roman" if wins else None)


def test_a_sides_own_number_of_banners_counts_before_the_one_agreed_on() -> None:
    found = ancients(4, 4, more=" banners_to_win=4")
    assert [(goal.need, goal.reached) for goal in found] == [(4, True), (5, False)]
    assert winner(found, ROMANS) == "roman"


def test_where_both_have_enough_banners_the_goals_name_nobody() -> None:
    found = ancients(5, 7)
    assert winner(found, ROMANS) is None
    assert winner_of(State(ROMANS, known={"roman": {"defeated": True}}), found) == "carthaginian", "a ruling names one"


def test_a_goal_says_how_far_it_is() -> None:
    goal = Goal("roman", "C3.1", "goal_banners", 2, 5)
    assert [replace(goal, have=have).share for have in (-1, 0, 2, 5, 9)] == [0.0, 0.0, 0.4, 1.0, 1.0]
    assert replace(goal, need=0).share == 1.0
    assert (goal.check.verdict, replace(goal, reached=True).check.verdict) == ("failed", "passed")
    assert goal.check.modifies
    assert dict(goal.check.detail) == {"side": "roman", "have": 2, "need": 5}


def test_the_clause_of_a_victory_is_that_of_what_was_reached() -> None:
    first, second = Goal("A", "M4.1", "goal_infantry", 1, 2), Goal("A", "M9.9", "other", 18, 18, reached=True)
    assert clause_of("A", [first, second]) == "M9.9"
    assert clause_of("A", [first]) == "M4.1"
    assert clause_of("G", [first, second]) == ""
    assert (other_side("A", AG), other_side("A", ("A",))) == ("G", None)
