"""Writes rulings of all five games' demo tables, as pages get them, for the tests of what is said aloud.

`python tests/shared/spoken_rulings.py` makes tests/page/rulings.json anew.
"""

import dataclasses
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from matches import match_at

from referee.observation import Observation, TableStatus
from rules.legal import legal
from rules.registry import game_named, game_names
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from table.errors import VedetteError
from web.match_session import MatchSession
from web.shown_ruling import open_ruling_view

PLACE = Path(__file__).parents[1] / "page/rulings.json"
LANGUAGES = ("en", "it", "es")
KEPT = (
    "actor", "target", "verdict", "word", "number", "sentence", "outcome", "headline", "notation", "confirmed",
    "measured_only", "needs", "undecided", "question", "dice",
)  # fmt: skip
MOST = 4


def rulings_of(game: str) -> dict[str, list[dict[str, Any]]]:
    """Return some rulings on a game's demo table in each language, each before its dice and after them."""
    scene = demo_scene(game)
    truth = scene.truth()
    table = replace(truth, stands=tuple(replace(stand, sigma_cm=0.015) for stand in truth.stands))
    state = State(tuple(side.name for side in scene.sides), scene.turn)
    match = match_at(table, game, state, scene.settings)
    session = MatchSession(scene, match, Observation(table, TableStatus("still")), lambda: 1, lambda: 0.0)
    found: dict[str, list[dict[str, Any]]] = {language: [] for language in LANGUAGES}

    def keep() -> None:
        for language in LANGUAGES:
            view = open_ruling_view(match.now, 1, scene, language)
            assert view is not None
            found[language].append({key: value for key, value in dataclasses.asdict(view).items() if key in KEPT})

    actions: dict[object, dict[str, Any]] = {
        s.actor: {"type": scene.verb, "actor": s.actor, "target": s.target} for s in scene.suggestions
    }
    for stand in table.stands if not actions else ():
        for it in legal(game, table, state, stand.name, scene.settings):
            if it.targets and it.verb == scene.verb:
                actions[stand.name] = {**it.action, "type": it.verb, "target": it.targets[0]}
            elif it.spaces:
                actions.setdefault(stand.name, {**it.action, "type": it.verb, "steps": it.spaces[-1].steps})
    faces = game_named(game).die.faces
    for number, action in enumerate([*actions.values()][:MOST]):
        try:
            match.declare_action(action)
            keep()
            if match.now.ruling is None or match.now.ruling.verdict != "allowed":
                match.withdraw()
                continue
            while match.now.ruling is not None and match.now.ruling.needs:
                match.throw([faces[-1 - number % 2]], confirm=True)
            if not match.now.confirmed:
                match.confirm()
            keep()
            match.withdraw()
        except VedetteError as error:
            print(f"{game}: {action}: {error}")
    session.close()
    return found


if __name__ == "__main__":
    written = {game: rulings_of(game) for game in game_names()}
    PLACE.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print({game: len(rulings["en"]) for game, rulings in written.items()})
