"""Unnamed terrain is called by its kind and number in the reader's language, a name that players gave as given."""

import re

import pytest
from written_cases import case_named, cases_of, ruling_of

from referee.ruling_view import ruling_view
from referee.words.game_words import piece_said
from table.terrain import Piece
from web.plan_view import named_pieces

AREA = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        ("ambush", "hedge-1", ("hedge 1", "siepe 1", "seto 1")),
        ("yankee", "cultivated fields-12", ("cultivated fields 12", "campi coltivati 12", "campos cultivados 12")),
        ("ambush", "trench", ("trench", "trincea", "trinchera")),
        ("ambush", "garden hedge", ("garden hedge", "siepe del giardino", "seto del jardín")),  # our own demo's
        ("ambush", "the old mill", ("the old mill",) * 3),
        ("rommel", "mines-1--3,1", ("mines 1", "mine 1", "minas 1")),  # one a hex
        ("ancients", "wood-4,-2", ("wood", "bosco", "bosque")),
        ("ambush", "orchard-1", ("orchard-1",) * 3),  # no kind of terrain: somebody named it
        ("ambush", "siepe-1", ("siepe-1",) * 3),
    ],
)
def test_a_piece_is_called_by_its_kind_unless_it_was_named(game: str, name: str, said: tuple[str, ...]) -> None:
    assert tuple(piece_said(game, name, language) for language in ("en", "it", "es")) == said


def test_the_plan_keeps_a_piece_s_name_and_says_another() -> None:
    (piece,) = named_pieces([Piece("hedge-1", "hedge", AREA, 1.5)], "ambush", "it")
    assert (piece.name, piece.said) == ("hedge-1", "siepe 1")


def test_a_ruling_says_it_and_its_drawing_keeps_it() -> None:
    ruling = ruling_of(case_named("ambush", "cover-hedge-2.1-blocked"))
    labels = {shape.label for shape in ruling.geometry}
    for language, said in (("en", "hedge 1"), ("it", "siepe 1"), ("es", "seto 1")):
        view = ruling_view(ruling, language=language)
        told = " ".join(check.sentence.lower() for check in view.checks)
        assert said in told
        assert "hedge-1" not in told
        assert {shape.label for shape in view.geometry} == labels


@pytest.mark.ci
@pytest.mark.parametrize("game", ["ambush", "yankee"])
def test_no_ruling_of_a_case_says_a_name_that_nobody_gave(game: str) -> None:
    for case in cases_of(game):
        names = {p.name for p in case.snapshot.pieces if piece_said(game, p.name, "it") != p.name}
        view = ruling_view(ruling_of(case), language="it")
        said = [view.sentence, *(check.sentence for check in view.checks), *(it["sentence"] for it in view.effects)]
        if view.number:
            said.append(view.number.of)
        assert [line for line in said for name in names if name in re.split(r"[ .,:;()]+", line)] == [], case.name


@pytest.mark.parametrize(
    ("game", "name", "language", "said"),
    [
        ("ancients", "advances-into-a-river", "en", "F5 cannot be entered: river"),
        ("ancients", "advances-into-a-river", "it", "In F5 non si entra: fiume"),
        ("ancients", "advances-into-a-river", "es", "En F5 no se entra: río"),
    ],
)
def test_it_is_said_which_terrain_it_is(game: str, name: str, language: str, said: str) -> None:
    view = ruling_view(ruling_of(case_named(game, name)), language=language)
    assert said in [check.sentence for check in view.checks]


def test_what_bars_a_way_back_is_said() -> None:
    view = ruling_view(ruling_of(case_named("yankee", "found-recoil-river-too-close")), language="it")
    said = " ".join(check.sentence for check in view.checks)
    assert "arrivare a fiume 1, terreno" in said
    assert "river-1" not in said
