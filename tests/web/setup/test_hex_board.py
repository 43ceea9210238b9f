"""A game on hexes is set up: what was agreed, how large its hexes are, where they are seen, and what is in the box."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from referee.setup.folder import SetUp
from referee.setup.hex_size import HexSize, frame_with_hexes
from referee.setup.sheets_file import usual_sheets
from table.frame import HexBoard
from vision.synthetic.fittings import default_camera
from vision.table_view import TableView
from web.setup.bench import Bench

Browse = Callable[..., FlaskClient]
SIDES = {"rommel": ("Allies", "Axis"), "ancients": ("Romans", "Carthaginians")}
SHEETS = {
    "hex_apart": 5.0, "columns": 12, "rows": 8, "points": "flat", "shifted": "even", "border": 3, "strip": 2,
    "frame_markers": 6, "marker_cm": 1.2, "markers": 93,
}  # fmt: skip


@pytest.fixture(params=sorted(SIDES))
def begun(request: pytest.FixtureRequest, bench: Bench, browse: Browse) -> tuple[str, FlaskClient, str, SetUp]:
    client = browse()
    answer = client.post("/api/setup/new", json={"game": request.param, "language": "en"})
    assert answer.status_code == 200, answer.json
    known_id = str(answer.json["id"])  # type: ignore[index]
    return request.param, client, known_id, bench.shelf.get(known_id)


def test_what_was_agreed_is_in_the_match(begun: tuple[str, FlaskClient, str, SetUp]) -> None:
    game, client, known_id, setup = begun
    page = client.get(f"/setup/{known_id}/match").text
    said = {"rommel": {"map": "open"}, "ancients": {"banners": 6}}[game]
    assert all(f'name="{key}"' in page for key in said)
    one, other = SIDES[game]
    body = {"game": game, "title": "Club night", "language": "en", "units": "cm", "side_1": one, "side_2": other}
    assert client.post(f"/api/setup/{known_id}/match", json={**body, **said}).status_code == 200
    match = setup.match
    assert match is not None
    assert dict(match.settings) == said
    begins = match.occasion().known["table"]
    assert begins["side"] == match.sides[0].name
    assert begins["phase"] == {"rommel": "weather", "ancients": "order"}[game]


def test_the_hexes_make_the_frame(begun: tuple[str, FlaskClient, str, SetUp]) -> None:
    _, client, known_id, setup = begun
    assert 'name="hex_apart"' in client.get(f"/setup/{known_id}/sheets").text
    assert client.post(f"/api/setup/{known_id}/sheets", json=SHEETS).status_code == 200
    wanted = HexSize(5.0, 12, 8, False, "even", 3.0, 2.0)
    frame = setup.frame
    assert frame is not None
    assert frame.board == frame_with_hexes(wanted, range(240, 246), 5.0).board
    assert (frame.width_cm, frame.depth_cm) == pytest.approx((wanted.width_cm, wanted.depth_cm), abs=1e-3)
    again = client.get(f"/setup/{known_id}/sheets").text
    assert 'value="flat" selected' in again
    assert 'value="even" selected' in again
    bad = client.post(f"/api/setup/{known_id}/sheets", json={**SHEETS, "columns": 0})
    assert bad.status_code == 400


def test_the_table_step_tells_where_the_hexes_are_seen(begun: tuple[str, FlaskClient, str, SetUp]) -> None:
    _, client, known_id, setup = begun
    setup.frame = frame_with_hexes(HexSize(5.0, 12, 8), range(240, 246), 4.0)
    setup.table = TableView(default_camera(setup.frame), setup.frame)
    told = client.get(f"/api/setup/{known_id}/table").json
    assert told is not None
    assert (told["hexes"], told["board"], len(told["grid"])) == (True, False, 12 * 8)
    assert "corner hexes" in client.get(f"/setup/{known_id}/table").text


def test_the_box_is_offered_as_a_roster(begun: tuple[str, FlaskClient, str, SetUp]) -> None:
    game, client, known_id, setup = begun
    setup.frame = frame_with_hexes(HexSize(5.0, 13, 9), range(240, 246), 4.0)
    setup.table = TableView(default_camera(setup.frame), setup.frame)
    told = client.get(f"/api/setup/{known_id}/roster").json
    assert told is not None
    ready = told["ready"]
    assert len(ready) == {"ancients": 93, "rommel": 86}[game]
    assert len({row["name"] for row in ready}) == len({row["marker"] for row in ready}) == len(ready)
    kinds = {kind["kind"]: kind["title"] for kind in told["kinds"]}
    assert {row["kind"] for row in ready} <= set(kinds)
    assert not any("_" in title for title in kinds.values())
    keys = ("marker", "name", "side", "kind", "unit", "width_cm", "depth_cm", "mount")
    stands = [{key: row[key] for key in keys} for row in ready]
    kept = client.post(f"/api/setup/{known_id}/roster", json={"marker_cm": told["marker_cm"], "stands": stands})
    assert kept.status_code == 200, kept.json
    assert setup.roster is not None
    assert setup.table is not None
    assert isinstance(setup.table.frame.board, HexBoard)
    assert [entry.name for entry in setup.roster.entries] == [row["name"] for row in ready]


def test_markers_are_small_and_enough_for_the_box() -> None:
    assert (usual_sheets("ancients").marker_cm, usual_sheets("ancients").markers) == (1.2, 93)
    assert usual_sheets("rommel").markers >= 86
