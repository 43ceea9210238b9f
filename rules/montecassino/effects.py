"""What Montecassino's effects change in what is known of a match."""

from dataclasses import replace

from rules.effect_reducer import Reducer, begins, counts, each, leaves, on_table, place_of, says, side_is, sides_begun
from rules.montecassino.side import MontecassinoSide
from rules.ruling import Effect
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand


@on_table
def _captured(state: State, effect: Effect, stand: Stand) -> State:
    """Count a soldier among his side's prisoners (M2.6)."""
    return _with_prisoners(state, stand.side, effect)


def _freed(state: State, effect: Effect, _table: Snapshot) -> State:
    """Put a prisoner back on the table, where the effect says (M4.1)."""
    state = _with_prisoners(state, str(effect.values["side"]), effect)
    if effect.stand is None:
        return state
    fallen = {name: stand for name, stand in state.fallen.items() if name != effect.stand}
    return replace(state, fallen=fallen, places={**state.places, effect.stand: place_of(effect)})


def _with_prisoners(state: State, side: str, effect: Effect) -> State:
    after = _prisoners(effect, MontecassinoSide.read(state.known.get(side, {})).prisoners)
    return replace(state, known={**state.known, side: {**state.known.get(side, {}), "prisoners": after}})


def _prisoners(effect: Effect, held: tuple[str, ...] | int | None) -> list[str] | int:
    """Return a side's own soldiers in the enemy's hands after one is captured or freed: names, or how many."""
    if isinstance(held, int):
        return max(held + (1 if effect.type == "capture" else -1), 0)
    names = [other for other in held or () if other != effect.stand]
    return [*names, str(effect.stand)] if effect.type == "capture" else names


REDUCER = Reducer(
    changes={
        "capture": each(leaves, _captured), "casualty": leaves, "freed": _freed, "fired": counts("shots"),
        "retreated": side_is("retreated"), "stands_again": says, "begins": each(begins, side_is("begun")),
    },
    moved=frozenset({"move", "freed"}),
    turn_over=sides_begun,
)  # fmt: skip
