"""The way home of a stand in words, as whoever stands at a table edge reads it."""

from referee.putting_back.disturbance import Disturbance
from referee.putting_back.hints import ANY_DEG, Edge, Hint
from referee.putting_back.progress import PutBackEnd
from referee.words.languages import number
from referee.words.translation import say

LEAST_CM, LEAST_DEG = 0.05, 1.5
"""What is less is not said: the camera knows no better, and no hand does."""


def way_home(hint: Hint, edge: Edge, *, language: str = "en") -> tuple[str, ...]:
    """Return what to do with a stand, a line each: push it to a side, push it away or here, turn it."""
    if hint.state != "off":
        return (say(f"put_back.put_{hint.state}", language),)
    right, away = hint.seen_from(edge)
    pushes = [
        say(f"put_back.put_way_{towards if cm > 0 else back}", language, cm=number(abs(cm), ".1f", language))
        for cm, towards, back in ((right, "right", "left"), (away, "away", "towards"))
        if abs(cm) >= LEAST_CM
    ]
    lines = [*pushes]
    if abs(hint.turn_deg) >= LEAST_DEG and hint.tolerance_deg < ANY_DEG:
        key = "put_turn_counter" if hint.turn_deg > 0 else "put_turn_clockwise"
        lines.append(say(f"put_back.{key}", language, degrees=round(abs(hint.turn_deg))))
    return tuple(lines)


def proposal_sentence(proposal: Disturbance, *, language: str = "en") -> str:
    """Return the question whether what moved is to be put back."""
    if len(proposal.moved) == 1:
        return say("put_back.put_proposed_one", language, name=proposal.moved[0].name)
    return say("put_back.put_proposed", language, count=len(proposal.moved))


def moved_words(hint: Hint, *, language: str = "en") -> str:
    """Return who moved and how far: "Weber 4.3 cm"."""
    if hint.state == "away":
        return say("put_back.put_gone", language, name=hint.name)
    if hint.off_cm < hint.tolerance_cm:
        return f"{hint.name} {round(abs(hint.turn_deg))}°"
    return f"{hint.name} {number(hint.off_cm, '.1f', language)} cm"


def ended_sentence(ended: PutBackEnd, *, language: str = "en") -> str:
    """Return how it ended: how many are back and how exactly, or who is not."""
    if ended.left:
        return say("put_back.put_ended_left", language, back=ended.back, names=", ".join(ended.left))
    cm = number(ended.residual_cm, ".2f", language)
    if len(ended.names) == 1:
        return say("put_back.put_ended_one", language, name=ended.names[0], cm=cm)
    return say("put_back.put_ended", language, count=ended.back, cm=cm)
