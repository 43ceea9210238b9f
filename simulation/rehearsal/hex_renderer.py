"""The synthetic camera over a hex board: a printed map, counters and blocks with their markers, hands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simulation.rehearsal.hex_places import APART_CM
from simulation.synthetic.hand import Hand
from simulation.synthetic.hex_pieces import CARD_CM, HexPiece
from simulation.synthetic.hex_print import GRASS, SAND, print_of
from simulation.synthetic.look import Look
from simulation.synthetic.palette import Colour, paint, side_colour
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.things import Place, Stage, Thing
from table.frame import Frame, HexBoard
from table.hexes import Hex
from table.mount import Pose, marker_from_stand
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.arrays import Picture
from vision.camera import Camera

WOOD_CM = 0.5
"""What is thicker is a wooden block."""
LAYERS = {"fortification": 0, "lane": 0, "aircraft": 2}
AIR, STONE = paint("#b9c4c9"), paint("#6f6a5c")
COLOURS: Mapping[str, Colour] = {
    "roman": paint("#9b9a94"), "carthaginian": paint("#cdbb94"), "german": paint("#b79c6c"),
    "italian": paint("#b04a3e"), "british": paint("#9fb57c"), "commonwealth": paint("#4c6b3f"),
    "greek": paint("#34466f"), "free_french": paint("#8fb3cf"), "axis": paint("#b79c6c"), "allied": paint("#9fb57c"),
}  # fmt: skip
"""What a side's blocks and a nation's counters are like (R2.1)."""
TINTS = {"airfield": "salt", "victory": "hill", "village": "town"}
"""Words of the game's terrain that a printed map tints like another."""


class HexRenderer(Renderer):
    """Draws stands of a roster as counters or blocks; the stand's own state says its nation and the blocks it lost.

    ``blocks`` says by name how many blocks a unit begins with, of which one carries the marker; a stand left out is one
    counter. ``tints`` are the map's hexes by kind of terrain, ``roads`` ways from hex to hex; a ``sand`` map is a
    desert's.
    """

    def __init__(
        self, camera: Camera, frame: Frame, roster: Roster, seed: int = 0, *, blocks: Mapping[str, int] | None = None,
        tints: Mapping[Hex, str] | None = None, roads: Sequence[tuple[Hex, ...]] = (), sand: bool = False,
    ) -> None:  # fmt: skip
        assert isinstance(frame.board, HexBoard)
        drawn = {place: TINTS.get(kind, kind) for place, kind in (tints or {}).items()}
        meant, (left, near) = print_of(
            frame.board, tints=drawn, roads=tuple(roads), seed=seed, ground=SAND if sand else GRASS
        )
        look = Look(ground="sand" if sand else "grass", outline=False)
        super().__init__(camera, frame, None, look, seed, meant.laid(left, near))
        x, y, z = camera.position_cm.tolist()
        self._stage = Stage((x, y, z), look.lamp_deg)
        self._entries = {entry.name: entry for entry in roster.entries}
        self._blocks = dict(blocks or {})
        self._built: dict[HexPiece, Thing] = {}

    def render(
        self,
        snapshot: Snapshot,
        hands: Sequence[Hand] = (),
        litter: Sequence[Thing] = (),
    ) -> Picture:
        """Return the picture (H, W, 3) uint8 BGR of that board, with hands and litter; its noise is new each time."""
        before, pieces = self._built, (piece for stand in snapshot.stands for piece in self._pieces(stand))
        self._built = {p: before.get(p) or p.thing(self.frame.dictionary, self._stage) for p in pieces}
        return super().render(Snapshot(snapshot.width_cm, snapshot.depth_cm), hands, [*self._built.values(), *litter])

    def _pieces(self, stand: Stand) -> Iterator[HexPiece]:
        entry = self._entries[stand.name]
        pose, mount, colour = Pose(stand.x, stand.y, stand.heading_deg), entry.mount, _colour(stand)
        at, thick_cm = marker_from_stand(pose, mount), mount.height_cm - CARD_CM
        yield HexPiece(
            stand.name, at.x, at.y, at.heading_deg, entry.width_cm, entry.depth_cm, thick_cm, colour, entry.marker,
            mount.size_cm, layer=LAYERS.get(stand.kind, 1), wooden=thick_cm > WOOD_CM,
        )  # fmt: skip
        for k, (x, y) in enumerate(self._bare(stand, entry), start=2):
            yield HexPiece(
                f"{stand.name} {k}", x, y, stand.heading_deg, entry.width_cm, entry.depth_cm, thick_cm, colour,
                wooden=True,
            )  # fmt: skip

    def _bare(self, stand: Stand, entry: Entry) -> list[list[float]]:
        """Return where a unit's other blocks are, which carry no marker: beside and behind the one that does."""
        left = self._blocks.get(stand.name, 1) - int(stand.state.get("damage") or 0)
        across, along = entry.width_cm + APART_CM, entry.depth_cm + APART_CM
        place = Place(stand.x, stand.y, stand.heading_deg)
        places = place.points([(0.0, -across), (-along, 0.0), (-along, -across)]).tolist()
        return list(places[: max(left - 1, 0)])


def _colour(stand: Stand) -> Colour:
    if stand.kind in LAYERS:
        return AIR if stand.kind == "aircraft" else STONE
    nation: Any = stand.state.get("nation") or stand.side
    return COLOURS.get(nation, side_colour(stand.side))
