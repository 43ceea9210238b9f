"""A turn as the combat chart notes it (M1.2, M7), in one line that needs no language.

``A-72 -> G-49`` a soldier goes; ``A-29 x A-38`` he takes the prisoner who stands there; several soldiers are parted by
commas. ``G-20 +2`` frees two comrades; ``<<`` is a retreat, ``#`` giving up. ``* G-33 A-20d G-34r`` is a shot and who
fell: hit directly, dragged (d), by a ricochet (r), nobody knows how (?); with ``!`` his commander names him (M5.4 iii).
``T-49`` is ``G-49`` in Italian.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.action import Action
from rules.ruling import Effect
from table.squares import Square

Verb = Literal["move", "free", "retreat", "shot", "give_up"]
Cause = Literal["direct", "ricochet", "dragged", "unknown"]
CAUSES: Mapping[str, Cause] = {"": "direct", "d": "dragged", "r": "ricochet", "?": "unknown"}
FAR: Mapping[str, str] = {"it": "T"}


@dataclass(frozen=True, slots=True)
class Went:
    """One soldier's way in a turn: where he began and ended, and whether he took the prisoner he ended on."""

    start: Square
    end: Square
    takes: bool = False


@dataclass(frozen=True, slots=True)
class Knocked:
    """One figure knocked down by a shot: where it stood, by what, and whether its commander named it."""

    square: Square
    cause: Cause = "direct"
    named: bool = False


@dataclass(frozen=True, slots=True)
class TurnNoted:
    """One turn as it is noted; ``went`` of a move, ``freed`` (and ``went`` with only a start) of a freeing."""

    verb: Verb
    went: tuple[Went, ...] = ()
    actor: Square | None = None
    freed: int = 0
    knocked: tuple[Knocked, ...] = ()


def format_turn(turn: TurnNoted, language: str = "en") -> str:
    """Write a turn in its notation; the far field is T in Italian."""
    far = FAR.get(language, "G")
    if turn.verb in ("retreat", "give_up"):
        return "<<" if turn.verb == "retreat" else "#"
    if turn.verb == "free" and turn.actor is not None:
        return f"{turn.actor.written(far)} +{turn.freed}"
    if turn.verb == "shot":
        letters = {cause: letter for letter, cause in CAUSES.items()}
        fell = (f"{k.square.written(far)}{letters[k.cause]}{'!' if k.named else ''}" for k in turn.knocked)
        return " ".join(("*", *fell))
    ways = (f"{w.start.written(far)} {'x' if w.takes else '->'} {w.end.written(far)}" for w in turn.went)
    return ", ".join(ways)


def noted(action: Action, effects: Sequence[Effect]) -> TurnNoted:
    """Return how a confirmed action is noted, from it and from its effects."""
    verb = action["type"]
    if verb == "move":
        took = {effect.values["by"] for effect in effects if effect.type == "capture"}
        went = (
            Went(Square.parse(effect.values["start"]), Square.parse(effect.values["square"]), effect.stand in took)
            for effect in effects
            if effect.type == "move"
        )
        return TurnNoted("move", tuple(went))
    if verb == "free":
        start = next(effect.values["start"] for effect in effects if effect.type == "move")
        return TurnNoted("free", actor=Square.parse(start), freed=sum(effect.type == "freed" for effect in effects))
    if verb == "shot":
        fallen, leaves = action.get("fallen"), action.get("leaves")
        named = leaves if isinstance(leaves, list | tuple) else ()
        knocked = (
            Knocked(Square.parse(each["square"]), each.get("cause", "unknown"), each["square"] in named)
            for each in (fallen if isinstance(fallen, list | tuple) else ())
        )
        return TurnNoted("shot", knocked=tuple(knocked))
    return TurnNoted("retreat" if verb == "retreat" else "give_up")
