"""How long a journal of a million entries takes to open, to page, to prove: against one of ten thousand.

python benchmarks/bench_journal.py [ENTRIES]
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.journal.history import FOLD_EVERY, keep, opened, point_at
from referee.journal.integrity import check_journal
from referee.journal.mirrored_journal import MirroredJournal
from referee.journal.payloads import Confirmed, Note, Thrown, TurnEnded, Undone, draft
from referee.journal.stands import KeptTable
from referee.journal.store import Journal
from rules.ambush.effects import REDUCER
from rules.registry import rule
from rules.ruling import Effect
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

FEW, MANY, PAGES, ACTS = 10_000, 1_000_000, 20, 400
MOST_OPEN_MS, MOST_RATIO = 1000.0, 3.0
TURNS = FOLD_EVERY // 10  # of FOLD_EVERY entries every tenth ends a turn, and the last takes the last of them back


def written(file: Path, entries: int) -> float:
    """Write a match of so many entries, a fold's worth in one act, and return how long it took."""
    start = time.perf_counter()
    table = Snapshot(120, 100, ())
    thrown, end = Thrown(dice=[3, 4]), TurnEnded(table=KeptTable.of(table))
    state = State(("us", "de"))
    with Journal(file, write=True) as journal:
        journal.append(opened("ambush", "a long match", {}, state, "benchmark"))
        while (last := journal.head.sequence if journal.head else 0) < entries:
            several = ([thrown] * (FOLD_EVERY // TURNS - 1) + [end]) * (TURNS - 1) + [thrown] * 8 + [end]
            before = last + len(several) - 1
            for _ in range(TURNS - 1):
                state = REDUCER.next_turn(state, table)
            keep(journal, [*several, Undone(act="end of turn", to=before)], state)
    return time.perf_counter() - start


def took_ms(call: Callable[[], Any]) -> float:
    """Return the wall time of a call."""
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


def open_and_show(file: Path) -> None:
    """Open a journal and rebuild its newest state."""
    with Journal(file) as journal:
        point_at(journal)


def pages_ms(journal: Journal, dice: random.Random) -> list[float]:
    """Return the times of going to moments anywhere in a journal, each the best of three, on a busy machine."""
    last = journal.head.sequence if journal.head else 1
    places = [dice.randint(1, last) for _ in range(PAGES)]
    return sorted(min(took_ms(lambda place=place: point_at(journal, place)) for _ in range(3)) for place in places)


def measured(file: Path, entries: int) -> tuple[float, float, float]:
    """Print what a journal of so many entries takes; return ms to open and show its end, p50 and p95 of a page."""
    wrote_s = written(file, entries)
    size = file.stat().st_size / 1e6
    opening = [took_ms(lambda: open_and_show(file)) for _ in range(5)]
    with Journal(file) as journal:
        times = pages_ms(journal, random.Random(5))
        start = time.perf_counter()
        report = check_journal(journal.entries())
        rate = report.entries / (time.perf_counter() - start)
        last, point = took_ms(lambda: point_at(journal)), point_at(journal)
    p50, p95 = statistics.median(times), times[int(0.95 * (len(times) - 1))]
    wanted = 1 + report.entries // FOLD_EVERY * (TURNS - 1) // 2
    right = point.state.turn == wanted and not report.faults
    print(
        f"{report.entries} entries, {size:.0f} MB, written in {wrote_s:.0f} s ({report.entries / wrote_s:.0f} a second)"
    )
    print(f"  open and show the end   {max(opening):8.1f} ms (worst of 5; the first {opening[0]:.1f})")
    print(f"  the end once more       {last:8.1f} ms")
    print(f"  a moment anywhere, p50  {p50:8.1f} ms   p95 {p95:.1f} ms ({PAGES} at random)")
    print(f"  verify                  {rate:8.0f} entries a second")
    print(f"  the state at the end is {'right' if right else f'WRONG: turn {point.state.turn}, not {wanted}'}")
    return max(opening) if right else float("inf"), p50, p95


def full_table(seed: int = 20) -> Snapshot:
    """Return 150 soldiers of two sides scattered among 60 pieces, half of them revealed."""
    dice = random.Random(seed)
    stands = tuple(
        Stand(f"s{k}", ("us", "de")[k % 2], "soldier", dice.uniform(0, 160), dice.uniform(0, 100),
              dice.uniform(-180, 180), 2, 1.6, state={"revealed": dice.random() < 0.5})
        for k in range(150)
    )  # fmt: skip
    pieces = []
    for k in range(60):
        x, y, w, h = dice.uniform(0, 160), dice.uniform(0, 100), dice.uniform(0.8, 12), dice.uniform(0.8, 12)
        kind = dice.choice(("trench", "fence", "wall", "hedge", "bush", "wood", "ruins", "house", "mountain", "swamp"))
        pieces.append(Piece(f"p{k}", kind, ((x, y), (x + w, y), (x + w, y + h), (x, y + h))))
    return Snapshot(160, 100, stands, tuple(pieces))


def full_table_ms(file: Path) -> float:
    """Return how long the moment takes that is farthest from a stored state, every entry a ruling on a full table."""
    table, action = full_table(), {"type": "shoot", "actor": "s0", "target": "s1"}
    ruling, effects = rule("ambush", table, action, (4, 4)), [Effect("fired", "s0")]
    state = State(("us", "de"))
    with Journal(file, write=True) as journal:
        journal.append(opened("ambush", "a full table", {}, state, "benchmark"))
        state = REDUCER.after(state, effects, table)
        happened = Confirmed(
            action=action, table=KeptTable.of(table), dice=[4, 4], ruling=ruling.as_dict(), effects=tuple(effects)
        )
        for _ in range(2 * FOLD_EVERY - 2):
            keep(journal, [happened], state)
        return statistics.median(took_ms(lambda: point_at(journal)) for _ in range(5))


def acts_ms(folder: Path) -> dict[str, list[float]]:
    """Return the times of acts of 15 kB in three journals in turn: unwatched as they once were, watched, mirrored.

    What the disk takes to sync is in each; on a busy machine it is most of it, so processor time is told beside it.
    """
    note = draft(Note(about="benchmark", text="", data={"x": "x" * 15_000}))
    times: dict[str, list[float]] = {}
    with (
        Journal(folder / "unwatched.sqlite", write=True) as unwatched,
        Journal(folder / "watched.sqlite", write=True) as watched,
        MirroredJournal(folder / "mirrored.sqlite", str(folder / "mirror.jsonl")) as mirrored,
    ):
        watch = unwatched._lock.watch  # type: ignore[attr-defined]
        watch._need_whole, watch._need_written = lambda: None, lambda _: None
        for _ in range(ACTS):
            for name, journal in (("unwatched", unwatched), ("watched", watched), ("mirrored", mirrored)):
                busy = time.process_time()
                times.setdefault(name, []).append(took_ms(lambda journal=journal: journal.append(note)))
                times.setdefault(f"{name}, processor", []).append(1000 * (time.process_time() - busy))
    return times


def tell_acts(folder: Path) -> None:
    """Print what it costs to know that an act is saved."""
    times = acts_ms(folder)
    for name in ("unwatched", "watched", "mirrored"):
        wall, busy = sorted(times[name]), statistics.median(times[f"{name}, processor"])
        ratio = statistics.median(wall) / statistics.median(times["unwatched"])
        p95 = wall[int(0.95 * (len(wall) - 1))]
        told = f"p50 {statistics.median(wall):6.2f} ms, p95 {p95:6.2f} ms, processor {busy:5.2f} ms, p50 {ratio:.2f}x"
        print(f"an act, {name:10}{told}")


def main() -> int:
    """Print the times; return 1 where a million entries open slowly, or take longer to page than a few."""
    many = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    with tempfile.TemporaryDirectory(prefix="vedette-") as name:
        _, few_50, few_95 = measured(Path(name, "few.sqlite"), FEW)
        tell_acts(Path(name))
        full = full_table_ms(Path(name, "full.sqlite"))
        opening, many_50, many_95 = measured(Path(name, "many.sqlite"), many)
    ratio = many_50 / few_50
    print(f"a moment of {many} against one of {FEW}: p50 {ratio:.2f}x, p95 {many_95 / few_95:.2f}x")
    print(f"{FOLD_EVERY - 1} rulings from a stored state, 150 stands and 60 pieces each: {full:.0f} ms")
    print(f"wanted: the end in under {MOST_OPEN_MS:.0f} ms, pages in constant time (p50 at most {MOST_RATIO:.0f}x)")
    return 0 if max(opening, full) < MOST_OPEN_MS and ratio <= MOST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
