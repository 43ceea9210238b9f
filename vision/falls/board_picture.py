"""One picture of the board looked at: the markers in it, the figures that stand, the camera as it stood then."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from table.errors import BadInput
from table.mount import Mount
from table.roster import Roster
from table.stand import Stand
from vision.arrays import Picture
from vision.bump import settle
from vision.camera import Camera
from vision.falls.plan import Image, in_linear_light
from vision.markers import MarkerSeen, find_markers
from vision.picture import in_colour, in_grey
from vision.size_words import SizeWatch
from vision.sizes import least_side_px, size_check
from vision.square import fit_squares
from vision.stands import stands_from_markers
from vision.table_view import TableView


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """What one picture shows: ``markers`` by id, ``stands`` by name, and the view that holds for this very picture."""

    picture: Picture
    view: TableView
    markers: dict[int, MarkerSeen]
    stands: dict[str, Stand]
    warnings: tuple[str, ...] = ()

    @property
    def camera(self) -> Camera:
        """The camera as it stood when this picture was taken."""
        return self.view.camera

    @cached_property
    def light(self) -> Image:
        """The picture in linear light."""
        return in_linear_light(self.picture)


def read_board(picture: Picture, view: TableView, roster: Roster, name: str) -> BoardPicture:
    """Look at a picture (H, W, 3) BGR or grey of a table; raises BadInput for another size or no frame marker."""
    height, width = picture.shape[:2]
    if (width, height) != view.camera.lens.size_px:
        wide, high = view.camera.lens.size_px
        raise BadInput(
            "{name} is {width} x {height} px, but the table was calibrated at {wide} x {high} px",
            name=name, width=width, height=height, wide=wide, high=high,
        )  # fmt: skip
    picture = in_colour(picture)
    frame = view.frame
    frame_ids = {marker.id for marker in frame.markers}
    banners = set(frame.banners.ids) if frame.banners is not None else set()
    grey = in_grey(picture)
    wanted = set(roster.by_marker) | frame_ids | banners
    fits = SizeWatch(size_check(view, roster), view.camera, roster)
    found = find_markers(grey, frame.dictionary, wanted, fits, least_side_px(view, roster), tone=view.tone)
    settled = settle(view, {marker.id: marker for marker in found if marker.id in frame_ids}, name, grey)
    stands = {stand.name: stand for stand in stands_from_markers(found, roster, settled.view)}
    return BoardPicture(picture, settled.view, {marker.id: marker for marker in found}, stands, settled.warnings)


def misfit(marker: MarkerSeen, mount: Mount, camera: Camera) -> float:
    """Return how badly a marker fits a square of its size lying flat at its mount's height: rms over its side.

    A tilted one is drawn out or in, one that lies lower looks smaller and elsewhere: a standing one is below 0.005.
    """
    corners = camera.to_plane(marker.corners_px, mount.height_cm).reshape(1, 4, 2)
    return float(fit_squares(corners, np.array([mount.size_cm])).misfits_cm[0]) / mount.size_cm
