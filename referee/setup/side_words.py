"""``[side.NAME]`` of match.toml: what people call a side, and what the rules know of it (rules/cases.py checks it)."""

from collections.abc import Mapping
from typing import Any

from rules.game import Side
from rules.state import TABLE

CALLED = ("title", "adjective")

Words = Mapping[str, Mapping[str, Any]]


def side_called(name: str, words: Mapping[str, Any], usual: Side | None = None) -> Side:
    """Return the side as its words call it, or as it is usually called."""
    title = words.get("title") or (usual.title if usual is not None else name.capitalize())
    adjective = usual.adjective if usual is not None and title == usual.title else title
    return Side(name, title, words.get("adjective") or adjective)


def beyond_names(words: Words) -> dict[str, dict[str, Any]]:
    """Return what is said of each side beyond what it is called; sides of which nothing is are left out."""
    return _without(words, *CALLED)


def ruled_words(words: Words) -> dict[str, dict[str, Any]]:
    """Return what the rules know of each side; sides they know nothing of are left out."""
    return _without(words, *CALLED, "colour")


def _without(words: Words, *left_out: str) -> dict[str, dict[str, Any]]:
    left = {
        name: {word: value for word, value in told.items() if word not in left_out or name == TABLE}
        for name, told in words.items()
    }
    return {name: told for name, told in left.items() if told}
