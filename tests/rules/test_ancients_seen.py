"""Ancients: what the camera saw go, what is open to a unit, and how acts are written."""

from dataclasses import replace
from pathlib import Path

from ancients_tables import BOARD, FAR, NEAR, SIZE_CM, Man, ruled, table_of
from click.testing import CliRunner

from cli.main import main
from rules.ancients import AncientsSettings, infer_moves
from rules.ancients.notation import destinations, notation, resolve_names
from rules.ancients.position import likeliest
from rules.ancients.ranged_combat import aims
from rules.ancients.routes import routes
from rules.ancients.troops import completed
from rules.legal import legal
from rules.state import State
from table.hex_board import centre_of, hex_of
from table.snapshot import Snapshot

SETTINGS = AncientsSettings(near_side=NEAR)


def seen_table(*men: Man) -> Snapshot:
    return completed(table_of(men), SETTINGS, "table")


def test_a_unit_and_the_leader_it_takes_along_are_one_move() -> None:
    unit, leader = Man("unit", NEAR, "auxilia", (5, 2)), Man("chief", NEAR, "leader", (5, 2))
    before = seen_table(unit, leader)
    after = seen_table(replace(unit, cell=(5, 3)), replace(leader, cell=(5, 3)))
    (move,) = infer_moves(before, after, AncientsSettings())
    assert (move.action, move.stands) == ({"type": "move", "actor": "unit", "to": "F4"}, ("unit", "chief"))
    apart = seen_table(unit, replace(leader, cell=(5, 4)))
    (alone,) = infer_moves(before, apart, AncientsSettings())
    assert (alone.action["actor"], alone.stands) == ("chief", ("chief",))
    assert infer_moves(before, before, AncientsSettings()) == ()


def test_between_two_hexes_there_are_two_readings() -> None:
    before = seen_table(Man("unit", NEAR, "light_infantry", (5, 2)))
    (x, y), (x2, y2) = (centre_of(BOARD, hex_of(BOARD, *cell)) for cell in ((5, 3), (5, 4)))
    stand = before.stand("unit").moved_to((x + x2) / 2 - 0.02 * SIZE_CM, (y + y2) / 2 - 0.02 * SIZE_CM)
    (move,) = infer_moves(before, before.with_stand(replace(stand, sigma_cm=0.2)), AncientsSettings())
    assert [each["to"] for each in (move.action, *move.others)] == ["F4", "F5"]


def test_the_command_tells_moves_between_two_files(tmp_path: Path) -> None:
    head = 'game = "ancients"\n[table]\nwidth_cm = 120\ndepth_cm = 100\n[[stand]]\nname = "a"\nside = "roman"\n'
    for name, cell in (("before", "[5, 2]"), ("after", '"F5"')):
        (tmp_path / f"{name}.toml").write_text(f'{head}kind = "Heavy infantry"\nhex = {cell}\n')
    result = CliRunner().invoke(main, ["moves", str(tmp_path / "before.toml"), str(tmp_path / "after.toml")])
    assert result.exit_code == 0
    assert result.output == "a: TOO FAR. Hexes a goes: 2; 1 at most.\n"


def test_every_way_says_whether_the_unit_may_still_battle() -> None:
    """Auxilia battle after one hex; warriors after one, or after two beside an enemy, whom they must fight."""
    men = [
        Man("aux", NEAR, "auxilia", (2, 2)),
        Man("band", NEAR, "warriors", (8, 2)),
        Man("foe", FAR, "auxilia", (8, 5)),
    ]
    table = seen_table(*men)
    position = likeliest(table, SETTINGS)
    assert {(route.cost, route.battles) for route in routes(position, table.stand("aux"))} == {(1, True), (2, False)}
    far = [route for route in routes(position, table.stand("band")) if route.cost == 2]
    assert {route.end for route in far} == {hex_of(BOARD, 8, 4), hex_of(BOARD, 9, 4)}
    assert all(route.battles and route.must_close for route in far)
    spaces = destinations(table, table.stand("aux"), (), SETTINGS)
    assert {(space.left, len(space.steps)) for space in spaces} == {(1, 1), (0, 2)}
    assert destinations(table, table.stand("aux"), ({"from": "C3", "to": "C4"},), SETTINGS) == ()


def test_what_one_may_do_is_told_with_whom_one_sees() -> None:
    men = [Man("bow", NEAR, "light_infantry_bow", (5, 2)), Man("near", FAR, "auxilia", (5, 4))]
    men += [Man("hidden", FAR, "auxilia", (6, 5)), Man("far", FAR, "auxilia", (11, 7))]
    table = seen_table(*men)
    assert next((aim.target, aim.hexes, aim.good) for aim in aims(table, table.stand("bow"), SETTINGS)) == (
        "near",
        2,
        True,
    )
    found = {each.verb: each for each in legal("ancients", table, State((NEAR, FAR)), "bow")}
    assert found["shoot"].targets == tuple(
        aim.target for aim in aims(table, table.stand("bow"), SETTINGS) if aim.good
    )  # fmt: skip
    assert found["move"].allowed
    assert "close" not in found


def test_hexes_are_read_as_the_stands_on_them() -> None:
    men = [Man("bow", NEAR, "Light infantry bow", (5, 2)), Man("chief", FAR, "Leader", (5, 4))]
    men += [Man("foe", FAR, "Auxilia", (5, 4))]
    table = table_of(men)
    assert resolve_names(table, {"type": "shoot", "actor": "F3", "target": "F5"}) == {
        "type": "shoot", "actor": "bow", "target": "foe",
    }  # fmt: skip
    assert resolve_names(table, {"type": "order", "units": ["F3"]}) == {"type": "order", "units": ["bow"], "side": NEAR}
    assert resolve_names(table, {"type": "move", "actor": "nobody"}) == {"type": "move", "actor": "nobody"}


def test_acts_are_noted_in_a_line() -> None:
    men = [Man("bow", NEAR, "light_infantry_bow", (5, 2)), Man("foe", FAR, "auxilia", (5, 4))]

    def noted(action: dict[str, object], dice: tuple[str, ...] = ()) -> str:
        return notation(action, ruled(men, action, dice).effects, "en")

    assert noted({"type": "move", "actor": "bow", "to": "F4"}) == "F3 -> F4"
    assert noted({"type": "shoot", "actor": "bow", "target": "foe"}, ("green", "flag")) == "bow * foe -1 f1"
    assert noted({"type": "order", "units": ["bow"]}) == "! bow"
    assert noted({"type": "lose", "actor": "foe", "blocks": 2}) == "foe -2"
    assert noted({"type": "next"}) == ""


def test_a_leader_with_a_unit_may_have_an_order_of_a_section_card() -> None:
    """Which card is played nobody knows yet: that "Command" orders none who has a unit refuses nothing (C8.4)."""
    table = seen_table(Man("foot", NEAR, "heavy_infantry", (5, 2)), Man("lead", NEAR, "leader", (5, 2)))
    known: dict[str, dict[str, object]] = {NEAR: {}, FAR: {}, "table": {"phase": "order", "side": NEAR, "orders": 0}}
    found = {each.verb: each for each in legal("ancients", table, State((NEAR, FAR), known=known), "lead")}
    assert found["order"].allowed
