"""What is plugged in: cameras and serial ports, found without starting a stream and without hanging."""

import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from hardware.rigs import MAKERS

# linux/videodev2.h: VIDIOC_QUERYCAP and the flags of struct v4l2_capability.
_QUERYCAP, _CAPABILITY_BYTES, _CAPABILITIES_AT = 0x80685600, 104, 84
_VIDEO_CAPTURE, _VIDEO_CAPTURE_MPLANE, _DEVICE_CAPS = 0x00000001, 0x00001000, 0x80000000
_PROBE_S = 10.0
_PROBE = """
import cv2, sys
camera = cv2.VideoCapture(int(sys.argv[1]))
if camera.isOpened():
    print(int(camera.get(cv2.CAP_PROP_FRAME_WIDTH)), int(camera.get(cv2.CAP_PROP_FRAME_HEIGHT)))
"""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@dataclass(frozen=True, slots=True)
class CameraDevice:
    """A camera: what to give to --camera, its name, and why it cannot be used (None: it can)."""

    index: int
    name: str
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port: its device, its name, and why it cannot be used (None: it can)."""

    device: str
    name: str
    trouble: str | None = None


def cameras(platform: str = sys.platform, run: Run = subprocess.run) -> list[CameraDevice]:
    """Return the cameras plugged in."""
    return linux_cameras() if platform.startswith("linux") else probed_cameras(run)


def linux_cameras(dev: Path = Path("/dev"), sys_class: Path = Path("/sys/class/video4linux")) -> list[CameraDevice]:
    """Return the video devices that deliver pictures, asking the kernel only what they are."""
    found = []
    for device in sorted(dev.glob("video*"), key=lambda path: (len(path.name), path.name)):
        if not (match := re.fullmatch(r"video(\d+)", device.name)):
            continue
        try:
            name = (sys_class / device.name / "name").read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            name = device.name
        trouble = None
        if not os.access(device, os.R_OK | os.W_OK):
            trouble = f"no permission for {device}: `sudo usermod -aG video $USER`, then log in again"
        elif not _delivers_pictures(device):
            continue  # the second device of many webcams carries only metadata
        found.append(CameraDevice(int(match[1]), name, trouble))
    return found


def _delivers_pictures(device: Path) -> bool:
    import fcntl  # noqa: PLC0415 - not on Windows

    answer = bytearray(_CAPABILITY_BYTES)
    try:
        handle = os.open(device, os.O_RDWR | os.O_NONBLOCK)
        try:
            fcntl.ioctl(handle, _QUERYCAP, answer)
        finally:
            os.close(handle)
    except OSError:
        return False
    whole, own = struct.unpack_from("=II", answer, _CAPABILITIES_AT)
    flags = own if whole & _DEVICE_CAPS else whole
    return bool(flags & (_VIDEO_CAPTURE | _VIDEO_CAPTURE_MPLANE))


def probed_cameras(run: Run = subprocess.run, most: int = 4) -> list[CameraDevice]:
    """Return the cameras of the first indices; each is tried in a process of its own, ended if it hangs."""
    found = []
    for index in range(most):
        try:
            done = run(
                [sys.executable, "-c", _PROBE, str(index)],
                capture_output=True, text=True, timeout=_PROBE_S, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            found.append(
                CameraDevice(index, f"camera {index}", f"did not answer within {_PROBE_S:g} s: unplug it, plug it in")
            )
            continue
        if match := re.match(r"(\d+) (\d+)", done.stdout):
            found.append(CameraDevice(index, f"{match[1]} x {match[2]}"))
    return found


def serial_ports() -> list[Port]:
    """Return the serial ports that something is plugged into."""
    found = []
    for port in sorted(list_ports.comports(), key=lambda p: p.device):
        if port.vid is None and re.fullmatch(r"/dev/ttyS\d+", port.device):
            continue  # the mainboard's own, there whether or not anything is plugged in
        trouble = None
        if not sys.platform.startswith("win") and not os.access(port.device, os.R_OK | os.W_OK):
            trouble = f"no permission for {port.device}: `sudo usermod -aG dialout $USER`, then log in again"
        name = port.description or port.device
        if port.vid in MAKERS:
            name += f" ({MAKERS[port.vid]}, {port.vid:04X}:{port.pid or 0:04X}): perhaps a rig, `vedette rig` asks"
        found.append(Port(port.device, name, trouble))
    return found
