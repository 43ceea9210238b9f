"""What a stand may still do and why not the rest, and what it reaches, in words."""

from dataclasses import dataclass
from typing import Literal

from referee.words.game_words import verb_said, word_said
from referee.words.languages import number
from referee.words.lengths import length_said
from referee.words.sentences import check_sentence, label, owed_sentence
from referee.words.translation import say, say_text
from rules.possibility import Possibility, Weapon, word_asked
from rules.reach import Aim, Going, Reach
from table.measurement import Measurement

Sign = Literal["going", "weapon", "in", "out", "close", "unseen"]


@dataclass(frozen=True, slots=True)
class DrawnView:
    """What a line of the plan is drawn as: its role, and of which verb."""

    role: str
    verb: str


@dataclass(frozen=True, slots=True)
class ReachLineView:
    """A line of the list, with the sign of what is drawn; of a weapon how its limit is ``drawn``."""

    sign: Sign
    text: str
    drawn: DrawnView | None = None


def reach_sentences(found: Reach, *, language: str = "en") -> tuple[ReachLineView, ...]:
    """Return what a stand reaches in lines: ways, weapons, and after its weapon whom it sees and whether it reaches."""
    said = [ReachLineView("going", _going(it, language)) for it in found.goings]
    seen = [aim for aim in found.aims if aim.sees != "failed" or aim.blind]
    named = {aim.target for aim in seen}
    for each in found.weapons:
        drawn = DrawnView(each.shape.role, each.verb)
        said.append(ReachLineView("weapon", weapon_name(each, language=language), drawn))
        said += [ReachLineView(_sign(aim), _aim(aim, language)) for aim in seen if aim.verb == each.verb]
        seen = [aim for aim in seen if aim.verb != each.verb]
    said += [ReachLineView(_sign(aim), _aim(aim, language)) for aim in seen]
    unseen = [aim.target for aim in found.aims if aim.target not in named]
    if unseen:
        said.append(ReachLineView("unseen", say("reaches.unseen", language, targets=", ".join(unseen))))
    return tuple(said)


def weapon_name(weapon: Weapon, *, language: str = "en") -> str:
    """Return a weapon and how far it reaches."""
    return say(f"reaches.weapon_{weapon.verb}", language, cm=number(weapon.limit_cm, "g", language))


def _going(going: Going, language: str) -> str:
    return say(f"reaches.going_{going.verb}", language, cm=number(going.left_cm, ".1f", language))


def _sign(aim: Aim) -> Sign:
    if "close" in (aim.sees, aim.reaches):
        return "close"
    return "in" if aim.reaches == "passed" else "out"


def _aim(aim: Aim, language: str) -> str:
    seen = say("reaches.sees_blind" if aim.blind else f"reaches.sees_{aim.sees}", language)
    reached = say(f"reaches.reaches_{aim.reaches}", language)
    check = aim.range
    far = ""
    if check is not None and check.measured is not None:
        far = length_said(Measurement(check.measured, check.sigma or 0.0), language=language)
    return say("reaches.aim", language, target=aim.target, sees=seen, reaches=reached, far=far).removesuffix(": ")


def possibility_sentence(game: str, possibility: Possibility, *, language: str = "en") -> str:
    """Return one verb's line: how far, at whom, or why not; and what of it is still owed."""
    owed = [
        label(
            "still_owed", language=language, sentence=owed_sentence(game, each, language=language), clause=each.clause
        )
        for each in possibility.owed
    ]
    return "; ".join([_may(game, possibility, language), *owed])


def _may(game: str, possibility: Possibility, language: str) -> str:
    verb = verb_said(game, possibility.verb, language=language)
    if not possibility.allowed:
        reasons = [check_sentence(game, check, language=language) for check in possibility.why_not[:2]]
        if possibility.trouble is not None:
            reasons = [say_text(possibility.trouble.template, language, **possibility.trouble.values)]
        why = "; ".join(dict.fromkeys(reasons))
        return label("may_not", language=language, verb=verb, why=why)
    if kind := word_asked(possibility):
        words = (str(word_said(game, kind, each, language=language)) for each in possibility.targets)
        return f"{verb} ({', '.join(words)})"
    said = []
    if possibility.left_cm is not None:
        said.append(label("may_cm", language=language, verb=verb, cm=number(possibility.left_cm, ".1f", language)))
    if possibility.targets:
        said.append(label("may_at", language=language, verb=verb, targets=", ".join(possibility.targets)))
    if possibility.close:
        close = label("may_close", language=language, targets=", ".join(possibility.close))
        said.append(close if said else label("may_at", language=language, verb=verb, targets=close))
    return "; ".join(said) or verb
