"""``[side.NAME]`` of match.toml: what people call a side, and what the rules know of it."""

import math
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any

from rules.game import Side
from rules.state import TABLE
from table.errors import BadFile
from table.names import MOST, is_name
from table.notation.toml import got_words

NAMED = ("title", "adjective", "colour")
TRUTHS = frozenset({"elite", "paratroops", "japanese_islands", "surrendered", "defeated", "retreated"})
COUNTS = frozenset({"shells", "shots", "banners", "banners_to_win", "command", "leaders"})
RULED = TRUTHS | COUNTS | {"started", "brigades", "edge", "reinforcements", "pieces", "prisoners"}
"""What a game's rules read of a side (`rules.state.State.known`)."""

OF_TABLE: Mapping[str, frozenset[str]] = {
    "a text": frozenset({"phase", "side", "first", "weather", "card"}),
    "a whole number of 0 or more": frozenset({"turn", "subturn", "orders"}),
    "true or false": frozenset({"card_played", "truce"}),
    "a list": frozenset({"cleared", "emptied", "ground_taken"}),
}
"""What a game that goes by phases knows of the table as a whole, in ``[side.table]``, and what each word says."""

Words = Mapping[str, Mapping[str, Any]]


def side_called(name: str, words: Mapping[str, Any], usual: Side | None = None) -> Side:
    """Return the side as its words call it, or as it is usually called."""
    title = words.get("title") or (usual.title if usual is not None else name.capitalize())
    adjective = usual.adjective if usual is not None and title == usual.title else title
    return Side(name, title, words.get("adjective") or adjective)


def check_words(words: Words, file: str) -> None:
    """Raise BadFile for a word that neither the page nor the rules know, and for a value of another type."""
    for name, told in words.items():
        for word, value in told.items():
            key = f"side.{name}.{word}"
            if name == TABLE:
                _check_of_table(word, value, key, file)
            elif word in NAMED:
                _expect(isinstance(value, str), file, key, "a text", value)
                _expect(word == "colour" or is_name(value), file, key, f"a name of 1 to {MOST} characters", value)
            elif word not in RULED:
                near = get_close_matches(word, (*NAMED, *RULED), 1, 0.7)
                known = f"{near[0]!r}" if near else f"one of {', '.join((*NAMED, *sorted(RULED)))}"
                raise BadFile(file, key, known, f"{word!r}")
            elif word in TRUTHS:
                _expect(isinstance(value, bool), file, key, "true or false", value)
            elif word == "started":
                _expect(_whole(value, 1), file, key, "a whole number of 1 or more", value)
            elif word in COUNTS:
                _expect(_whole(value, 0), file, key, "a whole number of 0 or more", value)
            elif word == "prisoners":
                names = isinstance(value, list) and all(isinstance(name, str) for name in value)
                _expect(names or _whole(value, 0), file, key, "how many, or a list of their names", value)
            elif word == "edge":
                _expect(isinstance(value, str), file, key, "an edge of the table, such as 'near'", value)
            elif word == "pieces":
                _expect(isinstance(value, list) and all(map(_plain, value)), file, key, "a list", value)
            else:
                counts = isinstance(value, dict) and all(_whole(count, 0) for count in value.values())
                _expect(counts, file, key, "whole numbers by name, {A = 9, B = 8}", value)


def _check_of_table(word: str, value: object, key: str, file: str) -> None:
    kinds = {known: kind for kind, words in OF_TABLE.items() for known in words}
    if word not in kinds:
        near = get_close_matches(word, kinds, 1, 0.7)
        raise BadFile(file, key, repr(near[0]) if near else f"one of {', '.join(sorted(kinds))}", repr(word))
    right = {
        "a text": isinstance(value, str),
        "a whole number of 0 or more": _whole(value, 0),
        "true or false": isinstance(value, bool),
        "a list": isinstance(value, list),
    }
    _expect(right[kinds[word]], file, key, kinds[word], value)


def beyond_names(words: Words) -> dict[str, dict[str, Any]]:
    """Return what is said of each side beyond what it is called; sides of which nothing is are left out."""
    return _only(words, {"colour", *RULED})


def ruled_words(words: Words) -> dict[str, dict[str, Any]]:
    """Return what the rules know of each side; sides they know nothing of are left out."""
    return _only(words, RULED)


def _only(words: Words, kept: Collection[str]) -> dict[str, dict[str, Any]]:
    left = {
        name: {word: value for word, value in told.items() if word in kept or name == TABLE}
        for name, told in words.items()
    }
    return {name: told for name, told in left.items() if told}


def _expect(right: bool, file: str, key: str, expected: str, got: object) -> None:
    if not right:
        raise BadFile(file, key, expected, got_words(got))


def _whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _plain(value: object) -> bool:
    """Whether a value is one a journal can keep: TOML has dates too."""
    return isinstance(value, str | bool | int) or (isinstance(value, float) and math.isfinite(value))
