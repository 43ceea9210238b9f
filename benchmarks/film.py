"""How well the tracker follows a filmed table: sixty stands, hands, a bump, a lamp, against the exact truth.

python benchmarks/film.py [--short] [--seed N] [--4k] [--shutter S] [--quality Q] [--camera NAME]
    [--picture FILE.png]
"""

import argparse
import math
import sys
from pathlib import Path

import numpy as np
from film_drawing import draw
from film_record import watch
from film_score import SOON_S, Score
from film_script import evening, short_film

from simulation.synthetic.look import Look
from simulation.synthetic.webcams import WEBCAMS


def table(score: Score) -> str:
    """Return what a person wants to know of it, as Markdown."""
    r = score.record
    sigmas, off = score.snapshot_sigmas, 10 * score.snapshot_off_cm
    shown = ~np.isnan(off)
    late = [f"{name} at {at:.1f} s: {took:.2f}" for at, name, took in score.finding_s if took > SOON_S]
    took = [took for _, _, took in score.finding_s]
    ms = r.tracker_ms
    lines = [
        f"{r.frames} frames at {r.fps:g}/s, {len(r.film.start)} stands; "
        f"tracker: processor ms a frame {np.median(ms):.1f}, p95 {np.percentile(ms, 95):.1f}, most {ms[1:].max():.0f}",
        "",
        "| move | cm | said | off mm | allowed mm | sigma mm | unseen s | gap | frames to notice | end off mm |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for moved in score.moves:
        t = moved.truth
        noticed = "-" if moved.noticed is None else str(moved.noticed)
        ways = "" if moved.ways == 1 else f" ({moved.ways} ways)"
        lines.append(
            f"| {t.kind} {t.stand} at {t.start_s:.1f} s{ways} | {t.length_cm:.3f} | {moved.said_cm:.3f} "
            f"| {10 * moved.error_cm:+.2f} | {10 * moved.allowed_cm:.1f} | {10 * moved.sigma_cm:.2f} "
            f"| {moved.unseen_s:.2f} | {'yes' if moved.gap else 'no'} | {noticed} | {10 * moved.off_cm:.3f} |"
        )
    lines += ["", f"- swapped or misplaced: {len(score.swaps)}; ids nobody has: {score.false_strangers}"]
    lines.append(f"- ways of stands that did not move: {score.phantom_moves}; places moved: {score.phantom_shifts}")
    lines.append(
        f"- found again after {np.median(took) if took else math.nan:.2f} s (worst {max(took, default=math.nan):.2f}), "
        f"{len(took)} times; later than {SOON_S} s: {late}"
    )
    lines.append(
        f"- {len(r.snapshots)} snapshots, {len(score.restless_snapshots)} frames of them while something moved, "
        f"shown in {score.calm_shown:.1%} of calm time, {len(score.left_out)} stands left out then; off by "
        f"{np.sqrt((off[shown] ** 2).mean()):.4f} mm rms, {off[shown].max():.4f} at most; beyond 3 sigma "
        f"{np.mean(sigmas[shown] > 3):.2%} of {shown.sum()}, at most {sigmas[shown].max():.1f}; "
        f"rms {np.sqrt((sigmas[shown] ** 2).mean() / 2):.2f} per axis"
    )
    for at, true, said, after, worst in score.bumps:
        lines.append(
            f"- bump at {at:.1f} s: {true:.2f} px true, {said:.2f} said, noticed after {after:.2f} s, "
            f"stands' places changed by {worst:.1f} sigma at most"
        )
    for truth in r.film.truths:
        if truth.kind in ("topple", "take", "add") and truth.start_s + 5 < r.frames / r.fps and truth.stand in r.row:
            after = [f"{s:g} s {score.state_at(truth.stand, truth.start_s + s)}" for s in (0.5, 1, 2, 5)]
            lines.append(f"- {truth.kind} {truth.stand} at {truth.start_s:.1f} s: {', '.join(after)}")
    lines.append(f"- strangers (marker: frame first seen) {r.strangers}; faults {r.faults}")
    lines.append(f"- memory {score.grown_mb:+.1f} MB")
    lines.append("- notices: " + ", ".join(f"{k / r.fps:.1f} s {key}" for k, key in r.notices))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Film a table, track it, compare with the truth.")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fps", type=float, default=25.0)
    parser.add_argument("--4k", dest="uhd", action="store_true")
    parser.add_argument("--shutter", type=float, default=0.0)
    parser.add_argument("--quality", type=int, default=None)
    parser.add_argument("--frames", type=int, default=None)
    parser.add_argument("--picture", type=Path, default=None)
    parser.add_argument("--camera", choices=tuple(WEBCAMS), help="seen by this kind of camera")
    asked = parser.parse_args()
    look = Look(jpeg_quality=asked.quality) if asked.camera is None else WEBCAMS[asked.camera].on(Look())
    size_px = (3840, 2160) if asked.uhd else (1920, 1080)
    film = (short_film if asked.short else evening)(asked.seed, size_px)
    bar = sys.stderr.isatty()

    def progress(done: int, count: int) -> None:
        if bar and done % 25 == 0:
            print(f"\r{done} of {count} frames", end="", file=sys.stderr, flush=True)

    record = watch(film, asked.fps, look, asked.shutter, asked.seed, asked.frames, progress)
    print(table(Score(record)))
    if asked.picture is not None:
        draw(record, asked.picture)


if __name__ == "__main__":
    main()
