"""What the other side is asked about an action that was declared, before its dice fall: whether a unit evades."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.match.state import Declaration, MatchState
from rules.ruling import Ruling

_SAID: Mapping[str, tuple[str, bool | None]] = {
    "might_evade": ("evades", None), "does_not_evade": ("evades", False), "may_evade": ("evades", True),
}  # fmt: skip
"""Keys of checks that tell of a question: the action's key that answers it, and the answer so far."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a side: the action's ``key`` that answers it, about whom, and what was ``said`` so far."""

    key: str
    who: str
    side: str
    said: bool | None


def question_of(moment: MatchState) -> Question | None:
    """Return what the other side is asked about the action on the card; None where nothing, or a die has fallen."""
    declared, ruling = moment.open_card, moment.ruling
    return None if declared is None or ruling is None else _asked(declared, ruling)


def _asked(declared: Declaration, ruling: Ruling) -> Question | None:
    if declared.dice or ruling.verdict == "refused" or ruling.needs is None:
        return None
    for check in ruling.checks:
        if check.key in _SAID and check.verdict == "passed":
            (key, said), who = _SAID[check.key], str(check.detail["target"])
            return Question(key, who, declared.table.stand(who).side, said)
    return None
