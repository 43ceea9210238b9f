"""A club's table drawn by chance, with all that a real club does wrong, at once; and what its owners believe of it."""

import math
from dataclasses import dataclass, replace

import numpy as np
from charuco_print import PrintedBoard
from litter import CLUTTER, OCCLUDERS
from looks import CastShadow, Glare, RoomLook, Tone
from marker_truth import covered_shares, glare_on

from simulation.synthetic.fittings import (
    FRAME_SIZE_CM,
    OUTSIDE_CM,
    club_lens,
    default_roster,
    default_size_cm,
    over_table,
)
from simulation.synthetic.look import Ground
from simulation.synthetic.plate import frame_plates, stand_plates
from simulation.synthetic.scene import RenderedScene
from simulation.synthetic.things import HELD, Place, Stage, Thing
from table.frame import Frame, FrameMarker
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.camera import Camera

Dice = np.random.Generator

WIDTH_CM, DEPTH_CM = 120.0, 100.0
SURVEY_SIGMA_CM, HEIGHT_OFF_CM, BOW_CM, MOST_MOTION_PX = 0.05, 0.02, 0.1, 3.0
_APART_CM, _VEHICLE_APART_CM = 7.4, 9.5
_CLEAR = 0.01  # a card of which less is covered, half a module of margin with it, is free
_GLARED = 0.25  # so much light added anywhere on a card, and it is no longer plain to see


@dataclass(frozen=True)
class Club:
    """One draw: what truly is, and (``told_``) what frame.toml and roster.toml say of it."""

    camera: Camera
    frame: Frame
    told_frame: Frame
    roster: Roster
    told_roster: Roster
    snapshot: Snapshot
    litter: tuple[Thing, ...]
    look: RoomLook
    board: PrintedBoard

    @property
    def still(self) -> RoomLook:
        """The look of pictures taken to calibrate: nothing moves, no lamp is mirrored, nobody throws a shadow."""
        return replace(self.look, motion_px=(0.0, 0.0), glares=(), cast_shadows=())

    def covered(self) -> dict[int, float]:
        """Return for each marker, frame and stands, the share of it that something hides (border and half a module)."""
        stage = _stage(self.camera)
        things = [*RenderedScene(self.frame, self.roster, stage).things(self.snapshot), *self.litter]
        things += [Thing(plate, (plate.x, plate.y), (), plate, 1) for plate in frame_plates(self.frame)]
        return covered_shares(self.camera, stage, things)

    def plain_to_see(self) -> set[int]:
        """Return the markers that nothing covers and no glare washes out."""
        plates = [*frame_plates(self.frame), *stand_plates(self.frame, self.roster, self.snapshot).values()]
        covered = self.covered()
        glared = {plate.id for plate in plates if glare_on(self.camera, plate, self.look.glares) > _GLARED}
        return {plate.id for plate in plates if covered[plate.id] < _CLEAR} - glared


def club(seed: int, size_px: tuple[int, int]) -> Club:
    """Draw a table: lens, tilt, 6 to 8 frame cards 0.5 mm off, 32 to 60 stands, clutter, things on cards, glare."""
    dice = np.random.default_rng(seed)
    lens = club_lens(size_px, dice)
    told_frame = _frame(dice)
    frame = replace(told_frame, markers=tuple(_laid(marker, dice) for marker in told_frame.markers))
    camera = over_table(lens, told_frame, float(dice.uniform(0, 7)), float(dice.uniform(0, 360)), dice.normal(0, 1.5))
    snapshot = Snapshot(WIDTH_CM, DEPTH_CM, _stands(int(dice.integers(32, 61)), dice))
    roster = default_roster(snapshot, default_size_cm(size_px))
    off_cm = dice.uniform(-HEIGHT_OFF_CM, HEIGHT_OFF_CM, len(roster.entries))
    told = tuple(
        replace(entry, mount=replace(entry.mount, height_cm=entry.mount.height_cm + off, height_sigma_cm=0.012))
        for entry, off in zip(roster.entries, off_cm.tolist(), strict=True)
    )
    litter = _litter(camera, frame, roster, snapshot, dice)
    bow = dice.normal(size=3) * np.array([1.0, 0.4, 1.0])
    board = PrintedBoard(bow_cm=tuple(bow / np.abs(bow).sum() * BOW_CM))
    return Club(
        camera, frame, told_frame, roster, Roster(told), snapshot, litter, _look(snapshot, dice), board
    )  # fmt: skip


def _stage(camera: Camera) -> Stage:
    x, y, z = camera.position_cm.tolist()
    return Stage((x, y, z), RoomLook().lamp_deg)


def _frame(dice: Dice) -> Frame:
    low, right, far = -OUTSIDE_CM, WIDTH_CM + OUTSIDE_CM, DEPTH_CM + OUTSIDE_CM
    middle = WIDTH_CM / 2
    places = [(low, low), (middle, low), (right, low), (right, far), (middle, far), (low, far)]
    places += [(right, DEPTH_CM / 2), (low, DEPTH_CM / 2)][: int(dice.integers(0, 3))]
    markers = [FrameMarker(240 + k, x, y, FRAME_SIZE_CM, 0.02, 90.0) for k, (x, y) in enumerate(places)]
    return Frame(WIDTH_CM, DEPTH_CM, tuple(markers))


def _laid(marker: FrameMarker, dice: Dice) -> FrameMarker:
    """Return where a card truly lies that was meant to lie there: off, and a little turned."""
    x, y = np.array([marker.x, marker.y]) + dice.normal(0, SURVEY_SIGMA_CM, 2)
    return replace(marker, x=float(x), y=float(y), heading_deg=marker.heading_deg + float(dice.normal(0, 0.3)))


def _stands(count: int, dice: Dice) -> tuple[Stand, ...]:
    places: list[tuple[float, float, float]] = []
    stands: list[Stand] = []
    for _ in range(20000):
        if len(stands) == count:
            break
        vehicle = dice.random() < 0.2
        apart = _VEHICLE_APART_CM if vehicle else _APART_CM
        x, y = dice.uniform(5, WIDTH_CM - 5), dice.uniform(5, DEPTH_CM - 5)
        if any(math.hypot(x - a, y - b) < (apart + c) / 2 for a, b, c in places):
            continue
        places.append((x, y, apart))
        k, side, turn = len(stands), ("us", "de")[int(dice.integers(2))], float(dice.uniform(-180, 180))
        if vehicle:
            unit = ("Sherman", "Panzer IV", "GMC truck")[int(dice.integers(3))]
            stands.append(Stand(f"tank-{k}", side, "vehicle", x, y, turn, 3.2, 7.0, unit=unit))
        else:
            stands.append(Stand(f"man-{k}", side, "soldier", x, y, turn, 2.0, 1.6))
    return tuple(stands)


def _litter(camera: Camera, frame: Frame, roster: Roster, snapshot: Snapshot, dice: Dice) -> tuple[Thing, ...]:
    """Return printed clutter where no stand is, and something on the edge of every fifth card."""
    plates = list(stand_plates(frame, roster, snapshot).values())
    taken = np.array([(s.x, s.y) for s in snapshot.stands] + [(p.x, p.y) for p in plates])
    things: list[Thing] = []
    while len(things) < 14:
        x, y, size = dice.uniform(2, WIDTH_CM - 2), dice.uniform(2, DEPTH_CM - 2), dice.uniform(1.2, 5.0)
        if np.hypot(*(taken - (x, y)).T).min() > 3.4 + 0.9 * size:
            make = CLUTTER[len(things) % len(CLUTTER)]
            things.append(make(Place(x, y, float(dice.uniform(0, 360))), float(size), dice))
            taken = np.append(taken, [(x, y)], axis=0)
        elif dice.random() < 0.02:
            break
    stage = _stage(camera)
    for k, i in enumerate(dice.permutation(len(plates))[: len(plates) // 5]):
        plate, turn = plates[i], float(dice.uniform(0, 2 * math.pi))
        edge = plate.size_cm * dice.uniform(0.35, 0.7)
        at = Place(plate.x + edge * math.cos(turn), plate.y + edge * math.sin(turn), math.degrees(turn) + 180.0)
        things.append(OCCLUDERS[k % len(OCCLUDERS)](at, plate.height_cm, stage, dice))
    return tuple(thing for thing in things if thing.tier != HELD or _off_frame(thing, frame))


def _off_frame(thing: Thing, frame: Frame) -> bool:
    return min(math.dist(thing.at, (marker.x, marker.y)) for marker in frame.markers) > 5


def _look(snapshot: Snapshot, dice: Dice) -> RoomLook:
    turn, length = dice.uniform(0, math.pi), dice.uniform(0, MOST_MOTION_PX)
    grounds: tuple[Ground, ...] = ("grass", "sand", "snow")
    tones: tuple[Tone, ...] = ("power", "srgb", "film")
    seen = [snapshot.stands[int(k)] for k in dice.integers(0, len(snapshot.stands), 3)]
    glares = tuple(
        Glare(
            float(s.x + dice.normal(0, 3)), float(s.y + dice.normal(0, 3)), float(dice.uniform(0.3, 1.2)),
            (float(dice.uniform(1.5, 5)), float(dice.uniform(1, 3))), float(dice.uniform(0, 180)),
        )
        for s in seen
    )  # fmt: skip
    x, lean, wide = dice.uniform(0, WIDTH_CM), dice.normal(0, 30), dice.uniform(8, 30)
    beam = ((x, -15), (x + wide, -15), (x + wide + lean, DEPTH_CM + 15), (x + lean, DEPTH_CM + 15))
    shadow = CastShadow(tuple((float(a), float(b)) for a, b in beam), float(dice.uniform(0.2, 0.5)), dice.uniform(0, 1))
    return RoomLook(
        ground=grounds[int(dice.integers(3))],
        blur_px=float(dice.uniform(0.6, 0.85)),
        noise=float(dice.uniform(1.2, 3.0)),
        light=float(dice.uniform(0.6, 1.05)),
        light_gradient=float(dice.uniform(0.1, 0.35)),
        vignette=float(dice.uniform(0.05, 0.25)),
        shadow=float(dice.uniform(0.2, 0.42)),
        jpeg_quality=int(dice.integers(80, 94)),
        motion_px=(float(length * math.cos(turn)), float(length * math.sin(turn))),
        tone=tones[int(dice.integers(3))],
        sharpen=float(dice.choice([0.0, 0.25, 0.5])),
        colour_noise=float(dice.uniform(0, 1.5)),
        glares=glares,
        cast_shadows=(shadow,),
    )
