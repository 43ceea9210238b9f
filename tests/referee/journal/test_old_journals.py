"""Matches written by the house before its games were typed (November 2026) open, verify and are ruled as they were."""

import gzip
from contextlib import closing
from pathlib import Path

import pytest

from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.mirrored_journal import open_mirror, rebuild
from referee.journal.replay_check import differences
from referee.journal.store import Journal

FOLDER = Path(__file__).parents[2] / "data/journals"
ENTRIES = {"ambush": 14, "ancients": 15, "montecassino": 8, "rommel": 13, "yankee": 18}
SAY_MORE = {"yankee": ["fire comes out as allowed, recoil", "fire comes out as allowed, stands"]}
"""Rulings that say more than they did: since Y8.6 counts fires at one target, who fires says at whom."""


@pytest.fixture(params=sorted(ENTRIES))
def game(request: pytest.FixtureRequest) -> str:
    """A game of which a match was kept, by its name."""
    return str(request.param)


def test_an_old_match_is_whole_and_ruled_as_it_was(game: str, tmp_path: Path) -> None:
    text = tmp_path / "old.jsonl"
    text.write_bytes(gzip.decompress((FOLDER / f"{game}.jsonl.gz").read_bytes()))
    with closing(open_mirror(str(text))) as record:
        assert check_journal(record.entries()).faults == ()
        assert rebuild(record, str(tmp_path / "built.sqlite")) == (ENTRIES[game], None)
    with Journal(tmp_path / "built.sqlite") as built:
        assert check_journal(built.entries()).faults == ()
        assert [difference.what for difference in differences(built)] == SAY_MORE.get(game, [])
        assert point_at(built).opened.game == game
        assert point_at(built).sequence == ENTRIES[game]
