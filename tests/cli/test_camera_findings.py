"""What a camera's pictures told is said in words: good where it is, a note with what to do where it is not."""

from dataclasses import replace

import numpy as np
import pytest

from cli.camera_findings import camera_findings, report_json
from vision.camera_check.edges import Edge
from vision.camera_check.light import LightChange
from vision.camera_check.noise import Noise
from vision.camera_check.resting import MarkerScatter, Resting
from vision.camera_check.shake import Shake
from vision.camera_check.study import CameraReport
from vision.camera_check.timing import Timing
from vision.tone import USUAL, Tone

TIMING = Timing(60, 2.0, 30.0, 0, 0, 0, 0.001, 0.034)
NOISE = Noise((40.0, 200.0), (1.0, 2.0), 0.4, 0.02)
LIGHT = LightChange(0.002, 0.004, 0.4)
CORNERS = np.array([[0.0, 0], [20, 0], [20, 20], [0, 20]])
MARKER = MarkerScatter(3, "rested", CORNERS, 20.0, 60, 0.01, 0.002, 0.02, 0.5, np.zeros((3, 2)))
RESTING = Resting((MARKER, replace(MARKER, id=4)), Shake(0.01, 0.01), np.full(60, 0.8), USUAL)
REPORT = CameraReport((1920, 1080), TIMING, NOISE, LIGHT, Edge(1.8, 0.0), RESTING)


def _resting(**changes):
    return replace(REPORT, resting=replace(RESTING, **changes))


def test_of_a_good_camera_everything_is_good():
    told = {finding.name: finding for finding in camera_findings(REPORT, 2.0)}
    assert {finding.state for finding in told.values()} == {"good"}
    assert told["noise"].found == "1.5 grey levels of 255 (1.0 at 40, 2.0 at 200)"
    assert told["shutter"].found.endswith("first row to last takes 25 ms on 50 Hz, 21 ms on 60 Hz")
    assert told["markers"].found == "2 at rest scatter by 0.010 px; Vedette allows for 0.020"
    # 1.96 sigmas of 0.0102 px, where 20 px are 20 mm.
    assert told["expect"].found == "±0.02 mm from picture to picture, for a marker of 2 cm"
    assert "lens, tone, heights" in told["expect"].advice


@pytest.mark.parametrize(
    ("report", "name", "words"),
    [
        (replace(REPORT, timing=replace(TIMING, rate_hz=8.0)), "pictures", "8.0 a second"),
        (replace(REPORT, timing=replace(TIMING, missing=3)), "missing", "3 of 63"),
        (replace(REPORT, timing=replace(TIMING, missing=None)), "missing", "bursts"),
        (replace(REPORT, timing=replace(TIMING, repeated=20)), "twice", "20 of 60 are the one before"),
        (replace(REPORT, timing=replace(TIMING, unread=40)), "unread", "40 came while one was looked at"),
        (replace(REPORT, noise=replace(NOISE, sigmas=(5.0, 6.0))), "noise", "more light makes it less"),
        (replace(REPORT, noise=None), "noise", "cannot be told"),
        (replace(REPORT, light=replace(LIGHT, hunting=0.02)), "exposure", "differs by 2.0%"),
        (replace(REPORT, light=replace(LIGHT, swing=0.02)), "shutter", "pulse in bands by 2.0%"),
        (replace(REPORT, light=LightChange(0.0)), "shutter", "cannot be told from a still scene"),
        (replace(REPORT, light=None), "exposure", "cannot be told"),
        (replace(REPORT, edge=Edge(1.4, 0.15)), "edges", "a halo of 15%"),
        (replace(REPORT, edge=Edge(4.0, 0.0)), "edges", "is it in focus"),
        (replace(REPORT, edge=Edge(1.4, None)), "edges", "no halo of sharpening can be seen"),
        (replace(REPORT, edge=None), "edges", "all markers are small"),
        (_resting(tone=None), "tone", "two markers at least"),
        (_resting(blur_px=np.linspace(0.7, 1.1, 60)), "focus", "blur changes between 0.74 and 1.06 px"),
        (_resting(shake=Shake(0.3, 0.1)), "shake", "0.300 px"),
        (_resting(shake=Shake(0.01, 0.6)), "shake", "grows and shrinks by 0.60 px"),
        (_resting(shake=Shake(40.0, 5.0)), "shake", "camera or markers move"),
        (_resting(markers=(MARKER, replace(MARKER, id=9, fate="moved"))), "markers", "moved, left out: 9"),
        (_resting(markers=(replace(MARKER, fate="seldom seen"),)), "markers", "none rested long enough"),
        (_resting(markers=(replace(MARKER, within_px=0.05, in_sigmas=2.5),)), "markers", "2.5 times what Vedette says"),
        (_resting(markers=()), "markers", "none seen"),
    ],
)
def test_what_is_not_good_is_noted(report, name, words):
    told = [finding for finding in camera_findings(report, 2.0) if finding.name == name]
    assert any(words in f"{finding.found} {finding.advice}" and finding.state == "note" for finding in told)


def test_what_is_known_is_said_without_a_warning():
    told = {finding.name: finding.found for finding in camera_findings(_resting(tone=Tone(1.2)), None)}
    assert "gamma 1.2" in told["tone"]
    assert told["expect"].endswith("for a marker of 2 cm (yours: --marker-cm)")
    steadied = camera_findings(replace(REPORT, noise=replace(NOISE, frames=0.3)), None)
    assert any("steadied by the frame before" in finding.found for finding in steadied)


def test_numbers_are_given_for_programs():
    told = report_json(REPORT)
    assert told["markers"][0] == {
        "id": 3, "fate": "rested", "frames": 60, "side_px": 20.0, "within_px": 0.01, "between_px": 0.002,
        "sigma_px": 0.02, "in_sigmas": 0.5,
    }  # fmt: skip
    assert (told["gamma"], told["light"]["period"], told["noise"]["sigmas"]) == (USUAL.gamma, 0.4, [1.0, 2.0])
    nothing = replace(REPORT, noise=None, light=None, edge=None, resting=Resting((), None, np.zeros(0), None))
    told = report_json(nothing)
    assert [told[key] for key in ("noise", "light", "edge", "gamma", "shake", "markers")] == [None] * 5 + [[]]


def test_of_too_few_pictures_no_scatter_is_told() -> None:
    told = camera_findings(replace(REPORT, timing=replace(TIMING, frames=2, rate_hz=None)), 2.0)
    assert [finding.name for finding in told if finding.state == "wrong"] == ["pictures"]
    assert not {"markers", "expect", "focus", "shake"} & {finding.name for finding in told}
