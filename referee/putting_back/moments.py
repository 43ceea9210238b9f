"""The agreed table: a settled one, and what the match knew then; of the last observations, or out of the journal."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from referee.journal.entry import Entry
from referee.journal.history import point_at
from referee.journal.payloads import KINDS, Confirmed, Declared, Payload, TurnEnded, read_payload
from referee.match.match import Match
from referee.match.state import NotNow
from referee.observation import Observation, Whereabouts
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand

WITHOUT_TABLE = tuple(kind for kind, (_, model) in KINDS.items() if "table" not in model.model_fields)
"""The kinds of entries that hold no table."""
MOST_ENTRIES, MOST_BACK = 8, 200
"""So many moments are offered, from so far back in the journal at most."""


@dataclass(frozen=True)
class AgreedTable:
    """A table as it was agreed to stand, what the match knew then, and which stands nobody saw then.

    ``entry`` is the journal's newest then, ``mark`` how many ways had been walked. ``start``: it is how the match
    begins, where everybody belongs whatever has happened since.
    """

    table: Snapshot
    memory: State
    mark: int = 0
    entry: int = 0
    unseen: frozenset[str] = frozenset()
    start: bool = False

    def stands(self, now: State) -> tuple[Stand, ...]:
        """Return where stands belong, given what the match knows now.

        Without those that were taken off since, that nobody saw, or that were placed by hand; whom a ruling has sent
        elsewhere since belongs there, and whom an undone ruling had sent nobody knows where.
        """
        if self.start:
            return self.table.stands
        belong = (self._belongs(stand, now) for stand in now.over(self.table).stands)
        return tuple(stand for stand in belong if stand is not None)

    def _belongs(self, stand: Stand, now: State) -> Stand | None:
        revived = stand.name in self.memory.fallen
        if stand.placed_by == "hand" or (stand.name in self.unseen and not revived):
            return None
        told = now.places.get(stand.name)
        if told == self.memory.places.get(stand.name):
            return stand
        return None if told is None else stand.moved_to(*told)


def agreed_now(observation: Observation, match: Match) -> AgreedTable:
    """Return the settled table of an observation as agreed."""
    return AgreedTable(
        observation.table,
        match.now.memory,
        match.current.walks.mark,
        match.journal_head[0],
        _not_seen(observation.whereabouts),
    )


def refreshed(agreed: AgreedTable, observation: Observation, match: Match) -> AgreedTable:
    """Return an agreed table at which nothing has moved, with the stands that have come into sight since."""
    table, hidden = agreed.table, _not_seen(observation.whereabouts)
    for stand in observation.table.stands:
        if stand.name not in hidden and (stand.name in agreed.unseen or stand.name not in table):
            table = table.with_stand(stand)
    return replace(agreed, table=table, mark=match.current.walks.mark, unseen=agreed.unseen & hidden)


def agreed_at(sequence: int, match: Match) -> AgreedTable:
    """Return the table that an entry of the journal holds; raises NotNow where it holds none, BadInput for no entry."""
    table = table_of(read_payload(match.journal.at(sequence)))
    if table is None:
        raise NotNow("entry {number} of the journal holds no table", number=sequence)
    # What the entry's ruling changed came after its table.
    memory = point_at(match.journal, max(sequence - 1, 1)).state
    return AgreedTable(table, memory, match.current.walks.mark_at(sequence), sequence)


def entries_with_tables(match: Match) -> Iterator[Entry]:
    """Return the newest entries that hold a table, the last first."""
    last = match.journal_head[0]
    return islice(match.journal.back(last, max(last - MOST_BACK, 1), WITHOUT_TABLE), MOST_ENTRIES)


def table_of(payload: Payload) -> Snapshot | None:
    """Return the table a payload holds; None where it holds none."""
    return payload.table.snapshot if isinstance(payload, (Declared, Confirmed, TurnEnded)) else None


def out_of_sight(agreed: AgreedTable, observation: Observation) -> bool:
    """Say whether a stand that was seen when the table was agreed on is under something: it may have moved as well."""
    return any(one.state == "covered" and one.name not in agreed.unseen for one in observation.whereabouts)


def _not_seen(whereabouts: tuple[Whereabouts, ...]) -> frozenset[str]:
    return frozenset(one.name for one in whereabouts if one.state in ("covered", "gone"))
