"""A sixth game, all in its own folder: it works everywhere, and no other file knows of it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sixth_game
from click.testing import CliRunner, Result
from hand_clock import HandClock
from packages import PACKAGES

from cli.main import main
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from referee.words.catalogue import declared
from referee.words.languages import LANGUAGES
from referee.words.translation import words
from rules.clauses import clauses
from rules.legal import legal
from rules.registry import game_modules, game_named, rule
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from table.snapshot import Snapshot
from table.stand import Stand
from web.app import create_app
from web.stage import set_stage

ROOT = Path(__file__).parents[1]
MOST_LINES = 250
CASE = """
game = "smugglers"
table = {width_cm = 90, depth_cm = 60}
stand = [
    {name = "Kit", side = "smugglers", kind = "smuggler", x = 30, y = 20},
    {name = "Rowe", side = "customs", kind = "officer", x = ROWE, y = 20, heading_deg = 180},
    {name = "Wil", side = "customs", kind = "officer", x = 80, y = 50},
]
[action]
type = "shoot"
actor = "Kit"
target = "Rowe"
[dice]
given = [4]
"""
BATTLE = """
game = "smugglers"
sides = ["smugglers", "customs"]
table = {width_cm = 90, depth_cm = 60}
stand = [
    {name = "Kit", side = "smugglers", kind = "smuggler", x = 30, y = 20},
    {name = "Rowe", side = "customs", kind = "officer", x = 60, y = 20, heading_deg = 180},
]
[[act]]
action = {type = "move", actor = "Kit", path = [[30, 20], [40, 20]]}
[[act]]
action = {type = "move", actor = "Kit", path = [[40, 20], [45, 20]]}
verdict = "refused"
[[act]]
action = {type = "shoot", actor = "Kit", target = "Rowe"}
dice = [4]
outcome = "hit"
[end]
winner = "smugglers"
"""


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path) -> Iterator[None]:
    with sixth_game.installed(tmp_path / "site"):
        yield


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_it_is_small() -> None:
    files = [file for file in sixth_game.EXAMPLE.rglob("*") if file.suffix in (".py", ".toml", ".po")]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_LINES


def test_no_other_file_names_it() -> None:
    files = [file for folder in PACKAGES for file in (ROOT / folder).rglob("*") if file.suffix != ".pyc"]
    naming = [file for file in files if file.is_file() and b"smuggl" in file.read_bytes().lower()]
    assert naming == []


@pytest.mark.ci
@pytest.mark.parametrize(("language", "word"), [("en", "IN RANGE"), ("it", "IN PORTATA"), ("es", "EN ALCANCE")])
def test_rule(tmp_path: Path, language: str, word: str) -> None:
    done = run("rule", written(tmp_path, "case.toml", CASE.replace("ROWE", "50")), "--lang", language)
    assert done.exit_code == 0
    assert word in done.output
    assert {"en": "out of the fight", "it": "fuori combattimento", "es": "fuera de combate"}[language] in done.output


@pytest.mark.parametrize("language", ["it", "es"])
def test_everything_it_says_is_translated(language: str) -> None:
    english, said = words("smugglers", "en"), words("smugglers", language)
    assert len(english) > 10
    assert {key for key in english if said[key].forms == english[key].forms} == set()
    assert set(declared("smugglers")) <= {(key, each.form()) for key, each in english.items()}


def test_every_clause_is_held() -> None:
    assert all(clause.function() for clause in clauses(game_modules()["smugglers"]).values())


def test_moves_are_read_from_two_tables(tmp_path: Path) -> None:
    before = written(tmp_path, "before.toml", CASE.replace("ROWE", "50"))
    after = written(tmp_path, "after.toml", CASE.replace("ROWE", "50").replace("x = 30", "x = 45"))
    done = run("moves", before, after)
    assert "Kit: TOO FAR. Kit moves 15.0 cm, 3.0 cm more than the 12 cm he has." in done.output


def test_a_battle_is_played_again(tmp_path: Path) -> None:
    done = run("battle", written(tmp_path, "battle.toml", BATTLE))
    assert done.exit_code == 0, done.output


def test_what_may_be_done() -> None:
    kit, near, far = (Stand(name, side, kind, x, 20.0) for name, side, kind, x in (
        ("Kit", "smugglers", "smuggler", 30.0), ("Rowe", "customs", "officer", 50.0),
        ("Wil", "customs", "officer", 80.0)))  # fmt: skip
    table, state = Snapshot(90, 60, (kit, near, far)), State(("smugglers", "customs"))
    found = {each.verb: each for each in legal("smugglers", table, state, "Kit")}
    assert (found["move"].left_cm, found["shoot"].targets) == (12.0, ("Rowe",))
    shot = rule("smugglers", table, {"type": "shoot", "actor": "Kit", "target": "Rowe"}, [4])
    after = game_named("smugglers").reducer.after(state, shot.effects, table)
    assert set(after.fallen) == {"Rowe"}
    fired = {each.verb: each.allowed for each in legal("smugglers", table, after, "Kit")}
    assert fired == {"move": True, "shoot": False}


@pytest.mark.ci
def test_its_demo_is_played_and_kept(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.sqlite", write=True) as journal:
        stage = set_stage(demo_scene("smugglers"), HandClock(), lambda: 6, journal=journal)
        client = create_app(stage.session).test_client()
        for language in LANGUAGES:
            assert client.get("/", query_string={"lang": language}).status_code == 200
        shot = client.post("/api/match/declare", json={"actor": "Kit", "target": "Pascoe"}).get_json()
        assert shot["ruling"]["word"] == "IN RANGE"
        assert "in_bushes" in json.dumps(shot) or "the gorse" in json.dumps(shot)
        assert client.post("/api/match/throw", json={"dice": [5]}).status_code == 200
        assert client.get("/api/reach/Old%20Tom").get_json()["areas"]
        assert client.post("/api/match/end-turn", json={}).status_code == 200
        (card, *_) = client.get("/api/evidence").get_json()["cards"]
        assert client.get(f"/evidence/{card['entry']}").status_code == 200
        assert client.get(f"/evidence/{card['entry']}.png").status_code == 200
        stage.session.close()
        assert check_journal(journal.entries()).faults == ()


@pytest.mark.ci
def test_doctor_and_demo_find_it_in_a_process_of_their_own(tmp_path: Path) -> None:
    env = sixth_game.environment(tmp_path / "another")
    told = subprocess.run(
        [sys.executable, "-m", "cli.main", "demo", "--help"], env=env, capture_output=True, text=True, check=True
    )
    assert "smugglers" in told.stdout
