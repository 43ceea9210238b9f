"""A roster that says another size than the cards have, or millimetres for centimetres: `measure` says so."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from looks import BARE

from simulation.synthetic.renderer import Renderer
from table.errors import BadInput
from table.frame import Frame
from table.mount import Mount
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.camera import Camera
from vision.measure import Measured, measure
from vision.size_words import roster_words
from vision.table_view import TableView

MOUNT = Mount(along_cm=-1.8, height_cm=0.31, size_cm=2.0)
ROSTER = Roster(tuple(Entry(k, f"red-{k}", "red", "soldier", 2.0, 1.6, MOUNT) for k in range(3, 10)))
STANDS = tuple(Stand(f"red-{k}", "red", "soldier", 12.0 * (k - 2), 40.0, 35.0 * k, 2.0, 1.6) for k in range(3, 9))


def measured(camera: Camera, frame: Frame, **changes: float) -> Measured:
    """The table as it is, seven stands on the roster and six on it, through a roster with other mounts."""
    picture = Renderer(camera, frame, ROSTER, replace(BARE, noise=1.0)).render(Snapshot(120, 100, STANDS))
    told = Roster(tuple(replace(e, mount=replace(e.mount, **changes)) for e in ROSTER.entries))
    return measure(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), TableView(camera, frame), told)


@pytest.mark.ci
def test_a_right_roster_is_not_commented_on(camera, frame):
    result = measured(camera, frame)
    assert len(result.stands) == 6
    assert result.warnings == ()


@pytest.mark.ci
def test_markers_of_another_size_are_said_to_be_so(camera, frame):
    result = measured(camera, frame, size_cm=1.5)
    assert result.stands == ()
    (warning,) = result.warnings
    assert warning == (
        "red-3, red-4, red-5 and 3 others: their markers look 2.0 cm; the roster says 1.5, so I left them out"
    )


@pytest.mark.ci
def test_one_marker_of_another_size(camera, frame):
    """Only red-3's card was printed small: the others are measured all the same."""
    small = Roster(
        tuple(replace(e, mount=replace(e.mount, size_cm=1.4)) if e.marker == 3 else e for e in ROSTER.entries)
    )
    picture = Renderer(camera, frame, small, replace(BARE, noise=1.0)).render(Snapshot(120, 100, STANDS))
    result = measure(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), TableView(camera, frame), ROSTER)
    assert len(result.stands) == 5
    assert result.warnings == ("red-3: its marker looks 1.4 cm; the roster says 2, so I left it out",)


@pytest.mark.ci
def test_heights_in_millimetres_are_asked_about(camera, frame):
    result = measured(camera, frame, height_cm=31.0)
    assert any("the roster says height_cm = 31; is that in mm? Then write 3.1" in words for words in result.warnings)


@pytest.mark.ci
@pytest.mark.parametrize("height_cm", [140.0, 152.0, 300.0])
def test_markers_as_high_as_the_camera_are_refused(camera, frame, height_cm):
    with pytest.raises(BadInput, match=r"red-3: the roster puts its marker .* the camera hangs at 152 cm"):
        measured(camera, frame, height_cm=height_cm)


@pytest.mark.ci
def test_markers_below_the_table_are_looked_for_all_the_same(camera, frame):
    assert len(measured(camera, frame, height_cm=-0.5).stands) == 6


def test_sizes_in_millimetres_are_asked_about():
    mounts = [Mount(size_cm=2.0, height_cm=9.0), Mount(size_cm=20.0, height_cm=0.3), Mount(size_cm=2.0, height_cm=12.0)]
    roster = Roster(tuple(Entry(k, f"s-{k}", "us", "tank", 3, 6, mount) for k, mount in enumerate(mounts)))
    assert roster_words(roster) == (
        "s-2: the roster says height_cm = 12; is that in mm? Then write 1.2",
        "s-1: the roster says size_cm = 20; is that in mm? Then write 2",
    )
