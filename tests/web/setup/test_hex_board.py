"""A game on hexes is set up: what was agreed, how large its hexes are, where they are seen, and what is in the box."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from pypdf import PdfReader

from calibration.profile import CameraProfile
from cli.main import main
from referee.setup.folder import SetUp
from referee.setup.hex_size import HexSize, frame_with_hexes
from referee.setup.match_file import new_match
from referee.setup.small_files import SourceFile, usual_sheets
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.frame import HexBoard
from table.hex_board import centre_of, hexes_of
from table.notation.frame_file import parse_frame
from table.snapshot import Snapshot
from vision.boards.hex_net import Net
from vision.table_view import TableView
from web.setup.session import SetupSession

Browse = Callable[..., FlaskClient]
SIDES = {"rommel": ("Allies", "Axis"), "ancients": ("Romans", "Carthaginians")}
SHEETS = {
    "hex_apart": 5.0, "columns": 12, "rows": 8, "points": "flat", "shifted": "even", "border": 3, "strip": 2,
    "frame_markers": 6, "marker_cm": 1.2, "markers": 93,
}  # fmt: skip


@pytest.fixture(params=sorted(SIDES))
def begun(
    request: pytest.FixtureRequest, setup_session: SetupSession, browse: Browse
) -> tuple[str, FlaskClient, str, SetUp]:
    client = browse()
    answer = client.post("/api/setup/new", json={"game": request.param, "language": "en"})
    assert answer.status_code == 200, answer.json
    known_id = str(answer.json["id"])  # type: ignore[index]
    return request.param, client, known_id, setup_session.shelf.get(known_id)


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
    begins = match.info().known["table"]
    assert begins["side"] == match.sides[0].name
    assert begins["phase"] == {"rommel": "weather", "ancients": "order"}[game]


@pytest.mark.ci
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


@pytest.mark.ci
def test_page_and_commands_make_the_same_frame_and_map(
    begun: tuple[str, FlaskClient, str, SetUp], tmp_path: Path
) -> None:
    """What `vedette sheets hexes` prints beforehand is what the page, left as it is, goes by."""
    game, client, known_id, setup = begun
    usual = {"rommel": ("20x12", "4.3"), "ancients": ("13x9", "5.5")}[game]
    page = client.get(f"/setup/{known_id}/sheets").text
    form = dict(re.findall(r'<input name="(hex_apart|columns|rows|border|strip)"[^>]* value="([^"]+)"', page))
    cards = re.findall(r'<option value="(\d)" selected>', page)
    body = {key: float(value) for key, value in form.items()} | {"frame_markers": int(cards[0]), "marker_cm": 1.2}
    body |= {"columns": int(form["columns"]), "rows": int(form["rows"])}
    kept = client.post(f"/api/setup/{known_id}/sheets", json=body).json
    assert kept is not None
    assert {"rommel": "92.15 x 49.93 cm", "ancients": "78.25 x 48.46 cm"}[game] in kept["said"], kept
    out = tmp_path / "frame.toml"
    args = ["sheets", "hexes", "--hexes", usual[0], "--across-cm", usual[1], "--out", str(tmp_path / "map.pdf")]
    assert CliRunner().invoke(main, [*args, "--frame-out", str(out)]).exit_code == 0
    assert setup.frame == parse_frame(out.read_text(encoding="utf-8"))
    text = (setup.folder / "frame.toml").read_text(encoding="utf-8")
    assert max(map(len, re.findall(r"\d\.(\d+)", text))) <= 7
    printed = client.get(f"/setup/{known_id}/sheets/map.pdf").data
    assert PdfReader(BytesIO(printed)).get_num_pages() == PdfReader(tmp_path / "map.pdf").get_num_pages()


@pytest.mark.ci
def test_the_box_is_printed_with_names_before_there_is_a_roster(begun: tuple[str, FlaskClient, str, SetUp]) -> None:
    game, client, known_id, _ = begun
    page = client.get(f"/setup/{known_id}/sheets").text
    assert 'name="markers"' not in page
    assert "/sheets/map.pdf" in page
    assert client.post(f"/api/setup/{known_id}/sheets", json={**SHEETS, "marker_cm": 1.5}).status_code == 200
    printed = PdfReader(BytesIO(client.get(f"/setup/{known_id}/sheets/markers.pdf?lang=it").data))
    words = "".join(page.extract_text() for page in printed.pages)
    assert {"rommel": "Fanteria tedesca", "ancients": "Fanteria leggera con fionde"}[game] in words


def test_a_game_without_hexes_prints_no_map(setup_session: SetupSession, browse: Browse) -> None:
    client = browse()
    known_id = client.post("/api/setup/new", json={"game": "ambush", "language": "en"}).json["id"]  # type: ignore[index]
    assert "map.pdf" not in client.get(f"/setup/{known_id}/sheets").text
    assert client.get(f"/setup/{known_id}/sheets/map.pdf").status_code == 404


@pytest.mark.ci
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


SIZE = HexSize(4.2, 9, 8)


@pytest.fixture
def over_a_map(tmp_path: Path, setup_session: SetupSession, browse: Browse) -> Iterator[tuple[FlaskClient, str, SetUp]]:
    """A set-up whose printed map lies askew, 1 % larger and 5 mm off, among the cards; the next picture shows none."""
    known_id, setup = setup_session.shelf.new()
    setup.match = new_match("rommel", "In the desert")
    setup.frame = frame_with_hexes(SIZE, range(240, 246), 4.0)
    camera, board = default_camera(setup.frame, (1280, 720)), setup.frame.board
    setup.camera = CameraProfile(camera.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
    assert isinstance(board, HexBoard)
    for name, lies in (("a-map", lying(board)), ("bare", None)):
        render = Renderer(camera, replace(setup.frame, board=lies), None, Look(ground="sand"), 3)
        picture = render.render(Snapshot(setup.frame.width_cm, setup.frame.depth_cm))
        (tmp_path / "pictures").mkdir(exist_ok=True)
        assert cv2.imwrite(str(tmp_path / "pictures" / f"{name}.png"), picture)
    setup_session.setup(known_id)
    setup_session.choose(setup, str(tmp_path / "pictures"))
    setup.source = SourceFile.of(str(tmp_path / "pictures"), (1280, 720))
    yield browse(), known_id, setup
    setup_session.close()


def lying(board: HexBoard) -> HexBoard:
    net = Net((1.0, 1.0, 44.0, 34.0), 6, 5)
    turn = 1.01 * np.array([[math.cos(0.01), -math.sin(0.01)], [math.sin(0.01), math.cos(0.01)]])
    there = (net.places_cm - board.origin) @ turn.T + np.array(board.origin) + (0.4, -0.3)
    return replace(board, warp=net.warp(there - net.places_cm))


def stands(client: FlaskClient, known_id: str) -> dict[str, Any]:
    told = client.get(f"/api/setup/{known_id}/state").json
    assert told is not None
    return {step["key"]: step["state"] for step in told["steps"]}


@pytest.mark.prove
def test_the_printed_map_is_found_from_the_page(over_a_map: tuple[FlaskClient, str, SetUp]) -> None:
    """Found, its hexes are the map's own, and that alone is no reason for another look at the table."""
    client, known_id, setup = over_a_map
    at = f"/api/setup/{known_id}/table"
    told = client.post(f"{at}/find", json={}).json
    assert told is not None
    assert (told["found"], told["fitted"], told["map_picture"]) == (True, False, False)
    assert client.post(f"{at}/map", json={}).status_code == 200
    done = client.get(f"/api/setup/{known_id}/work").json
    assert done is not None
    assert done["error"] is None
    found, larger = done["result"]["map_said"][:2]
    assert "The printed map is found" in found
    assert "1 % larger than your measures say" in larger
    view, frame = setup.table, setup.frame
    assert view is not None
    assert frame is not None
    board, said = view.frame.board, frame.board
    assert isinstance(board, HexBoard)
    assert isinstance(said, HexBoard)
    off = [math.dist(centre_of(board, here), centre_of(lying(said), here)) for here in hexes_of(said)]
    assert max(off) < 0.05
    client.post(f"{at}/map?lang=it", json={})
    done = client.get(f"/api/setup/{known_id}/work?lang=it").json
    assert done is not None
    assert "La mappa stampata è trovata" in done["result"]["map_said"][0]
    assert re.search(r"a 0,\d+ mm", done["result"]["map_said"][0])
    told = client.get(at).json
    assert told is not None
    assert (told["fitted"], told["map_picture"]) == (True, True)
    assert client.get(f"{at}/map.jpg").data.startswith(b"\xff\xd8")
    assert stands(client, known_id)["table"] == "done"
    setup.frame = frame_with_hexes(replace(SIZE, columns=8, border_cm=4.1), range(240, 246), 4.0)
    assert stands(client, known_id)["table"] == "again"


@pytest.mark.prove
def test_a_map_that_is_not_there_is_said_not_to_be_found(
    over_a_map: tuple[FlaskClient, str, SetUp], setup_session: SetupSession
) -> None:
    client, known_id, setup = over_a_map
    at = f"/api/setup/{known_id}/table"
    assert client.post(f"{at}/map", json={}).status_code == 409
    assert client.post(f"{at}/find", json={}).status_code == 200
    before = setup.fingerprint()
    client.post(f"/api/setup/{known_id}/turn", json={"pages": 1})
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    client.post(f"{at}/map?lang=it", json={})
    done = client.get(f"/api/setup/{known_id}/work?lang=it").json
    assert done is not None
    assert "Non trovo la mappa stampata" in done["error"]
    assert setup.fingerprint() == before
    assert client.get(f"{at}/map.jpg").status_code == 409
