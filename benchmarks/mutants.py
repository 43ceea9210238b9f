"""How many faults the tests find: one small change of the code at a time, and the tests of its package run on it.

    python benchmarks/mutants.py [--count 400] [--seed 1] [--marks "not prove and not ci"] [--workers 2] [--write FILE]

The changes are spread evenly over the folders of PLACES. A fault is found where a test fails, the tests cannot be
collected, or they take more than SLOWEST_S. Each one that is not found is printed with its line: read those.
"""

import argparse
import ast
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parents[1]
PLACES = {
    "rules": ("tests/rules", "tests/referee/test_words.py"),
    "table": ("tests/table", "tests/rules/test_cases.py", "tests/rules/test_motions.py"),
    "referee/journal": ("tests/referee/journal", "tests/referee/test_match_from_journal.py"),
    "referee/match": ("tests/referee", "tests/web/test_stage.py"),
    "vision/stands.py": ("tests/vision/test_stands.py", "tests/vision/test_measure.py"),
}
"""Where changes are made, and the tests that are run on each."""
SLOWEST_S = 600.0

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the file, its line, what was there and what is."""

    file: str
    line: int
    before: str
    after: str
    source: str


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every change that can be made in a file."""
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare | ast.BinOp | ast.BoolOp | ast.UnaryOp | ast.Constant | ast.IfExp):
            continue
        for changed in _changes(node):
            if node.lineno != node.end_lineno or node.end_col_offset is None:
                continue
            raw = lines[node.lineno - 1].encode()
            before = raw[node.col_offset : node.end_col_offset].decode()
            after = f"({ast.unparse(changed)})"
            line = (raw[: node.col_offset] + after.encode() + raw[node.end_col_offset :]).decode()
            source = "".join([*lines[: node.lineno - 1], line, *lines[node.lineno :]])
            try:
                ast.parse(source)
            except SyntaxError:  # within an f-string, say
                continue
            yield Mutant(str(file.relative_to(ROOT)), node.lineno, before, after, source)


def _changes(node: ast.AST) -> Iterator[ast.expr]:
    new = deepcopy(node)
    if isinstance(new, ast.Compare) and type(new.ops[0]) in COMPARED:
        new.ops[0] = COMPARED[type(new.ops[0])]()
        yield new
    elif isinstance(new, ast.BinOp) and type(new.op) in COUNTED:
        new.op = COUNTED[type(new.op)]()
        yield new
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        yield new
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        yield new.operand
    elif isinstance(new, ast.IfExp):
        new.body, new.orelse = new.orelse, new.body
        yield new
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool):
        yield ast.Constant(not new.value)
    elif isinstance(new, ast.Constant) and isinstance(new.value, int | float):
        yield ast.Constant(new.value + 1)


def chosen(count: int, seed: int) -> list[tuple[Mutant, tuple[str, ...]]]:
    """Return changes spread evenly over the places, in an order of chance."""
    dice = random.Random(seed)
    found = []
    for place, tests in PLACES.items():
        path = ROOT / place
        files = [path] if path.suffix else sorted(path.rglob("*.py"))
        every = [mutant for file in files for mutant in mutants_of(file)]
        found += [(mutant, tests) for mutant in dice.sample(every, min(len(every), -(-count // len(PLACES))))]
    dice.shuffle(found)
    return found[:count]


def is_found(mutant: Mutant, tests: tuple[str, ...], folder: Path, marks: str) -> bool:
    """Put a change into a work tree, run its tests, and take it out again."""
    file = folder / mutant.file
    before = file.read_text("utf-8")
    file.write_text(mutant.source, "utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", marks, *tests]
    here = {**os.environ, "PYTHONPATH": str(folder)}
    try:
        ran = subprocess.run(command, cwd=folder, env=here, capture_output=True, timeout=SLOWEST_S, check=False)
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_text(before, "utf-8")
    return ran.returncode not in (0, 5)


def main() -> int:
    """Run the changes and print what was not found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--marks", default="not prove and not ci")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", type=Path, help="keep each change and whether it was found, as lines of JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folders: Queue[Path] = Queue()
        for number in range(asked.workers):
            folder = Path(scratch) / str(number)
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
            folders.put(folder)

        def tried(one: tuple[Mutant, tuple[str, ...]]) -> tuple[Mutant, bool]:
            folder = folders.get()
            try:
                return one[0], is_found(*one, folder, asked.marks)
            finally:
                folders.put(folder)

        killed: Counter[str] = Counter()
        every: Counter[str] = Counter()
        with ThreadPoolExecutor(asked.workers) as threads:
            for number, (mutant, found) in enumerate(threads.map(tried, chosen(asked.count, asked.seed)), 1):
                place = next(place for place in PLACES if mutant.file.startswith(place))
                every[place] += 1
                killed[place] += found
                print(f"\r{number} of {asked.count}", end="", file=sys.stderr)
                if not found:
                    print(f"\n{mutant.file}:{mutant.line}: {mutant.before} -> {mutant.after}", flush=True)
                if asked.write is not None:
                    with asked.write.open("a", encoding="utf-8") as file:
                        kept = {key: value for key, value in asdict(mutant).items() if key != "source"}
                        file.write(json.dumps({**kept, "found": found}) + "\n")
    print("\n| where | changes | found |\n|---|---|---|")
    for place, count in every.items():
        print(f"| {place} | {count} | {100 * killed[place] / count:.0f} % |")
    print(f"| all | {every.total()} | {100 * killed.total() / max(1, every.total()):.0f} % |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
