"""A game brings its words in three languages from its own folder, and touches no other file."""

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from referee.words import check_sentence, effect_sentence, outcome_sentence, throw_sentence, translation
from referee.words.catalogue import main
from referee.words.game_words import other_places, verb_said
from referee.words.house_values import house_said
from rules import registry
from rules.ruling import Check, Effect, HouseValue, Ruling, Throw
from table.errors import BadInput

GAME = """
from dataclasses import replace
from rules.ambush import GAME as AMBUSH

GAME = replace(AMBUSH, name="zouaves")
"""
CATALOGUE = {
    "en": {
        "checks.range.yes": "{target} is near", "checks.range.no": "{target} is far",
        "checks.drums.yes": "{actor} hears a {drum}", "outcomes.won": "Vive la France.", "verbs.charge": "charge at",
        "house.pace": "paces a turn: {value}", "word.drum.bass": "big drum",
    },
    "it": {
        "checks.range.yes": "{target} è vicino", "checks.drums.yes": "{actor} sente {drum}",
        "verbs.charge": "caricare", "house.pace": "passi per turno: {value}", "word.drum.bass": "la grancassa",
    },
    "es": {"checks.range.yes": "{target} está cerca"},
}  # fmt: skip
FOUND = (
    registry.game_names, registry.game_modules, registry._installed, registry._load, other_places, translation.words,
    translation.section, translation._keys,
)  # fmt: skip
NEAR = Check("Z1", "range", "passed", 4.0, 5.0, "cm", detail={"target": "Weber", "actor": "Miller"})
DRUM = Check("Z2", "drums", "passed", detail={"actor": "Jean", "drum": "bass"})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game of somebody else's, installed beside Ambush; every cache is forgotten before and after."""
    folder = tmp_path / "zouaves_game"
    (folder / "locale").mkdir(parents=True)
    (folder / "__init__.py").write_text(GAME, "utf-8")
    for language, said in CATALOGUE.items():
        entries = [f'msgid "{key}"\nmsgstr "{words}"\n' for key, words in said.items()]
        (folder / "locale" / f"{language}.po").write_text("\n".join(entries), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "zouaves_game", raising=False)
    modules = {"zouaves": "zouaves_game:GAME", "ambush": "rules.ambush:GAME"}
    installed = tuple(EntryPoint(name, module, registry.GROUP) for name, module in modules.items())
    monkeypatch.setattr(registry, "entry_points", lambda group: installed)
    for found in FOUND:
        found.cache_clear()
    yield folder
    for found in FOUND:
        found.cache_clear()


@pytest.mark.ci
@pytest.mark.usefixtures("folder")
def test_a_stranger_s_game_speaks_three_languages() -> None:
    languages = ("en", "it", "es")
    assert [check_sentence("zouaves", NEAR, language=language) for language in languages] == [
        "Weber is near", "Weber è vicino", "Weber está cerca",
    ]  # fmt: skip
    assert check_sentence("zouaves", DRUM, language="it") == "Jean sente la grancassa"
    assert check_sentence("zouaves", DRUM, language="es") == "Jean hears a big drum", "without a translation: English"
    assert [verb_said("zouaves", verb, language="it") for verb in ("charge", "move")] == ["caricare", "muovere"]
    assert house_said("zouaves", HouseValue("pace", 2.5, "Z3"), language="it") == "passi per turno: 2,5"
    assert outcome_sentence(Ruling("zouaves", "charge", "allowed", outcome="won")) == "Vive la France."
    assert throw_sentence("zouaves", Throw("Z4", "drums", "1D6", (), "Jean")) == "Jean throws"
    assert effect_sentence("zouaves", Effect("remove", "Weber"), language="it") == "Weber esce dal gioco"


@pytest.mark.usefixtures("folder")
def test_two_games_say_the_same_key_each_in_its_own_way() -> None:
    assert check_sentence("ambush", NEAR) == "Weber is 4.0 cm from Miller, within 5 cm"
    assert outcome_sentence(Ruling("ambush", "assault", "allowed", outcome="won")) == "The attacker wins."
    assert check_sentence("yankee", NEAR) == check_sentence("ambush", NEAR), "not installed: in the common words"


def test_a_catalogue_that_is_missing_is_english(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "locale" / "es.po").unlink()
    assert check_sentence("zouaves", NEAR, language="es") == "Weber is near"
    monkeypatch.setattr(registry, "entry_points", lambda group: (EntryPoint("gone", "no_such_package:GAME", group),))
    for found in FOUND:
        found.cache_clear()
    assert translation.files("gone", "it") == []
    with pytest.raises(BadInput, match="cannot be loaded"):
        registry.game_named("gone")


def test_the_refreshing_command_lists_what_a_game_s_catalogue_lacks(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = folder / "locale" / "es.po"
    monkeypatch.setattr("referee.words.catalogue.game_names", lambda: ["zouaves"])
    monkeypatch.setattr("referee.words.catalogue.files", lambda game, _: [folder / "locale" / "en.po"] if game else [])
    assert main("es") == 1
    assert f"{mine}: to translate: checks.range.no: {{target}} is far\n" in capsys.readouterr().out
    text = mine.read_text("utf-8")
    assert '#. {target} is near\nmsgid "checks.range.yes"\nmsgstr "{target} está cerca"' in text
    assert 'msgid "demo.title"' in text, "what the game declares in its own code"
    assert 'msgid "checks.not_fired.yes"' not in text, "one of the common words"
