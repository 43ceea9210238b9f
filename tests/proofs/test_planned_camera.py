"""A planned camera held against the synthetic one: what it sees and measures is what was planned.

The renderer draws 72 soldiers with their shadows, at any turn, as a good webcam shows them (Bayer pixels, noise,
sharpening, JPEG 80); the table is found in the same picture. Longer: `python3 start.py prove`.
"""

from dataclasses import replace

import numpy as np
import pytest

from calibration.hanging import Hanging, Wish
from calibration.table_pose import fit_table
from simulation.synthetic.fittings import default_roster
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.webcams import WEBCAMS
from table.snapshot import Snapshot
from table.stand import Stand
from vision.markers import find_markers
from vision.measure import measure
from vision.picture import in_grey

HD, UHD = (1920, 1080), (3840, 2160)
LOOK = WEBCAMS["good webcam"].on(Look())
_COLUMNS, _ROWS = 9, 8
PX_OFF, SIGMA_OFF = 0.05, 0.20


def soldiers(table: tuple[float, float], dice: np.random.Generator) -> Snapshot:
    x, y = dice.uniform(-2, 2, (2, _COLUMNS * _ROWS))
    turn = dice.uniform(-180, 180, _COLUMNS * _ROWS)
    stands = tuple(
        Stand(
            f"s{k}", "us", "soldier", float((k % _COLUMNS + 0.5) * table[0] / _COLUMNS + x[k]),
            float((k // _COLUMNS + 0.5) * table[1] / _ROWS + y[k]), float(turn[k]), 2.0, 1.6,
        )
        for k in range(_COLUMNS * _ROWS)
    )  # fmt: skip
    return Snapshot(*table, stands)


def seen(hanging: Hanging, size_cm: float, seed: int) -> tuple[list[float], list[float]]:
    """Return the sides in px of the stands' markers, and how far off (cm, each axis) their places are measured."""
    exact = replace(hanging.frame, survey_sigma_cm=5e-4, laid_sigma_cm=0.0)
    table = soldiers((exact.width_cm, exact.depth_cm), np.random.default_rng(seed))
    roster = default_roster(table, size_cm)
    grey = in_grey(Renderer(hanging.camera, exact, roster, LOOK, seed).render(table))
    cards = {marker.id for marker in exact.markers}
    found = [marker for marker in find_markers(grey, exact.dictionary, cards) if marker.id in cards]
    said = measure(grey, fit_table(hanging.camera.lens, None, exact, {"one": found}).view, roster)
    seen = {s.name for s in said.stands}
    assert len([s for s in table.stands if s.name not in seen and not hanging.hides(size_cm, s.x, s.y)]) <= 1
    assert len(seen) >= 68
    off = [axis for s in said.stands for axis in (s.x - table.stand(s.name).x, s.y - table.stand(s.name).y)]
    sides = [
        float(np.linalg.norm(np.roll(marker.corners_px, -1, axis=0) - marker.corners_px, axis=1).mean())
        for marker in said.markers if marker.id in roster.by_marker
    ]  # fmt: skip
    return sides, off


@pytest.mark.parametrize(
    ("table", "angle", "size_px", "size_cm", "pictures"),
    [
        ((120.0, 100.0), 78.0, HD, 2.0, 1),
        *(
            pytest.param(*case, 3, marks=pytest.mark.prove)
            for case in (
                ((120.0, 100.0), 78.0, HD, 1.5), ((120.0, 100.0), 78.0, HD, 2.5), ((120.0, 100.0), 78.0, UHD, 1.2),
                ((180.0, 120.0), 72.0, HD, 2.5), ((180.0, 120.0), 72.0, UHD, 1.5), ((180.0, 120.0), 72.0, UHD, 2.0),
                ((180.0, 120.0), 90.0, UHD, 1.5), ((180.0, 120.0), 90.0, UHD, 2.0), ((90.0, 60.0), 66.0, HD, 1.2),
                ((120.0, 180.0), 72.0, UHD, 2.0),
            )
        ),
    ],
)  # fmt: skip
def test_a_planned_camera_sees_and_measures_what_was_planned(table, angle, size_px, size_cm, pictures, tell):
    hanging = Hanging(Wish(width_cm=table[0], depth_cm=table[1], across_deg=angle, size_px=size_px))
    sides, off = map(np.concatenate, zip(*(seen(hanging, size_cm, 40 + k) for k in range(pictures)), strict=True))
    side_px, sigma_cm = float(sides.mean()), float(np.sqrt((off**2).mean()))
    planned_px, planned_cm = hanging.side_px(size_cm), hanging.place_sigma_cm(size_cm)
    tell(
        f"{table[0]:g} x {table[1]:g} cm, {angle:g} deg, {size_px[0]} px, {10 * size_cm:g} mm: {side_px:.2f} px a side "
        f"(planned {planned_px:.2f}), {10 * sigma_cm:.4f} mm rms an axis (planned {10 * planned_cm:.4f})\n"
    )
    assert planned_px == pytest.approx(side_px, rel=PX_OFF)
    assert planned_cm == pytest.approx(sigma_cm, rel=SIGMA_OFF)
