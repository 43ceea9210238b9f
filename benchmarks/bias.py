"""What each thing that a real picture has does to the markers: effect by effect, against the exact truth.

    python benchmarks/bias.py [--draws N] [--only WORD] [--size 1080p|4K]

Each row is one effect alone on an ordinary picture: 48 markers of 20 mm at 1080p and of 15 mm at 4K, turned at random,
at the places where stands have them. *Bias* is the mean error of the markers' centres (right, down): the frame markers
share it, so little of it reaches the table. *Rms* is per axis, the bias taken out.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import click
import cv2
import numpy as np
from litter import OCCLUDERS
from looks import CastShadow, Glare, RoomLook
from marker_truth import true_corners_px

from simulation.synthetic.fittings import default_camera, default_frame, default_roster, default_size_cm
from simulation.synthetic.plate import stand_plates
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.things import Place, Stage, Thing
from table.frame import Frame
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.camera import Camera
from vision.markers import MarkerSeen, find_markers

SIZES_PX = {"1080p": (1920, 1080), "4K": (3840, 2160)}
_COLUMNS, _ROWS = 8, 6
_FAR_PX = 3.0  # a marker further off than this is a misreading

Looks = dict[str, RoomLook]


@dataclass(frozen=True)
class Scene:
    """A table and its camera."""

    camera: Camera
    frame: Frame
    roster: Roster
    snapshot: Snapshot

    def corners_px(self) -> dict[int, np.ndarray]:
        """Return where every marker's corners (4, 2) truly are."""
        return true_corners_px(self.camera, self.frame, self.roster, self.snapshot)


def scene(size: str, seed: int) -> Scene:
    """Lay 48 soldiers with their cards on a table."""
    dice = np.random.default_rng(seed)
    frame = default_frame(120.0, 100.0)
    stands = [
        Stand(
            f"s{k}", "us", "soldier", 9 + 14.5 * (k % _COLUMNS) + x, 10 + 16 * (k // _COLUMNS) + y, turn, 2.0, 1.6
        )
        for k, (x, y, turn) in enumerate(
            zip(*dice.uniform(-3, 3, (2, _COLUMNS * _ROWS)), dice.uniform(-180, 180, _COLUMNS * _ROWS), strict=True)
        )
    ]  # fmt: skip
    snapshot = Snapshot(120.0, 100.0, tuple(stands))
    roster = default_roster(snapshot, default_size_cm(SIZES_PX[size]))
    camera = default_camera(frame, SIZES_PX[size], float(dice.uniform(1, 7)), float(dice.uniform(-2, 2)))
    return Scene(camera, frame, roster, snapshot)


def looks(it: Scene, seed: int) -> Looks:
    """Return each effect's look, by name."""
    dice = np.random.default_rng(seed + 1000)
    plain = RoomLook(blur_px=0.65, noise=1.5, shadow=0.0)
    plates = [(s.x, s.y) for s in it.snapshot.stands]
    names: Looks = {
        "ordinary: blur 0.65 px, noise 1.5": plain,
        "no noise": replace(plain, noise=0.0),
        "the figures' own shadows, 0.42": replace(plain, shadow=0.42),
        "the figures' own shadows, 0.42, no noise": replace(plain, shadow=0.42, noise=0.0),
        "blur 0.35 px": replace(plain, blur_px=0.35),
        "blur 1.0 px": replace(plain, blur_px=1.0),
        "blur 1.5 px": replace(plain, blur_px=1.5),
        "noise 4": replace(plain, noise=4.0),
        "colour noise 4": replace(plain, colour_noise=4.0),
        "JPEG 90": replace(plain, jpeg_quality=90),
        "JPEG 75": replace(plain, jpeg_quality=75),
        "JPEG 50": replace(plain, jpeg_quality=50),
        "light x 0.3": replace(plain, light=0.3),
        "overexposed: light x 1.5": replace(plain, light=1.5),
        "gamma 1.8": replace(plain, gamma=1.8),
        "gamma 2.6": replace(plain, gamma=2.6),
        "tone sRGB": replace(plain, tone="srgb"),
        "tone S-curve": replace(plain, tone="film"),
        "sharpening 0.5": replace(plain, sharpen=0.5),
        "sharpening 1.0": replace(plain, sharpen=1.0),
        "sharpening 1.0, wide (2 px)": replace(plain, sharpen=1.0, sharpen_px=2.0),
    }
    for length in (1.0, 2.0, 3.0):
        turn = dice.uniform(0, np.pi)
        names[f"motion {length:g} px"] = replace(plain, motion_px=(length * np.cos(turn), length * np.sin(turn)))
    for strength in (0.2, 0.5, 1.0):
        spots = [
            Glare(x + dice.uniform(-3, 3), y + dice.uniform(-3, 3), strength, (4.0, 2.5), dice.uniform(0, 180))
            for x, y in plates
        ]
        names[f"glare {strength:g}"] = replace(plain, glares=tuple(spots))
    for name, edge_cm in (("shadow 0.5, sharp", 0.0), ("shadow 0.5, soft (5 mm)", 0.5)):
        names[name] = replace(plain, cast_shadows=tuple(_slats(dice, 0.5, edge_cm)))
    names["shadow 0.8, sharp"] = replace(plain, cast_shadows=tuple(_slats(dice, 0.8, 0.0)))
    return names


def _slats(dice: np.random.Generator, share: float, edge_cm: float) -> Iterator[CastShadow]:
    """Bands of shadow across the table, as a window's frame throws them: their edges cross every other marker."""
    x, slope = -20.0, float(dice.uniform(-25, 25))
    while x < 140:
        wide = float(dice.uniform(2, 5))
        yield CastShadow(((x, -10), (x + wide, -10), (x + wide + slope, 110), (x + slope, 110)), share, edge_cm)
        x += wide + float(dice.uniform(2, 5))


def lying_on_cards(it: Scene, seed: int) -> dict[str, list[Thing]]:
    """Return one thing on the edge of every card: dice, tufts, fingers or arms, by the effect's name."""
    dice = np.random.default_rng(seed + 2000)
    x, y, z = it.camera.position_cm.tolist()
    things: dict[str, list[Thing]] = {}
    for make in OCCLUDERS:
        lying = things.setdefault(f"partly covered: {make.__name__}", [])
        for plate in stand_plates(it.frame, it.roster, it.snapshot).values():
            turn, edge = dice.uniform(0, 2 * np.pi), plate.size_cm * dice.uniform(0.4, 0.6)
            at = Place(plate.x + edge * np.cos(turn), plate.y + edge * np.sin(turn), float(np.degrees(turn)) + 180.0)
            lying.append(make(at, plate.height_cm, Stage((x, y, z), RoomLook().lamp_deg), dice))
    return things


@dataclass
class Found:
    """What one effect gave, over all draws: errors of centres and corners in px, and in their own sigmas."""

    there: int = 0
    seen: int = 0
    false: int = 0
    centres: list[np.ndarray] = field(default_factory=list)
    corners: list[np.ndarray] = field(default_factory=list)
    sigmas: list[np.ndarray] = field(default_factory=list)
    turns: list[tuple[float, float]] = field(default_factory=list)

    def add(self, markers: tuple[MarkerSeen, ...], truth: dict[int, np.ndarray], wanted: set[int]) -> None:
        """Hold one picture's markers against the truth."""
        self.there += len(wanted)
        for marker in markers:
            true = truth.get(marker.id)
            if true is None or np.abs(marker.corners_px - true).max() > _FAR_PX:
                self.false += 1
                continue
            if marker.id not in wanted:
                continue
            self.seen += 1
            off = marker.corners_px - true
            self.corners.append(off)
            mean = np.tile(np.eye(2), 4) / 4
            self.centres.append(off.mean(axis=0))
            spread = mean @ marker.covariance_px @ mean.T
            self.sigmas.append(off.mean(axis=0) / np.sqrt(np.diag(spread)))
            self.turns.append(turn_in_sigmas(marker, off))


def turn_in_sigmas(marker: MarkerSeen, off: np.ndarray) -> tuple[float, float]:
    """Return how far a marker is turned in its picture, in degrees and in its own sigmas."""
    arms = marker.corners_px - marker.corners_px.mean(axis=0)
    by_corner = (np.column_stack([-arms[:, 1], arms[:, 0]]) / (arms**2).sum()).ravel()
    turn = float(by_corner @ off.ravel())
    return np.degrees(turn), turn / float(np.sqrt(by_corner @ marker.covariance_px @ by_corner))


HEAD = (
    "| effect | seen | false | bias px (right, down) | rms px | worst px | corners rms px | rms mm | turn rms deg "
    "| in sigmas: place, turn |\n|---|---|---|---|---|---|---|---|---|---|"
)


def row(name: str, it: Found, mm_per_px: float) -> str:
    """Write one line of the table."""
    if not it.centres:
        return f"| {name} | 0 / {it.there} | {it.false} |" + " - |" * 7
    centres, corners = np.array(it.centres), np.array(it.corners)
    bias = centres.mean(axis=0)
    rms = float(np.sqrt(((centres - bias) ** 2).mean()))
    worst = float(np.abs(centres).max())
    turns = np.array(it.turns)
    return (
        f"| {name} | {it.seen} / {it.there} | {it.false} | {bias[0]:+.4f}, {bias[1]:+.4f} | {rms:.4f} | {worst:.3f} | "
        f"{np.sqrt((corners**2).mean()):.4f} | {rms * mm_per_px:.4f} | {np.sqrt((turns[:, 0] ** 2).mean()):.3f} | "
        f"{np.sqrt((np.array(it.sigmas) ** 2).mean()):.2f}, {np.sqrt((turns[:, 1] ** 2).mean()):.2f} |"
    )


def table(size: str, draws: int, only: str) -> str:
    """Render every effect and return the table."""
    found: dict[str, Found] = {}
    scale: list[float] = []
    first = scene(size, 0)
    names = [*looks(first, 0), *lying_on_cards(first, 0)]
    work = [(seed, name) for seed in range(draws) for name in names if only in name]
    with click.progressbar(work, label=size, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        at, it, truth = -1, None, {}
        for seed, name in bar:
            if seed != at:
                at, it = seed, scene(size, seed)
                truth = it.corners_px()
                scale.append(_mm_per_px(it.camera))
            assert it is not None
            litter, known = lying_on_cards(it, seed).get(name, []), looks(it, seed)
            renderer = Renderer(it.camera, it.frame, it.roster, known.get(name, known[names[0]]), seed)
            grey = np.asarray(cv2.cvtColor(renderer.render(it.snapshot, (), litter), cv2.COLOR_BGR2GRAY))
            wanted = set(it.roster.by_marker)
            markers = find_markers(grey, it.frame.dictionary, set(truth))
            found.setdefault(name, Found()).add(markers, truth, wanted)
    lines = [row(name, one, float(np.mean(scale))) for name, one in found.items()]
    return "\n".join([f"### {size}, {10 * default_size_cm(SIZES_PX[size]):g} mm", "", HEAD, *lines])


def _mm_per_px(camera: Camera) -> float:
    pair = camera.project([(59.5, 50, 0), (60.5, 50, 0)])
    return 10 / float(np.hypot(*(pair[1] - pair[0])))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--draws", type=int, default=2, help="tables rendered for each effect")
    parser.add_argument("--only", default="", metavar="WORD", help="only effects with this word in their names")
    parser.add_argument("--size", choices=tuple(SIZES_PX), help="only this size")
    asked = parser.parse_args()
    for size in [asked.size] if asked.size else SIZES_PX:
        print(table(size, asked.draws, asked.only) + "\n", flush=True)


if __name__ == "__main__":
    main()
