"""What is in a game's box as a roster ready to print, in the words of a language."""

from collections.abc import Mapping
from typing import Any

from referee.setup.bases import mount_of, usual_bases
from referee.words.kinds import kind_said, unit_said
from rules.registry import game_named
from rules.settings import read_settings
from table.roster import Entry, Roster

MARKER_CM = 1.2
"""A marker that suits counters and blocks."""


def ready_roster(game: str, settings: Mapping[str, Any], language: str = "en") -> Roster:
    """Return the roster of all that is in the box of a match's settings: markers 0, 1, ... in the order of the list.

    It is empty for a game whose armies players choose themselves.
    """
    the_game, entries = game_named(game), list[Entry]()
    bases = {base.kind: base for base in usual_bases(game)}
    read = read_settings(the_game.settings, settings, "match.toml")
    for marker, piece in enumerate(the_game.box.pieces(read) if the_game.box is not None else ()):
        words = (
            unit_said(game, piece.unit, language) if piece.unit is not None else kind_said(game, piece.kind, language)
        )
        name, base = f"{piece.code} {words[:1].upper()}{words[1:]}", bases[piece.kind]
        mount = mount_of(base.mount, base.depth_cm, MARKER_CM)
        entries.append(Entry(marker, name, piece.side, piece.kind, base.width_cm, base.depth_cm, mount, piece.unit))
    return Roster(tuple(entries))
