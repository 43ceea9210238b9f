"""The ways network cameras answer: passwords, chunks, single pictures, https, web pages."""

import base64
import contextlib
import hashlib
import itertools
import re
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.errors import BadInput
from vision.sources.devices import open_stream
from vision.sources.frames import SourceLost
from vision.sources.http_camera import HttpCamera, OtherKind, at_home

CERTIFICATE = Path(__file__).parents[2] / "data" / "sources" / "self-signed-camera.pem"
NAME, PASSWORD = "umpire", "p@ss:w rd"
JPEGS = [cv2.imencode(".jpg", np.full((24, 32, 3), level, np.uint8))[1].tobytes() for level in (20, 120, 220)]


class Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    snapshots = iter(())
    asked: list[str] = []

    def do_GET(self) -> None:
        self.close_connection = True
        self.asked.append(self.path)
        getattr(self, self.path.partition("?")[0].strip("/").replace("-", "_"), self.missing)()

    def missing(self) -> None:
        self.send_error(404)

    def plain(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def parts(self) -> bytes:
        return b"".join(b"--x\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n" for data in JPEGS) + b"--x--\r\n"

    def video(self) -> None:
        self.plain(200, {"Content-Type": "multipart/x-mixed-replace;boundary=x"}, self.parts())

    def chunked(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", 'multipart/x-mixed-replace; boundary="--x"')
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        body = self.parts()
        for at in range(0, len(body), 100):
            piece = body[at : at + 100]
            self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        self.wfile.write(b"0\r\n\r\n")

    def moved(self) -> None:
        self.plain(302, {"Location": "/video"}, b"")

    def basic(self) -> None:
        wanted = "Basic " + base64.b64encode(f"{NAME}:{PASSWORD}".encode()).decode()
        if self.headers.get("Authorization") == wanted:
            self.video()
        else:
            self.plain(401, {"WWW-Authenticate": 'Basic realm="camera"'}, b"")

    def digest(self) -> None:
        given = dict(re.findall(r'(\w+)="?([^",]+)"?', self.headers.get("Authorization", "")))

        def md5(text: str) -> str:
            return hashlib.md5(text.encode()).hexdigest()

        secret, what = md5(f"{NAME}:camera:{PASSWORD}"), md5(f"GET:{self.path}")
        rest = f"{given.get('nonce')}:{given.get('nc')}:{given.get('cnonce')}:auth"
        if given.get("response") == md5(f"{secret}:{rest}:{what}"):
            self.video()
        else:
            self.plain(401, {"WWW-Authenticate": 'Digest realm="camera", nonce="abc", qop="auth", algorithm=MD5'}, b"")

    def snapshot(self) -> None:
        data = next(self.snapshots, None)
        if data is None:
            self.plain(503, {}, b"")
        else:
            self.plain(200, {"Content-Type": "image/jpeg"}, data)

    def page(self) -> None:
        self.plain(200, {"Content-Type": "text/html"}, b"<html></html>")

    def film(self) -> None:
        self.plain(200, {"Content-Type": "video/mp4"}, b"not really")

    def rubbish(self) -> None:
        self.plain(200, {"Content-Type": "multipart/x-mixed-replace;boundary=x"}, b"x" * 9000)

    def drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace;boundary=x")
        self.end_headers()
        self.wfile.write(b"--x\r\n\r\n\xff\xd8")
        with contextlib.suppress(OSError):  # the reader hangs up
            while True:
                self.wfile.write(b"drop")

    def busy(self) -> None:
        self.plain(503, {}, b"")

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(params=["http", "https"])
def camera(request) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    if request.param == "https":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"{request.param}://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def with_password(address: str, name: str = NAME, password: str = "p%40ss%3Aw%20rd") -> str:
    return address.replace("://", f"://{name}:{password}@")


def levels(device: HttpCamera) -> list[int]:
    """The last picture's level after its stream ended, and how many came."""
    found = []
    try:
        while True:
            taken = device.read()
            found += [None] * taken.skipped + [round(float(taken.picture.grey().mean()))]
    except SourceLost:
        return found
    finally:
        device.release()


@pytest.mark.parametrize("path", ["/video", "/chunked", "/moved", "/basic", "/digest", "/video?size=4K&x=a b"])
def test_every_way_leads_to_the_newest_picture(camera, path):
    found = levels(HttpCamera(with_password(camera) + path, 5, 5))
    assert len(found) == 3
    assert found[-1] == 220


@pytest.mark.ci
def test_one_picture_each_time_it_is_asked(camera):
    Answers.snapshots = iter([JPEGS[0], JPEGS[0], JPEGS[1]])
    pauses = []
    device = HttpCamera(camera + "/snapshot", 5, 5, lambda ended, seconds: pauses.append(seconds))
    try:
        taken = [device.read() for _ in range(3)]
        assert [round(float(t.picture.grey().mean())) for t in taken] == [20, 20, 120]
        assert [t.again for t in taken] == [False, True, False]
        with pytest.raises(SourceLost, match="busy"):
            device.read()
    finally:
        device.release()
    assert len(pauses) == 3
    assert min(pauses) > 0.02


@pytest.mark.parametrize(
    ("path", "kind", "words"),
    [
        ("/basic", BadInput, "asks for a name and password"),
        ("/digest", BadInput, "asks for a name and password"),
        ("/page", BadInput, "web page"),
        ("/film", OtherKind, "video/mp4"),
        ("/nowhere", BadInput, "is the path after the address right"),
        ("/busy", BadInput, "another program"),
    ],
)
def test_what_is_no_stream_is_said(camera, path, kind, words):
    with pytest.raises(kind, match=words):
        HttpCamera(camera + path, 5, 5)


@pytest.mark.ci
@pytest.mark.parametrize("path", ["/basic", "/digest"])
def test_a_wrong_password_is_said_and_not_repeated(camera, path):
    with pytest.raises(BadInput, match="does not accept this name and password") as caught:
        open_stream(with_password(camera, password="wrong-one") + path, lambda: 0.0)
    assert "wrong-one" not in str(caught.value)


def test_a_stream_of_something_else_is_lost_with_a_reason(camera):
    device = HttpCamera(camera + "/rubbish", 5, 5)
    with pytest.raises(SourceLost, match=r"hung up|not with a video"):
        device.read()
    device.release()


def test_a_stream_that_drips_and_never_gives_a_picture_is_given_up(camera):
    """By a clock that runs on with every piece that comes."""
    device = HttpCamera(camera + "/drip", 5, 5, clock=itertools.count(0.0, 3.0).__next__)
    with pytest.raises(SourceLost, match="stopped sending"):
        device.read()
    device.release()


def test_https_where_there_is_only_http_is_said(camera):
    if camera.startswith("http:"):
        with pytest.raises(BadInput, match="try http:// instead"):
            HttpCamera(camera.replace("http:", "https:") + "/video", 5, 5)


@pytest.mark.parametrize(
    ("host", "home"),
    [
        ("192.168.1.20", True), ("10.0.0.3", True), ("127.0.0.1", True), ("::1", True), ("fe80::1%eth0", True),
        ("camera", True), ("Camera.local", True), ("localhost", True),
        ("8.8.8.8", False), ("camera.example.com", False), ("2001:4860::8888", False),
    ],
)  # fmt: skip
def test_who_is_in_this_network(host, home):
    assert at_home(host) is home
