"""Are sigmas honest? Hundreds of tables known exactly, nothing rendered: errors in their own sigmas (1.00, 95 %).

    python benchmarks/sigma.py [--draws N]      # 150 draws a row, two minutes

Each draw has its own lens error, camera, misplaced frame cards (0.5 mm an axis, turned, printed 0.1 % off) and stands
whose heights are off; corners are where they truly are plus noise drawn from the covariance that goes with them. So a
row tells of the calibration's and the distances' sigma alone; whether the marker's own covariance is honest only
pictures tell (tests/proofs/test_sigma.py). The stands of one draw err together: the last column says how far a row's
numbers may be off by chance.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from frame_cards import DEEP, LENS_COVARIANCE, WIDE, Club, frame_of, held, laid, looked, put_up, wrong_lens
from numpy.typing import NDArray

from calibration.survey import survey_table
from calibration.table_pose import fit_table
from table.distance import centre_to_centre
from table.mount import Mount, Pose, marker_from_stand
from table.roster import Entry, Roster
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.square import bend_px, square_corners
from vision.stands import stands_from_markers
from vision.table_view import TableView

Floats = NDArray[np.float64]

STANDS, HEIGHT_CM, NEAR_CM = 40, 0.012, 30.0
OWN_PX, COMMON_PX = 0.012, 0.004  # of a stand's marker: each corner's own, and what moves all four alike
TAPE_CM = 0.05


@dataclass(frozen=True)
class Errors:
    """Errors of one draw in their own sigmas; ``near`` and ``far`` are of distances, ``hypot`` of near ones as before.

    ``hypot`` takes the two stands' sigmas for independent.
    """

    place: Floats
    heading: Floats
    near: Floats
    far: Floats
    hypot: Floats


def stand_seen(camera: Camera, number: int, pose: Pose, mount: Mount, rng: np.random.Generator) -> MarkerSeen:
    """Return a stand's marker, at a height that is off what its mount says."""
    place = marker_from_stand(pose, mount)
    tips = square_corners(
        place.x, place.y, mount.height_cm + rng.normal(0, HEIGHT_CM), place.heading_deg, mount.size_cm
    )
    covariance = np.eye(8) * OWN_PX**2 + np.tile(np.eye(2), (4, 4)) * COMMON_PX**2
    off = rng.multivariate_normal(np.zeros(8), covariance).reshape(4, 2)
    return MarkerSeen(number, camera.project(tips) + bend_px(camera, tips[None])[0] + off, 0.99, covariance)


def judged(view: TableView, camera: Camera, rng: np.random.Generator) -> Errors:
    """Put stands down and hold what the view makes of them against the truth."""
    poses = [
        Pose(*map(float, rng.uniform([5, 5, -180], [WIDE - 5, DEEP - 5, 180]))) for _ in range(STANDS)
    ]  # fmt: skip
    mounts = [Mount(-1.2, 0.0, float(rng.choice([0.3, 3.0])), 2.0, 0.0, HEIGHT_CM) for _ in poses]
    entries = [Entry(k, f"s{k}", "us", "soldier", 2.0, 1.6, mount) for k, mount in enumerate(mounts)]
    seen = [stand_seen(camera, k, pose, mounts[k], rng) for k, pose in enumerate(poses)]
    found = stands_from_markers(seen, Roster(tuple(entries)), view)
    true = np.array([(pose.x, pose.y) for pose in poses])
    off = np.array([(stand.x, stand.y) for stand in found]) - true
    turn = np.array(
        [(s.heading_deg - pose.heading_deg + 180) % 360 - 180 for s, pose in zip(found, poses, strict=True)]
    )
    near, far, before = [], [], []
    for one, other in zip(*np.triu_indices(STANDS, 1), strict=True):
        said, apart = centre_to_centre(found[one], found[other]), float(np.hypot(*(true[one] - true[other])))
        error = said.value - apart
        (near if apart < NEAR_CM else far).append(error / said.sigma)
        if apart < NEAR_CM:
            before.append(error / np.hypot(found[one].sigma_cm, found[other].sigma_cm))
    return Errors(
        (off / np.array([[stand.sigma_cm] for stand in found])).ravel(),
        turn / np.array([stand.sigma_deg for stand in found]),
        *(np.array(part) for part in (near, far, before)),
    )


def draw(seed: int, club: Club, pictures: int) -> Errors:
    """Calibrate one table, from one picture or with a survey from so many others and a tape, and judge it."""
    rng = np.random.default_rng(seed)
    frame, camera = frame_of(club.cards), put_up(rng)
    corners = laid(club, frame, rng)
    home = looked(camera, corners, rng)
    if not pictures:
        view = fit_table(wrong_lens(rng), LENS_COVARIANCE, frame, {"home": home}).view
    else:
        others = {str(k): looked(held(rng), corners, rng) for k in range(pictures)}
        one, other = frame.markers[0].id, frame.markers[2].id
        length = float(np.linalg.norm((corners[one] - corners[other]).mean(axis=0)[:2])) + rng.normal(0, TAPE_CM)
        lens = wrong_lens(rng)
        view = survey_table(lens, LENS_COVARIANCE, frame, {"home": home, **others}, length, (one, other)).table.view
    return judged(view, camera, rng)


def row(name: str, draws: Iterable[Errors]) -> str:
    """Write one line: rms and the share within 1.96 sigma of each kind, and the places' rms' own sigma."""
    parts = list(draws)
    cells = []
    for key in ("place", "heading", "near", "far", "hypot"):
        values = np.concatenate([getattr(part, key) for part in parts])
        cells.append(f"{np.sqrt((values**2).mean()):.2f}, {np.mean(np.abs(values) < 1.96):.1%}")
    squares = np.array([(part.place**2).mean() for part in parts])
    chance = squares.std() / np.sqrt(len(parts)) / 2 / np.sqrt(squares.mean())
    return f"| {name} | {' | '.join(cells)} | {chance:.2f} |"


HEAD = (
    "| cards | places | headings | distances < 30 cm | farther | < 30 cm, both sigmas taken for independent "
    "| by chance |\n|---|---|---|---|---|---|---|"
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--draws", type=int, default=150)
    count = parser.parse_args().draws
    print(HEAD, flush=True)
    for cards in (4, 6, 8):
        print(row(f"{cards}, 0.5 mm off", (draw(seed, Club(cards), 0) for seed in range(count))), flush=True)
    exact = Club(8, 0.0, 0.0, 0.0, 0.0)
    print(row("8, where they should be", (draw(seed, exact, 0) for seed in range(count))), flush=True)
    for cards in (6, 8):
        name = f"{cards}, 0.5 mm off, survey of 5 pictures"
        print(row(name, (draw(seed, Club(cards), 5) for seed in range(count // 3))), flush=True)


if __name__ == "__main__":
    main()
