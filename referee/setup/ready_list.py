"""A set's own counters and blocks as a roster ready to print: of Ancients' two boxes, of Rommel's lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from referee.setup.bases import mount_of, usual_bases
from referee.words.kinds import kind_said, unit_said
from rules.ancients.troops import block_table
from rules.ancients.units import LEADER, book_types
from rules.registry import game_named
from rules.rommel.counters import unit_rows
from rules.rommel.kinds import NATIONS, kind_named
from rules.settings import read_settings
from table.roster import Entry, Roster

MARKER_CM = 1.2
"""A marker that suits counters and blocks."""
CODES: Mapping[str, str] = {
    "german": "GE", "italian": "IT", "british": "BR", "commonwealth": "CW", "greek": "GR", "free_french": "FF",
}  # fmt: skip
"""A nation on a marker's label, which has room for some fifteen letters."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One counter, unit or leader of a set; ``unit`` is its name in the game's list of counters."""

    name: str
    side: str
    kind: str
    unit: str | None = None


def ready_list(game: str, settings: Mapping[str, Any], language: str = "en") -> tuple[Listed, ...]:
    """Return what is in the box, one side after the other; nothing for a game whose armies players choose themselves.

    Rommel's list is that of the match's settings; names are in that language, as far as they are ours.
    """
    if game == "ancients":
        return tuple(_blocks(language))
    if game == "rommel":
        read: Any = read_settings(game_named(game).settings, settings, "match.toml")
        return tuple(_counters(read, language))
    return ()


def ready_roster(game: str, settings: Mapping[str, Any], language: str = "en") -> Roster:
    """Return the roster of all that is in the box: markers 0, 1, ... in the order of the list."""
    bases = {base.kind: base for base in usual_bases(game)}
    entries = []
    for marker, one in enumerate(ready_list(game, settings, language)):
        base = bases[one.kind]
        mount = mount_of(base.mount, base.depth_cm, MARKER_CM)
        entries.append(Entry(marker, one.name, one.side, one.kind, base.width_cm, base.depth_cm, mount, one.unit))
    return Roster(tuple(entries))


def _blocks(language: str) -> Iterator[Listed]:
    """Yield the units that a set's blocks make, numbered through by side (C2.1, C2.3): R10 Auxilia."""
    for side, counted in block_table().items():
        number = count(1)
        for kind, blocks in counted.items():
            title = kind_said("ancients", kind, language)
            for _ in range(blocks // (1 if kind == LEADER else book_types()[kind].blocks)):
                yield Listed(f"{side[0].upper()}{next(number)} {title[:1].upper()}{title[1:]}", side, kind)


def _counters(settings: Any, language: str) -> Iterator[Listed]:
    """Yield the counters of a list, numbered through by nation (R2.1): GE3 German infantry."""
    numbers = {nation: count(1) for nation in NATIONS}
    for name, row in unit_rows(settings).items():
        for _ in range(row.count):
            code = f"{CODES[row.nation]}{next(numbers[row.nation])}"
            yield Listed(
                f"{code} {unit_said(name, language)}", NATIONS[row.nation], kind_named(row.kind) or row.kind, name
            )
