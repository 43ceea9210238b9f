"""A card of a shot from a hill: over the picture everything is drawn where it shows it, on the map where it stands."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import card_at
from referee.evidence.card_text import told
from referee.evidence.frames import kept_frame
from referee.evidence.plan import draw_plan
from referee.evidence.window import deciding_window
from table.frame import SquareBoard
from table.leaning import leaned
from table.terrain import Piece

CAMERA = (58.0, 47.0, 150.0)
HILL = Piece("hill", "hill", ((90.0, 40.0), (110.0, 40.0), (110.0, 60.0), (90.0, 60.0)), 5.0, "level")


@pytest.fixture
def card(played: Any) -> EvidenceCard:
    """The card of a shot at Weber, who is told to be 4 cm up."""
    match, rectangle = played.match, (-7.0, -7.0, 127.0, 107.0)
    match.see(match.current.measured, (), lambda: kept_frame(played.frames, lambda: played.jpeg, rectangle, (), CAMERA))
    match.declare("Miller", "Weber")
    card = card_at(played.journal, played.journal.length)
    weber = replace(card.table.stand("Weber"), z_cm=4.0)
    return replace(card, table=replace(card.table.with_stand(weber), pieces=(HILL,)))


@pytest.mark.ci
def test_the_journal_keeps_where_the_lens_was(card: EvidenceCard) -> None:
    assert card.frame is not None
    assert card.frame.camera_cm == CAMERA


def test_over_the_picture_what_is_high_leans(card: EvidenceCard) -> None:
    plain = deciding_window(card, 800, 480)
    window = plain.over_photograph(card)
    weber, miller = card.table.stand("Weber"), card.table.stand("Miller")
    assert window.at(weber.centre) == pytest.approx(plain.at(leaned(weber.centre, 4.0, CAMERA)))
    assert window.at(miller.centre) == pytest.approx(plain.at(miller.centre))
    assert window.at((95.0, 45.0)) == pytest.approx(plain.at(leaned((95.0, 45.0), 5.0, CAMERA))), "the ground"
    assert window.at((95.0, 45.0), 0.0) == pytest.approx(plain.at((95.0, 45.0))), "a piece's foot"
    middle = np.mean(window.parts(weber)[0], axis=0)
    assert tuple(middle) == pytest.approx(window.at(weber.centre))


def test_nothing_leans_that_is_flat_or_of_which_nobody_knows_how_it_was_seen(card: EvidenceCard) -> None:
    window = deciding_window(card, 800, 480)
    assert card.frame is not None
    for flat in (
        replace(card, frame=None),
        replace(card, frame=card.frame.model_copy(update={"camera_cm": None})),
        replace(card, table=replace(card.table.with_stand(replace(card.table.stand("Weber"), z_cm=0.0)), pieces=())),
        replace(card, table=replace(card.table, board=SquareBoard((0.0, 0.0), 5.0, 8, 18))),
    ):
        assert window.over_photograph(flat) is window


@pytest.mark.ci
def test_the_drawing_leans_over_the_photograph_alone(card: EvidenceCard, played: Any) -> None:
    assert card.frame is not None
    unknown = replace(card, frame=card.frame.model_copy(update={"camera_cm": None}))

    def drawn(of: EvidenceCard, jpeg: bytes | None) -> np.ndarray:
        return np.asarray(draw_plan(of, told(of), jpeg, 400, 240)).astype(int)

    assert (np.abs(drawn(card, played.jpeg) - drawn(unknown, played.jpeg)) > 40).any(axis=2).sum() > 200
    assert (drawn(card, None) == drawn(unknown, None)).all()
