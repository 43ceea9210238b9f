"""What axe finds on a page, in the light and in the dark."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast"]}
# Axe takes twice as long when it also lists what is well.
RUN = "options => axe.run({...options, resultTypes: ['violations']}).then((found) => found.violations)"


def violations(page: Page, only: dict[str, object] | None = None) -> list[dict[str, Any]]:
    """Return axe's violations on a page as it is shown, of these rules only."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found: list[dict[str, Any]] = page.evaluate(RUN, {"runOnly": only} if only else {})
    return found


def broken(page: Page, only: dict[str, object] | None = None) -> list[str]:
    """Return where a page as it is shown breaks any of axe's rules."""
    return [f"{found['id']}: {node['html'][:160]}" for found in violations(page, only) for node in found["nodes"]]


def serious(page: Page, *, dark: bool = False, only: dict[str, object] | None = None) -> list[str]:
    """Return what is serious on a page as it is shown; with ``dark`` also in the dark, where only colours change."""
    found = _serious(page, only or TAGS)
    if dark:
        page.emulate_media(color_scheme="dark")
        found += [f"in the dark: {each}" for each in _serious(page, COLOURS)]
        page.emulate_media(color_scheme="light")
    return found


def violated(page: Page, *tags: str) -> list[str]:
    """Return the rules with these tags that a page breaks in the light, and those of colours that it does in the dark.

    An evening walked once shows both: the dark changes colours only.
    """
    found: list[str] = []
    for scheme, only in (("light", {"type": "tag", "values": tags}), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {violation['id']}" for violation in violations(page, only)]
    page.emulate_media(color_scheme="light")
    return found


def _serious(page: Page, only: dict[str, object]) -> list[str]:
    return [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in violations(page, only)
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
