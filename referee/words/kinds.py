"""What a game calls a kind of stand: light_infantry is light infantry, in every language."""

from referee.words.game_words import game_says, word_said
from referee.words.translation import find
from rules.registry import game_named, game_names
from table.stand import Stand


def unit_said(game: str, unit: str, language: str) -> str:
    """Return the name of a unit of our own lists in the language; one that the owner's list adds as it is written."""
    return str(word_said(game, "listed", unit, language=language))


def kind_said(game: str, kind: str, language: str) -> str:
    """Return a kind of a game's stands as people say it; a word that is in no list as it stands."""
    the_game = game_named(game)
    context = the_game.single_kinds.get(kind, the_game.kind_words)
    return str(word_said(game, context, kind, language=language))


def terrain_said(game: str, kind: str, language: str) -> str:
    """Return a kind of terrain as people say it, by the words of a game, else of one that has it; else as it stands."""
    found = (find(f"word.terrain.{kind}", language, each) for each in (game, *game_names()))
    return next((said.form() for said in found if said is not None), kind)


def nation_said(game: str, stand: Stand, language: str) -> str | None:
    """Return whose a stand is: British; None where nobody says it, or it is of an own list."""
    return game_says(game, f"word.nation.{game_named(game).nation_of(stand)}", language) or None
