"""A camera that means ill: whatever it answers ends soon, costs little, and is said in a line."""

import contextlib
import itertools
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from table.errors import BadInput
from vision.picture_size import MOST_SCANS
from vision.sources.device import DeviceTaken
from vision.sources.devices import stream_device
from vision.sources.http_camera import MOST_AT_ONCE, HttpCamera
from vision.sources.jpeg import Jpeg
from vision.sources.live import LiveSource

Answer = Callable[[socket.socket], None]
Serve = Callable[[Answer], str]
JPEG = cv2.imencode(".jpg", np.full((24, 32, 3), 120, np.uint8))[1].tobytes()
VIDEO = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=x\r\n"
SNAPSHOT = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n"
PART = b"--x\r\nContent-Type: image/jpeg\r\n\r\n"


def enlarged(jpeg: bytes, width: int, height: int) -> bytes:
    """Return a JPEG whose header says that it is larger than it is."""
    at = max(jpeg.find(b"\xff\xc0"), jpeg.find(b"\xff\xc2"))
    return jpeg[: at + 5] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + jpeg[at + 9 :]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Return what opens a server that gives each who asks that answer, and then hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))
    threads: list[threading.Thread] = []
    answers: list[Answer] = []

    def one(asked: socket.socket) -> None:
        with asked, contextlib.suppress(OSError):
            asked.recv(4000)
            answers[0](asked)

    def run() -> None:
        with contextlib.suppress(OSError):
            while True:
                threads.append(threading.Thread(target=one, args=(listening.accept()[0],)))
                threads[-1].start()

    accepting = threading.Thread(target=run)
    accepting.start()

    def begin(answer: Answer) -> str:
        answers.append(answer)
        return f"http://127.0.0.1:{listening.getsockname()[1]}/video"

    yield begin
    with contextlib.suppress(OSError):
        listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    for thread in (accepting, *threads):
        thread.join(20)
        assert not thread.is_alive(), "the reader hung up, so the camera ends"


def once(*said: bytes) -> Answer:
    def answer(asked: socket.socket) -> None:
        for piece in said:
            asked.sendall(piece)

    return answer


def endless(before: bytes, piece: bytes) -> Answer:
    """Say the same without end, until the reader hangs up."""

    def answer(asked: socket.socket) -> None:
        asked.sendall(before)
        while True:
            asked.sendall(piece)

    return answer


def running() -> Callable[[], float]:
    """Return a clock that runs on a second each time somebody looks."""
    return itertools.count(0.0, 1.0).__next__


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 500), "begins with more than 64 KB"),
        (endless(b"HTTP/1.1 200 OK\r\n", b"X-Long: " + b"y" * 9000 + b"\r\n"), "begins with more than 64 KB"),
        (endless(b"HTTP/1.1 200 OK\r\nX-Long: ", b"y" * 9000), "begins with more than 64 KB"),
        (
            endless(b"HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 99999999999\r\n\r\n", b"x" * 9000),
            "begins with more than 64 KB",
        ),
        (once(b"HTTP/1.1 302 Found\r\nLocation: /video\r\nContent-Length: 0\r\n\r\n"), "sends us on and on"),
        (once(b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n"), "not with a video stream|sends us on"),
        (once(b"HTTP/1.1 302 Found\r\nLocation: ftp://127.0.0.1:1/x\r\n\r\n"), "not with a video stream"),
        (once(VIDEO + b"Content-Encoding: gzip\r\n\r\n", b"\x1f\x8b"), "packed .gzip., which nobody asked for"),
        (once(b"HTTP/1.1 404 No\x1b[2J\xe2\x80\xae" + b"x" * 9000 + b"\r\n\r\n"), r"404 No\?\[2J.{0,60};"),
    ],
    ids=[
        "100 Continue", "headers", "one header", "body of a redirect", "redirects", "file", "ftp", "gzip", "reason",
    ],
)  # fmt: skip
def test_an_answer_that_never_begins_is_given_up(serve: Serve, answer: Answer, words: str) -> None:
    with pytest.raises(BadInput, match=words) as told:
        HttpCamera(serve(answer), 60, 60)
    assert str(told.value).isprintable()


def test_headers_that_drip_are_given_up_in_time(serve: Serve) -> None:
    """Each piece comes in time; by a clock that runs on with every one."""
    with pytest.raises(BadInput, match="longer than 20 s to begin its answer"):
        HttpCamera(serve(endless(b"HTTP/1.1 200 OK\r\nX: ", b"y")), 20, 20, clock=running())


CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (endless(VIDEO + b"\r\n", b"no boundary " * 9000), "64 MB came, and no picture"),
        (endless(VIDEO + b"\r\n" + PART + b"\xff\xd8", b"\0" * 99000), "64 MB came, and no picture|not with a video"),
        (once(VIDEO + b"\r\n--x\r\nContent-Length: 999999999\r\n\r\n\xff\xd8"), "announces a picture of 999 MB"),
        (endless(VIDEO + b"\r\n", PART + b"no picture\r\n"), "damaged pictures only"),
        (endless(VIDEO + b"\r\n", PART + b"\xff\xd8 neither \xff\xd9\r\n"), "damaged pictures only"),
        (endless(VIDEO + CHUNKED + b"0\r\n", b"X-Trailer: y\r\n" * 900), "in crumbs|64 MB came, and no picture"),
        (endless(VIDEO + CHUNKED, b"1\r\na\r\n" * 900), "in crumbs|64 MB came, and no picture"),
        (endless(VIDEO + CHUNKED + b"1;", b"extension" * 900), "hung up"),
        (endless(SNAPSHOT + b"\r\n\xff\xd8", b"\0" * 99000), "64 MB came, and no picture"),
        (endless(SNAPSHOT + b"Content-Length: 99999999999\r\n\r\n\xff\xd8", b"\0" * 99000), "64 MB came"),
        (once(SNAPSHOT + b"Content-Length: 99999999999\r\n\r\n" + JPEG[:-2]), "cut short"),
        (once(SNAPSHOT + b"Content-Length: 20\r\n\r\n" + JPEG), "cut short"),
        (once(SNAPSHOT + b"\r\n" + enlarged(JPEG, 60000, 16000)), "60000 x 16000 pixels .960 megapixels.; at most 100"),
        (
            once(VIDEO + b"\r\n" + PART + enlarged(JPEG, 60000, 16000) + b"\r\n--x\r\n"),
            "60000 x 16000 pixels .960 megapixels.; at most 100",
        ),
    ],
    ids=[
        "preamble", "one part", "length of a part", "no pictures", "broken pictures", "trailers", "crumbs",
        "chunk extension", "snapshot", "snapshot's length", "longer than it is", "shorter than it is",
        "size of a snapshot", "size",
    ],
)  # fmt: skip
def test_a_picture_that_never_ends_or_is_too_large_is_given_up(serve: Serve, answer: Answer, words: str) -> None:
    device = HttpCamera(serve(answer), 60, 60)
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=words):
            device.read().picture.grey()
        assert tracemalloc.get_traced_memory()[1] < 300e6
    finally:
        tracemalloc.stop()
        device.release()


@pytest.mark.parametrize(
    "before",
    [VIDEO + b"\r\n", VIDEO + b"\r\n" + PART, SNAPSHOT + b"\r\n\xff\xd8", VIDEO + CHUNKED + b"1;"],
    ids=["preamble", "part", "snapshot", "chunk"],
)
def test_pictures_that_drip_are_given_up_in_time(serve: Serve, before: bytes) -> None:
    device = HttpCamera(serve(endless(before, b"0")), 20, 20, clock=running())
    with pytest.raises(BadInput, match="stopped sending pictures"):
        device.read()
    device.release()


def test_a_camera_faster_than_we_read_still_gives_a_picture_and_is_slowed_down(serve: Serve) -> None:
    """It used to be read on and on: the newest picture was never the last."""
    pauses: list[float] = []
    answer = endless(VIDEO + b"\r\n", (PART + JPEG + b"\r\n") * 500)
    device = HttpCamera(serve(answer), 20, 20, lambda _, seconds: pauses.append(seconds))
    taken = [device.read() for _ in range(3)]
    device.release()
    assert all(it.skipped >= MOST_AT_ONCE - 1 for it in taken)
    assert len(pauses) >= 2


def test_a_live_source_says_what_is_wrong_with_the_camera(serve: Serve) -> None:
    url = serve(once(VIDEO + b"\r\n" + PART + enlarged(JPEG, 60000, 16000) + b"\r\n--x\r\n"))
    with LiveSource(lambda: stream_device(url, time.monotonic, 20, 20), url) as source:
        with source._news:
            assert source._news.wait_for(lambda: source._pause_until_s is not None, 20)
        assert "960 megapixels" in source.state().text


def test_a_camera_of_a_hundred_scans_a_picture_is_refused() -> None:
    """Each scan of a few bytes makes the decoder go over the whole picture again."""
    _, coded = cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    whole = coded.tobytes()
    last = whole.rfind(b"\xff\xda")
    many = whole[:-2] + whole[last:-2] * MOST_SCANS + whole[-2:]
    assert Jpeg(whole).grey().shape == (64, 64)
    with pytest.raises(BadInput, match=f"drawn over {MOST_SCANS + 10} times; at most {MOST_SCANS}"):
        Jpeg(many).grey()


@pytest.mark.ci
@pytest.mark.parametrize(
    "answer",
    [
        endless(b"RTSP/1.0 200 OK\r\nCSeq: 1\r\n", b"X-Long: " + b"y" * 900 + b"\r\n"),
        endless(b"RTSP/1.0 100 Continue\r\nCSeq: 1\r\n\r\n", b"RTSP/1.0 100 Continue\r\nCSeq: 1\r\n\r\n" * 50),
        once(b"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 2000000000\r\n\r\n"),
        lambda asked: asked.recv(1),
    ],
    ids=["headers", "100 Continue", "length", "silence"],
)
def test_an_rtsp_camera_that_never_answers_is_given_up(serve: Serve, answer: Answer) -> None:
    """FFmpeg's own time limit is over all that it asks while it opens the stream."""
    began_s = time.monotonic()
    with pytest.raises(BadInput, match="no stream could be opened"):
        stream_device(serve(answer).replace("http:", "rtsp:"), running(), 0.5, 0.5)
    assert time.monotonic() - began_s < 15


class Capture:
    """An OpenCV camera or stream that says its pictures have that size."""

    def __init__(self, width: int, height: int) -> None:
        self.size = {cv2.CAP_PROP_FRAME_WIDTH: width, cv2.CAP_PROP_FRAME_HEIGHT: height}
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def get(self, what: int) -> float:
        return float(self.size.get(what, 0))

    def release(self) -> None:
        self.released = True


def test_a_stream_of_pictures_too_large_is_let_go_before_one_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = Capture(16384, 16384)
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: capture)
    with pytest.raises(BadInput, match=r"16384 x 16384 pixels .268 megapixels.; at most 100"):
        stream_device("rtsp://192.168.1.20/stream", running(), 1, 1)
    assert capture.released


class Broken:
    """A device whose every JPEG is damaged inside."""

    warnings = notes = ()
    read_of = 0

    def read(self) -> DeviceTaken:
        self.read_of += 1
        return DeviceTaken(Jpeg(JPEG[:30] + bytes([self.read_of % 250]) + b"\xff\xd9"))

    def interrupt(self) -> None:
        pass

    def release(self) -> None:
        pass


def test_a_device_that_sends_damaged_pictures_only_is_let_go() -> None:
    """It used to be read on and on, as fast as it could send."""
    device = Broken()
    with LiveSource(lambda: device, "camera") as source:
        with source._news:
            assert source._news.wait_for(lambda: source._pause_until_s is not None, 20)
        assert "damaged" in source.state().text
    assert device.read_of < 100
