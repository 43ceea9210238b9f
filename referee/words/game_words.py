"""What a game says: its own words, and the common ones where it has none; its kinds of stands, and its dice."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from referee.words.translation import find, say
from rules.dice import D6, Die, Face
from rules.registry import game_named, game_names, games, trouble_with
from table.stand import Stand

# A piece on several hexes is one a hex: `mines-1--3,1` (table/notation/hex_place). Which hex it is is seen.
_NUMBERED = re.compile(r"(.+?)(?:-(\d+))?(?:--?\d+,-?\d+)?")
_OTHER_PLACES: Mapping[tuple[str, str], str] = {("stands_on_hex", "hex"): "no_hex"}


@cache
def other_places(game: str) -> Mapping[tuple[str, str], str]:
    """Return where a place of a game's sentences takes another list than the one of its own name."""
    known = game in game_names() and trouble_with(game) is None
    return {**_OTHER_PLACES, **(game_named(game).other_places if known else {})}


def game_says(game: str, key: str, language: str, default: str = "", count: object = None) -> str:
    """Return what a game says for a key, of so many, its places not filled in; ``default`` where nobody says it."""
    found = find(key, language, game)
    return default if found is None else found.form(count)


def spoken(game: str, key: str, language: str) -> str:
    """Return the language that a game says a key in: English where the other has nothing yet, so that none is mixed."""
    found = find(key, language, game)
    return language if found is None else found.language


def verb_said(game: str, verb: str, *, language: str = "en") -> str:
    """Return what a stand does, as the beginning of a line; a verb without words as it is."""
    return game_says(game, f"verbs.{verb}", language, verb)


def word_said(game: str, context: str, value: Any, *, language: str = "en") -> Any:
    """Return a word of a closed list in the language, anything else as it is."""
    return game_says(game, f"word.{context}.{value}", language, value) if isinstance(value, str) else value


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
    return _terrain(game, kind, language) or kind


def piece_said(game: str, name: str, language: str) -> str:
    """Return what a piece of terrain is called: by kind and number where nobody named it, else as it was named.

    The pieces of a game's own demo have words of their own.

    >>> piece_said("", "wood-1", "it"), piece_said("", "wood-1--3,1", "it"), piece_said("", "the old mill", "it")
    ('bosco 1', 'bosco 1', 'the old mill')
    """
    numbered = _NUMBERED.fullmatch(name)
    said = None if numbered is None else _terrain(game, numbered[1], language)
    if numbered is None or said is None:
        return str(word_said(game, "piece", name, language=language))
    return " ".join(filter(None, (said, numbered[2])))


def _terrain(game: str, kind: str, language: str) -> str | None:
    keys = ((f"word.terrain.{kind}", each) for each in (game, *game_names()))
    found = (find(key, language, each) for key, each in (*keys, (f"hexes.ground_{kind}", "")))
    return next((said.form() for said in found if said is not None), None)


def nation_said(game: str, stand: Stand, language: str) -> str | None:
    """Return whose a stand is: British; None where nobody says it, or it is of an own list."""
    return game_says(game, f"word.nation.{game_named(game).nation_of(stand)}", language) or None


def face_said(face: Face, *, language: str = "en") -> str:
    """Return a face: "3", "green circle"."""
    return str(face) if isinstance(face, int) else say(f"passport.face_{face}", language)


def faces_said(faces: Sequence[Face], *, language: str = "en") -> str:
    """Return dice as they are read out: numbers side by side, signs with commas."""
    signs = any(isinstance(face, str) for face in faces)
    return (", " if signs else " ").join(face_said(face, language=language) for face in faces)


def die_asked(asked: str) -> Die:
    """Return the kind of die that a throw asks for."""
    return next((game.die for game in games() if asked == f"1{game.die.name}"), D6)
