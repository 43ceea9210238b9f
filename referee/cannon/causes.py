"""Why each figure fell: struck by the shell, struck on its way on, or dragged down by another that fell."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import Literal

from referee.cannon.found import FoundFall

CauseWord = Literal["direct", "ricochet", "dragged"]

REACH_CM = 6.5
"""A falling figure reaches so far: its height, and the bases of both (house value)."""
TOPPLE_S = 0.06
"""A figure takes at least so long to come down on its neighbour; a shell crosses the board in less."""
LONGEST_S = 1.0
"""What falls later than this after another was not dragged down by it."""
SURE, LIKELY, UNCLEAR = 0.95, 0.8, 0.5


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a figure fell, and how sure that is (0.5: it might as well be another cause)."""

    word: CauseWord
    confidence: float


def causes(fallen: Sequence[FoundFall], struck: tuple[float, float] | None, frame_s: float | None) -> dict[str, Cause]:
    """Return the cause of each fall, by name (M5.6).

    With a film the first to move was hit directly; who began later, beside one already falling and after the time that
    one takes to come down, was dragged; others the shell struck on its way on. Without a film only a lone figure's
    cause is likely; of several, the one nearest to where the shell struck is proposed as hit, all unclear.
    """
    if not fallen:
        return {}
    timed = [fall for fall in fallen if fall.began_s is not None]
    if frame_s is None or len(timed) < len(fallen):
        return _untimed(fallen, struck)
    ordered = sorted(timed, key=_began)
    told = {ordered[0].name: Cause("direct", _sure_of_first(ordered, frame_s))}
    for k, fall in enumerate(ordered[1:], start=1):
        told[fall.name] = _cause_after(fall, ordered[:k], frame_s)
    return told


def _began(fall: FoundFall) -> float:
    return fall.began_s if fall.began_s is not None else float("inf")


def _sure_of_first(ordered: Sequence[FoundFall], frame_s: float) -> float:
    """Return how sure it is that the first to move was the first hit: by how many frames the second moved later."""
    apart = (_began(ordered[1]) - _began(ordered[0])) / frame_s if len(ordered) > 1 else float("inf")
    return SURE if apart > 1.5 else LIKELY if apart > 0.5 else UNCLEAR


def _cause_after(fall: FoundFall, earlier: Sequence[FoundFall], frame_s: float) -> Cause:
    """Return the cause of a fall by those that had begun before it."""
    near = [e for e in earlier if dist(e.xy, fall.xy) <= REACH_CM and _began(fall) - _began(e) <= LONGEST_S]
    after_s = max((_began(fall) - _began(e) for e in near), default=None)
    if after_s is None:
        return Cause("ricochet", SURE)
    if after_s >= TOPPLE_S + frame_s:
        return Cause("dragged", SURE if after_s >= TOPPLE_S + 2 * frame_s else LIKELY)
    # One struck hard flies into his neighbour at once; the shell may as well have struck both.
    return Cause("dragged" if after_s > frame_s / 2 else "ricochet", UNCLEAR)


def _untimed(fallen: Sequence[FoundFall], struck: tuple[float, float] | None) -> dict[str, Cause]:
    if len(fallen) == 1:
        return {fallen[0].name: Cause("direct", LIKELY)}
    told = {}
    hit = min(fallen, key=lambda fall: dist(fall.xy, struck)) if struck is not None else None
    for fall in fallen:
        alone = all(dist(fall.xy, other.xy) > REACH_CM for other in fallen if other is not fall)
        word: CauseWord = "direct" if hit is None or fall is hit else "ricochet" if alone else "dragged"
        told[fall.name] = Cause(word, UNCLEAR)
    return told
