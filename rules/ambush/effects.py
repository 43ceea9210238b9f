"""What Ambush's effects change in what is known of a match, and what a turn clears."""

from dataclasses import replace

from rules.ambush.state import AmbushStand
from rules.effect_reducer import (
    Reducer,
    begins,
    copies,
    done,
    each,
    goes,
    leaves,
    of_stand,
    on_table,
    says,
    sets,
    side_is,
    sides_begun,
    takes_damage,
)
from rules.ruling import Effect, Facts
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand


@on_table
def _acts(state: State, _effect: Effect, stand: Stand) -> State:
    """Know that the stand's side has acted this turn."""
    known = {**state.known.get(stand.side, {}), "acted": True, "begun": True}
    return replace(state, known={**state.known, stand.side: known})


FIRED = of_stand(
    lambda _, before: {"fired": True} | ({"moved_then_fired": True} if AmbushStand.read(before).moved_cm > 0 else {})
)
THREW = of_stand(lambda _, before: {"threw": True, "grenades": max(AmbushStand.read(before).grenades - 1, 0)})


@of_stand
def _passengers_lost(effect: Effect, before: Facts) -> Facts:
    """Count fewer who ride in a vehicle; who is named leaves by an effect of his own."""
    aboard = AmbushStand.read(before).passengers
    return {"passengers": max(aboard - int(effect.values["count"]), 0)} if isinstance(aboard, int) else {}


def _rides(state: State, effect: Effect, table: Snapshot) -> State:
    """Put a soldier on the list of who rides in a vehicle, or take him off it."""
    if effect.stand is None or effect.stand not in table:
        return state
    vehicle = str(effect.values["vehicle"])
    aboard = AmbushStand.read(state.all_of(table.stand(vehicle))).passengers
    after = _riders_after(aboard, effect.stand, 1 if effect.type == "mount" else -1)
    return state.knowing(vehicle, {"passengers": after})


def _riders_after(aboard: tuple[str, ...] | int, name: str, change: int) -> list[str] | int:
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
        aboard = AmbushStand.read(state.all_of(vehicle)).passengers
        if not isinstance(aboard, int) and effect.stand in aboard:
            left = [rider for rider in aboard if rider != effect.stand]
            states[vehicle.name] = {**states.get(vehicle.name, {}), "passengers": left}
    return replace(state, states=states)


REDUCER = Reducer(
    changes={
        "move": each(goes, copies("moved", "moved_cm", "crossed", "crossed_pieces", "reversed"), _acts),
        "ran": done, "fought": each(done, _acts), "destroyed": done, "fired": each(FIRED, _acts),
        "threw": each(THREW, _acts), "tested": side_is("tested"), "begins": each(begins, side_is("begun")),
        "reveal": sets(revealed=True), "hide": sets(revealed=False), "survived": copies("assaults_survived"),
        "damage": takes_damage, "passengers_lost": _passengers_lost, "remove": each(leaves, _gone),
        "mount": each(copies(vehicle="aboard"), sets(got_on=True), _rides, _acts), "boarded": copies("boarded"),
        "dismount": each(sets(aboard=None, got_off=True), _rides, _acts),
        "pushes": copies(cm="pushed_cm"), "pushed": goes, "split": copies("soldiers"), "plate_empty": says,
    },
    moved=frozenset({"move", "pushed"}),
    turn_state=frozenset(
        {"fired", "moved", "moved_cm", "moved_then_fired", "ran", "threw", "fought", "crossed", "crossed_pieces"}
        | {"assaults_survived", "boarded", "reversed", "got_on", "got_off", "pushed_cm"}
    ),
    side_words=frozenset({"acted", "tested"}),
    turn_over=sides_begun,
)  # fmt: skip
