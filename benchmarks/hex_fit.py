"""How well a printed hex map is found that lies askew: random irregular maps with counters about, at 1080p and 4K.

    python benchmarks/hex_fit.py [MAPS] [FIRST]

Each map is off by up to half a hex, 3 % and 2 degrees, sheared, wavy, some with a seam; a third of them have hexes of
about 1.1 cm (benchmarks/hex_fit_maps.py draws them, by other formulas than those of the fit). The fit sees the picture
and the board as designed. Places all over the map are then read by the board before and after. Ends with status 1 where
a map is not found, a place is called one hex and is in another, or a bare table is taken for a map.
"""

import math
import sys
from dataclasses import dataclass, replace

import numpy as np
from hex_fit_maps import PrintedMap, camera_of, even_centres, photograph, random_map

from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import corners_of, has, hex_at, hexes_of, read_hex
from table.verdict import Verdict
from vision.boards.hex_fit import BoardFit, fit_board

SIZES = {"1080p": (1920, 1080), "4K": (3840, 2160)}
PLACES = 400
SIGMA_CM = 0.03
LINE_CM = 0.2  # "on the line" is no answer farther from a border than this


@dataclass(frozen=True)
class Score:
    """How one map went: lines found of those there are, their rms and worst, the hexes' corners against the truth, mm.

    ``before`` and ``after`` are shares of places in another hex than by the board; ``wrong`` places called one hex and
    in another, ``close`` those on the line, ``far`` those of them that are not near one.
    """

    seed: int
    size_cm: float
    found: int
    visible: int
    rms_mm: float
    worst_mm: float
    true_rms_mm: float
    true_worst_mm: float
    before: float
    after: float
    wrong: int
    close: int
    far: int


def score(it: PrintedMap, fit: BoardFit, seed: int) -> Score:
    """Hold a fit against the truth."""
    corners = np.array([corner for here in hexes_of(it.board) for corner in corners_of(it.board, here)])
    fitted = np.array([corner for here in hexes_of(it.board) for corner in corners_of(fit.board, here)])
    off_mm = 10 * np.hypot(*(fitted - it.sheet.warped(corners)).T)
    dice = np.random.default_rng([seed, 9])
    centres = even_centres(it.board)
    even = centres[dice.integers(len(centres), size=PLACES)] + dice.uniform(-1, 1, (PLACES, 2)) * it.board.size_cm
    there = it.sheet.warped(even)
    before = after = wrong = close = far = 0
    for (u, v), (x, y) in zip(even, there, strict=True):
        true = hex_at(it.board, u, v)
        before += hex_at(it.board, x, y) != true
        after += hex_at(fit.board, x, y) != true
        reading = read_hex(fit.board, x, y, SIGMA_CM)
        if reading.verdict is Verdict.CLOSE:
            close += 1
            far += border_cm(it.board, u, v) > LINE_CM
        else:
            wrong += reading.cell != (true if has(it.board, true) else None)
    return Score(
        seed, it.board.size_cm, fit.found, int(fit.visible.sum()), 10 * fit.rms_cm, 10 * fit.worst_cm,
        float(np.sqrt((off_mm**2).mean())), float(off_mm.max()), before / PLACES, after / PLACES, wrong, close, far,
    )  # fmt: skip


def border_cm(board: HexBoard, u: float, v: float) -> float:
    """Return how far a place of the even lattice is from the nearest side of its hex."""
    corners = corners_of(board, hex_at(board, u, v))
    return min(
        abs((b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0])) / math.dist(a, b)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )


def one(seed: int, size_px: tuple[int, int]) -> Score | str:
    """Fit one random map; return its score, or why it was not found."""
    it = random_map(seed)
    camera = camera_of(it, size_px)
    try:
        return score(it, fit_board([(camera, photograph(it, camera, seed))], it.board), seed)
    except BadInput as error:
        return f"{seed}: {error}"


def refused(seed: int, size_px: tuple[int, int]) -> bool:
    """Say whether the same sheet without its lines is told from a map."""
    it = replace(random_map(seed), blank=True)
    camera = camera_of(it, size_px)
    try:
        fit_board([(camera, photograph(it, camera, seed))], it.board)
    except BadInput:
        return True
    return False


HEAD = (
    "| picture | maps | lines found | left of a line, rms (worst) mm | corners off the truth, rms (worst) mm | "
    "wrong hex before | after | called wrongly | on the line | of them over 2 mm off |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def row(name: str, scores: list[Score]) -> str:
    """Write one line of the table."""
    found, visible = sum(s.found for s in scores), sum(s.visible for s in scores)
    true_rms = math.sqrt(float(np.mean([s.true_rms_mm**2 for s in scores])))
    rms = math.sqrt(float(np.mean([s.rms_mm**2 for s in scores])))
    return (
        f"| {name} | {len(scores)} | {found / visible:.1%} | {rms:.3f} ({max(s.worst_mm for s in scores):.2f}) | "
        f"{true_rms:.3f} ({max(s.true_worst_mm for s in scores):.2f}) | {np.mean([s.before for s in scores]):.1%} | "
        f"{np.mean([s.after for s in scores]):.2%} | {sum(s.wrong for s in scores)} of {PLACES * len(scores)} | "
        f"{sum(s.close for s in scores)} | {sum(s.far for s in scores)} |"
    )


def main() -> int:
    """Print the table; return 1 where something is wrong."""
    maps, first = int((sys.argv[1:] or ["60"])[0]), int((sys.argv[2:] or ["0"])[0])
    failures: list[str] = []
    rows = []
    for name, size_px in SIZES.items():
        scores = []
        for seed in range(first, first + maps):
            got = one(seed, size_px)
            print(f"{name} {got}", file=sys.stderr, flush=True)
            if isinstance(got, str):
                failures.append(f"{name}: {got}")
                continue
            scores.append(got)
            if got.wrong or got.far:
                failures.append(f"{name}: {got}")
        small = [s for s in scores if s.size_cm < 1.5]
        rows += [row(f"{name}, all", scores)]
        rows += [row(f"{name}, hexes of 1.1 cm or so", small)] if small else []
        blank = range(first, first + max(maps // 6, 1))
        taken = [seed for seed in blank if not refused(seed, size_px)]
        failures += [f"{name}: {seed}: a sheet without lines was taken for a map" for seed in taken]
        print(f"{name}: {len(blank) - len(taken)} of {len(blank)} sheets without lines refused", file=sys.stderr)
    print("\n".join([HEAD, *rows]))
    print("\n".join(failures) or "All maps found, no place called wrongly.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
