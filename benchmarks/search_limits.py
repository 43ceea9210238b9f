"""How far the search goes: drawn markers ever more blurred, shadowed and covered, and how many of sixty are found.

    python benchmarks/search_limits.py

Once with sixty ids waited for, a roster's worth, and once with all 250. A blur is the sigma of a Gaussian in modules; a
module's own width across is 2.35 of it (full width at half maximum).
"""

import sys

import click
import drawn
import numpy as np

from vision.dictionary import dictionary, patterns
from vision.markers import find_markers

BITS = patterns(dictionary("4x4_250"))
CASES = {
    **{f"blur {blur:g} module, {side} px a side": {"side_px": side, "blur_px": blur * side / 6}
       for blur, side in ((0.42, 14), (0.42, 36), (0.7, 14), (0.7, 20), (0.85, 20), (1.0, 20), (1.0, 36))},
    **{f"one shadow's edge over a card, {100 * dark:.0f} % dark, {side} px":
       {"side_px": side, "shadow": dark, "stripe_px": 2.0 * side}
       for dark, side in ((0.4, 14), (0.6, 14), (0.4, 20), (0.6, 20), (0.75, 20), (0.75, 36))},
    **{f"hard shadows that cross, {100 * dark:.0f} % dark, {side} px": {"side_px": side, "shadow": dark}
       for dark, side in ((0.4, 20), (0.5, 20), (0.5, 28), (0.6, 20), (0.75, 20))},
    **{f"{100 * share:.0f} % covered, {side} px": {"side_px": side, "cover": share}
       for share, side in ((0.05, 24), (0.1, 24), (0.2, 24), (0.1, 40))},
}  # fmt: skip
DRAWS, EACH = 3, 20


def searched(case: dict[str, float], roster: bool) -> tuple[int, int, int, int]:
    """Return how many were found, misread, off by more than 2 px, and said not to be plain to see."""
    found = misread = far = told = 0
    for seed in range(DRAWS):
        dice = np.random.default_rng([seed, int(case["side_px"])])
        it = drawn.draw(BITS, drawn.Conditions(**case), dice, EACH, (900, 700))
        wanted = [*it.corners_px, *range(3, 203, 5)] if roster else range(250)
        for marker in find_markers(it.grey, "4x4_250", wanted):
            if marker.id not in it.corners_px:
                misread += 1
                continue
            found += 1
            far += bool(np.abs(marker.corners_px - it.corners_px[marker.id]).max() > 2)
            told += marker.hidden >= 0.05 or marker.sigma_px > 0.05
    return found, misread, far, told


def main() -> None:
    """Print the table."""
    print(f"| of {DRAWS * EACH} markers | found (60 ids / 250) | misread | off by > 2 px | said not to be plain |")
    print("|---|---|---|---|---|")
    with click.progressbar(CASES.items(), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for name, case in bar:
            both = list(zip(searched(case, True), searched(case, False), strict=True))
            print(f"| {name} | " + " | ".join(f"{a} / {b}" for a, b in both) + " |", flush=True)


if __name__ == "__main__":
    main()
