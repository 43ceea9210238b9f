"""What halves a movement: pieces crossed, zones, and for a vehicle what it does besides (A6, A7.2)."""

from collections.abc import Sequence

from rules.ambush.obstacles import crossing_of, outline_points
from rules.ambush.settings import AmbushSettings
from rules.ambush.way import Crossing, Way, goes_backwards
from rules.hearing import Hearing
from rules.ruling import Shape
from table.measurement import Measurement
from table.stand import Stand


def share_left(
    actor: Stand, way: Way | None, hearing: Hearing, linear: str, zonal: str
) -> tuple[float, tuple[str, ...]]:
    """Return the part of the movement that pieces on this way, if any, and on earlier ones leave; and their kinds.

    ``linear`` and ``zonal`` are the clauses. Each line crossed halves, or lines as such (``halve_each_line``); zones
    halve once, for it is a turn in one that does (A6.2).
    """
    lines = _names(actor, way, hearing, "linear", linear)
    zones = _names(actor, way, hearing, "zonal", zonal)
    each_line = len(lines) < 2 or bool(hearing.uses("halve_each_line"))
    return share_of(len(lines), len(zones), each_line), (*lines, *zones)


def share_of(lines: int, zones: int, each_line: bool = True) -> float:
    """Return the part of a movement that so many lines and zones crossed leave (A6.1, A6.2, A7.2)."""
    return float(0.5 ** ((lines if each_line else min(lines, 1)) + min(zones, 1)))


def moved_no_more(vehicle: Stand, whole_cm: float, key: str, hearing: Hearing) -> None:
    """Judge that a vehicle that fires or boards has not moved more than the half that this leaves it (A7.2)."""
    moved_cm = float(vehicle.state.get("moved_cm") or 0.0)
    if moved_cm > 0:
        limit_cm = whole_cm / 2 * share_left(vehicle, None, hearing, "A7.2", "A7.2")[0]
        if vehicle.state.get("boarded" if key == "moved_and_fires" else "fired"):
            limit_cm /= 2
        hearing.limit("A7.2", key, Measurement(moved_cm), limit_cm, actor=vehicle.name, whole_cm=whole_cm)


def crosses(actor: Stand, crossing: Crossing, hearing: Hearing, clause: str, key: str, modifies: bool) -> bool | None:
    """Record whether a way crosses a piece: as what modifies, where it does; or as what refuses, turned round."""
    piece = crossing.obstacle
    crossed = crossing.probability
    told = crossed if modifies else 1 - crossed
    return hearing.likely(
        clause, key, told, crossing.clear, modifies=modifies, list_failed=not modifies, actor=actor.name,
        piece=piece.name, kind=piece.kind,
    )  # fmt: skip


def vehicle_reasons(actor: Stand, way: Way) -> Sequence[str]:
    """Return what else halves a vehicle's movement this turn: keys of A7.2."""
    reasons = []
    if goes_backwards(actor, way.points):
        reasons.append("reverses")
    if actor.state.get("fired"):
        reasons.append("fires_too")
    if actor.state.get("boarded"):
        reasons.append("takes_on_or_puts_off")
    return reasons


def _names(actor: Stand, way: Way | None, hearing: Hearing, how: str, clause: str) -> list[str]:
    settings = hearing.settings
    assert isinstance(settings, AmbushSettings)
    before = [kind for kind in actor.state.get("crossed", ()) if crossing_of(kind, settings) == how]
    for kind in before:
        hearing.modifying(clause, f"crossed_{how}_before", actor=actor.name, kind=kind)
    names = list(before)
    for crossing in way.crossed(how) if way else ():
        if crosses(actor, crossing, hearing, clause, f"crosses_{how}", modifies=True):
            names.append(crossing.obstacle.kind)
            hearing.draw(Shape("crossed", "polygon", outline_points(crossing.obstacle), label=crossing.obstacle.name))
    return names
