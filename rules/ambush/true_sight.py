"""Who sees whom over hills, walls and roofs, with the heights of all (A3.1, A8.2; option ``sight``)."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from rules.ambush.eyes import body_on_ground, eye_of
from rules.ambush.obstacles import Obstacle, terrain_table
from rules.ambush.settings import AmbushSettings
from rules.ambush.sight import Finding, any_of, blocking
from rules.ambush.troops import is_vehicle
from rules.true_sight import Look
from table.ground import settled
from table.measurement import Measurement
from table.once import computed_once
from table.sight_scene import Blocker
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

TOWERING_CM = 1e3
"""A piece whose height nobody said hides what is behind it of a vehicle."""


@dataclass(frozen=True, slots=True)
class TrueSight:
    """What a stand sees of another: ``look``, what is ``hiding`` some of it, and what blocks ``by_book``.

    The probability of a finding of ``hiding`` is the share of the target that it hides alone.
    """

    look: Look
    hiding: tuple[Finding, ...]
    by_book: tuple[Finding, ...]

    @property
    def free_by_book(self) -> float:
        """The probability that nothing blocks whose height nobody said."""
        return 1 - any_of(self.by_book)

    @property
    def probability(self) -> float:
        """The probability that any of the target is seen."""
        return self.look.sighting.probability() * self.free_by_book

    @property
    def first(self) -> Finding:
        """What stands in the way most."""
        by_book_first = not self.hiding or self.free_by_book < self.look.sighting.probability()
        return self.by_book[0] if self.by_book and by_book_first else self.hiding[0]


@computed_once
def true_sight(
    snapshot: Snapshot, viewer: Stand, target: Stand, among: tuple[Obstacle, ...], settings: AmbushSettings
) -> TrueSight:
    """Return what a stand sees of another past pieces and vehicles.

    ``among`` are all obstacles between them; of these the pieces without a height block as the book has it. What the
    book looks through, as a fence, hides nothing unless one may stand on it.
    """
    flat = tuple(o for o, piece in zip(among, snapshot.pieces, strict=False) if piece.height_cm == 0)
    found = tuple(f for f in blocking(viewer, target, flat, settings) if f.crossed > 0)
    look, named = share_seen(snapshot, viewer, target, (), settings), {obstacle.name: obstacle for obstacle in among}
    hides = (Finding(named[name], share, Measurement(share), 0.0, share) for name, share in look.hiding)
    return TrueSight(look, tuple(hides), found)


def share_seen(
    snapshot: Snapshot, viewer: Stand, target: Stand, towering: Collection[str], settings: AmbushSettings,
    *more_than: float,
) -> Look:  # fmt: skip
    """Return how much a stand sees of another past pieces and vehicles; over ``towering`` pieces it sees nothing.

    Whether it sees any, and whether ``more_than`` such shares, will be asked.
    """
    solid: list[Blocker] = [piece for piece in snapshot.pieces if _is_solid(piece, settings)]
    solid += [replace(p, height_cm=TOWERING_CM, top=None) for p in snapshot.pieces if p.name in towering]
    solid += [
        body_on_ground(vehicle, settings, snapshot) for vehicle in snapshot.others(viewer.name, target.name)
        if is_vehicle(vehicle)
    ]  # fmt: skip
    eye = eye_of(settled(viewer, snapshot.pieces)[0], settings)
    bodies = [body_on_ground(stand, settings, snapshot) for stand in (viewer, target)]
    return Look.at(eye, bodies[0], bodies[1], solid, *more_than)


def chance_to_see(
    snapshot: Snapshot, viewer: Stand, target: Stand, among: tuple[Obstacle, ...], settings: AmbushSettings
) -> float:
    """Return the probability that a stand sees another, by the book or truly."""
    if settings.sight == "book":
        return 1 - any_of(blocking(viewer, target, among, settings))
    return true_sight(snapshot, viewer, target, among, settings).probability


def _is_solid(piece: Piece, settings: AmbushSettings) -> bool:
    if piece.top == "trench":
        return True
    ground = piece.top in ("level", "slope")
    return piece.height_cm > 0 and (ground or terrain_table(settings)[piece.kind].blocks != "no")
