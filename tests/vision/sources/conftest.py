"""A network camera that is not one: MJPEG over HTTP on this computer, under the test's control; and time by hand."""

import queue
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

PATIENCE_S = 20.0


def grey(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


class HandTime:
    """A clock the test sets, and a wait in which no time is spent: a reader's pause sets the clock forward.

    The test's own waits are real, but end only when what they wait for came true (or the test is broken).
    """

    def __init__(self, now_s: float = 100.0) -> None:
        self.now_s = now_s
        self.pauses: list[float] = []
        self.in_pause: Callable[[], object] = lambda: None

    def __call__(self) -> float:
        return self.now_s

    def wait(self, news: threading.Condition, until: Callable[[], bool], seconds: float) -> bool:
        if threading.current_thread().name.startswith("reader of"):
            self.pauses.append(seconds)
            self.in_pause()
            self.now_s += seconds
            return until()
        return news.wait_for(until, PATIENCE_S if seconds > 0 else 0)


@pytest.fixture
def hand_time() -> HandTime:
    return HandTime()


class NetworkCamera:
    """Serves /video as MJPEG: each picture of ``put`` once, until ``hang_up``; /page is a web page, the rest 404."""

    def __init__(self) -> None:
        self.pictures: queue.Queue[bytes | None] = queue.Queue()
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == "/page":
                    self.answer(200, b"<html>hello</html>", "text/html")
                elif self.path == "/locked":
                    self.answer(401, b"", "text/plain")
                elif self.path == "/video":
                    self.send_response(200)
                    self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                    self.end_headers()
                    while (data := camera.pictures.get()) is not None:
                        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                        try:
                            self.wfile.write(head.encode() + data + b"\r\n")
                            self.wfile.flush()
                        except OSError:
                            return
                else:
                    self.answer(404, b"", "text/plain")

            def answer(self, status: int, body: bytes, kind: str) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def put(self, level: int, times: int = 1) -> None:
        _, coded = cv2.imencode(".jpg", grey(level))
        for _ in range(times):
            self.pictures.put(coded.tobytes())

    def hang_up(self) -> None:
        self.pictures.put(None)

    def close(self) -> None:
        self.hang_up()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(PATIENCE_S)


@pytest.fixture
def network_camera() -> Iterator[NetworkCamera]:
    camera = NetworkCamera()
    yield camera
    camera.close()
