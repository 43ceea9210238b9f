"""Y9.5 by hand: how far a base slides, whom it pushes, what bars it."""

import pytest
from shapely import box
from shapely.affinity import rotate

from rules.yankee import YankeeSettings, complete
from rules.yankee.recoil import recoil
from rules.yankee.slide import gap_along
from table.snapshot import Snapshot
from table.stand import Stand

SETTINGS = YankeeSettings()


@pytest.mark.parametrize(
    ("other", "gap"),
    [
        (box(5, 0, 6, 2), 3.0),  # ahead, three away
        (box(2, 0, 3, 2), 0.0),  # touching
        (box(1.5, 0, 3, 2), -0.5),  # overlapping by half
        (box(5, 1, 6, 9), 3.0),  # half in the way
        (box(5, 2, 6, 4), None),  # flush beside the way
        (box(5, 3, 6, 4), None),  # clear of it
        (box(-3, 0, -2, 2), None),  # behind
    ],
)
def test_how_far_a_square_slides_to_the_right(other: object, gap: float | None) -> None:
    assert gap_along(box(0, 0, 2, 2), other, 0.0) == (None if gap is None else pytest.approx(gap))  # type: ignore[arg-type]


@pytest.mark.parametrize("degrees", [0.0, 1.0, 7.0, 33.3, 90.0, 179.0, 271.5])
def test_a_friend_that_ends_level_with_its_front_is_passed_at_any_heading(degrees: float) -> None:
    """Cut at the height of its own edge, rounding took the square's back for its front."""
    ours, theirs = (rotate(shape, degrees, origin=(0, 0)) for shape in (box(0, 0, 2, 2.5), box(-5, 2, 2, 4.5)))
    assert gap_along(ours, theirs, degrees, 0.3) is None


def base(
    name: str, y: float, *, x: float = 60.0, heading: float = 270.0, side: str = "south", kind: str = "infantry"
) -> Stand:
    return Stand(name, side, kind, x, y, heading)


def fall_back(*stands: Stand) -> tuple[float, dict[str, float], list[tuple[str, str]]]:
    """Let the first recoil (it looks down, so it goes up): its end, the pushes, and what surely bars it."""
    table = complete(Snapshot(160, 100, stands), SETTINGS, "test")
    way = recoil(table.stand(stands[0].name), table, SETTINGS)
    pushes = {s.name: round(s.y - table.stand(s.name).y, 9) for s in way.pushed}
    return way.end.y, pushes, [(bar.reason, bar.name) for bar in way.bars if bar.free.probability_in == 0]


def test_alone_it_goes_back_by_its_own_depth() -> None:
    assert fall_back(base("a", 40)) == (42.0, {}, [])


def test_a_friend_half_a_centimetre_behind_is_pushed_the_rest() -> None:
    assert fall_back(base("a", 40), base("b", 42.5)) == (42.0, {"b": 1.5}, [])


def test_two_in_file_are_pushed_each_what_is_needed() -> None:
    assert fall_back(base("a", 40), base("b", 42.5), base("c", 45.5)) == (42.0, {"b": 1.5, "c": 0.5}, [])


def test_the_farthest_push_counts_whatever_the_names() -> None:
    """A gun of depth 3.8 goes back over two in column, the nearer of which pushes the farther one too."""
    for near, far in (("b", "c"), ("c", "b")):
        gun = base("gun", 40, kind="artillery")
        end, pushes, bars = fall_back(gun, base(near, 42.9), base(far, 44.9))
        assert end == pytest.approx(43.8)
        assert pushes == {near: 3.8, far: 3.8}
        assert bars == []


@pytest.mark.parametrize(
    ("other", "bar"),
    [
        (base("e", 43.5, side="north", heading=90), [("enemy", "e")]),
        (base("e", 44.0, side="north", heading=90), []),  # it ends flush with him
        (base("f", 42.5, heading=90), [("friend", "f")]),
        (base("f", 42.5, heading=270 + 44), []),
        (base("f", 42.5, heading=270 + 46), [("friend", "f")]),
        (base("f", 40, x=62.49, heading=90), []),  # shoulder to shoulder, 0.01 into it
    ],
)
def test_what_bars_the_way(other: Stand, bar: list[tuple[str, str]]) -> None:
    assert fall_back(base("a", 40), other)[2] == bar


def test_the_edge_of_the_table_bars_it() -> None:
    assert fall_back(base("a", 97.5))[2] == [("table_edge", "a")]
    assert fall_back(base("a", 97.0))[2] == []


def test_enemies_at_rear_and_flank_bar_it_but_one_wide_enemy_behind_is_not_at_the_flank() -> None:
    rear = Stand("r", "north", "infantry", 60, 42.1, 270, 6.0, 2.0)
    flank = Stand("f", "north", "infantry", 62.6, 40, 270)
    assert ("surrounded", "r") in fall_back(base("a", 40), rear, flank)[2]
    assert [reason for reason, _ in fall_back(base("a", 40), rear)[2]] == ["enemy"]
