"""The newest picture only; a dead camera is noticed, and said in words."""

import itertools
import threading

import numpy as np
import pytest

from table.errors import BadInput
from vision.sources.devices import open_stream
from vision.sources.frames import SourceLost
from vision.sources.live import LiveSource
from vision.sources.opening import open_source

PATIENCE_S = 20.0


class Scripted:
    """A device whose pictures the test hands out; ``asked`` counts how often the reader came back for more."""

    def __init__(self) -> None:
        self.news = threading.Condition()
        self.waiting: list[object] = []
        self.asked = 0
        self.released = threading.Event()

    def give(self, *pictures: object) -> None:
        with self.news:
            self.waiting += pictures
            self.news.notify_all()

    def read(self):
        with self.news:
            self.asked += 1
            self.news.notify_all()
            assert self.news.wait_for(lambda: self.waiting, PATIENCE_S)
            picture = self.waiting.pop(0)
        if isinstance(picture, Exception):
            raise picture
        return (False, None) if picture is None else (True, np.full((4, 4, 3), picture, np.uint8))

    def until_asked(self, times: int) -> None:
        with self.news:
            assert self.news.wait_for(lambda: self.asked >= times, PATIENCE_S)

    def release(self) -> None:
        self.released.set()


def source_on(device: Scripted, patience_s: float = PATIENCE_S) -> LiveSource:
    return LiveSource(device, "camera 7", itertools.count(100.0).__next__, patience_s)


def read_on(source: LiveSource) -> None:
    while True:
        source.read()


def test_a_slow_reader_gets_the_newest_picture_and_sees_how_many_it_missed():
    device = Scripted()
    with source_on(device) as source:
        device.give(1, 2, 3, 4, 5)
        device.until_asked(6)
        frame = source.read()
        assert (frame.index, frame.image[0, 0, 0], frame.name) == (4, 5, "camera 7#4")
        assert frame.time_s == 104.0  # when it came, not when it was read
        device.give(6)
        assert source.read().index == 5
        device.give(None)
    assert device.released.wait(PATIENCE_S)


def test_no_picture_is_given_twice():
    device = Scripted()
    with source_on(device) as source:
        device.give(1)
        first = source.read()
        answers: list[int] = []
        waiting = threading.Thread(target=lambda: answers.append(source.read().index))
        waiting.start()
        assert answers == []
        device.give(2)
        waiting.join(PATIENCE_S)
        assert answers == [first.index + 1]
        device.give(None)


def test_the_last_picture_comes_before_the_bad_news_and_the_news_stay():
    device = Scripted()
    with source_on(device) as source:
        device.give(9, None)
        assert device.released.wait(PATIENCE_S)
        assert source.read().image[0, 0, 0] == 9
        for _ in range(2):
            with pytest.raises(SourceLost, match="camera 7: it stopped sending pictures"):
                source.read()


def test_a_camera_that_never_sends_is_said_to_be_so():
    device = Scripted()
    device.give(None)
    with source_on(device) as source, pytest.raises(SourceLost, match="sends no pictures"):
        source.read()


def test_a_silent_camera_is_given_up_after_its_patience():
    device = Scripted()
    with source_on(device, patience_s=0.01) as source:
        with pytest.raises(SourceLost, match="no picture came for"):
            source.read()
        device.give(None)


def test_a_driver_that_raises_is_a_lost_camera_not_a_hang():
    device = Scripted()
    device.give(RuntimeError("usb is gone"))
    with source_on(device) as source, pytest.raises(SourceLost, match="usb is gone"):
        source.read()
    assert device.released.is_set()


def test_a_closed_source_is_closed():
    device = Scripted()
    source = source_on(device)
    device.give(1)
    source.read()
    device.give(2)
    source.close()
    source.close()
    assert device.released.is_set()
    source.read()  # the picture that had come
    with pytest.raises(SourceLost, match="closed"):
        source.read()


def test_an_mjpeg_stream_is_read_and_its_end_is_noticed(network_camera):
    network_camera.put(40, times=30)  # FFmpeg looks at some pictures before it opens a stream
    with open_source(f"{network_camera.address}/video", clock=lambda: 5.0) as source:
        assert source.live
        frame = source.read()
        assert frame.image.shape == (48, 64, 3)
        assert abs(int(frame.image[20, 20, 1]) - 40) <= 2
        network_camera.put(200, times=3)
        while abs(int(frame.image[20, 20, 1]) - 200) > 2:
            later = source.read()
            assert later.index > frame.index
            frame = later
        network_camera.hang_up()
        with pytest.raises(SourceLost, match=r"127\.0\.0\.1.*stopped sending pictures"):
            read_on(source)


def test_a_stream_that_goes_silent_is_given_up_by_its_read_timeout(network_camera):
    network_camera.put(40, times=30)
    with (
        open_stream(f"{network_camera.address}/video", lambda: 0.0, 5.0, 0.2) as source,
        pytest.raises(SourceLost, match="stopped sending"),
    ):
        read_on(source)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/page", "web page; the stream has an address of its own"),
        ("/locked", "asks for a name and password"),
        ("/nothing", "404"),
    ],
)
def test_a_wrong_address_gets_the_reason(network_camera, path, reason):
    with pytest.raises(BadInput, match=reason) as caught:
        open_source(network_camera.address + path)
    assert "\n" not in str(caught.value)


def test_a_server_that_is_down_gets_the_reason(network_camera):
    address = network_camera.address
    network_camera.close()
    with pytest.raises(BadInput, match="nothing answers on port"):
        open_source(f"{address}/video")
