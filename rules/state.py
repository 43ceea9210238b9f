"""What a match knows besides where the stands are: a fold over the effects of its rulings."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import dist
from typing import Any

from rules.effect_reducer import (
    BACK,
    GONE,
    MOVED,
    OF_A_TURN,
    TABLE,
    of_side,
    of_stand,
    of_unit,
    place_of,
    prisoners_after,
    riders_after,
    without_rider,
)
from rules.ruling import Effect
from table.snapshot import Snapshot
from table.stand import Stand

Known = Mapping[str, Mapping[str, Any]]
STAYED_CM = 0.5  # a stand that is no farther from where it began the turn has not moved


@dataclass(frozen=True)
class State:
    """Turn, side to play, what each stand, unit and side has done, and what was taken off (with where it last stood).

    ``states``, ``units`` and ``known`` are by the name of stand, unit (brigade) and side; ``known`` is what `rule`
    takes as ``sides``. ``places`` are the centres in table cm to which rulings told players to put stands (a
    recoil, a push); where a stand really is the camera says. ``starts`` is where stands stood when the turn
    began (Y9.3). ``owing`` are the bases that owe an answer to fire, as they stood when they were fired at (Y8.4).
    """

    sides: tuple[str, ...]
    turn: int = 1
    side: str = ""
    states: Known = field(default_factory=dict)
    fallen: Mapping[str, Stand] = field(default_factory=dict)
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    units: Known = field(default_factory=dict)
    known: Known = field(default_factory=dict)
    starts: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    owing: Mapping[str, Stand] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", self.side or self.sides[0])

    def over(self, measured: Snapshot) -> Snapshot:
        """Return the measured table as the game knows it: without the fallen, each stand with its state."""
        kept = (stand for stand in measured.stands if not self._is_off(stand.name))
        return replace(measured, stands=tuple(self._knowing(stand) for stand in kept))

    def over_for(self, action: Mapping[str, Any], measured: Snapshot) -> Snapshot:
        """Return the table for one action: an answer to fire is given from where the base stood when it was fired at.

        All fire of a phase is simultaneous (Y8.4): one that has recoiled since, or is destroyed, still answers.
        """
        table, name = self.over(measured), action.get("actor")
        if action.get("type") != "fire" or name not in self.owing:
            return table
        stood = self.owing[str(name)]
        here = table.stand(stood.name) if stood.name in table else stood
        answering = replace(here, x=stood.x, y=stood.y, heading_deg=stood.heading_deg)
        if stood.name in table:
            return table.with_stand(answering)
        return replace(table, stands=(*table.stands, answering))

    def _is_off(self, name: str) -> bool:
        """Whether a stand is off the table: it fell, or nobody is left on its plate."""
        return name in self.fallen or self.states.get(name, {}).get("soldiers") == 0

    def _knowing(self, stand: Stand) -> Stand:
        told: dict[str, Any] = {}
        for name in (stand.state.get("brigade"), stand.unit, stand.name):
            told |= self.units.get(str(name), {})
        start = self.starts.get(stand.name)
        if start is not None and dist(start, stand.centre) > STAYED_CM:
            told["start"] = list(start)
        told |= self.states.get(stand.name, {})
        return stand.with_state(**told) if told else stand

    def after(self, effects: Iterable[Effect], table: Snapshot) -> "State":
        """Return what is known once these effects of a ruling on that table have happened."""
        now = self
        for effect in effects:
            now = now._after(effect, table)
        return now

    def _after(self, effect: Effect, table: Snapshot) -> "State":
        if effect.type in (TABLE, "phase", "turn_ends", "begins"):
            return self._gone_on(effect, table)
        if effect.stand is None or effect.stand not in table or effect.type == BACK:
            return self._freed(effect) if effect.type == BACK else self._told(effect)
        stand, known = table.stand(effect.stand), self.states.get(effect.stand, {})
        if effect.type in GONE:
            fallen = {**self.fallen, stand.name: stand}
            held = self._prisoners(effect, stand.side, stand.name) if effect.type == "capture" else self.known
            return replace(self, fallen=fallen, states=self._without_rider(stand.name, table), known=held)
        if effect.type == "must_answer":
            return replace(self, owing={**self.owing, stand.name: stand})
        states, places = dict(self.states), dict(self.places)
        if effect.type in MOVED:
            places[stand.name] = place_of(effect)
        if changes := of_stand(effect, {**stand.state, **known}):
            states[stand.name] = {**known, **changes}
        if effect.type in ("mount", "dismount"):
            vehicle = str(effect.values["vehicle"])
            before = {**table.stand(vehicle).state, **states.get(vehicle, {})}.get("passengers") or 0
            riders = riders_after(before, stand.name, 1 if effect.type == "mount" else -1)
            states[vehicle] = {**states.get(vehicle, {}), "passengers": riders}
        owing = {name: stood for name, stood in self.owing.items() if effect.type != "fired" or name != stand.name}
        return replace(self, states=states, places=places, owing=owing)

    def _gone_on(self, effect: Effect, table: Snapshot) -> "State":
        """Return what is known once the match has gone on: a turn or a phase ends, who begins is known."""
        if effect.type == "turn_ends":
            return self.next_turn(table)
        if effect.type == "begins":
            first = str(effect.values["side"])
            place = self.sides.index(first) if first in self.sides else 0
            stood = {str(name): (float(at[0]), float(at[1])) for name, at in effect.values.get("stood", {}).items()}
            return replace(
                self, side=self.sides[place], sides=self.sides[place:] + self.sides[:place],
                starts={**self.starts, **stood},
                places={name: at for name, at in self.places.items() if name not in stood},
            )  # fmt: skip
        if effect.type == "phase":
            return self._next_phase(effect.values, table)
        return self._knowing_table(effect.values)

    def _prisoners(self, effect: Effect, side: str, name: str | None) -> Known:
        """Return what is known of the sides once one of theirs is a prisoner, or is one no more."""
        told = self.known.get(side, {})
        return {**self.known, side: {**told, "prisoners": prisoners_after(effect, name, told.get("prisoners"))}}

    def _freed(self, effect: Effect) -> "State":
        """Return what is known once a prisoner stands on the table again, where the effect says."""
        known = self._prisoners(effect, str(effect.values["side"]), effect.stand)
        if effect.stand is None:
            return replace(self, known=known)
        fallen = {name: stand for name, stand in self.fallen.items() if name != effect.stand}
        return replace(self, fallen=fallen, known=known, places={**self.places, effect.stand: place_of(effect)})

    def _without_rider(self, name: str, table: Snapshot) -> Known:
        """Return the states once somebody who is gone is taken off the list of the vehicle he rode in."""
        states = dict(self.states)
        for vehicle in table.stands:
            aboard = {**vehicle.state, **states.get(vehicle.name, {})}.get("passengers")
            if (left := without_rider(aboard, name)) is not None:
                states[vehicle.name] = {**states.get(vehicle.name, {}), "passengers": left}
        return states

    def _told(self, effect: Effect) -> "State":
        """Return what is known after an effect on a side or a unit: a surrender, an order, an edge."""
        side, unit = effect.values.get("side"), effect.values.get("unit")
        if isinstance(side, str) and (changes := of_side(effect, self.known.get(side, {}))):
            return replace(self, known={**self.known, side: {**self.known.get(side, {}), **changes}})
        if isinstance(unit, str) and (changes := of_unit(effect)):
            return replace(self, units={**self.units, unit: {**self.units.get(unit, {}), **changes}})
        return self

    def _knowing_table(self, values: Mapping[str, Any]) -> "State":
        return replace(self, known={**self.known, TABLE: {**self.known.get(TABLE, {}), **values}})

    def _next_phase(self, values: Mapping[str, Any], table: Snapshot) -> "State":
        """Return what is known once a phase begins: whose it is, what the table knows, what every stand forgets."""
        told = {key: value for key, value in values.items() if key not in ("forget", "new_turn")}
        now = self.next_turn(table) if values.get("new_turn") else self
        forget = set(values.get("forget") or ())
        states = {
            name: {key: value for key, value in known.items() if key not in forget}
            for name, known in now.states.items()
        }
        turn = self.turn + bool(values.get("new_turn"))
        return replace(now._knowing_table(told), states=states, turn=turn, side=str(values.get("side") or self.side))

    def next_turn(self, table: Snapshot | None = None) -> "State":
        """Return what is known when the other side begins: what was done this turn is forgotten, delays run out."""
        place = self.sides.index(self.side) + 1
        round_over = place == len(self.sides)
        states = {
            name: kept
            for name, state in self.states.items()
            if (kept := {key: value for key, value in state.items() if key not in OF_A_TURN})
        }
        units = {name: _sooner(told, round_over) for name, told in self.units.items()}
        starts = self.starts if table is None else {stand.name: stand.centre for stand in table.stands}
        side = self.sides[place % len(self.sides)]
        turn = self.turn + round_over
        return replace(self, states=states, units=units, starts=starts, side=side, turn=turn, owing={})

    @property
    def losses(self) -> Mapping[tuple[str, str | None], int]:
        """How many stands each side has lost, by brigade."""
        return Counter((stand.side, stand.state.get("brigade")) for stand in self.fallen.values())

    @property
    def winner(self) -> str | None:
        """The only side that has neither surrendered nor been defeated, once another has."""
        out = [
            s for s in self.sides if self.known.get(s, {}).get("surrendered") or self.known.get(s, {}).get("defeated")
        ]
        left = [side for side in self.sides if side not in out]
        return left[0] if out and len(left) == 1 else None


def _sooner(told: Mapping[str, Any], round_over: bool) -> Mapping[str, Any]:
    """Return what is known of a unit next turn: it may try again, and a delay is shorter once all have played."""
    kept = {key: value for key, value in told.items() if key not in ("tried", "reacted")}
    return {**kept, "late": max(int(kept["late"]) - 1, 0)} if round_over and "late" in kept else kept
