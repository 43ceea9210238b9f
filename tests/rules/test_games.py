"""How games are found: each whole and once, and what is said where one is not."""

import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rules import registry
from rules.registry import game_named, game_names, games, trouble_with
from table.errors import BadFile, BadInput

ROOT = Path(__file__).parents[2]
FIVE = ("ambush", "ancients", "montecassino", "rommel", "yankee")
NAMING = re.compile(rf'"({"|".join(FIVE)})"')


@pytest.fixture
def forget() -> Iterator[None]:
    """Let the games be found anew in this test and after it."""
    for found in (registry.game_names, registry._installed, registry._load):
        found.cache_clear()
    yield
    for found in (registry.game_names, registry._installed, registry._load):
        found.cache_clear()


def test_five_games_are_installed_and_each_is_whole() -> None:
    assert set(FIVE) <= set(game_names())
    for game in games():
        assert game_named(game.name) is game
        assert game.primary_verb in game.verbs
        assert {*game.any_time, *game.by_side, *game.aimed} <= set(game.verbs)
        assert len(game.bases()) > 0


def test_what_is_agreed_is_a_choice_or_a_number_of_the_settings() -> None:
    for game in games():
        asked = game.settings.model_json_schema()["properties"]
        for key, agreed in game.agreed.items():
            ways = asked[key].get("anyOf", [asked[key]])
            assert {word for way in ways for word in way.get("enum", ())} == set(agreed.choices)
            assert agreed.choices or asked[key]["type"] == "integer"


def test_a_game_that_is_not_installed_is_said_with_those_that_are() -> None:
    with pytest.raises(BadFile, match="expected ambush or ancients or montecassino"):
        game_named("chess")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (["rules.ambush:GAME", "rules.yankee:GAME"], "two games are installed as hussite: rules.ambush:GAME and"),
        (["rules.hussite:GAME"], "hussite .* cannot be loaded: No module named 'rules.hussite'"),
        (["rules.ambush:complete"], "hussite .* is no Game of that name"),
        (["rules.ambush:GAME"], "hussite .* is no Game of that name"),
    ],
)
@pytest.mark.usefixtures("forget")
def test_a_game_that_is_not_whole_is_one_line(monkeypatch: pytest.MonkeyPatch, values: list[str], said: str) -> None:
    wrong = tuple(EntryPoint("hussite", value, registry.GROUP) for value in values)
    whole = EntryPoint("ambush", "rules.ambush:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: (whole, *wrong))
    assert [game.name for game in games()] == ["ambush"], "its neighbours play on"
    assert re.search(said, trouble_with("hussite") or "")
    with pytest.raises(BadInput, match=said) as caught:
        game_named("hussite")
    assert "\n" not in str(caught.value)
