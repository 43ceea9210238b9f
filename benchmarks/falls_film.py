"""Films of shots held against the truth: in which order figures first moved, and whom the shell struck first."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from cannon_film import CannonFilm, cannon_film
from cannon_pair import cannon_world
from cannon_truth import first_moves
from falls_score import share

from vision.falls import FilmFrame, order_of_falls

SIZE_PX = (1920, 1080)
RATES_HZ = (60.0, 30.0)


@dataclass(frozen=True)
class FilmScore:
    """One film judged: pairs of figures whose beginnings lie more than a frame apart, and the first strike."""

    seed: int
    rate_hz: float
    pairs: int
    right: int
    untold: int
    struck: str | None
    said: str | None
    strike_cm: float | None


def score_film(film: CannonFilm) -> FilmScore:
    """Let the detector follow a film, told who fell or moved, and hold its order against the truth."""
    begun = {name: when for when, name in film.order}
    frames = (FilmFrame(frame.time_s, frame.picture) for frame in film)
    seen = order_of_falls(frames, film.world.view, film.world.roster, list(begun))
    place = {began.name: k for k, began in enumerate(seen.order)}
    apart = [
        (one, other)
        for (a, one), (b, other) in combinations(film.order, 2)
        if b - a > 1 / film.rate_hz and one in place and other in place
    ]
    right = sum(place[one] < place[other] for one, other in apart)
    strike, strike_cm = seen.strike, None
    if strike is not None:
        strike_cm = math.dist((strike.x, strike.y), film.strike_cm[:2])
    return FilmScore(
        film.world.seed, film.rate_hz, len(apart), right, len(begun) - len(place), film.struck,
        strike.name if strike is not None else None, strike_cm,
    )  # fmt: skip


def film_table(seeds: Iterable[int]) -> str:
    """Return what films of these seeds show at each rate; only shots in which two or more figures move."""
    heads = (
        "frames/s, 1080p",
        "films",
        "pairs in the right order (95 %)",
        "not told when",
        "struck first: right",
        "none",
    )
    lines, notes = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"], []
    films = [seed for seed in seeds if len(first_moves(cannon_world(seed, SIZE_PX, disturbed=False).shot)) >= 2]
    for rate_hz in RATES_HZ:
        some = [score_film(cannon_film(seed, rate_hz, SIZE_PX)) for seed in films]
        told = [s for s in some if s.said is not None and s.struck is not None]
        right = sum(s.said == s.struck for s in told)
        none = sum(s.said is None for s in some if s.struck is not None)
        lines.append(
            f"| {rate_hz:.0f} | {len(some)} | {share(sum(s.right for s in some), sum(s.pairs for s in some))} "
            f"| {sum(s.untold for s in some)} | {share(right, len(told))} | {none} |"
        )
        wrong = [f"{s.seed}: {s.said} for {s.struck}" for s in told if s.said != s.struck]
        wrong += [f"{s.seed}: {s.right}/{s.pairs} pairs" for s in some if s.right < s.pairs]
        notes += [f"- {rate_hz:.0f} frames/s, seed {words}" for words in wrong]
    return "\n".join([*lines, "", *notes])
