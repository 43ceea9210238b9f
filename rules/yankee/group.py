"""Whose an action is: one base, or a group, the bases of a brigade that touch at the start of the turn (Y7.1)."""

from collections.abc import Sequence

from rules.action import Asked
from rules.yankee.sequence import before_fire
from rules.yankee.settings import Builder, YankeeSettings
from rules.yankee.state import state_of
from rules.yankee.troops import arm_of
from table.contact import groups, touching
from table.errors import BadFile
from table.notation.error_words import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import Judgement


def group_of(asked: Asked) -> tuple[Stand, ...]:
    """Return the stands that ``group`` names, the leader first; raises BadFile for none."""
    group = asked.stands("group")
    if not group:
        raise BadFile(asked.source, "action.group", "the names of the bases that move, the leader's first", NOTHING)
    return group


def judge_group(
    group: tuple[Stand, ...], snapshot: Snapshot, builder: Builder, settings: YankeeSettings, all_of_it: bool = True
) -> None:
    """Record that they are one group, all of it, and that nobody moves twice (Y7.1) or has turned (Y7.2).

    The group is taken as it stood when the turn began: a base that came up since does not belong to it, and one that
    has already moved need not move with it.
    """
    leader, *others = map(at_start, group)
    before_fire(leader.name, builder)
    builder.uses("contact_cm")
    for stand in others:
        if arm_of(stand) == "general" and stand.side == leader.side:
            continue  # he goes with whom he is attached to
        if stand.side != leader.side or state_of(stand).brigade != state_of(leader).brigade:
            builder.condition("Y7.1", "same_brigade", False, stand=stand.name, actor=leader.name)
    joined, waiting, gone = [leader], others, _gone_of(leader, snapshot)
    while waiting:
        joined = _with_gone(joined, gone, settings)
        links = [(_touch(a, b, settings), a, b) for a in joined for b in waiting]
        link, by, stand = max(links, key=lambda it: it[0].probability_in)
        builder.judged("Y7.1", "in_group", link, stand=stand.name, by=by.name)
        joined.append(stand)
        waiting.remove(stand)
    brigade = state_of(leader).brigade
    names = {stand.name for stand in (*group, *gone)}
    joined = _with_gone(joined, gone, settings)
    for stand in sorted(snapshot.stands, key=lambda stand: stand.name) if all_of_it else ():
        if brigade is None or stand.name in names or stand.side != leader.side or state_of(stand).brigade != brigade:
            continue
        if "general" in (arm_of(stand), arm_of(leader)):
            continue
        link = max((_touch(member, at_start(stand), settings) for member in joined), key=lambda it: it.probability_in)
        builder.judged("Y7.1", "whole_group", link.opposite, stand=stand.name, actor=leader.name)
    for stand in group:
        known = state_of(stand)
        if known.just_arrived:
            builder.condition("Y10.1", "came_this_turn", False, stand=stand.name)
            continue
        builder.condition("Y7.1", "not_moved_twice", not has_moved(stand), stand=stand.name)
        if known.fought:
            builder.condition("Y6.1", "not_fought_yet", False, stand=stand.name)
        if known.fired:
            builder.condition("Y6.1", "not_fired", False, actor=stand.name)
        if known.turned:
            builder.condition("Y7.2", "not_turned", False, stand=stand.name)


def one_brigade(a: Stand, b: Stand) -> bool:
    """Say whether two bases are of one side and brigade."""
    return a.side == b.side and state_of(a).brigade == state_of(b).brigade


def of_unit(snapshot: Snapshot, unit: str) -> list[Stand]:
    """Return the stands of a unit: the stand of that name, or those of that unit or brigade."""
    return [s for s in snapshot.stands if s.name == unit or unit in (s.unit, state_of(s).brigade)]


def at_start(stand: Stand) -> Stand:
    """Return a base where it stood and as it faced when the turn began."""
    known = state_of(stand)
    if known.start is None and known.start_heading_deg is None:
        return stand
    return stand.moved_to(*(known.start or stand.centre), known.start_heading_deg)


def has_moved(stand: Stand) -> bool:
    """Say whether a base has moved this turn."""
    known = state_of(stand)
    return known.moved or known.moved_cm > 0


def _gone_of(leader: Stand, snapshot: Snapshot) -> list[Stand]:
    """Return the bases of a brigade that have moved this turn, where they stood before: they linked others to it."""
    if state_of(leader).brigade is None:
        return []
    mates = [s for s in snapshot.others(leader.name) if one_brigade(leader, s) and arm_of(s) != "general"]
    return [at_start(mate) for mate in mates if has_moved(mate) or state_of(mate).turned]


def _with_gone(joined: Sequence[Stand], gone: Sequence[Stand], settings: YankeeSettings) -> list[Stand]:
    """Return the bases in a group with those that have moved and were linked to it, directly or through each other."""
    touching_them = groups([*joined, *(mate for mate in gone if mate not in joined)], settings.contact_cm, one_brigade)
    return [stand for group in touching_them if any(each in group for each in joined) for stand in group]


def _touch(a: Stand, b: Stand, settings: YankeeSettings) -> Judgement:
    return touching(a, b, settings.contact_cm, doubt=settings.doubt)
