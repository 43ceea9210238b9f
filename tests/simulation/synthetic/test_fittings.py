"""Default fittings: any table can be put under the synthetic camera."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulation.synthetic.fittings import (
    OUTSIDE_CM,
    default_camera,
    default_frame,
    default_lens,
    default_roster,
    default_size_cm,
    with_footprints,
)
from simulation.synthetic.plate import frame_plates
from table.errors import BadInput
from table.mount import Pose, marker_from_stand
from table.snapshot import Snapshot
from table.stand import Stand


def test_the_frame_is_that_of_a_120_x_100_table():
    frame = default_frame(120, 100)
    assert [(m.id, round(m.x, 4), round(m.y, 4)) for m in frame.markers] == [
        (240, -3.8333, -3.8333), (241, 60.0, -3.8333), (242, 123.8333, -3.8333),
        (243, 123.8333, 103.8333), (244, 60.0, 103.8333), (245, -3.8333, 103.8333),
    ]  # fmt: skip
    assert {(m.size_cm, m.height_cm, m.heading_deg) for m in frame.markers} == {(5.0, 0.02, 90.0)}
    # Half the square, its margin of one module, and 0.5 cm between card and play area.
    assert pytest.approx(2.5 + 5 / 6 + 0.5, abs=1e-3) == OUTSIDE_CM


@pytest.mark.ci
@given(st.floats(20, 400), st.floats(20, 400), st.sampled_from([(1920, 1080), (3840, 2160), (640, 480), (480, 640)]))
def test_the_camera_sees_the_whole_frame_and_not_much_more(width_cm, depth_cm, size_px):
    frame = default_frame(width_cm, depth_cm)
    camera = default_camera(frame, size_px)
    seen = camera.project(np.concatenate([plate.card_cm() for plate in frame_plates(frame)]))
    border = 0.02 * size_px[1]
    assert (seen > border).all()
    assert (seen < np.array(size_px) - 1 - border).all()
    span = np.ptp(seen, axis=0) / np.array(size_px)
    assert span.max() > 0.9
    tilt_deg = math.degrees(math.acos(-camera.rotation[2, 2]))
    assert 1 < tilt_deg < 10


def test_markers_are_given_in_order_and_leave_out_the_frames_and_banners():
    stands = tuple(Stand(f"s{i}", "us", "soldier", i / 3, 5) for i in range(230))
    roster = default_roster(Snapshot(100, 100, stands))
    assert [e.marker for e in roster.entries] == list(range(230))
    with pytest.raises(BadInput, match="230 stands, not for 231"):
        default_roster(Snapshot(100, 100, (*stands, Stand("more", "us", "soldier", 50, 50))))


@given(st.floats(-180, 180), st.sampled_from(["soldier", "infantry", "cavalry", "artillery", "general"]))
def test_a_tail_lies_behind_the_base_and_just_clear_of_it(heading_deg, kind):
    snapshot = with_footprints(Snapshot(100, 100, (Stand("s", "us", kind, 50, 50, heading_deg),)))
    (stand,), (entry,) = snapshot.stands, default_roster(snapshot).entries
    marker = marker_from_stand(Pose(50, 50, heading_deg), entry.mount)
    ahead = (math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg)))
    along = (marker.x - 50) * ahead[0] + (marker.y - 50) * ahead[1]
    card = entry.mount.size_cm * (1 + 2 / 6)
    assert along + card / 2 == pytest.approx(-stand.depth_cm / 2, abs=1e-9)
    assert entry.mount.height_cm == 0.31


def test_a_vehicle_carries_its_marker_on_the_roof():
    snapshot = with_footprints(Snapshot(100, 100, (Stand("s", "us", "vehicle", 50, 50),)))
    (entry,) = default_roster(snapshot, 1.5).entries
    assert (entry.mount.along_cm, entry.mount.across_cm, entry.mount.size_cm) == (0, 0, 1.5)
    assert entry.mount.height_cm > 2
    assert (entry.width_cm, entry.depth_cm) == (3.2, 7.0)


def test_footprints_that_are_known_stay():
    snapshot = Snapshot(100, 100, (Stand("a", "us", "infantry", 5, 5, 0, 3.0), Stand("b", "us", "soldier", 9, 9, 0)))
    sizes = [(s.width_cm, s.depth_cm) for s in with_footprints(snapshot).stands]
    assert sizes == [(3.0, 2.0), (2.0, 1.6)]


def test_the_lens_is_one_and_the_same_at_every_size():
    small, large = default_lens((1920, 1080)), default_lens((3840, 2160))
    assert large.matrix[0, 0] == pytest.approx(2 * small.matrix[0, 0])
    assert (large.distortion == small.distortion).all()
    assert (default_size_cm((1920, 1080)), default_size_cm((3840, 2160))) == (2.0, 1.5)


def test_a_picture_too_small_is_refused():
    with pytest.raises(BadInput, match="too small"):
        default_camera(default_frame(100, 100), (8, 8))
