"""Smugglers, the example of a game in its own folder (docs/examples/smugglers), as if a stranger had installed it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.words import translation
from referee.words.game_words import other_places
from rules import registry

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "smugglers"


def site(folder: Path) -> Path:
    """Return a folder that says, as pip writes it down, where the game is found."""
    told = folder / "vedette_smugglers-1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: vedette-smugglers\nVersion: 1.0\n", encoding="utf-8")
    (told / "entry_points.txt").write_text("[vedette.games]\nsmugglers = smugglers:GAME\n", encoding="utf-8")
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process that finds the game."""
    path = os.pathsep.join([str(site(folder)), str(EXAMPLE), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Let this process find the game."""
    before, sys.path[:0] = list(sys.path), [str(site(folder)), str(EXAMPLE)]
    forget()
    try:
        yield
    finally:
        sys.path[:] = before
        for name in [name for name in sys.modules if name.partition(".")[0] == "smugglers"]:
            del sys.modules[name]
        forget()


def forget() -> None:
    """Let the games, and what they say, be found anew."""
    found = (registry.game_names, registry.game_modules, registry._installed, registry._load)
    kept = (*found, other_places, translation.words, translation.section, translation._keys)
    for cached in kept:
        cached.cache_clear()
