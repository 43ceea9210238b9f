"""RTSP against a real server (Debian's GStreamer under /usr/bin/python3), killed and started again."""

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import pytest

from table.errors import BadInput
from vision.sources.devices import open_stream
from vision.sources.live import wait_for

SERVER = Path(__file__).parent / "rtsp_server.py"
PYTHON = "/usr/bin/python3"
INSTALL = (
    "apt-get install python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-base gstreamer1.0-plugins-good "
    "gstreamer1.0-plugins-ugly"
)
PATIENCE_S = 60.0


@lru_cache(maxsize=1)
def trouble() -> str:
    try:
        done = subprocess.run([PYTHON, SERVER, "0", "--check"], capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it does not run"])[-1]


@pytest.fixture(autouse=True)
def _installed() -> None:
    if trouble():
        pytest.skip(f"no RTSP server to test with ({trouble()}): {INSTALL}")


@contextmanager
def served(port: int = 0) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    with subprocess.Popen([PYTHON, SERVER, str(port)], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline()), process
        finally:
            process.kill()


def short_wait(news: threading.Condition, until, seconds: float) -> bool:
    mine = threading.current_thread().name.startswith("reader of")
    return wait_for(news, until, seconds / 20 if mine else seconds)


@pytest.mark.ci
def test_pictures_come_soon_and_again_after_the_server_was_killed():
    with (
        served() as (port, process),
        open_stream(f"rtsp://127.0.0.1:{port}/table", time.monotonic, 8.0, 2.0, short_wait) as source,
    ):
        ages_s = []
        while len(ages_s) < 40:
            frame = source.read(PATIENCE_S)
            thirtieths = time.monotonic() * 30
            told = (float(frame.grey.mean()) - 16) / 8
            ages_s.append((thirtieths - told) % 27 / 30)
        assert frame.grey.shape == (240, 320)
        assert frame.image.shape == (240, 320, 3)
        print(f"RTSP: a picture is {sorted(ages_s[10:])[15] * 1e3:.0f} ms old (median)")
        assert sorted(ages_s[10:])[15] < 0.5
        process.kill()
        process.wait()
        while source.state().key != "away":
            with source._news:
                source._news.wait(0.05)
        came = source._came
        with served(port):
            while source.read(PATIENCE_S).index < came + 5:
                pass
            assert source.state().good
            assert source.notes == ("read by FFmpeg",)


@pytest.mark.ci
def test_a_wrong_path_gets_the_reason():
    with served() as (port, _), pytest.raises(BadInput, match="404 Not Found; is the path after the address right"):
        open_stream(f"rtsp://127.0.0.1:{port}/nothing", time.monotonic, 8.0, 2.0)
