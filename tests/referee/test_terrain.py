"""The terrain of a match: what may be laid, what a journal keeps, what a kind is usually like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen_text import seen

from referee.terrain.agreed_terrain import AgreedTerrain, check_pieces, piece_of, terrain_data, terrain_from
from referee.terrain.proposer import CROWNS, LOOSE_CM, USUAL_HEIGHT_CM, hiding, hints_of, kinds_of, usual_height_cm
from referee.words.translation import section
from rules.ambush.obstacles import book_table
from rules.yankee.terrain import house_table
from table.errors import BadInput
from table.notation.terrain_file import format_terrain, parse_terrain
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

places = st.floats(-1000, 1000, allow_nan=False)
texts = seen(1, 30)


@st.composite
def laid_pieces(draw) -> tuple[Piece, ...]:
    """Draw pieces of any name and kind, triangles that are none too thin."""
    pieces = []
    for name in draw(st.lists(texts, unique=True, max_size=5)):
        x, y, size = draw(places), draw(places), draw(st.floats(0.1, 50))
        ring = ((x, y), (x + size, y), (x + size / 3, y + size))
        pieces.append(Piece(name, draw(texts), ring, draw(st.floats(0, 100))))
    return tuple(pieces)


@pytest.mark.ci
@given(laid_pieces())
def test_terrain_toml_is_read_as_it_was_written(pieces):
    assert parse_terrain(format_terrain(pieces)) == pieces


@pytest.mark.ci
@given(laid_pieces(), st.booleans(), st.integers(0, 10**6))
def test_a_journal_keeps_terrain_as_it_was(pieces, locked, version):
    laid = AgreedTerrain(pieces, locked, version)
    assert terrain_from(terrain_data(laid)) == laid


def test_every_kind_that_is_offered_has_a_word():
    known = {*book_table(), *house_table(), "road"}
    assert {*section("word.terrain", "en", "ambush"), *section("word.terrain", "en", "yankee")} == known
    assert set(section("word.terrain", "en")) < known
    assert set(kinds_of("ambush")) == set(book_table())
    assert set(kinds_of("yankee")) == set(house_table())
    assert {*kinds_of(""), "road"} == known, "a road is what the players agree on"
    assert kinds_of("ambush", {"terrain": {"bocage": {}}})[-1] == "bocage"
    assert {*USUAL_HEIGHT_CM, *LOOSE_CM, *CROWNS} <= known
    assert (usual_height_cm("house"), usual_height_cm("stream"), usual_height_cm("bocage")) == (6.0, 0.0, 0.0)


def test_hints_follow_kind_and_height():
    assert hints_of("wood", 6.0, (1, 2, 150)).loose_cm == 5.0
    assert hints_of("wood", 6.0).crown
    assert hints_of(None, 0.0) == hints_of("house", 0.0)


@pytest.mark.parametrize(
    "ring", [((10, 10), (20, 20), (20, 10), (10, 20)), ((1, 1), (2, 2), (3, 3)), ((1, 1), (1, 1), (2, 2))]
)
def test_an_outline_that_is_none_is_said_in_words_that_can_be_translated(ring):
    with pytest.raises(BadInput, match="must be simple") as caught:
        piece_of("wood-1", "wood", ring, 0.0)
    assert caught.value.values == {"name": "wood-1"}


def test_a_piece_may_hang_over_the_edge_and_not_lie_beside_the_table():
    over = Piece("a", "wood", ((-10, 10), (10, 10), (10, 20)))
    check_pieces([over], 120, 100)
    beside = Piece("a", "wood", ((-12, 10), (-2, 10), (-2, 20)))
    with pytest.raises(BadInput, match="does not lie on the table"):
        check_pieces([beside], 120, 100)
    far = Piece("a", "wood", ((-25, 10), (10, 10), (10, 20)))
    with pytest.raises(BadInput, match="does not lie on the table"):
        check_pieces([far], 120, 100)


def test_laid_terrain_takes_the_place_of_the_measured_table_s():
    wood = Piece("w", "wood", ((1, 1), (5, 1), (5, 5)))
    table = Snapshot(120, 100, pieces=(wood,))
    assert AgreedTerrain((wood,)).on(table) is table
    assert AgreedTerrain(()).on(table).pieces == ()
    assert AgreedTerrain().with_pieces([wood]).with_lock(True) == AgreedTerrain((wood,), True, 2)


def test_stands_hide_their_base_and_the_card_behind_it():
    outline, base = hiding([Stand("s", "us", "soldier", 50, 50, 90, 2, 1.6)])
    assert min(y for _, y in outline) == pytest.approx(50 - 0.8 - 3.6)
    assert max(y for _, y in outline) == pytest.approx(50 + 0.8 + 0.4)
    assert len(base) == 4
