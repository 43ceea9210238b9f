"""Bad frames, a bumped camera, a lamp, missing frames: nothing moves that did not move, and nothing breaks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from simulation.synthetic.hand import Hand
from simulation.synthetic.renderer import Renderer
from vision.camera import Camera

SHAPE = (540, 720)


def bumped(camera: Camera, shift_cm, turn_deg) -> Camera:
    rotation, _ = cv2.Rodrigues(np.radians([turn_deg, -turn_deg / 2, turn_deg / 3]))
    turned = rotation @ camera.rotation
    return Camera(camera.lens, turned, -turned @ (camera.position_cm + shift_cm))


def with_camera(film, camera, look=None):
    film.renderer = Renderer(camera, film.frame, film.roster, look or film.renderer.look, 1)  # the same mat


def places(film):
    return {t.name: (t.stand.x, t.stand.y, t.stand.sigma_cm) for t in film.reports[-1].tracks}


def nothing_moved(film, before):
    assert film.moves == []
    for name, (x, y, sigma) in places(film).items():
        x0, y0, sigma0 = before[name]
        assert np.hypot(x - x0, y - y0) < 3 * np.hypot(sigma, sigma0)
    assert all("held" not in film.states(name) and "toppled" not in film.states(name) for name in before)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("picture", "fault"),
    [
        (np.zeros(SHAPE, np.uint8), "blind"),
        (np.full(SHAPE, 255, np.uint8), "blind"),
        (np.random.default_rng(0).integers(0, 255, SHAPE).astype(np.uint8), "blind"),
        (np.zeros((100, 720), np.uint8), "size"),
        (np.zeros((*SHAPE, 3), np.uint8), "size"),
        (np.zeros((0, 0), np.uint8), "size"),
        (np.zeros(SHAPE, np.float32), "size"),
    ],
    ids=["black", "white", "noise", "smaller", "colour", "empty", "floats"],
)
def test_a_bad_frame_says_so_and_changes_nothing(film, picture, fault):
    before = places(film)
    for _ in range(12):
        said = film.look(picture=picture)
        assert said.fault == fault
        assert not said.still
        assert said.snapshot_stands is None
        assert len(said.tracks) == 6
    film.run(20)
    assert film.reports[-1].fault is None
    nothing_moved(film, before)
    assert all(film.states(name) == ["seen"] for name in before)


@pytest.mark.ci
def test_a_frozen_picture_breaks_nothing(film):
    before, picture = places(film), film.picture()
    for _ in range(30):
        film.look(picture=picture)
    nothing_moved(film, before)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("bump", [((0.02, 0.01, 0.0), 0.0), ((0.3, 0.2, 0.1), 0.3), ((1.0, 0.5, 0.2), 1.0)])
def test_a_bump_moves_no_stand(film, bump):
    before = places(film)
    with_camera(film, bumped(film.renderer.camera, *bump))
    film.run(40)
    assert {track.state for track in film.reports[-1].tracks} == {"seen"}
    nothing_moved(film, before)
    start = film.snapshot.stand("s4")
    film.put("s4", start.x + 0.04, start.y)  # and what moves afterwards is noticed
    film.run(2)
    assert film.reports[-1].track("s4").state == "held"
    film.run(18)
    assert [path.stand for path in film.moves] == ["s4"]


@pytest.mark.ci
def test_a_stand_moved_while_the_camera_is_bumped_is_a_move(film):
    start = film.snapshot.stand("s4")
    film.put("s4", start.x + 2.0, start.y)
    with_camera(film, bumped(film.renderer.camera, (0.3, 0.2, 0.1), 0.3))
    film.run(60)
    assert [path.stand for path in film.moves] == ["s4"]
    assert film.moves[0].length_cm == pytest.approx(2.0, abs=0.05)


@pytest.mark.prove
def test_a_camera_that_shakes_moves_no_stand(film):
    before, camera, dice = places(film), film.renderer.camera, np.random.default_rng(5)
    for _ in range(25):
        with_camera(film, bumped(camera, dice.normal(0, 0.01, 3), float(dice.normal(0, 0.01))))
        film.look()
    nothing_moved(film, before)


@pytest.mark.ci
def test_a_lamp_moves_no_stand(film):
    before = places(film)
    look = replace(film.renderer.look, light=0.6, lamp_deg=20.0, light_gradient=0.3)
    with_camera(film, film.renderer.camera, look)
    film.run(40)
    assert film.moves == []
    assert all(film.states(name) == ["seen"] for name in before)
    assert all(film.off_cm(name) < 3 * np.sqrt(2) * before[name][2] + 0.005 for name in before)


@pytest.mark.parametrize(
    "blur_px", [1.5, pytest.param(1.8, marks=pytest.mark.ci), pytest.param(2.2, marks=pytest.mark.ci)]
)
def test_a_focus_that_goes_and_comes_back_moves_no_stand(film, blur_px):
    before, sharp = places(film), film.renderer.look
    with_camera(film, film.renderer.camera, replace(sharp, blur_px=blur_px))
    film.run(12)
    with_camera(film, film.renderer.camera, sharp)
    film.run(20)
    nothing_moved(film, before)
    assert all(film.states(name) == ["seen"] for name in before)


@pytest.mark.ci
def test_a_stand_moved_while_the_focus_is_lost_is_a_move(film):
    start, sharp = film.snapshot.stand("s4"), film.renderer.look
    with_camera(film, film.renderer.camera, replace(sharp, blur_px=1.2))
    film.run(6)
    film.put("s4", start.x + 1.0, start.y)
    film.run(6)
    with_camera(film, film.renderer.camera, sharp)
    film.run(20)
    assert [path.stand for path in film.moves] == ["s4"]
    assert film.moves[0].length_cm == pytest.approx(1.0, abs=0.05)


@pytest.mark.ci
def test_a_second_without_frames_says_nothing_of_hands(film):
    """Nobody saw how the stand got there: it was moved, not toppled."""
    start = film.snapshot.stand("s4")
    film.time_s += 1.0
    film.put("s4", start.x, start.y + 5.0)
    film.run(25)
    assert "toppled" not in film.states("s4")
    (path,) = film.moves
    assert (path.stand, path.has_gap) == ("s4", True)
    assert path.length_cm == pytest.approx(5.0, abs=0.02)


@pytest.mark.ci
def test_a_hand_that_rests_for_minutes_still_covers(film):
    at = film.snapshot.stand("s2")
    film.frame_s = 0.25
    film.run(80, [Hand(at.x, at.y)])
    assert film.states("s2") == ["seen", "covered"]
    film.run(12)
    assert film.states("s2") == ["seen", "covered", "seen"]
    assert film.moves == []
