"""How high the ground is: level tops, slopes with and without a crest, and trenches."""

import math
from dataclasses import replace

import pytest

from table.errors import BadFile, BadGeometry
from table.ground import ground_height, half_over, height_on
from table.notation.terrain_file import format_terrain, parse_terrain
from table.stand import Stand
from table.terrain import Piece

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
CREST = ((18.0, 18.0), (22.0, 18.0), (22.0, 22.0), (18.0, 22.0))


def hill(top=None, crest=(), height_cm=4.0) -> Piece:
    return Piece("hill-1", "hill", SQUARE, height_cm, top, crest)


@pytest.mark.parametrize(
    ("piece", "place", "height_cm"),
    [
        (hill("level"), (11, 11), 4.0),
        (hill("level"), (9, 11), None),
        (hill("none"), (20, 20), None),
        (hill(), (20, 20), None),
        (hill("trench"), (20, 20), -4.0),
        (hill("slope"), (20, 20), 4.0),
        (hill("slope"), (15, 20), 2.0),
        (hill("slope", CREST), (19, 21), 4.0),
        (hill("slope", CREST), (14, 20), 2.0),
        (hill("slope", CREST), (10, 20), 0.0),
    ],
)
def test_height_on_a_piece(piece, place, height_cm):
    assert height_on(piece, place) == (None if height_cm is None else pytest.approx(height_cm))


def test_the_highest_counts_and_the_table_is_nought():
    steps = [hill("level", height_cm=2.5), Piece("hill-2", "hill", CREST, 5.0, "level"), hill("trench")]
    assert [ground_height(place, steps) for place in ((20, 20), (12, 12), (50, 50))] == [5.0, 2.5, 0.0]
    assert ground_height((20, 20), [hill("trench", height_cm=1.5)]) == -1.5


def test_tops_are_written_and_read_and_old_files_stay_as_they_were():
    pieces = (hill("slope", CREST), hill("level"), hill())
    named = tuple(Piece(f"h{k}", p.kind, p.polygon, p.height_cm, p.top, p.crest) for k, p in enumerate(pieces))
    text = format_terrain(named)
    assert parse_terrain(text) == named
    assert text.count("top = ") == 2
    assert text.count("crest = ") == 1
    assert "top" not in format_terrain(named[2:])
    assert "sigma" not in text, "a ruler's goes without saying"


def test_how_sure_a_height_is_is_written_and_read():
    proposed = replace(hill(), height_sigma_cm=0.12)
    assert parse_terrain(format_terrain((proposed,))) == (proposed,)
    with pytest.raises(BadFile, match="height_sigma_cm"):
        parse_terrain(format_terrain((proposed,)).replace("0.12", "0"))
    with pytest.raises(BadGeometry, match="height_sigma_cm must be a number above 0"):
        replace(proposed, height_sigma_cm=0.0)


def test_a_crest_outside_its_piece_is_refused():
    with pytest.raises(BadGeometry, match="its crest must lie inside"):
        hill("slope", ((5.0, 5.0), (12.0, 5.0), (12.0, 12.0)))


@pytest.mark.parametrize("degrees", range(1, 90, 11))
def test_a_crest_that_lies_on_the_outline_does_so_however_the_table_is_turned(degrees):
    turn = complex(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    on_the_edge = ((10.0, 14.0), (22.0, 18.0), (22.0, 22.0), (10.0, 26.0))

    def turned(ring):
        return tuple((there.real, there.imag) for there in (complex(x, y) * turn for x, y in ring))

    piece = Piece("hill-1", "hill", turned(SQUARE), 4.0, "slope", turned(on_the_edge))
    assert height_on(piece, turned(((10.5, 20.0),))[0]) == pytest.approx(4.0)
    outside = ((9.99, 14.0), (22.0, 18.0), (22.0, 22.0))
    with pytest.raises(BadGeometry, match="inside its outline"):
        Piece("hill-1", "hill", turned(SQUARE), 4.0, "slope", turned(outside))


@pytest.mark.parametrize(
    ("x", "z_cm", "tilt_deg", "top", "over"),
    [
        (10.0, 3.0, 0.0, "level", True),
        (10.0, 3.0, 0.0, None, True),
        (10.0, 1.5, 9.0, "level", True),
        (10.0, 0.0, 0.0, "level", False),  # beside it, as far as anybody knows
        (10.9, 3.0, 0.0, "level", False),
        (10.0, 1.0, 9.0, "slope", False),  # whose foot is no edge
    ],
)
def test_a_base_half_over_an_edge_is_told(x, z_cm, tilt_deg, top, over):
    hill = Piece("hill", "hill", ((10, 0), (30, 0), (30, 20), (10, 20)), 3.0, top)
    stand = Stand("a", "us", "soldier", x, 10, 0.0, 2.0, 2.0, z_cm=z_cm, tilt_x_deg=tilt_deg)
    assert half_over(stand, [hill]) == ((hill,) if over else ())
    assert half_over(replace(stand, width_cm=0.0, depth_cm=0.0), [hill]) == ()
