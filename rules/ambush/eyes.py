"""How high soldiers and vehicles are: where their eyes are, and what of them is to be seen (A3.1, A8.2)."""

from collections.abc import Collection

from rules.ambush.damage import riding
from rules.ambush.settings import AmbushSettings
from rules.ambush.troops import is_vehicle
from table.body import Body, Eye, body_of
from table.ground import settled
from table.snapshot import Snapshot
from table.stand import Stand


def eye_of(stand: Stand, settings: AmbushSettings) -> Eye:
    """Return where a soldier's eyes are, or a vehicle's gun: above the middle of its base."""
    return (stand.x, stand.y, stand.z_cm + (settings.gun_cm if is_vehicle(stand) else settings.eye_cm))


def bodies_of(snapshot: Snapshot, settings: AmbushSettings, but: Collection[str] = ()) -> tuple[Body, ...]:
    """Return the bodies of all stands but those named and those who ride, each as high as the ground it stands on."""
    hidden = {*but, *riding(snapshot)}
    return tuple(body_on_ground(s, settings, snapshot) for s in snapshot.stands if s.name not in hidden)


def body_on_ground(stand: Stand, settings: AmbushSettings, snapshot: Snapshot) -> Body:
    """Return a soldier's or vehicle's body, as high as the ground that it stands on."""
    there, piece = settled(stand, snapshot.pieces)
    high_cm = settings.vehicle_cm if is_vehicle(stand) else settings.figure_cm
    return body_of(there, high_cm, None if piece is None else piece.name)
