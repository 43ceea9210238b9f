"""What a game calls a kind of stand: light_infantry is light infantry, in every language."""

from collections.abc import Mapping

from referee.words.english_vocabulary import VOCABULARY
from referee.words.translating import translated
from rules.rommel.unit_list import find, practice_lists
from table.stand import Stand

CONTEXTS: Mapping[str, str] = {"ancients": "block", "rommel": "counter"}
"""Which list of words a game's kinds are in, where it is not the usual one."""
USUAL = "unit"
SINGLE: Mapping[tuple[str, str], str] = {("ancients", "leader"): "face"}
"""Kinds of which a stand is one, where the game's list has the plural: a leader is no "leaders"."""


def unit_said(unit: str, language: str) -> str:
    """Return the name of a unit of our own lists in the language; one that the owner's list adds as it is written."""
    return translated(VOCABULARY["listed"].get(unit, unit), language, "listed")


def kind_said(game: str, kind: str, language: str) -> str:
    """Return a kind of a game's stands as people say it; a word that is in no list as it stands."""
    context = SINGLE.get((game, kind), CONTEXTS.get(game, USUAL))
    return translated(VOCABULARY[context].get(kind, kind), language, context)


def nation_said(stand: Stand, language: str) -> str | None:
    """Return whose a counter of Rommel & Montgomery is: British; None where nobody says it, or it is of an own list."""
    row = find(practice_lists(), stand.unit)
    nation = stand.state.get("nation") or (None if row is None else row.nation)
    word = VOCABULARY["nation"].get(str(nation))
    return None if word is None else translated(word, language, "nation")
