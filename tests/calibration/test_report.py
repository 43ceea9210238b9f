"""The report is one page that needs nothing else and says what matters."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

from calibration.charuco import BoardView, Rejected
from calibration.lens import LensFit
from calibration.report import lens_page, table_page, verdict
from calibration.report_page import Locale
from calibration.table_pose import TableFit
from calibration.uncertainty import Predicted
from cli.language import locale_in
from table.errors import Remark
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
    reason = Remark("the board is not in it, or it has other squares")
    rejected = (Rejected("dir/bad<b>.jpg", reason),)
    return LensFit(camera.lens, lens_covariance, used, rejected, residuals, 0.07, 0.83, 0.67, 61.0)


def test_the_lens_page(lens_fit):
    page = lens_page(lens_fit, PREDICTED)
    check(page)
    assert page.count("<svg") == 2
    for words in ("3 pictures used", "0.070 px", "83%", "0.021 mm", "0.064 mm", "shot-2.jpg", "the board is not in it"):
        assert words in page
    assert "bad<b>" not in page
    assert "bad&lt;b&gt;.jpg" in page


@pytest.fixture
def table_fit(camera, frame) -> TableFit:
    view = TableView(camera, frame, np.eye(15) * 1e-9, survey_sigma_cm=0.031)
    used = frame.markers[:5]
    unseen = Remark("I see {count} of {all} cards; {missing} is not visible", count=5, all=6, missing="245")
    return TableFit(view, used, np.full((5, 2), 0.0123), (unseen,))


def test_the_table_page(table_fit):
    page = table_page(table_fit, PREDICTED)
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


ENGLISH_WORDS = (
    r"\b(the|and|of|from|with|where|your|is|are|not|board|table|picture|pictures|marker|markers|lens|mind)\b"
)


def read_aloud(page: str) -> str:
    """Return what people read of a page: its text, and what its drawings are called."""
    page = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return " ".join([re.sub(r"<[^>]*>", " ", page), *re.findall(r'aria-label="([^"]*)"', page)])


@pytest.mark.parametrize(
    ("language", "lens", "table"),
    [
        ("it", "Il tuo obiettivo", "I see 5 of 6"), ("es", "Tu objetivo", "I see 5 of 6"),
    ],
)  # fmt: skip
def test_the_pages_speak_the_reader_s_language(lens_fit, table_fit, language: str, lens: str, table: str):
    locale: Locale = locale_in(language)
    pages = lens_page(lens_fit, PREDICTED, locale), table_page(table_fit, PREDICTED, locale)
    assert lens in pages[0]
    assert table not in pages[1]
    for page in pages:
        check(page)
        assert f'<html lang="{language}">' in page
        said = read_aloud(page).replace("frame.toml", "").replace("Vedette", "")
        assert re.findall(ENGLISH_WORDS, said, re.IGNORECASE) == []
        assert re.findall(r"(?<![\w.])\d+\.\d+", said) == [], "numbers have the language's comma"
