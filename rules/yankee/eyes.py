"""How high troops are: where their eyes are, and what of them is to be seen (Y8.2)."""

from collections.abc import Collection

from rules.yankee.settings import YankeeSettings
from table.body import Body, Eye, body_of
from table.footprint import front_middle
from table.ground import settled
from table.snapshot import Snapshot
from table.stand import Stand


def eye_of(stand: Stand, settings: YankeeSettings) -> Eye:
    """Return where a base's eyes are: above the middle of its front edge, where its corridor begins."""
    return (*front_middle(stand), stand.z_cm + settings.eye_cm)


def bodies_of(snapshot: Snapshot, settings: YankeeSettings, but: Collection[str] = ()) -> tuple[Body, ...]:
    """Return the bodies of all bases but those named, each as high as the ground it stands on."""
    return tuple(body_on_ground(s, settings, snapshot) for s in snapshot.stands if s.name not in but)


def body_on_ground(stand: Stand, settings: YankeeSettings, snapshot: Snapshot) -> Body:
    """Return a base's body, as high as the ground that it stands on."""
    there, piece = settled(stand, snapshot.pieces)
    return body_of(there, settings.figure_cm, None if piece is None else piece.name)
