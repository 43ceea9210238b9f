"""What a package index shows of Vedette: the README, with links that lead somewhere from there too.

VEDETTE_URL is the repository's public address (https://github.com/...), which only those who publish it know. Without
it there are no pictures, and what was a link to a page is its words. All else is in pyproject.toml.
"""

import os
import re
from pathlib import Path

from setuptools import setup

LOCAL = re.compile(r"(!?)\[([^]]*)\]\((?!https?:|#)([^)]+)\)")


def for_the_index(readme: str, url: str) -> str:
    """Return the README with the address before each of its own links."""

    def told(link: "re.Match[str]") -> str:
        picture, words, path = link.groups()
        if not url:
            return "" if picture else words
        return f"{picture}[{words}]({url}/{'raw' if picture else 'blob'}/HEAD/{path})"

    return LOCAL.sub(told, readme)


if __name__ == "__main__":
    URL = os.environ.get("VEDETTE_URL", "").rstrip("/")
    setup(
        long_description=for_the_index(Path("README.md").read_text(encoding="utf-8"), URL),
        long_description_content_type="text/markdown",
        project_urls={
            "Source": URL, "Documentation": f"{URL}/blob/HEAD/docs/index.md", "Issues": f"{URL}/issues",
            "Changelog": f"{URL}/blob/HEAD/CHANGELOG.md",
        } if URL else {},
    )  # fmt: skip
