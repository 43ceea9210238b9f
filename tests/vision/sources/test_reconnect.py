"""A real server that is killed and started again, a slow consumer, and fifty reconnects."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from vision.sources.devices import open_stream
from vision.sources.live import LiveSource, Stamps, wait_for

SERVER = Path(__file__).parent / "mjpeg_server.py"
PATIENCE_S = 30.0
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts threads and files in /proc")


@contextmanager
def served(port: int = 0, pictures: int = 0, fps: int = 30) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    words = [sys.executable, str(SERVER), str(port), str(pictures), str(fps)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline()), process
        finally:
            process.kill()


def short_wait(news: threading.Condition, until, seconds: float) -> bool:
    """The reader's pauses last a hundredth: the test's own waits are what they are."""
    mine = threading.current_thread().name.startswith("reader of")
    return wait_for(news, until, seconds / 100 if mine else seconds)


def stream(port: int) -> LiveSource:
    return open_stream(f"http://127.0.0.1:{port}/video", time.monotonic, 5.0, 5.0, short_wait)


def counts() -> tuple[int, int]:
    return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.ci
@linux_only
def test_pictures_come_again_after_the_server_was_killed_and_nothing_is_left_behind():
    before = counts()
    with served() as (port, process), stream(port) as source:
        while source.read(PATIENCE_S).index < 5:
            pass
        process.kill()
        process.wait()
        while source.state().key != "away":
            source._news.acquire()
            source._news.wait(0.01)
            source._news.release()
        gone = source._came
        assert "trying again" in source.state().text
        with served(port) as _:
            frame = source.read(PATIENCE_S)
            while frame.index < gone + 5:
                frame = source.read(PATIENCE_S)
            assert source.state().good
            assert frame.grey.shape == (240, 320)
    assert counts() == before


@pytest.mark.ci
@linux_only
def test_fifty_reconnects_leave_no_thread_and_no_file_open():
    """A server that hangs up after every second picture."""
    reopened: list[float] = []
    with served(pictures=2, fps=1000) as (port, _):
        with stream(port) as source:
            source.read(PATIENCE_S)
            open_device = source._open_device
            settled = None

            def counting():
                reopened.append(0.0)
                return open_device()

            source._open_device = counting
            while len(reopened) < 50:
                source.read(PATIENCE_S)
                if len(reopened) >= 5 and settled is None:
                    settled = counts()
            # While it runs, one connection more or less may be open.
            threads, files = counts()
            assert threads == settled[0]
            assert abs(files - settled[1]) <= 2
            assert source._came >= 50
        after = counts()
    assert after[0] == settled[0] - 1
    assert after[1] <= settled[1]


@pytest.mark.ci
@linux_only
def test_a_slow_consumer_sees_pictures_less_than_two_frame_times_old(monkeypatch: pytest.MonkeyPatch):
    """The server stamps with the clock that all processes here share; its 30 pictures a second pile up nowhere."""
    monkeypatch.setattr(Stamps, "captured_s", lambda self, stamp_s, came_s: stamp_s)
    with served(fps=30) as (port, _), stream(port) as source:
        ages_s = []
        for _ in range(15):
            frame = source.read(PATIENCE_S)
            ages_s.append(time.monotonic() - frame.captured_s)
            threading.Event().wait(0.1)
        missed = frame.index - 14
    print(f"age of the newest picture behind a 100 ms consumer: {sorted(ages_s)[7] * 1e3:.1f} ms median, "
          f"{max(ages_s) * 1e3:.1f} ms at most; {missed} pictures missed")  # fmt: skip
    assert sorted(ages_s)[12] < 2 / 30
    assert missed >= 14
