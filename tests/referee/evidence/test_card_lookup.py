"""Every ruling in a journal has its card: measured, thrown, decided, confirmed, amended, taken back, appealed."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from journals import TABLE

from referee.evidence.appeal import appeal, appeals_otherwise
from referee.evidence.card_lookup import NoCard, card_at, numbers_of_cards
from referee.evidence.card_text import told
from referee.evidence.frames import frame_bytes
from referee.journal.entry import sealed
from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.payloads import Confirmed, Declared, Frame, read_payload
from referee.journal.replay_check import differences
from referee.journal.ruling_data import ruling_from
from referee.journal.stands import table_data
from referee.journal.store import Journal
from referee.match.state import NotNow
from rules.ruling import Effect
from table.errors import BadInput


def test_a_declaration_has_a_card_on_its_own_table_and_picture(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    first = played.jpeg
    played.look(140)
    card = card_at(played.journal, 2)
    assert (card.actor, card.target, card.ruling.verdict) == ("Miller", "Weber", "allowed")
    assert card.effects is None
    assert card.frame is not None
    assert card.frame.picture_cm == (-7.0, -7.0, 127.0, 107.0)
    assert frame_bytes(played.frames, card.frame) == first
    assert card.table.stand("Weber").y == 60


def test_a_confirmed_ruling_has_the_picture_of_its_declaration_and_who_threw_its_dice(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    first = sha256(played.jpeg).hexdigest()
    played.look(140)
    played.match.throw([5])
    played.match.throw([6], by="vedette", confirm=True)
    card = card_at(played.journal, played.match.now.ruled)
    assert (card.number, card.deed) == (5, (2, 3, 4, 5))
    assert card.frame is not None
    assert card.frame.sha256 == first
    assert (card.dice, card.thrown_by) == ((5, 6), ("table", "vedette"))
    assert card.effects == card.ruling.effects
    said = told(card)
    assert [throw.by for throw in said.dice] == [("table",), ("vedette",)]
    assert [throw.said_by for throw in said.dice] == ["fell on the table", "thrown by Vedette"]
    assert card.ruling == ruling_from(json.loads(json.dumps(played.match.now.ruling.as_dict())))


def test_dice_that_were_undone_are_not_the_rulings(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    played.match.throw([1], confirm=True)
    played.match.undo()
    played.match.throw([4])
    played.match.throw([2], confirm=True)
    head = played.journal.head
    card = card_at(played.journal, head.sequence)
    assert (card.dice, card.thrown_by) == ((4, 2), ("table", "table"))
    assert 3 not in card.deed
    assert not card.taken_back
    assert card_at(played.journal, 4).taken_back
    assert list(numbers_of_cards(played.journal)) == [head.sequence, 4]


def test_a_ruling_that_is_done_again_is_not_taken_back(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    played.match.throw([1], confirm=True)
    assert not card_at(played.journal, 4).taken_back
    played.match.undo()
    assert card_at(played.journal, 4).taken_back
    played.match.redo()
    assert not card_at(played.journal, 4).taken_back


def test_an_amended_ruling_says_so(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    played.match.throw([1])
    played.match.amend([Effect("remove", "Weber")], "the die fell off the table")
    card = card_at(played.journal, played.match.now.sequence)
    assert card.amended == "the die fell off the table"
    assert card.effects == (Effect("remove", "Weber"),)
    assert card.frame is not None
    assert "The referee ruled otherwise: the die fell off the table" in told(card).remarks


def test_a_spent_shot_is_told_in_every_language(played: Any) -> None:
    played.match.choose_mode("reveal")
    played.match.see(
        type(TABLE)(120, 100, tuple(s.moved_to(s.x, 95) if s.name == "Krause" else s for s in TABLE.stands)), (), None
    )
    played.match.declare("Miller", "Krause")
    played.match.withdraw()
    card = card_at(played.journal, played.match.now.sequence)
    assert card.mode == "reveal"
    assert card.effects == (Effect("fired", "Miller"),)
    assert card.frame is None
    assert told(card, "none").frame.trouble == "none"
    assert told(card, language="it").amended == "dichiarato, poi rivelato: il tiro è speso"


@pytest.mark.parametrize("number", [0, 1, 3, 99, 10**30])
def test_what_is_no_ruling_has_no_card(played: Any, number: int) -> None:
    played.match.declare("Miller", "Weber")
    played.match.withdraw()
    with pytest.raises(NoCard):
        card_at(played.journal, number)


def test_an_appeal_is_kept_beside_its_ruling_and_changes_nothing(played: Any) -> None:
    match, journal = played.match, played.journal
    match.see(
        type(TABLE)(120, 100, tuple(s.moved_to(20, 71) if s.name == "Weber" else s for s in TABLE.stands)), (),
        lambda: Frame(sha256="a" * 64, picture_cm=(0, 0, 1, 1)),
    )  # fmt: skip
    match.declare("Miller", "Weber")
    before = point_at(journal).state
    card = card_at(journal, 2)
    assert card.ruling.verdict == "refused"  # 51 cm from centre to centre
    number = match.note(appeal(journal, card, {"measure": "edge"}))
    card = card_at(journal, 2)
    assert card.ruling.verdict == "refused"
    [kept] = card.appeals
    assert (kept.number, kept.ruling.verdict, kept.settings) == (number, "allowed", {"measure": "edge"})
    said = told(card).appeals[0]
    assert said.other_verdict
    assert [check.key for check in said.checks if check.different] == ["range"]
    mine = card_at(journal, number)
    assert mine.appeal_of == 2
    assert mine.frame == card.frame
    assert mine.ruling == kept.ruling
    assert point_at(journal).state == before
    assert check_journal(journal.entries()).faults == ()
    assert [*differences(journal), *appeals_otherwise(journal)] == []
    with pytest.raises(NotNow, match="an appeal itself"):
        appeal(journal, mine, {"measure": "centre"})
    match.withdraw()
    assert match.now.ruling is None


def test_an_appeal_that_was_written_otherwise_is_found(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    told = appeal(played.journal, card_at(played.journal, 2), {"measure": "edge"})
    played.match.note(told.model_copy(update={"ruling": {**told.ruling, "verdict": "refused"}}))
    assert [d.sequence for d in appeals_otherwise(played.journal)] == [3]


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"measure": "centre"}, "that is how it was ruled"),
        ({"terrain": {}}, "no option"),
        ({"cover_cm": -1}, "cover_cm"),
        ({"guns_push": "yes"}, "guns_push"),
    ],
)
def test_an_appeal_to_what_is_no_other_option_is_refused(played: Any, settings: dict[str, Any], line: str) -> None:
    played.match.declare("Miller", "Weber")
    with pytest.raises(BadInput, match=line):
        appeal(played.journal, card_at(played.journal, 2), settings)


def test_appeals_against_the_declaration_are_on_the_card_of_what_came_of_it(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    played.match.note(appeal(played.journal, card_at(played.journal, 2), {"measure": "edge"}))
    played.match.throw([1], confirm=True)
    assert len(card_at(played.journal, played.match.now.ruled).appeals) == 1
    played.match.declare("Moore", "Krause")
    assert card_at(played.journal, played.match.now.ruled).appeals == ()


def test_the_card_on_the_page_stays_that_of_the_ruling_when_something_else_is_written(played: Any) -> None:
    played.match.declare("Miller", "Weber")
    played.match.throw([1], confirm=True)
    ruled = played.match.now.ruled
    played.match.choose_mode("reveal")
    assert played.match.now.sequence == ruled + 1
    assert played.match.now.ruled == ruled


def test_entries_of_older_versions_still_have_their_cards(tmp_path: Path) -> None:
    table = table_data(TABLE)
    action = {"type": "shoot", "actor": "Miller", "target": "Weber"}
    old = sealed(
        2, "t", "declared", 1, json.dumps({"action": action, "table": table, "unseen": [], "mode": "open"}), ""
    )
    read = read_payload(old)
    assert isinstance(read, Declared)
    assert read.frame is None
    confirmed = {"action": action, "table": table, "ruling": {}, "effects": []}
    second = sealed(5, "t", "confirmed", 2, json.dumps({**confirmed, "frame": "b" * 64}), "")
    read = read_payload(second)
    assert isinstance(read, Confirmed)
    assert read.frame == Frame(sha256="b" * 64)
    none = sealed(5, "t", "confirmed", 2, json.dumps({**confirmed, "frame": None}), "")
    assert read_payload(none).frame is None  # type: ignore[attr-defined]
    with Journal(tmp_path / "old.sqlite", write=True) as journal:
        empty: dict[str, Any] = {key: {} for key in ("states", "fallen", "places", "units", "known", "starts")}
        state = {"sides": ["us", "de"], "turn": 1, "side": "us", **empty}
        journal.append(("opened", 1, {"game": "ambush", "state": state}))
        journal.append(("declared", 1, {"action": action, "table": table, "unseen": [], "mode": "open"}))
        card = card_at(journal, 2)
    assert card.ruling.verdict == "allowed"
    assert card.frame is None
