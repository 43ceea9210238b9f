"""Scripted films: sixty stands, hands that move them, and everything else that happens at a table of an evening."""

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from film_acts import CLOSED_CM, OPEN_CM, Act, Arm, Lean, Lift, Nudge, Poses, Slide, Topple
from film_conditions import Breath, Conditions, Lamp, Push
from film_picture import Film
from film_way import Pace, Way

from simulation.synthetic.demo_table import demo_snapshot
from simulation.synthetic.fittings import (
    default_camera,
    default_frame,
    default_roster,
    default_size_cm,
    with_footprints,
)
from table.errors import BadInput
from table.mount import Pose, marker_from_stand
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from table.vectors import unit

WIDTH_CM, DEPTH_CM = 120.0, 100.0
COLUMNS, ROWS = 10, 8
COUNT = 60
APART_CM = 4.6  # from one marker's or stand's middle to another's, also on the way
_FLAT = frozenset({"stream", "field", "trench", "fence"})
_TRIES = 4000
LONG_CM = 4.0
SLEEVE_CM = 3.4  # three arms side by side


class Script:
    """Writes a film act by act; ``now_s`` is where the next one begins. The same seed writes the same film."""

    def __init__(self, seed: int = 0, size_px: tuple[int, int] = (1920, 1080), count: int = COUNT) -> None:
        self._dice = np.random.default_rng(seed)
        self.frame = default_frame(WIDTH_CM, DEPTH_CM)
        self.camera = default_camera(self.frame, size_px)
        slots = [(6.0 + 12 * k, 8.0 + 12 * j) for k in range(COLUMNS) for j in range(ROWS)]
        order = self._dice.permutation(len(slots))
        spare = [f"reserve-{k + 1}" for k in range(2)]
        names = [f"{'us' if k % 2 else 'de'}-{k + 1}" for k in range(count)]
        stands = [self._stand(k, name, slots[order[k]]) for k, name in enumerate(names + spare)]
        table = with_footprints(Snapshot(WIDTH_CM, DEPTH_CM, tuple(stands)))
        roster = default_roster(table, default_size_cm(size_px))
        self.roster, self.strangers = Roster(roster.entries[:-1]), roster.entries[-1:]
        self._entries = {entry.name: entry for entry in roster.entries}
        self.start: Poses = {s.name: Pose(s.x, s.y, s.heading_deg) for s in table.stands if s.name not in spare}
        self.poses = dict(self.start)
        self._fresh = [str(name) for name in self._dice.permutation(names)]
        self.acts: list[Act] = []
        self.pushes: list[Push] = []
        self.lamps: list[Lamp] = []
        self.breaths: list[Breath] = []
        self.now_s = 0.0

    def film(self) -> Film:
        """Return what was written so far."""
        conditions = Conditions(tuple(self.pushes), tuple(self.lamps), tuple(self.breaths))
        pieces = tuple(piece for piece in demo_snapshot().pieces if piece.kind in _FLAT)
        return Film(
            self.frame, self.roster, self.camera, self.start, tuple(self.acts), conditions, self.strangers,
            _low(pieces), self.now_s,
        )  # fmt: skip

    def wait(self, seconds: float) -> None:
        """Let nothing happen for a while."""
        self.now_s += seconds

    def slide(
        self,
        count: int = 1,
        length_cm: float = 18.0,
        speed_cm_s: float = 12.0,
        stops: int = 0,
        under: tuple[float, float] | None = None,
    ) -> None:
        """Let one hand slide so many stands, one after another, each at least ``length_cm`` along a curve.

        ``under``: between these shares of each way the palm is over the stand.
        """
        legs = []
        arm = None
        for _ in range(count):
            name, way = self._curved(length_cm)
            rests = tuple(((k + 1) / (stops + 1), 0.5) for k in range(stops))
            legs.append((name, way, Pace(way.length_cm, speed_cm_s, stops=rests)))
            arm = arm or self._arm(self.poses[name], OPEN_CM)
            self.poses[name] = way.end
        assert arm is not None
        self._act(Slide(self.now_s, tuple(legs), arm, under))

    def slide_under_sleeve(self, speed_cm_s: float = 10.0) -> None:
        """Let a hand slide a stand whose way leads under other players' arms: half of it is hidden."""
        name, way = self._curved(19.0, bulge=0.1, slant=True)
        arm = self._arm(self.poses[name], OPEN_CM)
        self.poses[name] = way.end
        pace = Pace(way.length_cm, speed_cm_s)
        other = Arm((arm.from_deg + 180) % 360, 9.0, -18.0, self._eye)
        *_, middle = self._middles(name, way.at(way.length_cm / 2))
        leans = [
            Lean(self.now_s, pace.seconds + 3.6, (middle[0] + aside, middle[1]), other)
            for aside in (-SLEEVE_CM, 0.0, SLEEVE_CM)
        ]
        self.acts += leans
        self.now_s += 0.8
        self._act(Slide(self.now_s, ((name, way, pace),), arm))
        self.now_s = max(self.now_s, leans[0].end_s)

    def swap(self, speed_cm_s: float = 9.0) -> None:
        """Let two hands change two neighbours' places, both at once, past each other."""
        for _ in range(_TRIES):
            one, two = (str(name) for name in self._dice.choice(self._fresh, 2, replace=False))
            a, b = self.poses[one], self.poses[two]
            if not 11 < math.dist((a.x, a.y), (b.x, b.y)) < 19 or abs(a.x - b.x) < 8:
                continue
            ways = [_bent(p, q, 0.3, float(self._dice.uniform(-60, 60))) for p, q in ((a, b), (b, a))]
            if all(self._is_free(way, name, {one, two}) for way, name in zip(ways, (one, two), strict=True)):
                break
        else:
            raise BadInput("no two stands can change places; try another seed")
        for name in (one, two):
            self._fresh.remove(name)
        # Each hand comes from the side towards which its stand swings out, so the two do not cross.
        for name, way in zip((one, two), ways, strict=True):
            middle, ends = way.at(way.length_cm / 2), (a.y + b.y) / 2
            arm = Arm(90.0 if middle.y > ends else 270.0, 5.0, OPEN_CM, self._eye)
            self.acts.append(Slide(self.now_s, ((name, way, Pace(way.length_cm, speed_cm_s)),), arm))
            self.poses[name] = way.end
        self.now_s = max(act.end_s for act in self.acts[-2:])

    def lift(self, away_s: float = 3.0) -> None:
        """Let a hand lift a stand off, and put it elsewhere seconds later."""
        name = self._fresh.pop()
        here, there = self.poses[name], self._free_place(name)
        self.poses[name] = there
        self._act(Lift(self.now_s, name, here, there, away_s, self._arm(here, CLOSED_CM)))

    def take(self) -> None:
        """Let a hand take a stand away for good."""
        name = self._fresh.pop()
        here = self.poses.pop(name)
        self._act(Lift(self.now_s, name, here, None, arm=self._arm(here, CLOSED_CM)))

    def add(self, stranger: bool = False) -> None:
        """Let a hand bring a stand that was not there; a stranger is on no roster."""
        name = self.strangers[0].name if stranger else self.roster.entries[-1].name
        there = self._free_place(name)
        self.poses[name] = there
        self._act(Lift(self.now_s, name, None, there, arm=self._arm(there, CLOSED_CM)))

    def nudge(self, by_cm: float = 0.08) -> None:
        """Let a sleeve push a stand by so little."""
        name = self._fresh.pop()
        here = self.poses[name]
        turn = float(self._dice.uniform(0, 2 * math.pi))
        there = (here.x + by_cm * math.cos(turn), here.y + by_cm * math.sin(turn))
        way = Way(((here.x, here.y), there), here.heading_deg, 1.0)
        self.poses[name] = way.end
        *_, marker = self._middles(name, here)
        self._act(Nudge(self.now_s, name, way, marker, replace(self._arm(here, -16.0), height_cm=7.0)))

    def topple(self) -> None:
        """Let a stand fall over, nobody near."""
        name = self._fresh.pop()
        self.poses.pop(name)
        self._act(Topple(self.now_s, name))

    def bump(self, pan_px: float, tilt_px: float, roll_px: float = 0.5, shift_cm: Iterable[float] = (0, 0, 0)) -> None:
        """Bump the camera: so many px right and down in the picture's middle, roll at its border, and a shift."""
        self.pushes.append(Push(self.now_s, self._turn(pan_px, tilt_px, roll_px), _three(shift_cm)))
        self.now_s = self.pushes[-1].end_s

    def creep(self, px: float, seconds: float, steps: int = 20) -> None:
        """Let the camera sink by so many px meanwhile; what follows happens at the same time."""
        self.pushes.append(Push(self.now_s, self._turn(0.6 * px, 0.8 * px, 0.0), (0, 0, 0), seconds, steps))

    def lamp(self, factor: float = 0.6, lamp_deg: float = 300.0, gradient: float = 0.3) -> None:
        """Switch a lamp."""
        self.lamps.append(Lamp(self.now_s, factor, lamp_deg, gradient))

    def breath(self, seconds: float = 2.0, blur_px: float = 0.9) -> None:
        """Let the focus go away and come back."""
        self.breaths.append(Breath(self.now_s, seconds, blur_px))
        self.now_s += seconds

    @property
    def _eye(self) -> tuple[float, float, float]:
        x, y, z = (float(part) for part in self.camera.position_cm)
        return (x, y, z)

    def _turn(self, right_px: float, down_px: float, roll_px: float) -> tuple[float, float, float]:
        """Return the turn (degrees about the camera's x, y, z) that moves the picture so."""
        focal = float(self.camera.lens.matrix[0, 0])
        radians = (-down_px / focal, right_px / focal, roll_px / (self.camera.lens.size_px[0] / 2))
        return _three(math.degrees(part) for part in radians)

    def _act(self, act: Act) -> None:
        self.acts.append(act)
        self.now_s = max(self.now_s, act.end_s)

    def _stand(self, k: int, name: str, slot: tuple[float, float]) -> Stand:
        kind = "vehicle" if k % 10 == 3 else "infantry" if k % 10 == 6 else "soldier"
        x, y = slot + self._dice.uniform(-0.8, 0.8, 2)
        unit = "Sherman" if kind == "vehicle" else None
        side = name.split("-", maxsplit=1)[0]
        return Stand(name, side, kind, float(x), float(y), float(self._dice.uniform(-180, 180)), unit=unit)

    def _arm(self, at: Pose, behind_cm: float) -> Arm:
        return Arm(270.0 if at.y < DEPTH_CM / 2 else 90.0, 5.0, behind_cm, self._eye)

    def _curved(self, length_cm: float, bulge: float = 0.25, slant: bool = False) -> tuple[str, Way]:
        """Return who may go along which free curved way of at least that length; ``slant``: more along x than y."""
        for _ in range(_TRIES):
            name = str(self._dice.choice(self._fresh))
            here = self.poses[name]
            x, y = self._dice.uniform([6, 6], [WIDTH_CM - 6, DEPTH_CM - 6])
            there = Pose(float(x), float(y), 0.0)
            away = math.dist((here.x, here.y), (there.x, there.y))
            if not length_cm * 0.95 < away < length_cm * 1.4 or (slant and abs(here.x - there.x) < 0.85 * away):
                continue
            way = _bent(here, there, bulge * float(self._dice.choice([-1, 1])), float(self._dice.uniform(-120, 120)))
            if self._is_free(way, name, {name}):
                self._fresh.remove(name)
                return name, way
        raise BadInput("no free way on this table; try another seed")

    def _is_free(self, way: Way, name: str, without: set[str]) -> bool:
        """Whether a stand may go that way and meet nobody, its marker neither."""
        own = np.array([p for at in np.linspace(0, way.length_cm, 24) for p in self._middles(name, way.at(float(at)))])
        others = [p for other, pose in self.poses.items() if other not in without for p in self._middles(other, pose)]
        apart = np.hypot(*(own[:, None] - np.array(others)[None]).transpose(2, 0, 1))
        inside = (own > 4).all() and (own < (WIDTH_CM - 4, DEPTH_CM - 4)).all()
        return bool(inside and apart.min() > APART_CM)

    def _middles(self, name: str, at: Pose) -> list[tuple[float, float]]:
        """Return points that must stay apart from others': of the stand, of its marker, of a vehicle's ends."""
        entry = self._entries[name]
        marker, ahead = marker_from_stand(at, entry.mount), unit(at.heading_deg)
        ends = [0.0] if entry.depth_cm < LONG_CM else [-entry.depth_cm / 3, 0.0, entry.depth_cm / 3]
        return [*((at.x + ahead[0] * end, at.y + ahead[1] * end) for end in ends), (marker.x, marker.y)]

    def _free_place(self, name: str) -> Pose:
        for _ in range(_TRIES):
            x, y, heading = self._dice.uniform([8, 8, -180], [WIDTH_CM - 8, DEPTH_CM - 8, 180])
            pose = Pose(float(x), float(y), float(heading))
            if self._is_free(Way(((x, y), (x, y)), pose.heading_deg), name, {name}):
                return pose
        raise BadInput("no free place on this table; try another seed")


def _bent(here: Pose, there: Pose, bulge: float, turn_deg: float) -> Way:
    """Return a bow from one place to another, out by a share of the distance, to the left where positive."""
    x, y = there.x - here.x, there.y - here.y
    middle = ((here.x + there.x) / 2 - bulge * y, (here.y + there.y) / 2 + bulge * x)
    return Way(((here.x, here.y), middle, (there.x, there.y)), here.heading_deg, turn_deg)


def _low(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(replace(piece, height_cm=min(piece.height_cm, 0.3)) for piece in pieces)


def _three(values: Iterable[float]) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def short_film(seed: int = 0, size_px: tuple[int, int] = (1920, 1080)) -> Film:
    """Return half a minute: slides (one under a sleeve), a lift, a nudge, a fall, a bump, a lamp."""
    script = Script(seed, size_px)
    script.wait(1.6)
    script.slide(speed_cm_s=16)
    script.wait(0.9)
    script.lamp()
    script.wait(1.2)
    script.slide_under_sleeve(speed_cm_s=14)
    script.wait(0.4)
    script.bump(3.1, -2.2, 0.8, (0.05, 0.0, 0.02))
    script.wait(2.0)
    script.nudge()
    script.wait(0.8)
    script.topple()
    script.wait(1.0)
    return script.film()


def evening(seed: int = 0, size_px: tuple[int, int] = (1920, 1080), seconds: float = 400.0) -> Film:
    """Return a long film: ten stands moved and more; what time is left nothing happens but a creeping camera."""
    script = Script(seed, size_px)
    script.wait(4.0)
    script.slide(speed_cm_s=14)
    script.wait(2.5)
    script.slide(count=2, speed_cm_s=10, stops=1)
    script.wait(2.5)
    script.lamp()
    script.wait(6.0)
    script.slide_under_sleeve()
    script.wait(3.0)
    script.swap()
    script.wait(3.0)
    script.lift(away_s=4.0)
    script.wait(3.0)
    script.bump(4.3, -2.7, 0.8, (0.1, -0.05, 0.05))
    script.wait(6.0)
    script.slide(length_cm=30, speed_cm_s=20)
    script.wait(2.5)
    script.nudge()
    script.wait(3.0)
    script.topple()
    script.wait(3.0)
    script.take()
    script.wait(6.0)
    script.add()
    script.wait(3.0)
    script.add(stranger=True)
    script.wait(3.0)
    script.breath()
    script.wait(3.0)
    script.slide(speed_cm_s=8, stops=2, under=(0.3, 0.75))
    script.wait(3.0)
    script.lamp(1.0, 125.0, 0.18)
    script.wait(4.0)
    script.creep(0.5, 120.0)
    script.wait(30.0)
    script.slide(speed_cm_s=12)
    script.wait(20.0)
    script.slide(speed_cm_s=25, length_cm=28)
    script.wait(90.0)
    script.bump(-1.2, 0.8, 0.0)
    script.wait(5.0)
    script.slide_under_sleeve(speed_cm_s=12)
    script.wait(3.0)
    script.wait(max(seconds - script.now_s, 0.0))
    return script.film()
