"""What the books say of forces, tables, arms and bases: data, and advice that refuses nothing."""

from dataclasses import replace
from typing import Any

import pytest
from written_cases import case_named

from rules.ambush.organisation import organisation
from rules.registry import rule
from rules.yankee.troops import arms
from table.errors import BadFile
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece


def keys(game: str, table: Snapshot, action: dict[str, Any], dice: tuple[int, ...] = ()) -> list[tuple[str, str]]:
    return [(check.clause, check.key) for check in rule(game, table, action, dice).checks]


@pytest.mark.parametrize(("formation", "figures"), [("platoon", 8), ("company", 25), ("battalion", 76)])
def test_formations_have_the_books_figures(formation: str, figures: int) -> None:
    assert organisation().figures(formation) == figures


@pytest.mark.parametrize(("width", "small"), [(99.0, True), (100.0, False)])
def test_a_small_table_is_told(width: float, small: bool) -> None:
    table = Snapshot(width, 100, tuple(Stand(side, side, "soldier", 10, 10) for side in ("us", "de")))
    assert (("A1.1", "small_table") in keys("ambush", table, {"type": "start"}, (1, 2))) == small


def test_a_company_is_told_and_a_plate_counts_its_soldiers() -> None:
    plates = tuple(Stand(f"us-{k}", "us", "platoon", 10 + 10 * k, 10) for k in range(3))
    officer = Stand("us-9", "us", "officer", 50, 50)
    table = Snapshot(120, 100, (*plates, officer, Stand("de-1", "de", "soldier", 10, 90)))
    ruling = rule("ambush", table, {"type": "start"}, (1, 2))
    told = {
        c.detail["side"]: (c.key, c.detail["soldiers"], c.detail["formation"])
        for c in ruling.checks
        if c.clause == "A1.2"
    }
    assert told == {"us": ("forces", 25, "company"), "de": ("less_than_a_platoon", 1, "")}


def test_a_shot_is_checked_in_the_books_order() -> None:
    hedge = Piece("hedge", "hedge", ((10, 38), (30, 38), (30, 39), (10, 39)))
    table = Snapshot(
        120, 100, (Stand("us-1", "us", "soldier", 20, 20), Stand("de-1", "de", "soldier", 20, 40)), (hedge,)
    )  # fmt: skip
    clauses = [clause for clause, _ in keys("ambush", table, {"type": "shoot", "actor": "us-1", "target": "de-1"})]
    assert clauses == ["A2.1", "A2.2", "A2.3", "A3.1", "A3.4", "A3.2"]


def test_arms_and_qualities() -> None:
    assert {arm: (row.combat, row.fire, row.range_cm) for arm, row in arms().items()} == {
        "infantry": (3, 3, 18), "cavalry": (2, 3, 18), "artillery": (2, 5, 48), "general": (None, None, None),
    }  # fmt: skip
    table = Snapshot(160, 100, (Stand("n", "n", "infantry", 10, 10, state={"quality": "elite"}),))
    with pytest.raises(BadFile, match=r"stand\[1\]\.quality: expected one of 'militia', 'trained' or 'veteran'"):
        rule("yankee", table, {"type": "general", "actor": "n"})


def test_bases_of_the_arms() -> None:
    sizes = {arm: (row.width_cm, row.depth_cm) for arm, row in arms().items()}
    assert sizes["infantry"][0] == sizes["cavalry"][0] == sizes["artillery"][0] == 2.5
    assert 1.9 <= sizes["infantry"][1] <= 2.2
    assert (sizes["cavalry"][1], sizes["artillery"][1], sizes["general"]) == (2.8, 3.8, (2.0, 2.0))


@pytest.mark.parametrize(
    ("brigades", "key"), [(1, "no_division"), (2, "a_division"), (5, "a_division"), (6, "no_division")]
)
def test_a_division_has_two_to_five_brigades(brigades: int, key: str) -> None:
    build = {"type": "build", "strength": 9000, "guns": 0, "brigades": [1000] * brigades, "scale": "200"}
    assert ("Y3.1", key) in keys("yankee", Snapshot(160, 100), build)


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        (Piece("w", "wood", ((10, 10), (22, 10), (22, 14), (10, 14))), None),  # 12.6 cm across
        (Piece("w", "wood", ((10, 10), (25, 10), (25, 14), (10, 14))), "piece_across"),  # 15.5 cm
        (Piece("r", "river", ((0, 40), (40, 0), (44, 0), (0, 44))), None),  # from the left edge to the near one
        (Piece("r", "river", ((0, 40), (160, 40), (160, 44), (0, 44))), "strip_ends"),  # opposite edges
    ],
)
def test_ground_that_is_not_as_the_book_has_it_is_told(pieces: Piece, told: str | None) -> None:
    stands = tuple(Stand(side, side, "infantry", 80, 50) for side in "ns")
    found = keys("yankee", Snapshot(160, 100, stands, (pieces,)), {"type": "terrain"}, (1, 1, 1, 1))
    assert [key for clause, key in found if key in ("piece_across", "strip_ends")] == ([told] if told else [])
    assert ("Y4.1", "other_table") not in found
    smaller = keys("yankee", Snapshot(120, 100, stands), {"type": "terrain"}, (1, 1, 1, 1))
    assert ("Y4.1", "other_table") in smaller


def test_a_brigade_of_one_base_has_its_commander_and_no_troops() -> None:
    """Y3.3: the commander's base is one of the brigade's."""
    build = {"type": "build", "strength": 1000, "guns": 0, "brigades": [200, 800], "scale": "200"}
    ruling = rule("yankee", Snapshot(160, 100), build)
    (told,) = (check.detail["troops"] for check in ruling.checks if check.key == "commanders_inside")
    assert list(told) == [0, 3]


def test_how_far_a_base_goes_into_its_column_is_as_sure_as_where_it_stands_and_ends() -> None:
    """Y7.4: both places are in doubt by the base's own, each on its own."""
    case = case_named("yankee", "form-column-of-five-last-10.2-refused")
    stands = tuple(replace(stand, sigma_cm=0.1) for stand in case.snapshot.stands)
    ruling = rule("yankee", replace(case.snapshot, stands=stands), case.action, settings=case.settings)
    _, *followers = (check for check in ruling.checks if check.key == "way_length")
    assert len(followers) == 4
    assert [check.sigma for check in followers] == pytest.approx([0.1 * 2**0.5] * 4)


@pytest.mark.parametrize(("apart", "verdict"), [(0.0, "allowed"), (0.1, "refused")])
def test_a_main_attack_that_touches_its_enemy_is_launched(apart: float, verdict: str) -> None:
    """Y5.3: also where contact is to be without any gap."""
    support = Stand("n-1", "north", "infantry", 60, 30, 90, 2.5, 2.0)
    main = Stand("m-1", "north", "infantry", 80, 30, 90, 2.5, 2.0, state={"brigade": "M", "order": "attack"})
    enemies = (Stand(f"s-{x}", "south", "infantry", x, y, 270, 2.5, 2.0) for x, y in ((60, 36), (80, 32 + apart)))
    stands = (replace(support, state={"brigade": "A", "order": "support", "supports": "M"}), main, *enemies)
    move = {"type": "move", "group": ["n-1"], "path": [[60, 30], [60, 34]]}
    assert rule("yankee", Snapshot(160, 100, stands), move, settings={"contact_cm": 0.0}).verdict == verdict
