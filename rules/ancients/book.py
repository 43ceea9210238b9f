"""What the source lacks, as the owner takes it from his own rulebook (C11.1): a schema, and an example of ours.

Nothing here is the book. Without it positions, orders, ranges, sight, hits and banners are followed all the same.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field

from rules.ancients.units import kind_of
from rules.tables import packaged_model
from table.notation.toml import Strict

Value = TypeVar("Value")
Section = Literal["left", "centre", "right"]
Class = Literal["light", "medium", "heavy", "mounted", "foot"]
Count = Annotated[int, Field(ge=0, le=12)]


def by_kind(table: dict[str, Value]) -> dict[str, Value]:
    """Return a table by the names of units as the game writes them: "Heavy infantry" is heavy_infantry."""
    return {kind_of(kind): value for kind, value in table.items()}


def _kinds(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(kind_of, kinds))


Kinds = Annotated[tuple[str, ...], AfterValidator(_kinds)]
"""Units by name, as people write them: "Heavy infantry" is heavy_infantry."""
CountOf = Annotated[dict[str, Count], AfterValidator(by_kind)]
"""A number for each unit named."""


class CloseCombat(Strict):
    """Close combat: dice by unit, more ``at_full_strength``; units whose swords hit; when the leader's face hits."""

    dice: CountOf
    at_full_strength: CountOf = {}
    swords_hit: Kinds = ()
    leader_hits: Literal["never", "with him", "beside him"] = "never"
    battle_back: bool = True


class RangedCombat(Strict):
    """Missiles: dice by unit where they differ from C10.6, standing still and after a move; ranges that differ."""

    dice_still: CountOf = {}
    dice_moved: CountOf = {}
    range: CountOf = {}


class Retreat(Strict):
    """Retreats: hexes for each flag, by unit where they differ; flags that may be ignored; blocks a hex short."""

    hexes: Count = 1
    hexes_of: CountOf = {}
    ignored_with_leader: Count = 0
    ignored_beside_two_friends: Count = 0
    blocks_a_hex_short: Count = 1

    def hexes_for(self, flags: int, kind: str) -> int:
        """Return how many hexes so many flags drive a kind of unit back."""
        return flags * of_kind(self.hexes_of, kind, self.hexes)


class Evasion(Strict):
    """Evasion: from whom each unit may evade, how far; whether only its own sign hits it then."""

    hexes: Count = 2
    may: Annotated[dict[str, Kinds], AfterValidator(by_kind)] = {}
    only_own_sign_hits: bool = True


class Momentum(Strict):
    """Momentum after close combat that empties the hex: how far each unit advances; who may then battle once more."""

    hexes: Count = 1
    hexes_of: CountOf = {}
    battles_again: Kinds = ()


class GroundRow(Strict):
    """A kind of terrain: what it does to sight, movement and dice. ``most_dice_at``: against a unit in it."""

    blocks_sight: bool = False
    impassable: bool = False
    stops: bool = False
    no_battle_on_entering: bool = False
    most_dice_from: Count | None = None
    most_dice_at: Count | None = None
    fewer_ranged_dice: Count = 0
    flags_ignored: Count = 0


class Card(Strict):
    """A command card: how many orders, in which sections (``sections``) or anywhere; ``command``: the hand's size."""

    number: Count | None = None
    sections: dict[Section, Count] = {}
    command: bool = False
    classes: tuple[Class, ...] = ()
    helmet: bool = False


class Book(Strict):
    """All of an owner's file, the table ``[settings.book]`` of a case or match."""

    title: Annotated[str, Field(min_length=1, max_length=80)]
    close: CloseCombat
    ranged: RangedCombat = RangedCombat()
    retreat: Retreat = Retreat()
    evasion: Evasion = Evasion()
    momentum: Momentum = Momentum()
    terrain: dict[str, GroundRow] = {}
    cards: dict[str, Card] = {}

    def named(self) -> Iterator[tuple[str, str]]:
        """Yield every unit the file names, with the table that names it."""
        counted = (("close.dice", self.close.dice), ("close.at_full_strength", self.close.at_full_strength))
        ranged = tuple((f"ranged.{word}", getattr(self.ranged, word)) for word in ("dice_still", "dice_moved", "range"))
        moved = (("retreat.hexes_of", self.retreat.hexes_of), ("momentum.hexes_of", self.momentum.hexes_of))
        listed = (("close.swords_hit", self.close.swords_hit), ("momentum.battles_again", self.momentum.battles_again))
        evading = (("evasion.may", self.evasion.may), *((f"evasion.may.{k}", v) for k, v in self.evasion.may.items()))
        for key, kinds in (*counted, *ranged, *moved, *listed, *evading):
            yield from ((key, kind) for kind in kinds)


@cache
def example_book() -> Book:
    """Return the example: house values of ours to try the game out with, and NOT those of the rulebook."""
    return packaged_model(__package__, "example_book.toml", Book)


def of_kind(table: Mapping[str, int], kind: str, otherwise: int) -> int:
    """Return what a table says of a kind of unit, else the number for all."""
    return table.get(kind, otherwise)
