"""How a turn ends: five ways to win, and the other side's turn (M4)."""

from collections.abc import Mapping

from rules.montecassino.fields import FIRST, field_of, in_base, line_from, other_field
from rules.montecassino.legal_turns import may_free
from rules.montecassino.position import SquarePosition
from rules.montecassino.settings import Builder
from rules.montecassino.side import BySide, MontecassinoSide, named_side, shells_left, soldier_count
from rules.montecassino.steps import Turn, legal_steps
from rules.state import Known
from table.errors import BadFile
from table.snapshot import Snapshot
from table.squares import Field


def end_turn(
    snapshot: Snapshot, after: SquarePosition, owner: Field, builder: Builder, source: str
) -> None:  # fmt: skip
    """Record who has won by what was done, if anybody has, and that the other side's turn begins (M2.1, M4.1)."""
    sides = sides_on(snapshot, builder.sides, source)
    enemy = other_field(owner)
    mine, theirs = sides.get(owner), sides.get(enemy)
    through = [man.name for square, man in after.of(owner) if line_from(owner, square) == FIRST]
    if mine is not None and through:
        _wins(mine, theirs, "reached_first_line", builder, stand=through[0])
    elif theirs is not None and soldier_count(snapshot, theirs) and not any(after.of(enemy)):
        _wins(mine, theirs, _lost_how(theirs, builder), builder)
    elif mine is not None and soldier_count(snapshot, mine) and not any(after.of(owner)):
        _wins(theirs, mine, _lost_how(mine, builder), builder)
    elif theirs is not None and any(after.of(enemy)) and is_immobile(after, enemy, theirs, builder):
        _wins(mine, theirs, "cannot_move", builder)
    builder.effect("turn_ends")


def give_up(snapshot: Snapshot, by: BySide, builder: Builder, source: str) -> None:
    """Rule on giving up: whoever will not note the positions to continue later has lost (M4.1)."""
    side = named_side(snapshot, by.side, builder, source)
    builder.modifying("M4.1", "gives_up", side=side)
    builder.outcome = "gave_up"
    builder.effect("surrender", None, side=side)


def is_immobile(position: SquarePosition, owner: Field, side: str, builder: Builder) -> bool:
    """Say whether a side has nothing to do on its turn: no step, no freeing, no retreat, no shell to fire (M4.1)."""
    turn = Turn(position, owner)
    if any(any(legal_steps(turn, square)) for square, _ in position.of(owner)):
        return False
    settings = builder.settings
    known = MontecassinoSide.of(side, builder)
    if not settings.infantry_only and shells_left(builder.sides, side, settings) > 0:
        builder.modifying("M4.1", "may_still_fire", side=side)
        return False
    held = known.prisoners or any(effect.type == "capture" for effect in builder.effects)
    if held and may_free(position, owner, settings.defended_from_ahead):
        builder.modifying("M4.1", "may_still_free", side=side)
        return False
    if not known.retreated and any(not in_base(owner, square) for square, _ in position.of(owner)):
        builder.modifying("M4.1", "may_still_retreat", side=side)
        return False
    return True


def sides_on(snapshot: Snapshot, known: Known, source: str) -> Mapping[Field, str]:
    """Return the name of the side of each field, from the stands and what is known; raises BadFile for two of one."""
    found: dict[Field, str] = {}
    for side in dict.fromkeys((*(stand.side for stand in snapshot.stands), *known)):
        field = field_of(side, source)
        if found.setdefault(field, side) != side:
            raise BadFile(source, "side", "one side of each field", f"{found[field]!r} and {side!r}")
    return found


def _lost_how(side: str, builder: Builder) -> str:
    """Return how a side lost its infantry: all captured, all to the cannon, or part so and part so."""
    known = MontecassinoSide.of(side, builder)
    held, started = known.prisoners, known.started
    now = sum(effect.type == "capture" for effect in builder.effects)
    if not isinstance(held, tuple) or started is None:
        return "no_infantry_left"
    if len(held) + now >= started:
        return "all_captured"
    return "all_shot" if len(held) + now == 0 else "no_infantry_left"


def _wins(winner: str | None, loser: str | None, way: str, builder: Builder, **who: str) -> None:
    builder.modifying("M4.1", way, side=winner or "", enemy=loser or "", **who)
    builder.outcome = "won"
    if loser is not None:
        builder.effect("defeat", None, side=loser, way=way)
