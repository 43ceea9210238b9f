"""What a game calls a kind of stand: light_infantry is light infantry, in every language."""

from referee.words.game_words import word_said, words_of
from rules.registry import game_named
from table.stand import Stand


def unit_said(game: str, unit: str, language: str) -> str:
    """Return the name of a unit of our own lists in the language; one that the owner's list adds as it is written."""
    return str(word_said(game, "listed", unit, language=language))


def kind_said(game: str, kind: str, language: str) -> str:
    """Return a kind of a game's stands as people say it; a word that is in no list as it stands."""
    the_game = game_named(game)
    context = the_game.single_kinds.get(kind, the_game.kind_words)
    return str(word_said(game, context, kind, language=language))


def nation_said(game: str, stand: Stand, language: str) -> str | None:
    """Return whose a stand is: British; None where nobody says it, or it is of an own list."""
    nation = str(game_named(game).nation_of(stand))
    known = nation in words_of(game).vocabulary.get("nation", {})
    return str(word_said(game, "nation", nation, language=language)) if known else None
