"""Predicted sigmas are what happens: the whole chain, from a bent board to stands, with everything wrong at once."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.charuco import BoardSpec, BoardView
from calibration.lens import fit_lens
from calibration.table_pose import fit_table
from calibration.uncertainty import table_error_cm
from table.distance import centre_to_centre
from table.frame import Frame, FrameMarker
from table.mount import Mount, Pose, marker_from_stand
from table.roster import Entry, Roster
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.square import bend_px, frame_corners, square_corners
from vision.stands import stands_from_markers

pytestmark = pytest.mark.prove

SPEC, SIZE = BoardSpec(11, 8, 2.4, 1.8), (1920, 1080)
WIDE, DEEP = 120.0, 66.0
BOARD_PX, MARKER_PX, HEIGHT_CM = 0.008, 0.015, 0.02
PLACES = ((-4, -4), (60, -4), (124, -4), (124, 70), (60, 70), (-4, 70), (124, 33), (-4, 33))
DRAWS = 30


def lens_of(rng: np.random.Generator) -> Lens:
    focal, k1 = rng.uniform(1000, 1700), rng.uniform(-0.13, 0.1)
    middle = np.array([959.5, 539.5]) + rng.normal(0, 9, 2)
    matrix = np.array([[focal, 0, middle[0]], [0, focal * (1 + rng.normal(0, 5e-4)), middle[1]], [0, 0, 1]])
    return Lens(SIZE, matrix, np.array([k1, -0.7 * k1, *rng.normal(0, 4e-4, 2), 0.1 * k1]))


def boards(lens: Lens, rng: np.random.Generator) -> list[BoardView]:
    """Return fifteen close-ups of a board bent by a millimetre or so."""
    flat = SPEC.corners_cm() - SPEC.corners_cm().mean(axis=0)
    x, y = (flat / flat.max(axis=0)).T
    points = np.column_stack([flat, np.stack([x * x, x * y, y * y], axis=1) @ rng.normal(0, 0.04, 3)])
    found: list[BoardView] = []
    while len(found) < 15:
        far = rng.uniform(0.9, 1.4) * lens.matrix[0, 0] * 26 / SIZE[0]
        aside = lens.rays([rng.uniform((150, 100), (1770, 980))])[0] * far
        turn = (
            cv2.Rodrigues(np.array([0, 0, rng.uniform(-3, 3)]))[0]
            @ cv2.Rodrigues(np.array([*rng.uniform(-0.65, 0.65, 2), 0.0]))[0]
        )
        seen, _ = cv2.projectPoints(
            points, cv2.Rodrigues(turn)[0], np.array([*aside, far]), lens.matrix, lens.distortion
        )
        seen = seen.reshape(-1, 2) + rng.normal(0, BOARD_PX, (len(points), 2))
        inside = ((seen > 5) & (seen < np.array(SIZE) - 6)).all(axis=1)
        if inside.sum() >= 15:
            spread = np.tile(np.eye(2) * BOARD_PX**2, (inside.sum(), 1, 1))
            found.append(BoardView(f"{len(found)}", SIZE, np.flatnonzero(inside), seen[inside], spread))
    return found


def look(camera: Camera, number: int, tips: np.ndarray, rng: np.random.Generator) -> MarkerSeen:
    seen = camera.project(tips) + bend_px(camera, tips[None])[0] + rng.normal(0, MARKER_PX, (4, 2))
    return MarkerSeen(number, seen, 0.99, np.eye(8) * MARKER_PX**2)


def draw(seed: int, survey_cm: float) -> tuple[np.ndarray, ...]:
    """Return one club's errors in their sigmas.

    Of stands' places, of their headings, of the map of the report; of distances below 30 cm and beyond.
    """
    rng = np.random.default_rng(seed)
    lens = lens_of(rng)
    learned = fit_lens(SPEC, boards(lens, rng))
    frame = Frame(WIDE, DEEP, tuple(FrameMarker(240 + k, x, y, 5.0, 0.02) for k, (x, y) in enumerate(PLACES)))
    rotation = cv2.Rodrigues(rng.normal(0, [0.1, 0.05, 0.1]))[0] @ np.diag([1.0, -1.0, -1.0])
    high = lens.matrix[0, 0] * (WIDE + 8) / SIZE[0] * 1.5
    camera = Camera(lens, rotation, -rotation @ (np.array([WIDE / 2, DEEP / 2, 0]) - rotation.T @ [0, 0, high]))
    off = rng.normal(0, survey_cm, (len(PLACES), 2))
    cards = [replace(m, x=m.x + dx, y=m.y + dy) for m, (dx, dy) in zip(frame.markers, off, strict=True)]
    seen = [look(camera, card.id, frame_corners(card), rng) for card in cards]
    view = fit_table(learned.lens, learned.covariance, frame, {"a.jpg": seen}).view
    entries, markers, true = [], [], []
    for k in range(40):
        mount = Mount(rng.uniform(-2, 0), 0.0, float(rng.choice([0.3, 3.0])), 2.0, height_sigma_cm=HEIGHT_CM)
        stand = Pose(rng.uniform(3, WIDE - 3), rng.uniform(3, DEEP - 3), rng.uniform(-180, 180))
        place = marker_from_stand(stand, mount)
        tips = square_corners(place.x, place.y, mount.height_cm + rng.normal(0, HEIGHT_CM), place.heading_deg, 2.0)
        entries.append(Entry(k, f"s{k}", "red", "soldier", 2.0, 2.0, mount))
        markers.append(look(camera, k, tips, rng))
        true.append((stand.x, stand.y, stand.heading_deg))
    found = stands_from_markers(markers, Roster(tuple(entries)), view)
    off = np.array([(s.x, s.y, s.heading_deg) for s in found]) - np.array(true)
    turned = (off[:, 2] + 180) % 360 - 180
    grid = np.stack(np.meshgrid(np.linspace(4, WIDE - 4, 6), np.linspace(4, DEEP - 4, 4)), axis=-1).reshape(-1, 2)
    drawn = view.camera.to_plane(camera.project(np.column_stack([grid, np.full(len(grid), 0.3)])), 0.3) - grid
    near, far = [], []
    for one, other in zip(*np.triu_indices(len(found), 1), strict=True):
        apart, said = math.dist(true[one][:2], true[other][:2]), centre_to_centre(found[one], found[other])
        (near if apart < 30 else far).append((said.value - apart) / said.sigma)
    return (
        off[:, :2] / np.array([[s.sigma_cm] for s in found]),
        turned / np.array([s.sigma_deg for s in found]),
        drawn / table_error_cm(view, grid, 0.3)[:, None],
        np.array(near),
        np.array(far),
    )


@pytest.mark.parametrize("survey_cm", [0.0, 0.05], ids=["an exact frame", "cards 0.5 mm off"])
def test_errors_are_as_large_as_their_sigmas(survey_cm):
    places, headings, maps, near, far = (np.concatenate(part) for part in zip(
        *(draw(seed, survey_cm) for seed in range(DRAWS)), strict=True
    ))  # fmt: skip
    for errors in (places, headings, near, far):
        assert 0.8 < np.sqrt((errors**2).mean()) < 1.25
        assert 0.92 < (np.abs(errors) < 1.96).mean() < 0.98
    if survey_cm:
        # Of an exact frame the map is more modest: nobody told it that the cards lie exactly.
        assert 0.8 < np.sqrt((maps**2).mean()) < 1.25
