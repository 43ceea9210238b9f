"""camera.toml and table.toml come back exactly, and a wrong file is named for what it is."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import CameraProfile, format_camera, format_table, parse_camera, parse_table
from table.errors import BadFile
from table.frame import Banners, HexBoard, SquareBoard
from vision.camera import Camera, Lens
from vision.camera_identity import CameraIdentity
from vision.correction import TERMS, Correction
from vision.noise_floor import UNKNOWN, NoiseFloor
from vision.table_view import FrameSeen, TableView
from vision.tone import Tone


@pytest.fixture
def profile(camera, lens_covariance) -> CameraProfile:
    mixed = lens_covariance.copy()
    mixed[0, 1] = mixed[1, 0] = 0.07 / 3
    return CameraProfile(camera.lens, mixed, 0.1 / 3, 17, 8 / 9)


@pytest.fixture
def view(camera, frame) -> TableView:
    rng = np.random.default_rng(0)
    spread = rng.normal(size=(15, 15))
    seen = tuple(FrameSeen(marker.id, rng.uniform(0, 1000, (4, 2))) for marker in frame.markers)
    return TableView(camera, frame, spread @ spread.T / 1e5, seen, 0.1 / 7, 1 / 30)


def same_lens(one: Lens, two: Lens) -> bool:
    same = one.size_px == two.size_px and one.fisheye == two.fisheye
    return same and bool((one.matrix == two.matrix).all() and (one.distortion == two.distortion).all())


def test_camera_toml_comes_back_exactly(profile):
    text = format_camera(profile)
    back = parse_camera(text)
    assert same_lens(back.lens, profile.lens)
    assert (back.covariance == profile.covariance).all()
    assert (back.rms_px, back.views, back.coverage) == (profile.rms_px, 17, profile.coverage)
    assert format_camera(back) == text


@pytest.mark.parametrize("board", [None, SquareBoard((4.0, 7.0), 4.5, 8, 18), HexBoard((1.0, 2.0), 3.5, 13, 9, False)])
@pytest.mark.parametrize("banners", [None, Banners((230, 231, 232, 233), 1.2, 0.21)])
def test_table_toml_comes_back_exactly(view, board, banners):
    whole = replace(view, frame=replace(view.frame, board=board, banners=banners, survey_sigma_cm=0.02))
    text = format_table(whole)
    back = parse_table(text)
    assert same_lens(back.camera.lens, view.camera.lens)
    assert (back.camera.rotation == view.camera.rotation).all()
    assert (back.camera.translation == view.camera.translation).all()
    assert back.covariance is not None
    assert (back.covariance == view.covariance).all()
    assert back.frame == whole.frame
    assert [marker.id for marker in back.seen] == [marker.id for marker in view.seen]
    assert all((a.corners_px == b.corners_px).all() for a, b in zip(back.seen, view.seen, strict=True))
    assert (back.survey_sigma_cm, back.rms_px) == (view.survey_sigma_cm, view.rms_px)
    assert format_table(back) == text


@pytest.mark.parametrize(
    "identity",
    [
        CameraIdentity(kind="plugged", name='A "B"\\', product="046d:082d", serial="1", place="usb-x-1", focus="auto"),
        CameraIdentity(kind="plugged", name="C920", format="MJPG", focus=35.0, zoom=1 / 3),
        CameraIdentity(kind="pictures", name="Canon EOS", focal_mm=50.0, focal_35_mm=80.0),
        CameraIdentity(kind="address", place="cam.local/video", format="http"),
    ],
)
def test_the_camera_of_a_lens_comes_back(profile, view, identity):
    text, table = format_camera(replace(profile, identity=identity)), format_table(replace(view, identity=identity))
    assert parse_camera(text).identity == parse_table(table).identity == identity
    assert format_camera(parse_camera(text)) == text
    assert ("taken for it" in text) is identity.weak
    assert parse_camera(format_camera(profile)).identity is None
    wrong = text.replace(f'kind = "{identity.kind}"', 'kind = "drone"')
    assert error(parse_camera, wrong, "c.toml").startswith("c.toml: camera.kind: expected")


def test_an_exactly_known_camera_has_no_covariance(view):
    known = replace(view, covariance=None, seen=())
    back = parse_table(format_table(known))
    assert back.covariance is None
    assert back.seen == ()


def test_a_lens_without_distortion_comes_back(profile):
    plain = replace(profile, lens=Lens((640, 480), profile.lens.matrix, np.zeros(0)), covariance=np.eye(4))
    assert parse_camera(format_camera(plain)).lens.distortion.size == 0


def test_a_fisheye_comes_back(profile, view):
    lens = replace(profile.lens, distortion=np.array([-0.03, 0.01, -0.006, 1 / 3]), fisheye=True)
    text = format_camera(replace(profile, lens=lens, covariance=np.eye(8)))
    assert 'model = "fisheye"' in text
    assert same_lens(parse_camera(text).lens, lens)
    camera = replace(view.camera, lens=lens)
    table = format_table(replace(view, camera=camera, covariance=np.eye(14)))
    assert same_lens(parse_table(table).camera.lens, lens)
    assert format_table(parse_table(table)) == table


def test_a_lens_of_no_known_model_is_refused(profile):
    text = format_camera(profile).replace("[lens]", '[lens]\nmodel = "mirror"')
    assert "lens.model" in error(parse_camera, text, "camera.toml")
    fisheye = format_camera(profile).replace("[lens]", '[lens]\nmodel = "fisheye"')
    assert "lens.distortion: expected 4 numbers" in error(parse_camera, fisheye, "camera.toml")


def error(parse, text: str, file: str) -> str:
    with pytest.raises(BadFile) as caught:
        parse(text, file)
    line = str(caught.value)
    assert "\n" not in line
    return line


def test_camera_toml_in_the_tables_place_is_named(profile, view):
    line = error(parse_table, format_camera(profile), "my/camera.toml")
    assert line.startswith('my/camera.toml: kind: expected "table", as `vedette calibrate table` writes it')
    assert line.endswith('got "camera": this is a camera.toml')
    assert "this is a table.toml" in error(parse_camera, format_table(view), "t.toml")
    assert error(parse_table, "[[stand]]\nmarker = 1", "r.toml").endswith("got a roster ([[stand]])")
    assert error(parse_table, "width_cm = 120\n[[marker]]\nid = 1", "f.toml").endswith("[[marker]])")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("version = 4", "version = 5", "t.toml: version: expected 4, got 5: it was written by a newer Vedette"),
        ("version = 4", "version = 0", "t.toml: version: expected 4, got 0"),
        ("version = 4", 'version = "4"', "t.toml: version: expected 4, got"),
        ("version = 4\n", "", "t.toml: version: expected 4, got nothing"),
        ('kind = "table"\n', "", "t.toml: kind: expected"),
        ("fx = ", "fx = -", "t.toml: lens.fx: expected more than 0, got -1320"),
        ("fx = ", "fxx = ", "t.toml: lens.fxx: expected"),
        ("width_px = 1920", 'width_px = "wide"', "t.toml: lens.width_px: expected a whole number"),
        ("rotation = [\n    [", "rotation = [\n    [1", "t.toml: pose.rotation: expected a rotation matrix"),
        (", -0.0005, 0.06]", ", -0.0005]", "t.toml: fit.covariance: expected 14 x 14 numbers, got 15 x 15"),
        (
            "distortion = [0.07, -0.16, ",
            "distortion = [",
            "t.toml: lens.distortion: expected 0, 4, 5, 8, 12 or 14 numbers",
        ),
        ("rms_px = ", "rms_px = -", "t.toml: fit.rms_px: expected at least 0"),
        ("id = 241\nx =", "id = 240\nx =", "t.toml: frame.marker[2].id: expected an id of its own"),
        ("[lens]", "[lens", "t.toml"),
    ],
)
def test_a_mistake_gets_file_key_expected_got(view, old, new, words):
    text = format_table(view)
    assert old in text
    assert error(parse_table, text.replace(old, new, 1), "t.toml").startswith(words)


@pytest.mark.parametrize("text", ["", "a = 1\n", "not toml at all", "width_cm = 120\ndepth_cm = 100\n"])
def test_another_file_is_no_table(text):
    assert error(parse_table, text, "x.toml").startswith("x.toml")


def test_a_covariance_must_be_one(view):
    text = format_table(replace(view, covariance=np.diag([-1.0] + [1.0] * 14)))
    assert "symmetric matrix without negative variances" in error(parse_table, text, "t.toml")


def test_a_picture_of_the_camera_survives(view):
    back = parse_table(format_table(view)).camera
    point = [[10.0, 20, 3]]
    assert (Camera(back.lens, back.rotation, back.translation).project(point) == view.camera.project(point)).all()


@pytest.fixture
def checked(view) -> TableView:
    rng = np.random.default_rng(4)
    wide = rng.normal(size=(2 * TERMS, 2 * TERMS))
    prior = wide @ wide.T / 1e4
    correction = Correction(
        view.frame.width_cm, view.frame.depth_cm, rng.normal(0, 0.01, 2 * TERMS), prior / 3, prior,
        rng.uniform(0, 100, (7, 2)), rng.normal(0, 0.02, (7, 2)),
    )  # fmt: skip
    return replace(view, correction=correction, self_calibrated=True)


def test_a_correction_comes_back_exactly(checked):
    text = format_table(checked)
    back = parse_table(text)
    assert back.correction is not None
    for key in ("mean", "covariance", "prior", "points_cm", "offsets_cm"):
        assert (getattr(back.correction, key) == getattr(checked.correction, key)).all()
    assert (back.correction.width_cm, back.correction.depth_cm) == (120, 100)
    assert back.self_calibrated
    assert format_table(back) == text


def test_a_lens_learned_without_a_board_says_so(view, profile):
    assert "self_calibrated" not in format_table(view)
    alone = format_camera(replace(profile, self_calibrated=True))
    assert parse_camera(alone).self_calibrated
    assert not parse_camera(format_camera(profile)).self_calibrated


def test_the_noise_floor_comes_back(view, profile):
    floor = NoiseFloor(0.1234, 0.0567)
    assert parse_table(format_table(replace(view, floor=floor))).floor == floor
    assert parse_camera(format_camera(replace(profile, floor=floor))).floor == floor


def test_the_tone_comes_back_and_the_usual_one_leaves_it_to_each_picture(view, profile):
    dim = Tone(1.07)
    assert parse_table(format_table(replace(view, tone=dim))).tone == dim
    assert parse_camera(format_camera(replace(profile, tone=dim))).seen_tone == dim
    assert parse_table(format_table(view)).tone is None
    assert parse_camera(format_camera(profile)).seen_tone is None


@pytest.mark.parametrize("key", ["centre_px", "corner_px"])
def test_a_noise_floor_that_no_computer_can_reckon_with_is_refused(key, view, profile):
    for parse, text in ((parse_table, format_table(view)), (parse_camera, format_camera(profile))):
        (line,) = [line for line in text.splitlines() if line.startswith(f"{key} = ")]
        told = error(parse, text.replace(line, f"{key} = 1e200"), "t.toml")
        assert told.startswith(f"t.toml: pictures.{key}: expected at most 1000, got 1e+200")


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_camera_of_an_older_file_has_shown_nothing_better(version, view, profile):
    for parse, text in ((parse_table, format_table(view)), (parse_camera, format_camera(profile))):
        noise = text[text.index("[pictures]") :].split("\n\n")[0]
        older = text.replace(noise, "").replace("version = 4", f"version = {version}")
        assert parse(older).floor == UNKNOWN


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("mean_cm = [", "mean_cm = [0.0, ", "t.toml: correction.mean_cm: expected 20 numbers, got 21"),
        ("prior = [", "prior = [[1.0],", "t.toml: correction.prior: expected 20 x 20 numbers, got 21 x 1"),
        ("offsets_cm = [", "offsets_cm = [[0.0, 0.0],", "t.toml: correction.offsets_cm: expected as many as points_cm"),
        ("self_calibrated = true", "self_calibrated = 1", "t.toml: self_calibrated: expected true or false"),
    ],
)
def test_a_mistake_in_a_correction_is_named(checked, old, new, words):
    text = format_table(checked)
    assert old in text
    assert error(parse_table, text.replace(old, new, 1), "t.toml").startswith(words)
