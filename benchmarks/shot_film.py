"""In which order figures fell: films of shots by chance, at several rates, through `vision.falls`, against the truth.

    python benchmarks/shot_film.py [--first SEED] [--films N]

Each film is drawn at 60 frames a second (1080p, 8 ms exposed) and read at 60, 30, 20 and 15, from each first frame on.
"""

import argparse
import itertools
import math

import cv2
import numpy as np
from cannon_film import cannon_film

from vision.falls import FilmFrame, order_of_falls

RATE_HZ = 60
STEPS = (1, 2, 3, 4)


def main(arguments: list[str] | None = None) -> None:
    """Print a row for each rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=10003)
    parser.add_argument("--films", type=int, default=10)
    asked = parser.parse_args(arguments)
    off_s: dict[int, list[float]] = {step: [] for step in STEPS}
    off_sigmas: dict[int, list[float]] = {step: [] for step in STEPS}
    counts = {step: np.zeros(6, int) for step in STEPS}  # figures, told, pairs, right, films, strikes right
    for seed in range(asked.first, asked.first + asked.films):
        film = cannon_film(seed, RATE_HZ)
        if not film.order:
            continue
        frames = [FilmFrame(f.time_s, np.asarray(cv2.cvtColor(f.picture, cv2.COLOR_BGR2GRAY))) for f in film]
        truth = {name: time_s for time_s, name in film.order}
        for step in STEPS:
            for begin in range(step):
                told = order_of_falls(frames[begin::step], film.world.view, film.world.roster, list(truth))
                pairs = list(itertools.combinations([began.name for began in told.order], 2))
                right = sum(truth[one] < truth[other] for one, other in pairs)
                struck = told.strike is not None and told.strike.name == film.order[0][1]
                counts[step] += (len(truth), len(told.order), len(pairs), right, 1, struck)
                for began in told.order:
                    off_s[step].append(began.time_s - truth[began.name])
                    off_sigmas[step].append(off_s[step][-1] / began.sigma_s)
    print("| frames a second | films | figures told | pairs in order | first struck | time off, ms rms | in sigmas |")
    print("|---|---|---|---|---|---|---|")
    for step in STEPS:
        figures, named, pairs, right, films, struck = counts[step]
        rms = [math.sqrt(float(np.mean(np.square(values)))) for values in (off_s[step], off_sigmas[step])]
        print(
            f"| {RATE_HZ // step} | {films} | {named}/{figures} | {right}/{pairs} | {struck}/{films} "
            f"| {1e3 * rms[0]:.0f} | {rms[1]:.2f} |"
        )


if __name__ == "__main__":
    main()
