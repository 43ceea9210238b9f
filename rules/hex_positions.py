"""Who stands on which hex: several may share one, and whoever is on the line between two is asked about."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Any

from rules.action import Action
from rules.dice import NeedsDice
from rules.ruling import Check
from rules.ruling_builder import RulingBuilder
from rules.settings import AnySettings, Settings
from table.errors import BadFile, BadInput
from table.frame import HexBoard
from table.hex_board import ROOT3, HexReading, centre_of, has, label_of, read_hex
from table.hexes import Hex
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.notation.hex_place import hex_from
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.verdict import DOUBT, Verdict

STANDS_ON = "stands_on_hex"
"""The key of the check that asks on which hex somebody stands."""
MOST = 64
"""So many positions at most are judged while it is open where some stand; with more, one stand at a time is varied."""
Way = Mapping[str, Hex | None]


@dataclass(frozen=True)
class HexPosition:
    """Where everybody stands: ``places`` by name, those off the board left out; ``between`` are readings on a line.

    Who is on a line counts where he most likely is.
    """

    board: HexBoard
    places: Mapping[str, Hex]
    between: Mapping[str, HexReading] = field(default_factory=dict)

    @cached_property
    def _by_hex(self) -> Mapping[Hex, tuple[str, ...]]:
        found: dict[Hex, tuple[str, ...]] = {}
        for name in sorted(self.places):
            here = self.places[name]
            found[here] = (*found.get(here, ()), name)
        return found

    def where(self, name: str) -> Hex | None:
        """Return the hex a stand is on; None for one that is off the board."""
        return self.places.get(name)

    def on(self, here: Hex) -> tuple[str, ...]:
        """Return the names of all who are on a hex, sorted."""
        return self._by_hex.get(here, ())

    def moved(self, name: str, there: Hex) -> "HexPosition":
        """Return the position after somebody has gone to a hex."""
        return HexPosition(self.board, {**self.places, name: there}, self.between)

    def without(self, *names: str) -> "HexPosition":
        """Return the position without those stands."""
        return replace(self, places={name: here for name, here in self.places.items() if name not in names})

    def placed(self, way: Way) -> "HexPosition":
        """Return the position with some stands where a reading puts them; None is off the board."""
        kept = {name: here for name, here in self.places.items() if name not in way}
        return replace(self, places=kept | {name: here for name, here in way.items() if here is not None})


def hex_board(snapshot: Snapshot, source: str = "case") -> HexBoard:
    """Return a table's board of hexes; raises BadFile where it has none."""
    if not isinstance(snapshot.board, HexBoard):
        raise BadFile(source, "board.kind", '"hexes"', "nothing" if snapshot.board is None else '"squares"')
    return snapshot.board


def position_of(snapshot: Snapshot, doubt: float = DOUBT, source: str = "case") -> HexPosition:
    """Return where the stands of a table most likely are; raises BadFile for a table without hexes."""
    board = hex_board(snapshot, source)
    places: dict[str, Hex] = {}
    between: dict[str, HexReading] = {}
    for stand in snapshot.stands:
        reading = reading_of(board, stand.x, stand.y, stand.sigma_cm, doubt)
        if reading.verdict is Verdict.CLOSE:
            between[stand.name] = reading
        if reading.likeliest is not None:
            places[stand.name] = reading.likeliest
    return HexPosition(board, places, between)


@lru_cache(maxsize=4096)
def reading_of(board: HexBoard, x: float, y: float, sigma_cm: float = 0.0, doubt: float = DOUBT) -> HexReading:
    """Return which hex a place is on, as `read_hex` does; remembered, for a table is ruled on many times."""
    return read_hex(board, x, y, sigma_cm, doubt)


def hex_named(
    value: object, key: str, board: HexBoard, source: str, *, by_offset: bool = False, beside: bool = False
) -> Hex:
    """Return the hex that an action's key names, as the game's files write it or as a label; raises BadFile.

    With ``beside`` one that lies beside the board is a hex too.
    """
    expected = "a hex of the board, such as [3, 2] or D5"
    if value is None:
        raise BadFile(source, key, expected, NOTHING)
    try:
        here = hex_from(board, value, by_offset=by_offset)
    except BadInput as error:
        raise BadFile(source, key, expected, str(error)) from None
    if not beside and not has(board, here):
        raise BadFile(source, key, expected, f"{got_words(value)}, which is off the board")
    return here


def hexes_named(
    action: Action,
    key: str,
    board: HexBoard,
    source: str,
    least: int = 1,
    *,
    by_offset: bool = False,
) -> tuple[Hex, ...]:
    """Return the hexes that a list in an action names, at least so many; raises BadFile."""
    given = action.get(key)
    if not isinstance(given, list | tuple) or len(given) < least:
        got = NOTHING if given is None else got_words(given)
        raise BadFile(source, f"action.{key}", f"{least} or more hexes, such as [[3, 2], [4, 2]]", got)
    return tuple(
        hex_named(place, f"action.{key}[{k + 1}]", board, source, by_offset=by_offset) for k, place in enumerate(given)
    )


def rule_on_positions(
    snapshot: Snapshot, builder: RulingBuilder[AnySettings], clause: str,
    judge: Callable[[HexPosition, RulingBuilder[AnySettings]], None], source: str = "case",
    alike: Callable[[Check], object] = lambda check: check,
) -> None:  # fmt: skip
    """Judge on where everybody stands; whoever is on a line is asked about only where it changes the ruling.

    What is refused (or allowed, with the same checks and effects) wherever they stand is so without asking. ``judge``
    may be called several times, each time with a builder and dice of its own; it must not keep anything. Checks are the
    same that are ``alike``; those for which it is None do not count.
    """
    read = position_of(snapshot, builder.settings.doubt, source)
    choices = {name: [here for here, _ in read.between[name].among] for name in sorted(read.between)}
    asked: set[tuple[str, Hex | None]] = set()
    while True:
        way, matters = _explored(read, choices, builder, judge, alike)
        answered = False
        for name in matters:
            here = choices[name][0]
            if (name, here) in asked:
                continue
            asked.add((name, here))
            said = _stands_on(name, here, snapshot, read, builder, clause)
            if said is not None:
                choices[name] = [here] if said else choices[name][1:]
                answered = True
        if not answered:
            judge(read.placed(way), builder)
            return


def _explored(
    read: HexPosition, choices: Mapping[str, Sequence[Hex | None]], builder: RulingBuilder[AnySettings],
    judge: Callable[[HexPosition, RulingBuilder[AnySettings]], None], alike: Callable[[Check], object],
) -> tuple[Way, list[str]]:  # fmt: skip
    """Return the likeliest way that is not refused, and the stands that make a difference to the ruling."""
    first: Way = {name: places[0] for name, places in choices.items()}
    if all(len(places) == 1 for places in choices.values()):
        return first, []
    ways = _ways(read, choices)
    found = [(way, _ruled(read.placed(way), builder, judge, alike)) for way in ways]
    kept = next((way for way, ruled in found if ruled != "refused"), first)
    matters = {
        name
        for (one, its), (other, others) in combinations(found, 2)
        if its != others and (name := _only_difference(one, other)) is not None
    }
    return kept, sorted(matters)


def _ways(read: HexPosition, choices: Mapping[str, Sequence[Hex | None]]) -> list[Way]:
    """Return the ways in which those on a line may stand, the likeliest first."""
    names = list(choices)
    first = {name: choices[name][0] for name in names}
    if math.prod(len(places) for places in choices.values()) > MOST:
        return [first, *({**first, name: here} for name in names for here in choices[name][1:])]
    ways = [dict(zip(names, way, strict=True)) for way in product(*choices.values())]
    return sorted(ways, key=lambda way: -math.prod(read.between[name].probability(way[name]) for name in names))


def _only_difference(one: Way, other: Way) -> str | None:
    names = [name for name in one if one[name] != other[name]]
    return names[0] if len(names) == 1 else None


def _ruled(
    position: HexPosition,
    builder: RulingBuilder[AnySettings],
    judge: Callable[[HexPosition, RulingBuilder[AnySettings]], None],
    alike: Callable[[Check], object],
) -> Any:
    """Return what would be ruled on a position, to be compared with others; "refused" however it is refused.

    Refused is also what makes no sense there: a move to the hex that a stand on a line may be on.
    """
    dice = replace(builder.dice, thrown=list(builder.dice.thrown))
    own = replace(builder, dice=dice, checks=[], effects=[], shapes=[], house={}, outcome=None)
    needs = None
    try:
        judge(position, own)
    except NeedsDice as request:
        needs = request.throw
    except BadFile:
        return "refused"
    if own.verdict == "refused":
        return "refused"
    said = tuple(it for it in map(alike, own.checks) if it is not None)
    return (own.verdict, needs, own.outcome, said, tuple(own.effects), tuple(own.house))


def _stands_on(
    name: str, here: Hex | None, snapshot: Snapshot, read: HexPosition, builder: RulingBuilder[Settings], clause: str
) -> bool | None:
    """Ask whether somebody stands on a hex; measured is how far (cm) his middle is from the hex's."""
    stand, board = snapshot.stand(name), read.board
    x, y = centre_of(board, here) if here is not None else stand.centre
    off = Measurement(math.dist(stand.centre, (x, y)), stand.sigma_cm)
    place = "-" if here is None else label_of(board, here)
    return builder.likely(
        clause, STANDS_ON, read.between[name].probability(here), off, board.size_cm * ROOT3 / 2, modifies=True,
        stand=name, hex=place,
    )  # fmt: skip


def readings(read: HexPosition, most: int = 16) -> Iterator[tuple[float, HexPosition]]:
    """Yield the positions that those on a line may make with the probability of each, at most so many, likeliest first.

    For `infer_moves`: what the camera saw is read from them.
    """
    choices = {name: [here for here, _ in read.between[name].among] for name in sorted(read.between)}
    for way in _ways(read, choices)[:most]:
        share = math.prod(read.between[name].probability(way[name]) for name in choices)
        yield share, replace(read.placed(way), between={})
