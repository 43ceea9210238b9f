"""What Yankee's effects change in what is known of a match, and what a turn clears."""

from collections.abc import Callable
from dataclasses import replace

from rules.effect_reducer import (
    Change,
    Reducer,
    begins,
    copies,
    done,
    each,
    goes,
    leaves,
    of_side,
    of_stand,
    on_table,
    says,
    sets,
)
from rules.ruling import Effect, Facts
from rules.state import TABLE, State
from rules.yankee.state import YankeeSide, YankeeStand, YankeeTable
from rules.yankee.troops import arm_of
from table.snapshot import Snapshot
from table.stand import Stand


def _of_unit(told: Callable[[Effect], Facts]) -> Change:
    """Change what is known of the effect's ``unit``, a brigade; not where the effect is a stand's."""

    def change(state: State, effect: Effect, table: Snapshot) -> State:
        unit = effect.values.get("unit")
        if not isinstance(unit, str) or (effect.stand is not None and effect.stand in table):
            return state
        return replace(state, units={**state.units, unit: {**state.units.get(unit, {}), **told(effect)}})

    return change


def _known_of_turn(state: State) -> YankeeTable:
    return YankeeTable.read(state.known.get(TABLE, {}))


@on_table
def _must_answer(state: State, effect: Effect, stand: Stand) -> State:  # Y8.4
    answers = {**_known_of_turn(state).answers, stand.name: effect.values["target"]}
    return _struck(state.knowing_table({"answers": answers}), stand)


@on_table
def _fires(state: State, effect: Effect, stand: Stand) -> State:
    """Begin the fire phase (Y6.1), mark the target (Y8.6), and note that the shooter owes no answer any more (Y8.4)."""
    known = _known_of_turn(state)
    if effect.values.get("arrived"):  # a reinforcement neither moves nor fires this turn (Y10.1)
        return state
    if "target" in effect.values:
        state = state.knowing(str(effect.values["target"]), {"fired_at": True})
    answers = {name: by for name, by in known.answers.items() if name != stand.name}
    return state.knowing_table({"phase": known.phase or "fire", "answers": answers, "begun": True})


@on_table
def _hit(state: State, effect: Effect, stand: Stand) -> State:
    """Remember where a base stood before this turn's fire moved it, or took it off (Y8.4)."""
    own_move = effect.type == "move" and "pushed_by" not in effect.values
    return state if own_move or _known_of_turn(state).phase != "fire" else _struck(state, stand)


def _struck(state: State, stand: Stand) -> State:
    return state if stand.name in state.struck else replace(state, struck={**state.struck, stand.name: stand})


def _begun(state: State, _effect: Effect, _table: Snapshot) -> State:  # Y5.1
    return state.knowing_table({"begun": True})


def _thrown(state: State, _effect: Effect, _table: Snapshot) -> State:  # Y5.1
    return state.knowing_table({"initiative": True})


def _fights(state: State, _effect: Effect, _table: Snapshot) -> State:  # Y6.1
    return state.knowing_table({"phase": "fights", "begun": True})


@on_table
def _rides_on(state: State, effect: Effect, stand: Stand) -> State:
    """Put a general without a base of his own with the one that he joins (Y11.1)."""
    return state if arm_of(stand) == "general" else state.knowing(str(effect.values["base"]), {"general": True})


def _leaves_its_base(_: Effect, before: Facts) -> Facts:
    return {"attached_to": None} if YankeeStand.read(before).attached_to else {}


def _chosen(effect: Effect, before: Facts) -> Facts:
    return {"pieces": [*YankeeSide.read(before).pieces, effect.values["piece"]]}


def _order(effect: Effect) -> Facts:
    order = {"order": effect.values["order"]} if effect.values.get("order") else {}
    return {**order, "reacts": True, "reacted": False, "tried": "arrived"}


def _round_played(state: State) -> State:
    """Know that the battle has begun once both sides have had a turn, whatever they did in it (Y5.1, Y5.3)."""
    return state.knowing_table({"begun": True}) if state.turn > 1 else state


def _sooner(known: Facts) -> Facts:
    """Return what is known of a unit once both sides have played: a delay is shorter (Y5.5)."""
    return {**known, "late": max(YankeeStand.read(known).late - 1, 0)} if "late" in known else known


REDUCER = Reducer(
    changes={
        "move": each(goes, _hit, copies("moved", "moved_cm", "crossed", "ford"), of_stand(_leaves_its_base), _begun),
        "begins": each(begins, _thrown),
        "moved": done, "turned": done, "faced": done, "fought": each(done, _fights), "ford": done, "halved": done,
        "no_ford": sets(tried_ford=True), "recoil": each(goes, _hit), "remove": each(leaves, _hit),
        "fall_back": each(goes, sets(moved=True)),
        "fired": each(sets(fired=True), copies("arrived"), copies(arrived="just_arrived"), _fires),
        "must_answer": _must_answer,
        "fatigue": copies(points="fatigue"),
        "base_lost": sets(base_lost=True, attached_to=None), "alone": sets(base_lost=False),
        "general_dies": sets(base_lost=False),
        "join": each(copies(base="attached_to"), sets(base_lost=False), _rides_on), "order": _of_unit(_order),
        "first_order": _of_unit(lambda effect: {"order": effect.values["order"]}),
        "command": each(copies(value="command"), _of_unit(lambda effect: {"command": effect.values["value"]})),
        "tried": _of_unit(lambda effect: {"tried": effect.values["what"]}),
        "react": _of_unit(lambda effect: {"late": effect.values["turns_late"], "reacts": False, "reacted": True}),
        "deployed": of_side(lambda effect, _: {"edge": effect.values["edge"]}), "terrain": of_side(_chosen),
        "arrives": of_side(lambda effect, _: {"reinforcements": effect.values["reinforcements"]}), "army": says,
        "strength": of_side(lambda effect, _: {word: effect.values[word] for word in ("started", "brigades")}),
    },
    moved=frozenset({"move", "recoil", "fall_back"}),
    turn_state=frozenset(
        {"fired", "fired_at", "moved", "moved_cm", "turned", "faced", "crossed", "fought", "tried_ford", "just_arrived"}
    ),
    turn_words=frozenset({"tried"}),
    round_over=_sooner,
    turn_over=_round_played,
    side_words=frozenset({"phase", "answers"}),
)  # fmt: skip
