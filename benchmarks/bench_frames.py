"""How many 4K pictures a second come out of an MJPEG stream, and how old they are, beside OpenCV's VideoCapture.

python benchmarks/bench_frames.py [PICTURE]     (default: the built-in table at 3840 x 2160)

A process of its own sends JPEGs over HTTP, 60 a second; this one takes each as grey. The work after it is none, or
10 ms as tracking takes. Sender and reader share the same cores: a real camera costs less.
"""

import subprocess
import sys
import time
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.sources import open_source
from vision.picture import read_picture
from vision.sources.capture_device import hush
from vision.sources.devices import open_stream

SECONDS = 4.0
SENDER = """
import sys, time, socket
data = sys.stdin.buffer.read()
head = b"--frame\\r\\nContent-Type: image/jpeg\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(data)
line = socket.create_server(("127.0.0.1", 0))
print(line.getsockname()[1], flush=True)
while True:
    there, _ = line.accept()
    there.recv(4096)
    there.sendall(b"HTTP/1.0 200 OK\\r\\nContent-Type: multipart/x-mixed-replace; boundary=frame\\r\\n\\r\\n")
    due = time.monotonic()
    try:
        while True:
            there.sendall(head + data + b"\\r\\n")
            due = max(due + 1 / 60, time.monotonic() - 0.1)
            time.sleep(max(0, due - time.monotonic()))
    except OSError:
        there.close()
"""


def coded_4k() -> bytes:
    if len(sys.argv) > 1:
        image = read_picture(sys.argv[1])
    else:
        with open_source("sim:", (3840, 2160)) as source:
            image = source.read().image
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


@dataclass(frozen=True)
class Rate:
    """Frames/s, CPU time of this process for each in ms (all threads, the work left out), and their age."""

    frames_s: float
    cpu_ms: float
    age_ms: float | None = None

    def __str__(self) -> str:
        age = "" if self.age_ms is None else f", {self.age_ms:4.0f} ms old"
        return f"{self.frames_s:5.1f} frames/s, {self.cpu_ms:5.1f} ms of CPU each{age}"


def own(url: str, work_s: float, ahead: bool) -> Rate:
    ages: list[float] = []
    with open_stream(url, ahead=ahead) as source:
        source.read()
        start_s, cpu_s = time.monotonic(), time.process_time()
        while time.monotonic() - start_s < SECONDS:
            frame = source.read()
            _ = frame.grey
            ages.append(time.monotonic() - frame.time_s)
            work(work_s)
        cpu_s = time.process_time() - cpu_s
    return Rate(len(ages) / SECONDS, 1e3 * (cpu_s / len(ages) - work_s), 1e3 * float(np.median(ages)))


def opencv(url: str, work_s: float) -> Rate:
    hush()
    stream = cv2.VideoCapture(url, cv2.CAP_FFMPEG)
    stream.read()
    count, start_s, cpu_s = 0, time.monotonic(), time.process_time()
    while time.monotonic() - start_s < SECONDS:
        _, image = stream.read()
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        work(work_s)
        count += 1
    cpu_s = time.process_time() - cpu_s
    stream.release()
    return Rate(count / SECONDS, 1e3 * (cpu_s / count - work_s))


def work(seconds: float) -> None:
    """Keep one core busy without Python's lock, as OpenCV does."""
    end_s, picture = time.thread_time() + seconds, np.zeros((256, 256), np.uint8)
    while seconds and time.thread_time() < end_s:
        cv2.GaussianBlur(picture, (9, 9), 0)


def main() -> None:
    data = coded_4k()
    with subprocess.Popen([sys.executable, "-c", SENDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sender:
        assert sender.stdin is not None
        assert sender.stdout is not None
        sender.stdin.write(data)
        sender.stdin.close()
        url = f"http://127.0.0.1:{int(sender.stdout.readline())}/video"
        print(f"OpenCV {cv2.__version__}, JPEG of {len(data) / 1e6:.2f} MB")
        try:
            for work_s in (0.0, 0.010):
                print(f"{work_s * 1e3:.0f} ms of work on each:")
                print("  own reader, decoding ahead     ", own(url, work_s, True))
                print("  own reader, decoding when asked", own(url, work_s, False))
                print("  cv2.VideoCapture, then to grey ", opencv(url, work_s))
        finally:
            sender.kill()


if __name__ == "__main__":
    main()
