"""The card of a ruling on squares: it draws the refused square, the cannon's zone, and each square's number."""

from typing import Any

import pytest
from board_session import OCCASION, SIDES, Hands
from shapely import Point, Polygon

from referee.evidence.card import EvidenceCard
from referee.evidence.card_lookup import card_at
from referee.evidence.ground import draw_grid
from referee.evidence.ink import Canvas
from referee.evidence.window import deciding_window
from referee.journal.store import TemporaryJournal
from referee.match_info import MatchInfo
from referee.words.house_values import value_word
from table.squares import Square, centre_of

SOLDIERS = {"a01": "A-36", "a02": "A-45", "g01": "G-36", "g02": "G-01"}
IN_THE_WAY = {"type": "move", "steps": [{"from": "A-36", "to": "A-45"}]}
SHOT = {"type": "shot", "side": "allies", "fallen": [{"square": "G-36", "cause": "direct"}]}


def card_of(action: Any, **settings: Any) -> EvidenceCard:
    info = MatchInfo(game=OCCASION.game, title="", verb="", sides=SIDES, settings=settings)
    with TemporaryJournal() as journal:
        hands = Hands(SOLDIERS, info, journal=journal)
        hands.session.act(lambda match: match.declare_action(action))
        return card_at(journal, 2)


def place(card: EvidenceCard, square: str) -> tuple[float, float]:
    return centre_of(card.table.board, Square.parse(square))  # type: ignore[arg-type]


def test_the_step_that_is_refused_is_drawn() -> None:
    card = card_of(IN_THE_WAY)
    assert card.ruling.verdict == "refused"
    assert [shape.points for shape in card.ruling.geometry] == [(place(card, "A-36"), place(card, "A-45"))]


@pytest.mark.parametrize(
    ("zone", "parts", "within"),
    [("standard", 1, {"G-36"}), (["G-01", "G-02", "G-36"], 2, {"G-01", "G-36"}), ("all", 0, set())],
)
def test_the_zone_in_which_losses_count_is_drawn(zone: Any, parts: int, within: set[str]) -> None:
    card = card_of(SHOT, zone=zone)
    drawn = [Polygon(shape.points) for shape in card.ruling.geometry if shape.role == "zone"]
    assert len(drawn) == parts
    held = {
        square for square in ("G-01", "G-36", "A-36") for part in drawn if part.contains(Point(place(card, square)))
    }
    assert held == within


class Written(Canvas):
    """A canvas that keeps what was written on it."""

    def __init__(self) -> None:
        super().__init__(1, 1)
        self.texts: list[str] = []

    def text(self, at: Any, said: str, *given: Any, **more: Any) -> None:
        self.texts.append(said)


def test_each_square_has_its_number_where_the_picture_shows_what_decided() -> None:
    card, canvas = card_of(IN_THE_WAY), Written()
    draw_grid(canvas, card, deciding_window(card, 1600, 1000))
    assert {"36", "45"} <= set(canvas.texts)


def test_an_option_that_nobody_set_is_no_word_of_the_programs() -> None:
    """Rommel's weather of a single case: the form of an appeal offers what it was."""
    assert value_word("rommel", "today", None, "it") == "–"
