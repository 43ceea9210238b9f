"""Why a piece gives a target no cover, where players would argue that it does (A3.4, A3.5)."""

from collections.abc import Sequence

from shapely import LineString, Point

from rules.ambush.obstacles import Obstacle
from rules.ambush.settings import Builder
from rules.ambush.sight import reach_along
from table.stand import Stand


def tell_no_cover(actor: Stand, target: Stand, among: Sequence[Obstacle], builder: Builder) -> None:
    """Record of the nearest such piece why a target is not in cover: one on the line of fire, or close to him.

    Nothing is said of a target that is not seen: there cover decides nothing.
    """
    if any(check.key == "sight" and check.verdict == "failed" for check in builder.checks):
        return
    line, here = LineString([actor.centre, target.centre]), Point(target.centre)
    for piece in sorted(among, key=lambda it: (it.outline.distance(here), it.name)):
        told = _reason(piece, actor, target, line.intersects(piece.outline), builder)
        if told is not None:
            clause, key = told
            before_cm = reach_along(actor, target, piece).value
            builder.modifying(
                clause, key, actor=actor.name, target=target.name, piece=piece.name, kind=piece.kind,
                before_target_cm=before_cm, cover_cm=builder.settings.cover_cm,
            )  # fmt: skip
            return


def _reason(piece: Obstacle, actor: Stand, target: Stand, between: bool, builder: Builder) -> tuple[str, str] | None:
    """Return the clause and the reason; None for what nobody would take for cover."""
    row, cover_cm = piece.row, builder.settings.cover_cm
    close = piece.outline.distance(Point(target.centre)) <= cover_cm
    if row.cover == "near":
        if not between:
            return ("A3.4", "no_cover_beside") if close else None
        builder.uses("cover_cm")
        return ("A3.4", "no_cover_far") if reach_along(actor, target, piece).value > cover_cm else None
    if not (between and close and row.crossing == "linear"):
        return None
    return "A3.5", "no_cover_outside" if row.cover == "inside" else "no_cover_nobody"
