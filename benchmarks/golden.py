"""What Vedette answers today, kept to be held against what it answers after its code was rewritten.

    python benchmarks/golden.py --write FILE                   every answer, one line of JSON each
    python benchmarks/golden.py --against REVISION [--show 20] this tree against a revision of it, answer by answer

Asked are, through the commands and pages whose shape is fixed: every case (JSON, and its sentences in three languages),
every battle, what moved between a case's table and the same with one stand shifted, and every page and API of the five
demos on a clock that stands still. Exit status 1 where an answer differs.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LANGUAGES = ("en", "it", "es")
PLACES = 6
"""Decimals of a number that are compared: sums in another order differ beyond them."""
VOLATILE = re.compile(
    r"nonce-[\w-]+|csrf[\w-]*|\?v=[0-9a-f]{6,}|Vedette [0-9][\w.+]*|\b([0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{64})\b"
    r"|\b20\d\d-\d\d-\d\d[T ][\d:.]+(\+00:00)?|/vedette-\w+/|(?<=· )\d\d:\d\d"
)
"""What differs from run to run: nonces, addresses of what is cached, the number of a session's run, times, seals."""
STEPS = 3
"""Looks at a demo's table before its pages are asked."""
FACES = (4, "red")
"""Faces of the games' dice; a game refuses what is not on its own."""


def answers() -> Iterator[tuple[str, Any]]:
    """Yield the name of each question and its answer."""
    data = ROOT / "tests/data"
    battles = sorted((data / "battles").rglob("*.toml"))
    path = Path(tempfile.gettempdir()) / f"golden-{os.getpid()}.toml"
    for name, text in case_texts():
        path.write_text(text, encoding="utf-8")
        yield f"rule {name}", json_of(command("rule", str(path), "--json"))
        for language in LANGUAGES:
            yield f"rule {name} {language}", command("rule", str(path), "--lang", language)
        moved = shifted(path)
        if moved is not None:
            yield f"moves {name}", json_of(command("moves", str(path), str(moved), "--json"))
            moved.unlink()
    path.unlink()
    for path in battles:
        name = str(path.relative_to(data))
        yield f"battle {name}", json_of(command("battle", str(path), "--json"))
        yield f"battle {name} it", command("battle", str(path), "--lang", "it")
    yield from pages()


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
    from click.testing import CliRunner  # noqa: PLC0415 - only the process that asks needs it

    from cli.main import main as vedette  # noqa: PLC0415

    result = CliRunner().invoke(vedette, list(words))
    text = result.output + (str(result.exception) if result.exception and result.exit_code not in (0, 2) else "")
    return text.replace(str(ROOT), "").replace(tempfile.gettempdir(), "")


def json_of(text: str) -> Any:
    """Return the JSON of a text, or the text where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def shifted(path: Path) -> Path | None:
    """Return a copy of a case in which its first stand stands 2 cm aside; None where it has no place in cm."""
    aside = re.compile(r"^(x = )(-?[0-9.]+)$", re.MULTILINE)
    text, count = aside.subn(lambda found: f"{found[1]}{float(found[2]) + 2.0:g}", path.read_text("utf-8"), count=1)
    if not count:
        return None
    file = Path(tempfile.gettempdir()) / f"golden-after-{os.getpid()}.toml"
    file.write_text(text, encoding="utf-8")
    return file


def pages() -> Iterator[tuple[str, Any]]:
    """Yield what the pages and the API of each demo answer."""
    from serving_routes import routes_of  # noqa: PLC0415

    from referee.journal.store import TemporaryJournal  # noqa: PLC0415
    from simulation.rehearsal.demos import demo_games, demo_scene  # noqa: PLC0415
    from web.app import create_app  # noqa: PLC0415
    from web.document import document_of  # noqa: PLC0415
    from web.fair import Cup  # noqa: PLC0415
    from web.stage import set_stage  # noqa: PLC0415

    for game in demo_games():
        scene = demo_scene(game)
        journal = TemporaryJournal()
        stage = set_stage(scene, StillClock(), Cup(2, bytes), journal=journal)  # dice of a seed of zeros
        for _ in range(STEPS):
            stage.step()
        session = getattr(stage, "session", None) or stage.desk  # `desk` in revisions before it was renamed
        app = create_app(session)
        client = app.test_client()
        for number, asked in enumerate(scene.suggestions):
            acts = [
                ("declare", {"actor": asked.actor, "target": asked.target}),
                *(("throw", {"dice": [face]}) for face in FACES),
                ("undo", {}),
            ]
            for act, body in acts:
                reply = client.post(f"/api/match/{act}", json=body)
                yield f"{game} {number} {act} {body}", told(reply)
        for route in routes_of(document_of(app)):
            if route.method != "GET" or "{filename}" in route.path or route.path.endswith((".pdf", ".jpg", ".png")):
                continue
            for address in named(route.path, [entry.name for entry in scene.roster.entries[:4]]):
                for language in LANGUAGES:
                    reply = client.get(address, query_string={"lang": language})
                    yield f"{game} {address} {language}", told(reply)
        session.close()
        journal.close()


def told(reply: Any) -> list[Any]:
    """Return the status and the body of a page's answer, without what differs from run to run."""
    return [reply.status_code, lasting(json_of(reply.get_data(as_text=True)))]


def lasting(value: Any) -> Any:
    """Return an answer without what differs from run to run; read first, for a number may hold digits like a seal's."""
    if isinstance(value, str):
        return VOLATILE.sub("", value)
    if isinstance(value, list):
        return [lasting(item) for item in value]
    return {k: "" if k == "seal" else lasting(v) for k, v in value.items()} if isinstance(value, dict) else value


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


def named(path: str, stands: list[str]) -> list[str]:
    """Return an address with stands' names where it has places for them."""
    if "{" not in path:
        return [path]
    return [re.sub(r"\{[^}]*\}", stand if "name" in path or "stand" in path else "1", path) for stand in stands]


def rounded(value: Any) -> Any:
    """Return a value with its numbers rounded, to be compared."""
    if isinstance(value, float):
        return round(value, PLACES) if math.isfinite(value) else str(value)
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return {key: rounded(item) for key, item in value.items()} if isinstance(value, dict) else value


def write(file: Path) -> int:
    """Write every answer of this tree; return how many there are."""
    warnings.simplefilter("ignore")
    count = 0
    with file.open("w", encoding="utf-8") as out:
        for name, answer in answers():
            count += 1
            out.write(json.dumps([name, rounded(answer)], sort_keys=True, ensure_ascii=False) + "\n")
            if count % 100 == 0:
                print(f"\r{count} answers", end="", file=sys.stderr)
    print(f"\r{count} answers", file=sys.stderr)
    return count


def read(file: Path) -> dict[str, Any]:
    """Return the answers of a file by name."""
    return dict(json.loads(line) for line in file.read_text("utf-8").splitlines())


def compare(before: dict[str, Any], after: dict[str, Any], show: int) -> int:
    """Print what differs; return how many answers do."""
    differ = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    for name in differ[:show]:
        print(f"## {name}")
        for was, now in differences(before.get(name), after.get(name)):
            print(f"  - {was}\n  + {now}")
    kinds = Counter(name.split()[0] for name in before)
    print(
        f"{len(before)} answers ({', '.join(f'{count} {kind}' for kind, count in kinds.items())}): {len(differ)} differ"
    )
    return len(differ)


def differences(was: Any, now: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield the leaves in which two answers differ, with where they are."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in {**was, **now}:
            yield from differences(was.get(key), now.get(key), f"{where}.{key}")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for number, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from differences(one, other, f"{where}[{number}]")
    elif was != now:
        yield f"{where}: {str(was)[:300]}", f"{where}: {str(now)[:300]}"


def of_revision(revision: str, scratch: Path) -> dict[str, Any]:
    """Return the answers of a revision, asked by this script in a work tree of it."""
    tree, out = scratch / "tree", scratch / "before.jsonl"
    subprocess.run(["git", "worktree", "add", "-q", "--detach", str(tree), revision], cwd=ROOT, check=True)
    try:
        (tree / "benchmarks/golden.py").write_bytes(Path(__file__).read_bytes())
        ask(tree, out)
        return read(out)
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)


def ask(tree: Path, out: Path) -> None:
    """Have a work tree's own process write its answers."""
    path = os.pathsep.join([str(tree), str(tree / "benchmarks")])
    script = [sys.executable, str(tree / "benchmarks/golden.py"), "--write", str(out)]
    subprocess.run(script, cwd=tree, check=True, env={**os.environ, "PYTHONPATH": path})


def main() -> int:
    """Write, or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="FILE")
    what.add_argument("--against", metavar="REVISION", help="a commit, or a file that --write made")
    parser.add_argument("--show", type=int, default=20)
    given = parser.parse_args()
    if given.write is not None:
        return 0 if write(given.write) else 1
    with tempfile.TemporaryDirectory() as scratch:
        now = Path(scratch) / "after.jsonl"
        ask(ROOT, now)
        file = Path(given.against)
        before = read(file) if file.is_file() else of_revision(given.against, Path(scratch))
        return 1 if compare(before, read(now), given.show) else 0


if __name__ == "__main__":
    sys.exit(main())
