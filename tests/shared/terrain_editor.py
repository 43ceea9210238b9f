"""The terrain editor in a browser, as tests tap it."""

from playwright.sync_api import Page


def to_px(page: Page, x: float, y: float) -> tuple[float, float]:
    """Return where a point in table cm is on the screen."""
    at = page.evaluate(
        """([x, y]) => {
          const plan = document.querySelector(".terrain-plan");
          const depth = Number(plan.querySelector(".ground rect").getAttribute("height"));
          const point = new DOMPoint(x, depth - y).matrixTransform(plan.getScreenCTM());
          return [point.x, point.y];
        }""",
        [x, y],
    )
    return (at[0], at[1])
