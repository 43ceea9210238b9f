"""What a table claims and how wrong it is, at every stage of a set-up by the page with the page's own sheet.

    python benchmarks/table_number.py SCENE.jpg            # of a rendered set, with the pictures of its camera
    python benchmarks/table_number.py SCENE.jpg --shots DIR

The sets' cards lie 0.83 mm farther out along each axis than the page's sheet says: nobody has measured that. The table
is found, held against a tape, and its scale set by the tape, which reads to half a millimetre; each time what the page
says, and the distances between the picture's stands with their ±, are held against the truth.
"""

import json
from dataclasses import replace
from itertools import combinations
from math import hypot
from pathlib import Path
from shutil import copy, which
from tempfile import TemporaryDirectory
from typing import Any

import click
import numpy as np
from playwright.sync_api import Page, expect, sync_playwright

from calibration.charuco import BoardFinder, BoardSpec
from calibration.lens import fit_lens
from calibration.profile import CameraProfile
from referee.clock import WallClock
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.shelf import Shelf
from referee.setup.small_files import SourceFile
from table.notation.frame_file import parse_frame
from table.notation.roster_file import parse_roster
from table.uncertainty import SIGMAS_95, apart
from vision.measure import measure
from vision.picture import read_picture
from web.app import LOCAL_HOSTS
from web.serve import Server, open_port
from web.setup.session import SetupSession
from web.site import Site

PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)
SIZE = {"width": 1280, "height": 800}


class Story:
    """One picture of a set, the page it is set up on, and the truth."""

    def __init__(self, scene: Path, setup: SetUp, known_id: str, page: Page, shots: Path | None) -> None:
        self.scene, self.setup, self.known_id, self.page, self.shots = scene, setup, known_id, page, shots
        told = json.loads(scene.with_suffix(".truth.json").read_text("utf-8"))
        self.true = {stand["name"]: (stand["x"], stand["y"]) for stand in told["stands"]}
        self.cards = {m.id: m for m in parse_frame(scene.with_suffix(".frame.toml").read_text("utf-8")).markers}

    def open(self, step: str) -> None:
        """Look at a step's page."""
        self.page.goto(f"{self.page.url.partition('/setup')[0].rstrip('/')}/setup/{self.known_id}/{step}")

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Ask what a page asks."""
        answer = self.page.request.post(f"/api/setup/{self.known_id}/{path}", data=body)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def stage(self, name: str, *lines: str) -> None:
        """Print what is claimed and what is true, and keep a picture."""
        self.page.wait_for_timeout(2500)
        bar = self.page.locator("#table-number").inner_text().strip()
        print(f"{name}\n  bar: {bar}")
        for line in lines:
            print(f"  page: {line}")
        view, roster = self.setup.table, self.setup.roster
        if view is not None and roster is not None:
            stands = measure(read_picture(self.scene, colour=False), view, roster).stands
            off, pm = [], []
            for a, b in combinations(stands, 2):
                (x1, y1), (x2, y2) = self.true[a.name], self.true[b.name]
                way = apart(a, b)
                off.append(10 * (way.value - hypot(x2 - x1, y2 - y1)))
                pm.append(10 * SIGMAS_95 * way.sigma)
            wrong, held = np.abs(off), np.abs(off) <= pm
            worst = int(np.argmax(wrong))
            print(
                f"  {len(off)} distances: rms {np.sqrt(np.mean(np.square(off))):.3f} mm off, worst {off[worst]:+.3f} ±"
                f"{pm[worst]:.3f}; {held.mean():.1%} within their ±; rms {np.sqrt(np.mean((wrong / pm) ** 2)):.2f} of ±"
            )
        if self.shots is not None:
            self.page.evaluate("document.querySelector('.checked, .found')?.scrollIntoView({block: 'end'})")
            self.page.screenshot(path=self.shots / f"{name.split(maxsplit=1)[0]}.jpg", type="jpeg", quality=60)

    def play(self) -> None:
        """Go through the stages."""
        page = self.page
        self.post("sheets", width=120, depth=100, frame_markers=6)
        self.open("table")
        page.get_by_role("button", name="Find the table").click()
        expect(page.locator(".found")).to_contain_text("good to")
        self.stage("found as the page's own sheet says", page.locator(".found").inner_text())
        centres = {}
        table = self.setup.table
        assert table is not None
        for seen in table.seen:
            centres[seen.id] = seen.corners_px.mean(axis=0).tolist()
        one, other = self.cards[240], self.cards[243]
        tape = round(hypot(one.x - other.x, one.y - other.y), 1)
        self.post("check/measure", start=centres[240], end=centres[243], true=tape, on_markers=True)
        self.open("check")
        row = page.locator(".checked li")
        self.stage("checked with a tape from card to card", row.inner_text().replace("\n", " "))
        page.get_by_role("button", name="Set the scale by it").click()
        expect(page.locator("#table-number")).to_contain_text("scale by tape")
        self.stage("scaled by that tape", row.inner_text().replace("\n", " "))
        self.post("play")
        page.goto(page.url.partition("/setup")[0])
        page.locator("vd-plan").first.wait_for()
        names = sorted(self.true)[:2]
        ends = {"start": {"stand": names[0]}, "end": {"stand": names[1]}}
        told = page.request.post("/api/measure/ruler", data=ends).json()["distances"]
        self.stage("played", *(f"{names[0]} to {names[1]}, {d['how']}: {d['said']}" for d in told))


def lens_of(folder: Path) -> CameraProfile:
    """Return the lens that a set's ChArUco pictures tell."""
    told = json.loads((folder / "charuco.json").read_text("utf-8"))
    finder = BoardFinder(BoardSpec(*told["squares"], told["square_cm"], told["marker_cm"], told["dictionary"]))
    views = [finder.find(read_picture(p, colour=False), p.name) for p in sorted(folder.glob("charuco-*.jpg"))]
    fit = fit_lens(finder.spec, views, finder.legacy, finder.warnings())
    return fit.profile


@click.command()
@click.argument("scene", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--shots", type=click.Path(file_okay=False, path_type=Path), help="Keep a picture of each stage here.")
def main(scene: Path, shots: Path | None) -> None:
    """Play the story over SCENE and print the number at every stage."""
    if shots is not None:
        shots.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made, sync_playwright() as playwright:
        shelf, site = Shelf(Path(made) / "shelf"), Site(LOCAL_HOSTS, die=lambda _: lambda: 6)
        known_id, setup = shelf.new()
        setup.match = replace(new_match("ambush", scene.stem), sides=())
        setup.camera = lens_of(scene.parent)
        setup.roster = parse_roster(scene.with_suffix(".roster.toml").read_text("utf-8"))
        folder = Path(made) / "shots"
        folder.mkdir()
        copy(scene, folder)
        setup.source = SourceFile.of(str(folder), setup.camera.lens.size_px)
        site.open(SetupSession(shelf, WallClock(), begin=site.begin))
        server = Server(site.app_switch, open_port("127.0.0.1", 0), site.close)
        server.start()
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        address = f"http://127.0.0.1:{server.port}"
        page = browser.new_context(base_url=address, viewport=SIZE, locale="en-GB").new_page()  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{address}/setup")
        Story(scene, setup, known_id, page, shots).play()
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
