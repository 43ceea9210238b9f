"""A film of a shot: who moved first, through flicker, a pushed board and a shell that crosses a marker."""

import cv2
import numpy as np
import pytest
from cannon_pair import CannonPair, cannon_pair

from table.errors import BadInput
from table.stand import Stand
from vision.falls.board_picture import read_board
from vision.falls.film import FilmSeen, first_for_good, order_of_falls, read_film
from vision.falls.follower import FilmFrame, FilmTracks

RATE_HZ = 50.0


@pytest.fixture(scope="module")
def pair() -> CannonPair:
    return cannon_pair(10036, (1920, 1080), disturbed=False)


@pytest.fixture(scope="module")
def standing(pair: CannonPair) -> list[Stand]:
    """Everyone whose marker the picture shows, well inside it."""
    seen = read_board(pair.before, pair.view, pair.roster, "before")
    return list(seen.stands.values())


def film(pair: CannonPair, starts: dict[str, int], count: int = 16, push_px: int = 0) -> list[FilmFrame]:
    """Return the picture before, again and again, in flickering light, figures sliding away from a frame on."""
    dice = np.random.default_rng(3)
    still = cv2.cvtColor(pair.before, cv2.COLOR_BGR2GRAY).astype(np.float32)
    at = {entry.name: entry.marker for entry in pair.roster.entries}
    markers = read_board(pair.before, pair.view, pair.roster, "before").markers
    frames = []
    for k in range(count):
        picture = still.copy()
        for name, first in starts.items():
            if k >= first:
                u, v = np.rint(markers[at[name]].centre_px).astype(int)
                slid = picture[v - 14 : v + 15, u - 14 + 3 * (k - first + 1) : u + 15 + 3 * (k - first + 1)].copy()
                picture[v - 14 : v + 15, u - 14 : u + 15] = slid
        if push_px and k >= count // 2:
            picture = np.roll(picture, push_px, axis=1)
        picture = picture * dice.uniform(0.9, 1.1) + dice.normal(0, 1.5, picture.shape)
        frames.append(FilmFrame(k / RATE_HZ, np.clip(picture, 0, 255).astype(np.uint8)))
    return frames


@pytest.mark.ci
def test_the_order_is_told_within_a_frame(pair: CannonPair, standing: list[Stand]):
    first, second, third = (standing[k].name for k in (0, len(standing) // 2, -1))
    told = order_of_falls(
        film(pair, {third: 4, first: 7, second: 10}), pair.view, pair.roster, [first, second, third]
    )  # fmt: skip
    assert [began.name for began in told.order] == [third, first, second]
    for began, frame in zip(told.order, (4, 7, 10), strict=True):
        assert abs(began.time_s - (frame - 0.5) / RATE_HZ) < 0.5 / RATE_HZ
    assert told.frame_s == pytest.approx(1 / RATE_HZ)
    assert min(began.confidence for began in told.order) > 0.9
    assert told.strike is not None
    struck = next(stand for stand in standing if stand.name == third)
    assert told.strike.name == third
    assert (told.strike.x, told.strike.y) == pytest.approx(struck.centre, abs=0.01)
    assert told.notes == ()


@pytest.mark.ci
def test_a_pushed_board_moves_nobody(pair: CannonPair, standing: list[Stand]):
    names = [stand.name for stand in standing]
    told = order_of_falls(film(pair, {}, 8, push_px=3), pair.view, pair.roster, names)
    assert told.order == ()
    assert set(told.untold) == set(names)
    assert told.strike is None


@pytest.mark.ci
def test_frames_of_another_size_are_refused(pair: CannonPair):
    frames = [FilmFrame(0.0, pair.before), FilmFrame(0.1, pair.before[:-2])]
    with pytest.raises(BadInput, match="differ in size"):
        order_of_falls(frames, pair.view, pair.roster, [])


def followed(away: dict[str, list[float]], step_s: float = 0.02) -> FilmTracks:
    count = len(next(iter(away.values())))
    quiet = {f"quiet-{k}": [0.0] + [0.002] * (count - 1) for k in range(5)}
    both = {**away, **quiet}
    return FilmTracks(
        np.arange(count) * step_s, dict.fromkeys(both, (1.0, 2.0)),
        {name: np.array(cm) for name, cm in both.items()}, {name: np.ones(count) for name in both},
    )  # fmt: skip


def test_two_that_begin_in_the_same_frame_have_no_order():
    told = read_film(followed({"a": [0, 0, 0, 1, 1, 1], "b": [0, 0, 0, 1, 1, 1]}), ["a", "b"])
    assert told.order[0].confidence == pytest.approx(0.5)
    assert "too close together" in told.notes[0]


def test_a_frame_apart_is_likelier_than_not_and_three_are_sure():
    one, three = (
        read_film(followed({"a": [0, 0, 1] + [1] * 6, "b": [0] * (2 + apart) + [1] * (7 - apart)}), ["a", "b"])
        for apart in (1, 3)
    )
    assert 0.7 < one.order[0].confidence < three.order[0].confidence == 0.95


def test_slow_frames_tell_no_order_and_say_so():
    told = read_film(followed({"a": [0, 0, 1, 1]}, step_s=0.2), ["a"])
    assert told == FilmSeen(untold=("a",), notes=("5 frames a second are too few to tell who moved first",))


def test_who_moved_before_the_film_begins_leaves_the_strike_unknown():
    told = read_film(followed({"a": [1, 1, 1, 1], "b": [0, 0, 1, 1]}), ["a", "b"])
    assert told.strike is None
    assert told.untold == ("a",)


@pytest.mark.parametrize(
    ("moving", "first"),
    [
        ([0, 0, 0, 0], None),
        ([0, 0, 1, 0, 0, 0], None),  # the shell's streak over a marker
        ([0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1], 6),
        ([0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1], 3),
        ([1, 1, 1, 1], 0),
    ],
)
def test_only_what_stays_away_has_begun(moving: list[int], first: int | None):
    assert first_for_good(np.array(moving, dtype=bool)) == first


def test_no_frames_at_all_tell_nothing(pair: CannonPair):
    told = order_of_falls([], pair.view, pair.roster, ["a"])
    assert told.untold == ("a",)
    assert "no frames" in told.notes[0]
