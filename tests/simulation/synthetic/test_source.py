"""The synthetic camera as a source: the world at each moment of an injected clock."""

from simulation.synthetic.fittings import default_camera, default_frame
from simulation.synthetic.hand import Hand
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.source import SyntheticSource
from table.snapshot import Snapshot
from table.stand import Stand


def test_each_picture_shows_the_world_and_the_hands_of_its_moment():
    frame = default_frame(60, 40)
    camera = default_camera(frame, (320, 180))
    asked: list[float] = []

    def world(time_s: float) -> Snapshot:
        asked.append(time_s)
        return Snapshot(60, 40, (Stand("s", "us", "vehicle", 10 + 8 * time_s, 20),))

    def hands(time_s: float) -> list[Hand]:
        return [Hand(30, 10)] if time_s >= 2 else []

    times = iter([50.0, 51.0, 52.5])
    look = Look(noise=0.0)
    with SyntheticSource(Renderer(camera, frame, None, look), world, lambda: next(times), hands, "stage") as source:
        frames = [source.read() for _ in range(3)]
    assert asked == [0.0, 1.0, 2.5]
    assert [f.time_s for f in frames] == [50.0, 51.0, 52.5]
    assert [f.name for f in frames] == ["stage#0", "stage#1", "stage#2"]
    other = Renderer(camera, frame, None, look)
    for moment, seen in zip((0.0, 1.0, 2.5), frames, strict=True):
        assert abs(other.render(world(moment), hands(moment)).astype(int) - seen.image).max() <= 1
    assert (frames[1].image != frames[2].image).any()
