"""What the journal keeps of a putting back, as at an entry of it, and a program that was closed in the middle."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.journal.entry import Entry
from referee.journal.errors import NotSaved
from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.payloads import read_payload
from referee.journal.store import Journal, TemporaryJournal
from referee.match.state import NotNow
from referee.observation import Observation, TableStatus
from referee.putting_back.moments import entries_with_tables
from referee.putting_back.progress import PuttingBack

BUMP = {"Jensen": (3.0, 1.0, 20.0), "Huber": (2.0, -0.5, -14.0), "Vogel": (4.0, 0.5, 33.0)}


def proposed(farm: Any) -> set[str]:
    proposal = farm.putting.state.proposal
    return set() if proposal is None else set(proposal.names)


def walked(farm: Any, name: str) -> object:
    return farm.match.table.stand(name).state.get("moved_cm")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "match.sqlite", write=True) as journal:
        yield journal


def written(farm_of: Callable[..., Any], journal: Journal) -> Any:
    return farm_of(journal)


def notes(journal: Journal) -> list[tuple[str, dict[str, Any]]]:
    read = [read_payload(entry) for entry in journal.entries() if entry.kind == "note"]
    return [(note.about, note.data) for note in read]  # type: ignore[attr-defined]


def test_the_journal_keeps_why_what_and_how_it_ended(farm_of: Callable[..., Any], journal: Journal) -> None:
    farm = written(farm_of, journal)
    farm.match.declare("Miller", "Weber")
    farm.settle({})
    farm.settle(BUMP)
    farm.putting.begin()
    farm.settle({"Vogel": (0.12, 0.0, 0.0)})
    (about, begun), (closed, ended) = notes(journal)
    assert (about, closed) == ("putting back", "put back")
    assert begun["why"] == "accident"
    assert [stand["name"] for stand in begun["stands"]] == ["Vogel", "Jensen", "Huber"]
    assert begun["as_after_entry"] == 2
    assert (ended["back"], ended["left"], ended["residual_cm"]) == (3, [], 0.12)
    assert check_journal(journal.entries()).faults == ()


def test_as_at_an_entry_of_the_journal(farm_of: Callable[..., Any], journal: Journal) -> None:
    farm = written(farm_of, journal)
    farm.settle({"Miller": (1.0, 0.0, 0.0)})
    farm.match.declare("Miller", "Weber")
    farm.settle({"Miller": (5.0, 0.0, 0.0)})
    farm.settle({"Miller": (5.0, 0.0, 0.0), "Rossi": (4.0, 0.0, 0.0)})
    assert [entry.sequence for entry in entries_with_tables(farm.match)] == [3]
    farm.putting.begin(3)
    told = {hint.name: hint.off_cm for hint in farm.putting.state.told}
    assert told == pytest.approx({"Miller": 4.0, "Rossi": 4.0}), "as both stood when the shot was declared"
    assert walked(farm, "Miller") == pytest.approx(1.0), "what he walked before stays his"
    assert walked(farm, "Rossi") is None
    with pytest.raises(NotNow, match="already"):
        farm.putting.begin(3)
    farm.putting.end()
    with pytest.raises(NotNow, match="entry 1 of the journal holds no table"):
        farm.putting.begin(1)


def test_it_is_offered_again_after_a_restart(farm_of: Callable[..., Any], journal: Journal) -> None:
    first = written(farm_of, journal)
    first.settle(BUMP)
    first.putting.begin()
    again = written(farm_of, journal)
    assert proposed(again) == set(), "on a table where all are back there is nothing to offer"

    again.putting = PuttingBack(again.match, Observation(again.shoved(BUMP), TableStatus("still")))
    assert proposed(again) == set(BUMP)
    again.putting.begin()
    again.settle({})
    assert not again.putting.state.under_way
    assert [about for about, _ in notes(journal)] == ["putting back", "putting back", "put back"]
    third = written(farm_of, journal)
    third.putting = PuttingBack(third.match, Observation(third.shoved(BUMP), TableStatus("still")))
    assert proposed(third) == set(), "what was ended is not offered again"
    assert point_at(journal).state == third.match.now.memory


class Full(TemporaryJournal):
    """A journal whose disk is full at times."""

    full = False

    def append(self, *drafts: Any, after: str | None = None) -> Entry:
        if self.full:
            raise NotSaved("the disk is full: nothing has happened")
        return super().append(*drafts, after=after)


def test_a_full_disk_neither_begins_nor_ends_anything(farm_of: Callable[..., Any]) -> None:
    keeper = Full()
    farm = farm_of(keeper)
    farm.settle(BUMP)
    keeper.full = True
    with pytest.raises(NotSaved):
        farm.putting.begin()
    assert not farm.putting.state.under_way
    assert not farm.match.current.disturbed
    assert walked(farm, "Jensen") is not None
    keeper.full = False
    farm.putting.begin()
    keeper.full = True
    farm.settle({})
    assert farm.putting.state.under_way, "nothing is over that is not written down"
    keeper.full = False
    farm.settle({})
    assert not farm.putting.state.under_way
