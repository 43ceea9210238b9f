"""The newest picture only; a dead camera is noticed, said in words, and opened anew."""

import threading

import cv2
import numpy as np
import pytest

from table.errors import BadInput
from vision.sources.device import DeviceTaken
from vision.sources.devices import open_stream
from vision.sources.factory import open_source
from vision.sources.frames import SourceLost
from vision.sources.jpeg import Jpeg
from vision.sources.live import LiveSource

PATIENCE_S = 20.0


class Scripted:
    """A device whose pictures the test hands out; ``asked`` counts how often the reader came back for more."""

    warnings = ("careful",)
    notes = ("scripted",)

    def __init__(self, *given: object) -> None:
        self.news = threading.Condition()
        self.waiting: list[object] = list(given)
        self.asked = 0
        self.released = threading.Event()

    def give(self, *pictures: object) -> None:
        with self.news:
            self.waiting += pictures
            self.news.notify_all()

    def read(self) -> DeviceTaken:
        with self.news:
            self.asked += 1
            self.news.notify_all()
            assert self.news.wait_for(lambda: self.waiting, PATIENCE_S)
            picture = self.waiting.pop(0)
        if isinstance(picture, Exception):
            raise picture
        return picture if isinstance(picture, DeviceTaken) else DeviceTaken(np.full((32, 32, 3), picture, np.uint8))

    def until_asked(self, times: int) -> None:
        with self.news:
            assert self.news.wait_for(lambda: self.asked >= times, PATIENCE_S)

    def interrupt(self) -> None:
        self.give(SourceLost("it is closed"))

    def release(self) -> None:
        self.released.set()


class Openings:
    """What opening the camera again and again gives: devices, or reasons why not; at the end it waits for close."""

    def __init__(self, *results: Scripted | Exception) -> None:
        self.results = list(results)
        self.used_up = threading.Event()
        self.go_on = threading.Event()

    def __call__(self) -> Scripted:
        if not self.results:
            self.used_up.set()
            assert self.go_on.wait(PATIENCE_S)
            raise BadInput("no more")
        result = self.results.pop(0)
        if isinstance(result, Exception):
            raise result
        return result


GONE = SourceLost("it stopped sending pictures")


@pytest.fixture
def live(hand_time):
    """Make a source on scripted devices and scripted time; closed at the end."""
    made = []

    def make(device: Scripted, *later: Scripted | Exception, **more: object) -> LiveSource:
        openings = Openings(*later)
        source = LiveSource(openings, "camera 7", hand_time, hand_time.wait, first=device, **more)
        made.append((source, openings))
        source.openings = openings
        return source

    yield make
    for source, openings in made:
        openings.go_on.set()
        source.close()


def read_on(source: LiveSource, patience_s: float) -> None:
    while True:
        source.read(patience_s)


def test_a_slow_reader_gets_the_newest_picture_and_sees_how_many_it_missed(live, hand_time):
    device = Scripted(1, 2, 3, 4, 5)
    source = live(device)
    device.until_asked(6)
    hand_time.now_s = 130.0
    frame = source.read()
    assert (frame.index, frame.image[0, 0, 0], frame.name) == (4, 5, "camera 7#4")
    assert frame.time_s == 100.0  # when it came, not when it was read
    device.give(DeviceTaken(np.zeros((32, 32, 3), np.uint8), skipped=3))
    assert source.read().index == 8
    assert source.state().key == "running"


def test_no_picture_is_given_twice(live):
    device = Scripted(1)
    source = live(device)
    first = source.read()
    answers: list[int] = []
    waiting = threading.Thread(target=lambda: answers.append(source.read().index))
    waiting.start()
    assert answers == []
    device.give(2)
    waiting.join(PATIENCE_S)
    assert answers == [first.index + 1]
    with pytest.raises(SourceLost, match="pictures come"):
        source.read(patience_s=0)


def test_a_camera_that_dies_is_opened_again_with_longer_and_longer_pauses(live, hand_time):
    later = Scripted(50)
    no = [BadInput("camera 7: no camera 7 can be opened")] * 5
    source = live(Scripted(9), *no, later)
    said: list[str] = []
    hand_time.in_pause = lambda: said.append(source.state().text)
    assert source.read().image[0, 0, 0] == 9
    source._device.give(GONE)
    frame = source.read()
    assert (frame.image[0, 0, 0], frame.index) == (50, 1)
    assert hand_time.pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
    assert said[0] == "it stopped 0.0 s ago; trying again in 0.5 s (it stopped sending pictures)"
    assert said[3] == "it stopped 4 s ago; trying again in 4 s (no camera 7 can be opened)"
    assert source.state().key == "running"
    assert frame.time_s == 123.5


def test_reading_while_it_is_away_says_so_and_goes_on_afterwards(live, hand_time):
    first, later = Scripted(9, GONE), Scripted()
    source = live(first, later)
    assert first.released.wait(PATIENCE_S)
    source.read()  # the picture that had come
    later.until_asked(1)
    for _ in range(2):
        with pytest.raises(SourceLost, match=r"^camera 7: it stopped 0\.5 s ago; trying again now"):
            source.read(patience_s=0)
    assert source.state().key == "away"
    later.give(10)
    assert source.read().image[0, 0, 0] == 10


def test_short_lives_are_not_tried_again_without_a_pause(live, hand_time):
    """A camera that opens but sends nothing is not hammered."""
    source = live(*[Scripted(SourceLost("it opened, but sends no pictures")) for _ in range(4)])
    assert source.openings.used_up.wait(PATIENCE_S)
    assert hand_time.pauses == [1.0, 2.0, 4.0, 8.0]
    with pytest.raises(SourceLost, match=r"could not be used .* sends no pictures"):
        source.read(patience_s=0)


def test_a_silent_and_a_frozen_camera_are_told_apart(live, hand_time):
    device = Scripted()
    source = live(device)
    device.until_asked(1)
    hand_time.now_s += 3
    assert source.state().text == "no picture has come for 3 s; is another program using it?"
    assert source.state().key == "opening"
    device.give(1)
    assert source.read().time_s == 103.0
    hand_time.now_s += 3
    assert (source.state().key, source.state().since_s) == ("silent", 103.0)
    for number in range(3):
        device.give(1)
        device.until_asked(3 + number)
        assert source.state().key == "running"
        hand_time.now_s += 1
    device.give(1)
    device.until_asked(6)
    assert source.state().text == "its picture has not changed for 6 s; is the camera's app stuck?"
    assert source.state().key == "frozen"
    assert not source.state().good
    device.give(2)
    device.until_asked(7)
    assert source.state().good


def test_a_driver_that_raises_is_a_lost_camera_not_a_hang(live):
    device = Scripted(RuntimeError("usb is gone"))
    source = live(device)
    assert device.released.wait(PATIENCE_S)
    with pytest.raises(SourceLost, match="usb is gone"):
        source.read(patience_s=0)


def test_a_closed_source_is_closed(live):
    device = Scripted(1)
    source = live(device)
    source.read()
    source.close()
    source.close()
    assert device.released.is_set()
    with pytest.raises(SourceLost, match="closed"):
        source.read()


def jpeg_of(level: int) -> Jpeg:
    return Jpeg(cv2.imencode(".jpg", np.full((32, 32, 3), level, np.uint8))[1].tobytes())


def test_jpegs_are_decoded_ahead_only_while_somebody_takes_each(live):
    device = Scripted(DeviceTaken(jpeg_of(10)))
    source = live(device)
    decoded = []
    for number in range(22):
        device.until_asked(number + 2 + (number > 2))
        newest = source._newest
        decoded.append(newest._grey is not None)
        assert newest.index == number + (number > 2)
        if number == 2:
            device.give(DeviceTaken(jpeg_of(11)))  # comes before the last was taken
            device.until_asked(number + 3)
        assert (source.read().grey > 0).all()
        device.give(DeviceTaken(jpeg_of(20 + number)))
    assert decoded == [True] * 3 + [False] * 15 + [True] * 4


def test_a_damaged_jpeg_is_no_picture(live):
    device = Scripted(DeviceTaken(Jpeg(b"\xff\xd8 nonsense \xff\xd9")), DeviceTaken(jpeg_of(70)))
    frame = live(device).read()
    assert (frame.grey == 70).all()
    assert (frame.image == 70).all()


def test_a_picture_asked_for_twice_is_not_given_twice(live):
    device = Scripted(DeviceTaken(jpeg_of(70)), DeviceTaken(jpeg_of(70), again=True))
    source = live(device)
    device.until_asked(3)
    assert source.read().index == 0
    with pytest.raises(SourceLost):
        source.read(patience_s=0)


def test_what_a_device_has_to_say_is_passed_on(live):
    source = live(Scripted(1))
    source.read()
    assert (source.warnings, source.notes) == (("careful",), ("scripted",))


def test_stamps_tell_when_a_picture_was_taken_however_late_it_came(live, hand_time):
    """The sender's clock is 1000 s ahead; the way takes 0.2 s, once 0.9 s."""
    device = Scripted()
    source = live(device)
    captured = []
    for number, way_s in enumerate([0.2, 0.9, 0.2]):
        device.until_asked(number + 1)
        taken_s = 100.0 + number
        hand_time.now_s = taken_s + way_s
        device.give(DeviceTaken(np.full((32, 32), number, np.uint8), stamp_s=1000.0 + taken_s))
        captured.append(source.read().captured_s)
    assert captured == pytest.approx([100.2, 101.2, 102.2], abs=1e-3)


# Real streams.


def test_an_mjpeg_stream_is_read_and_its_end_is_noticed(network_camera):
    network_camera.put(40)
    with open_source(f"{network_camera.address}/video", clock=lambda: 5.0) as source:
        assert source.live
        frame = source.read()
        assert frame.image.shape == (48, 64, 3)
        assert frame.grey.shape == (48, 64)
        assert abs(int(frame.image[20, 20, 1]) - 40) <= 2
        network_camera.put(200, times=3)
        while abs(int(frame.image[20, 20, 1]) - 200) > 2:
            later = source.read()
            assert later.index > frame.index
            frame = later
        network_camera.hang_up()
        with pytest.raises(SourceLost, match=r"127\.0\.0\.1.*the camera hung up"):
            read_on(source, patience_s=0.2)


def test_a_stream_that_goes_silent_is_given_up_by_its_read_timeout(network_camera, hand_time):
    given_up = threading.Event()
    hand_time.in_pause = given_up.set
    network_camera.put(40)
    with open_stream(f"{network_camera.address}/video", hand_time, 5.0, 0.2, hand_time.wait) as source:
        source.read()
        assert given_up.wait(PATIENCE_S)
        with pytest.raises(SourceLost, match="stopped sending"):
            source.read(patience_s=0)


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
