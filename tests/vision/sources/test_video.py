"""Video files: H.264 and MJPEG, every frame or at their own pace."""

import subprocess
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.sources.factory import open_source
from vision.sources.video import PacedVideo, VideoSource

LEVELS = (20, 60, 100, 140, 180, 220)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Six frames, ten a second."""
    file = tmp_path / "game.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    assert video.isOpened()
    for level in LEVELS:
        video.write(np.full((48, 64, 3), level, np.uint8))
    video.release()
    return file


def played(film: Path, hand_time, work_s: float) -> list[tuple[int, float]]:
    """Frame numbers and times as a reader sees them who takes so long for each."""
    waits = []

    def wait(closed: threading.Event, seconds: float) -> None:
        waits.append(seconds)
        hand_time.now_s += seconds

    seen = []
    with PacedVideo(VideoSource(film), hand_time, wait) as source:
        assert source.live
        while (frame := source.read()) is not None:
            assert round(float(frame.grey.mean())) == pytest.approx(LEVELS[frame.index], abs=3)
            assert hand_time.now_s >= frame.time_s - 1e-9
            seen.append((frame.index, frame.time_s - 100.0))
            hand_time.now_s += work_s
        assert source.read() is None
    return seen


def test_a_quick_reader_sees_every_frame_when_it_is_due(film, hand_time):
    seen = played(film, hand_time, 0.01)
    assert [number for number, _ in seen] == [0, 1, 2, 3, 4, 5]
    assert [time_s for _, time_s in seen] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5], abs=1e-6)


def test_a_slow_reader_misses_frames_as_with_a_camera(film, hand_time):
    seen = played(film, hand_time, 0.25)
    assert [number for number, _ in seen] == [0, 2, 5]


def test_a_file_opened_at_its_own_pace_is_live(film):
    with open_source(str(film), paced=True) as paced, open_source(str(film)) as plain:
        assert (paced.live, plain.live) == (True, False)
        assert paced.read().index == 0


MAKE_H264 = """
import sys, gi
gi.require_version("Gst", "1.0")
from gi.repository import Gst
Gst.init(None)
pipeline = Gst.parse_launch(sys.argv[1])
pipeline.set_state(Gst.State.PLAYING)
message = pipeline.get_bus().timed_pop_filtered(20 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
pipeline.set_state(Gst.State.NULL)
sys.exit(message is None or message.type != Gst.MessageType.EOS)
"""


@pytest.mark.ci
def test_h264_is_played(tmp_path):
    """OpenCV's wheel cannot write H.264: Debian's GStreamer does, where it is installed."""
    file = tmp_path / "game.mp4"
    pipeline = (
        "videotestsrc num-buffers=20 pattern=ball ! video/x-raw,width=320,height=240,framerate=25/1 ! x264enc ! "
        f"mp4mux ! filesink location={file}"
    )
    try:
        done = subprocess.run(["/usr/bin/python3", "-c", MAKE_H264, pipeline], capture_output=True, check=False)
    except OSError as error:
        pytest.skip(f"no H.264 file to test with ({error})")
    if done.returncode:
        pytest.skip("no H.264 file to test with: apt-get install python3-gi gstreamer1.0-plugins-{base,good,ugly}")
    with open_source(str(file)) as source:
        frames = []
        while (frame := source.read()) is not None:
            frames.append(frame)
    assert [frame.index for frame in frames] == list(range(20))
    assert [frame.time_s for frame in frames] == pytest.approx([i / 25 for i in range(20)], abs=1e-3)
    assert frames[0].grey.shape == (240, 320)
