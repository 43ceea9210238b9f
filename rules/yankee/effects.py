"""What Yankee's effects change in what is known of a match, and what a turn clears."""

from collections.abc import Callable
from dataclasses import replace

from rules.effect_reducer import Change, Reducer, copies, done, each, goes, of_side, of_stand, on_table, says, sets
from rules.ruling import Effect, Facts
from rules.state import State
from rules.yankee.state import YankeeSide, YankeeStand
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


@on_table
def _must_answer(state: State, _effect: Effect, stand: Stand) -> State:  # Y8.4
    return replace(state, owing={**state.owing, stand.name: stand})


@on_table
def _answered(state: State, _effect: Effect, stand: Stand) -> State:
    return replace(state, owing={name: stood for name, stood in state.owing.items() if name != stand.name})


def _leaves_its_base(_: Effect, before: Facts) -> Facts:
    return {"attached_to": None} if YankeeStand.read(before).attached_to else {}


def _chosen(effect: Effect, before: Facts) -> Facts:
    return {"pieces": [*YankeeSide.read(before).pieces, effect.values["piece"]]}


def _order(effect: Effect) -> Facts:
    return {"order": effect.values["order"]} if effect.values.get("order") else {}


def _sooner(known: Facts) -> Facts:
    """Return what is known of a unit once both sides have played: a delay is shorter (Y5.5)."""
    return {**known, "late": max(YankeeStand.read(known).late - 1, 0)} if "late" in known else known


REDUCER = Reducer(
    changes={
        "move": each(goes, copies("moved", "moved_cm", "crossed", "ford"), of_stand(_leaves_its_base)),
        "moved": done, "turned": done, "faced": done, "fought": done, "ford": done, "halved": done,
        "no_ford": sets(tried_ford=True), "recoil": goes, "fall_back": each(goes, sets(moved=True)),
        "fired": each(done, _answered), "must_answer": _must_answer, "fatigue": copies(points="fatigue"),
        "join": copies(base="attached_to"), "order": _of_unit(_order),
        "command": each(copies(value="command"), _of_unit(lambda effect: {"command": effect.values["value"]})),
        "tried": _of_unit(lambda effect: {"tried": effect.values["what"]}),
        "react": _of_unit(lambda effect: {"late": effect.values["turns_late"], "reacted": True}),
        "deployed": of_side(lambda effect, _: {"edge": effect.values["edge"]}), "terrain": of_side(_chosen),
        "arrives": of_side(lambda effect, _: {"reinforcements": effect.values["reinforcements"]}), "army": says,
    },
    moved=frozenset({"move", "recoil", "fall_back"}),
    turn_state=frozenset({"fired", "moved", "moved_cm", "turned", "faced", "crossed", "fought", "tried_ford"}),
    turn_words=frozenset({"tried", "reacted"}),
    round_over=_sooner,
)  # fmt: skip
