"""What `vedette rule`, a page view and an act cost now and at an earlier revision, as ratios: in one run, in turns.

    python benchmarks/costs.py [--against REVISION] [--rounds 5]

Each round both work trees do the same in processes of their own: rule on every sixth case file, let each demo's referee
declare and take back, and ask for the page's view in two languages after something has changed. Processor time is
compared, the least of all rounds: what else runs on the machine is hardly in it.
"""

import argparse
import gc
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BEFORE_THE_HOUSE_WAS_REDRAWN = "b4e78f9"
STRIDE, VIEWED = 6, 20
"""Every sixth case is ruled on; so many acts and views of each demo are counted."""


def cpu_ms(work: Callable[[], object]) -> float:
    """Return the processor time of a call, without what collecting garbage takes: that falls on one call by chance."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    spent = time.process_time() - start
    gc.enable()
    return 1000 * spent


def case_texts() -> Iterator[tuple[str, str]]:
    """Yield the name of each case, and the file of it alone; old revisions have one file a case."""
    folder = ROOT / "tests/data/cases"
    for game in sorted(each.name for each in folder.iterdir()):
        if files := sorted((folder / game).glob("*.toml")):
            yield from ((f"cases/{game}/{file.stem}", file.read_text("utf-8")) for file in files)
            continue
        sys.path.append(str(ROOT / "tests/shared"))
        from written_cases import as_toml, data_of  # noqa: PLC0415

        yield from ((f"cases/{game}/{name}", as_toml(data)) for name, data in sorted(data_of(game).items()))


def command(*words: str) -> str:
    """Return what a command prints, its errors after it."""
    from click.testing import CliRunner  # noqa: PLC0415

    from cli.main import main as vedette  # noqa: PLC0415

    result = CliRunner().invoke(vedette, list(words))
    text = result.output + (str(result.exception) if result.exception and result.exit_code not in (0, 2) else "")
    return text.replace(str(ROOT), "").replace(tempfile.gettempdir(), "")


class StillClock:
    """A clock that moves only when somebody waits."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now_s(self) -> float:
        """Return the time so far."""
        return self.seconds

    def wait(self, stop: Any, seconds: float) -> bool:
        """Go on at once."""
        self.seconds += seconds
        return bool(stop.is_set())


def measured() -> dict[str, float]:
    """Return what each thing costs in this work tree, in ms of processor time."""
    from referee.journal.store import Journal  # noqa: PLC0415
    from web.app import create_app  # noqa: PLC0415
    from web.fair import Cup  # noqa: PLC0415
    from web.stage import set_stage  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.toml" for number, _ in enumerate(list(case_texts())[::STRIDE])]
        for file, (_, text) in zip(files, list(case_texts())[::STRIDE], strict=True):
            file.write_text(text, encoding="utf-8")

        def ruled() -> None:
            for file in files:
                command("rule", str(file), "--json")

        ruled()
        found = {"vedette rule": cpu_ms(ruled) / len(files)}
    for game, scene in scenes().items():
        with tempfile.TemporaryDirectory() as folder, Journal(f"{folder}/match.sqlite", write=True) as journal:
            stage = set_stage(scene, StillClock(), Cup(2, bytes), journal=journal)
            for _ in range(3):
                stage.step()
            session = getattr(stage, "session", None) or stage.desk  # `desk` in revisions before it was renamed
            client = create_app(session).test_client()

            def look(client: Any = client, session: Any = session) -> None:
                session.act(lambda _: None)
                client.get("/api/view")
                client.get("/api/view?lang=it")

            look()
            found[f"{game}: a view"] = cpu_ms(lambda look=look: [look() for _ in range(VIEWED)]) / VIEWED / 2
            for asked in scene.suggestions[:1]:
                act = {"actor": asked.actor, "target": asked.target}

                def declare(client: Any = client, act: Any = act) -> None:
                    client.post("/api/match/declare", json=act)
                    client.post("/api/match/undo", json={})

                declare()
                spent = cpu_ms(lambda declare=declare: [declare() for _ in range(VIEWED)])
                found[f"{game}: declare and take back"] = spent / VIEWED
            session.close()
    return found


def scenes() -> dict[str, Any]:
    """Return the games' demo scenes; in revisions before `simulation/` they were in the rehearsal."""
    try:
        from simulation.rehearsal.demos import demo_games, demo_scene  # noqa: PLC0415
    except ImportError:
        battles = importlib.import_module("referee.rehearsal.battles").BATTLES
        return {game: make() for game, make in battles.items()}
    return {game: demo_scene(game) for game in demo_games()}


def of(tree: Path) -> dict[str, float]:
    """Return what a work tree's own process measures."""
    path = os.pathsep.join([str(tree), str(tree / "benchmarks")])
    script = [sys.executable, str(tree / "benchmarks/costs.py"), "--measure"]
    told = subprocess.run(script, cwd=tree, check=True, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE)
    return dict(json.loads(told.stdout.splitlines()[-1]))


def main() -> int:
    """Measure both in turns, and print a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", default=BEFORE_THE_HOUSE_WAS_REDRAWN, metavar="REVISION")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", action="store_true", help="only this work tree; one line of JSON")
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measured()))
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", str(tree), given.against], cwd=ROOT, check=True)
        try:
            (tree / "benchmarks/costs.py").write_bytes(Path(__file__).read_bytes())
            rounds = [(of(tree), of(ROOT)) for _ in range(given.rounds)]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)
    print(f"| ms of a core, least of {given.rounds} | {given.against} | now | ratio |\n|---|---|---|---|")
    for what in rounds[0][1]:
        before, now = (min(each[k][what] for each in rounds) for k in (0, 1))
        print(f"| {what} | {before:.2f} | {now:.2f} | {now / before:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
