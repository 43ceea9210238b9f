"""What badly laid frame cards cost: from one picture, and after a survey; many draws of a table known exactly.

    python benchmarks/frame_cards.py            # exact corners plus noise, 60 draws a row
    python benchmarks/frame_cards.py 200        # so many draws
    python benchmarks/frame_cards.py --pictures # rendered pictures, through the search and the alignment

Lens (its error drawn from its covariance), camera, survey, turns, heights and prints differ in every draw.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from looks import BARE
from numpy.typing import NDArray

from calibration.survey import survey_table
from calibration.table_pose import fit_table
from simulation.synthetic.fittings import default_frame
from simulation.synthetic.renderer import Renderer
from table.frame import Frame, FrameMarker
from table.snapshot import Snapshot
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen, find_markers
from vision.picture import in_grey
from vision.spread import slopes
from vision.square import bend_px, square_corners
from vision.table_view import TableView

Floats = NDArray[np.float64]
Seen = tuple[MarkerSeen, ...]

WIDE, DEEP, NEAR_CM = 120.0, 100.0, 60.0
NOISE_PX = 0.016  # of a frame marker's corner, as the alignment says it at 1080p
LENS = Lens(
    (1920, 1080),
    np.array([[1332.0, 0, 955], [0, 1332, 545], [0, 0, 1]]),
    np.array([-0.11, 0.06, 0.0004, 0.0006, -0.012]),
)
LENS_COVARIANCE = np.diag([0.3, 0.3, 0.2, 0.2, 5e-5, 1e-4, 1e-5, 1e-5, 1e-4]) ** 2
LENS_COVARIANCE[0, 1] = LENS_COVARIANCE[1, 0] = 0.99 * LENS_COVARIANCE[0, 0]  # both focal lengths err together
AROUND = ((0, 0), (0.5, 0), (1, 0), (1, 1), (0.5, 1), (0, 1), (1, 0.5), (0, 0.5))
CORNERS = (0, 2, 3, 5)


@dataclass(frozen=True)
class Club:
    """How a club lays and prints its cards: sigmas in cm, rad and shares; ``batch`` is along and across the card."""

    cards: int = 6
    survey_cm: float = 0.05
    turn_rad: float = 0.01
    height_cm: float = 0.005
    scatter: float = 0.001
    batch: tuple[float, float] = (1.0, 1.0)


def frame_of(cards: int) -> Frame:
    outside = 3.8333
    which = CORNERS if cards == len(CORNERS) else range(cards)
    places = [(x * (WIDE + 2 * outside) - outside, y * (DEEP + 2 * outside) - outside) for x, y in AROUND]
    markers = tuple(FrameMarker(240 + k, *places[k], 5.0, 0.02, 90.0) for k in which)
    return Frame(WIDE, DEEP, markers)


def laid(club: Club, frame: Frame, rng: np.random.Generator) -> dict[int, Floats]:
    """Return the corners (4, 3) cm of the cards as they lie, by id."""
    corners = {}
    for marker in frame.markers:
        flat = square_corners(0, 0, 0, 90, marker.size_cm)[:, :2] * club.batch
        size, stretch, skew = rng.normal(0, club.scatter, 3)
        turn = rng.normal(0, club.turn_rad)
        about = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        flat = flat @ np.array([[1 + size + stretch, skew], [skew, 1 + size - stretch]]) @ about
        flat = flat + np.array([marker.x, marker.y]) + rng.normal(0, club.survey_cm, 2)
        height = marker.height_cm + rng.normal(0, club.height_cm)
        corners[marker.id] = np.column_stack([flat, np.full(4, height)])
    return corners


def looked(camera: Camera, corners: dict[int, Floats], rng: np.random.Generator) -> Seen:
    size = np.array(camera.lens.size_px)
    shown = []
    for number, tips in corners.items():
        at = camera.project(tips) + bend_px(camera, tips[None])[0] + rng.normal(0, NOISE_PX, (4, 2))
        if (at > 5).all() and (at < size - 5).all():
            shown.append(MarkerSeen(number, at, 0.99, np.eye(8) * NOISE_PX**2))
    return tuple(shown)


def looking(at: Floats, to: Floats) -> Camera:
    ahead = (to - at) / np.linalg.norm(to - at)
    right = np.cross(ahead, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    rotation = np.array([right, np.cross(ahead, right), ahead])
    return Camera(LENS, rotation, -rotation @ at)


def put_up(rng: np.random.Generator) -> Camera:
    middle = np.array([WIDE / 2, DEEP / 2, 0.0])
    return looking(
        middle + np.array([rng.normal(0, 3), rng.normal(-4, 3), 160.0]), middle + rng.normal(0, 1, 3) * (1, 1, 0)
    )


def held(rng: np.random.Generator) -> Camera:
    middle = np.array([WIDE / 2, DEEP / 2, 0.0])
    way, slant, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.6), rng.uniform(160, 205)
    at = far * np.array([np.sin(slant) * np.cos(way), np.sin(slant) * np.sin(way), np.cos(slant)])
    return looking(middle + at, middle + rng.normal(0, 6, 3) * (1, 1, 0))


def wrong_lens(rng: np.random.Generator) -> Lens:
    off = rng.multivariate_normal(np.zeros(9), LENS_COVARIANCE)
    return Lens(
        LENS.size_px,
        LENS.matrix + np.array([[off[0], 0, off[2]], [0, off[1], off[3]], [0, 0, 0]]),
        LENS.distortion + off[4:],
    )


@dataclass(frozen=True)
class Found:
    """Errors of distances under 60 cm: in mm, in their own sigmas; of places in sigmas; of the markers in mm."""

    off_mm: Floats
    in_sigmas: Floats
    places_in_sigmas: Floats
    markers_mm: Floats


def judged(view: TableView, camera: Camera, corners: dict[int, Floats], rng: np.random.Generator) -> Found:
    points = np.column_stack([rng.uniform(5, WIDE - 5, 40), rng.uniform(5, DEEP - 5, 40), np.full(40, 3.0)])
    places = view.camera.to_plane(camera.project(points), 3.0)
    slope = slopes(view.camera, points).table_by_parameter()
    first, second = np.triu_indices(40, 1)
    apart = (points[first] - points[second])[:, :2]
    true = np.linalg.norm(apart, axis=1)
    first, second, apart, true = (part[true < NEAR_CM] for part in (first, second, apart, true))
    by_pair = np.einsum("kd,kdp->kp", apart / true[:, None], slope[first] - slope[second])
    sigma = np.sqrt(np.einsum("kp,pq,kq->k", by_pair, view.covariance, by_pair))
    off = np.linalg.norm(places[first] - places[second], axis=1) - true
    spread = np.sqrt(np.einsum("kdp,pq,kdq->kd", slope, view.covariance, slope))
    a = np.array([(m.x, m.y) for m in view.frame.markers])
    b = np.array([corners[m.id][:, :2].mean(axis=0) for m in view.frame.markers])
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    left, _, right = np.linalg.svd(a.T @ b)
    return Found(
        10 * off, off / sigma, ((places - points[:, :2]) / spread).ravel(), 10 * (a @ left @ right - b).ravel()
    )


def rms(values: Floats) -> float:
    return float(np.sqrt((values**2).mean()))


def row(name: str, found: Iterable[Found]) -> str:
    parts = list(found)
    off, own, places, markers = (
        np.concatenate([getattr(part, key) for part in parts])
        for key in ("off_mm", "in_sigmas", "places_in_sigmas", "markers_mm")
    )
    inside = [f"{np.mean(np.abs(errors) < 1.96):.0%}" for errors in (own, places)]
    return (
        f"| {name} | {rms(markers):.3f} | {rms(off):.3f} | {np.percentile(np.abs(off), 99):.3f} | {rms(own):.2f}, "
        f"{inside[0]} | {rms(places):.2f}, {inside[1]} |"
    )


HEAD = (
    "| | markers among themselves rms mm | distances < 60 cm rms mm | p99 mm | in own sigmas, within 1.96 | places "
    "likewise |\n|---|---|---|---|---|---|"
)


def draws(count: int, one: Callable[[np.random.Generator], Found]) -> Iterable[Found]:
    return (one(np.random.default_rng(seed)) for seed in range(count))


def from_one_picture(club: Club) -> Callable[[np.random.Generator], Found]:
    def one(rng: np.random.Generator) -> Found:
        frame, camera = frame_of(club.cards), put_up(rng)
        corners = laid(club, frame, rng)
        view = fit_table(wrong_lens(rng), LENS_COVARIANCE, frame, {"a": looked(camera, corners, rng)}).view
        return judged(view, camera, corners, rng)

    return one


def surveyed(club: Club, others: int, tape_cm: float) -> Callable[[np.random.Generator], Found]:
    def one(rng: np.random.Generator) -> Found:
        frame, camera = frame_of(club.cards), put_up(rng)
        corners = laid(club, frame, rng)
        cameras = [camera, *(held(rng) for _ in range(others))]
        pictures = {str(k): looked(place, corners, rng) for k, place in enumerate(cameras)}
        first, second = frame.markers[0].id, frame.markers[2].id
        length = float(np.linalg.norm((corners[first] - corners[second]).mean(axis=0)[:2])) + rng.normal(0, tape_cm)
        table = survey_table(wrong_lens(rng), LENS_COVARIANCE, frame, pictures, length, (first, second)).table
        return judged(table.view, camera, corners, rng)

    return one


def rendered(rng: np.random.Generator) -> tuple[Found, Found]:
    """Return the same from rendered pictures, without and with a survey of five others."""
    frame, camera = default_frame(WIDE, DEEP), put_up(rng)
    true = replace(
        frame,
        markers=tuple(
            replace(m, x=m.x + rng.normal(0, 0.05), y=m.y + rng.normal(0, 0.05), heading_deg=90 + rng.normal(0, 0.6))
            for m in frame.markers
        ),
    )
    corners = {m.id: square_corners(m.x, m.y, m.height_cm, m.heading_deg, m.size_cm) for m in true.markers}
    pictures = {}
    for k, place in enumerate([camera, *(held(rng) for _ in range(5))]):
        picture = Renderer(place, true, look=replace(BARE, noise=1.5)).render(Snapshot(WIDE, DEEP, ()))
        grey = in_grey(picture)
        pictures[str(k)] = find_markers(grey, frame.dictionary, list(corners))
    plain = fit_table(LENS, LENS_COVARIANCE, frame, {"0": pictures["0"]}).view
    length = float(np.linalg.norm((corners[240] - corners[242]).mean(axis=0)[:2]))
    survey = survey_table(LENS, LENS_COVARIANCE, frame, pictures, length, (240, 242)).table.view
    return judged(plain, camera, corners, rng), judged(survey, camera, corners, rng)


def main() -> None:
    if "--pictures" in sys.argv:
        both = [rendered(np.random.default_rng(seed)) for seed in range(8)]
        print(HEAD)
        print(row("8 rendered tables, one picture", [plain for plain, _ in both]))
        print(row("and five held pictures, exact length", [survey for _, survey in both]))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    plain = {
        "exact frame": Club(survey_cm=0.0, turn_rad=0.0, scatter=0.0),
        "0.1 mm off": Club(survey_cm=0.01),
        "0.5 mm off": Club(),
        "0.5 mm off, 4 cards": Club(cards=4),
        "0.5 mm off, 8 cards": Club(cards=8),
        "0.5 mm off, prints exact": Club(scatter=0.0),
        "0.5 mm off, printed 3 % small, paper 0.2 % long": Club(batch=(0.971, 0.969)),
        "0.5 mm off, prints differ by 1 %": Club(scatter=0.01),
        "2 mm off": Club(survey_cm=0.2),
    }
    print(f"One picture, 6 cards, {count} draws:\n\n{HEAD}")
    for name, club in plain.items():
        print(row(name, draws(count, from_one_picture(club))), flush=True)
    print(f"\nSurveyed with a length of 128 cm, cards 0.5 mm off, {count} draws:\n\n{HEAD}")
    for others in (0, 2, 5):
        for tape_cm in (0.0, 0.02, 0.05):
            name = f"{others} held pictures, length {10 * tape_cm:g} mm off"
            print(row(name, draws(count, surveyed(Club(), others, tape_cm))), flush=True)


if __name__ == "__main__":
    main()
