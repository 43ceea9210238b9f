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
    placed = (settled(stand, snapshot.pieces) for stand in snapshot.stands if stand.name not in but)
    return tuple(body(stand, settings, None if piece is None else piece.name) for stand, piece in placed)


def body(stand: Stand, settings: YankeeSettings, on: str | None = None) -> Body:
    """Return a base's body, as high as it stands; ``on`` is the piece that it stands on."""
    return body_of(stand, settings.figure_cm, on)
