"""The renderer as a camera: the same for the same seed, right after any change, for any table."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import BARE
from marker_truth import true_corners_px

from simulation.synthetic.coverage import Box
from simulation.synthetic.demo_table import demo_snapshot
from simulation.synthetic.fittings import default_camera, default_frame, default_lens, default_roster, with_footprints
from simulation.synthetic.hand import Hand
from simulation.synthetic.look import Look
from simulation.synthetic.optics import Optics
from simulation.synthetic.plate import stand_plates
from simulation.synthetic.renderer import Renderer
from table.errors import BadInput
from table.frame import Frame, FrameMarker, HexBoard, SquareBoard
from table.mount import Mount
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Base, Stand
from table.terrain import Piece
from vision.arrays import Light, Picture
from vision.camera import Camera
from vision.markers import find_markers

SIZE_PX = (640, 360)
SQUARE = ((30.0, 20.0), (40.0, 20.0), (40.0, 28.0), (30.0, 28.0))
QUIET = Look(noise=0.0)


def renderer(snapshot: Snapshot, look: Look = QUIET, seed: int = 0) -> Renderer:
    frame = default_frame(snapshot.width_cm, snapshot.depth_cm)
    return Renderer(default_camera(frame, SIZE_PX), frame, default_roster(snapshot), look, seed)


def table(*stands: Stand, pieces: tuple[Piece, ...] = ()) -> Snapshot:
    return with_footprints(Snapshot(80, 60, stands, pieces))


def soldier(name: str, x: float, y: float, heading_deg: float = 90.0) -> Stand:
    return Stand(name, "us", "soldier", x, y, heading_deg)


def test_a_first_picture_is_coded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    coded = list[tuple[int, ...]]()

    def levels(self: Optics, light: Light, fine: Light, window: Box) -> Picture:
        coded.append(light.shape)
        return known(self, light, fine, window)

    known = Optics.levels
    monkeypatch.setattr(Optics, "levels", levels)
    snapshot = table(soldier("a", 20, 20), soldier("b", 60, 40))
    drawing = renderer(snapshot)
    assert coded == []
    first = drawing.render(snapshot)
    assert coded == [(360, 640, 3)]
    assert np.array_equal(first, drawing.render(snapshot))
    assert len(coded) == 1


@pytest.fixture(scope="module")
def busy() -> Snapshot:
    return with_footprints(demo_snapshot())


@pytest.mark.prove
def test_what_moved_is_drawn_as_if_all_were_drawn_anew(busy):
    """Only changed places are redrawn: after any change the picture is that of a renderer that never saw another."""
    kept = renderer(busy)
    dice = np.random.default_rng(2)
    now = busy
    for step in range(6):
        moved = [s for s in now.stands if dice.uniform() < 0.3]
        now = replace(now, stands=tuple(s for s in now.stands if s.name != f"us-{step + 1}"))
        for stand in moved:
            if stand.name in now:
                x, y = dice.uniform(5, 115), dice.uniform(5, 95)
                now = now.with_stand(stand.moved_to(float(x), float(y), float(dice.uniform(-180, 180))))
        hands = [Hand(60 + 5 * step, 40, from_deg=90.0 * step)] if step % 2 else []
        kept.render(now, hands)
    now = now.with_pieces(busy.pieces[1:])
    picture = kept.render(now)
    fresh = Renderer(kept.camera, kept.frame, kept.roster, QUIET).render(now)
    difference = np.abs(picture.astype(int) - fresh)
    assert difference.max() <= 1  # one grey level, where rounding tips over
    assert (difference > 0).mean() < 1e-4
    assert np.abs(picture.astype(int) - renderer(busy).render(busy)).max() > 50


@pytest.mark.prove
def test_the_same_seed_gives_the_same_pictures(busy):
    one, same, other = (renderer(busy, Look(noise=2.0), seed) for seed in (7, 7, 8))
    first = one.render(busy)
    assert (same.render(busy) == first).all()
    assert (other.render(busy) != first).any()
    second = one.render(busy)
    assert (second != first).mean() > 0.5
    assert (same.render(busy) == second).all()


@pytest.mark.prove
def test_noise_has_the_asked_for_spread_and_no_bias(busy):
    clean = renderer(busy).render(busy).astype(int)
    noisy = renderer(busy, Look(noise=3.0))
    rest = np.stack([noisy.render(busy).astype(int) - clean for _ in range(4)])[:, (clean > 20) & (clean < 235)]
    assert rest.std() == pytest.approx(3.0, rel=0.03)
    assert rest.mean() == pytest.approx(0, abs=0.02)
    assert np.corrcoef(rest[0], rest[1])[0, 1] == pytest.approx(0, abs=0.01)


@pytest.mark.prove
def test_jpeg_is_what_a_camera_would_have_sent(busy):
    coded = renderer(busy, Look(noise=0.0, jpeg_quality=40)).render(busy)
    clean = renderer(busy).render(busy)
    assert coded.shape == clean.shape
    assert 0.5 < np.abs(coded.astype(int) - clean).mean() < 12


@pytest.mark.ci
def test_a_stand_on_a_hill_is_where_its_height_puts_it():
    hill = Piece("h", "hill", SQUARE, 4.0, "level")
    snapshot = table(replace(soldier("a", 35, 26), z_cm=4.0), pieces=(hill,))
    frame, roster = default_frame(80, 60), default_roster(snapshot)
    camera = default_camera(frame)
    view = Renderer(camera, frame, roster, QUIET)
    plate = stand_plates(frame, roster, snapshot)["a"].corners_cm()
    for cm in (4.0, 0.0):
        picture = view.render(snapshot.with_stand(replace(snapshot.stand("a"), z_cm=cm)))
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        (seen,) = find_markers(np.asarray(grey), wanted=[0], looks=1)[:1]
        assert seen.id == 0
        assert np.abs(seen.corners_px - camera.project(plate + np.array([0, 0, cm]))).max() < 0.2
    top, beside = ((30.5, 20.5, 4.0), (50.0, 20.5, 0.0))
    (u, v), (at_u, at_v) = np.round(camera.project([top, beside])).astype(int)
    assert picture[v, u, 2] > picture[at_v, at_u, 2] + 20, "there is turf on top"


@pytest.mark.ci
def test_a_picture_is_not_changed_by_the_next():
    view = renderer(table(soldier("a", 40, 30)))
    first = view.render(table(soldier("a", 40, 30)))
    before = first.copy()
    view.render(table(soldier("a", 60, 30)))
    assert (first == before).all()


@pytest.mark.ci
def test_a_hand_hides_what_is_under_it_and_nothing_far_from_it():
    snapshot = table(soldier("under", 40, 30), soldier("away", 10, 50))
    view = renderer(snapshot)
    truth = true_corners_px(view.camera, view.frame, view.roster, snapshot)
    without, under = view.render(snapshot), view.render(snapshot, [Hand(40, 28)])

    def contrast(picture: np.ndarray, marker: int) -> float:
        (left, top), (right, bottom) = truth[marker].min(axis=0).astype(int), truth[marker].max(axis=0).astype(int)
        return float(picture[top : bottom + 1, left : right + 1, 1].std())

    assert contrast(without, 0) > 40
    assert contrast(under, 0) < 15
    assert contrast(under, 1) == pytest.approx(contrast(without, 1), abs=0.01)
    assert (view.render(snapshot) == without).all()


@pytest.mark.ci
def test_shadows_fall_on_the_ground_and_can_be_taken_away():
    house = Piece("h", "house", SQUARE, 7.0)
    dark = renderer(table(), Look(noise=0.0, shadow=0.5)).render(table(pieces=(house,))).astype(int)
    plain = renderer(table(), Look(noise=0.0, shadow=0.0)).render(table(pieces=(house,))).astype(int)
    assert (dark <= plain + 1).all()
    assert (plain - dark > 10).mean() > 0.002


@pytest.mark.ci
def test_players_make_way_for_a_stand():
    """The roof comes off the house a stand is in; trees are not put on a stand or over its marker."""
    inside = table(soldier("a", 35, 24), pieces=(Piece("h", "house", SQUARE, 7.0),))
    wood = Piece("w", "wood", ((50, 20), (75, 20), (75, 45), (50, 45)), 7.0)
    among = table(*(soldier(f"s{i}", 54 + 5 * i, 24 + 4 * i, 40.0 * i) for i in range(4)), pieces=(wood,))
    for snapshot in (inside, among):
        view = renderer(snapshot, BARE)
        bare = view.render(replace(snapshot, pieces=()))
        picture = view.render(snapshot)
        for marker, corners in true_corners_px(view.camera, view.frame, view.roster, snapshot).items():
            if marker < 240:
                inner = corners.mean(axis=0) + 0.8 * (corners - corners.mean(axis=0))
                mask = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), np.rint(inner).astype(int), 1) > 0
                assert np.abs(picture[mask].astype(int) - bare[mask]).max() <= 2


KINDS = [
    "house", "ruins", "village", "wall", "hedge", "bush", "wood", "fence", "trench", "gully", "stream", "river",
    "swamp", "snow", "field", "rough", "road", "railway", "bridge", "hill", "mountain", "wreck", "vehicle",
    "no such kind", "",
]  # fmt: skip
OUTLINES = {
    "box": SQUARE,
    "strip": ((20, 20), (45, 21), (45, 22), (20, 21)),
    "bent": ((20, 20), (40, 20), (40, 40), (38, 40), (38, 22), (20, 22)),
    "tiny": ((30, 30), (30.01, 30), (30, 30.01)),
    "needle": ((30, 30), (60, 30), (60, 30.001)),
    "far out": ((500, 500), (510, 500), (510, 510)),
    "all": ((-10, -10), (90, -10), (90, 70), (-10, 70)),
}


@pytest.fixture(scope="module")
def studio() -> Renderer:
    return Renderer(default_camera(default_frame(80, 60), SIZE_PX), default_frame(80, 60), None, QUIET)


@pytest.mark.prove
@pytest.mark.parametrize("outline", OUTLINES)
def test_every_kind_of_terrain_is_drawn_over_any_outline(studio, outline):
    bare = studio.render(table())
    whole_table = outline == "all"  # slow, and the same builders: one of each sort, once
    for kind in KINDS[::4] if whole_table else KINDS:
        for height_cm in (0.0,) if whole_table else (0.0, 5.0, 1000.0):
            picture = studio.render(table(pieces=(Piece("p", kind, OUTLINES[outline], height_cm),)))
            changed = (np.abs(picture.astype(int) - bare) > 3).any(axis=2).mean()
            if outline == "far out":
                assert changed == 0
            elif outline in ("box", "bent") and height_cm < 100:
                assert changed > 0.002, kind


@pytest.mark.parametrize(
    "kind",
    [
        "soldier",
        "infantry",
        "light-infantry",
        "cavalry",
        "artillery",
        "general",
        "vehicle",
        "Sherman",
        "wreck",
        "?",
        "",
    ],
)
def test_every_kind_of_stand_is_drawn_in_its_sides_colour(studio, kind):
    bare, pictures = studio.render(table()).astype(int), {}
    for side in ("red", "blue"):
        pictures[side] = studio.render(table(Stand("s", side, kind, 40, 30, 30))).astype(int)
        assert (np.abs(pictures[side] - bare) > 8).any()
    if kind != "wreck":
        warmer = (pictures["red"] - pictures["blue"])[..., 2].sum() - (pictures["red"] - pictures["blue"])[..., 0].sum()
        assert warmer > 500


def test_a_stand_of_several_bases_and_a_vehicle_of_a_list_are_drawn(studio):
    bases = (Base(0, 3, 2, 2), Base(0, -3, 2, 2, 45.0), Base(-4, 0, 2.5, 1.0))
    bare = studio.render(table()).astype(int)
    for stand in (
        Stand("s", "us", "infantry", 40, 30, 10, 8, 8, bases=bases),
        Stand("s", "us", "vehicle", 40, 30, 10, unit="Opel Blitz"),
        Stand("s", "us", "Tiger I", 40, 30, 10, unit="Tiger I"),
        Stand("s", "us", "soldier", 40, 30, 10, 0.01, 500.0),
        Stand("s", "us", "soldier", 1e4, -1e4),
    ):
        changed = np.abs(studio.render(table(stand)).astype(int) - bare).max()
        assert (changed > 20) == (stand.x < 100)


@pytest.mark.prove
@given(
    st.floats(-200, 300), st.floats(-200, 300), st.floats(-720, 720),
    st.builds(Mount, st.floats(-9, 9), st.floats(-9, 9), st.floats(0, 60), st.floats(0.2, 9), st.floats(-180, 180)),
)  # fmt: skip
def test_any_mount_anywhere_is_drawn(x, y, heading_deg, mount):
    frame = default_frame(80, 60)
    roster = Roster((Entry(5, "s", "us", "soldier", 2.0, 1.6, mount),))
    view = Renderer(default_camera(frame, (160, 90)), frame, roster, BARE)
    picture = view.render(Snapshot(80, 60, (Stand("s", "us", "soldier", x, y, heading_deg, 2, 1.6),)))
    assert picture.shape == (90, 160, 3)


@pytest.mark.ci
def test_boards_and_grounds_are_drawn():
    squares = SquareBoard((4, 4), 3.0, 8, 18)
    hexes = HexBoard((5, 5), 3.0, 13, 9)
    frame = default_frame(80, 60)
    camera = default_camera(frame, SIZE_PX)
    plain = Renderer(camera, frame, None, QUIET).render(Snapshot(80, 60)).astype(int)
    pictures = [
        Renderer(camera, replace(frame, board=b), None, QUIET).render(Snapshot(80, 60)) for b in (squares, hexes)
    ]
    pictures += [
        Renderer(camera, frame, None, replace(QUIET, ground=g)).render(Snapshot(80, 60)) for g in ("sand", "snow")
    ]
    for picture in pictures:
        assert (np.abs(picture.astype(int) - plain) > 5).mean() > 0.005


@pytest.mark.parametrize("key", ["blur_px", "noise", "gamma", "light_gradient", "shadow", "jpeg_quality"])
def test_a_look_no_picture_can_have_is_refused(key):
    with pytest.raises(BadInput, match=key):
        Look(**{key: -1})


def test_a_camera_that_does_not_look_at_the_table_is_refused():
    frame = default_frame(80, 60)
    lens = default_lens(SIZE_PX)
    with pytest.raises(BadInput, match="above the table"):
        Renderer(Camera(lens, np.eye(3), np.array([0, 0, -100.0])), frame)


def test_a_marker_the_dictionary_does_not_have_is_refused():
    frame = Frame(80, 60, (FrameMarker(250, 40, 30, 5),))
    with pytest.raises(BadInput, match="0 to 249, not 250"):
        Renderer(default_camera(frame, SIZE_PX), frame).render(Snapshot(80, 60))
    with pytest.raises(BadInput, match="'5x5_nine'"):
        default_camera(replace(frame, dictionary="5x5_nine"), SIZE_PX)
