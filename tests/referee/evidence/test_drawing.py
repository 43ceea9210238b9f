"""The card as a picture and as a page: there whatever the ruling, its picture and its names are like."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from journals import TABLE, soldier
from matches import match_at
from PIL import Image
from pypdf import PdfReader

from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import card_at
from referee.evidence.card_text import told
from referee.evidence.card_view import GaugeView
from referee.evidence.gauge import scale_of
from referee.evidence.ink import PAPER, TONES, width_of, wrapped
from referee.evidence.paper import EYES_PX, WITH_EYES_PX, card_pdf
from referee.evidence.poster import EYES, HEAD, PICTURE, poster_png
from referee.evidence.stands import sides_of
from referee.evidence.window import deciding_window, table_window
from referee.journal.store import Journal
from rules.ruling import Check
from rules.state import State

LONG = "Æthelstan the Unready's 3rd (Peñarroya) Light Horse, détachement de Łódź №"


@pytest.fixture
def card(played: Any) -> EvidenceCard:
    played.match.declare("Miller", "Weber")
    played.match.throw([5])
    played.match.throw([6], by="vedette", confirm=True)
    return card_at(played.journal, 5)


def words_of(pdf: bytes) -> str:
    pages = PdfReader(BytesIO(pdf)).pages
    assert len(pages) == 1
    return re.sub(r"\s+", " ", pages[0].extract_text())


@pytest.mark.ci
def test_the_picture_is_1600_px_wide_and_shows_the_photograph(card: EvidenceCard, played: Any) -> None:
    with_photograph = Image.open(BytesIO(poster_png(card, told(card), played.jpeg)))
    as_map = Image.open(BytesIO(poster_png(card, told(card, "gone"), None)))
    assert with_photograph.width == as_map.width == 1600
    head, corner = with_photograph.getpixel((800, 20)), with_photograph.getpixel((1200, 900))
    assert head == PAPER  # what the dice brought is neither in nor out
    assert corner != as_map.getpixel((1200, 900))
    assert max(corner) - min(corner) < 40  # the grey of the photograph, not the map's green


def test_nations_keep_the_colours_that_they_have_on_the_page(tmp_path: Path) -> None:
    """The match names its sides, not the alphabet; also where one of them has nobody left."""
    stands = (replace(soldier("Rossi", 20, 20), side="italy"), replace(soldier("Dupont", 20, 60), side="france"))
    with Journal(tmp_path / "nations.sqlite", write=True) as journal:
        match = match_at(replace(TABLE, stands=stands), state=State(("italy", "france")), journal=journal)
        match.declare("Rossi", "Dupont")
        card = card_at(journal, 2)
    alone = replace(card, table=replace(card.table, stands=stands[1:]))
    assert [sides_of(it) for it in (card, alone)] == [["italy", "france"]] * 2


@pytest.mark.ci
def test_the_headline_is_the_verdict_until_dice_fell_and_then_what_they_brought(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    declared = card_at(played.journal, 2)
    played.match.throw([5])
    played.match.throw([6], by="vedette", confirm=True)
    for card, tone, line in ((declared, "in", "IN RANGE"), (card_at(played.journal, 5), None, "WEBER IS HIT")):
        picture = Image.open(BytesIO(poster_png(card, told(card, "gone"), None)))
        assert picture.getpixel((800, 20)) == TONES[tone]
        assert line in words_of(card_pdf(card, told(card, "gone"), None))
    assert "IN RANGE" not in words_of(card_pdf(card, told(card, "gone"), None))


@pytest.mark.ci
def test_the_picture_and_the_page_show_what_the_shooter_sees(card: EvidenceCard) -> None:
    with_eyes = Image.open(BytesIO(poster_png(card, told(card), None))).convert("RGB")
    nobody = replace(card, action={"type": "end_turn", "side": "us"})
    without = Image.open(BytesIO(poster_png(nobody, told(nobody), None))).convert("RGB")
    assert with_eyes.height == without.height + EYES
    sky, felt = with_eyes.getpixel((100, HEAD + PICTURE + 20)), with_eyes.getpixel((100, HEAD + PICTURE + EYES - 60))
    assert sky[2] > sky[0]
    assert felt[1] > felt[2]
    [page] = PdfReader(BytesIO(card_pdf(card, told(card), None))).pages
    assert max(image.image.height for image in page.images) == WITH_EYES_PX + EYES_PX


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("broken", [b"", b"no picture", b"\xff\xd8\xff\xd9"])
def test_a_photograph_that_is_none_is_drawn_as_a_map(card: EvidenceCard, broken: bytes) -> None:
    assert Image.open(BytesIO(poster_png(card, told(card), broken))).width == 1600


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_the_page_is_one_page_with_the_numbers_and_the_seal_as_text(
    card: EvidenceCard, played: Any, language: str
) -> None:
    said = told(card, language=language)
    text = words_of(card_pdf(card, said, played.jpeg, url="http://192.168.1.20:8470/evidence/5", language=language))
    for expected in (
        said.banner.word.upper(), said.number.measured, said.number.of, card.seal, card.head[1], "A2.3",
        said.dice[0].said_by, "192.168.1.20:8470/evidence/5",
    ):  # fmt: skip
        assert expected in text
    assert all(check.sentence in text for check in said.checks)


@pytest.mark.ci
def test_no_address_no_code(card: EvidenceCard) -> None:
    assert "http" not in words_of(card_pdf(card, told(card), None))


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("count", [400, 30])
def test_ever_so_many_conditions_with_long_names_stay_on_one_page(card: EvidenceCard, count: int) -> None:
    def check(k: int) -> Check:
        detail = {"stand": f"{LONG}{k}", "enemy": LONG, "actor": LONG, "target": LONG}
        return Check("Y8.3", "no_melee", "failed" if k == 0 else "passed", detail=detail)

    ruling = replace(card.ruling, game="yankee", verdict="refused", checks=tuple(map(check, range(count))))
    crowded = replace(card, ruling=ruling, action={"type": "fire", "actor": LONG, "target": LONG})
    said = told(crowded)
    text = words_of(card_pdf(crowded, said, None, url="http://192.168.1.20:8470/evidence/5"))
    left_out = re.search(r"(\d+) more conditions: see the card on the page", text)
    if count == 30:
        assert left_out is None
        assert all(f"№{k} " in text for k in range(count))
    else:
        assert left_out is not None
        shown = count - int(left_out[1])
        assert 30 < shown < count
        assert f"№{shown - 1} " in text
        assert f"№{shown} " not in text
    assert card.seal in text


@pytest.mark.ci
def test_letters_no_font_has_stop_nothing(card: EvidenceCard) -> None:
    odd = replace(card, title="決戦 🎲", action={"type": "shoot", "actor": "兵", "target": "🐉"})
    assert card.seal in words_of(card_pdf(odd, told(odd), None))
    assert poster_png(odd, told(odd), None)[:4] == b"\x89PNG"


def test_the_window_holds_both_stands_and_no_more_than_it_must(card: EvidenceCard) -> None:
    window = deciding_window(card, 1600, 1000)
    for name in ("Miller", "Weber"):
        x, y = window.at(card.table.stand(name).centre)
        assert 60 < x < 1540
        assert 60 < y < 940
    assert window.px_per_cm > table_window(card, 1600, 1000).px_per_cm
    assert window.at((window.cm[0], window.cm[3])) == (0, 0)
    assert window.at((window.cm[2], window.cm[1])) == (pytest.approx(1600), pytest.approx(1000))


def gauge(measured: float) -> GaugeView:
    return GaugeView(measured=measured, limit=50.0, sigma=0.02, holds_below=True, measured_said="", limit_said="")


def test_the_scale_shows_measure_limit_and_the_whole_of_the_doubt() -> None:
    near = scale_of(gauge(50.01))
    assert near.low < 50.01 - 3 * 0.02
    assert near.high > 50.01 + 3 * 0.02
    far = scale_of(gauge(20.0))
    assert 0 < far.part(20.0) < far.part(50.0) < 1
    assert len(far.marks()) >= 3
    assert all(far.low - 1e-6 <= mark <= far.high + 1e-6 for mark in far.marks())


def test_lines_are_never_wider_than_their_room() -> None:
    lines = wrapped(f"{'W' * 90} and some more words that go on {LONG} " * 3, 30, 400, most=5)
    assert len(lines) == 5
    assert all(width_of(line, 30) <= 400 for line in lines)
    assert lines[-1].endswith("...")
