"""How well Vedette measures, against scenes whose truth is known exactly: the table of docs/accuracy.md.

    python benchmarks/accuracy.py [SCENES_DIR ...]

A scenes folder holds charuco-NN.jpg with charuco.json, and NAME.jpg with NAME.frame.toml, NAME.roster.toml and
NAME.truth.json. Lens and tables are calibrated from them by the `vedette` command itself; the truth is only compared.
"""

import json
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.testing import CliRunner

from cli.calibrate import command as calibrate
from cli.measure import command as measure

DEFAULT = Path(__file__).parent.parent / "tests" / "data" / "scenes"
NEAR_CM = 60.0


@dataclass(frozen=True)
class Scene:
    """What one scene gave: offsets (N, 2) mm, heading errors (N,) deg, pair errors mm, of all and of near ones."""

    name: str
    on_roster: int
    seen: int
    false_ids: int
    offsets_mm: np.ndarray
    headings_deg: np.ndarray
    pairs_mm: np.ndarray
    near_mm: np.ndarray
    in_sigmas: np.ndarray
    headings_in_sigmas: np.ndarray


def run(command: click.Command, *args: object) -> Any:
    """Run a command as a user does, with --json, and return what it printed."""
    result = CliRunner().invoke(command, [*map(str, args), "--json"], catch_exceptions=False)
    if result.exit_code:
        raise SystemExit(result.stderr)
    return json.loads(result.stdout)


def learn_lens(folder: Path, out: Path) -> dict[str, Any]:
    """Calibrate a folder's camera from its ChArUco pictures."""
    board = json.loads((folder / "charuco.json").read_text())
    squares = "x".join(map(str, board["squares"]))
    return run(
        calibrate, "camera", folder / "charuco-*.jpg", "--squares", squares, "--square-cm", board["square_cm"],
        "--marker-cm", board["marker_cm"], "--dictionary", board["dictionary"], "--out", out,
    )  # fmt: skip


def scene(folder: Path, name: str, camera: Path) -> Scene:
    """Calibrate the table from a scene's own frame markers and measure it."""
    picture, roster = folder / f"{name}.jpg", folder / f"{name}.roster.toml"
    with tempfile.TemporaryDirectory() as work:
        table = Path(work) / "table.toml"
        run(calibrate, "table", picture, "--camera", camera, "--frame", folder / f"{name}.frame.toml", "--out", table)
        said = run(measure, picture, "--table", table, "--roster", roster)
    return compare(name, said, json.loads((folder / f"{name}.truth.json").read_text()))


def compare(name: str, said: dict[str, Any], truth: dict[str, Any]) -> Scene:
    """Hold what was measured against the truth. A stand more than 1 cm off counts as a false id."""
    standing = {s["name"]: s for s in [*truth["stands"], *truth.get("soldiers", [])] if not s.get("fallen")}
    offsets, headings, sigmas, heading_sigmas, places, true_places, false = [], [], [], [], [], [], 0
    for stand in said["stands"]:
        if not stand["seen"]:
            continue
        true = standing.get(stand["name"])
        off = None if true is None else np.array([stand["x"] - true["x"], stand["y"] - true["y"]])
        if true is None or off is None or np.hypot(*off) > 1.0:
            false += 1
            continue
        offsets.append(10 * off)
        sigmas.append(off / stand["sigma_cm"])
        places.append((stand["x"], stand["y"]))
        true_places.append((true["x"], true["y"]))
        if "heading_deg" in true:
            turn = (stand["heading_deg"] - true["heading_deg"] + 180) % 360 - 180
            headings.append(turn)
            heading_sigmas.append(turn / stand["sigma_deg"])
    apart = distances(true_places)
    pairs = np.abs(distances(places) - apart) * 10
    return Scene(
        name, len(standing), len(offsets), false + len(said["unknown_markers"]), np.array(offsets).reshape(-1, 2),
        np.array(headings), pairs, pairs[apart < NEAR_CM], np.array(sigmas).reshape(-1, 2), np.array(heading_sigmas),
    )  # fmt: skip


def distances(places: Sequence[tuple[float, float]]) -> np.ndarray:
    """Return the distances of all pairs."""
    points = np.array(places).reshape(-1, 2)
    one, two = np.triu_indices(len(points), 1)
    return np.asarray(np.hypot(*(points[one] - points[two]).T))


HEAD = (
    "| scene | seen / on the roster | false ids | position rms (max) mm | heading rms deg | pair distance p95 mm "
    "| error in its own sigmas: place, heading |\n|---|---|---|---|---|---|---|"
)


def row(it: Scene) -> str:
    """Write one line of the table."""
    off = np.hypot(*it.offsets_mm.T)
    heading = f"{rms(it.headings_deg):.3f}" if len(it.headings_deg) else "-"
    in_sigmas = f"{rms(it.in_sigmas):.2f}, " + (f"{rms(it.headings_in_sigmas):.2f}" if len(it.headings_deg) else "-")
    return (
        f"| {it.name} | {it.seen} / {it.on_roster} | {it.false_ids} | {rms(off):.3f} ({off.max():.3f}) | {heading} | "
        f"{np.percentile(it.pairs_mm, 95):.3f} | {in_sigmas} |"
    )


def rms(values: np.ndarray) -> float:
    """Return the root mean square."""
    return float(np.sqrt((np.asarray(values) ** 2).mean()))


def together(name: str, scenes: Sequence[Scene]) -> Scene:
    """Return several scenes as one."""
    return Scene(
        name,
        sum(s.on_roster for s in scenes),
        sum(s.seen for s in scenes),
        sum(s.false_ids for s in scenes),
        *[
            np.concatenate([getattr(s, key) for s in scenes])
            for key in ("offsets_mm", "headings_deg", "pairs_mm", "near_mm", "in_sigmas", "headings_in_sigmas")
        ],
    )


def lens_words(fit: dict[str, Any], camera: Path, folder: Path) -> str:
    """Say how the lens was learned, and how far it is from the true one."""
    lens = tomllib.loads(camera.read_text())["lens"]
    true = json.loads(next(folder.glob("*.truth.json")).read_text())["camera"]
    used, rejected = len(fit["views_used"]), len(fit["views_rejected"])
    bow = f", board bent by {fit['board_bow_mm']:.2f} mm" if fit["board_bow_mm"] > 0.1 else ""
    return (
        f"{used} of {used + rejected} ChArUco views, {fit['rms_px']:.3f} px rms, {fit['coverage']:.0%} of the picture"
        f"{bow}; focal length {lens['fx']:.2f} px (true {true['K'][0][0]:.2f}), centre {lens['cx']:.2f}, "
        f"{lens['cy']:.2f} (true {true['K'][0][2]:.2f}, {true['K'][1][2]:.2f})."
    )


def report(folder: Path) -> tuple[str, Scene]:
    """Calibrate and measure all scenes of a folder; return the Markdown and all scenes as one."""
    names = sorted(file.name.removesuffix(".truth.json") for file in folder.glob("*.truth.json"))
    with tempfile.TemporaryDirectory() as work:
        camera = Path(work) / "camera.toml"
        fit = learn_lens(folder, camera)
        lens = lens_words(fit, camera, folder)
        scenes = []
        with click.progressbar(names, label=folder.name, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
            scenes = [scene(folder, name, camera) for name in bar]
    whole = together(f"**{folder.name}, all**", scenes)
    near = f"Distances under {NEAR_CM:g} cm: {rms(whole.near_mm):.3f} mm rms, "
    near += f"{np.percentile(whole.near_mm, 99):.3f} at the 99th percentile."
    lines = [f"### {folder.name}", "", lens, "", HEAD, *map(row, scenes), row(whole), "", near]
    return "\n".join(lines), whole


def main() -> None:
    """Print the tables of the folders named, or of the scenes that travel with the repository."""
    folders = [Path(arg) for arg in sys.argv[1:]] or sorted(p.parent for p in DEFAULT.glob("*/charuco.json"))
    for folder in folders:
        print(report(folder)[0] + "\n")


if __name__ == "__main__":
    main()
