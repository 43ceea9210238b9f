"""What a game calls a kind of stand: light_infantry is light infantry, in every language."""

from referee.words.english_vocabulary import VOCABULARY
from referee.words.translating import translated
from rules.registry import game_named
from table.stand import Stand


def unit_said(unit: str, language: str) -> str:
    """Return the name of a unit of our own lists in the language; one that the owner's list adds as it is written."""
    return translated(VOCABULARY["listed"].get(unit, unit), language, "listed")


def kind_said(game: str, kind: str, language: str) -> str:
    """Return a kind of a game's stands as people say it; a word that is in no list as it stands."""
    the_game = game_named(game)
    context = the_game.single_kinds.get(kind, the_game.kind_words)
    return translated(VOCABULARY[context].get(kind, kind), language, context)


def nation_said(game: str, stand: Stand, language: str) -> str | None:
    """Return whose a stand is: British; None where nobody says it, or it is of an own list."""
    word = VOCABULARY["nation"].get(str(game_named(game).nation_of(stand)))
    return None if word is None else translated(word, language, "nation")
