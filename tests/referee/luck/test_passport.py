"""A passport out of a journal: what it says, in three languages, on paper, and of a record that was changed."""

import io
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from journals import begin, play
from lucky import fire, shot
from pypdf import PdfReader

from referee.journal.payloads import Thrown, draft
from referee.journal.store import Journal
from referee.luck.goodness_of_fit import assess_counts, kind_of
from referee.luck.paper import passport_pdf
from referee.luck.passport import passport_of
from referee.luck.passport_text import group_said, often, passport_said
from referee.luck.picture import bars_of, target_of
from referee.shots.shot_journal import shot_entry
from referee.view_fields import json_text
from table.errors import BadFile

FACES = [3, 1, 6, 2, 2, 5, 4, 4, 1, 6, 3, 5, 2, 6, 1, 4, 3, 3, 5, 6] * 2


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened, match = begin(tmp_path / "match.sqlite")
    with opened:
        play(match)
        opened.append(*[draft(Thrown(dice=[face], by="vedette")) for face in FACES])
        fire(opened, 20)
        yield opened


@pytest.mark.ci
def test_what_a_passport_holds(journal: Journal) -> None:
    passport = passport_of(journal)
    assert passport.head == (journal.head.sequence, journal.head.seal)  # type: ignore[union-attr]
    assert passport.whole is True
    assert [(group.by, group.name, group.count) for group in passport.dice] == [
        ("all", "", 43), ("source", "table", 3), ("source", "vedette", 40), ("side", "us", 2), ("side", "de", 1),
    ]  # fmt: skip
    assert passport.looked_at == 15
    assert passport.taken_back == ()
    (cannon,) = passport.cannons
    assert (cannon.side, cannon.rig, cannon.fired, cannon.misfires.hits) == ("us", "rig-a", 19, 1)
    assert cannon.dispersion is not None
    assert cannon.dispersion.count == 19
    assert len(cannon.predicted) == 16


@pytest.mark.ci
def test_a_record_that_was_changed_is_not_believed(journal: Journal, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "match.sqlite")) as raw, raw:
        raw.execute("DROP TRIGGER entry_no_update")
        raw.execute("UPDATE entry SET text = replace(text, '[1]', '[6]') WHERE kind = 'thrown'")
    with Journal(tmp_path / "match.sqlite") as read:
        passport = passport_of(read)
        assert passport_of(read, most=5).whole is None
    assert passport.whole is False
    assert passport_said(passport).whole_said.startswith("This record was changed")


def test_an_empty_journal_has_none(tmp_path: Path) -> None:
    with Journal(tmp_path / "none.sqlite", write=True) as empty, pytest.raises(BadFile, match="an empty journal"):
        passport_of(empty)


def texts(told: Any) -> list[str]:
    if isinstance(told, dict):
        return [text for value in told.values() for text in texts(value)]
    if isinstance(told, list):
        return [text for value in told for text in texts(value)]
    return [told] if isinstance(told, str) else []


@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_everything_is_said_in_every_language(journal: Journal, language: str) -> None:
    said = passport_said(passport_of(journal), {"us": "Americans", "de": "Germans"}, language=language)
    told = json.loads(json_text(said))
    json.dumps(told, allow_nan=False)
    spoken = texts(told)
    assert not [text for text in spoken if re.search(r"[{}?]|nan|inf\b", text)]
    assert not [text for text in spoken if re.search(r"-0[.,]0(?!\d)", text)]
    mine = {line for group in said.dice for line in (group.title, *group.lines)}
    assert len(mine) > 10
    if language != "en":
        english_said = passport_said(passport_of(journal), {"us": "Americans", "de": "Germans"})
        english = set(texts(json.loads(json_text(english_said))))
        assert not {text for text in mine & english if len(text.split()) > 3}


def test_how_often_in_words() -> None:
    assert often(0.384, "en") == "in 38 of 100 such matches"
    assert often(0.0004, "en") == "in 1 of 2500 such matches"
    assert often(0.0, "en") == "in fewer than 1 of 1000000000 such matches"
    assert often(1.0, "it") == "in 100 partite su 100"


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("language", ["it", "en", "es"])
def test_the_paper_has_the_seal_on_every_page_and_every_shot(journal: Journal, language: str) -> None:
    said = passport_said(passport_of(journal), language=language)
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(passport_pdf(said, language=language))).pages]
    assert 2 <= len(pages) <= 4
    assert all(said.head.seal in page for page in pages)
    whole = " ".join(" ".join(pages).split())
    for group in said.dice:
        assert group.title in whole
        assert " ".join(group.verdict_said.split()) in whole
    assert all(f"{shot.number}. {shot.said[0]}" in whole for shot in said.cannons[0].shots)


@pytest.mark.ci
def test_pictures_stay_within_their_frame(journal: Journal) -> None:
    said = passport_said(passport_of(journal))
    for group in said.dice:
        picture = bars_of(group.faces)
        for bar in picture.bars:
            heights = (bar.top, *bar.band, *bar.interval)
            assert all(-1e-9 <= height <= 1 + 1e-9 for height in heights)
            if group.count > 20:  # of fewer, what was thought beforehand weighs more
                assert bar.interval[0] <= bar.top <= bar.interval[1] or not bar.count
        assert [bar.count for bar in picture.bars] == [face.count for face in group.faces]
    target = target_of(said.cannons[0])
    assert target is not None
    for x, y in (target.aim, *target.inner, *target.outer, *(mark.at for mark in target.impacts)):
        assert 0 <= x <= 1
        assert 0 <= y <= 1
    long = max(target.impacts, key=lambda mark: -mark.at[1])
    farthest = max((s for s in said.cannons[0].shots if s.error_cm), key=lambda s: s.error_cm[0])
    assert long.number == farthest.number  # over is up


def test_one_shot_and_no_dice_make_a_passport_too(tmp_path: Path) -> None:
    opened, _ = begin(tmp_path / "few.sqlite")
    with opened:
        opened.append(shot_entry(shot(1)))
        said = passport_said(passport_of(opened))
        assert said.dice_said == ("No dice have fallen.",)
        assert "Fewer than 3 make no ellipse." in said.cannons[0].dispersion_said[0]
        assert target_of(said.cannons[0]) is None
        assert said.cannons[0].shots[0].said[-1] == "not confirmed"
        assert passport_pdf(said).startswith(b"%PDF")


def test_dice_that_no_die_shows_are_left_out_and_told(tmp_path: Path) -> None:
    opened, _ = begin(tmp_path / "odd.sqlite")
    with opened:
        opened.append(draft(Thrown(dice=[7, 3, "horse"])))
        said = passport_said(passport_of(opened))
    assert said.dice[0].count == 1
    assert said.strange_said.endswith(": 2")


@pytest.mark.parametrize(
    ("language", "title", "line"),
    [
        ("en", "All dice: 1 six-sided die", "4: 1 time,"), ("it", "Tutti i dadi: 1 dado a sei facce", "4: 1 volta,"),
        ("es", "Todos los dados: 1 dado de seis caras", "4: 1 vez,"),
    ],
)  # fmt: skip
def test_one_die_is_no_dice(language: str, title: str, line: str) -> None:
    kind = kind_of("ambush", 4)
    assert kind is not None
    said = group_said(assess_counts(kind, {4: 1}, "all", ""), {}, language)
    assert said.title == title
    assert any(face.said.startswith(line) for face in said.faces)
