"""The synthetic camera as a source: a table at the moments of an injected clock, its noise new each time."""

import pytest

from simulation.synthetic.fittings import default_camera, default_frame
from simulation.synthetic.renderer import Renderer, SyntheticSource
from table.snapshot import Snapshot
from table.stand import Stand


@pytest.mark.ci
def test_each_picture_shows_the_table_at_its_moment():
    frame = default_frame(60, 40)
    camera, times = default_camera(frame, (320, 180)), iter([50.0, 51.0, 52.5])
    table = Snapshot(60, 40, (Stand("s", "us", "vehicle", 10, 20),))
    with SyntheticSource(Renderer(camera, frame, None), table, lambda: next(times), "stage") as source:
        frames = [source.read() for _ in range(3)]
    assert [f.time_s for f in frames] == [50.0, 51.0, 52.5]
    assert [f.name for f in frames] == ["stage#0", "stage#1", "stage#2"]
    other = Renderer(camera, frame, None)
    assert all((other.render(table) == seen.image).all() for seen in frames)
    assert (frames[1].image != frames[2].image).any()
