"""The lens from ChArUco sets that others photographed, beside cv2.calibrateCamera's: accepted, held out, by halves.

    python benchmarks/real_lenses.py [NAME...]

The pictures do not travel with the repository: LENS_PHOTOS and REAL2 say where they are. Each set is fitted whole and
by halves (every other picture). Held out: the rms px of boards in one half's pictures under the other half's lens, by
corners that cv2 found and (after the slash) by those Vedette found; of small sets each picture is held out in turn.
Boards are taken to be flat, as cv2 takes them, whose lens bends with a bent board; and to be as bent as Vedette learned
from the other half. A parameter's disagreement is what the halves differ by, in sigmas of the difference. The last
lines are of one camera in many sessions: how far its lenses lie apart, in px all over the picture.

"Noise floor" is what the camera puts markers off by (centre, corner px); "markers in sigmas" the rms of how far the
middles of one half's markers are off under that half's own lens, in their sigmas without a floor and with the one that
the other half taught. What a marker is printed off by is taken out.
"""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.charuco import BoardFinder, BoardSpec, BoardView, Rejected
from calibration.learned_floor import in_sigmas, looks_at
from calibration.lens import FEWEST_VIEWS, LensFit, fit_lens
from calibration.lens_model import best_bundle
from table.errors import BadInput
from vision.camera import Camera, Lens
from vision.noise_floor import NONE
from vision.picture import read_picture
from vision.sources.pictures import natural
from vision.spread import POSE, camera_moved, slopes

LENS_PHOTOS = Path(os.environ.get("LENS_PHOTOS", "/work/photos/lens"))
REAL2 = Path(os.environ.get("REAL2", "/work/shared/real2"))
SMALL = 14  # pictures: fewer are not halved
LEAST = 8  # corners in a view that counts


@dataclass(frozen=True)
class PhotoSet:
    """Pictures of one board: folders, each with what its pictures' names begin with."""

    name: str
    board: BoardSpec
    folders: tuple[Path, ...]
    begins: str = ""

    def pictures(self) -> list[Path]:
        """Return them in their order."""
        found = [path for folder in self.folders if folder.is_dir() for path in sorted(folder.iterdir(), key=natural)]
        return [path for path in found if path.suffix in (".png", ".jpg") and path.name.startswith(self.begins)]


_GPOKHARK, _PHOTON = BoardSpec(7, 5, 3.0, 2.2, "4x4_50"), BoardSpec(8, 8, 2.5, 1.85, "4x4_50")
_JORGE = BoardSpec(10, 7, 1.5, 1.02, "4x4_50")


def _gpokhark(name: str, *runs: str) -> PhotoSet:
    return PhotoSet(f"gpokhark {name}", _GPOKHARK, tuple(LENS_PHOTOS / "gpokhark/dataset" / run for run in runs))


SETS = [
    *[PhotoSet(f"photon {path}", _PHOTON, (LENS_PHOTOS / "photon" / path,)) for path in (
        "2024-05-07_lifecam_480", "2024-05-07_lifecam_1280", "2024-06-19_lifecam_480_Old_Pattern",
        "2024-06-19_lifecam_1280_Old_Pattern",
    )],
    *[PhotoSet(f"jorgerobles {path}", _JORGE, (LENS_PHOTOS / "jorgerobles/data" / path,)) for path in (
        "ov5676_charuco_fish", "ov5676_charuco_std",
    )],
    PhotoSet("doosan", BoardSpec(7, 5, 3.0, 2.15, "4x4_50"), (REAL2 / "doosan",)),
    PhotoSet("yizhong", BoardSpec(9, 7, 4.0, 2.0, "4x4_100"), (REAL2 / "yizhong",), "sample_data_intrinsic_calib_ch"),
    _gpokhark("S0-01", "S0_nominal/run_01"),
    _gpokhark("S0-02", "S0_nominal/run_02"),
    _gpokhark("S1-01", "S1_overexposed/run_01"),
    _gpokhark("S2-01", "S2_low_light/run_01"),
    _gpokhark("S3-01", "S3_pose_deviation/run_01"),
    _gpokhark("S4-01", "S4_height_variation/run_01"),
    PhotoSet(
        "dominik", BoardSpec(13, 18, 1.4, 1.0, "4x4_250"), (LENS_PHOTOS / "dominik/extern/XHOG-007_charuco/images",)
    ),
    _gpokhark("S0-01...04", *[f"S0_nominal/run_0{run}" for run in (1, 2, 3, 4)]),
]  # fmt: skip


@dataclass(frozen=True)
class Found:
    """One set's boards as Vedette and as cv2 found them, picture by picture, and the seconds a picture that took."""

    ours: list[BoardView | Rejected]
    theirs: list[BoardView | None]
    our_s: float
    their_s: float
    legacy: bool


def found_in(photos: PhotoSet) -> Found:
    """Look for the board in all pictures of a set."""
    greys = [(path.name, read_picture(path, colour=False)) for path in photos.pictures()]
    finder = BoardFinder(photos.board)
    finder.find(greys[0][1], "to compile what is compiled")
    start = time.perf_counter()
    ours = [finder.find(grey, name) for name, grey in greys]
    middle = time.perf_counter()
    detector = cv2.aruco.CharucoDetector(photos.board.board(finder.legacy))
    theirs: list[BoardView | None] = []
    for name, grey in greys:
        corners, ids, _, _ = detector.detectBoard(grey)
        size = grey.shape[1], grey.shape[0]
        some = ids is not None and len(ids) >= LEAST
        theirs.append(BoardView(name, size, ids.ravel(), corners.reshape(-1, 2).astype(float)) if some else None)
    end = time.perf_counter()
    return Found(ours, theirs, (middle - start) / len(greys), (end - middle) / len(greys), finder.legacy)


def cv2_lens(spec: BoardSpec, views: Sequence[BoardView | None]) -> Lens | None:
    """Return what cv2.calibrateCamera makes of views, with its defaults."""
    known = [view for view in views if view is not None]
    if len(known) < 3:
        return None
    flat = np.column_stack([spec.corners_cm(), np.zeros(len(spec.corners_cm()))]).astype(np.float32)
    seen = [view.corners_px.astype(np.float32)[:, None] for view in known]
    try:
        _, matrix, bend, _, _ = cv2.calibrateCamera([flat[v.ids] for v in known], seen, known[0].size_px, None, None)
    except cv2.error:
        return None
    return Lens(known[0].size_px, np.asarray(matrix), np.asarray(bend).ravel())


def off_px(spec: BoardSpec, lens: Lens, view: BoardView, heights_cm: np.ndarray | None = None) -> np.ndarray:
    """Return the residuals (N, 2) px of a board in one view, flat or not, placed as well as it can be."""
    flat = np.column_stack([spec.corners_cm(), np.zeros(len(spec.corners_cm()))])[view.ids]
    points = flat if heights_cm is None else flat + np.outer(heights_cm[view.ids], (0, 0, 1))
    _, turn, place = cv2.solvePnP(flat, lens.rays(view.corners_px), np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
    camera = Camera(lens, np.asarray(cv2.Rodrigues(turn)[0]), np.asarray(place))
    for _ in range(15):
        slope = slopes(camera, points)
        rows, off = slope.by_parameter[:, :, :POSE].reshape(-1, POSE), (view.corners_px - slope.seen_px).ravel()
        camera = camera_moved(camera, np.linalg.lstsq(rows, off, rcond=None)[0])
    return view.corners_px - camera.project(points)


def held_out(
    spec: BoardSpec, found: Found, folds: list[tuple[list[int], list[int]]], lenses: list[Lens | None],
    heights_cm: list[np.ndarray | None] | None = None,
) -> str:  # fmt: skip
    """Return the rms px of the boards held out, under each fold's lens, by cv2's corners and by Vedette's."""
    told = []
    for corners, others in ((found.theirs, found.ours), (found.ours, found.theirs)):
        off = []
        for j, ((_, out), lens) in enumerate(zip(folds, lenses, strict=True)):
            if lens is None:
                return "-"
            for one, other in ((corners[k], others[k]) for k in out):
                if isinstance(one, BoardView) and isinstance(other, BoardView):
                    off.append(off_px(spec, lens, one, None if heights_cm is None else heights_cm[j]))
        if not off:
            return "-"
        told.append(f"{np.sqrt((np.concatenate(off) ** 2).sum(axis=1).mean()):.3f}")
    return " / ".join(told)


def disagreement(one: LensFit | None, other: LensFit | None) -> tuple[str, list[float]]:
    """Return by how many sigmas two lenses differ at most, in words, and all of them."""
    if one is None or other is None:
        return "-", []
    if getattr(one.lens, "fisheye", False) != getattr(other.lens, "fisheye", False):
        return "two models", [99.0]
    size = max(len(one.covariance), len(other.covariance))
    numbers, spread = np.zeros((2, size)), np.zeros((2, size))
    for k, fit in enumerate((one, other)):
        row = [*fit.lens.matrix[[0, 1, 0, 1], [0, 1, 2, 2]], *fit.lens.distortion]
        numbers[k, : len(row)], spread[k, : len(row)] = row, np.diag(fit.covariance)
    told = spread.sum(axis=0) > 0
    sigmas = np.abs(numbers[0] - numbers[1])[told] / np.sqrt(spread.sum(axis=0)[told])
    return f"{sigmas.max():.1f} ({(sigmas < 3).sum()}/{len(sigmas)})", list(map(float, sigmas))


def fitted(spec: BoardSpec, found: Found, which: Sequence[int]) -> tuple[LensFit | None, str]:
    """Return the lens of some pictures, or why there is none."""
    try:
        return fit_lens(spec, [found.ours[k] for k in which], found.legacy), ""
    except BadInput as error:
        return None, str(error)


def markers_in_sigmas(spec: BoardSpec, one: LensFit | None, other: LensFit | None) -> str:
    """Return how far one half's markers are off in their sigmas, without the other half's floor and with it."""
    if one is None or other is None:
        return "-"
    looks = looks_at(best_bundle(one.used, spec.corners_cm())[1], one.used, spec.corners_cm())
    if looks is None:
        return "-"
    bare, floored = (np.sqrt((in_sigmas(looks, floor) ** 2).mean()) for floor in (NONE, other.floor))
    return f"{bare:.1f} / {floored:.2f}"


def apart_px(lenses: Sequence[Lens]) -> tuple[float, float]:
    """Return how far lenses of one camera lie apart (rms px over the picture, after the best turn): mean and most."""
    width, height = lenses[0].size_px
    across, down = np.meshgrid(np.linspace(0, width - 1, 13), np.linspace(0, height - 1, 9))
    rays = [np.column_stack([lens.rays(np.stack([across, down], -1)), np.ones(across.size)]) for lens in lenses]
    rays = [ray / np.linalg.norm(ray, axis=1, keepdims=True) for ray in rays]
    found = []
    for k, one in enumerate(rays):
        for other in rays[:k]:
            u, _, v = np.linalg.svd(one.T @ other)
            turned = one @ (u @ v)
            off = turned[:, :2] / turned[:, 2:] - other[:, :2] / other[:, 2:]
            found.append(float(lenses[k].matrix[0, 0] * np.sqrt((off**2).sum(axis=1).mean())))
    return float(np.mean(found)), max(found)


def row(photos: PhotoSet, found: Found) -> tuple[list[str], list[float], str, tuple[Lens | None, Lens | None]]:
    """Return a set's row of the table, its halves' disagreements, why it was refused, and Vedette's and cv2's lens."""
    spec, count = photos.board, len(found.ours)
    start = time.perf_counter()
    fit, why = fitted(spec, found, range(count))
    took = time.perf_counter() - start
    everything = list(range(count))
    halves = [(everything[::2], everything[1::2]), (everything[1::2], everything[::2])]
    used = [k for k in everything if isinstance(found.ours[k], BoardView)]
    folds = halves if count >= SMALL else [([j for j in everything if j != k], [k]) for k in used]
    fits = [fitted(spec, found, known)[0] for known, _ in folds] if len(used) > FEWEST_VIEWS else [None] * len(folds)
    mine = [each.lens if each else None for each in fits]
    theirs = [cv2_lens(spec, [found.theirs[k] for k in known]) for known, _ in folds]
    apart, sigmas = disagreement(fits[0], fits[1]) if count >= SMALL else ("-", [])
    model = "-"
    if fit is not None:
        lens = fit.lens
        numbers = int((np.abs(lens.distortion) > 0).sum())
        model = f"{'fisheye' if getattr(lens, 'fisheye', False) else 'pinhole'} {numbers}"
    corners = f"{sum(len(view.ids) for view in found.ours if isinstance(view, BoardView))}"
    corners += f" ({sum(len(view.ids) for view in found.theirs if view is not None)})"
    cells = [
        photos.name, f"{count}, {len(fit.used) if fit else 0} used", corners, "yes" if fit else "no", model,
        f"{fit.rms_px:.3f}" if fit else "-", held_out(spec, found, folds, mine),
        held_out(spec, found, folds, theirs),
        held_out(spec, found, folds, mine, [f.heights_cm if f else None for f in fits]),
        f"{fit.bow_mm:.1f}" if fit else "-", apart,
        f"{fit.floor.centre_px:.3f}, {fit.floor.corner_px:.3f}" if fit else "-",
        markers_in_sigmas(spec, fits[1], fits[0]) if count >= SMALL else "-",
        f"{found.our_s:.2f} ({found.their_s:.2f})", f"{took:.1f}",
    ]  # fmt: skip
    return cells, sigmas, why, (fit.lens if fit else None, cv2_lens(spec, found.theirs))


HEAD = [
    "set", "pictures", "corners (cv2)", "accepted", "model", "rms px", "held out px, flat", "cv2's", "bent",
    "bent by mm",
    "halves, worst sigma",
    "noise floor",
    "markers in sigmas",
    "find s (cv2)", "fit s",
]  # fmt: skip


def main() -> None:
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|")
    every: list[float] = []
    reasons: list[str] = []
    sessions: list[tuple[Lens | None, Lens | None]] = []
    for photos in SETS:
        if len(sys.argv) > 1 and not any(part in photos.name for part in sys.argv[1:]):
            continue
        if not photos.pictures():
            print(f"skipped: {photos.name} is not here (the photographs do not travel with the repository)")
            continue
        cells, sigmas, why, lenses = row(photos, found_in(photos))
        every += sigmas
        reasons += [f"{photos.name}: {why}"] if why else []
        sessions += [lenses] if photos.board == _GPOKHARK and len(photos.folders) == 1 else []
        print("| " + " | ".join(cells) + " |", flush=True)
    if every:
        print(f"\nHalves agree within 3 sigma in {np.mean(np.array(every) < 3):.1%} of {len(every)} parameters.")
    for whose, lenses in zip(("Vedette's", "cv2's"), zip(*sessions, strict=True), strict=False):
        known = [lens for lens in lenses if lens is not None]
        if len(known) > 1:
            mean, most = apart_px(known)
            print(
                f"{whose} lenses of gpokhark's camera in {len(known)} sessions: {mean:.2f} px apart, {most:.2f} at most"
            )
    print("\n".join(reasons))


if __name__ == "__main__":
    main()
