"""What a ruling and the watchman say to people: command line, page and paper all speak through here.

Each takes the language, one of LANGUAGES, as ``language``.
"""

from referee.words.languages import LANGUAGES, language_of
from referee.words.notices import last_seen, not_seen, notice_line, notice_sentence, status_words
from referee.words.reaches import possibility_sentence
from referee.words.sentences import (
    chances,
    check_sentence,
    effect_sentence,
    effects_sentence,
    label,
    outcome_sentence,
    owed_sentence,
    sentence,
    side_said,
    throw_sentence,
    verdict_word,
)

__all__ = [
    "LANGUAGES",
    "chances",
    "check_sentence",
    "effect_sentence",
    "effects_sentence",
    "label",
    "language_of",
    "last_seen",
    "not_seen",
    "notice_line",
    "notice_sentence",
    "outcome_sentence",
    "owed_sentence",
    "possibility_sentence",
    "sentence",
    "side_said",
    "status_words",
    "throw_sentence",
    "verdict_word",
]
