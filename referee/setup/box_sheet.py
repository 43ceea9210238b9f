"""The sheet of a game's own counters or blocks: each marker with its name and kind in short, and what that stands for.

A marker is as small as its counter, and so is what can be written under it: a table on the same sheet says the rest.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import cv2

from calibration.sheets.paper import BAR_MM, Foot, Sheet
from calibration.sheets.stands import Card, Legend, stand_sheet
from referee.words.game_words import game_says, kind_said, unit_said
from referee.words.translation import say
from rules.box import Box, Factors
from rules.registry import game_named
from rules.settings import read_settings
from table.errors import BadInput
from table.roster import Entry, Roster

_NUMBERED = re.compile(r"\D*\d+\Z")


def box_sheet(
    game: str, settings: Mapping[str, Any], roster: Roster, language: str, dictionary: cv2.aruco.Dictionary,
    paper: str = "A4", bar_mm: float = BAR_MM,
) -> Sheet:  # fmt: skip
    """Return the markers of a game's box with the table of what they stand for; raises BadInput (stand_sheet)."""
    title = say("box.title", language, count=len(roster.entries), game=game.capitalize())
    foot = Foot(*(say(f"box.{key}", language) for key in ("print_at", "print_again", "measured")))
    cards, legend = box_cards(game, settings, roster), box_legend(game, settings, roster, language)
    return stand_sheet(cards, dictionary, paper, bar_mm, title, legend, foot)


def box_cards(game: str, settings: Mapping[str, Any], roster: Roster) -> list[Card]:
    """Return the cards of a roster in a game on hexes: marker and name on one line, kind and factors on the next."""
    box, read = _box(game, settings)
    return [
        Card(
            entry.marker, 10 * entry.mount.size_cm, f"{entry.marker}  {_short_name(entry)}",
            box.short(read, entry.kind, entry.unit),
        )
        for entry in roster.entries
    ]  # fmt: skip


def box_legend(game: str, settings: Mapping[str, Any], roster: Roster, language: str) -> Legend:
    """Return the table of what a roster's cards stand for, like with like, in a game on hexes."""
    box, read = _box(game, settings)
    alike = dict[tuple[str, str, str | None], list[Entry]]()
    for entry in roster.entries:
        alike.setdefault((entry.side, entry.kind, entry.unit), []).append(entry)
    heads = (say(f"box.{key}", language) for key in ("names", "short", "stands_for"))
    head = (*heads, game_says(game, "labels.factors", language))
    lines = [
        (_span([_short_name(entry) for entry in entries]), box.short(read, kind, unit),
         _full(game, entries[0], language), _said(box.factors(read, kind, unit), language))
        for (_side, kind, unit), entries in alike.items()
    ]  # fmt: skip
    return Legend(head, tuple(lines))


def _box(game: str, settings: Mapping[str, Any]) -> tuple[Box[Any], Any]:
    the_game = game_named(game)
    if the_game.box is None:
        raise BadInput("{game} has no box: players choose their armies themselves", game=game)
    return the_game.box, read_settings(the_game.settings, settings, "match.toml")


def _short_name(entry: Entry) -> str:
    """Return ``GE3`` of ``GE3 German infantry``; a name without a number as it is."""
    head = entry.name.split()[0] if entry.name.split() else entry.name
    return head if _NUMBERED.match(head) else entry.name


def _full(game: str, entry: Entry, language: str) -> str:
    words = unit_said(game, entry.unit, language) if entry.unit else kind_said(game, entry.kind, language)
    return words[:1].upper() + words[1:]


def _said(factors: Factors, language: str) -> str:
    return factors if isinstance(factors, str) else say(f"box.{factors[0]}", language, **factors[1])


def _span(names: Sequence[str]) -> str:
    """Return ``GE1-GE4`` of names that follow each other, and the others one by one."""
    parts: list[list[str]] = []
    for name in names:
        if parts and _next(parts[-1][-1]) == name:
            parts[-1].append(name)
        else:
            parts.append([name])
    return ", ".join(part[0] if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


def _next(name: str) -> str | None:
    found = re.match(r"(\D*)(\d+)\Z", name)
    return f"{found[1]}{int(found[2]) + 1}" if found else None
