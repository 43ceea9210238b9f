"""Every ruling of a journal, ruled on again: does it still come out as it was written?"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from referee.journal.history import Point, fold_text, folded, point_at
from referee.journal.payloads import Confirmed, read_payload
from referee.journal.store import Journal
from rules.registry import rule
from rules.ruling import Ruling

Said = tuple[str, str | None, list[dict[str, object]]]
NO_FOLD = (1 << 62, "")


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that does not come out again as it was written, and how."""

    sequence: int
    what: str


def differences(journal: Journal, tick: Callable[[int], None] | None = None) -> Iterator[Difference]:
    """Play a journal from its first entry: yield rulings that come out otherwise, and stored states that are not so."""
    point = point_at(journal, 1)
    folds = journal.folds()
    number, text = next(folds, NO_FOLD)
    for entry in journal.entries():
        payload = read_payload(entry)
        if isinstance(payload, Confirmed):
            said = _said_again(point, payload)
            wanted = (payload.ruling["verdict"], payload.ruling["outcome"], payload.ruling["effects"])
            if said != wanted:
                yield Difference(entry.sequence, f"{payload.action.get('type')} comes out as {said[0]}, {said[1]}")
        point = folded(point, entry, journal) if entry.sequence > 1 else point
        while number <= entry.sequence:
            if number != entry.sequence or text != fold_text(point.state):
                yield Difference(number, "the state stored for paging is not the one that the entries make")
            number, text = next(folds, NO_FOLD)
        if tick is not None and entry.sequence % 100 == 0:
            tick(entry.sequence)
    if number != NO_FOLD[0]:
        yield Difference(number, "a state is stored for paging, and there is no such entry")


def _said_again(point: Point, payload: Confirmed) -> Said:
    return said_of(
        rule(
            point.opened.game, payload.table.snapshot, payload.action, payload.dice, point.opened.settings,
            payload.decided, "journal", point.state.known,
        )
    )  # fmt: skip


def said_of(ruling: Ruling) -> Said:
    """Return of a ruling what must come out again: verdict, outcome and effects, as JSON has them."""
    return ruling.verdict, ruling.outcome, _plain([effect.as_dict() for effect in ruling.effects])


def _plain(effects: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return effects as JSON has them: tuples become lists."""
    plain: list[dict[str, object]] = json.loads(json.dumps(effects))
    return plain
