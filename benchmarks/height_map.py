"""How well `vedette terrain` finds hills: rendered tables whose terrain is known, and drawn tables of every kind.

python benchmarks/height_map.py FOLDER TABLE.toml [...]   the folder has ambush-hills.jpg and -walk-*.jpg, their roster
                                                          and truth; TABLE.toml was calibrated from the first
python benchmarks/height_map.py drawn [COUNT]             tables of its own, the cameras' places known to 0.3 mm
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import shapely
from click.testing import CliRunner
from hill_tables import bare_table, blob, camera_at, grain, looks, with_hill
from shapely import Polygon

from cli.terrain import command
from vision.camera import Camera
from vision.terrain.height_map import height_map
from vision.terrain.plane_sweep import Look
from vision.terrain.raised import raised_pieces

NAME = "ambush-hills"
SAME = 0.4
"""A piece that overlaps a true one by less (IoU) is not that one."""
RIM_CM = 0.5
"""What lies so near to a true piece is not invented."""
GROUNDS = {"printed mat": 14.0, "felt": 4.0, "plain felt": 1.5}
HILLS = ("foam", "foam of the same colour", "terraced", "dome")
SIZE_CM = (120.0, 100.0)
LENS_PX = ((1920, 1080), 1322.0)
POSE_CM = 0.03


@dataclass(frozen=True)
class Truth:
    """A true piece: what it is called in the table of results, its outline and height, and whether it slopes."""

    name: str
    polygon: Polygon
    height_cm: float


@dataclass(frozen=True)
class Found:
    """A piece as it was proposed."""

    polygon: Polygon
    height_cm: float
    sigma_cm: float


@dataclass(frozen=True)
class Row:
    """A true piece and how far the proposed one is off: its height in mm (None: not found) and sigmas, its overlap."""

    name: str
    off_mm: float | None
    in_sigmas: float
    overlap: float


def compared(true: Sequence[Truth], found: Sequence[Found]) -> tuple[list[Row], float]:
    """Return a row for each true piece, and the area in cm² that was proposed where nothing stands."""
    rows = []
    for piece in true:
        overlaps = [
            it.polygon.intersection(piece.polygon).area / it.polygon.union(piece.polygon).area for it in found
        ] or [0.0]
        best = int(np.argmax(overlaps))
        if overlaps[best] < SAME:
            rows.append(Row(piece.name, None, 0.0, 0.0))
            continue
        off = found[best].height_cm - piece.height_cm
        rows.append(Row(piece.name, 10 * off, off / found[best].sigma_cm, overlaps[best]))
    real = shapely.union_all([piece.polygon.buffer(RIM_CM) for piece in true])
    return rows, float(shapely.union_all([it.polygon for it in found]).difference(real).area)


def rendered(folder: Path, table: Path) -> None:
    """Run the command on a folder as a user does and print what it found, beside the truth."""
    pictures = [folder / f"{NAME}.jpg", *sorted(folder.glob(f"{NAME}-walk-*.jpg"))]
    start = time.process_time()
    options = ["--table", table, "--roster", folder / f"{NAME}.roster.toml", "--json"]
    result = CliRunner().invoke(command, [*map(str, pictures), *map(str, options)], catch_exceptions=False)
    if result.exit_code:
        raise SystemExit(result.stderr)
    said: dict[str, Any] = json.loads(result.stdout)
    truth = json.loads((folder / f"{NAME}.truth.json").read_text("utf-8"))["terrain"]
    true = [Truth(t["kind"], Polygon(t["polygon"]), t["height"]) for t in truth]
    found = [Found(Polygon(p["polygon"]), p["height_cm"], p["sigma_cm"]) for p in said["pieces"]]
    rows, invented = compared(true, found)
    spent, even = time.process_time() - start, 10 * said["sigma_table_cm"]
    print(
        f"\n{folder.name}: {said['pictures_used']} of {len(pictures)} pictures, {said['told']:.0%} of the table told,"
    )
    print(f"  which is even to {even:.2f} mm; {spent:.0f} s of processor")
    for row, piece in zip(rows, true, strict=True):
        print(f"  {piece.name:6s} {piece.height_cm:5.2f} cm  {_said(row)}")
    print(f"  proposed where nothing stands: {invented:.1f} cm²")
    hills = [row for row in rows if row.name in ("hill", "house") and row.off_mm is not None]
    print(f"  hills and houses: height rms {_rms([row.off_mm or 0.0 for row in hills]):.2f} mm, IoU at least "
          f"{min((row.overlap for row in hills), default=0):.3f}")  # fmt: skip


def tables(count: int) -> Iterator[tuple[str, list[Truth], list[Look]]]:
    """Yield drawn tables, each a ground with every kind of hill, seen from six places."""
    for seed in range(count):
        for ground, contrast in GROUNDS.items():
            dice = np.random.default_rng(seed)
            table = bare_table(SIZE_CM, dice, contrast)
            foam = np.array([95.0, 130.0, 160.0]) + grain(table.heights_cm.shape, dice, contrast)[..., None]
            true = []
            for kind, middle in zip(HILLS, ((28, 26), (90, 24), (30, 74), (88, 74)), strict=True):
                outline, height = blob(middle, float(dice.uniform(10, 17)), dice), float(dice.uniform(2, 5))
                own = None if "same" in kind else foam.astype(np.float32)
                table = with_hill(table, outline, height, own, dome=kind == "dome")
                true.append(Truth(f"{ground}, {kind}", outline, height))
                if kind == "terraced":
                    upper = blob(middle, 6.0, dice)
                    table = with_hill(table, upper, height + 2.0)
                    true.append(Truth(f"{ground}, {kind}", upper, height + 2.0))
            eyes = [(60, 48, 154), (100, 40, 150), (85, 82, 140), (25, 80, 140), (22, 45, 148), (50, 0, 152)]
            cameras = [camera_at(np.add(eye, dice.normal(0, 3, 3)), (60, 48), *LENS_PX) for eye in eyes]
            seen = looks(table, cameras, dice)
            yield ground, true, [Look(look.picture, _mislaid(look.camera, dice)) for look in seen]


def drawn_tables(count: int) -> None:
    """Measure drawn tables and print errors by ground and kind of hill."""
    every: list[Row] = []
    told: dict[str, list[float]] = {}
    invented: dict[str, float] = {}
    for ground, true, seen in tables(count):
        found = height_map(seen, SIZE_CM)
        told.setdefault(ground, []).append(float(found.told.mean()))
        pieces = [Found(Polygon(it.polygon), it.height_cm, it.sigma_cm) for it in raised_pieces(found)]
        rows, more = compared(true, pieces)
        invented[ground] = invented.get(ground, 0.0) + more
        every += rows
    print("\ndrawn tables                             pieces  not found  height rms mm  in sigmas  IoU mean, least")
    for name in sorted({row.name for row in every}):
        rows = [row for row in every if row.name == name]
        off = [row for row in rows if row.off_mm is not None]
        least = min((row.overlap for row in off), default=0)
        print(f"{name:40s} {len(rows):6d}  {len(rows) - len(off):9d}  {_rms([row.off_mm or 0 for row in off]):13.2f}  "
              f"{_rms([row.in_sigmas for row in off]):9.2f}  "
              f"{np.mean([row.overlap for row in off] or [0]):.3f}, {least:.3f}")  # fmt: skip
    for ground in GROUNDS:
        print(f"{ground}: {np.mean(told[ground]):.0%} told, {invented[ground]:.1f} cm² proposed where nothing stands")


def _mislaid(camera: Camera, dice: np.random.Generator) -> Camera:
    """Return a camera as its frame markers would find it: off by a little, but looking at the same cards."""
    turn, _ = cv2.Rodrigues(dice.normal(0, POSE_CM / 150 / 2, 3))
    eye = camera.position_cm + dice.normal(0, POSE_CM, 3)
    rotation = turn @ camera.rotation
    return Camera(camera.lens, rotation, -rotation @ eye)


def _said(row: Row) -> str:
    if row.off_mm is None:
        return "not found"
    return f"{row.off_mm:+6.2f} mm ({row.in_sigmas:+.1f} sigma)  IoU {row.overlap:.3f}"


def _rms(values: Sequence[float]) -> float:
    return float(np.sqrt(np.mean(np.square(values)))) if values else 0.0


def main(arguments: list[str]) -> int:
    """Measure the folders, or tables of its own."""
    if arguments[:1] == ["drawn"]:
        drawn_tables(int(arguments[1]) if len(arguments) > 1 else 3)
        return 0
    if len(arguments) < 2 or len(arguments) % 2:
        sys.exit(__doc__)
    for folder, table in zip(arguments[::2], arguments[1::2], strict=True):
        rendered(Path(folder), Path(table))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
