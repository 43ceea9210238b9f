"""Frame markers laid by hand are found where they lie, from pictures and one length."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot

import numpy as np
import pytest

from calibration.report import table_page
from calibration.survey import Surveyed, survey_table
from calibration.table_pose import fit_table, viewpoints
from calibration.uncertainty import Predicted
from table.errors import BadInput
from table.frame import Frame
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.spread import slopes
from vision.square import bend_px, square_corners

NOISE_PX = 0.02
Pictures = dict[str, tuple[MarkerSeen, ...]]


def laid(frame: Frame, rng: np.random.Generator, off_cm: float = 0.05, height_cm: float = 0.005) -> Frame:
    """Return the frame as hands lay it: each card shifted and turned, its paper not quite flat on the table."""
    return replace(
        frame,
        markers=tuple(
            replace(
                marker,
                x=marker.x + rng.normal(0, off_cm),
                y=marker.y + rng.normal(0, off_cm),
                height_cm=marker.height_cm + rng.normal(0, height_cm),
                heading_deg=marker.heading_deg + rng.normal(0, 0.6),
            )
            for marker in frame.markers
        ),
    )


def look(
    camera: Camera,
    frame: Frame,
    rng: np.random.Generator,
    size: float = 1.0,
    rise: Mapping[int, np.ndarray] | None = None,
) -> tuple[MarkerSeen, ...]:
    """Return what a camera sees of cards printed ``size`` times their size and each 0.1 % off that.

    ``rise`` (2,) rad of some by their ids: how they rise along x and y.
    """
    shown = []
    for m in frame.markers:
        tips = square_corners(m.x, m.y, m.height_cm, m.heading_deg, m.size_cm * size)
        own = np.random.default_rng(m.id).normal(0, 0.001)  # of this card in every picture
        tips[:, :2] += own * (tips[:, :2] - (m.x, m.y))
        if rise is not None:
            tips[:, 2] += (tips[:, :2] - (m.x, m.y)) @ rise[m.id]
        corners = camera.project(tips) + bend_px(camera, tips[None])[0] + rng.normal(0, NOISE_PX, (4, 2))
        if (corners > 5).all() and (corners < np.array(camera.lens.size_px) - 5).all():
            shown.append(MarkerSeen(m.id, corners, 0.99, np.eye(8) * NOISE_PX**2))
    return tuple(shown)


def held(lens: Lens, rng: np.random.Generator) -> Camera:
    """Return the camera held somewhere over the table, slantwise, looking at about its middle."""
    far, way, slant = rng.uniform(165, 200), rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.6)
    middle = np.array([60.0, 50.0, 0.0])
    at = middle + far * np.array([np.sin(slant) * np.cos(way), np.sin(slant) * np.sin(way), np.cos(slant)])
    ahead = middle + rng.normal(0, 4, 3) * (1, 1, 0) - at
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    rotation = np.array([right, np.cross(ahead, right), ahead])
    return Camera(lens, rotation, -rotation @ at)


def taken(camera: Camera, frame: Frame, rng: np.random.Generator, others: int = 5, size: float = 1.0) -> Pictures:
    """Return a picture from the camera's place and others of it held elsewhere."""
    places = [camera, *(held(camera.lens, rng) for _ in range(others))]
    return {f"{k}.jpg": look(place, frame, rng, size) for k, place in enumerate(places)}


def length(frame: Frame, first: int = 240, second: int = 242) -> float:
    a, b = (next(m for m in frame.markers if m.id == number) for number in (first, second))
    return hypot(a.x - b.x, a.y - b.y)


def among_themselves_mm(found: Frame, true: Frame) -> np.ndarray:
    """Return how far each marker lies off, once one frame is laid onto the other as well as can be."""
    a, b = (np.array([(m.x, m.y) for m in frame.markers]) for frame in (found, true))
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    left, _, right = np.linalg.svd(a.T @ b)
    return 10 * (a @ left @ right - b)


def distances_off_mm(view_camera: Camera, camera: Camera) -> np.ndarray:
    """Return the errors of distances under 60 cm, all over the table."""
    points = np.array([(x, y, 0.3) for x in (8, 40, 75, 112) for y in (8.0, 36.0, 64.0, 92.0)])
    places = view_camera.to_plane(camera.project(points), 0.3)
    pairs = [(i, j) for i, j in combinations(range(16), 2) if np.linalg.norm(points[i] - points[j]) < 60]
    first, second = np.array(pairs).T
    true = np.linalg.norm(points[first] - points[second], axis=1)
    return 10 * (np.linalg.norm(places[first] - places[second], axis=1) - true)


def rms(values: Sequence[np.ndarray]) -> float:
    return float(np.sqrt((np.concatenate([np.ravel(part) for part in values]) ** 2).mean()))


def wrong_lens(lens: Lens, covariance: np.ndarray, rng: np.random.Generator) -> Lens:
    off = rng.multivariate_normal(np.zeros(9), covariance)
    matrix = lens.matrix + np.array([[off[0], 0, off[2]], [0, off[1], off[3]], [0, 0, 0]])
    return Lens(lens.size_px, matrix, lens.distortion + off[4:])


@pytest.fixture
def above(camera) -> Camera:
    """The camera, raised until it sees all of the frame."""
    return Camera(camera.lens, camera.rotation, camera.translation + np.array([0, 0, 25.0]))


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(("tape_cm", "places_mm", "tables"), [(0.0, 0.08, 5), (0.0, 0.08, 8), (0.02, 0.12, 8)])
def test_five_held_pictures_and_a_length_find_the_markers(above, frame, lens_covariance, tape_cm, places_mm, tables):
    """0.5 mm off per axis, with a lens as wrong as its covariance says, and a length read exactly or to 0.2 mm."""
    places, distances, plain, sigmas = [], [], [], []
    for seed in range(tables):
        rng = np.random.default_rng(seed)
        true = laid(frame, rng)
        pictures = taken(above, true, rng)
        lens = wrong_lens(above.lens, lens_covariance, rng)
        read = length(true) + rng.normal(0, tape_cm)
        found = survey_table(lens, lens_covariance, frame, pictures, read, (240, 242), 0.02)
        view = found.table.view
        places.append(among_themselves_mm(view.frame, true))
        distances.append(distances_off_mm(view.camera, above))
        sigmas.append(10 * found.sigma_cm)
        before = fit_table(lens, lens_covariance, frame, {"0.jpg": pictures["0.jpg"]}).view
        plain.append(distances_off_mm(before.camera, above))
    assert rms(places) < places_mm
    assert rms(distances) < 0.1
    assert rms(plain) > 1.5 * rms(distances)
    assert 0.5 < rms(places) / np.mean(sigmas) < 1.3


@pytest.mark.prove
def test_predicted_sigmas_hold_after_a_survey(above, frame):
    errors, off = [], []
    points = np.array([(x, y, 0.3) for x in (10, 60, 110) for y in (10.0, 50.0, 90.0)])
    for seed in range(20):
        rng = np.random.default_rng(100 + seed)
        true = laid(frame, rng)
        found = survey_table(
            above.lens, None, frame, taken(above, true, rng, 2), length(true) + rng.normal(0, 0.05), (240, 242)
        )
        view = found.table.view
        slope = slopes(view.camera, points).table_by_parameter()
        spread = np.einsum("kdp,pq,kdq->kd", slope, view.covariance, slope)
        errors.append((view.camera.to_plane(above.project(points), 0.3) - points[:, :2]) / np.sqrt(spread))
        off.append(found.offsets_cm)
    assert 0.8 < rms(errors) < 1.25
    assert rms(off) == pytest.approx(0.05, rel=0.2)


@pytest.mark.ci
def test_one_place_alone_is_said_to_be_poor(above, frame):
    rng = np.random.default_rng(3)
    true = laid(frame, rng)
    found = survey_table(above.lens, None, frame, taken(above, true, rng, 0), length(true))
    assert any("all pictures are from one place" in words for words in found.table.warnings)
    assert found.sigma_cm > 0.01
    assert found.other_places == 0


def survey(above: Camera, frame: Frame, seed: int = 5, others: int = 4, **change: object) -> tuple[Surveyed, Frame]:
    rng = np.random.default_rng(seed)
    true = laid(frame, rng)
    pictures = taken(above, true, rng, others)
    pictures.update(change.get("pictures", {}))
    return survey_table(above.lens, None, frame, pictures, length(true) * change.get("stretch", 1.0)), true


@pytest.mark.ci
def test_the_result_is_a_table_and_a_frame(above, frame):
    found, true = survey(above, frame)
    view = found.table.view
    assert found.table.warnings == ()
    assert [m.id for m in view.frame.markers] == [m.id for m in frame.markers]
    for marker, real in zip(view.frame.markers, true.markers, strict=True):
        assert marker.heading_deg == pytest.approx(real.heading_deg, abs=0.1)
        assert marker.size_cm == pytest.approx(5.0, abs=0.01)
    assert view.frame.survey_sigma_cm == pytest.approx(found.sigma_cm, abs=1e-5)
    assert view.rms_px < 0.06
    assert [seen.id for seen in view.seen] == [240, 241, 242, 243, 244, 245]
    # The table's axes stay where frame.toml's markers have them on average.
    assert np.abs(found.offsets_cm.mean(axis=0)).max() < 0.001
    again = fit_table(above.lens, None, view.frame, {"0": look(above, true, np.random.default_rng(9))})
    assert rms([distances_off_mm(again.view.camera, above)]) < 0.1


@pytest.mark.ci
def test_cards_not_level_and_an_autofocus_do_no_harm(above, frame):
    """Cards that rise by 1.5 degrees, and a lens that is 0.3 % longer or shorter in each picture from elsewhere."""
    places = []
    for seed in range(2):
        rng = np.random.default_rng(seed)
        true = laid(frame, rng)
        rise = {marker.id: np.radians(rng.normal(0, 1.5, 2)) for marker in frame.markers}
        zooms = [1.0, *(1 + rng.normal(0, 0.003, 5))]
        lenses = [Lens(above.lens.size_px, above.lens.matrix * [[z], [z], [1]], above.lens.distortion) for z in zooms]
        for lens, zoom in zip(lenses, zooms, strict=True):
            lens.matrix[:2, 2] /= zoom
        cameras = [above, *(held(lens, rng) for lens in lenses[1:])]
        pictures = {f"{k}.jpg": look(camera, true, rng, rise=rise) for k, camera in enumerate(cameras)}
        found = survey_table(above.lens, None, frame, pictures, length(true))
        assert found.table.warnings == ()
        places.append(among_themselves_mm(found.table.view.frame, true))
    assert rms(places) < 0.1


@pytest.mark.ci
def test_cards_of_another_size_are_told_and_do_no_harm(above, frame):
    rng = np.random.default_rng(6)
    true = laid(frame, rng)
    found = survey_table(above.lens, None, frame, taken(above, true, rng, 4, 0.97), length(true))
    assert rms([among_themselves_mm(found.table.view.frame, true)]) < 0.1
    assert [m.size_cm for m in found.table.view.frame.markers] == pytest.approx([4.85] * 6, abs=0.02)
    assert any("48.5 mm a side" in words for words in found.table.warnings)


@pytest.mark.ci
def test_the_place_most_pictures_are_from_is_the_cameras(above, frame):
    rng = np.random.default_rng(4)
    hand = [held(above.lens, rng) for _ in range(3)]
    from_where = {"a": hand[0], "b": hand[1], "c": above, "d": hand[2], "e": above}
    pictures = {name: look(camera, frame, rng) for name, camera in from_where.items()}
    assert viewpoints(frame, pictures)[0].pictures == ("c", "e")
    del pictures["e"]
    assert viewpoints(frame, pictures)[0].pictures == ("a",)
    found = survey_table(above.lens, None, frame, pictures, length(frame))
    assert found.camera_pictures == ("a",)
    assert found.table.view.camera.position_cm == pytest.approx(hand[0].position_cm, abs=0.1)


@pytest.mark.ci
def test_a_half_covered_marker_in_one_picture_is_left_out_there(above, frame):
    found, true = survey(above, frame)
    rng = np.random.default_rng(5)
    laid(frame, rng)
    spoilt = list(taken(above, true, rng, 4)["2.jpg"])
    which = spoilt[1].id
    spoilt[1] = replace(spoilt[1], corners_px=spoilt[1].corners_px + np.array([[0, 6.0], [0, 6.0], [0, 0], [0, 0]]))
    found, true = survey(above, frame, pictures={"2.jpg": tuple(spoilt)})
    (words,) = found.table.warnings
    assert words.startswith(f"2.jpg: card {which} is not where the other pictures show it")
    assert rms([among_themselves_mm(found.table.view.frame, true)]) < 0.1


@pytest.mark.ci
def test_a_picture_of_another_table_is_told(above, frame):
    rng = np.random.default_rng(8)
    strange = look(held(above.lens, rng), laid(frame, rng, 0.8), rng)
    found, true = survey(above, frame, pictures={"7.jpg": strange})
    assert any(words.startswith("7.jpg does not fit the other pictures") for words in found.table.warnings)
    assert rms([among_themselves_mm(found.table.view.frame, true)]) < 0.15


@pytest.mark.ci
@pytest.mark.parametrize("off_cm", [1.0, 3.0, 20.0])
def test_a_mistyped_place_is_told_and_does_no_harm(above, frame, off_cm):
    rng = np.random.default_rng(2)
    true = laid(frame, rng, 0.01)
    y = frame.markers[3].y - off_cm
    wrong = replace(frame, markers=(*frame.markers[:3], replace(frame.markers[3], y=y), *frame.markers[4:]))
    found = survey_table(above.lens, None, wrong, taken(above, true, rng), length(true))
    assert any(
        f"243 lies {10 * off_cm:.0f} mm from where frame.toml puts it" in words for words in found.table.warnings
    )
    assert rms([among_themselves_mm(found.table.view.frame, true)]) < 0.1


@pytest.mark.ci
def test_two_cards_that_changed_places_are_found_where_they_lie(above, frame):
    rng = np.random.default_rng(2)
    true = laid(frame, rng, 0.01)
    first, second, *others = frame.markers
    swapped = replace(
        frame,
        markers=(replace(first, x=second.x, y=second.y), replace(second, x=first.x, y=first.y), *others),
    )
    found = survey_table(above.lens, None, swapped, taken(above, true, rng), length(true, 242, 245), (242, 245))
    assert [words[:21] for words in found.table.warnings] == [
        "card 240 lies 640 mm ",
        "card 241 lies 640 mm ",
    ]
    assert rms([among_themselves_mm(found.table.view.frame, true)]) < 0.1


@pytest.mark.ci
def test_the_length_decides_where_frame_toml_is_all_too_short(above, frame):
    found, true = survey(above, frame, stretch=1.012)
    assert any("everything in frame.toml is 1.2% too short" in words for words in found.table.warnings)
    assert length(found.table.view.frame) == pytest.approx(1.012 * length(true), abs=0.1)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("length_cm", "between", "words"),
    [
        (64.3, None, (240, 241)),
        (127.9, None, (240, 242)),
        (108.1, None, (240, 245)),
        (127.9, (245, 243), (245, 243)),
    ],
)
def test_which_two_the_length_is_of(above, frame, length_cm, between, words):
    rng = np.random.default_rng(1)
    found = survey_table(above.lens, None, frame, taken(above, frame, rng, 1), length_cm, between)
    assert found.tape.between == words
    assert bool(found.tape.others) == (between is None)


@pytest.mark.parametrize(
    ("length_cm", "between", "words"),
    [
        (12.8, None, "no two cards are about that far apart"),
        (1280.0, None, "centre to centre, in cm"),
        (-3.0, None, "must be more than 0"),
        (float("nan"), None, "must be more than 0"),
        (128.0, (240, 999), "999 is no card"),
        (128.0, (240, 240), "two different cards"),
        (64.0, (240, 242), "128.0 cm apart in frame.toml"),
    ],
)
def test_a_length_that_cannot_be_is_refused(above, frame, length_cm, between, words):
    with pytest.raises(BadInput, match=words):
        survey_table(above.lens, None, frame, taken(above, frame, np.random.default_rng(1), 1), length_cm, between)


def test_a_tape_without_a_sigma_is_refused(above, frame):
    pictures = taken(above, frame, np.random.default_rng(1), 1)
    with pytest.raises(BadInput, match="say in cm how well 128 cm was measured"):
        survey_table(above.lens, None, frame, pictures, 128.0, None, 0.0)


@pytest.mark.ci
def test_too_little_is_refused_or_left_out(above, frame):
    rng = np.random.default_rng(1)
    pictures = taken(above, frame, rng, 2)
    pictures["1.jpg"] = pictures["1.jpg"][:2]
    found = survey_table(above.lens, None, frame, pictures, 128.0)
    assert found.table.warnings[0] == "1.jpg: only 2 cards are seen; I left it out"
    with pytest.raises(BadInput, match="I see 2 of 6 cards"):
        survey_table(above.lens, None, frame, {"1.jpg": pictures["1.jpg"]}, 128.0)


@pytest.mark.ci
def test_the_report_has_a_part_on_the_survey(above, frame):
    found, _ = survey(above, frame)
    page = table_page(found.table, Predicted(0.002, (0.003, 0.003, 0.003, 0.003)), survey=found)
    assert page.count("<tr>") == 14
    assert "from marker 240 to 242" in page
