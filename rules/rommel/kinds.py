"""The kinds of counters and the two sides: the words that name them, and what each kind counts as (R1.1, R2.1)."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal

from rules.tables import packaged_rows
from table.errors import BadFile
from table.notation.toml import Strict
from table.stand import Stand

Side = Literal["axis", "allied"]
Arm = Literal["foot", "mechanised", "artillery", "armour", "supply", "marker", "air"]
SIDES: tuple[Side, Side] = ("allied", "axis")
"""The two sides; the Allies attack and move first (R1.1)."""
NATIONS: Mapping[str, Side] = {
    "german": "axis", "italian": "axis", "british": "allied", "commonwealth": "allied", "greek": "allied",
    "free_french": "allied",
}  # fmt: skip
"""The nations of the counters' colours (R2.1)."""
_NATIONS: Mapping[str, str] = {
    **dict.fromkeys(("german", "germans", "germany", "de", "aleman", "alemanes", "tedeschi"), "german"),
    **dict.fromkeys(("italian", "italians", "italy", "it", "italiano", "italianos", "italiani"), "italian"),
    **dict.fromkeys(("british", "britain", "uk", "english", "ingleses", "inglesi"), "british"),
    **dict.fromkeys(("greek", "greeks", "greece"), "greek"), "commonwealth": "commonwealth",
    **dict.fromkeys(("free french", "french"), "free_french"),
}  # fmt: skip
_SIDES: Mapping[str, Side] = {
    **{word: NATIONS[nation] for word, nation in _NATIONS.items()},
    **dict.fromkeys(("axis", "eje", "asse", "rommel", "afrika korps"), "axis"),
    **dict.fromkeys(("allied", "allies", "ally", "montgomery", "eighth army", "aliado", "aliados"), "allied"),
    **dict.fromkeys(("alleato", "alleati"), "allied"),
}
GUNS: frozenset[str] = frozenset({"anti_aircraft", "mixed"})
"""The kinds that fire at aircraft (R6.3)."""
SHOOTERS: frozenset[str] = frozenset({"tank", "field_artillery", "anti_tank", "mixed"})
"""The kinds that fire at counters on the ground (R6.5)."""


class KindRow(Strict):
    """One kind of kinds.toml."""

    arm: Arm
    words: tuple[str, ...]


@cache
def kinds() -> Mapping[str, KindRow]:
    """Return kinds.toml's rows by kind."""
    return packaged_rows(__package__, "kinds.toml", KindRow)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return a word as it is looked up: small, its hyphens and underscores as spaces."""
    return re.sub(r"[\s_-]+", " ", text.strip().lower())


@cache
def _by_word() -> Mapping[str, str]:
    return {plain(word): kind for kind, row in kinds().items() for word in (kind, *row.words)}


def kind_named(text: str) -> str | None:
    """Return the kind that a word names; None for a word that names none."""
    return _by_word().get(plain(text))


def arm_of(stand: Stand) -> Arm:
    """Return what a counter of a completed table counts as."""
    return kinds()[stand.kind].arm


def is_air(stand: Stand) -> bool:
    """Say whether a counter is an aircraft."""
    return arm_of(stand) == "air"


def is_marker(stand: Stand) -> bool:
    """Say whether a counter is a fortification or marks a lane: others may stand on it."""
    return arm_of(stand) == "marker"


def is_ground(stand: Stand) -> bool:
    """Say whether a counter is one of those of which one stands on a hex (R4.3)."""
    return arm_of(stand) not in ("air", "marker")


def may_be_fortified(stand: Stand) -> bool:
    """Say whether a counter may enter a fortification: non-mechanised infantry, paratroops, artillery (R5.3)."""
    return arm_of(stand) in ("foot", "artillery")


def side_of(name: str, source: str = "case", key: str = "side") -> Side:
    """Return which of the two sides a name is of; raises BadFile naming ``key`` for one that is neither's."""
    try:
        return _SIDES[plain(name)]
    except KeyError:
        own = {side: ", ".join(nation for nation, of in NATIONS.items() if of == side) for side in SIDES}
        raise BadFile(source, key, f"axis ({own['axis']}) or allied ({own['allied']})", repr(name)) from None


def nation_named(name: str, source: str = "case", key: str = "side") -> tuple[str | None, Side]:
    """Return the nation that a name is of, None for a side's, and whom it fights for; raises BadFile as side_of."""
    return _NATIONS.get(plain(name)), side_of(name, source, key)


def other(side: Side) -> Side:
    """Return the other side."""
    return "axis" if side == "allied" else "allied"
