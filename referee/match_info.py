"""What is played at a table: the game, its sides, its options, and what is worth trying."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.game import Side


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something worth trying: who acts on whom, and the question it settles."""

    actor: str
    target: str
    question: str


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
