"""A camera tried by the doctor: read for some seconds, and what came of it."""

import time
from collections.abc import Callable

import cv2
import numpy as np

from cli.camera_findings import camera_findings
from cli.checkup import Finding
from table.errors import BadInput
from vision.camera_check.study import CameraReport, CameraStudy
from vision.sources.frames import CameraFrame, FrameSource
from vision.sources.live import LiveSource

SETTLE_S, TRIAL_S, MOST_S = 1.0, 4.0, 15.0
"""How long a camera's settings are left to settle, how long it is looked at then, and a slow one at the most."""
_LEAST = 12  # pictures: fewer tell little
_DARK, _BRIGHT = 25.0, 235.0  # grey levels of a whole picture: a cap on the lens, the lamp in it


def trial(
    open_camera: Callable[[], FrameSource],
    asked_px: tuple[int, int] | None,
    dictionary: str,
    marker_cm: float | None = None,
    now_s: Callable[[], float] = time.monotonic,
) -> tuple[list[Finding], CameraReport | None]:
    """Open a camera, read it for some seconds, and say what came; no error is raised, it becomes a finding."""
    try:
        with open_camera() as source:
            last, study = _read(source, dictionary, now_s)
            if last is None:
                return [Finding("camera", "wrong", f"{source.name}: it has no pictures")], None
            told = [_size(source, last, asked_px), _light(last)]
            report = study.told() if study.frames else None
            if report is not None:
                told += camera_findings(report, marker_cm)
            if isinstance(source, LiveSource):
                told += [Finding("settings", "good", note) for note in source.notes]
                told += [_warned(warning) for warning in source.warnings]
                state = source.state()
                if not state.good:
                    told.append(Finding("camera", "wrong", state.text))
            return told, report
    except BadInput as error:
        return [Finding("camera", "wrong", str(error))], None


def _read(source: FrameSource, dictionary: str, now_s: Callable[[], float]) -> tuple[CameraFrame | None, CameraStudy]:
    """Return the last picture of the trial, and what all but those of its first second tell: settings settle then."""
    study = CameraStudy(dictionary)
    last = source.read()
    if last is None or not source.live:
        return last, study
    settled_s = now_s() + SETTLE_S
    while (over_s := now_s() - settled_s) < TRIAL_S or (study.frames < _LEAST and over_s < MOST_S):
        frame = source.read()
        if frame is None:
            break
        last = frame
        if over_s >= 0:
            study.take(frame)
    return last, study


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


def _warned(warning: str) -> Finding:
    found, _, advice = warning.partition("; ")
    return Finding("settings", "wrong", found, advice or None)
