"""What shares a hex: heights by what lies below, blocks of one unit, and who is not seen because of whom."""

import math

import numpy as np
import pytest

from simulation.synthetic.fittings import default_camera, default_frame
from simulation.synthetic.plate import Plate
from table.frame import Frame, HexBoard
from table.hex_board import centre_of, hex_of_stand, label_of, parse_hex
from table.mount import Mount
from table.roster import Entry, Roster
from table.stand import Stand
from table.verdict import Verdict
from vision.boards.lifts import lifts_of, looks_lifted, lying, with_stack_height
from vision.boards.piles import BoardSeen, see_board
from vision.markers import MarkerSeen
from vision.table_view import TableView

BOARD = HexBoard((6.0, 6.0), 3.0, 13, 9)
PLAIN = default_frame(88, 60)
FRAME = Frame(88, 60, PLAIN.markers, board=BOARD)
CAMERA = default_camera(PLAIN, (3840, 2160))
VIEW = TableView(CAMERA, FRAME)
D5, E5 = (parse_hex(BOARD, label) for label in ("D5", "E5"))
MIDDLE, HALF = centre_of(BOARD, D5), 3.0 * math.sqrt(3) / 2


def entry(name: str, kind: str, marker: int, thick_cm: float = 0.2, group: str | None = None) -> Entry:
    mount = Mount(height_cm=thick_cm, size_cm=1.0)
    return Entry(marker, name, "axis", kind, 1.5, 1.5, mount, group=group)


FORT, TANK = entry("fort", "fortification", 1), entry("tank", "tank", 2)
PLANE, SECOND = entry("plane", "aircraft", 3), entry("b", "tank", 4)


def measured(
    entry: Entry, x: float, y: float, above_cm: float = 0.0, sigma_cm: float = 0.01
) -> tuple[Stand, MarkerSeen]:
    """Return a stand as it is measured at its roster's height when its marker truly lies so much higher, and it."""
    mount = entry.mount
    plate = Plate("4x4_250", entry.marker, x, y, 90.0, mount.height_cm + above_cm, mount.size_cm)
    corners = CAMERA.project(plate.corners_cm())
    seen = MarkerSeen(entry.marker, corners, 1.0, np.eye(8) * 0.01**2)
    (at,) = CAMERA.to_plane([seen.centre_px], mount.height_cm)
    return Stand(entry.name, "axis", entry.kind, *at.tolist(), 90.0, 1.5, 1.5, 0.01), seen


def board(roster: tuple[Entry, ...], *seen: tuple[Stand, MarkerSeen], before=None) -> BoardSeen:
    found = see_board([s for s, _ in seen], Roster(roster), VIEW, [m for _, m in seen], before)
    assert found is not None
    return found


def test_a_counter_on_others_is_where_it_stands_not_where_its_roster_puts_it():
    stand, _ = measured(TANK, 80.0, 55.0, above_cm=0.4)
    assert math.hypot(stand.x - 80, stand.y - 55) > 0.15
    there = with_stack_height(stand, TANK, 0.4, VIEW)
    assert (there.x, there.y) == pytest.approx((80.0, 55.0), abs=1e-4)


def test_a_marker_looks_as_high_as_it_lies_whatever_the_printer_made_of_all():
    flat = [entry(f"c{k}", "tank", 10 + k) for k in range(8)]
    seen = [measured(one, 10.0 + 9 * k, 30.0)[1] for k, one in enumerate(flat)]
    seen.append(measured(PLANE, 40.0, 50.0, above_cm=0.8)[1])
    for one in seen:  # all printed 1 % too large
        one.corners_px[:] = one.centre_px + 1.01 * (one.corners_px - one.centre_px)
    looks = looks_lifted(seen, Roster((*flat, PLANE)), VIEW)
    height, sigma = looks["plane"]
    assert height == pytest.approx(0.8, abs=2 * sigma)
    assert all(abs(looks[one.name][0]) < 2 * looks[one.name][1] for one in flat)
    assert sigma < 0.3


def test_what_was_below_and_is_not_seen_lies_under_what_stands_there_now():
    it = board(
        (FORT, TANK, SECOND), measured(TANK, *MIDDLE, above_cm=0.2), measured(SECOND, 50, 50), before={"fort": [D5]}
    )
    (hidden,) = it.hidden
    assert (hidden.name, hidden.under, hidden.hexes) == ("fort", ("tank",), (D5,))
    pile = next(pile for pile in it.piles if pile.hex == D5)
    assert pile.stands == ("fort", "tank")
    assert it.lifts["tank"][0].on == ("fort",)


def test_a_counter_over_a_line_by_its_height_alone_is_not_read_in_the_wrong_hex():
    """In a corner of the table 0.6 cm of counters below an aircraft shift it by 3 mm."""
    far = parse_hex(BOARD, "M9")
    x, y = centre_of(BOARD, far)
    place = (x + HALF - 0.1, y)
    stand, marker = measured(PLANE, *place, above_cm=0.6)
    alone = board((PLANE,), (stand, marker))
    assert alone.readings["plane"].cell != far, "without what is below it seems to be beyond the line"
    known = board((FORT, TANK, SECOND, PLANE), (stand, marker), before={"fort": [far], "tank": [far], "b": [far]})
    assert known.readings["plane"].probability(far) > 0.3
    unknown = board((FORT, TANK, PLANE), (stand, marker))
    assert unknown.readings["plane"].probability(far) > 0.02


def test_a_counter_does_not_lie_on_another_of_its_kind():
    it = board((TANK, SECOND), measured(TANK, *MIDDLE), before={"b": [D5]})
    assert [(one.name, one.under) for one in it.hidden] == [("b", ())]
    assert [way.height_cm for way in it.lifts["tank"]] == [0.0]


def test_one_seen_below_counts_with_what_lies_below_it():
    seen = (measured(TANK, *MIDDLE, above_cm=0.2), measured(PLANE, MIDDLE[0] + 0.4, MIDDLE[1], above_cm=0.4))
    roster = Roster((FORT, TANK, PLANE))
    stands = [stand for stand, _ in seen]
    lifts = lifts_of(stands, roster, looks_lifted([m for _, m in seen], roster, VIEW), {"tank": ["fort"]})
    best = max(lifts["plane"], key=lambda way: way.share)
    assert (round(best.height_cm, 2), best.on) == (0.4, ("fort", "tank"))


def test_blocks_of_a_unit_agree_where_one_is_on_the_line():
    blocks = tuple(entry(f"legion.{k}", "heavy_infantry", 20 + k, 0.9, "legion") for k in range(4))
    places = [(MIDDLE[0] + dx, MIDDLE[1]) for dx in (HALF, 0.5)]
    it = board(blocks, *(measured(one, *at) for one, at in zip(blocks, places, strict=False)))
    assert it.readings["legion.0"].verdict is Verdict.CLOSE
    unit = it.units["legion"]
    assert (unit.reading.cell, unit.split, unit.unseen) == (D5, False, ("legion.2", "legion.3"))
    (pile,) = it.piles
    assert (pile.stands, pile.units) == (("legion.0", "legion.1"), ("legion",))


def test_blocks_in_different_hexes_are_said_apart():
    blocks = tuple(entry(f"legion.{k}", "heavy_infantry", 20 + k, 0.9, "legion") for k in range(2))
    it = board(blocks, measured(blocks[0], *MIDDLE), measured(blocks[1], *centre_of(BOARD, E5)))
    unit = it.units["legion"]
    assert (unit.split, unit.reading.verdict) == (True, Verdict.CLOSE)
    assert {label_of(BOARD, place) for place, _ in unit.reading.among if place is not None} == {"D5", "E5"}


def test_a_leader_in_a_unit_s_hex_is_in_its_pile():
    blocks = tuple(entry(f"legion.{k}", "heavy_infantry", 20 + k, 0.9, "legion") for k in range(2))
    leader = entry("caesar", "leader", 30, 0.9)
    places = [(MIDDLE[0] - 0.9, MIDDLE[1]), (MIDDLE[0] + 0.9, MIDDLE[1]), (MIDDLE[0], MIDDLE[1] + 1.7)]
    it = board((*blocks, leader), *(measured(one, *at) for one, at in zip((*blocks, leader), places, strict=True)))
    (pile,) = it.piles
    assert pile.units == ("legion", "caesar")
    assert all(way.height_cm == 0.0 for ways in it.lifts.values() for way in ways)


@pytest.mark.parametrize("seen", [True, False], ids=["it is seen beside", "hidden since"])
def test_in_a_match_a_counter_on_a_fortification_is_where_it_stands(seen: bool) -> None:
    """Near the far corner 0.5 cm of stone put it 2 mm off, over the line of its hex."""
    fort, far = entry("fort", "fortification", 1, thick_cm=0.5), parse_hex(BOARD, "M9")
    x, y = centre_of(BOARD, far)
    below, _ = measured(fort, x + HALF - 0.6, y)
    tank, _ = measured(TANK, x + HALF - 0.1, y, above_cm=0.5)
    roster = Roster((fort, TANK, SECOND, PLANE))
    assert hex_of_stand(tank, BOARD).probability(far) < 0.3
    stands, hidden = ((below, tank), ()) if seen else ((tank,), (below,))
    there = {stand.name: stand for stand in lying(stands, hidden, roster, VIEW)}
    assert math.hypot(there["tank"].x - (x + HALF - 0.1), there["tank"].y - y) < (0.001 if seen else 0.03)
    assert (
        hex_of_stand(there["tank"], BOARD).cell == far if seen else hex_of_stand(there["tank"], BOARD).likeliest == far
    )
    assert there["tank"].sigma_cm == tank.sigma_cm if seen else there["tank"].sigma_cm > 2 * tank.sigma_cm
    assert there.get("fort", below) == below


def test_in_a_match_what_nothing_lies_below_is_left_alone() -> None:
    """What is in the box but was never on the table is not looked for below; without hexes nothing is."""
    tank, _ = measured(TANK, *MIDDLE)
    fort, _ = measured(FORT, MIDDLE[0] + 5.0, MIDDLE[1])
    roster = Roster((FORT, TANK, SECOND, PLANE))
    assert lying((tank,), (fort,), roster, VIEW) == (tank,)
    assert lying((tank,), (), roster, VIEW) == (tank,)
    under, _ = measured(FORT, *MIDDLE)
    assert lying((tank,), (under,), roster, VIEW) != (tank,)
    assert lying((tank,), (under,), roster, TableView(CAMERA, PLAIN)) == (tank,)
