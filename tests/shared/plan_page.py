"""The plan on the page, as a browser shows it."""

from playwright.sync_api import Page

WHERE = """([x, y]) => {
  const plan = document.querySelector("svg.plan");
  const depth = document.querySelector(".ground rect").height.baseVal.value;
  const at = new DOMPoint(x, depth - y).matrixTransform(plan.getScreenCTM());
  return [at.x, at.y];
}"""


def at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Return the pixels of the page where a place on the table, in cm, is drawn."""
    px: list[float] = page.evaluate(WHERE, [x, y])
    return px[0], px[1]
