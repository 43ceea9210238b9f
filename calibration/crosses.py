"""Stands on a grid of printed crosses: which stand together on one sheet, however it lies on the table."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices

FEWEST = 4  # stands that make a sheet: three may lie on some grid by chance
REACH_CM = 36.0  # from one end of a sheet to the other
_PLENTY = 8  # stands on one grid: no need to look for a better one
NEAR_CM = 0.2  # a stand this far from a cross was put on it


@dataclass(frozen=True, eq=False)
class SheetSeen:
    """A sheet on the table: which points stand on it (K,), their crosses (K, 2) cm on it, how it is turned and lies.

    A cross at c lies at ``shift_cm + turned(c)``. Which cross is the first, and which way is along, no grid can tell
    nor does it matter.
    """

    members: Indices
    crosses_cm: Floats
    turn_rad: float
    shift_cm: Floats

    def placed(self) -> Floats:
        """Return where its crosses lie (K, 2) table cm."""
        return np.asarray(self.shift_cm + self.crosses_cm @ turn(self.turn_rad).T)


def turn(angle_rad: float) -> Floats:
    """Return the matrix that turns by an angle."""
    c, s = np.cos(angle_rad), np.sin(angle_rad)
    return np.array([[c, -s], [s, c]])


def find_sheets(points_cm: Floats, step_cm: float) -> list[SheetSeen]:
    """Return the sheets on which points (N, 2) table cm stand, the fullest first; crosses every ``step_cm``."""
    free = np.arange(len(points_cm))
    sheets: list[SheetSeen] = []
    while len(free) >= FEWEST:
        best = _fullest(points_cm[free], step_cm)
        if best is None:
            break
        members, crosses = free[best[0]], best[1]
        angle, shift = lay(crosses, points_cm[members])
        sheets.append(SheetSeen(members, crosses, angle, shift))
        free = np.setdiff1d(free, members)
    return sheets


def lay(crosses_cm: Floats, points_cm: Floats) -> tuple[float, Floats]:
    """Return the turn and shift that take crosses (K, 2) nearest to points (K, 2)."""
    home, away = crosses_cm - crosses_cm.mean(axis=0), points_cm - points_cm.mean(axis=0)
    crossed = (home[:, 0] * away[:, 1] - home[:, 1] * away[:, 0]).sum()
    angle = float(np.arctan2(crossed, (home * away).sum()))
    return angle, np.asarray(points_cm.mean(axis=0) - turn(angle) @ crosses_cm.mean(axis=0))


def _fullest(points: Floats, step: float) -> tuple[Indices, Floats] | None:
    most = int(np.ceil(REACH_CM / step))
    lattice = np.array([(i, j) for i in range(1, most + 1) for j in range(-most, most + 1)])
    lengths = np.hypot(*lattice.T) * step
    best: tuple[int, float, Indices, Floats] | None = None
    for one in range(len(points)):
        away = points - points[one]
        distances = np.hypot(*away.T)
        within = np.flatnonzero(distances < REACH_CM)
        if len(within) < FEWEST:
            continue
        for two in within[distances[within] > step / 2]:
            for i, j in lattice[np.abs(lengths - distances[two]) < 2 * NEAR_CM]:
                angle = float(np.arctan2(away[two, 1], away[two, 0]) - np.arctan2(j, i))
                found = _members(points, within, points[one], angle, step)
                if found is None:
                    continue
                members, crosses, off = found
                if best is None or (len(members), -off) > (best[0], -best[1]):
                    best = (len(members), off, members, crosses)
                if len(members) >= _PLENTY:
                    return members, crosses
    return None if best is None else (best[2], best[3])


def _members(
    points: Floats, within: Indices, first: Floats, angle: float, step: float
) -> tuple[Indices, Floats, float] | None:
    """Return which points stand on the crosses of a sheet laid so, their crosses, and how far off they are (rms)."""
    members, shift = within, first
    for _ in range(2):
        on_sheet = (points[within] - shift) @ turn(angle)
        crosses = np.round(on_sheet / step) * step
        near = np.hypot(*(on_sheet - crosses).T) < NEAR_CM
        members, crosses = within[near], crosses[near]
        # Two stands on one cross: at least one is not on it.
        _, counts = np.unique(crosses, axis=0, return_counts=True)
        if len(members) < FEWEST or len(counts) < FEWEST or _on_a_line(crosses):
            return None
        angle, shift = lay(crosses, points[members])
    off = points[members] - (shift + crosses @ turn(angle).T)
    return members, crosses, float(np.sqrt((off**2).sum(axis=1).mean()))


def _on_a_line(crosses: Floats) -> bool:
    return bool(np.linalg.svd(crosses - crosses.mean(axis=0), compute_uv=False)[1] < 1e-6)
