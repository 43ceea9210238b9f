"""A filmed shot: what moves first in the pictures is what the truth says moved first."""

import math
from itertools import pairwise

import numpy as np
import pytest
from cannon_film import CannonFilm, cannon_film, film_state, shell_at

SIZE = (960, 540)


@pytest.fixture(scope="module")
def film() -> CannonFilm:
    return cannon_film(20203, 60.0, SIZE)  # three fall


@pytest.mark.prove
def test_the_figures_begin_to_move_in_the_pictures_when_the_truth_says(film: CannonFilm):
    frames = list(film)
    camera = film.world.camera
    start = {figure.name: figure for figure in film.world.start.figures}
    quiet = [frame for frame in frames if frame.time_s < -0.02]
    assert len(quiet) >= 10
    for when, name in film.order:
        ((u, v),) = camera.project([(start[name].x, start[name].y, 2.56)]).round().astype(int)
        window = (slice(max(v - 5, 0), v + 6), slice(max(u - 5, 0), u + 6))
        still = np.mean([f.picture[window].astype(float) for f in quiet], axis=0)
        away = {f.time_s: np.abs(f.picture[window] - still).mean() / still.mean() for f in frames}
        noise = max(away[f.time_s] for f in quiet)
        after = [away[t] for t in away if t > when + 0.25]
        assert max(away[t] for t in away if t < when - film.exposure_s) < 3 * noise + 0.1
        if math.dist((start[name].x, start[name].y), _place(film, name)) > 0.5:
            assert min(after) > 2 * noise


def _place(film: CannonFilm, name: str) -> tuple[float, float]:
    end = next((f for f in film.world.after.figures if f.name == name), None)
    return (-50.0, -50.0) if end is None or not end.stands else (end.x, end.y)


@pytest.mark.ci
def test_order_and_strike_are_told(film: CannonFilm):
    times = [when for when, _ in film.order]
    assert times == sorted(times)
    assert film.struck == film.order[0][1]
    assert film.order[0][0] == pytest.approx(film.strike_s)
    assert film.times_s[0] < 0 < film.strike_s < film.times_s[-1]
    assert np.diff(film.times_s) == pytest.approx(np.full(len(film.times_s) - 1, 1 / 60))


@pytest.mark.ci
def test_the_shell_flies_from_the_muzzle_and_ends_where_it_rests(film: CannonFilm):
    legs, shell = film.world.shot.legs, film.world.shell
    assert shell_at(legs, shell, -1.0, 0.008) is None
    flying = shell_at(legs, shell, legs[0].start_s + 0.01, 0.008)
    assert math.hypot(*flying.streak_cm) == pytest.approx(900 * 0.008, rel=0.05)
    for one, following in pairwise(legs):
        assert one.end_cm == following.start_cm
        assert one.end_s == following.start_s
    end = film_state(film.world, film.times_s[-1], 0.008)
    if film.world.shot.rest_cm is not None:
        assert (end.shells[-1].x, end.shells[-1].y) == film.world.shot.rest_cm
    assert end.figures == film.world.after.figures
