"""What a match remembers besides where the stands are: a fold over the effects of its rulings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.ruling import Effect
from table.snapshot import Snapshot
from table.stand import Stand

GONE = frozenset({"remove", "casualty", "capture"})
"""Effects after which a stand is no longer on the table."""

MOVED = frozenset({"recoil", "move", "pushed"})
"""Effects that tell the players to put a stand elsewhere."""

OF_A_TURN = frozenset(
    {
        "fired",
        "moved",
        "moved_cm",
        "turned",
        "ran",
        "threw",
        "crossed",
        "crossed_pieces",
        "assaults_survived",
        "boarded",
    }
)
"""State that is forgotten when a turn ends."""


@dataclass(frozen=True)
class Memory:
    """Turn, side to play, what each stand has done, what was taken off (with where it last stood).

    ``places`` are the centres in table cm to which rulings told players to put stands (a recoil, a push); where a stand
    really is the camera says.
    """

    sides: tuple[str, ...]
    turn: int = 1
    side: str = ""
    states: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    fallen: Mapping[str, Stand] = field(default_factory=dict)
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", self.side or self.sides[0])

    def over(self, measured: Snapshot) -> Snapshot:
        """Return the measured table as the game knows it: without the fallen, each stand with its state."""
        kept = (stand for stand in measured.stands if stand.name not in self.fallen)
        return replace(
            measured, stands=tuple(s.with_state(**self.states[s.name]) if s.name in self.states else s for s in kept)
        )

    def after(self, effects: Iterable[Effect], table: Snapshot) -> "Memory":
        """Return what is remembered once these effects of a ruling on that table have happened."""
        states = {name: dict(state) for name, state in self.states.items()}
        fallen, places = dict(self.fallen), dict(self.places)
        for effect in effects:
            if effect.stand is None or effect.stand not in table:
                continue
            stand, known = table.stand(effect.stand), states.get(effect.stand, {})
            if effect.type in GONE:
                fallen[effect.stand] = stand
                continue
            if effect.type in MOVED:
                places[effect.stand] = _place(effect)
            if changes := _remembered(effect, {**stand.state, **known}):
                states[effect.stand] = {**known, **changes}
            if effect.type in ("mount", "dismount"):
                vehicle = str(effect.values["vehicle"])
                aboard = {**table.stand(vehicle).state, **states.get(vehicle, {})}.get("passengers") or 0
                riders = _riders(aboard, effect.stand, 1 if effect.type == "mount" else -1)
                states[vehicle] = {**states.get(vehicle, {}), "passengers": riders}
        return replace(self, states=states, fallen=fallen, places=places)

    def next_turn(self) -> "Memory":
        """Return what is remembered when the other side begins: what was done this turn is forgotten."""
        place = self.sides.index(self.side) + 1
        states = {
            name: kept
            for name, state in self.states.items()
            if (kept := {key: value for key, value in state.items() if key not in OF_A_TURN})
        }
        round_over = place == len(self.sides)
        return replace(self, states=states, side=self.sides[place % len(self.sides)], turn=self.turn + round_over)


_DONE = frozenset({"fired", "moved", "ran", "destroyed", "ford", "halved"})  # state of the same name, and all values
_FIXED: Mapping[str, Mapping[str, Any]] = {
    "reveal": {"revealed": True},
    "threw": {"threw": True},
    "dismount": {"aboard": None},
}
_COPIED: Mapping[str, Mapping[str, str]] = {  # an effect's values, and the state each becomes
    "fatigue": {"points": "fatigue"},
    "move": {"moved": "moved", "moved_cm": "moved_cm", "crossed": "crossed", "crossed_pieces": "crossed_pieces"},
    "survived": {"assaults_survived": "assaults_survived"},
    "boarded": {"boarded": "boarded"},
    "command": {"value": "command"},
    "mount": {"vehicle": "aboard"},
}


def _remembered(effect: Effect, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a stand's state that an effect changes."""
    changes = dict(_FIXED.get(effect.type, {}))
    if effect.type in _DONE:
        changes |= {effect.type: True, **effect.values}
    for value, key in _COPIED.get(effect.type, {}).items():
        if value in effect.values:
            changes[key] = effect.values[value]
    if effect.type == "damage":
        changes["damage"] = before.get("damage", 0) + effect.values.get("boxes", 0)
    if effect.type == "passengers_lost":
        changes["passengers"] = max(int(before.get("passengers") or 0) - int(effect.values["count"]), 0)
    if effect.type == "threw":
        changes["grenades"] = max(int(before.get("grenades", 1)) - 1, 0)
    return changes


def _place(effect: Effect) -> tuple[float, float]:
    """Return where an effect puts a stand: ``to`` a place, or at x and y."""
    x, y = effect.values.get("to") or (effect.values["x"], effect.values["y"])
    return (float(x), float(y))


def _riders(aboard: Any, name: str, change: int) -> list[str] | int:
    """Return who rides after one got on or off: names where names are kept, else how many."""
    if not isinstance(aboard, list | tuple):
        return max(int(aboard) + change, 0)
    others = [str(rider) for rider in aboard if rider != name]
    return [*others, name] if change > 0 else others
