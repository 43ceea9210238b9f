"""An album of pictures of pages for README and docs: what takes them, and how they become small files."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import click
import numpy as np
from PIL import Image
from playwright.sync_api import Browser, FloatRect, Locator, Page
from scipy.spatial import cKDTree

Picture = Image.Image
COLOURS, OWN = 256, 96
"""How many colours a picture keeps, and how many of them are the page's own."""
PATIENCE_MS, NEWS_MS = 240_000, 1000
PAPER = "#ffffff"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
QUIET = """async () => {
  for (const it of document.querySelectorAll(".toast")) it.hidden = true;
  for (const it of document.images) if (!it.complete) await new Promise((done) => (it.onload = it.onerror = done));
}"""


def slim(picture: Picture) -> Picture:
    """Return a picture with fewer colours: the most frequent, which are the page's own, are kept as they are.

    Of the others rare and strong ones count for more than their share, or the sides' would be lost in the grass.
    """
    pixels = np.asarray(picture)
    colours, where, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    own = colours[np.argsort(-counts)[:OWN]]
    strong = 1 + np.ptp(colours.astype(float), axis=1) / 32
    weighed = np.repeat(colours, np.ceil(np.sqrt(counts) * strong).astype(int), axis=0)
    others = Image.fromarray(weighed[None]).quantize(COLOURS - OWN, Image.Quantize.MEDIANCUT, kmeans=2).getpalette()
    palette = np.vstack([own, np.reshape(others or [], (-1, 3))]).astype(np.uint8)
    nearest = cKDTree(palette.astype(float)).query(colours.astype(float))[1].astype(np.uint8)
    slimmed = Image.fromarray(nearest[where].reshape(pixels.shape[:2]), "P")
    slimmed.putpalette(palette.tobytes())
    return slimmed


def beside(pictures: Sequence[Picture], gap: int) -> Picture:
    """Return pictures side by side."""
    whole = Image.new("RGB", (sum(one.width + gap for one in pictures) - gap, pictures[0].height), PAPER)
    for k, picture in enumerate(pictures):
        whole.paste(picture, (sum(one.width + gap for one in pictures[:k]), 0))
    return whole


def seen(page: Page, clip: FloatRect | None = None, whole: bool = False) -> Picture:
    """Return a page as it is when nothing moves any more, or a part of it; ``whole``: all of its length."""
    page.mouse.move(1, 1)
    if whole:
        page.evaluate("scrollTo(0, 0)")  # the bar stays in sight, and would lie over the page's middle
    page.wait_for_timeout(NEWS_MS)
    page.evaluate(QUIET)
    taken = page.screenshot(animations="disabled", caret="hide", full_page=whole or clip is not None, clip=clip)
    return Image.open(BytesIO(taken)).convert("RGB")


def part(first: Locator, last: Locator, width: float, margin: float = 16) -> FloatRect:
    """Return the part of a page from above one element to below another, so wide."""
    top, bottom, scrolled = first.bounding_box(), last.bounding_box(), first.page.evaluate("scrollY")
    assert top is not None
    assert bottom is not None
    y = top["y"] + scrolled - margin
    return {
        "x": top["x"] - margin, "y": y, "width": width,
        "height": bottom["y"] + scrolled + bottom["height"] + margin - y,
    }  # fmt: skip


@dataclass
class Album:
    """Where the pictures go, and what takes them."""

    browser: Browser
    folder: Path
    scenes: Path | None

    @contextmanager
    def page(self, width: int = 1440, height: int = 900, scale: float = 1.0, **more: object) -> Iterator[Page]:
        """Open an empty page of that size in CSS pixels, drawn by that scale."""
        usual = {"viewport": {"width": width, "height": height}, "device_scale_factor": scale, "locale": "en-GB"}
        context = self.browser.new_context(**{**usual, "reduced_motion": "reduce", **more})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()
        context.close()

    def keep(self, name: str, picture: Picture) -> None:
        """Write a picture, and say how large it is and was."""
        file = self.folder / name
        before = file.stat().st_size if file.exists() else 0
        if file.suffix == ".jpg":
            picture.save(file, quality=82, optimize=True)
        else:
            slim(picture).save(file, optimize=True)
        click.echo(f"{name:22} {picture.width:5} x {picture.height:4}  {before:8} -> {file.stat().st_size:8}")
