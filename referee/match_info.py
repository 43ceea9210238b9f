"""What is played at a table: the game, its sides, its options, and what is worth trying."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.demo import Demo, Suggestion
from rules.game import Game, Side


@dataclass(frozen=True, kw_only=True)
class MatchInfo:
    """A match about to be played.

    ``verb`` is the act that tapping a shooter and a target declares; ``invitation`` and the suggestions' questions are
    sentences that the page shows, in English or in the words of whoever set the match up. ``known`` is what the rules
    know of a side beyond its stands, by its name; ``states`` is what each stand has done already, by its name.
    """

    game: str
    title: str
    verb: str
    sides: tuple[Side, ...]
    invitation: str = ""
    suggestions: tuple[Suggestion, ...] = ()
    turn: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    known: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    states: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def info_of(game: Game[Any], demo: Demo) -> MatchInfo:
    """Return what a game's demo says of its match."""
    return MatchInfo(
        game=game.name, title=demo.title, verb=demo.verb or game.primary_verb, invitation=demo.invitation,
        sides=tuple(sorted(game.sides, key=lambda side: side.name != (demo.begins or game.sides[0].name))),
        suggestions=demo.suggestions, turn=demo.turn, settings=demo.settings, known=demo.known, states=demo.states,
    )  # fmt: skip
