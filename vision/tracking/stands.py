"""The roster's stands from frame to frame: those at rest all at once, the few that need attention one by one."""

from collections.abc import Sequence

import numpy as np

from table.roster import Roster
from table.terrain import Piece
from vision.arrays import Floats, Indices
from vision.markers import MarkerSeen
from vision.table_view import TableView
from vision.tracking.attention import SHAKEN, LookNear, Observed, Search, attend
from vision.tracking.book import SETTLED_FRAMES, Book
from vision.tracking.doubt import LIT, lights, recheck, relight, take_in
from vision.tracking.frame_report import Path, TrackSeen
from vision.tracking.rest import Verdict
from vision.tracking.track import FREE_S, HANDED_S
from vision.watchman import Watch

CLEAN_DROP, CLEAN_HIDDEN = 0.03, 0.05
"""A frame that fits so much worse than usual, or shows so much less, is kept out of the mean."""
LEARN = 0.02
MASS_SHARE, MASS_LEAST, MASS_S = 0.4, 3, 2.0
"""When so many stands move alike in one frame it is the camera, unless it goes on for so long."""
GONE_BUSY_S = 0.5


class Stands:
    """All stands of a roster: rows are the roster's entries in order."""

    def __init__(self, roster: Roster, view: TableView, lost_after_s: float, terrain: Sequence[Piece] = ()) -> None:
        self.book = Book(roster, view, lost_after_s, terrain)
        self._mass_s: float | None = None
        self._said: tuple[TrackSeen, ...] = ()

    def found(self, marker: MarkerSeen, time_s: float) -> None:
        """Say where a search found a marker; one that is followed where it is stays there."""
        book, row = self.book, self.book.row[marker.id]
        if not (book.known[row] and book.seen_s[row] >= time_s):
            book.find(row, marker.corners_px, time_s)

    def turn_back(self, time_s: float) -> None:
        """Know that the clock was set back."""
        self.book.turn_back(time_s)
        self._mass_s = None

    def missing_px(self) -> Floats:
        """Return where stands were that are not there now (K, 2) px."""
        rows = [track.row for track in self.book.tracks if track.phase == "absent"]
        return np.asarray(self.book.last_px[rows].mean(axis=1)).reshape(-1, 2)

    def busy(self, time_s: float) -> bool:
        """Whether anything moves, is not settled yet, or has just gone."""
        book = self.book
        unsettled = book.still & (book.rest.frames < SETTLED_FRAMES) & (book.doubt_cm == 0)
        going = book.known & ~book.still & (time_s - book.seen_s < GONE_BUSY_S)
        return bool(unsettled.any() or going.any()) or any(
            track.trail is not None and book.still[track.row] for track in book.tracks
        )

    def missed(self, time_s: float) -> bool:
        """Whether a stand at rest was not seen where it was in this frame: it has gone, or moved, or it flickers."""
        book = self.book
        return bool((book.still & ((book.seen_s < time_s) | book.rest.in_question)).any())

    def seen(self) -> tuple[TrackSeen, ...]:
        """Return what is said of each stand that was seen at least once; the same tuple while nothing changes."""
        said = tuple(track.seen() for track in self.book.tracks if track.stand is not None)
        if len(said) != len(self._said) or any(a is not b for a, b in zip(said, self._said, strict=True)):
            self._said = said
        return self._said

    def take(self, now: Observed, watch: Watch, look_near: LookNear) -> tuple[Path, ...]:
        """Take in one frame; return the ways that ended with it."""
        book, rows = self.book, now.rows
        if not len(rows):
            return ()
        at_rest = np.flatnonzero(book.still[rows] & now.stays)
        light = lights(book, now, at_rest)
        lit = np.abs(light - 1) > LIT
        disturbed = not (watch.camera_still and watch.sharp)
        coarser = np.where(lit | book.unsure(rows[at_rest]) | disturbed, SHAKEN, 1.0)
        verdict = book.rest.look(rows[at_rest], now.steady_px[at_rest], now.covariance_px[at_rest], coarser)
        if self._is_camera(verdict, now.time_s):
            book.last_px[rows[at_rest]], book.seen_s[rows[at_rest]] = now.corners_px[at_rest], now.time_s
            return ()
        quiet, moved = np.zeros((2, len(rows)), dtype=bool)
        quiet[at_rest], moved[at_rest] = ~verdict.beyond, verdict.moved
        self._keep(now, at_rest, verdict, light, watch.camera_still)
        attended = np.array([book.tracks[row].trail is not None for row in rows]) | book.candidate[rows]
        moves: list[Path] = []
        search = Search(look_near, watch.steady_px, self.found)
        to_attend = ~quiet | attended
        if not watch.sharp:  # a small marker cannot be read then, and nobody has touched its stand
            to_attend &= ~book.still[rows] | moved | (book.hand_s[rows] > book.seen_s[rows] - HANDED_S)
        for k in np.flatnonzero(to_attend):
            path = attend(book, now, int(k), bool(quiet[k]), bool(moved[k]), search)
            if path is not None:
                moves.append(path)
        recheck(book, now)
        book.place_due()
        return tuple(moves)

    def _is_camera(self, verdict: Verdict, time_s: float) -> bool:
        """Whether so many stands seem to move alike that it is the camera, not they."""
        beyond = verdict.off[verdict.beyond, :2]
        if len(beyond) < max(MASS_LEAST, MASS_SHARE * len(verdict.off)):
            self._mass_s = None
            return False
        alike = np.median(np.linalg.norm(beyond - np.median(beyond, axis=0), axis=1))
        if alike > 0.5 * np.linalg.norm(np.median(beyond, axis=0)):
            return False
        self._mass_s = time_s if self._mass_s is None else self._mass_s
        return time_s - self._mass_s < MASS_S

    def _keep(self, now: Observed, at_rest: Indices, verdict: Verdict, light: Floats, camera_still: bool) -> None:
        """Let the means of those at rest take in this frame, where it is as good as the others."""
        book = self.book
        quiet = at_rest[~verdict.beyond]
        rows = now.rows[quiet]
        agreement, hidden = now.agreement[quiet], now.hidden[quiet]
        book.last_px[rows], book.seen_s[rows], book.speed_px[rows] = now.corners_px[quiet], now.time_s, 0.0
        book.under[rows] = False
        clean = (agreement > book.usual[rows] - CLEAN_DROP) & (hidden < book.usually_hidden[rows] + CLEAN_HIDDEN)
        clean |= book.rest.frames[rows] < SETTLED_FRAMES  # what lies on it for ever must not keep it from settling
        clean &= camera_still
        free = book.hand_s[rows] < now.time_s - FREE_S
        clean &= free & (np.abs(light[~verdict.beyond] - 1) <= LIT)
        # What the mean has begun with may itself have been poor: the better frame is the usual one.
        book.usual[rows] = np.maximum(agreement, book.usual[rows] + LEARN * (agreement - book.usual[rows]))
        usually = np.where(np.isfinite(book.usually_hidden[rows]), book.usually_hidden[rows], hidden)
        book.usually_hidden[rows] = np.minimum(hidden, usually + LEARN * (hidden - usually))
        changed = np.abs(hidden - book.hidden[rows]) > 0.05
        for row, share in zip(rows[changed], hidden[changed], strict=True):
            book.tracks[row].hidden = book.hidden[row] = float(share)
        for row in rows[[book.tracks[row].misses > 0 for row in rows]]:
            book.tracks[row].misses = 0
        some = quiet[clean]
        if len(some):
            off = verdict.off[~verdict.beyond][clean]
            take_in(book, now, some, off)
        if camera_still:
            relight(book, now, quiet, light[~verdict.beyond], free)
