"""What a stand may still do, and why not the rest, in words."""

from referee.words.game_words import verb_said
from referee.words.languages import number
from referee.words.sentences import check_sentence, label, owed_sentence
from rules.possibility import Possibility


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
        why = "; ".join(
            dict.fromkeys(check_sentence(game, check, language=language) for check in possibility.why_not[:2])
        )
        return label("may_not", language=language, verb=verb, why=why)
    said = []
    if possibility.left_cm is not None:
        said.append(label("may_cm", language=language, verb=verb, cm=number(possibility.left_cm, ".1f", language)))
    if possibility.targets:
        said.append(label("may_at", language=language, verb=verb, targets=", ".join(possibility.targets)))
    if possibility.close:
        close = label("may_close", language=language, targets=", ".join(possibility.close))
        said.append(close if said else label("may_at", language=language, verb=verb, targets=close))
    return "; ".join(said) or verb
