"""Soldiers and vehicles: which is which, and the footprint of a stand that gives none."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from rules.ambush.state import state_of
from rules.tables import packaged_model, packaged_rows
from table.body import Figures
from table.errors import BadFile, BadInput
from table.notation.toml import Strict
from table.snapshot import Snapshot
from table.stand import Stand

OWN = "vehicle_row"  # where a stand keeps its entry of the players' own list
MOVE_CM, RUN_CM = 8.0, 16.0  # A2.1, A2.2
RUN_FROM_CM = MOVE_CM + 1e-6


class TroopRow(Strict):
    """One kind of stand of troops.toml."""

    width_cm: Annotated[float, Field(gt=0)]
    depth_cm: Annotated[float, Field(gt=0)]
    kinds: tuple[str, ...]


class Vehicle(Strict):
    """One vehicle of the book's list (A7.1)."""

    nation: Literal["DE", "US"]
    name: str
    also: tuple[str, ...] = ()
    category: Annotated[int, Field(ge=1, le=5)]
    move_cm: Annotated[float, Field(gt=0)]
    mg: bool
    gun: bool
    turret: bool = False
    self_propelled: bool = False
    open: bool = False
    truck: bool = False
    seats: Annotated[int, Field(ge=0)] = 0


class OwnVehicle(Vehicle):
    """A vehicle that players add to the list, or put in place of the book's (A7.1)."""

    nation: str = ""  # type: ignore[assignment]
    name: str = ""


class VehicleList(Strict):
    """All of vehicles.toml."""

    vehicle: tuple[Vehicle, ...]


@cache
def troop_rows() -> Mapping[str, TroopRow]:
    """Return troops.toml's rows: soldier, platoon and vehicle."""
    return packaged_rows(__package__, "troops.toml", TroopRow)


@cache
def vehicle_list() -> Mapping[str, Vehicle]:
    """Return the book's vehicles by plain name (A7.1)."""
    read = packaged_model(__package__, "vehicles.toml", VehicleList)
    return {_plain(name): vehicle for vehicle in read.vehicle for name in (vehicle.name, *vehicle.also)}


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def vehicle_of(stand: Stand) -> Vehicle | None:
    """Return the list's entry for a stand, by its unit or its kind; None for a soldier or a nameless vehicle.

    A vehicle of the players' own list carries its entry with it (``complete_stands``).
    """
    own = stand.state.get(OWN)
    if isinstance(own, Vehicle):
        return own
    names = [name for name in (stand.unit, stand.kind) if name]
    return next((vehicle_list()[_plain(name)] for name in names if _plain(name) in vehicle_list()), None)


def listed(stand: Stand) -> Vehicle:
    """Return the list's entry for a vehicle; raises BadInput for one that goes by no name of the list (A7.1)."""
    vehicle = vehicle_of(stand)
    if vehicle is None:
        names = [entry.name for entry in dict.fromkeys(vehicle_list().values())]
        raise BadInput(
            "{name} has no type: choose one in the roster, such as {known}",
            name=stand.name, known=", ".join(names[:4]),
        )  # fmt: skip
    return vehicle


def vehicle_types(kind: str, own: Mapping[str, Vehicle]) -> tuple[str, ...]:
    """Return the names of which a vehicle's must be one, the players' ``own`` first (A7.1); none for other kinds."""
    if kind == "wreck" or kind not in troop_rows()["vehicle"].kinds:
        return ()
    return (*own, *(name for entry in dict.fromkeys(vehicle_list().values()) for name in (entry.name, *entry.also)))


def is_vehicle(stand: Stand) -> bool:
    """Say whether a stand is a vehicle or the wreck of one."""
    return stand.kind in troop_rows()["vehicle"].kinds or _plain(stand.kind) in vehicle_list() or OWN in stand.state


def figures_of(stand: Stand) -> Figures:
    """Return what a stand looks like: a soldier, a platoon on its plate (A1.3), or a vehicle."""
    return Figures("vehicle") if is_vehicle(stand) else Figures("foot", 5 if stand.kind == "platoon" else 1)


def is_wreck(stand: Stand) -> bool:
    """Say whether a vehicle has been destroyed: all its boxes are filled (A8.3)."""
    known = state_of(stand)
    if stand.kind == "wreck" or known.destroyed:
        return True
    vehicle = vehicle_of(stand) if known.damage > 0 else None
    return vehicle is not None and known.damage >= vehicle.category


def has_shown_himself(stand: Stand) -> bool:
    """Say whether a soldier can be shot at in his cover: he was revealed, fired or threw (A3.2, A3.5)."""
    known = state_of(stand)
    return known.revealed or known.fired or known.threw


def has_run(stand: Stand) -> bool:
    """Say whether a soldier ran this turn: more than 8 cm is a run, whatever it was called (A2.2)."""
    known = state_of(stand)
    return known.ran or known.moved_cm > RUN_FROM_CM


def complete_stands(snapshot: Snapshot, source: str, own: Mapping[str, Vehicle] | None = None) -> Snapshot:
    """Give stands without a size their kind's footprint, and those of the players' ``own`` vehicles their entry.

    Raises BadFile for a kind Ambush does not know.
    """
    rows = troop_rows()
    listed_own = {_plain(name): vehicle for name, vehicle in (own or {}).items()}
    completed = []
    for index, given in enumerate(snapshot.stands):
        mine = next(
            (listed_own[_plain(name)] for name in (given.unit, given.kind) if name and _plain(name) in listed_own), None
        )
        stand = given if mine is None else given.with_state(**{OWN: mine})
        if is_vehicle(stand):
            row = rows["vehicle"]
        elif on_foot := next((row for row in (rows["soldier"], rows["platoon"]) if stand.kind in row.kinds), None):
            row = on_foot
        else:
            kinds = ", ".join((*rows["soldier"].kinds[:4], "...", *rows["platoon"].kinds, *rows["vehicle"].kinds))
            raise BadFile(source, f"stand[{index + 1}].kind", f"{kinds} or a vehicle's name", repr(stand.kind))
        completed.append(stand.on_base(row.width_cm, row.depth_cm))
    return replace(snapshot, stands=tuple(completed))
