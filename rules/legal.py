"""What a stand may still do this turn, and why not the rest: every verb tried through `rule` itself."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.action import Action, listed
from rules.obligation import Obligation
from rules.possibility import CandidateAction, Possibility, asked_by, known_of
from rules.registry import game_named, rule
from rules.ruling import Check, Ruling
from rules.settings import GivenSettings, read_settings
from rules.state import TABLE, State
from rules.turn_order import members, out_of_turn, over, owed
from table.errors import BadInput
from table.once import asking_again
from table.snapshot import Snapshot
from table.stand import Stand

_WAYS = frozenset({"move_length", "run_length", "drive_length", "way_length"})


@asking_again()
def legal(
    game: str, snapshot: Snapshot, state: State, stand: str, settings: GivenSettings = None,
    done: Sequence[Action] = (),
) -> tuple[Possibility, ...]:  # fmt: skip
    """Return one possibility for each verb of the game that concerns such a stand: owed, then allowed, then not.

    On squares, ``spaces`` of a move are those open to the stand once the steps ``done`` this turn have been made.
    Another stand that the rules can make nothing of (a vehicle without a type) is nobody's target, and no more; its own
    possibilities say what is the matter. Raises UnknownStand for one that is not on the table, BadFile for a game or
    settings that make no sense.
    """
    the_game = game_named(game)
    read = read_settings(the_game.settings, settings or {}, "settings")
    table = the_game.complete(state.over(snapshot), read, "table")
    actor = table.stand(stand)
    candidates = the_game.candidate_actions(table, actor, read)
    by_verb = _by_verb(the_game.worth_now(candidates, table, actor, state, read))
    due: dict[str, list[Check]] = {}
    for each in owed(game, snapshot, state, settings):
        if _owes(actor, each):
            verb = str(each.action["type"])
            due.setdefault(verb, []).append(each.check)
            by_verb.setdefault(verb, [CandidateAction(verb, each.action)])
    found = []
    for verb, candidates in by_verb.items():
        waits = over(the_game, state) or out_of_turn(the_game, verb, actor, state)
        if waits is None:
            possible = _possibility(game, table, candidates, settings, state)
            known = state.known.get(TABLE, {})
            spaces = the_game.destinations(table, actor, done, read, known) if verb == "move" else ()
            allowed = bool(spaces) if done and verb == "move" else possible.allowed
            found.append(replace(possible, spaces=spaces, allowed=allowed, owed=tuple(due.get(verb, ()))))
        else:
            asked, known = asked_by(candidates), known_of(candidates[0])
            found.append(Possibility(verb, False, why_not=(waits,), asks=asked, action=known))
    return tuple(sorted(found, key=lambda possibility: (not possibility.owed, not possibility.allowed)))


def _owes(stand: Stand, what: Obligation) -> bool:
    """Say whether a stand owes something: by its name, its unit's, or its side's where no stand is named."""
    action = what.action
    names = [action.get("actor"), *listed(action, "group")[:1], *listed(action, "attackers")]
    if any(names):
        return stand.name in names
    if "unit" in action:
        return bool(members(action, Snapshot(1, 1, (stand,))))
    return what.side in (None, stand.side)


def _by_verb(candidates: Iterable[CandidateAction]) -> dict[str, list[CandidateAction]]:
    found: dict[str, list[CandidateAction]] = {}
    for each in candidates:
        found.setdefault(each.verb, []).append(each)
    return found


def _possibility(
    game: str, table: Snapshot, candidates: Sequence[CandidateAction], settings: GivenSettings, state: State
) -> Possibility:
    rulings, troubles = [], []
    for each in candidates:
        there = state.with_struck(each.action, table)
        try:
            rulings.append((each, rule(game, there, each.action, settings=settings, sides=state.known)))
        except BadInput as trouble:
            troubles.append(trouble)
    if not rulings:
        asked, known = asked_by(candidates), known_of(candidates[0])
        return Possibility(candidates[0].verb, False, asks=asked, action=known, trouble=troubles[0])
    candidates = [each for each, _ in rulings]
    refusals = [refusing(ruling, each.but) for each, ruling in rulings]
    free = [k for k, refused in enumerate(refusals) if not refused]
    close = [k for k in free if rulings[k][1].verdict == "too_close"]
    named = [candidates[k].at for k in free]
    common = [check for check in refusals[0] if all(_same(check, other) for other in refusals[1:])] if not free else []
    return Possibility(
        candidates[0].verb,
        bool(free),
        _left_cm(rulings[(free or [0])[0]][1]),
        tuple(at for k, at in zip(free, named, strict=True) if at is not None and k not in close),
        tuple(at for k, at in zip(free, named, strict=True) if at is not None and k in close),
        tuple(common or refusals[0]) if not free else (),
        asked_by(candidates),
        known_of(candidates[0]),
    )


def refusing(ruling: Ruling, but: frozenset[str]) -> list[Check]:
    """Return the checks that refuse, without those left out."""
    return [c for c in ruling.checks if c.verdict == "failed" and not c.modifies and c.key not in but]


def _same(check: Check, others: Sequence[Check]) -> bool:
    return any((check.clause, check.key) == (other.clause, other.key) for other in others)


def _left_cm(ruling: Ruling) -> float | None:
    """Return what is left of the movement, cm; None for a verb that does not move."""
    ways = [check for check in ruling.checks if check.key in _WAYS and check.limit is not None]
    return max((check.limit or 0.0) - (check.measured or 0.0) for check in ways) if ways else None
