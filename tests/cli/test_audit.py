"""`vedette audit`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from journals import begin

from cli.main import main
from referee.match.course import Course


@pytest.fixture
def file(tmp_path: Path) -> Path:
    journal, match = begin(tmp_path / "match.sqlite")
    match.walk("Miller", 6.0, Course(((20.0, 20.0), (20.0, 26.0)), 0.05))
    match.walk("Moore", 17.0, Course(((30.0, 20.0), (30.0, 37.0)), 0.05, (0,)))
    for name, y in (("Miller", 26.0), ("Moore", 37.0)):
        table = match.current.measured
        match.see(table.with_stand(table.stand(name).moved_to(table.stand(name).x, y)))
    match.end_turn()
    journal.close()
    return tmp_path / "match.sqlite"


def run(*args: object) -> str:
    done = CliRunner().invoke(main, ["audit", *map(str, args)], env={"VEDETTE_LANG": "en"})
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.ci
def test_to_read(file: Path) -> None:
    assert run(file).splitlines() == [
        "Turn 1, Americans",
        "  2 moved: too far: Moore",
        "  ✓ Miller 6 ±0.1 cm of 8 cm: within (A2.1)",
        "  ✕ Moore 17 ±0.1 cm of 16 cm: TOO FAR; one leg nobody saw (A2.2)",
    ]
    assert "TROPPO LONTANO; un tratto non visto" in run(file, "--lang", "it")
    assert run(file, "--turn", 2) == "Nobody has moved yet.\n"


def test_for_machines(file: Path) -> None:
    (turn,) = json.loads(run(file, "--json"))["turns"]
    assert [(move["name"], move["verdict"], move["limit"], move["unseen"]) for move in turn["moves"]] == [
        ("Miller", "within", 8.0, []), ("Moore", "over", 16.0, [0]),
    ]  # fmt: skip
