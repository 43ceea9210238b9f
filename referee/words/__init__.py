"""What a ruling and the watchman say to people: command line, page and paper all speak through here."""

from referee.words.notices import last_seen, not_seen, notice_chip, notice_sentence, plain
from referee.words.sentences import (
    check_sentence,
    effect_sentence,
    number_line,
    outcome_sentence,
    sentence,
    throw_sentence,
    verdict_word,
)

__all__ = [
    "check_sentence",
    "effect_sentence",
    "last_seen",
    "not_seen",
    "notice_chip",
    "notice_sentence",
    "number_line",
    "outcome_sentence",
    "plain",
    "sentence",
    "throw_sentence",
    "verdict_word",
]
