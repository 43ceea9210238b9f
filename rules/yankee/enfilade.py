"""Y8.7: artillery firing along a line of bases instead of across it."""

from rules.yankee.field_of_fire import STRICT, FieldOfFire
from rules.yankee.settings import Builder
from table.contact import groups
from table.corridor import overlap
from table.footprint import ahead, left_of
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import Verdict


def enfiladed(field: FieldOfFire, snapshot: Snapshot, builder: Builder) -> list[str]:
    """Return the other bases of the target's group that the corridor passes through in line with the target.

    Lined up along the corridor (our reading of Y8.7): the two centres lie farther apart along it than across it.
    A base of which that is too close to call is recorded as such.
    """
    target, doubt = field.target, builder.settings.doubt
    friends = [s for s in snapshot.stands if s.side == target.side]
    group = next(g for g in groups(friends, builder.uses("contact_cm"), _same_brigade) if target in g)
    found = []
    for mate in sorted((s for s in group if s.name != target.name and _in_line(field, s)), key=lambda s: s.name):
        inside = overlap(field.corridor, mate).judged(doubt)
        if inside.verdict == Verdict.IN:
            found.append(mate.name)
        elif inside.verdict == Verdict.CLOSE:
            applies = builder.judged(
                "Y8.7", "enfilade_in_corridor", inside, modifies=True, list_failed=False, stand=mate.name
            )
            found += [mate.name] if applies else []
    return found


def _same_brigade(a: Stand, b: Stand) -> bool:
    return bool(a.state.get("brigade") == b.state.get("brigade"))


def _in_line(field: FieldOfFire, mate: Stand) -> bool:
    dx, dy = mate.x - field.target.x, mate.y - field.target.y
    (forward_x, forward_y), (left_x, left_y) = ahead(field.shooter), left_of(field.shooter)
    along, across = abs(dx * forward_x + dy * forward_y), abs(dx * left_x + dy * left_y)
    return along > across - STRICT  # as far along as across is not in line, whatever the rounding
