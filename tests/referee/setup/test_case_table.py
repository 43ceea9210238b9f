"""A rule case on a table: what a synthetic camera sees of it is what the case says."""

from pathlib import Path

import pytest

from referee.setup.folder import SetUp
from referee.setup.ready import check_ready
from referee.table_observer import TableObserver
from simulation.case_table import CaseTable, case_named, lay_out
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import hex_at, label_of
from vision.sources.frames import CameraFrame

CASE = """
game = "ambush"
[settings]
measure = "edge"
[table]
width_cm = 90
depth_cm = 60
[[stand]]
name = "us-1"
side = "us"
kind = "soldier"
x = 20.0
y = 30.0
elite = true
[[stand]]
name = "de-1"
side = "de"
kind = "soldier"
x = 60.0
y = 42.0
heading_deg = 180.0
[[terrain]]
kind = "hedge"
polygon = [[10, 47.5], [30, 47.5], [30, 48.5], [10, 48.5]]
[side.us]
started = 8
[action]
type = "shoot"
actor = "de-1"
target = "us-1"
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "a case.toml"
    file.write_text(CASE)
    return file


@pytest.fixture
def laid(case: Path, tmp_path: Path) -> CaseTable:
    return lay_out(case, tmp_path / "laid")


def seen(table: CaseTable) -> dict[str, tuple[float, float, float]]:
    """Return where the stands are by the table's own calibration, from the camera's pictures."""
    view, roster = table.setup.table, table.setup.roster
    assert view is not None
    assert roster is not None
    observer, source = TableObserver(view, roster, table.setup.terrain or ()), table.source(clock=lambda: 0.0)
    for k in range(16):
        frame = source.read()
        assert isinstance(frame, CameraFrame)
        observer.see(frame.image, 0.25 * k)
    assert observer.observation.status.key in ("still", "unseen")
    assert all(0 < stand.sigma_cm < 0.05 for stand in observer.observation.table.stands)
    return {stand.name: (stand.x, stand.y, stand.heading_deg) for stand in observer.observation.table.stands}


@pytest.mark.ci
def test_everything_is_the_case_s(laid: CaseTable) -> None:
    match, roster = laid.setup.match, laid.setup.roster
    assert match is not None
    assert roster is not None
    assert (match.game, match.title, dict(match.settings)) == ("ambush", "a case", {"measure": "edge"})
    assert [side.name for side in match.sides] == ["de", "us"]  # the side of whoever acts is to play
    assert match.info().known == {"us": {"started": 8}}
    assert roster.entries[0].state == {"elite": True}
    assert [piece.kind for piece in laid.setup.terrain or ()] == ["hedge"]
    check_ready(laid.setup)


@pytest.mark.ci
def test_it_is_measured_like_a_real_table(laid: CaseTable) -> None:
    places = seen(laid)
    assert places["us-1"] == pytest.approx((20.0, 30.0, 90.0), abs=0.1)
    assert places["de-1"][:2] == pytest.approx((60.0, 42.0), abs=0.05)
    assert abs(places["de-1"][2]) == pytest.approx(180.0, abs=1.0)
    assert places["us-1"] != (20.0, 30.0, 90.0)  # it was looked at, not copied


@pytest.mark.prove
def test_whoever_others_stand_close_behind_holds_his_marker_up(tmp_path: Path) -> None:
    file = Path(__file__).parents[2] / "data/case_files/fire-enfilade-gap-1-not-a-group.toml"
    table = lay_out(file, tmp_path / "laid")
    assert table.setup.roster is not None
    assert [entry.name for entry in table.setup.roster.entries if entry.mount.height_cm > 3] == ["s-1"]
    places = seen(table)
    for stand in table.truth.stands:
        assert places[stand.name][:2] == pytest.approx(stand.centre, abs=0.1)


@pytest.mark.ci
def test_a_match_s_own_files_come_before_the_case_s(done: SetUp, tmp_path: Path) -> None:
    file = tmp_path / "farm.toml"
    file.write_text(
        'game = "ambush"\n[table]\nwidth_cm = 120\ndepth_cm = 100\n'
        '[[stand]]\nname = "Weber"\nside = "de"\nkind = "soldier"\nx = 50\ny = 50\n'
        '[action]\ntype = "morale"\nside = "de"\n'
    )
    table = lay_out(file, tmp_path / "laid", done)
    assert table.setup.roster == done.roster
    assert table.setup.folder != done.folder
    assert seen(table)["Weber"][:2] == pytest.approx((50.0, 50.0), abs=0.05)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('game = "ambush"', 'game = "chess"'), "got 'chess'"),
        (("width_cm = 90", "width_cm = 80"), "table: expected 120 x 100 cm"),
        (("started = 8", "start = 8"), "side.us.start: expected a word such as 'started'"),
        (("[side.us]", "[side.it]"), "side: expected two sides, got de, us, it"),
        (('kind = "hedge"', 'kind = "lava"'), "lava"),
    ],
)
def test_a_case_that_does_not_fit_says_why(
    change: tuple[str, str], said: str, case: Path, done: SetUp, tmp_path: Path
) -> None:
    case.write_text(CASE.replace(*change))
    with pytest.raises(BadInput, match=said):
        lay_out(case, tmp_path / "laid", done if "80" in change[1] else None)


def test_a_case_of_strangers_to_the_roster_is_refused(case: Path, done: SetUp, tmp_path: Path) -> None:
    case.write_text(CASE.replace("width_cm = 90", "width_cm = 120").replace("depth_cm = 60", "depth_cm = 100"))
    with pytest.raises(BadInput, match=r"stand: expected the roster's names \(Miller"):
        lay_out(case, tmp_path / "laid", done)


def test_only_sim_names_a_case() -> None:
    assert case_named("sim:x/y.toml") == Path("x/y.toml")
    assert [case_named(text) for text in ("sim:", "0", "x.toml", "http://sim:80/", "")] == [None] * 5


HEXES = """
game = "{game}"
[table]
width_cm = 80
depth_cm = 60
[[stand]]
name = "one"
side = "{sides[0]}"
kind = "{kinds[0]}"
hex = "D5"
[[stand]]
name = "two"
side = "{sides[1]}"
kind = "{kinds[1]}"
hex = "D7"
[[stand]]
name = "three"
side = "{sides[1]}"
kind = "{kinds[2]}"
hex = "D7"
[action]
type = "{verb}"
actor = "one"
target = "two"
"""


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "sides", "kinds", "verb", "phase"),
    [
        ("ancients", ("roman", "carthaginian"), ("light_infantry", "auxilia", "leader"), "shoot", "battle"),
        ("rommel", ("allied", "axis"), ("tank", "infantry", "aircraft"), "fire", "fire"),
    ],
)
def test_a_case_on_hexes_is_laid_out_as_counters_that_do_not_cover_each_other(
    game: str, sides: tuple[str, str], kinds: tuple[str, ...], verb: str, phase: str, tmp_path: Path
) -> None:
    file = tmp_path / "hexes.toml"
    file.write_text(HEXES.format(game=game, sides=sides, kinds=kinds, verb=verb))
    laid = lay_out(file, tmp_path / "laid")
    check_ready(laid.setup)
    board, places = laid.truth.board, seen(laid)
    assert isinstance(board, HexBoard)
    cells = {name: label_of(board, hex_at(board, x, y)) for name, (x, y, _) in places.items()}
    assert cells == {"one": "D5", "two": "D7", "three": "D7"}
    match = laid.setup.match
    assert match is not None
    assert match.info().known["table"] == {"phase": phase, "side": sides[0]}
