"""Outlines of terrain proposed from a picture and a tap, against the truth: two designs, several grounds.

python benchmarks/outlines.py
"""

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import shapely
from outline_cut import cut_out
from outline_tables import DEPTH_CM, RECTANGLE_CM, WIDTH_CM, Laid, laid_table
from shapely import Polygon

from referee.terrain.proposer import hiding, hints_of
from table.mount import Pose
from table.notation.roster_file import parse_roster
from table.snapshot import Snapshot
from table.terrain import Piece
from vision.above import FromAbove
from vision.camera import Camera, Lens
from vision.terrain.outline import Hints, Proposal, TerrainPicture
from vision.terrain.patch import half_way

TABLES = 10
WANTED = 0.78
BEST = "flood, kind told"
SHARED = Path("/work/shared/scenes")


@dataclass(frozen=True)
class Tap:
    """What one tap on a piece brought: its kind, where, the overlap (IoU) with the truth, how sure, how long."""

    kind: str
    ground: str
    overlap: float
    confidence: float
    corners: int
    seconds: float


def shared_tables() -> Iterator[Laid]:
    """Yield the tables that another renderer drew, where they are on this machine."""
    for file in sorted(SHARED.glob("*hd/*.truth.json")):
        told = json.loads(file.read_text("utf-8"))
        if not told["terrain"] or "uhd" in file.parent.name:  # a larger picture of the same tables
            continue
        seen, name = told["camera"], file.name.removesuffix(".truth.json")
        lens = Lens(tuple(seen["size"]), np.array(seen["K"]), np.array(seen["dist"]))
        camera = Camera(lens, np.array(seen["R"]), np.array(seen["t"]))
        picture = cv2.imread(str(file.with_name(f"{name}.jpg")))
        roster = parse_roster(file.with_name(f"{name}.roster.toml").read_text("utf-8"))
        places = {stand["name"]: Pose(stand["x"], stand["y"], stand["heading_deg"]) for stand in told["stands"]}
        stands = tuple(entry.stand_at(places[entry.name]) for entry in roster.entries if entry.name in places)
        pieces = tuple(
            Piece(f"{i}", t["kind"], tuple(map(tuple, t["polygon"])), t.get("height") or 0.0)
            for i, t in enumerate(told["terrain"])
        )
        table = Snapshot(WIDTH_CM, DEPTH_CM, stands, pieces)
        yield Laid(table, camera, FromAbove(camera, RECTANGLE_CM).of(picture), f"other ({file.parent.name})")


def taps(laid: Laid, dice: np.random.Generator) -> Iterator[tuple[Piece, float, float]]:
    """Yield a random place on each piece as a player taps it: somewhere on what he sees, from foot to top."""
    eye = laid.camera.position_cm
    for piece in laid.table.pieces:
        shape = Polygon(piece.polygon)
        inner = shape.buffer(-min(0.5, 0.1 * shape.area**0.5))
        inner = inner if not inner.is_empty else shape.buffer(-0.2)
        low, high = np.array(inner.bounds[:2]), np.array(inner.bounds[2:])
        place = dice.uniform(low, high)
        while not inner.contains(shapely.Point(place)):
            place = dice.uniform(low, high)
        height = piece.height_cm * float(dice.uniform(0, 1))
        seen = eye[:2] + (place - eye[:2]) * eye[2] / (eye[2] - height)
        yield piece, float(seen[0]), float(seen[1])


def bare_places(laid: Laid, dice: np.random.Generator, count: int) -> Iterator[tuple[float, float]]:
    """Yield random places on bare ground, 4 cm and more from any piece or stand."""
    while count:
        place = dice.uniform((2, 2), (WIDTH_CM - 2, DEPTH_CM - 2))
        spot = shapely.Point(place)
        near = any(Polygon(p.polygon).distance(spot) < 4 + p.height_cm * 0.6 for p in laid.table.pieces)
        if not near and all(np.hypot(s.x - place[0], s.y - place[1]) > 7 for s in laid.table.stands):
            count -= 1
            yield float(place[0]), float(place[1])


def overlap(found: Proposal | str, truth: Polygon) -> float:
    """Return the intersection over the union; 0 where nothing was found."""
    if isinstance(found, str):
        return 0.0
    shape = Polygon(found.polygon)
    return float(shape.intersection(truth).area / shape.union(truth).area)


def main() -> int:
    tables = [laid_table(seed) for seed in range(TABLES)] + list(shared_tables())
    ready, learning = [], []
    for laid in tables:
        start = time.perf_counter()
        size = (laid.table.width_cm, laid.table.depth_cm)
        ready.append(TerrainPicture(laid.picture, RECTANGLE_CM, size, hiding(laid.table.stands)))
        learning.append(time.perf_counter() - start)
    found: dict[str, list[Tap]] = {}
    ways = {"flood, tap only": (half_way, False), "flood, kind told": (half_way, True)}
    ways |= {"cut, kind told": (cut_out, True)}
    for way, (border, told) in ways.items():
        dice = np.random.default_rng(5)
        found[way] = []
        for laid, picture in zip(tables, ready, strict=True):
            eye = laid.camera.position_cm
            for piece, x, y in taps(laid, dice):
                start = time.perf_counter()
                hints = hints_of(piece.kind, piece.height_cm, (eye[0], eye[1], eye[2])) if told else Hints()
                picture.border = border
                got = picture.outline_at(x, y, hints)
                spent = time.perf_counter() - start
                sure, corners = (0.0, 0) if isinstance(got, str) else (got.confidence, len(got.polygon))
                tap = Tap(piece.kind, laid.ground, overlap(got, Polygon(piece.polygon)), sure, corners, spent)
                found[way].append(tap)
    print(f"{len(tables)} tables, {len(found[BEST])} taps on pieces; IoU with the truth\n")
    print(
        f"{'design':20s} {'taps':>5s} {'mean':>6s} {'median':>7s} {'>= 0.8':>7s} {'>= 0.6':>7s} {'none':>5s} {'ms':>5s}"
    )
    for way, hits in found.items():
        print(row(way, hits))
    best = found[BEST]
    for title, key in (("ground", "ground"), ("kind", "kind")):
        print(f"\n{BEST}, by {title}")
        grouped: dict[str, list[Tap]] = defaultdict(list)
        for tap in best:
            grouped[getattr(tap, key)].append(tap)
        for name in sorted(grouped):
            print(row(f"  {name}", grouped[name]))
    print(f"\n{BEST}, by confidence")
    for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 1.01)):
        within = [tap for tap in best if low <= tap.confidence < high]
        if within:
            print(row(f"  {low:.1f} to {min(high, 1):.1f}", within))
    dice = np.random.default_rng(6)
    bare = [
        picture.outline_at(x, y)
        for laid, picture in zip(tables, ready, strict=True)
        if "hard" not in laid.ground  # those have litter on their ground
        for x, y in bare_places(laid, dice, 8)
    ]
    wrong = sum(not isinstance(answer, str) for answer in bare)
    corners = [tap.corners for tap in best if tap.corners]
    print(f"\nbare ground: {len(bare)} taps, {wrong} outlines proposed where nothing lies")
    print(f"corners: {min(corners)} to {max(corners)}, median {int(np.median(corners))}")
    print(f"learning a picture's ground: median {1000 * float(np.median(learning)):.0f} ms")
    good = float(np.mean([tap.overlap for tap in best]))
    return 0 if good >= WANTED and wrong <= 0.02 * len(bare) else 1


def row(name: str, taps_: list[Tap]) -> str:
    """Return one line of the table."""
    overlaps = np.array([tap.overlap for tap in taps_])
    ms = 1000 * float(np.median([tap.seconds for tap in taps_]))
    shares = f"{(overlaps >= 0.8).mean():7.0%} {(overlaps >= 0.6).mean():7.0%}"
    none = int((overlaps == 0).sum())
    return f"{name:20s} {len(taps_):5d} {overlaps.mean():6.3f} {np.median(overlaps):7.3f} {shares} {none:5d} {ms:5.0f}"


if __name__ == "__main__":
    sys.exit(main())
