"""What was said of one board on hexes against the truth, and the table of many."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from hex_table import HexTable
from hex_truth import Truth

from table.hex_board import label_of
from table.hexes import Hex
from table.verdict import Verdict
from vision.boards.piles import BoardSeen
from vision.measure import Measured

LINE_CM = 0.2
"""Wanted: only so near to a border (of the true place) may a counter be said to be on the line."""


@dataclass
class HexScore:
    """One board: how many counters were there and plain to see, what was said of them, how far places err."""

    seed: int
    size: str
    game: str
    ms: float
    there: int = 0
    plain: int = 0
    right: int = 0
    line_right: int = 0
    on_border: int = 0
    covered_seen: int = 0
    covered_said: int = 0
    told_under: int = 0
    not_told: int = 0
    falsely_under: int = 0
    guessed: int = 0
    guessed_wrong: int = 0
    units: int = 0
    units_in: int = 0
    units_split: int = 0
    off_mm: list[float] = field(default_factory=list)
    line_mm: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    far_line: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)

    @property
    def failures(self) -> list[str]:
        """What keeps the board from being read as wanted."""
        return [*self.wrong, *self.far_line, *self.missed, *self.false]

    def line(self) -> str:
        """Say the board in a line."""
        words = "; ".join(self.failures) or "right"
        return f"{self.seed} {self.size} {self.game}, {self.there} counters, {self.ms:.0f} ms: {words}"


def judge(it: HexTable, found: Measured, seen: BoardSeen, size: str, ms: float) -> HexScore:
    """Hold one board against the truth; what nothing covers and no glare washes out must be seen.

    What is hidden below others must be told with them where the camera has seen it there before.
    """
    said, stands = seen.readings, {stand.name: stand for stand in found.stands}
    plain, score = it.plain_to_see(), HexScore(it.seed, size, it.game, ms)
    hidden = {one.name: one for one in seen.hidden}
    over: dict[str, set[str]] = {}
    for truth in it.truths:
        for below in truth.lies_on:
            over.setdefault(below, set()).add(truth.name)
    _judge_units(it, seen, score)
    for truth in it.truths:
        score.there += 1
        score.plain += truth.marker in plain
        score.on_border += truth.border_cm < 1e-6
        where = f"{truth.name} in {_named(it, truth)}, {10 * truth.border_cm:.2f} mm from the line"
        stand = stands.get(truth.name)
        if stand is None and truth.marker in plain:
            score.missed.append(f"{where}: not seen")
            continue
        if stand is None:
            above = over.get(truth.name, set())
            one = hidden[truth.name]
            _judge_hidden(set(one.under), above, above & set(stands), score, bool(one.hexes))
            continue
        score.covered_seen += truth.marker not in plain
        off = float(np.hypot(stand.x - truth.x, stand.y - truth.y))
        score.off_mm.append(10 * off)
        reading = said[truth.name]
        among = [place for place, _ in reading.among]
        if reading.verdict is Verdict.CLOSE:
            score.line_mm.append(10 * truth.border_cm)
            if not set(among) & set(truth.hexes):
                score.wrong.append(f"{where}: said between others")
            elif truth.border_cm > LINE_CM:
                score.far_line.append(f"{where}: said on the line (sigma {10 * stand.sigma_cm:.2f} mm)")
            else:
                score.line_right += 1
        elif among[0] in truth.hexes:
            score.right += 1
        else:
            score.wrong.append(f"{where}: said {_label(it, among[0])}, {10 * off:.2f} mm off")
    known = {truth.name for truth in it.truths}
    score.false += [f"{s.name} is not there" for s in found.stands if s.name not in known]
    score.false += [f"marker {m.id} is not there" for m in found.unknown_markers]
    return score


def _judge_hidden(named: set[str], over: set[str], seen: set[str], score: HexScore, known: bool) -> None:
    """Hold what is said to lie on something unseen against what does, ``over`` it, and of that what was ``seen``."""
    score.covered_said += 1
    if known and seen:
        score.told_under += bool(named & seen)
        score.not_told += not named & seen
    if named:
        score.falsely_under += known and not named & over
        score.guessed += not known and bool(named & over)
        score.guessed_wrong += not known and not named & over


def _judge_units(it: HexTable, seen: BoardSeen, score: HexScore) -> None:
    """Hold the units of blocks against the hexes that all their blocks that were seen truly are in."""
    truths = {truth.name: truth for truth in it.truths}
    for unit in seen.units.values():
        score.units += 1
        inside = set.intersection(*(set(truths[block].hexes) for block in unit.blocks))
        where = f"unit {unit.name} in {'/'.join(_label(it, place) for place in inside) or 'no one hex'}"
        if unit.split:
            score.units_split += 1
            if inside:
                score.wrong.append(f"{where}: said apart")
        elif unit.reading.verdict is not Verdict.CLOSE:
            score.units_in += 1
            if unit.reading.likeliest not in inside and len(inside) > 0:
                score.wrong.append(f"{where}: said {_label(it, unit.reading.likeliest)}")


def _named(it: HexTable, truth: Truth) -> str:
    return "/".join(_label(it, place) for place in truth.hexes)


def _label(it: HexTable, place: Hex | None) -> str:
    return "no hex" if place is None else label_of(it.board, place)


HEAD = (
    "| size | boards | counters (plain to see) | in their hex | wrong | on the line: within 2 mm, further | missed "
    "| false | covered: read all the same, said not seen | hidden, known before: told under what, not told, falsely "
    "| never seen before: what may lie on it named rightly, not "
    "| units: all, in one hex, apart | place off mm: rms, worst | ms a board |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def row(size: str, scores: Sequence[HexScore]) -> str:
    """Write one line of the table."""

    def total(key: str) -> int:
        return sum(v if isinstance(v := getattr(s, key), int) else len(v) for s in scores)

    off = np.array([mm for s in scores for mm in s.off_mm])
    times = np.array([s.ms for s in scores])
    return (
        f"| {size} | {len(scores)} | {total('there')} ({total('plain')}) | {total('right')} | {total('wrong')} "
        f"| {total('line_right')}, {total('far_line')} | {total('missed')} | {total('false')} "
        f"| {total('covered_seen')}, {total('covered_said')} "
        f"| {total('told_under')}, {total('not_told')}, {total('falsely_under')} "
        f"| {total('guessed')}, {total('guessed_wrong')} "
        f"| {total('units')}, {total('units_in')}, {total('units_split')} "
        f"| {np.sqrt((off**2).mean()):.3f}, {off.max():.2f} | {np.median(times):.0f} |"
    )


def report(scores: Sequence[HexScore]) -> bool:
    """Print the table and every failure; return whether the targets are met."""
    sizes = list(dict.fromkeys(s.size for s in scores))
    seeds = sorted({s.seed for s in scores})
    print(f"Boards {seeds[0]} to {seeds[-1]}\n\n{HEAD}")
    for size in sizes:
        print(row(size, [s for s in scores if s.size == size]))
    failures = [f"{s.size} {s.seed} {s.game}: {words}" for s in scores for words in s.failures]
    print("".join(f"\n- {words}" for words in failures))
    met = not failures
    print(f"\nWanted: every counter in its hex, none wrong, on the line only within 2 mm: {'MET' if met else 'MISSED'}")
    return met
