"""A match out of its journal as a battle: its table at the start, every act that stands, what a hand put where."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.journal.history import after_payload, point_at
from referee.journal.match_end import end_in
from referee.journal.payloads import Confirmed, MatchEnded, Payload, TurnEnded
from referee.journal.ruling_data import effects_data
from referee.journal.stands import state_from
from referee.journal.store import Journal
from referee.result.turning_points import moments
from rules.battle_end import end_data
from rules.registry import game_named
from rules.state import State
from table.errors import BadInput
from table.notation.battle_file import Battle, BattleAct
from table.snapshot import Snapshot
from table.stand import Stand


def battle_of(journal: Journal) -> Battle:
    """Return a match as a battle that can be played again; raises BadInput for one in which nothing was played."""
    opened = point_at(journal, 1).opened
    state = state_from(opened.state)
    played = [moment.payload for moment in moments(journal)]
    first = next((payload for payload in played if isinstance(payload, Confirmed | TurnEnded)), None)
    if first is None:
        raise BadInput("{journal}: nothing was played", journal=journal.name)
    start = first.table.snapshot
    end = end_in(journal)
    if end is not None:
        played.append(end.ended)
    acts = tuple(_acts(played, opened.game, start, state))
    result = {} if end is None else end_data(end.ended.ending, end.signed)
    return Battle(opened.game, opened.title, state.sides, start, acts, opened.settings, state.known, result)


def _acts(played: Iterable[Payload], game: str, table: Snapshot, state: State) -> Iterator[BattleAct]:
    reducer, number = game_named(game).reducer, 0
    table = replace(table, stands=tuple(map(reducer.rested, table.stands)))
    for payload in played:
        if not isinstance(payload, Confirmed | TurnEnded | MatchEnded):
            continue  # a position that was agreed on: whoever stands elsewhere is put there before the next act
        there = payload.table.snapshot
        action = payload.action if isinstance(payload, Confirmed) else {}
        if put := tuple(_put(there, state.over_for(action, table))):
            number += 1
            yield BattleAct(number, None, (), {}, put, None, None, None, None, None)
            for stand in put:
                known = stand.name in table
                table = table.with_stand(stand) if known else replace(table, stands=(*table.stands, stand))
        number += 1
        if isinstance(payload, MatchEnded):
            return
        if isinstance(payload, Confirmed):
            ruling, amended = payload.ruling, payload.amended
            yield BattleAct(
                number, payload.action, tuple(payload.dice), payload.decided, (), ruling["verdict"], ruling["outcome"],
                None, None, amended, instead=None if amended is None else tuple(effects_data(payload.effects)),
            )  # fmt: skip
            table = reducer.obeyed(table, payload.effects)
            state = after_payload(game, state, payload)
        else:
            yield BattleAct(number, None, (), {}, (), None, None, None, None, None, turn_ends=True)
            state = reducer.next_turn(state, state.over(table))


def _put(there: Snapshot, known: Snapshot) -> Iterator[Stand]:
    """Yield the stands that stand otherwise, or of which something else is known, than the acts before leave them."""
    for stand in there.stands:
        if stand.name not in known or _told(known.stand(stand.name)) != _told(stand):
            yield stand


def _told(stand: Stand) -> tuple[object, ...]:
    return stand.x, stand.y, stand.heading_deg, stand.sigma_cm, stand.sigma_deg, stand.kind, dict(stand.state)
