"""What Ambush's effects change in what is known of a match, and what a turn clears."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.effect_reducer import Reducer, copies, done, each, goes, leaves, of_stand, says, sets
from rules.ruling import Effect
from rules.state import State
from table.snapshot import Snapshot


def _fired(_: Effect, before: Mapping[str, Any]) -> Mapping[str, Any]:
    moved = float(before.get("moved_cm") or 0.0) > 0
    return {"fired": True, "moved_then_fired": True} if moved else {"fired": True}


def _threw(_: Effect, before: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"threw": True, "grenades": max(int(before.get("grenades", 1)) - 1, 0)}


def _damage(effect: Effect, before: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"damage": before.get("damage", 0) + effect.values.get("boxes", 0)}


def _passengers_lost(effect: Effect, before: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"passengers": max(int(before.get("passengers") or 0) - int(effect.values["count"]), 0)}


def _rides(state: State, effect: Effect, table: Snapshot) -> State:
    """Put a soldier on the list of who rides in a vehicle, or take him off it."""
    if effect.stand is None or effect.stand not in table:
        return state
    vehicle = str(effect.values["vehicle"])
    aboard = {**table.stand(vehicle).state, **state.states.get(vehicle, {})}.get("passengers") or 0
    riders = _riders_after(aboard, effect.stand, 1 if effect.type == "mount" else -1)
    return state.knowing(vehicle, {"passengers": riders})


def _riders_after(aboard: Any, name: str, change: int) -> list[str] | int:
    """Return who rides after one got on or off: names where names are kept, else how many."""
    if not aboard and change > 0:
        return [name]
    if not isinstance(aboard, list | tuple):
        return max(int(aboard) + change, 0)
    others = [str(rider) for rider in aboard if rider != name]
    return [*others, name] if change > 0 else others


def _gone(state: State, effect: Effect, table: Snapshot) -> State:
    """Take somebody who is gone off the list of the vehicle he rode in."""
    states = dict(state.states)
    for vehicle in table.stands:
        aboard = {**vehicle.state, **states.get(vehicle.name, {})}.get("passengers")
        if isinstance(aboard, list | tuple) and effect.stand in aboard:
            left = [str(rider) for rider in aboard if rider != effect.stand]
            states[vehicle.name] = {**states.get(vehicle.name, {}), "passengers": left}
    return replace(state, states=states)


REDUCER = Reducer(
    changes={
        "move": each(goes, copies("moved", "moved_cm", "crossed", "crossed_pieces", "reversed")),
        "ran": done, "fought": done, "destroyed": done, "fired": of_stand(_fired), "threw": of_stand(_threw),
        "reveal": sets(revealed=True), "hide": sets(revealed=False), "survived": copies("assaults_survived"),
        "damage": of_stand(_damage), "passengers_lost": of_stand(_passengers_lost), "remove": each(leaves, _gone),
        "mount": each(copies(vehicle="aboard"), sets(got_on=True), _rides), "boarded": copies("boarded"),
        "dismount": each(sets(aboard=None, got_off=True), _rides),
        "pushes": copies(cm="pushed_cm"), "pushed": goes, "split": copies("soldiers"), "plate_empty": says,
    },
    moved=frozenset({"move", "pushed"}),
    turn_state=frozenset(
        {"fired", "moved", "moved_cm", "moved_then_fired", "ran", "threw", "fought", "crossed", "crossed_pieces"}
        | {"assaults_survived", "boarded", "reversed", "got_on", "got_off", "pushed_cm"}
    ),
)  # fmt: skip
