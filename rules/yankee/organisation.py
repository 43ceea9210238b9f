"""What brigades, divisions and corps are made of (Y3.1)."""

from functools import cache

from rules.tables import packaged_model
from rules.yankee.settings import Builder
from rules.yankee.state import state_of
from rules.yankee.troops import QUALITIES, QUALITIES_OF, arm_of
from table.notation.toml import Strict
from table.snapshot import Snapshot

Span = tuple[int, int]


class Table(Strict):
    """Y4.1: the table's size."""

    width_cm: float
    depth_cm: float


class Brigade(Strict):
    """Troop bases and a commander's."""

    commanders: int


class Division(Strict):
    """From how many to how many brigades, and a commander's base."""

    brigades: Span
    commanders: int


class Corps(Strict):
    """From how many to how many divisions and batteries, and its general."""

    divisions: Span
    batteries: Span
    commanders: int


class Game(Strict):
    """The least number of brigades a side for two players."""

    brigades_a_side: int


class Organisation(Strict):
    """All of organisation.toml."""

    table: Table
    brigade: Brigade
    division: Division
    corps: Corps
    game: Game


@cache
def organisation() -> Organisation:
    """Return the book's organisation."""
    return packaged_model(__package__, "organisation.toml", Organisation)


def tell_division(brigades: int, builder: Builder) -> None:
    """Record whether so many brigades make a division: advice, it refuses nothing."""
    least, most = organisation().division.brigades
    fits = least <= brigades <= most
    builder.modifying("Y3.1", "a_division" if fits else "no_division", count=brigades, least=least, most=most)


def tell_forces(snapshot: Snapshot, builder: Builder) -> None:
    """Record how many brigades each side has and whether the book would have more: it refuses nothing."""
    least = organisation().game.brigades_a_side
    for side in sorted({stand.side for stand in snapshot.stands}):
        own = [s for s in snapshot.stands if s.side == side and arm_of(s) != "general"]
        for stand in own:
            quality = state_of(stand).quality
            if quality not in QUALITIES_OF.get(arm_of(stand), QUALITIES):
                builder.modifying("Y1.1", "not_of_its_arm", stand=stand.name, arm=arm_of(stand), quality=quality)
        brigades = {brigade for s in own if (brigade := state_of(s).brigade) is not None}
        if brigades:
            key = "brigades_enough" if len(brigades) >= least else "brigades_few"
            builder.modifying("Y3.1", key, side=side, count=len(brigades), least=least)
