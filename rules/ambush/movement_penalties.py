"""What halves a movement: pieces crossed, zones, and for a vehicle what it does besides (A6, A7.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.ambush.obstacles import crossing_of, outline_points
from rules.ambush.settings import Builder
from rules.ambush.state import state_of
from rules.ambush.way import Crossing, MovePath, goes_backwards
from rules.ruling import Shape
from table.measurement import Measurement
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class Crossed:
    """What was crossed this turn: kinds of lines and zones, names of pieces, and the share of movement left."""

    lines: tuple[str, ...]
    zones: tuple[str, ...]
    pieces: tuple[str, ...]
    share: float

    @property
    def kinds(self) -> tuple[str, ...]:
        """All kinds, one for each halving."""
        return (*self.lines, *self.zones)


def record_crossings(actor: Stand, way: MovePath | None, builder: Builder, linear: str, zonal: str) -> Crossed:
    """Record what this way, if any, and earlier ones this turn cross; ``linear`` and ``zonal`` are the clauses.

    Each line crossed halves, or lines as such (``halve_each_line``); zones halve once, for it is a turn in one that
    does (A6.2).
    """
    over = dict.fromkeys(state_of(actor).crossed_pieces)
    lines = _kinds(actor, way, builder, "linear", linear, over)
    zones = _kinds(actor, way, builder, "zonal", zonal, over)
    each_line = len(lines) < 2 or bool(builder.uses("halve_each_line"))
    return Crossed(tuple(lines), tuple(zones), tuple(over), share_of(len(lines), len(zones), each_line))


def share_of(lines: int, zones: int, each_line: bool = True) -> float:
    """Return the part of a movement that so many lines and zones crossed leave (A6.1, A6.2, A7.2)."""
    return float(0.5 ** ((lines if each_line else min(lines, 1)) + min(zones, 1)))


def limit_earlier_move(vehicle: Stand, whole_cm: float, key: str, builder: Builder) -> None:
    """Judge that a vehicle that fires or boards has not moved more than the half that this leaves it (A7.2)."""
    known = state_of(vehicle)
    if known.moved_cm > 0:
        limit_cm = whole_cm / 2 * record_crossings(vehicle, None, builder, "A7.2", "A7.2").share
        for halves in (known.boarded if key == "moved_and_fires" else known.fired, known.reversed):
            if halves:
                limit_cm /= 2
        builder.limit("A7.2", key, Measurement(known.moved_cm), limit_cm, actor=vehicle.name, whole_cm=whole_cm)


def crosses(actor: Stand, crossing: Crossing, builder: Builder, clause: str, key: str, modifies: bool) -> bool | None:
    """Record whether a way crosses a piece: as what modifies, where it does; or as what refuses, turned round."""
    piece = crossing.obstacle
    crossed = crossing.probability
    told = crossed if modifies else 1 - crossed
    return builder.likely(
        clause, key, told, crossing.clear, modifies=modifies, list_failed=not modifies, actor=actor.name,
        piece=piece.name, kind=piece.kind,
    )  # fmt: skip


def vehicle_reasons(actor: Stand, way: MovePath) -> Sequence[str]:
    """Return what else halves a vehicle's movement this turn: keys of A7.2."""
    reasons, known = [], state_of(actor)
    if goes_backwards(actor, way.points) or known.reversed:
        reasons.append("reverses")
    if known.fired:
        reasons.append("fires_too")
    if known.boarded:
        reasons.append("takes_on_or_puts_off")
    return reasons


def _kinds(
    actor: Stand, way: MovePath | None, builder: Builder, how: str, clause: str, over: dict[str, None]
) -> list[str]:
    """Return the kinds crossed one way, before and now; a piece of ``over`` that is still being crossed counts once."""
    settings = builder.settings
    kinds = [kind for kind in state_of(actor).crossed if crossing_of(kind, settings) == how]
    for kind in kinds:
        builder.modifying(clause, f"crossed_{how}_before", actor=actor.name, kind=kind)
    for crossing in way.crossed(how) if way else ():
        piece = crossing.obstacle
        if piece.name not in over and crosses(actor, crossing, builder, clause, f"crosses_{how}", modifies=True):
            kinds.append(piece.kind)
            over[piece.name] = None
            builder.draw(Shape("crossed", "polygon", outline_points(piece), label=piece.name))
    return kinds
