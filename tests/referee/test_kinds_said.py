"""Kinds of terrain and of stands, sides, verbs and options are said in the language wherever they are said."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from cli.moves import _how
from referee.journal import payloads
from referee.journal.entry_sentences import _key
from referee.words.action_titles import action_title
from referee.words.house_values import setting, value_word
from referee.words.translation import find
from rules.game import AnyGame
from rules.options import options_of
from rules.registry import games
from rules.ruling import Ruling
from rules.seen_move import SeenMove
from rules.yankee.troops import arms
from web.board_view import _ground
from web.board_words import BoardWording

BATTLES = Path(__file__).parents[1] / "data" / "battles"
VERBS = {"shoot", "move", "fire", "order", "close", "retreat", "advance", "weather", "combat", "start", "next"}
FACES = {"green", "blue", "red", "leader", "flag", "sword"}


@pytest.mark.ci
@pytest.mark.parametrize("name", ["ambush-the-hedge-at-saint-aubin", "hexes/ancients-the-dry-river"])
def test_a_battle_tells_its_acts_and_dice_in_the_language(name: str) -> None:
    lines = CliRunner().invoke(main, ["battle", str(BATTLES / f"{name}.toml"), "--lang", "it"]).output.splitlines()
    acts = [line.split() for line in lines if line[:4].strip().isdecimal()]
    assert len(acts) > 50
    assert [words for words in acts if words[1] in VERBS or words[1] in FACES] == []
    dice = [word.strip("[]:,") for words in acts for word in words if word[0] == "[" or word[-2:] == "]:"]
    assert len(dice) > 10
    assert FACES.isdisjoint(dice)


def test_a_wheel_tells_its_corner() -> None:
    move = SeenMove({"type": "move", "wheel": {"pivot": "left", "degrees": 20}}, ("n-1",), 0.0)
    ruling = Ruling("yankee", "move", "refused")
    assert _how(move, ruling, "en") == " (a wheel about the left corner by 20 degrees)"
    assert _how(move, ruling, "it") == " (una conversione sull'angolo sinistro di 20 gradi)"
    assert _how(move, ruling, "es") == " (una conversión sobre la esquina izquierda de 20 grados)"


def test_a_side_that_acts_is_called_in_the_language() -> None:
    assert action_title("ancients", {"type": "order", "side": "roman"}, language="it").startswith("Romani: ")
    assert action_title("ancients", {"type": "order", "side": "ours"}, language="it").startswith("ours: ")


def test_terrain_on_a_board_has_its_kind_in_the_language() -> None:
    wording = BoardWording("ancients", "hexes", {}, {}, "it")
    assert _ground("A1", ("victory", "wood", "swamp", "bocage"), wording).said == (
        f"{wording.say('ground_victory')}, bosco, palude, bocage"
    )


def test_an_option_that_is_a_table_has_its_kinds_in_the_language() -> None:
    assert value_word("yankee", "move_cm", {"infantry": 10.0, "light cavalry": 20.0}, "it") == (
        "fanteria 10, cavalleria leggera 20"
    )


@pytest.mark.parametrize("language", ["en", "it", "es"])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_no_setting_is_said_by_its_key(game: AnyGame, language: str) -> None:
    for option in options_of(game.name):
        for value in option.choices or (option.least, 3):
            said = setting(game.name, option.key, value, language)
            assert "_" not in said, said
            assert not said.startswith(f"{option.key} ="), said


def test_listed_squares_are_a_value_of_the_zone() -> None:
    assert setting("montecassino", "zone", ["G-40", "G-41"], "it") == "Dove contano le perdite: T-40, T-41"


def test_the_journal_says_reasons_and_options_in_the_language() -> None:
    appealed = payloads.Appealed(of=3, settings={"measure": "edge", "cover_cm": 2.0}, ruling={})
    assert _key(appealed, "ambush", "it", {})[1]["settings"] == (
        "le distanze si misurano da bordo a bordo delle basette; un elemento copre chi gli sta entro 2 cm"
    )
    spent = payloads.Confirmed.model_construct(
        action={"type": "shoot", "actor": "us-1"}, ruling={}, effects=(), amended=payloads.SPENT
    )
    assert _key(spent, "ambush", "it", {})[1]["reason"] not in (payloads.SPENT, "")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_verb_and_every_kind_of_a_game_has_words(game: AnyGame, language: str) -> None:
    kinds = {base.kind for base in game.bases()}
    if game.name == "yankee":
        kinds |= {kind for row in arms().values() for kind in row.kinds}
    keys = {f"word.{game.single_kinds.get(kind, game.kind_words)}.{kind}" for kind in kinds}
    keys |= {f"word.{places}.{kind}" for kind in game.terrain_kinds() for places in ("kind", "terrain")}
    keys |= {f"verbs.{verb}" for verb in game.verbs}
    assert {key for key in keys if find(key, language, game.name) is None} == set()
