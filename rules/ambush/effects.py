"""What Ambush's effects change in what is known of a match, and what a turn clears."""

from collections.abc import Sequence
from dataclasses import replace

from rules.ambush.damage import riders
from rules.effect_reducer import Reducer, copies, done, each, goes, leaves, of_stand, says, sets, takes_damage
from rules.ruling import Effect
from rules.state import State
from table.snapshot import Snapshot

FIRED = of_stand(
    lambda _, before: {"fired": True} | ({"moved_then_fired": True} if float(before.get("moved_cm") or 0.0) > 0 else {})
)
THREW = of_stand(lambda _, before: {"threw": True, "grenades": max(int(before.get("grenades", 1)) - 1, 0)})
PASSENGERS_LOST = of_stand(
    lambda effect, before: {"passengers": max(int(before.get("passengers") or 0) - int(effect.values["count"]), 0)}
)


def _rides(state: State, effect: Effect, table: Snapshot) -> State:
    """Put a soldier on the list of who rides in a vehicle, or take him off it."""
    if effect.stand is None or effect.stand not in table:
        return state
    vehicle = str(effect.values["vehicle"])
    aboard = riders(table.stand(vehicle).with_state(**state.states.get(vehicle, {})))
    after = _riders_after(aboard, effect.stand, 1 if effect.type == "mount" else -1)
    return state.knowing(vehicle, {"passengers": after})


def _riders_after(aboard: Sequence[str] | int, name: str, change: int) -> list[str] | int:
    """Return who rides after one got on or off: names where names are kept, else how many."""
    if not aboard and change > 0:
        return [name]
    if isinstance(aboard, int):
        return max(aboard + change, 0)
    others = [rider for rider in aboard if rider != name]
    return [*others, name] if change > 0 else others


def _gone(state: State, effect: Effect, table: Snapshot) -> State:
    """Take somebody who is gone off the list of the vehicle he rode in; who has no stand stays on it."""
    if effect.stand is None or effect.stand not in table:
        return state
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
        "ran": done, "fought": done, "destroyed": done, "fired": FIRED, "threw": THREW,
        "reveal": sets(revealed=True), "hide": sets(revealed=False), "survived": copies("assaults_survived"),
        "damage": takes_damage, "passengers_lost": PASSENGERS_LOST, "remove": each(leaves, _gone),
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
