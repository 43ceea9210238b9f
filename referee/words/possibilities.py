"""What a stand may still do, and why not the rest, in words."""

from referee.words.english_vocabulary import VERBS
from referee.words.languages import number
from referee.words.sentences import check_sentence, label
from referee.words.translating import translated
from rules.possibility import Possibility


def possibility_sentence(possibility: Possibility, *, language: str = "en") -> str:
    """Return one verb's line: how far, at whom, or why not."""
    verb = translated(VERBS.get(possibility.verb, possibility.verb), language)
    if not possibility.allowed:
        why = "; ".join(dict.fromkeys(check_sentence(check, language=language) for check in possibility.why_not[:2]))
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
