"""Does a figure see what Vedette says? Random tables against rays marched through heights.

    python benchmarks/true_sight.py [--tables N] [--seed N]      # 500 tables, some minutes

A table has hills (steps and slopes), walls, hedges, houses, woods, tanks and six soldiers, who stand on whatever is
there, each measured with its own sigma and, on every other table, with errors in common. Each sighting is told by
`table.true_sight` from what was measured; where everything truly is, is drawn anew from the errors, and followed by
rays. The truth shares no code with the product: heights, outlines and rays are of marched_rays.py and this file. It
prints how often the product is right where it is sure, and how often a target is truly seen where it is not.
"""

import argparse
import itertools
import math
import sys
import time
from dataclasses import dataclass, replace

import numpy as np
from marched_rays import any_free, height_at, share_free
from numpy.typing import NDArray

from table.body import body_of
from table.ground import settled
from table.shared import Shared
from table.stand import Stand
from table.terrain import Piece
from table.true_sight import seen_share, sight_probability

Floats = NDArray[np.float64]

SOLDIER = (2.0, 1.6, 2.5, 2.3)  # width, depth, height, eyes: Ambush's
TANK = (3.2, 7.0, 3.5, 2.8)
RULER_CM = 0.05
SIGHTINGS, DRAWS, MORE_DRAWS = 8, 2, 20
BINS = (0.0, 0.005, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.995, 1.0)
RIGHT, OFF = 0.995, 0.03  # a bin may be off by so much, and by two sigmas of chance
MOST = 32  # corners


# ---- the tables ----


@dataclass(frozen=True)
class Thing:
    """A piece or a tank as it is: outline, top, its crest (one point: its middle), what it does with who is in it."""

    name: str
    outline: Floats
    top: float
    crest: Floats | None = None
    ground: bool = False  # one stands on it, never in it
    tank: bool = False


@dataclass(frozen=True)
class Man:
    """A soldier as measured: place, heading, the thing he stands on, his own sigmas."""

    name: str
    x: float
    y: float
    heading: float
    on: Thing | None
    sigma: float
    sigma_deg: float


def rectangle(x: float, y: float, heading: float, width: float, depth: float) -> Floats:
    ahead, left = np.array([math.cos(heading), math.sin(heading)]), np.array([-math.sin(heading), math.cos(heading)])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([np.array([x, y]) + a * ahead * depth / 2 + b * left * width / 2 for a, b in signs])


def oval(rng: np.random.Generator, x: float, y: float, across: float, along: float) -> Floats:
    turn, angles = rng.uniform(0, math.pi), np.linspace(0, 2 * math.pi, 20, endpoint=False)
    there = np.stack([across * np.cos(angles), along * np.sin(angles)], axis=1)
    cos, sin = math.cos(turn), math.sin(turn)
    return there @ np.array([[cos, sin], [-sin, cos]]) + np.array([x, y])


def middle_of(outline: Floats) -> Floats:
    """Return where a polygon balances."""
    x, y = (outline - outline[0]).T
    nx, ny = np.roll(x, -1), np.roll(y, -1)
    cross = x * ny - nx * y
    return outline[0] + np.array([((x + nx) * cross).sum(), ((y + ny) * cross).sum()]) / (3 * cross.sum())


def random_things(rng: np.random.Generator) -> list[Thing]:
    things = []
    for k in range(rng.integers(5, 10)):
        kind = rng.choice(["step", "two steps", "slope", "wall", "hedge", "house", "wood", "tank"])
        x, y = rng.uniform(10, 50, 2)
        turn = rng.uniform(0, 2 * math.pi)
        if kind in ("step", "two steps"):
            big = oval(rng, x, y, rng.uniform(5, 10), rng.uniform(4, 8))
            high = rng.uniform(1, 3)
            things.append(Thing(f"step-{k}", big, high, ground=True))
            if kind == "two steps":
                small = middle_of(big) + 0.55 * (big - middle_of(big))
                things.append(Thing(f"upper-{k}", small, high + rng.uniform(1, 2), ground=True))
        elif kind == "slope":
            outline = oval(rng, x, y, rng.uniform(6, 11), rng.uniform(5, 9))
            middle = middle_of(outline)
            crest = middle[None] if rng.random() < 0.5 else middle + rng.uniform(0.2, 0.5) * (outline - middle)
            things.append(Thing(f"slope-{k}", outline, rng.uniform(1.5, 4.5), crest, ground=True))
        elif kind == "tank":
            things.append(Thing(f"tank-{k}", rectangle(x, y, turn, *TANK[:2]), TANK[2], tank=True))
        else:
            size, high = {
                "wall": ((rng.uniform(6, 16), 0.6), rng.uniform(0.8, 3.2)), "hedge": ((9, 1.2), rng.uniform(1.2, 3)),
                "house": ((7, 9), rng.uniform(4, 6)), "wood": ((9, 11), rng.uniform(2, 7)),
            }[kind]  # fmt: skip
            things.append(Thing(f"{kind}-{k}", rectangle(x, y, turn, *size), high, ground=kind == "house"))
    return things


def height_of(thing: Thing, x: float, y: float) -> float:
    crest = np.zeros((0, 2)) if thing.crest is None else thing.crest
    return float(height_at((thing.outline, len(thing.outline)), (crest, len(crest)), thing.top, x, y))


def random_men(rng: np.random.Generator, things: list[Thing]) -> list[Man]:
    men: list[Man] = []
    while len(men) < 6:
        x, y = rng.uniform(4, 56, 2)
        over = [(height_of(thing, x, y), thing) for thing in things]
        found = [(high, thing) for high, thing in over if high >= 0]
        if any(thing.tank or thing.name.startswith(("wall", "hedge")) for _, thing in found):
            continue
        on = max((each for each in found if each[1].ground), key=lambda each: each[0], default=(0.0, None))[1]
        sigma = math.exp(rng.uniform(math.log(0.01), math.log(0.15)))
        men.append(Man(f"man-{len(men)}", x, y, rng.uniform(-math.pi, math.pi), on, sigma, rng.uniform(0, 1.0)))
    return men


@dataclass(frozen=True)
class Drawn:
    """One truth: things as high as they are, tanks and men where they are; ``inside`` says who cannot be so."""

    things: list[Thing]
    men: list[Man]

    def packed(self) -> tuple[Floats, ...]:
        shapes, crests = np.zeros((len(self.things), MOST, 2)), np.zeros((len(self.things), MOST, 2))
        counts = np.array([len(thing.outline) for thing in self.things])
        inner = np.array([0 if thing.crest is None else len(thing.crest) for thing in self.things])
        boxes = np.array([[*t.outline.min(axis=0), *t.outline.max(axis=0)] for t in self.things])
        for k, thing in enumerate(self.things):
            shapes[k, : counts[k]] = thing.outline
            if thing.crest is not None:
                crests[k, : inner[k]] = thing.crest
        return shapes, counts, boxes, crests, inner, np.array([thing.top for thing in self.things])

    def foot(self, man: Man) -> float:
        if man.on is None:
            return 0.0
        thing = next(thing for thing in self.things if thing.name == man.on.name)
        return max(height_of(thing, man.x, man.y), 0.0) if thing.crest is not None else thing.top

    def cannot_be(self, man: Man) -> bool:
        """Say whether he would be within a step or house."""
        solid = (thing for thing in self.things if thing.ground and thing.crest is None)
        return any(height_of(thing, man.x, man.y) > self.foot(man) + SOLDIER[2] / 2 for thing in solid)

    def clear(self, viewer: Man, target: Man) -> NDArray[np.bool_]:
        """Say what hides nothing, for one of the two is in it and lower: a wood."""
        eye, middle = self.foot(viewer) + SOLDIER[3], self.foot(target) + SOLDIER[2] / 2
        return np.array([
            not thing.ground and not thing.tank
            and (
                (height_of(thing, viewer.x, viewer.y) >= 0 and eye < thing.top)
                or (height_of(thing, target.x, target.y) >= 0 and middle < thing.top)
            )
            for thing in self.things
        ])  # fmt: skip

    def sees(self, viewer: Man, target: Man) -> bool:
        eye = np.array([viewer.x, viewer.y, self.foot(viewer) + SOLDIER[3]])
        corners = rectangle(target.x, target.y, target.heading, *SOLDIER[:2])
        t = np.linspace(0, 1, 50, endpoint=False)[:, None]
        rim = np.concatenate([a + t * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])
        points = np.column_stack([rim, np.full(len(rim), self.foot(target) + SOLDIER[2] - 1e-6)])
        return bool(any_free(eye, points, *self.packed(), self.clear(viewer, target)))

    def share(self, viewer: Man, target: Man) -> float:
        eye = np.array([viewer.x, viewer.y, self.foot(viewer) + SOLDIER[3]])
        corners, foot = rectangle(target.x, target.y, target.heading, *SOLDIER[:2]), self.foot(target)
        clear = self.clear(viewer, target)
        return float(share_free(eye, corners, foot, foot + SOLDIER[2], 48, 48, *self.packed(), clear))


def drawn(rng: np.random.Generator, measured: Drawn, modes: dict[str, Floats], pair: tuple[int, int]) -> Drawn:
    """Return a truth that what was measured may come from; one in which either man is where nobody can be, never."""
    while True:
        common = rng.normal(size=2)
        things = []
        for thing in measured.things:
            if thing.tank:
                things.append(replace(thing, outline=thing.outline + rng.normal(0, 0.05, 2)))
            else:
                things.append(replace(thing, top=max(thing.top + rng.normal(0, RULER_CM), 0.01)))
        men = []
        for man in measured.men:
            x, y = np.array([man.x, man.y]) + modes[man.name] @ common + rng.normal(0, man.sigma, 2)
            heading = man.heading + math.radians(rng.normal(0, man.sigma_deg))
            men.append(replace(man, x=float(x), y=float(y), heading=heading))
        truth = Drawn(things, men)
        if not any(truth.cannot_be(truth.men[k]) for k in pair):
            return truth


# ---- the product ----


def piece_of(thing: Thing) -> Piece:
    corners = tuple((float(x), float(y)) for x, y in thing.outline)
    crest = () if thing.crest is None or len(thing.crest) < 3 else tuple((float(x), float(y)) for x, y in thing.crest)
    top = "slope" if thing.crest is not None else "level" if thing.ground else None
    return Piece(thing.name, "thing", corners, thing.top, top, crest)


def stand_of(rng: np.random.Generator, man: Man, measured: Drawn, modes: dict[str, Floats], cause: object) -> Stand:
    common = float((modes[man.name] ** 2).sum()) / 2
    shared = Shared(np.concatenate([modes[man.name], np.zeros((1, 2))]), cause) if common else None
    z, sigma_z = measured.foot(man), 0.06
    return Stand(
        man.name, "us", "soldier", man.x, man.y, math.degrees(man.heading), SOLDIER[0], SOLDIER[1],
        math.hypot(man.sigma, math.sqrt(common)), man.sigma_deg, shared=shared,
        z_cm=z + rng.normal(0, sigma_z), sigma_z_cm=sigma_z,
    )  # fmt: skip


def tank_of(thing: Thing) -> Stand:
    x, y = thing.outline.mean(axis=0)
    ahead = thing.outline[1] - thing.outline[0]
    heading = math.degrees(math.atan2(ahead[1], ahead[0]))
    return Stand(thing.name, "us", "vehicle", float(x), float(y), heading, TANK[0], TANK[1], 0.05)


def main() -> int:
    """Print the tables and say whether they hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seed", type=int, default=19)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    sure, told, off_share, spent = [], [], [], []
    for number in range(given.tables):
        things = random_things(rng)
        measured = Drawn(things, random_men(rng, things))
        scale = 0.04 if number % 2 else 0.0
        modes = {
            man.name: scale * np.array([[1.0, (man.y - 30) / 60], [0.3, (30 - man.x) / 60]]) for man in measured.men
        }
        cause = object()
        pieces = [piece_of(thing) for thing in things if not thing.tank]
        tanks = [body_of(tank_of(thing), TANK[2]) for thing in things if thing.tank]
        stands = [stand_of(rng, man, measured, modes, cause) for man in measured.men]
        pairs = [(i, j) for i in range(len(stands)) for j in range(len(stands)) if i != j]
        for chosen in rng.permutation(len(pairs))[:SIGHTINGS]:
            i, j = pairs[chosen]
            (one, on), (other, under) = (settled(stands[k], pieces) for k in (i, j))
            viewer = body_of(one, SOLDIER[2], None if on is None else on.name)
            target = body_of(other, SOLDIER[2], None if under is None else under.name)
            eye = (one.x, one.y, one.z_cm + SOLDIER[3])
            begun = time.process_time()
            sighting = sight_probability(eye, viewer, target, [*pieces, *tanks])
            spent.append(time.process_time() - begun)
            seen = sighting.probability()
            truths = [drawn(rng, measured, modes, (i, j)) for _ in range(DRAWS)]
            hits = [truth.sees(truth.men[i], truth.men[j]) for truth in truths]
            if seen < 0.05 or seen > 0.95:
                sure += [hit == (seen > 0.5) for hit in hits]
            if 0.005 <= seen <= 0.995:
                truths = [drawn(rng, measured, modes, (i, j)) for _ in range(MORE_DRAWS)]
                hits += [truth.sees(truth.men[i], truth.men[j]) for truth in truths]
            told.append((seen, hits))
            if len(off_share) <= number:
                exact = seen_share(eye, target, [*pieces, *tanks])
                off_share.append(exact - measured.share(measured.men[i], measured.men[j]))
    return tell(sure, told, np.array(off_share), np.array(spent))


def tell(sure: list[bool], told: list[tuple[float, list[bool]]], off_share: Floats, spent: Floats) -> int:
    right = float(np.mean(sure))
    print(
        f"{len(told)} sightings; where P < 0.05 or P > 0.95 right in {right:.2%} of {len(sure)} truths (99.5 % wanted)"
    )
    print("P told         sightings  truths  mean P  truly seen")
    holds = right >= RIGHT
    for low, high in itertools.pairwise(BINS):
        rows = [row for row in told if low <= row[0] < high or (high == 1.0 and row[0] == 1.0)]
        hits = [hit for _, each in rows for hit in each]
        if not hits:
            continue
        mean = float(np.average([seen for seen, _ in rows], weights=[len(each) for _, each in rows]))
        print(f"{low:5.3f} - {high:5.3f}  {len(rows):9}  {len(hits):6}  {mean:6.3f}  {np.mean(hits):10.3f}")
        if low >= 0.05 and high <= 0.95:
            holds &= abs(np.mean(hits) - mean) <= OFF + 2 * math.sqrt(mean * (1 - mean) / len(hits))
    print(f"share as measured, against 48 x 48 rays: off by {np.sqrt(np.mean(off_share**2)):.4f} rms, "
          f"{np.abs(off_share).max():.3f} at most, of {len(off_share)}")  # fmt: skip
    print(f"a sighting took {1e3 * np.median(spent):.1f} ms of processor time (median), "
          f"{1e3 * np.quantile(spent, 0.95):.1f} ms (95 %)")  # fmt: skip
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
