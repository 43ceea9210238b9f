"""How many faults the tests find: one small change of the code at a time, and the tests that come by it run on it.

    nice .venv/bin/python benchmarks/mutants.py SCRATCH [--count 440] [--before FOLDER] [--check 20] [--tests ...]

The changes are spread evenly over PLACES. All of them lie asleep in the modules of one process (mutants_plugin.py). All
tests run once to see which of them come by which change; then a fork of that process wakes one change and runs these
tests, until one fails or ``--seconds`` of processor time are over. What is computed while modules are imported is
tried in a process of its own. With --before, a work tree of an older commit, only lines that are the same there are
changed, in both, and both tables are printed. SCRATCH keeps what was measured: a second call goes on where the first
stopped.
"""

import argparse
import ast
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from mutants_plugin import changed, key_of, places_in

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("rules", "table", "referee/journal", "referee/match", "vision/stands.py")
CACHES = ("rules", "table", "referee", "vision", "simulation", "web")
"""The packages whose caches are emptied before each test file while it is seen what comes by what."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
UNCOVERED = "no test comes by it"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the file, where in it, what was there and what is, whether it is computed when called."""

    place: str
    file: str
    key: tuple[str, int, int, int]
    was: str
    now: str
    late: bool

    @property
    def line(self) -> int:
        return self.key[1]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.was} -> {self.now}"


def mutants_of(folder: Path, place: str) -> Iterator[Mutant]:
    """Yield every change that can be made in a place."""
    path = folder / place
    for file in [path] if path.suffix else sorted(path.rglob("*.py")):
        text = file.read_text("utf-8")
        for node, late in places_in(ast.parse(text)):
            was, now = ast.get_source_segment(text, node) or "", ast.unparse(changed(node) or node)
            yield Mutant(place, str(file.relative_to(folder)), key_of(node), was, now, late)


def same_there(mutant: Mutant, here: Path, there: Path) -> Mutant | None:
    """Return a change as it is in another work tree, if its line is the same there."""
    if not (there / mutant.file).exists():
        return None
    ours, theirs = ((folder / mutant.file).read_text("utf-8").splitlines() for folder in (here, there))
    for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        if block.a <= mutant.line - 1 < block.a + block.size:
            kind, line, *columns = mutant.key
            key = (kind, line - block.a + block.b, columns[0], columns[1])
            return Mutant(mutant.place, mutant.file, key, mutant.was, mutant.now, mutant.late)
    return None


def chosen(count: int, seed: int, before: Path | None) -> list[tuple[Mutant, Mutant]]:
    """Return changes spread evenly over the places, each here and before."""
    dice = random.Random(seed)
    found: list[tuple[Mutant, Mutant]] = []
    every = {place: list(mutants_of(ROOT, place)) for place in PLACES}
    for number, place in enumerate(sorted(PLACES, key=lambda place: len(every[place]))):
        wanted = -(-(count - len(found)) // (len(PLACES) - number))
        dice.shuffle(every[place])
        for mutant in every[place]:
            there = mutant if before is None else same_there(mutant, ROOT, before)
            if wanted and there is not None:
                found.append((mutant, there))
                wanted -= 1
    return found


def kept(task: Path) -> list[Mutant]:
    """Return the changes that an earlier call has chosen."""
    told = json.loads(task.read_text("utf-8"))["mutants"]
    return [Mutant(**{**one, "key": tuple(one["key"])}) for one in told]


@dataclass
class Suite:
    """The tests of one work tree, tried on changes of its code."""

    folder: Path
    scratch: Path
    mutants: list[Mutant]
    marks: str
    seconds: float
    paths: list[str]
    seen: dict[str, dict[str, Any]] = field(default_factory=dict)
    at_import: set[int] = field(default_factory=set)
    fates: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scratch.mkdir(parents=True, exist_ok=True)
        task = {"folder": str(self.folder), "scratch": str(self.scratch), "caches": CACHES}
        self.task = self.scratch / "task.json"
        self.task.write_text(json.dumps({**task, "mutants": [asdict(mutant) for mutant in self.mutants]}), "utf-8")

    def pytest(self, how: str, log: str, *args: str, folder: Path | None = None, **more: str) -> int:
        """Run pytest in a process of its own, with the changes asleep; return its exit status."""
        here = {**os.environ, **ONE_THREAD, "PYTHONDONTWRITEBYTECODE": "1", "MUTANTS_HOW": how, **more}
        here["PYTHONPATH"] = f"{folder or self.folder}{os.pathsep}{Path(__file__).parent}"
        if folder is None:
            here["MUTANTS"] = str(self.task)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "mutants_plugin", "-p", "no:cacheprovider", *args]
        with (self.scratch / f"{log}.txt").open("w", encoding="utf-8") as file:
            return subprocess.run(
                command, cwd=folder or self.folder, env=here, stdout=file, stderr=file, check=False
            ).returncode

    def see(self, workers: int) -> None:
        """Run all tests once, and keep what each comes by and how long it takes."""
        if not list(self.scratch.glob("hits-*.jsonl")):
            spread = ["-n", str(workers), "--dist", "loadfile"] if workers > 1 else ["-n", "0"]
            self.pytest("hits", "hits", "-m", f"({self.marks}) and not browser", *spread, *self.paths)
        for file in self.scratch.glob("hits-*.jsonl"):
            for line in file.read_text("utf-8").splitlines():
                one = json.loads(line)
                if one["test"]:
                    self.seen[one["test"]] = one
                else:
                    self.at_import |= set(one["hits"])

    def is_early(self, number: int) -> bool:
        """Say whether a change is computed while modules are imported, so that no fork can wake it."""
        return not self.mutants[number].late or number in self.at_import

    def tests_of(self, number: int) -> list[str]:
        """Return the tests that come by a change (or by its file, if it is early): the fastest first."""
        files = sorted({mutant.file for mutant in self.mutants})
        wanted = {number}
        if number >= 0 and self.is_early(number):
            wanted.add(len(self.mutants) + files.index(self.mutants[number].file))
        comes_by = [
            name
            for name, one in sorted(self.seen.items(), key=lambda pair: pair[1]["took"])
            if wanted.intersection(one["hits"]) and not one["failed"]
        ]
        return sorted(comes_by, key=lambda name: "postgresql" in name)  # these last: a fork has to start the server

    def try_all(self, workers: int) -> None:
        """Find each change's fate: in forks, or in a fresh process if it is early."""
        self.take_answers()
        wanted = [number for number in range(len(self.mutants)) if number not in self.fates]
        self.fates |= {number: UNCOVERED for number in wanted if not self.tests_of(number)}
        wanted = [number for number in wanted if number not in self.fates]
        late = [number for number in wanted if not self.is_early(number)]
        shares = [late[worker::workers] for worker in range(workers)]
        with ThreadPoolExecutor(workers) as threads:
            list(threads.map(self.fork, range(workers), [share for share in shares if share]))
            list(threads.map(self.fresh, (number for number in wanted if self.is_early(number))))
        self.take_answers()

    def take_answers(self) -> None:
        """Read what the processes have found so far; what was found once is found."""
        for file in self.scratch.glob("*.answers"):
            for one in map(json.loads, file.read_text("utf-8").splitlines()):
                if not self.is_killed(one["number"]):
                    self.fates[one["number"]] = one["how"]

    def fork(self, worker: int, numbers: list[int], tests: list[str] | None = None) -> None:
        """Try changes in forks of a process that has collected all tests they need."""
        lists = {number: self.tests_of(number) if tests is None else tests for number in numbers}
        asked = self.scratch / f"asked-{worker}"
        lines = [json.dumps({"number": one, "tests": names, "seconds": self.seconds}) for one, names in lists.items()]
        asked.write_text("\n".join(lines), "utf-8")
        files = sorted({name.split("::")[0] for names in lists.values() for name in names})
        self.pytest(
            "fork", f"fork-{worker}", "-n", "0", "--tb=native", "-m", self.marks, *files, MUTANTS_ASKED=str(asked)
        )

    def fresh(self, number: int, folder: Path | None = None) -> int:
        """Try one change in a process of its own; in a folder where the file itself was changed, if one is given."""
        names, took = [], 0.0
        for name in self.tests_of(number):
            if " " in name:  # such a name cannot be given on a command line
                continue
            names.append(name)
            took += self.seen[name]["took"]
            if took > self.seconds:
                break
        asked = self.scratch / f"fresh-{number}"
        asked.write_text("\n".join(names), "utf-8")
        args = ["-x", "-n", "0", "-m", self.marks, f"@{asked}"]
        status = self.pytest("wake", f"fresh-log-{number}", *args, folder=folder, MUTANT=str(number)) if names else 0
        if folder is None:
            how = "found" if status else "not found"
            asked.with_suffix(".answers").write_text(json.dumps({"number": number, "how": how}) + "\n", "utf-8")
        return status

    def is_killed(self, number: int) -> bool:
        return self.fates.get(number, "").startswith("found")

    def check(self, count: int, seed: int) -> list[str]:
        """Return what is wrong with the method: tests that fail without a change, other fates in a changed file."""
        killers = {how.removeprefix("found ") for how in self.fates.values() if "::" in how}
        kept, self.seconds = self.seconds, 3600.0
        self.fork(-1, [-1], sorted(killers))
        self.seconds = kept
        self.take_answers()
        how = self.fates.pop(-1)
        wrong = [] if how == "not found" else [f"unchanged: {how}"]
        folder = self.scratch / "changed"
        if not folder.exists():
            subprocess.run(["git", "clone", "--quiet", str(self.folder), str(folder)], check=True)
        for number in random.Random(seed).sample(range(len(self.mutants)), count):
            mutant = self.mutants[number]
            file = folder / mutant.file
            text = file.read_bytes()
            file.write_bytes(with_change(text, mutant))
            status = self.fresh(number, folder)
            file.write_bytes(text)
            print(f"{'in a changed file:':20} {'found' if status else 'not found':10} {mutant}", flush=True)
            if bool(status) != self.is_killed(number):
                wrong.append(f"another fate in a changed file: {mutant}")
        return wrong


def with_change(text: bytes, mutant: Mutant) -> bytes:
    """Return a file's text with a change in it."""
    lines = text.splitlines(keepends=True)
    _, line, begin, end = mutant.key
    lines[line - 1] = lines[line - 1][:begin] + f"({mutant.now})".encode() + lines[line - 1][end:]
    return b"".join(lines)


def table(suites: dict[str, Suite]) -> Iterator[str]:
    """Yield a table of the shares that were found, a row a place."""
    yield f"| where | changes |{''.join(f' found {name} |' for name in suites)}"
    yield f"|---|---|{'---|' * len(suites)}"
    for place in (*PLACES, ""):
        cells = []
        for suite in suites.values():
            numbers = [number for number, mutant in enumerate(suite.mutants) if mutant.place.startswith(place)]
            killed = sum(map(suite.is_killed, numbers))
            cells.append(f" {killed} = {100 * killed / len(numbers):.1f} % |")
        yield f"| {place or 'all'} | {len(numbers)} |{''.join(cells)}"


def main() -> int:
    """Try the changes and print what was not found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--count", type=int, default=440)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--marks", default="not prove and not ci")
    parser.add_argument("--before", type=Path, help="a work tree of an older commit")
    parser.add_argument("--seconds", type=float, default=30.0, help="of processor time, for one change")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--check", type=int, default=0, help="changes whose fate is compared with that in a changed file"
    )
    parser.add_argument("--tests", nargs="+", default=["tests"], help="files and folders")
    asked = parser.parse_args()
    tasks = {name: asked.scratch.resolve() / name / "task.json" for name in ("before", "after")}
    if tasks["after"].exists():
        mutants = {name: kept(task) for name, task in tasks.items() if task.exists()}
    else:
        pairs = chosen(asked.count, asked.seed, asked.before)
        mutants = {"before": [there for _, there in pairs], "after": [here for here, _ in pairs]}
    suites = {}
    for name, folder in (("before", asked.before), ("after", ROOT)):
        if folder is not None:
            suite = Suite(folder.resolve(), tasks[name].parent, mutants[name], asked.marks, asked.seconds, asked.tests)
            suite.see(asked.workers)
            suite.try_all(asked.workers)
            suites[name] = suite
    print("\n".join(table(suites)))
    after = suites["after"]
    for number, mutant in enumerate(after.mutants):
        if not after.is_killed(number):
            before = "before" in suites and suites["before"].is_killed(number)
            print(f"{'found before, ' if before else ''}{after.fates.get(number)}: {mutant}")
    wrong = after.check(asked.check, asked.seed) if asked.check else []
    print("\n".join(wrong))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
