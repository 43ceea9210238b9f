"""How a battle written down ends: what its ``[end]`` says, held against the table and state it was played to."""

import math
from collections.abc import Mapping, Sequence
from typing import get_args

from rules.goal import Ending, Result, ending
from rules.replay import PlayedAct
from rules.ruling import Facts
from rules.turn_order import goals_if_any, owed
from table.errors import BadFile
from table.notation.battle_file import Battle
from table.snapshot import Snapshot

RESULTS: tuple[Result, ...] = get_args(Result)
NOBODY = "nobody"
"""The victor where no side has won."""


def end_data(end: Ending, signed: Sequence[str] = ()) -> dict[str, object]:
    """Return how a match ended, and who signed that, as it is written down."""
    told = {"result": end.result, "victor": end.winner or NOBODY, "by": end.by}
    return told | ({"clause": end.clause} if end.clause else {}) | ({"signed": list(signed)} if signed else {})


def ending_of(battle: Battle, last: PlayedAct, source: str = "battle") -> Ending | None:
    """Return how a battle ended that was played to its end: as the sides said, by the rules where they name the winner.

    None where nobody ended it; raises BadFile for an end that no match can have.
    """
    told, state = battle.end, last.state
    if told.get("result") is None and told.get("victor") is None:
        return None
    result = next((each for each in RESULTS if each == told.get("result")), None)
    if result is None:
        raise BadFile(source, "end.result", f"one of {', '.join(RESULTS)}", repr(told.get("result")))
    victor = told.get("victor", NOBODY)
    if victor not in (state.sides if result == "won" else (NOBODY,)):
        expected = f"one of {', '.join(state.sides)}" if result == "won" else repr(NOBODY)
        raise BadFile(source, "end.victor", expected, repr(victor))
    if "by" not in told and state.winner is not None:  # written without it: what people agreed on is not told
        result, victor = "won", state.winner
    reached = goals_if_any(battle.game, last.table, state, battle.settings)
    return ending(result, None if victor == NOBODY else victor, state, reached)


def ends_as_written(battle: Battle, last: PlayedAct, source: str = "battle") -> None:
    """Raise BadFile where a battle did not end as its ``[end]`` says: how, turn, side, winner, fallen, stands."""
    state, end = last.state, ending_of(battle, last, source)
    signed = battle.end.get("signed", [])
    there: Mapping[str, object] = {
        "result": end and end.result, "victor": end and (end.winner or NOBODY), "by": end and end.by,
        "clause": end and end.clause, "signed": sorted(side for side in state.sides if side in signed),
        "turn": state.turn, "side": state.side, "winner": state.winner, "fallen": sorted(state.fallen),
        "standing": sorted(stand.name for stand in last.table.stands),
        "owed": sorted(each.clause for each in owed(battle.game, last.table, state, battle.settings)),
    }  # fmt: skip
    for key, expected in battle.end.items():
        if key == "stand":
            for name, words in expected.items():
                _stand_as_written(last.table, name, words, source)
        elif key not in there:
            raise BadFile(source, f"end.{key}", f"one of {', '.join((*there, 'stand'))}", repr(expected))
        elif there[key] != (sorted(expected) if isinstance(expected, list) else expected):
            raise BadFile(source, f"end.{key}", repr(expected), repr(there[key]))


def _stand_as_written(table: Snapshot, name: str, words: Facts, source: str) -> None:
    stand = table.stand(name)
    for word, expected in words.items():
        got = getattr(stand, word) if word in ("x", "y", "heading_deg") else stand.state.get(word)
        same = math.isclose(got, expected, abs_tol=0.05) if isinstance(got, float) else got == expected
        if not same:
            raise BadFile(source, f"end.stand.{name}.{word}", repr(expected), repr(got))
