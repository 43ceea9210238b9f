"""Sides by their titles, house values in words, the lists' units in three languages: no raw key in any sentence."""

import re
import tomllib
from importlib.resources import files
from typing import Literal, get_args, get_origin

import pytest
from written_cases import by_clause, case_named, cases_of, ruling_of

from cli.rule import as_text
from referee.ruling_view import ruling_view
from referee.words import side_said
from referee.words.game_words import kind_said, unit_said
from referee.words.house_values import house_said
from referee.words.sides import called
from referee.words.translation import section
from rules.game import AnyGame
from rules.registry import games
from rules.ruling import HouseValue
from table.notation.case_file import Case

KEYS = re.compile(
    r"\b(allied|axis|roman|carthaginian|ground_move|air_move|next|weather|dice_still|dice_moved"
    r"|odd_row_hexes|dotted_lines|units = |fire = |map = |banners = |striped = )"
)
ONE_OF_MANY = re.compile(r"(?<![\d,.])1 (esagoni|stendardi|hexágonos|estandartes|pedine|fichas)\b")
AS_WORDS = {"en": {"next", "weather", "roman"}, "it": set(), "es": set()}
OTHER_HOUSE_WORDS = {"example", "impassable"}
"""The title of our own example book, and which terrain is impassable: no settings of their own."""
TITLES = {"axis": "Afrika Korps", "allied": "Eighth Army"}


@pytest.mark.parametrize("cases", by_clause("rommel", "ancients"))
def test_no_sentence_of_a_case_has_a_raw_key(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            ruling = ruling_of(case)
            for language in ("en", "it", "es"):
                said = as_text(ruling, language)
                assert set(KEYS.findall(said)) <= AS_WORDS[language], said
                if language != "en":
                    assert not ONE_OF_MANY.search(said), said


def test_a_match_s_own_titles_are_said() -> None:
    ruling = ruling_of(case_named("rommel", "aircraft-above-a-fortification"))
    told = ruling_view(ruling, titles=TITLES)
    sentences = [check.sentence for check in told.checks] + [throw.sentence for throw in told.dice]
    assert any("Eighth Army" in said and "Afrika Korps" in said for said in sentences), sentences
    assert any(said.startswith("attack (") for said in sentences)
    assert called(ruling, {}) is ruling
    assert [effect["type"] for effect in told.effects] == [effect.type for effect in ruling.effects]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_house_value_has_words(game: AnyGame) -> None:
    """Whatever it is set to: each of its choices, yes and no."""
    model = game.settings
    settings = model.model_validate({"ancients": {"book": "example"}, "rommel": {"map": "practice"}}.get(game.name, {}))
    for key, clause in model.house.items():
        kind = model.model_fields[key].annotation
        values = [settings.house_value(key).value]
        values += (True, False) if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()
        for value in values:
            house = HouseValue(key, value, clause)
            said = [house_said(game.name, house, language=language) for language in ("en", "it", "es")]
            assert None not in said, (key, value)
            assert len(set(said)) == 3, said
            assert not any("{" in each or "?" in each for each in said if each), said
    assert {key.split()[0] for key in section("house", "en", game.name)} - OTHER_HOUSE_WORDS == set(model.house)


def test_a_card_tells_its_house_values() -> None:
    ruling = next(
        it
        for it in map(ruling_of, (*cases_of("rommel"), *cases_of("ancients")))
        if any(house.key == "dice_still" for house in it.house_values)
    )
    said = {each.clause: each.said for each in ruling_view(ruling, language="es").house}
    assert said["C10.6"] == "Valor de la casa: dados de una unidad que dispara sin haber movido: 2"


def test_units_of_our_lists_have_names_and_an_owner_s_stay() -> None:
    listed = [
        row["name"] for side in ("axis", "allied")
        for row in tomllib.loads((files("rules.rommel") / f"{side}.toml").read_text("utf-8"))["unit"]
    ]  # fmt: skip
    alike = {name for name in listed if unit_said("rommel", name, "it") == name}
    assert alike == {"Panzer A", "Panzer B", "Panzer C", "Carri D"}
    assert unit_said("rommel", "German bomber", "es") == "bombardero alemán"
    assert unit_said("rommel", "Desert rats", "es") == "Desert rats"
    assert kind_said("ancients", "leader", "es") == "líder"


@pytest.mark.parametrize(
    ("game", "side", "said"),
    [
        ("ambush", "us", ("Americans", "Americani", "Estadounidenses")),
        ("yankee", "confederate", ("Confederates", "Confederati", "Confederados")),
        ("montecassino", "G", ("Germans", "Tedeschi", "Alemanes")),
        ("rommel", "Axis", ("Axis", "Asse", "Eje")),
        ("rommel", "german", ("Germans", "Tedeschi", "Alemanes")),
        ("ambush", "Rossi's", ("Rossi's", "Rossi's", "Rossi's")),
    ],
)
def test_a_side_is_said_by_the_title_its_game_gives_it(game: str, side: str, said: tuple[str, ...]) -> None:
    """At the command line, in battle files and in journals as on the page; a roster's nation by its name."""
    assert tuple(side_said(game, side, language=language) for language in ("en", "it", "es")) == said
