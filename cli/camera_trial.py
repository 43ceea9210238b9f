"""A camera tried for a few seconds: what it sends, how fast, and what endangers the measuring."""

import time
from collections.abc import Callable

import cv2
import numpy as np

from cli.checkup import Finding
from table.errors import BadInput
from vision.sources.frames import CameraFrame, FrameSource
from vision.sources.live import LiveSource

TRIAL_S = 3.0
_DARK, _BRIGHT = 25.0, 235.0  # grey levels of a whole picture: a cap on the lens, the lamp in it
_FEW_A_SECOND = 10.0


def trial(
    open_camera: Callable[[], FrameSource],
    asked_px: tuple[int, int] | None,
    now_s: Callable[[], float] = time.monotonic,
) -> list[Finding]:
    """Open a camera, read it for some seconds, and say what came; no error is raised, it becomes a finding."""
    try:
        with open_camera() as source:
            frames = _read(source, now_s)
            if not frames:
                return [Finding("camera", "wrong", f"{source.name}: it has no pictures")]
            told = [_size(source, frames[-1], asked_px), _light(frames[-1])]
            if isinstance(source, LiveSource):
                told.append(_rate(frames))
                told += [Finding("settings", "good", note) for note in source.notes]
                told += [_warned(warning) for warning in source.warnings]
                state = source.state()
                if not state.good:
                    told.append(Finding("camera", "wrong", state.text))
            return told
    except BadInput as error:
        return [Finding("camera", "wrong", str(error))]


def _read(source: FrameSource, now_s: Callable[[], float]) -> list[CameraFrame]:
    """Return the first and the last picture of the trial; the first second or so goes by while settings settle."""
    first = source.read()
    if first is None or not source.live:
        return [first] if first else []
    end_s = now_s() + TRIAL_S
    last = first
    while now_s() < end_s:
        frame = source.read()
        if frame is None:
            break
        last = frame
    return [first, last]


def _size(source: FrameSource, frame: CameraFrame, asked_px: tuple[int, int] | None) -> Finding:
    height, width = frame.grey.shape
    found = f"{source.name}: {width} x {height} px"
    if asked_px is not None and asked_px != (width, height):
        advice = "the camera chose another size: does it offer the one you asked for, and does its cable carry it?"
        return Finding("camera", "wrong", f"{found}, not the {asked_px[0]} x {asked_px[1]} asked for", advice)
    if width < 1920:
        return Finding(
            "camera", "note", found, "small for a whole table; ask for more with --width and --height, or in its app"
        )
    return Finding("camera", "good", found)


def _light(frame: CameraFrame) -> Finding:
    level = float(np.mean(cv2.resize(frame.grey, (64, 36), interpolation=cv2.INTER_AREA)))
    if level < _DARK:
        return Finding("light", "wrong", "the picture is almost black", "is the lens covered? is there light?")
    if level > _BRIGHT:
        return Finding("light", "wrong", "the picture is almost white", "too much light, or exposure locked too long")
    return Finding("light", "good", f"{level / 2.55:.0f} % of white on average")


def _rate(frames: list[CameraFrame]) -> Finding:
    first, last = frames[0], frames[-1]
    if last.index == first.index:
        return Finding("pictures", "wrong", "only one came", "is another program using the camera?")
    rate = (last.index - first.index) / max(last.time_s - first.time_s, 1e-6)
    found = f"{rate:.1f} a second"
    if rate < _FEW_A_SECOND:
        return Finding(
            "pictures", "note", found, "few: a USB 2 port, a dim room (long exposure) or a slow network make this"
        )
    return Finding("pictures", "good", found)


def _warned(warning: str) -> Finding:
    found, _, advice = warning.partition("; ")
    return Finding("settings", "wrong", found, advice or None)
