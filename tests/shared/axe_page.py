"""What axe finds serious on a page, in the light and in the dark."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast"]}


def serious(page: Page, *, dark: bool = False) -> list[str]:
    """Return what is serious on a page as it is shown; with ``dark`` also in the dark, where only colours change."""
    found = _serious(page, TAGS)
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
        broken = Axe().run(page, options={"runOnly": only}).response["violations"]
        found += [f"{scheme}: {violation['id']}" for violation in broken]
    page.emulate_media(color_scheme="light")
    return found


def _serious(page: Page, only: dict[str, object]) -> list[str]:
    return [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in Axe().run(page, options={"runOnly": only}).response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
