"""Pictures of tables with hills, rendered with every stand's height and tilt known: steps, a roof, a ramp, a knoll.

Lens, camera, markers' turns and the ruler's errors differ in every draw. The camera believed is one found on the
picture's own frame markers, with a lens that is off as one learned from a board is.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from frame_cards import LENS_COVARIANCE, put_up, wrong_lens
from looks import BARE
from shapely import Polygon

from calibration.table_pose import fit_table
from simulation.synthetic.fittings import default_frame
from simulation.synthetic.plate import Plate
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.things import STANDING, Thing
from table.ground import slope_heights, slope_shares
from table.mount import Mount
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece, Point
from vision.arrays import Floats, Picture
from vision.camera import Camera, Lens
from vision.markers import find_markers
from vision.picture import in_grey
from vision.poses3d import pose_of, turned
from vision.table_view import TableView

WIDE, DEEP = 120.0, 100.0
LOOK = replace(BARE, blur_px=0.65, noise=1.5, jpeg_quality=90)
SIZES = {"1080p": 1, "4K": 2}
ASIDE_CM, BUMP_CM, BUMPS_CM = 4.0, 0.15, 9.0
"""A knoll carved by hand is highest so far from its middle, and has bumps so high and so far apart."""
LEAN_CM = 0.05
"""A slope's tilt is taken over so much either way."""


@dataclass(frozen=True, slots=True)
class Leaning(Plate):
    """A marker on a stand that leans: ``pose`` is the stand's (6,), ``mount`` where the marker is on it."""

    pose: tuple[float, ...] = ()
    mount: Mount = field(default_factory=Mount)

    def points_cm(self, right: Floats, down: Floats) -> Floats:
        """Return (N, 3) table cm of points on the card."""
        pose, size = np.array(self.pose), self.mount.size_cm
        own = np.column_stack([self.mount.along_cm + (0.5 - down) * size, (0.5 - right) * size,
                               np.full(len(right), self.mount.height_cm)])  # fmt: skip
        return np.asarray(own @ turned(pose[None, 4:], pose[3:4])[0].T + pose[:3])


@dataclass(frozen=True, eq=False)
class Hills:
    """A table with hills: its picture, the camera believed, what stands where, on what (flat, step, roof, ramp, knoll).

    ``terrain`` are its pieces as they are.
    """

    picture: Picture
    view: TableView
    roster: Roster
    truth: dict[str, Stand]
    kinds: dict[str, str]
    terrain: tuple[Piece, ...]

    def ruled(self, dice: np.random.Generator, sigma_cm: float, tops: bool) -> tuple[Piece, ...]:
        """Return the pieces as somebody told them: heights off by ``sigma_cm``; without tops as older files are.

        A knoll is told as the slope that it is not quite, and nobody says where a carved one is highest.
        """
        return tuple(
            replace(piece, height_cm=max(piece.height_cm + dice.normal(0, sigma_cm), 0.1), height_sigma_cm=sigma_cm,
                    top=piece.top if tops else None)
            for piece in self.terrain
        )  # fmt: skip


def _blob(middle: Point, radius_cm: float, dice: np.random.Generator, wave: float = 0.08) -> tuple[Point, ...]:
    angles = np.linspace(0, 2 * np.pi, 36, endpoint=False)
    reach = radius_cm * (1 + sum(dice.normal(0, wave / k) * np.cos(k * angles + dice.uniform(0, 6)) for k in (2, 3)))
    return tuple(zip(middle[0] + reach * np.cos(angles), middle[1] + reach * np.sin(angles), strict=True))


def _height(kind: str, piece: Piece, place: Point) -> float:
    if kind == "ramp":
        return float(slope_heights(piece, np.array([place]))[0])
    outline = Polygon(piece.polygon)
    middle = outline.centroid
    if kind == "carved":
        crest, (x, y) = shapely.Point(middle.x + ASIDE_CM, middle.y), 2 * np.pi / BUMPS_CM * np.array(place)
        share = float(slope_shares(outline, crest, np.array([place]))[0])
        return float(piece.height_cm * np.sin(np.pi / 2 * share) ** 2 + BUMP_CM * np.sin(x) * np.sin(y))
    away = np.hypot(place[0] - middle.x, place[1] - middle.y) / (outline.area / np.pi) ** 0.5
    return float(piece.height_cm * np.cos(np.pi / 2 * min(away, 1)) ** 2)


def _on_slope(kind: str, piece: Piece, stand: Stand) -> Stand:
    x, y = stand.centre
    by_x, by_y = (
        (_height(kind, piece, (x + dx, y + dy)) - _height(kind, piece, (x - dx, y - dy))) / (2 * LEAN_CM)
        for dx, dy in ((LEAN_CM, 0), (0, LEAN_CM))
    )
    rise = np.hypot(by_x, by_y)
    turn = np.degrees(np.arctan(rise)) / rise if rise > 0 else 0.0
    return replace(stand, z_cm=_height(kind, piece, (x, y)), tilt_x_deg=by_y * turn, tilt_y_deg=-by_x * turn)


def pieces_of(dice: np.random.Generator) -> dict[str, Piece]:
    """Return the hills of a table by kind; ``upper`` is a step on the ``step``."""
    low, places = float(dice.uniform(1.5, 3.0)), [(28.0, 28.0), (90.0, 28.0), (30.0, 74.0), (88.0, 72.0)]
    dice.shuffle(places)
    (a, b, c, d), house = places, shapely.box(56, 44, 68, 54)
    ramp, knoll = float(dice.uniform(2.5, 5.0)), float(dice.uniform(3.0, 4.5))
    return {
        "step": Piece("step", "hill", _blob(a, 17.0, dice), low, "level"),
        "upper": Piece("upper", "hill", _blob(a, 8.0, dice), low + float(dice.uniform(1.5, 2.5)), "level"),
        "roof": Piece("roof", "house", tuple(house.exterior.coords[:-1]), float(dice.uniform(4.0, 7.0)), "level"),
        "ramp": Piece("ramp", "hill", _blob(b, 16.0, dice, 0.0), ramp, "slope", _blob(b, 4.0, dice, 0.0)),
        "knoll": Piece("knoll", "hill", _blob(c, 17.0, dice, 0.0), knoll, "slope"),
        "elsewhere": Piece("elsewhere", "hill", _blob(d, 9.0, dice), 3.0, "level"),
    }  # nobody stands on the last


WHERE = {"flat": 10, "step": 6, "upper": 4, "roof": 3, "ramp": 5, "knoll": 5}


def _stands(pieces: dict[str, Piece], knoll: str, dice: np.random.Generator) -> list[tuple[str, Stand]]:
    found: list[tuple[str, Stand]] = []
    outlines = {kind: Polygon(piece.polygon) for kind, piece in pieces.items()}
    hills = shapely.union_all(list(outlines.values()))
    for kind, count in WHERE.items():
        wanted, tries = len(found) + count, 0
        while len(found) < wanted and tries < 4000:
            tries += 1
            x, y = dice.uniform((6, 6), (WIDE - 6, DEEP - 6))
            at, heading = shapely.Point(x, y), float(dice.uniform(-180, 180))
            if any(np.hypot(x - other.x, y - other.y) < 5.5 for _, other in found):
                continue
            if kind == "flat":
                if hills.distance(at) < 4:
                    continue
            elif not outlines[kind].buffer(-1.5).covers(at) or (
                kind == "step" and outlines["upper"].distance(at) < 1.5
            ):
                continue
            stand = Stand(f"s{len(found)}", "blue", "soldier", x, y, heading, 2.0, 1.6)
            if kind in ("ramp", "knoll"):
                stand = _on_slope(knoll if kind == "knoll" else kind, pieces[kind], stand)
            elif kind != "flat":
                stand = replace(stand, z_cm=pieces[kind].height_cm)
            found.append((kind, stand))
    return found


def _wider(lens: Lens, times: int) -> Lens:
    matrix = np.diag([times, times, 1.0]) @ lens.matrix
    matrix[:2, 2] = times * (lens.matrix[:2, 2] + 0.5) - 0.5
    return Lens((times * lens.size_px[0], times * lens.size_px[1]), matrix, lens.distortion)


def hills(seed: int, size: str, knoll: str = "knoll") -> Hills:
    """Render a table with hills, its ``knoll`` turned on a lathe or "carved" by hand, and find its camera."""
    dice, times = np.random.default_rng([seed, 19]), SIZES[size]
    pieces, frame, put = pieces_of(dice), default_frame(WIDE, DEEP), put_up(dice)
    standing = _stands(pieces, knoll, dice)
    camera = Camera(_wider(put.lens, times), put.rotation, put.translation)
    mount = Mount(along_cm=-1.8, height_cm=0.31, size_cm=2.0 if times == 1 else 1.5)
    roster = Roster(tuple(Entry(k, s.name, s.side, s.kind, 2.0, 1.6, mount) for k, (_, s) in enumerate(standing)))
    leaning, level = [], []
    for number, (kind, stand) in enumerate(standing):
        if kind not in ("ramp", "knoll"):
            level.append(stand)
            continue
        plate = Leaning(frame.dictionary, number, *stand.centre, stand.heading_deg, stand.z_cm, mount.size_cm,
                        pose=tuple(pose_of(stand).tolist()), mount=mount)  # fmt: skip
        leaning.append(Thing(plate, stand.centre, (), plate, STANDING))
    picture = Renderer(camera, frame, roster, LOOK, seed).render(Snapshot(WIDE, DEEP, tuple(level)), litter=leaning)
    grey = in_grey(picture)
    seen = find_markers(grey, frame.dictionary, [marker.id for marker in frame.markers])
    scale = np.array([times] * 4 + [1] * 5)
    view = fit_table(
        _wider(wrong_lens(dice), times), LENS_COVARIANCE * np.outer(scale, scale), frame, {"home": seen}
    ).view
    truth = {stand.name: stand for _, stand in standing}
    kinds = {stand.name: "step" if kind == "upper" else kind for kind, stand in standing}
    return Hills(grey, view, roster, truth, kinds, tuple(pieces.values()))
