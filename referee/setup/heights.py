"""The heights step: pictures of the table from several places, and the hills that they show."""

import threading
from collections.abc import Callable
from dataclasses import asdict
from itertools import count

import numpy as np
from shapely import Polygon

from referee.setup.folder import SetUp
from referee.setup.small_files import HeightsFile, RaisedPiece
from referee.terrain.walk import check_apart, hidden_by, seen_from
from table.errors import BadInput
from table.terrain import Piece
from vision.arrays import Picture
from vision.table_view import TableView
from vision.terrain.height_map import FEWEST, STEPS, height_map
from vision.terrain.plane_sweep import Look
from vision.terrain.raised import raised_pieces

WANTED, MOST = 6, 9
"""Pictures that are enough, and those that are kept in memory at the most: one of a 4K camera takes 25 MB."""
SAME_SHARE = 0.4
"""A piece whose outline shares so much with another's (of both together) is that one."""


class HeightsStep:
    """Keeps pictures (H, W, 3) BGR of one table in memory, each with the place it was taken from."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self._kept: list[tuple[Picture, TableView]] = []
        self._lock = threading.Lock()

    @property
    def pictures(self) -> int:
        """How many there are; each is from a place of its own."""
        return len(self._kept)

    def is_of(self, view: TableView) -> bool:
        """Say whether the pictures are of this table: found again, its frame and lens are the same."""
        return self.view.frame == view.frame and np.array_equal(self.view.camera.lens.matrix, view.camera.lens.matrix)

    @property
    def enough(self) -> bool:
        """Whether heights can be measured."""
        return self.pictures >= FEWEST

    def add(self, name: str, picture: Picture) -> None:
        """Keep a picture; raises BadInput for one that tells nothing new, or not where it was taken from."""
        if self.pictures >= MOST:
            raise BadInput("{count} pictures are enough: measure the heights, or begin anew", count=self.pictures)
        seen = seen_from(name, picture, self.view)
        with self._lock:
            check_apart(name, seen.camera, [other.camera for _, other in self._kept])
            self._kept.append((picture, seen))

    def measure(self, setup: SetUp, progress: Callable[[int, int], None]) -> HeightsFile:
        """Measure the heights, write heights.npz and heights.toml, and return what is proposed."""
        kept, roster, frame = list(self._kept), setup.roster, self.view.frame
        looks = [Look(picture, seen.camera) for picture, seen in kept]
        stands = hidden_by("picture 1", *kept[0], roster) if kept and roster is not None and roster.entries else ()
        done = count(1)
        found = height_map(looks, (frame.width_cm, frame.depth_cm), stands, lambda: progress(next(done), STEPS))
        told = HeightsFile(
            pictures=len(kept), width_cm=frame.width_cm, depth_cm=frame.depth_cm,
            piece=tuple(RaisedPiece(**asdict(it)) for it in raised_pieces(found)),
        )  # fmt: skip
        setup.keep_heights(found)
        setup.heights = told
        return told


def piece_there(proposed: RaisedPiece, pieces: tuple[Piece, ...]) -> str | None:
    """Return the name of the piece that lies where one is proposed; None where none does."""
    shape = Polygon(proposed.polygon)
    for piece in pieces:
        other = Polygon(piece.polygon)
        if shape.intersection(other).area > SAME_SHARE * shape.union(other).area:
            return piece.name
    return None
