"""A table under a fisheye is drawn, found and measured as one under any other lens."""

import numpy as np
import pytest

from simulation.rehearsal.studio import calibrated
from simulation.synthetic.fittings import default_frame, default_roster, over_table
from simulation.synthetic.renderer import Renderer
from table.snapshot import Snapshot
from table.stand import Stand
from vision.camera import Lens
from vision.measure import measure

LENS = Lens(
    (1920, 1080), np.array([[780.0, 0, 950], [0, 780, 548], [0, 0, 1]]), np.array([-0.03, 0.01, -0.006, 0.001]), True
)


@pytest.mark.ci
def test_stands_are_measured_to_half_a_millimetre():
    places = [(x, y) for x in (6.0, 45.0, 74.0) for y in (8.0, 27.0, 48.0)]
    stands = [Stand(f"s{k}", "red", "soldier", x, y, 37.0 * k % 360 - 180) for k, (x, y) in enumerate(places)]
    frame, truth = default_frame(80.0, 55.0), Snapshot(80.0, 55.0, tuple(stands))
    roster = default_roster(truth)
    camera = over_table(LENS, frame, 8.0, 250.0)
    picture = Renderer(camera, frame, roster).render(truth)
    view = calibrated(LENS, frame, picture)
    assert view.camera.lens.fisheye
    assert np.linalg.norm(view.camera.position_cm - camera.position_cm) < 0.1
    found = {stand.name: stand for stand in measure(picture, view, roster).stands}
    off = np.array([(found[s.name].x - s.x, found[s.name].y - s.y) for s in stands])
    sigma = np.array([found[s.name].sigma_cm for s in stands])
    assert np.hypot(*off.T).max() < 0.05
    assert np.sqrt(((off / sigma[:, None]) ** 2).mean()) < 2
