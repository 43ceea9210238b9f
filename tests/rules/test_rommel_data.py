"""Rommel's data: the die, the lists, the fire table, the practice map, and what an owner's own files may hold."""

from typing import Any

import pytest

from rules.dice import dice_of
from rules.registry import rule
from rules.rommel.combat import NAC
from rules.rommel.fire_table import FireTable, house_table
from rules.rommel.ground import ground_of
from rules.rommel.kinds import NATIONS, kind_named, kinds, side_of
from rules.rommel.map_data import practice_map
from rules.rommel.settings import RommelSettings, WeatherFaces
from rules.rommel.unit_list import find, practice_lists
from rules.ruling import Ruling
from rules.settings import read_settings
from table.errors import BadFile
from table.hex_board import centre_of, default_board, label_of, parse_hex
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

BOARD = default_board(120, 80, 20, 12)
GROUND = ground_of(Snapshot(120, 80, board=BOARD), RommelSettings(map="practice"))


def counter(name: str, side: str, kind: str, label: str, **state: Any) -> Stand:
    x, y = centre_of(BOARD, parse_hex(BOARD, label))
    unit = state.pop("unit", None)
    return Stand(name, side, kind, x, y, unit=unit, state=state)


def ruled(action: dict[str, Any], *stands: Stand, dice: tuple[int, ...] = (), **settings: Any) -> Ruling:
    return rule("rommel", Snapshot(120, 80, stands, board=BOARD), action, dice, settings)


def fired(target: Stand, *dice: int, kind: str = "field_artillery", **settings: Any) -> Ruling:
    shooter = counter("gun", "axis", kind, "D5", combat=3, movement=4, stars=2)
    return ruled({"type": "fire", "actor": "gun", "target": target.name}, shooter, target, dice=dice, **settings)


def test_the_die_shows_only_its_faces() -> None:
    assert sorted(NAC.faces) == [2, 3, 3, 4, 4, 5]
    assert dice_of(NAC, [2, 3, 4, 5], "x").given == (2, 3, 4, 5)
    for face in (1, 6, "3", True, 2.5):
        with pytest.raises(BadFile, match=r"dice\.given\[1\]: expected one of 2, 3, 4, 5"):
            dice_of(NAC, [face], "x")


def test_the_lists_have_every_kind() -> None:
    rows = practice_lists().values()
    assert {kind_named(row.kind) for row in rows} == set(kinds())
    assert {row.nation for row in rows} == set(NATIONS)
    for side in ("axis", "allied"):
        own = [row for row in rows if NATIONS[row.nation] == side]
        assert 30 <= sum(row.count for row in own if row.kind not in ("lane", "fortification")) <= 36
        bombers = {(row.combat, row.movement) for row in own if row.kind == "aircraft"}
        assert {(2, 8), (3, 8)} <= bombers
    for row in rows:
        whole = (row.stars, row.letter, row.striped_combat, row.striped_movement)
        assert (None in whole) == (row.kind != "tank"), row


@pytest.mark.parametrize("word", ["Mechanised Infantry", "mechanised-infantry", "MECHANIZED_INFANTRY", "mechanised"])
def test_kinds_are_named_as_people_write_them(word: str) -> None:
    assert kind_named(word) == "mechanised_infantry"
    assert kind_named("heavy artillery") == "field_artillery"
    assert kind_named("camel") is None


def test_sides_are_named_by_nation_too() -> None:
    assert {side_of(name) for name in ("German", "ITALIAN", "Eje", "axis")} == {"axis"}
    assert {side_of(name) for name in ("british", "Free-French", "Aliados", "allies", "commonwealth")} == {"allied"}
    with pytest.raises(BadFile, match=r"axis \(german, italian\) or allied"):
        side_of("us")


def test_the_practice_map_is_as_the_book_wants_it() -> None:
    data = practice_map()
    assert (data.columns, data.rows) == (20, 12)
    assert (len(data.point), len(data.town)) == (5, 2)
    assert all(hexes <= GROUND.axis_zone for hexes in GROUND.points.values())
    assert all(hexes <= GROUND.allied_zone for hexes in GROUND.towns.values())
    assert GROUND.mines <= GROUND.axis_zone
    assert not GROUND.axis_zone & GROUND.allied_zone
    assert GROUND.screen <= GROUND.allied_zone
    assert all(any(near in GROUND.roads for near in here.neighbours()) for here in GROUND.roads)
    assert find(practice_lists(), "panzer-a") is practice_lists()["Panzer A"]


def test_a_hex_with_its_middle_on_the_edge_of_a_piece_lies_under_it() -> None:
    (left, near), (right, far) = (centre_of(BOARD, parse_hex(BOARD, label)) for label in ("D5", "F7"))
    field = Piece("field", "mines", ((left, near), (right, near), (right, far), (left, far)))
    found = ground_of(Snapshot(120, 80, pieces=(field,), board=BOARD), RommelSettings()).mines
    assert {label_of(BOARD, here) for here in found} == {"D5", "E5", "F5", "D6", "E6", "D7", "E7", "F7"}


def test_a_counters_factors_come_from_its_list_and_the_ruling_says_so() -> None:
    panzer = counter("p", "axis", "counter", "D5", unit="Panzer A")
    infantry = counter("i", "allied", "infantry", "E5", combat=3, movement=3)
    fight = {"type": "combat", "attackers": ["p"], "targets": ["i"]}
    ruling = ruled(fight, panzer, infantry, dice=(2, 5))
    assert [check.detail["total"] for check in ruling.checks if "total" in check.detail] == [16]
    assert [each.key for each in ruling.house_values] == ["units"]
    own = {"Panzer A": {"nation": "german", "kind": "tank", "combat": 5, "movement": 7, "striped_combat": 2,
                        "striped_movement": 3}}  # fmt: skip
    ruling = ruled(fight, panzer, infantry, dice=(2, 5), units=own)
    assert [check.detail["total"] for check in ruling.checks if "total" in check.detail] == [10]
    assert ruling.house_values == ()


def test_an_owners_list_may_be_laid_out_as_ours() -> None:
    rows = [{"name": "Panzer A", "nation": "german", "kind": "tank", "combat": 5, "movement": 7}]
    read = read_settings(RommelSettings, {"units": {"unit": rows}}, "x")
    assert read.units == read_settings(
        RommelSettings, {"units": {"Panzer A": {k: v for k, v in rows[0].items() if k != "name"}}}, "x"
    ).units  # fmt: skip
    with pytest.raises(BadFile, match=r"settings\.units"):
        read_settings(RommelSettings, {"units": {"unit": [{"name": "x"}]}}, "x")


def test_a_factor_nobody_gives_is_asked_for() -> None:
    with pytest.raises(BadFile, match=r"stand\.i\.combat: expected a whole number, or the counter's name as unit"):
        ruled(
            {"type": "combat", "attackers": ["p"], "targets": ["i"]},
            counter("p", "axis", "tank", "D5", combat=5), counter("i", "allied", "infantry", "E5"), dice=(2, 5),
        )  # fmt: skip
    with pytest.raises(BadFile, match=r"stand\[1\]\.kind: expected a kind of counter"):
        ruled({"type": "weather"}, counter("p", "axis", "counter", "D5", unit="Panzer Z"))


def test_a_hit_tank_takes_its_lists_striped_factors_or_half_as_a_house_value() -> None:
    listed = fired(counter("t", "allied", "tank", "E5", unit="Armoured brigade K"), 5)
    assert {"type": "reduced", "stand": "t", "combat": 4, "movement": 4} in [e.as_dict() for e in listed.effects]
    plain = fired(counter("t", "allied", "tank", "E5", combat=7, movement=5), 5)
    assert {"type": "reduced", "stand": "t", "combat": 3, "movement": 2} in [e.as_dict() for e in plain.effects]
    assert {each.key for each in plain.house_values} == {"fire", "striped"}
    same = fired(counter("t", "allied", "tank", "E5", combat=7, movement=5), 5, striped="same")
    assert {"type": "reduced", "stand": "t", "combat": 7, "movement": 5} in [e.as_dict() for e in same.effects]


def keys(ruling: Ruling) -> set[str]:
    return {each.key for each in ruling.house_values}


OWN = {"Crusader": {"nation": "british", "kind": "tank", "combat": 7, "movement": 5, "stars": 1}}


@pytest.mark.parametrize(("row", "left", "house"), [
    ({}, (3, 2), {"striped"}), ({"striped_combat": 2}, (2, 2), {"striped"}),
    ({"striped_combat": 2, "striped_movement": 1}, (2, 1), set()),
])  # fmt: skip
def test_halving_is_a_house_value_where_the_owners_list_gives_no_striped_factors(
    row: dict[str, int], left: tuple[int, int], house: set[str]
) -> None:
    """R2.2 [gap]: as the tank is hit, and as it fights with what is left of it: set down striped, or hit before."""
    units = {"Crusader": {**OWN["Crusader"], **row}}
    hit = fired(counter("t", "allied", "counter", "E5", unit="Crusader"), 5, units=units)
    factors = {"combat": left[0], "movement": left[1]}
    assert {"type": "reduced", "stand": "t", **factors} in [e.as_dict() for e in hit.effects]
    assert keys(hit) == {"fire"} | house
    fight = {"type": "combat", "attackers": ["t"], "targets": ["i"]}
    infantry = counter("i", "axis", "infantry", "D5", combat=3, movement=3)
    for state in ({"reduced": True}, {"reduced": True, "damage": 1, **factors}):
        ruling = ruled(fight, counter("t", "allied", "counter", "E5", unit="Crusader", **state), infantry,
                       dice=(2, 5), units=units)  # fmt: skip
        assert [check.detail["total"] for check in ruling.checks if "total" in check.detail] == [2 * left[0]]
        assert keys(ruling) == (set() if "striped_combat" in row else house)


def test_what_a_striped_tank_of_our_list_has_left_stays_a_house_value() -> None:
    fight = {"type": "combat", "attackers": ["t"], "targets": ["i"]}
    infantry = counter("i", "axis", "infantry", "D5", combat=3, movement=3)
    hit = {"reduced": True, "damage": 1, "combat": 4, "movement": 4}
    listed = counter("t", "allied", "counter", "E5", unit="Armoured brigade K", **hit)
    assert keys(ruled(fight, listed, infantry, dice=(2, 5))) == {"units"}
    halved = counter("t", "allied", "tank", "E5", **hit)  # in no list: halved when it was hit
    assert keys(ruled(fight, halved, infantry, dice=(2, 5))) == {"striped"}
    own = counter(
        "t", "allied", "counter", "E5", unit="Armoured brigade K", striped_combat=4, striped_movement=4, **hit
    )
    assert keys(ruled(fight, own, infantry, dice=(2, 5))) == set()
    said = counter("t", "allied", "tank", "E5", reduced=True, combat=4, movement=4)  # its own, set down so
    assert keys(ruled(fight, said, infantry, dice=(2, 5))) == set()


@pytest.mark.parametrize("word", ["combat", "stars", "striped_combat", "striped_movement", "air_moved"])
@pytest.mark.parametrize("junk", ["x", True, -1, 2.5, [1]])
def test_a_number_that_is_none_is_named(word: str, junk: object) -> None:
    tank = counter("t", "allied", "tank", "E5", **{"combat": 7, "movement": 5, word: junk})
    with pytest.raises(BadFile, match=rf"stand\[2\]\.{word}: expected a whole number of 0 or more"):
        fired(tank, 5)


@pytest.mark.parametrize("junk", [True, "combat", ["combat"], {"combat": 1}])
def test_nobody_else_says_what_is_a_house_value(junk: object) -> None:
    tank = counter("t", "allied", "tank", "E5", combat=7, movement=5, listed=junk, by_halves=junk)
    infantry = counter("i", "axis", "infantry", "D5", combat=3, movement=3)
    fight = {"type": "combat", "attackers": ["t"], "targets": ["i"]}
    assert keys(ruled(fight, tank, infantry, dice=(5, 2))) == set()


def test_the_fire_table_takes_stars_into_account() -> None:
    table = house_table()
    assert [table.row_for("tank", stars).range_hexes for stars in (0, 1, 2, 3, 9)] == [1, 2, 2, 3, 3]  # type: ignore[union-attr]
    assert table.row_for("infantry", 0) is None
    assert [table.withstands(stars) for stars in (0, 1, 2, 3)] == [0, 0, 1, 1]
    soft, hard = (counter("t", "allied", "tank", "E5", combat=7, movement=5, stars=stars) for stars in (1, 2))
    assert [fired(soft, 4).outcome, fired(hard, 4).outcome, fired(hard, 5).outcome] == ["hit", "missed", "hit"]


def test_an_owners_fire_table_is_no_house_value() -> None:
    own = {"row": [{"kind": "field_artillery", "range_hexes": 9, "hits_from": 2}]}
    far = counter("t", "allied", "infantry", "M5", combat=3, movement=3)
    assert fired(far, 2).verdict == "refused"
    ruling = fired(far, 2, fire=own)
    assert (ruling.verdict, ruling.outcome, ruling.house_values) == ("allowed", "hit", ())
    assert FireTable.model_validate(own).withstands(3) == 0


def test_an_owners_map_is_read_by_its_labels() -> None:
    own = {"columns": 20, "rows": 12, "mines": ["E5:E6"], "point": [{"name": "hill", "hexes": ["C3"]}]}
    tank = counter("t", "axis", "tank", "D5", combat=5, movement=7)
    supply = counter("s", "axis", "supply", "C5", movement=6)
    move = {"type": "move", "actor": "t", "path": ["D5", "E5"]}
    ruling = ruled(move, tank, supply, map=own)
    assert [check.clause for check in ruling.checks if check.verdict == "failed"] == ["R4.7"]
    assert ruling.house_values == ()
    assert ruled(move, tank, supply).verdict == "allowed"
    assert [each.key for each in ruled(move, tank, supply, map="practice").house_values] == ["map"]
    for label in ("E99", "E5:", "5E", "E5:E6:E7"):
        with pytest.raises(BadFile, match=r"settings\.map\.mines\[1\]: expected hexes of the board"):
            ruled(move, tank, supply, map={**own, "mines": [label]})


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"map": "alamein"}, r"settings\.map"),
        ({"map": {"columns": 20}}, r"settings\.map"),
        ({"units": {"x": {"nation": "german", "kind": "camel"}}}, r"settings\.units"),
        ({"fire": {"row": []}}, r"settings\.fire"),
        ({"weather": {"storm": [2, 3], "fair": [3, 4], "rain": [5]}}, r"settings\.weather"),
        ({"striped": "third"}, r"settings\.striped"),
    ],
)
def test_settings_that_make_no_sense_are_named(given: dict[str, Any], key: str) -> None:
    with pytest.raises(BadFile, match=key):
        read_settings(RommelSettings, given, "x")


def test_every_face_brings_its_weather() -> None:
    assert [WeatherFaces().of(face) for face in (2, 3, 4, 5)] == ["storm", "fair", "fair", "rain"]
    ruling = ruled({"type": "weather"}, dice=(5,), weather={"storm": [5], "fair": [4], "rain": [2, 3]})
    assert ruling.outcome == "storm"
    assert [each.key for each in ruling.house_values] == ["weather"]
