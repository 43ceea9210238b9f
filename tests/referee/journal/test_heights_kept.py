"""A journal keeps how high stands are and where one may stand, and writes flat tables as it always did."""

from referee.journal.stands import piece_data, piece_from, stand_data, stand_from
from table.stand import Stand
from table.terrain import Piece

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def test_a_stand_on_a_slope_comes_back() -> None:
    leaning = {"tilt_x_deg": -7.0, "tilt_y_deg": 3.0, "sigma_tilt_deg": 0.4}
    stand = Stand("a", "us", "soldier", 1.0, 2.0, 30.0, z_cm=2.5, sigma_z_cm=0.1, **leaning)
    assert stand_from(stand_data(stand)) == stand
    assert not {"z_cm", "sigma_z_cm", *leaning} & set(stand_data(Stand("a", "us", "soldier", 1, 2)))


def test_a_piece_s_top_comes_back() -> None:
    hill = Piece("hill", "hill", SQUARE, 4.0, "slope", ((3.0, 3.0), (6.0, 3.0), (6.0, 6.0)), 0.12)
    assert piece_from(piece_data(hill)) == hill
    assert set(piece_data(Piece("hill", "hill", SQUARE, 4.0))) == {"name", "kind", "polygon", "height_cm"}
