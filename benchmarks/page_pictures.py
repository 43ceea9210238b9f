"""Pictures of every page in light and dark at four sizes, and what differs between two sets of them.

    python benchmarks/page_pictures.py BEFORE              # on the one commit
    python benchmarks/page_pictures.py AFTER               # on the other
    python benchmarks/page_pictures.py AFTER --against BEFORE

The last looks at no page: it lists the pictures that differ, by the share of their pixels, and puts before, after and
difference side by side into AFTER/differences. ``--only reading,setup`` visits some of the tours.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree, which
from typing import Literal

import click
import cv2
import numpy as np
from page_states import TOURS
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

SIZES = {"laptop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844), "sideways": (844, 390)}
LED_AT = "laptop"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
STILL = """async () => {
  const all = (selector) => document.querySelectorAll(selector);
  for (const it of all(".toast, vd-cannons meter")) it.hidden = true;
  for (const it of all(".cocked-word strong, .bar-journal"))
    it.textContent = it.textContent.replace(/[0-9a-f]{8}|\\d+(?= s)/, "0");
  for (const it of document.images)
    if (!it.complete) await new Promise((done) => (it.onload = it.onerror = done));
}"""
"""Takes away what would be otherwise in every run: seconds that go by, messages that go, a seal over a time."""
NO_CLOCK = "window.setInterval = () => 0;"
PATIENCE_MS, NEWS_MS, SETTLED_MS = 120_000, 1000, 250
VISIBLE = 6
"""So much a colour must differ, of 255, to count."""


def take_state(page: Page, folder: Path, state: str) -> None:
    """Put pictures of the page as it is now into the folder, as state-scheme-size.png; all but a laptop are touched."""
    page.mouse.move(1, 1)
    page.wait_for_timeout(NEWS_MS)
    page.evaluate(STILL)
    touch = page.context.new_cdp_session(page)
    for size in SIZES:
        page.set_viewport_size(_viewport(size))
        touch.send("Emulation.setTouchEmulationEnabled", {"enabled": size != LED_AT})
        page.wait_for_timeout(SETTLED_MS)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(
                path=folder / f"{state}-{scheme}-{size}.png", animations="disabled", caret="hide", full_page=True
            )  # fmt: skip
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(_viewport(LED_AT))
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    touch.detach()


def take_pictures(browser: Browser, folder: Path, tours: Sequence[str]) -> None:
    """Go through the tours and take pictures of every state."""
    for tour in tours:
        context = browser.new_context(viewport=_viewport(LED_AT), locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(NO_CLOCK)
        TOURS[tour](context.new_page(), lambda page, state: take_state(page, folder, state))
        context.close()


def _viewport(size: str) -> ViewportSize:
    width, height = SIZES[size]
    return {"width": width, "height": height}


def differing(before: np.ndarray, after: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the share of pixels that differ, and the two with their difference side by side."""
    height, width = max(before.shape[0], after.shape[0]), max(before.shape[1], after.shape[1])
    pair = [np.full((height, width, 3), 128, np.uint8) for _ in range(2)]
    for canvas, picture in zip(pair, (before, after), strict=True):
        canvas[: picture.shape[0], : picture.shape[1]] = picture
    differs = cv2.absdiff(*pair).max(axis=2) > VISIBLE
    shown = (pair[1] // 3).astype(np.uint8)
    shown[differs] = (60, 60, 255)
    return float(differs.mean()), np.hstack([*pair, shown])


def compare(before: Path, after: Path, only: str) -> None:
    """List what differs, most first, and draw it."""
    drawn = after / "differences"
    rmtree(drawn, ignore_errors=True)
    drawn.mkdir()
    found: list[tuple[float, str]] = []
    names = sorted({file.name for folder in (before, after) for file in folder.glob("*.png") if only in file.name})
    for name in names:
        pictures = [cv2.imread(str(folder / name)) for folder in (before, after)]
        if pictures[0] is None or pictures[1] is None:
            click.echo(f"{'missing':>8}  {name} ({'before' if pictures[0] is None else 'after'})")
            continue
        share, picture = differing(pictures[0], pictures[1])
        if share:
            found.append((share, name))
            cv2.imwrite(str(drawn / name), picture)
    for share, name in sorted(found, reverse=True):
        click.echo(f"{100 * share:7.3f} %  {name}")
    click.echo(f"{len(found)} of {len(names)} pictures differ")


def chromium() -> str | None:
    """Return a Chromium's path: VEDETTE_CHROMIUM, or what is installed."""
    names = (os.environ.get("VEDETTE_CHROMIUM"), "chromium-headless-shell", "chromium")
    return next((found for name in names if name and (found := which(name))), None)


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--against", type=click.Path(path_type=Path, exists=True), help="Compare with this folder's pictures.")
@click.option("--only", default="", help="Tours to visit, with commas; with --against a part of the pictures' names.")
def main(folder: Path, against: Path | None, only: str) -> None:
    """Take the pictures, or compare two sets."""
    if against is not None:
        compare(against, folder, only)
        return
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        take_pictures(browser, folder, [tour for tour in TOURS if not only or tour in only.split(",")])
        browser.close()


if __name__ == "__main__":
    main()
