"""What `vision.falls` said of a shot held against the truth, and the table of many."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from cannon_pair import CannonPair

from simulation.synthetic.cannon_table import BoardPlace

NEAR_SHELL_CM = 1.0  # what is said to be the shell farther from it is something else
MOVED_CM, STILL_CM = 0.3, 0.1
_SEEN = ("visible", "as the board", "faint", "partly hidden", "beside the board", "hidden", "out of the picture")


@dataclass(frozen=True)
class Said:
    """What the detector said of a pair: who fell from which square, who moved how far, where the shell lies."""

    fallen: dict[str, str | None]
    moved: dict[str, float]
    impact: tuple[float, float] | None
    ms: float


@dataclass(frozen=True)
class Score:
    """One pair judged. ``kinds`` are its words of difficulty; lists hold names."""

    seed: int
    size: str
    kinds: frozenset[str]
    there: tuple[str, ...]
    missed: tuple[str, ...]
    wrong_square: tuple[str, ...]
    accused: tuple[str, ...]
    under_hand: tuple[str, ...]
    dragged: int
    drags_missed: tuple[str, ...]
    false_moves: tuple[str, ...]
    shell: str
    shell_mm: float | None
    false_shell: bool
    ms: float
    manners: tuple[str, ...]

    @property
    def failures(self) -> list[str]:
        """What went wrong, in words."""
        words = []
        for text, names in (
            ("missed", self.missed), ("wrong square", self.wrong_square), ("accused", self.accused),
            ("accused under the hand", self.under_hand),
        ):  # fmt: skip
            if names:
                words.append(f"{text}: {', '.join(names)}")
        if self.shell == "visible" and self.shell_mm is None:
            words.append("shell missed")
        if self.shell_mm is not None and self.shell_mm > 2:
            words.append(f"shell {self.shell_mm:.1f} mm off ({self.shell})")
        if self.false_shell:
            words.append(f"false shell ({self.shell})")
        return words


def judge(pair: CannonPair, said: Said, size: str) -> Score:
    """Hold what was said against the truth. Who is under a hand cannot be found; nobody there may be accused."""
    truth = pair.truth
    fell = {fall.name: fall for fall in truth.fallen}
    there = [name for name in fell if name not in truth.under_hand]
    accused = [name for name in said.fallen if name not in fell and name not in truth.under_hand]
    own = _own_moves(pair)
    dragged = {n: cm for n, cm in own.items() if cm >= MOVED_CM and n not in truth.under_hand}
    false_moves = [
        n for n in said.moved if own.get(n, 0.0) < STILL_CM and n in truth.standing and truth.board == BoardPlace()
    ]
    shell, shell_mm, false_shell = _shell(pair, said)
    return Score(
        pair.world.seed, size, pair.kinds,
        tuple(there), tuple(n for n in there if n not in said.fallen),
        tuple(n for n in there if n in said.fallen and said.fallen[n] != fell[n].square),
        tuple(accused), tuple(n for n in said.fallen if n in truth.under_hand and n not in fell),
        len(dragged), tuple(n for n in dragged if n not in said.moved), tuple(false_moves),
        shell, shell_mm, false_shell, said.ms, tuple(f"{fell[n].manner}" for n in there),
    )  # fmt: skip


def _own_moves(pair: CannonPair) -> dict[str, float]:
    """Return how far each one that stands moved on the board, in cm: a push of the whole board is none."""
    return {
        drag.name: math.hypot(*drag.shift_cm) for drag in pair.world.shot.drags if drag.name in pair.truth.standing
    }  # fmt: skip


def _shell(pair: CannonPair, said: Said) -> tuple[str, float | None, bool]:
    shell = pair.truth.shell
    why = shell.why if shell is not None else "out of the picture"
    if shell is not None and why == "visible" and shell.colour == "as the board":
        why = shell.colour
    if said.impact is None:
        return why, None, False
    if shell is None:
        return why, None, True
    off = math.dist(said.impact, (shell.x, shell.y))
    return (why, off * 10, False) if off <= NEAR_SHELL_CM else (why, None, True)


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    if of == 0:
        return 0.0, 1.0
    p, more = hits / of, z * z / of
    middle, half = (p + more / 2) / (1 + more), z * math.sqrt(p * (1 - p) / of + more / 4 / of) / (1 + more)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(hits: int, of: int) -> str:
    """Return a share with its interval, as the table prints it."""
    if of == 0:
        return "-"
    low, high = wilson(hits, of)
    return f"{hits}/{of} = {100 * hits / of:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def table(scores: list[Score]) -> str:
    """Return the table: one row for all, one for each size, and one for each kind of difficulty."""
    rows: list[tuple[str, Callable[[Score], bool]]] = [("all", lambda _: True)]
    sizes = sorted({s.size for s in scores})
    rows += [(size, lambda s, size=size: s.size == size) for size in sizes] if len(sizes) > 1 else []
    kinds = sorted({kind for s in scores for kind in s.kinds})
    rows += [(kind, lambda s, kind=kind: kind in s.kinds) for kind in kinds]
    rows.append(("nothing but the shot", lambda s: not s.kinds - {"12 mm", "15 mm"}))
    heads = (
        "pictures", "pairs", "falls found (95 %)", "right square", "falsely accused, per 100 shots",
        "shots with one (95 %)", "drags of 3 mm found", "moved, but stood still",
    )  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for words, test in rows:
        some = [s for s in scores if test(s)]
        if some:
            lines.append(_row(words, some))
    return "\n".join(lines)


def _row(words: str, some: list[Score]) -> str:
    there, missed = sum(len(s.there) for s in some), sum(len(s.missed) for s in some)
    wrong = sum(len(s.wrong_square) for s in some)
    accused = sum(len(s.accused) + len(s.under_hand) for s in some)
    shots = sum(bool(s.accused or s.under_hand) for s in some)
    low, high = wilson(shots, len(some))
    dragged = sum(s.dragged for s in some)
    found = dragged - sum(len(s.drags_missed) for s in some)
    still = sum(len(s.false_moves) for s in some)
    return (
        f"| {words} | {len(some)} | {share(there - missed, there)} | {there - missed - wrong}/{there - missed} "
        f"| {100 * accused / len(some):.2f} ({accused}) "
        f"| {100 * shots / len(some):.2f} % ({100 * low:.2f}-{100 * high:.2f}) "
        f"| {found}/{dragged} | {still} |"
    )


def shell_table(scores: list[Score]) -> str:
    """Return how the shell was found, by how well it can be seen."""
    lines = [
        "| the shell is | shots | found (95 %) | rms mm | 95 % mm | worst mm | false |",
        "|---|---|---|---|---|---|---|",
    ]
    for size in sorted({s.size for s in scores}):
        for why in _SEEN:
            some = [s for s in scores if s.shell == why and s.size == size]
            if not some:
                continue
            off = np.array([s.shell_mm for s in some if s.shell_mm is not None])
            figures = (
                f"{np.sqrt((off**2).mean()):.2f} | {np.percentile(off, 95):.2f} | {off.max():.2f}"
                if len(off)
                else "- | - | -"
            )
            false = sum(s.false_shell for s in some)
            lines.append(f"| {why}, {size} | {len(some)} | {share(len(off), len(some))} | {figures} | {false} |")
    return "\n".join(lines)


def failures(scores: Iterable[Score]) -> list[str]:
    """Return a line for each pair in which something went wrong."""
    return [
        f"seed {s.seed} {s.size} [{', '.join(sorted(s.kinds))}]: {'; '.join(s.failures)}" for s in scores if s.failures
    ]  # fmt: skip
