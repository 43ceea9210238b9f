"""A general on a ridge: drawn where the picture shows him, at his place on the map, tapped where he is seen."""

import math
import re
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from loops import loop_at
from playwright.sync_api import Locator, Page, expect

from simulation.rehearsal.demos import demo_scene
from simulation.rehearsal.studio import SIZE_PX
from simulation.synthetic.fittings import default_camera
from table.leaning import leaned
from vision.above import PX_PER_CM
from vision.markers import find_markers

pytestmark = pytest.mark.browser
ON_RIDGE, ON_TABLE = "Hancock", "1 Minn."


def stand(page: Page, name: str) -> Locator:
    return page.locator(f'.stand[data-name="{name}"]')


def drawn_at(page: Page, name: str) -> np.ndarray:
    """Return where a stand's middle is drawn, as a share of the picture's width and height."""
    at = page.evaluate(
        """name => {
          const stand = document.querySelector(`.stand[data-name="${name}"]`);
          const at = new DOMPoint(0, 0).matrixTransform(stand.getScreenCTM());
          const picture = document.querySelector("image.picture");
          const corner = (x, y) => new DOMPoint(x, y).matrixTransform(picture.getScreenCTM());
          const [left, top, width, height] = ["x", "y", "width", "height"].map((key) => picture[key].baseVal.value);
          const [from, to] = [corner(left, top), corner(left + width, top + height)];
          return [(at.x - from.x) / (to.x - from.x), (at.y - from.y) / (to.y - from.y)];
        }""",
        name,
    )
    return np.array(at)


@pytest.mark.ci
def test_a_base_on_a_ridge_is_drawn_where_the_picture_shows_it(
    table: Any, open_page: Callable[..., Page], keep_picture: Callable[[Page, str], None]
) -> None:
    scene = demo_scene("yankee")
    table.restart(loop_at("yankee", table.clock))
    page = open_page()
    expect(page.locator(".piece-top")).to_have_count(1)
    picture = cv2.imdecode(
        np.frombuffer(page.request.get(f"{table.address}api/picture.jpg").body(), np.uint8), cv2.IMREAD_GRAYSCALE
    )
    left, _near, _right, far = table.stage.session.observation.picture_cm
    high, wide = picture.shape
    foot = default_camera(scene.frame, SIZE_PX).position_cm  # the camera that took it, as nobody measured it
    camera = (float(foot[0]), float(foot[1]), float(foot[2]))
    entries = {entry.name: entry for entry in scene.roster.entries}
    found = {marker.id: marker for marker in find_markers(np.asarray(picture), scene.frame.dictionary, looks=1)}
    off_px = {}
    for name in (ON_RIDGE, ON_TABLE):
        entry, truth = entries[name], scene.truth().stand(name)
        u, v = found[entry.marker].centre_px
        seen = (left + (u + 0.5) / PX_PER_CM, far - (v + 0.5) / PX_PER_CM)
        # The marker is so high; down the ray, from it to the middle of its base, and up to where that is seen.
        height = truth.z_cm + entry.mount.height_cm
        share = (camera[2] - height) / camera[2]
        turn = math.radians(truth.heading_deg)
        ahead, left_ = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        base = [
            foot[k] + (seen[k] - foot[k]) * share - entry.mount.along_cm * ahead[k] - entry.mount.across_cm * left_[k]
            for k in (0, 1)
        ]
        x, y = leaned((base[0], base[1]), truth.z_cm, camera)
        shown = np.array([(x - left) * PX_PER_CM, (far - y) * PX_PER_CM])
        off_px[name] = float(np.hypot(*(drawn_at(page, name) * (wide, high) - shown)))
    print(f"drawn off the picture, px: {off_px}")
    assert scene.truth().stand(ON_RIDGE).z_cm == 3.0
    assert max(off_px.values()) < 1.0
    keep_picture(page, "leaning.png")

    # On the map everybody is at his place, and there he is tapped.
    over_picture = drawn_at(page, ON_RIDGE)
    page.locator("#tool-view").click()
    measured = table.stage.session.reading().table.stand(ON_RIDGE)
    place = np.array([(measured.x - left) * PX_PER_CM / wide, (far - measured.y) * PX_PER_CM / high])
    assert drawn_at(page, ON_RIDGE) == pytest.approx(place, abs=1e-4)
    moved = np.hypot(*((over_picture - place) * (wide, high)))
    assert moved > 5.0, "12 px a cm: what this is about"
    expect(page.locator(".piece-top")).to_have_count(0)
    page.locator("#tool-view").click()
    assert drawn_at(page, ON_RIDGE) == pytest.approx(over_picture, abs=1e-4)

    # With the finger: a tap beside him, where he is drawn, means him; the ruler laid there lies on him.
    box = stand(page, ON_RIDGE).locator(".foot").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*middle)
    expect(stand(page, ON_RIDGE)).to_have_class(re.compile("shooter"))
    expect(page.locator(".reach .reach-going").first).to_be_visible()
    keep_picture(page, "leaning-reach.png")
