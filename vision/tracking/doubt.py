"""When light or camera change under stands that stay: their places are held, unless they really differ afterwards.

A lamp that is switched throws other shadows, and the alignment then sees a marker some hundredths of a millimetre
elsewhere. What was settled before is as good as what would be settled after, so it is kept: two players never read two
numbers off one table that nobody touched.
"""

import numpy as np

from table.uncertainty import has_moved, has_turned
from vision.arrays import Bools, Floats, Indices
from vision.median import median
from vision.tracking.attention import Observed
from vision.tracking.book import Book
from vision.tracking.rest import LEAST_CM
from vision.tracking.trail import Trail

LIT = 0.05
"""A marker's contrast that differs by more from the usual, as against the others', is lit otherwise."""
LIT_S = 0.3
LEARN = 0.03
STEPPED_CM = 0.03
"""After a change of light a stand off by no more is where it was; after a step nobody can explain, LEAST_CM."""
YOUNG_FRAMES = 50
"""A mean of fewer frames is let go when a better one begins."""
DRIFTS = 2
"""One that stepped so often while it was in doubt is compared at once."""
CHECK_FRAMES, CHECK_DEG = 10, 0.6


def lights(book: Book, now: Observed, at_rest: Indices) -> Floats:
    """Return how bright the rows at rest are against what they usually are, the light of all of them apart: usually 1.

    A camera that opens its iris makes all brighter alike, and harms nothing.
    """
    rows = now.rows[at_rest]
    usual, contrast = book.contrast[rows], now.contrast[at_rest]
    known = usual > 0
    common = median(contrast[known] / usual[known]) if known.any() else 1.0
    brightness = contrast / max(common, 1e-6)
    book.contrast[rows[~known]] = brightness[~known]
    return np.asarray(brightness / book.contrast[rows])


def take_in(book: Book, now: Observed, some: Indices, off: Floats) -> None:
    """Let means take in one more frame; of those that a small step has begun anew the places are held."""
    rows = now.rows[some]
    young = dict(zip(rows.tolist(), book.rest.frames[rows] < YOUNG_FRAMES, strict=True))
    again = book.rest.take(rows, now.steady_px[some], now.covariance_px[some], off)
    if len(again):
        for row in again[book.doubt_cm[again] == 0]:
            book.doubt(np.array([row]), STEPPED_CM if young[int(row)] else LEAST_CM, bool(young[int(row)]))
        book.steps[again] += 1  # one that steps again while it is in doubt may be pushed slowly


def relight(book: Book, now: Observed, quiet: Indices, light: Floats, free: Bools) -> None:
    """Learn how bright markers usually are; average anew those that are lit otherwise for good."""
    rows, lit = now.rows[quiet], np.abs(light - 1) > LIT
    book.contrast[rows] *= np.where(lit, 1.0, 1 + LEARN * (light - 1))
    book.lit_s[rows] = np.where(lit & free, np.minimum(book.lit_s[rows], now.time_s), np.inf)
    for_good = now.time_s - book.lit_s[rows] >= LIT_S
    if for_good.any():
        some = rows[for_good]
        book.contrast[some] *= light[for_good]
        book.usual[some], book.lit_s[some] = now.agreement[quiet][for_good], np.inf
        book.doubt(some, STEPPED_CM)


def recheck(book: Book, now: Observed) -> None:
    """Compare stands that were in doubt with where they stood, once a few frames were averaged.

    One that stands elsewhere settles there anew: it may have been pushed while it was averaged.
    """
    for k, row in enumerate(now.rows):
        doubtful = book.doubt_cm[row] > 0 and book.still[row]
        if not (doubtful and (book.rest.frames[row] == CHECK_FRAMES or book.steps[row] >= DRIFTS)):
            continue
        book.steps[row] = 0
        track, before = book.tracks[row], book.tracks[row].stand
        (after,) = book.place(np.array([row]))
        least_cm, book.doubt_cm[row] = float(book.doubt_cm[row]), 0.0
        if before is None or track.trail is not None:
            continue
        if not (has_moved(before, after, least_cm) or has_turned(before, after, CHECK_DEG)):
            if book.young[row]:
                book.place_at[row] = 2 * CHECK_FRAMES
            else:
                track.stand = before
            continue
        track.trail = Trail(before, now.time_s)
        book.come_to_rest(int(row), now.steady_px[k], now.covariance_px[k])
        here = track.stand if track.stand is not None else after
        track.trail.add(now.time_s, here.x, here.y, here.heading_deg, gap=True)
