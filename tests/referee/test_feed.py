"""A source that dies, comes back, ends or has bad pictures never stops who reads it."""

from pathlib import Path

import cv2
import numpy as np
from hand_clock import HandClock

from referee.feed import AGAIN_S, Feed
from table.errors import BadInput
from vision.sources.frames import CameraFrame, Closing, SourceLost
from vision.sources.pictures import picture_folder


class Camera(Closing):
    """Gives what it is told: a frame, or an error."""

    live = True
    name = "camera"

    def __init__(self, says: list[object]) -> None:
        self.says, self.closed = says, False

    def read(self) -> CameraFrame | None:
        said = self.says.pop(0)
        if isinstance(said, Exception):
            raise said
        assert said is None or isinstance(said, CameraFrame)
        return said

    def close(self) -> None:
        self.closed = True


def _frame(index: int) -> CameraFrame:
    return CameraFrame(np.full((4, 6), index, np.uint8), float(index), index, f"frame {index}")


def test_a_camera_that_is_not_there_is_tried_again_after_a_while() -> None:
    clock, tries = HandClock(), []

    def opened() -> Camera:
        tries.append(clock.now_s())
        if len(tries) < 2:
            raise BadInput("no camera 0 can be opened")
        return Camera([_frame(0)])

    feed = Feed(opened, clock.now_s)
    assert feed.read().trouble == "away"
    clock.advance(AGAIN_S - 0.1)
    assert feed.read().trouble == "away"
    assert tries == [0.0]
    clock.advance(0.2)
    reading = feed.read()
    assert (reading.trouble, reading.new, reading.frame is not None) == ("", True, True)
    assert tries == [0.0, AGAIN_S + 0.1]


def test_a_camera_that_is_lost_keeps_its_last_picture_and_comes_back() -> None:
    camera = Camera([_frame(0), SourceLost("it stopped 10 s ago"), BadInput("half a picture"), _frame(1)])
    feed = Feed(lambda: camera, HandClock().now_s)
    assert feed.read().new
    lost = feed.read()
    assert (lost.trouble, lost.new, str(lost.reason)) == ("away", False, "it stopped 10 s ago")
    assert lost.frame is not None
    assert lost.frame.index == 0
    assert feed.read().trouble == "broken"
    back = feed.read()
    assert (back.trouble, back.new) == ("", True)
    assert back.frame is not None
    assert back.frame.index == 1


def test_a_videos_last_picture_stays() -> None:
    feed = Feed(lambda: Camera([_frame(0), None]), HandClock().now_s)
    feed.read()
    for _ in range(3):
        reading = feed.read()
        assert not reading.new
        assert not reading.trouble
        assert reading.single  # nothing will follow: it is looked at for itself
        assert reading.frame is not None
        assert reading.frame.index == 0


def _folder(tmp_path: Path, count: int) -> Path:
    for k in range(count):
        cv2.imwrite(str(tmp_path / f"shot-{k}.png"), np.full((4, 6), k, np.uint8))
    return tmp_path


def test_a_folders_pictures_are_turned_by_hand_and_the_last_one_stays(tmp_path: Path) -> None:
    feed = Feed(lambda: picture_folder(_folder(tmp_path, 3)), HandClock().now_s)
    shown = [feed.read()]
    for step in (0, 1, 1, 1, 0, -1, -5):
        if step:
            feed.turn(step)
        shown.append(feed.read())
    assert [reading.frame.index for reading in shown if reading.frame] == [0, 0, 1, 2, 2, 2, 1, 0]
    assert [reading.new for reading in shown] == [True, False, True, True, False, False, True, True]
    assert all(reading.single for reading in shown)


def test_a_folders_pictures_are_turned_by_time(tmp_path: Path) -> None:
    clock = HandClock()
    feed = Feed(lambda: picture_folder(_folder(tmp_path, 2)), clock.now_s, shown_s=5.0)
    seen = []
    for _ in range(4):
        reading = feed.read()
        seen.append((reading.frame.index if reading.frame else None, reading.new))
        clock.advance(3.0)
    assert seen == [(0, True), (0, False), (1, True), (1, False)]


def test_a_picture_that_is_none_is_said_and_the_next_one_shown(tmp_path: Path) -> None:
    folder = _folder(tmp_path, 1)
    (folder / "shot-1.png").write_bytes(b"no picture")
    cv2.imwrite(str(folder / "shot-2.png"), np.full((4, 6), 2, np.uint8))
    feed = Feed(lambda: picture_folder(folder), HandClock().now_s)
    feed.read()
    feed.turn()
    broken = feed.read()
    assert broken.trouble == "broken"
    assert "shot-1" in str(broken.reason)
    assert broken.frame is not None
    assert broken.frame.index == 0
    feed.turn()
    reading = feed.read()
    assert not reading.trouble
    assert reading.frame is not None
    assert reading.frame.index == 2


def test_an_empty_folder_is_no_camera(tmp_path: Path) -> None:
    assert Feed(lambda: picture_folder(tmp_path), HandClock().now_s).read().trouble == "away"
