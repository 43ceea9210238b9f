"""A hex game's table drawn by chance, known exactly, and what its owners believe of it: maps, counters, blocks."""

import math
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from charuco_print import PrintedBoard
from hex_camera import HexCamera
from hex_crowd import Crowd, ancients_crowd, rommel_crowd
from hex_look import moment_look, room_look
from hex_truth import Truth, truth_of
from litter import CLUTTER, OCCLUDERS
from looks import RoomLook
from marker_truth import covered_shares, glare_on
from numpy.typing import NDArray

from simulation.synthetic.fittings import club_lens, over_table
from simulation.synthetic.hex_print import GRASS, SAND, TERRAINS, print_of
from simulation.synthetic.plate import frame_plates
from simulation.synthetic.sheet import LaidSheet
from simulation.synthetic.things import HELD, Place, Stage, Thing
from table.frame import Frame, FrameMarker, HexBoard
from table.hex_board import centre_of, hexes_of
from table.hexes import Hex
from table.roster import Roster
from vision.camera import Camera, Lens

Dice = np.random.Generator
Game = Literal["rommel", "ancients"]
Picture = NDArray[np.uint8]

WIDTH_CM, DEPTH_CM = 88.0, 60.0
CARD_CM, OUTSIDE_CM = 4.0, 3.2
LAID_OFF_CM, SURVEY_SIGMA_CM, HEIGHT_OFF_CM, PRINT_OFF = 0.02, 0.03, 0.01, 0.002
"""One sigma per axis of where map and frame cards lie; how far heights may be off; one sigma of markers' print."""
_CLEAR, _GLARED = 0.01, 0.25


@dataclass(frozen=True)
class HexClub:
    """A camera over one table with its frame cards as they lie and as frame.toml has them (``told``)."""

    camera: Camera
    frame: Frame
    told: Frame
    board: PrintedBoard
    look: RoomLook

    def open_camera(self, seed: int = 0) -> HexCamera:
        """Return the camera, with this room's light and its sensor's noise."""
        return HexCamera(self.camera, self.frame, self.look, seed)

    @property
    def stage(self) -> Stage:
        """What the renderer's faces are lit by."""
        x, y, z = self.camera.position_cm.tolist()
        return Stage((x, y, z), self.look.lamp_deg)


@dataclass(frozen=True, eq=False)
class HexTable:
    """One draw: what truly is, and (``told_``) what the files say; ``truths`` says where each marker's stand is."""

    seed: int
    game: Game
    club: HexClub
    told: Frame
    roster: Roster
    sheet: LaidSheet
    board: HexBoard
    crowd: Crowd
    litter: tuple[Thing, ...]
    look: RoomLook
    truths: tuple[Truth, ...] = field(default=())

    def picture(self, camera: HexCamera) -> Picture:
        """Return what the club's camera sees (H, W, 3)."""
        return camera.picture(self.sheet, self.look, [*self.things(), *self.litter])

    def picture_before(self, camera: HexCamera) -> Picture:
        """Return what it saw before anything was laid on anything else."""
        lowest = [thing for piece, thing in zip(self.crowd.pieces, self.things(), strict=True) if not piece.order]
        return camera.picture(self.sheet, self.look, lowest)

    def things(self) -> list[Thing]:
        """Return the pieces as things."""
        stage = self.club.stage
        return [piece.thing(self.told.dictionary, stage) for piece in self.crowd.pieces]

    def covered(self) -> dict[int, float]:
        """Return by marker the share of it that something hides."""
        frame = [Thing(plate, (plate.x, plate.y), (), plate, 1) for plate in frame_plates(self.club.frame)]
        return covered_shares(self.club.camera, self.club.stage, [*self.things(), *self.litter, *frame])

    def plain_to_see(self) -> set[int]:
        """Return the markers that nothing covers and no glare washes out."""
        plates = [p for piece in self.crowd.pieces if (p := piece.plate(self.told.dictionary)) is not None]
        covered = self.covered()
        glared = {p.id for p in plates if glare_on(self.club.camera, p, self.look.glares) > _GLARED}
        return {p.id for p in plates if covered[p.id] < _CLEAR} - glared


def hex_club(seed: int, size_px: tuple[int, int]) -> HexClub:
    """Draw a club's camera and frame: six cards of 4 cm, 0.3 mm off, the camera tilted by up to 6 degrees."""
    dice = np.random.default_rng((seed, 7))
    lens: Lens = club_lens(size_px, dice)
    low, right, far = -OUTSIDE_CM, WIDTH_CM + OUTSIDE_CM, DEPTH_CM + OUTSIDE_CM
    places = [(low, low), (WIDTH_CM / 2, low), (right, low), (right, far), (WIDTH_CM / 2, far), (low, far)]
    markers = tuple(FrameMarker(240 + k, x, y, CARD_CM, 0.02, 90.0) for k, (x, y) in enumerate(places))
    told = Frame(WIDTH_CM, DEPTH_CM, markers)
    lie = tuple(
        replace(
            m, x=m.x + float(dice.normal(0, SURVEY_SIGMA_CM)), y=m.y + float(dice.normal(0, SURVEY_SIGMA_CM)),
            heading_deg=m.heading_deg + float(dice.normal(0, 0.3)),
        )
        for m in markers
    )  # fmt: skip
    camera = over_table(lens, told, float(dice.uniform(0, 6)), float(dice.uniform(0, 360)), float(dice.normal(0, 1.5)))
    bow = dice.normal(size=3) * np.array([1.0, 0.4, 1.0])
    bow *= 0.05 / np.abs(bow).sum()
    board = PrintedBoard(bow_cm=(float(bow[0]), float(bow[1]), float(bow[2])))
    return HexClub(camera, replace(told, markers=lie), told, board, room_look(dice))


def hex_table(seed: int, club: HexClub, game: Game | None = None) -> HexTable:
    """Draw a map, its terrain, what stands on it, litter and light on a club's table."""
    dice = np.random.default_rng(seed)
    game = game or ("rommel", "ancients")[int(dice.integers(2))]
    board = _ancients_board(dice) if game == "ancients" else _rommel_board(dice)
    tints, roads = practice_terrain(board, dice)
    meant, corner = print_of(
        board, tints=tints, roads=roads if game == "rommel" else (), seed=seed,
        ground=SAND if game == "rommel" or dice.random() < 0.3 else GRASS,
        label_cm=float(dice.choice([0.22, 0.3])), line_cm=float(dice.uniform(0.04, 0.09)),
    )  # fmt: skip
    off_x, off_y = dice.normal(0, LAID_OFF_CM, 2).tolist()
    sheet = meant.laid(
        corner[0] + off_x, corner[1] + off_y, float(dice.normal(0, 0.02)), 1 + float(dice.normal(0, 2e-4)),
        26 if club.camera.lens.size_px[0] < 3000 else 40,
    )  # fmt: skip
    crowd = (ancients_crowd if game == "ancients" else rommel_crowd)(meant, sheet, dice)
    came_out = 1 + float(dice.normal(0, PRINT_OFF))
    crowd = replace(crowd, pieces=tuple(replace(p, size_cm=p.size_cm * came_out) for p in crowd.pieces))
    told = replace(club.told, board=board)
    look = moment_look(club.look, dice, [(piece.x, piece.y) for piece in crowd.pieces], WIDTH_CM, DEPTH_CM)
    it = HexTable(seed, game, club, told, _told(crowd.roster, dice), sheet, board, crowd, (), look)
    it = replace(it, litter=_litter(it, dice))
    marked = [piece for piece in crowd.pieces if piece.marker is not None]
    own = sheet.own([(piece.x, piece.y) for piece in marked]).tolist()
    return replace(
        it,
        truths=tuple(
            truth_of(piece, meant.board, (x, y), crowd.lies_on[piece.name])
            for piece, (x, y) in zip(marked, own, strict=True)
        ),
    )


def _told(roster: Roster, dice: Dice) -> Roster:
    """Return the roster as its owner measured it: heights a little off."""
    off_cm = dice.uniform(-HEIGHT_OFF_CM, HEIGHT_OFF_CM, len(roster.entries)).tolist()
    return Roster(
        tuple(
            replace(e, mount=replace(e.mount, height_cm=e.mount.height_cm + off, height_sigma_cm=0.006))
            for e, off in zip(roster.entries, off_cm, strict=True)
        )
    )


def _ancients_board(dice: Dice) -> HexBoard:
    """Return 13 x 9 pointy hexes as large as fit, or somewhat smaller, about the table's middle."""
    size = float(dice.uniform(3.3, 3.75))
    return _centred(HexBoard((0.0, 0.0), size, 13, 9, True, "odd"), dice)


def _rommel_board(dice: Dice) -> HexBoard:
    """Return a map of any size, pointy or flat, its hexes 2.9 to 4.2 cm from side to side."""
    size, pointy = float(dice.uniform(2.9, 4.2)) / math.sqrt(3), bool(dice.random() < 0.5)
    wide, apart = (math.sqrt(3) * size, 1.5 * size) if pointy else (1.5 * size, math.sqrt(3) * size)
    most_columns, most_rows = int((WIDTH_CM - 4) / wide - 1), int((DEPTH_CM - 4) / apart - 1)
    columns, rows = int(dice.integers(10, most_columns + 1)), int(dice.integers(8, most_rows + 1))
    offset: Literal["odd", "even"] = "odd" if dice.random() < 0.5 else "even"
    return _centred(HexBoard((0.0, 0.0), size, columns, rows, pointy, offset), dice)


def _centred(board: HexBoard, dice: Dice) -> HexBoard:
    meant, _ = print_of(board)
    room = np.array([WIDTH_CM - meant.width_cm, DEPTH_CM - meant.depth_cm])
    corner = room / 2 + dice.uniform(-0.5, 0.5, 2) * np.maximum(room - 1, 0)
    return replace(board, origin=(float(corner[0] + meant.board.origin[0]), float(corner[1] + meant.board.origin[1])))


def _litter(it: HexTable, dice: Dice) -> tuple[Thing, ...]:
    """Return printed clutter and dice where no piece is, and something over the edge of a few markers."""
    taken = np.array([(piece.x, piece.y) for piece in it.crowd.pieces])
    things: list[Thing] = []
    for _ in range(400):
        if len(things) == 8:
            break
        x, y, size = dice.uniform(1, WIDTH_CM - 1), dice.uniform(1, DEPTH_CM - 1), dice.uniform(1.0, 3.0)
        if np.hypot(*(taken - (x, y)).T).min() > 1.6 + 0.95 * size:
            place = Place(x, y, float(dice.uniform(0, 360)))
            kind = int(dice.integers(len(CLUTTER) + 1))
            if kind == len(CLUTTER):
                things.append(OCCLUDERS[0](place, 0.0, it.club.stage, dice))
            else:
                things.append(CLUTTER[kind](place, float(size), dice))
            taken = np.append(taken, [(x, y)], axis=0)
    marked = [piece for piece in it.crowd.pieces if piece.marker is not None]
    for k, i in enumerate(dice.permutation(len(marked))[: max(1, len(marked) // 30)]):
        piece, turn = marked[i], float(dice.uniform(0, 2 * math.pi))
        edge = piece.size_cm * dice.uniform(0.35, 0.8)
        at = Place(piece.x + edge * math.cos(turn), piece.y + edge * math.sin(turn), math.degrees(turn) + 180.0)
        things.append(OCCLUDERS[k % len(OCCLUDERS)](at, piece.top_cm, it.club.stage, dice))
    frame = it.club.frame.markers
    return tuple(t for t in things if t.tier != HELD or min(math.dist(t.at, (m.x, m.y)) for m in frame) > 5)


def practice_terrain(board: HexBoard, dice: Dice) -> tuple[dict[Hex, str], tuple[tuple[Hex, ...], ...]]:
    """Return terrain and roads by chance: patches of a few hexes each, two or three roads across the map."""
    places = list(hexes_of(board))
    there = set(places)
    tints: dict[Hex, str] = {}
    words = list(TERRAINS)
    for _ in range(max(2, len(places) // 25)):
        at, word = places[int(dice.integers(len(places)))], words[int(dice.integers(len(words)))]
        for _ in range(int(dice.integers(1, 7))):
            tints[at] = word
            near = [other for other in at.neighbours() if other in there]
            at = near[int(dice.integers(len(near)))] if near else at
    roads = []
    for _ in range(int(dice.integers(1, 4))):
        at, way = places[int(dice.integers(len(places)))], [places[int(dice.integers(len(places)))]]
        while way[-1] != at and len(way) < 60:
            here = way[-1]
            way.append(min((n for n in here.neighbours() if n in there), key=lambda n: _apart(board, n, at)))
            if len(way) > 2 and way[-1] == way[-3]:
                break
        roads.append(tuple(way))
    return tints, tuple(roads)


def _apart(board: HexBoard, one: Hex, other: Hex) -> float:
    return math.dist(centre_of(board, one), centre_of(board, other))
