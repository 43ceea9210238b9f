"""The report is one page that needs nothing else and says what matters."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

from calibration.charuco import BoardView, Rejected
from calibration.lens import LensFit
from calibration.report import lens_page, table_page, verdict
from calibration.table_pose import TableFit
from calibration.uncertainty import Predicted
from vision.table_view import TableView

PREDICTED = Predicted(0.0021, (0.0031, 0.0042, 0.0053, 0.0064))


class Balanced(HTMLParser):
    """Fails on a tag that is closed in the wrong place, and collects what the page asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag != "meta":
            self.open.append(tag)
        self.outside += [value for key, value in attrs if key in ("src", "href") and value]

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def check(page: str) -> None:
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert parser.outside == []
    assert page.startswith("<!doctype html>")
    assert "http" not in page
    assert "@import" not in page
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(drawing)


@pytest.fixture
def lens_fit(camera, lens_covariance) -> LensFit:
    rng = np.random.default_rng(0)
    used = tuple(
        BoardView(f"dir/shot-{k}.jpg", (1920, 1080), np.arange(20), rng.uniform(0, 1000, (20, 2))) for k in range(3)
    )
    residuals = tuple(rng.normal(0, 0.05, (20, 2)) for _ in used)
    rejected = (Rejected("dir/bad<b>.jpg", "the board is not in it"),)
    return LensFit(camera.lens, lens_covariance, used, rejected, residuals, 0.07, 0.83, 0.67, 61.0)


def test_the_lens_page(lens_fit):
    page = lens_page(lens_fit, PREDICTED)
    check(page)
    assert page.count("<svg") == 2
    for words in ("3 pictures used", "0.070 px", "83%", "0.021 mm", "0.064 mm", "shot-2.jpg", "the board is not in it"):
        assert words in page
    assert "bad<b>" not in page
    assert "bad&lt;b&gt;.jpg" in page


def test_the_table_page(camera, frame):
    view = TableView(camera, frame, np.eye(15) * 1e-9, survey_sigma_cm=0.031)
    used = frame.markers[:5]
    fit = TableFit(view, used, np.full((5, 2), 0.0123), ("I see 5 of 6 frame markers; 245 is not visible",))
    page = table_page(fit, PREDICTED)
    check(page)
    assert page.count("<svg") == 1
    for words in ("0.02 mm", "0.06 mm", "245 is not visible", "+0.12", "Not used or not seen: 245", "0.31 mm"):
        assert words in page
    # Every field of the map has its number and colour.
    assert page.count('fill="var(--good)"') > 40
    assert "finer than you could measure with a ruler" in page


@pytest.mark.parametrize(
    ("cm", "words"), [(0.029, "finer than"), (0.031, "careful tape"), (0.099, "careful tape"), (0.101, "poor; measure")]
)
def test_the_verdict_is_by_the_worst_place(cm, words):
    assert words in verdict(Predicted(0.001, (0.001, cm, 0.001, 0.001)))
    assert words in verdict(Predicted(cm, (0.001, 0.001, 0.001, 0.001)))
