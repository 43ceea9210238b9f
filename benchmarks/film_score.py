"""What a record says of the tracker: swaps, phantoms, lengths, delays, snapshots."""

import itertools
import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from film_acts import Truth
from film_picture import frame_shift_px
from film_record import STATES, Record

from vision.tracking.frame_report import Path as Walked

ELSEWHERE_CM = 1.0  # a stand that is said to stand so far from where it is was taken for another
SIGMAS = 3.0
HIDDEN, FREE = 0.6, 0.01  # of a marker: surely not seen, surely seen
SOON_S = 0.5


@dataclass(frozen=True)
class Moved:
    """A true move and what was said of it: lengths in cm, ``noticed`` in frames after it was 3 sigma away."""

    truth: Truth
    ways: int
    said_cm: float
    sigma_cm: float
    gap: bool
    unseen_s: float
    noticed: int | None
    off_cm: float
    most_hidden: float

    @property
    def error_cm(self) -> float:
        """How much too long the way said is."""
        return self.said_cm - self.truth.length_cm

    @property
    def allowed_cm(self) -> float:
        """1 % or 2 mm."""
        return max(0.2, 0.01 * self.truth.length_cm)

    @property
    def ok(self) -> bool:
        """Whether it was reported, once, as long as it was."""
        return self.ways == 1 and abs(self.error_cm) <= self.allowed_cm


@dataclass(frozen=True)
class Score:
    """All that can be said of a record."""

    record: Record

    @cached_property
    def swaps(self) -> list[tuple[int, str]]:
        """Frames and names where a stand at rest is said to be seen where it is not."""
        r = self.record
        says = r.is_state("seen") & ~(r.off_cm < ELSEWHERE_CM) & ~_soon_after(r.moving, 2)
        gone = np.isnan(r.true[..., 0])
        # A stand that fell or was taken may be believed in for half a second.
        says &= ~(gone & ~_long(gone, round(SOON_S * r.fps)))
        return [(int(k), r.names[n]) for k, n in zip(*np.nonzero(says), strict=True)]

    @cached_property
    def false_strangers(self) -> list[int]:
        """Marker ids that are in no picture."""
        known = {entry.marker for entry in self.record.film.strangers}
        return [marker for marker in self.record.strangers if marker not in known]

    @cached_property
    def moves(self) -> list[Moved]:
        """Every true move, and what was said of it."""
        truths = [t for t in self.record.film.truths if t.kind in ("slide", "lift", "nudge")]
        last_s = self.record.frames / self.record.fps
        return [self._moved(truth) for truth in truths if truth.end_s + 3.0 < last_s]

    def _of(self, truth: Truth) -> list[Walked]:
        return [
            path
            for k, path in self.record.walked
            if path.stand == truth.stand
            and path.vertices[0].time_s < truth.end_s + 1.0
            and k / self.record.fps > truth.start_s
        ]

    def _moved(self, truth: Truth) -> Moved:
        r, column, ways = self.record, self.record.row[truth.stand], self._of(truth)
        first, last = r.frame_at(truth.start_s), r.frame_at(truth.end_s)
        unseen = np.isnan(r.true[first:last, column, 0]) | (r.hidden[first:last, column] > HIDDEN)
        hidden = float(r.hidden[first : last + 1, column].max())
        off, hidden = math.nan, float(r.hidden[first : last + 1, column].max())
        if ways:
            end = r.film.at(truth.end_s).table.stand(truth.stand)
            off = math.dist((ways[-1].end.x, ways[-1].end.y), end.centre)
        sigma = math.sqrt(sum(path.sigma_cm**2 for path in ways))
        length, gap = sum(path.length_cm for path in ways), any(path.has_gap for path in ways)
        return Moved(
            truth, len(ways), length, sigma, gap, float(unseen.sum()) / r.fps, self._noticed(truth), off, hidden
        )

    def _noticed(self, truth: Truth) -> int | None:
        """Return how many frames after it was 3 sigma away a visible stand was said to move; None: it was hidden."""
        r, column = self.record, self.record.row[truth.stand]
        rest = r.frame_at(truth.start_s) - 1
        away = np.hypot(*(r.true[rest:, column, :2] - r.true[rest, column, :2]).T)
        begin = rest + int(np.argmax(away > SIGMAS * r.sigma[rest, column]))
        if truth.kind != "slide" or (r.hidden[rest : begin + 3, column] > FREE).any():
            return None
        held = r.is_state("held")[begin:, column]
        return int(np.argmax(held)) if held.any() else 10**6

    @cached_property
    def phantom_moves(self) -> list[tuple[int, str]]:
        """Ways reported of stands that did not move."""
        real = {id(path) for truth in self.record.film.truths for path in self._of(truth)}
        return [(k, path.stand) for k, path in self.record.walked if id(path) not in real]

    @cached_property
    def phantom_shifts(self) -> list[tuple[int, str, float]]:
        """Frames, names and sigmas where the published place of a stand at rest differs from that of its first rest."""
        r, found = self.record, []
        for column, name in enumerate(r.names):
            for begin, end in self._rests(column):
                shown = begin + np.flatnonzero(r.is_state("seen")[begin:end, column])
                if len(shown) < 2:
                    continue
                places, sigma = r.said[shown, column, :2], r.sigma[shown, column]
                away = np.hypot(*(places - places[0]).T) / np.hypot(sigma, sigma[0])
                if away.max() > SIGMAS:
                    found.append((int(shown[np.argmax(away)]), name, float(away.max())))
        return found

    def _rests(self, column: int) -> list[tuple[int, int]]:
        """Return from which to which frame a stand truly rests in one place, half a second after it came there."""
        r = self.record
        moved = np.any(r.true[1:, column] != r.true[:-1, column], axis=1)
        borders = [0, *(np.flatnonzero(moved) + 1).tolist(), r.frames]
        spans = [(low + (round(SOON_S * r.fps) if low else 0), high) for low, high in itertools.pairwise(borders)]
        return [(low, high) for low, high in spans if high - low > 2]

    @cached_property
    def finding_s(self) -> list[tuple[float, str, float]]:
        """When, who and how long until found: markers that came into free view after at least 0.2 s out of it."""
        r, found = self.record, []
        free = ~np.isnan(r.true[..., 0]) & (r.hidden < FREE) & ~r.shaking[:, None]
        right = r.is_state("seen", "held") & (r.off_cm < 0.3)
        least, soon = round(0.2 * r.fps), round(SOON_S * r.fps)
        for column, name in enumerate(r.names):
            for k in np.flatnonzero(free[1:, column] & ~free[:-1, column]) + 1:
                out = ~free[max(k - least, 0) : k, column]
                if (
                    k < least
                    or not out.all()
                    or not free[k : k + soon + 2, column].all()
                    or r.shaking[k - least : k].any()
                ):
                    continue
                until = np.flatnonzero(right[k:, column])
                found.append((k / r.fps, name, float(until[0] / r.fps) if len(until) else math.inf))
        return found

    @cached_property
    def restless_snapshots(self) -> list[int]:
        """Frames with a snapshot while a stand moves."""
        return [int(k) for k in np.flatnonzero((self.record.snapshot >= 0) & self.record.moving.any(axis=1))]

    @cached_property
    def calm(self) -> np.ndarray:
        """Where for 1.5 s nothing moved, came, went or fell, no hand was there, camera and lamp were at rest (F,)."""
        r = self.record
        restless = r.moving.any(axis=1) | r.hands | r.shaking
        restless[1:] |= (np.isnan(r.true[1:, :, 0]) != np.isnan(r.true[:-1, :, 0])).any(axis=1)
        conditions = r.film.conditions
        restless[0] = True
        for lamp in conditions.lamps:
            restless[r.frame_at(lamp.start_s)] = True
        for breath in conditions.breaths:
            restless[r.frame_at(breath.start_s) : r.frame_at(breath.start_s + breath.seconds)] = True
        return ~_soon_after(restless[:, None], round(1.5 * r.fps))[:, 0]

    @cached_property
    def calm_shown(self) -> float:
        """The share of calm time in which there is a snapshot."""
        return float((self.record.snapshot >= 0)[self.calm].mean()) if self.calm.any() else math.nan

    @cached_property
    def snapshot_off_cm(self) -> np.ndarray:
        """How far each stand (S, N) is off in each snapshot; nan: it is not in it, inf: it is not on the table."""
        r = self.record
        if not r.snapshots:
            return np.zeros((0, len(r.names)))
        off = [np.hypot(*(places[:, :2] - r.true[k, :, :2]).T) for k, places in r.snapshots]
        shown = np.array([~np.isnan(places[:, 0]) for _, places in r.snapshots])
        return np.where(shown, np.nan_to_num(np.array(off), nan=np.inf), np.nan)

    @cached_property
    def snapshot_sigmas(self) -> np.ndarray:
        """The same in sigmas (per axis)."""
        return self.snapshot_off_cm / np.array([places[:, 2] for _, places in self.record.snapshots])

    @cached_property
    def left_out(self) -> list[tuple[int, str]]:
        """Frame and name of stands on the table that a snapshot of a calm table does not have."""
        r = self.record
        return [
            (k, r.names[n])
            for k, places in r.snapshots
            if self.calm[k]
            for n in np.flatnonzero(np.isnan(places[:, 0]) & ~np.isnan(r.true[k, :, 0]) & (r.hidden[k] < FREE))
        ]

    @cached_property
    def bumps(self) -> list[tuple[float, float, float, float, float]]:
        """For each bump: when, true and measured shift px, seconds until noticed, worst change of a place in sigmas."""
        r, found = self.record, []
        for push in r.film.conditions.pushes:
            after = r.frame_at(push.end_s + 1.2)
            if push.steps > 1 or after >= r.frames - 1:
                continue
            said_s = [
                k / r.fps - push.start_s
                for k, key in r.notices
                if key in ("camera_moving", "camera_bumped") and k / r.fps >= push.start_s
            ]
            before = r.frame_at(push.start_s) - 1
            both = r.is_state("seen")[before] & r.is_state("seen")[after]
            both &= np.all(r.true[before] == r.true[after], axis=1)
            away = np.hypot(*(r.said[after, both, :2] - r.said[before, both, :2]).T)
            in_sigmas = away / np.hypot(r.sigma[after, both], r.sigma[before, both])
            shift = float(np.nanmedian(r.shift_px[after : after + 10]))
            found.append(
                (
                    push.start_s,
                    frame_shift_px(r.film, push.end_s),
                    shift,
                    min(said_s, default=math.inf),
                    float(in_sigmas.max()),
                )
            )
        return found

    @cached_property
    def grown_mb(self) -> float:
        """How much more memory the last twentieth of the film held than its second quarter."""
        mb = self.record.resident_mb
        return float(np.median(mb[-len(mb) // 20 :]) - np.median(mb[len(mb) // 4 : len(mb) // 2]))

    def state_at(self, name: str, time_s: float) -> str:
        """Return what state a stand was said to be in at a time."""
        return STATES[int(self.record.state[self.record.frame_at(time_s), self.record.row[name]])]


def _soon_after(flags: np.ndarray, frames: int) -> np.ndarray:
    """Return where a flag (F, N) holds, or did within so many frames before."""
    out = flags.copy()
    for k in range(1, frames + 1):
        out[k:] |= flags[:-k]
    return out


def _long(flags: np.ndarray, frames: int) -> np.ndarray:
    """Return where a flag (F, N) has held for more than so many frames."""
    return ~_soon_after(~flags, frames)
