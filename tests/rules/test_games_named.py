"""Nothing outside a game's folder names a game: another one is added without touching the rest."""

import re
from pathlib import Path

import pytest

from rules.registry import game_names

ROOT = Path(__file__).parents[2]
FOLDERS = ("table", "rules", "referee", "vision", "web", "cli", "calibration", "hardware")
KINDS = (".py", ".html", ".js", ".toml", ".css")
NAMING = re.compile(rf"(?<![a-z])({'|'.join(game_names())})(?![a-z])", re.IGNORECASE)


def may_name(name: str) -> bool:
    return name.startswith(tuple(f"rules/{game}/" for game in game_names()))


@pytest.mark.ci
def test_nothing_outside_a_games_folder_names_a_game() -> None:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*") if file.suffix in KINDS]
    names = {file.relative_to(ROOT).as_posix(): file for file in files}
    named = {name: NAMING.findall(file.read_text("utf-8")) for name, file in names.items() if not may_name(name)}
    assert len(named) > 300
    assert {name: found for name, found in named.items() if found} == {}
