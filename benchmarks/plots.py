"""Draws docs/accuracy.md's plots: from its own tables, and from scenes measured anew.

    pip install matplotlib
    python benchmarks/plots.py [SCENES_DIR ...]

Plots of tables are drawn from the numbers that stand in docs/accuracy.md, so that both say the same. The plot of errors
needs scenes folders as benchmarks/accuracy.py does (default: those that travel with the repository).
"""

import math
import re
import sys
from pathlib import Path

import matplotlib
import numpy as np
from accuracy import DEFAULT, Scene, report

matplotlib.use("svg")
from matplotlib import pyplot as plt

DOCS = Path(__file__).parent.parent / "docs"
IMAGES = DOCS / "images"
INK, OURS, OTHERS, GREEN = "#22313f", "#2a6f97", "#b0b7bd", "#4f772d"
plt.rcParams.update(
    {
        "font.size": 10, "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": INK,
        "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "svg.hashsalt": "vedette",
    }
)  # fmt: skip


def table(text: str, first: str) -> list[list[str]]:
    """Return the rows of the Markdown table whose first heading begins so."""
    lines = text.splitlines()
    start = next((k for k, line in enumerate(lines) if line.startswith(f"| {first}")), None)
    if start is None:
        raise SystemExit(f"docs/accuracy.md has no table that begins with {first!r}")
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("*") for cell in line.strip().strip("|").split("|")])
    return rows


def save(figure: plt.Figure, name: str) -> None:
    """Write a plot beside the documents."""
    figure.tight_layout()
    figure.savefig(IMAGES / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)
    print(f"docs/images/{name}.svg")


def growth(text: str) -> None:
    """Time against the number of stands."""
    rows = np.array([[float(cell) for cell in row] for row in table(text, "stands, 4K")])
    figure, axes = plt.subplots(figsize=(6.4, 3.4))
    for column, name, colour in ((1, "cv2.aruco, defaults", OTHERS), (2, "cold", OURS), (3, "tracked", GREEN)):
        axes.plot(rows[:, 0], rows[:, column], "o-", color=colour)
        axes.annotate(
            name, (rows[-1, 0], rows[-1, column]), (6, 0), textcoords="offset points", va="center", color=colour
        )
    axes.axhline(1000 / 45, color=INK, lw=0.6, ls=":")
    axes.annotate("45 frames/s", (318, 1000 / 45), (0, 3), textcoords="offset points", fontsize=8, ha="right")
    axes.set(xlabel="stands on the table", ylabel="ms a 4K frame", xlim=(0, 320), ylim=(0, None))
    save(figure, "growth")


def ways(text: str) -> None:
    """Time and error of each way, 120 stands."""
    rows = table(text, "picture | way")
    pictures = list(dict.fromkeys(row[0] for row in rows))
    figure, axes = plt.subplots(1, len(pictures), figsize=(3.0 * len(pictures), 2.6), sharey=False)
    for ax, picture in zip(np.atleast_1d(axes), pictures, strict=True):
        some = [row for row in rows if row[0] == picture][::-1]
        names = [re.sub(r"^(Vedette), ", "", row[1]) for row in some]
        ms = [float(row[2]) for row in some]
        ax.barh(names, ms, color=[OURS if row[1].startswith("Vedette") else OTHERS for row in some])
        for k, row in enumerate(some):
            ax.annotate(f" {row[2]} ms, {row[4].replace(' ', '')}", (ms[k], k), va="center", fontsize=7)
        ax.set_title(picture, fontsize=9)
        ax.set_xlim(0, max(ms) * 2.2)
        ax.tick_params(axis="y", labelsize=7)
    save(figure, "ways")


def effects(text: str) -> None:
    """What each optical effect does to a marker's centre."""
    rows = [row for row in table(text, "effect") if row[5] != "-"]
    names, rms = [row[0] for row in rows][::-1], [float(re.findall(r"[\d.]+", row[6])[0]) for row in rows][::-1]
    figure, axes = plt.subplots(figsize=(6.4, 0.2 * len(rows) + 0.8))
    axes.barh(names, [1000 * value for value in rms], color=OURS)
    axes.set(xlabel="rms of a marker's centre, µm on the table (1080p, 20 mm markers)", xscale="log")
    axes.tick_params(axis="y", labelsize=7)
    save(figure, "effects")


def honesty(sets: dict[str, Scene]) -> None:
    """Errors against what was predicted: cumulative, beside what the normal distribution would give."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 3.2))
    for (name, it), colour in zip(sets.items(), (OURS, GREEN, "#bc4749", "#7f5539"), strict=False):
        pairs = np.sort(it.pairs_mm)
        left.plot(pairs, np.linspace(0, 100, len(pairs)), color=colour, label=name)
        off = np.sort(np.abs(it.in_sigmas).ravel())
        right.plot(off, np.linspace(0, 100, len(off)), color=colour, label=name)
    at = np.linspace(0, 4, 200)
    right.plot(at, [100 * math.erf(x / math.sqrt(2)) for x in at], color=INK, ls=":", label="as predicted")
    left.set(xlabel="error of a distance between two stands, mm", ylabel="% of distances", xlim=(0, 0.8), ylim=(0, 100))
    right.set(xlabel="error of a place, in its own sigmas", ylabel="% of places", xlim=(0, 4), ylim=(0, 100))
    right.legend(frameon=False, fontsize=8)
    save(figure, "errors")


def main() -> None:
    """Draw everything."""
    IMAGES.mkdir(exist_ok=True)
    text = (DOCS / "accuracy.md").read_text(encoding="utf-8")
    growth(text)
    ways(text)
    effects(text)
    folders = [Path(arg) for arg in sys.argv[1:]] or sorted(path.parent for path in DEFAULT.glob("*/charuco.json"))
    honesty({folder.name: report(folder)[1] for folder in folders})


if __name__ == "__main__":
    main()
