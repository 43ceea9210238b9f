"""Whatever a match has done, killed at that instant it goes on as it was: state, walks, mode, places, terrain, card."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from journals import SIDES, TABLE

from referee.journal.errors import NotSaved
from referee.journal.history import opened, point_at
from referee.journal.integrity import check_journal
from referee.journal.payloads import UNCONFIRMED, Undone
from referee.journal.replay_check import differences
from referee.journal.store import Journal
from referee.match.by_hand import Placing
from referee.match.match import Match, match_of
from referee.observation import Observation, TableStatus
from referee.putting_back.progress import PuttingBack
from rules.registry import rule as judge
from rules.ruling import Effect
from rules.state import State
from table.errors import BadInput, VedetteError
from table.shared import Shared
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

CAUSE = object()
SEEN = replace(
    TABLE,
    stands=tuple(
        replace(s, sigma_cm=0.05, sigma_deg=0.2, shared=Shared(np.full((3, 2), 0.01 * k), CAUSE))
        for k, s in enumerate(TABLE.stands)
    ),
)
NAMES = [stand.name for stand in SEEN.stands]
RESERVE = {"Mason": Stand("Mason", "us", "soldier", 0, 0, 90, 2.0, 1.6)}
FIRST = opened("ambush", "a test", {}, State(SIDES), "test")
names, places = st.sampled_from(NAMES), st.tuples(st.integers(2, 110), st.integers(2, 95))
dice = st.lists(st.integers(1, 6), min_size=1, max_size=2)


def go_on(journal: Journal, measured: Snapshot = SEEN) -> Match:
    return match_of(journal, FIRST, measured, judge, RESERVE)


def known(match: Match) -> dict[str, Any]:
    """Return everything of a match that must outlive the program."""
    now, memory = match.now, match.now.memory
    return {
        "state": memory, "table": match.table, "mode": now.mode, "laid": now.laid, "by_hand": dict(now.by_hand),
        "walked": match.current.walks.of(memory.turn, memory.side), "owed": now.owed, "reserve": match.not_on_table,
        "declared": now.declared, "ruling": now.ruling and _plain(now.ruling), "confirmed": now.confirmed,
        "odds": now.odds, "ruled": now.ruled, "act": now.act, "undone": now.undone,
        "undo": match.can_undo, "redo": match.can_redo,
    }  # fmt: skip


def _plain(ruling: Any) -> Any:
    return json.loads(json.dumps(ruling.as_dict()))


class KilledAtAnyInstant(RuleBasedStateMachine):
    """A match with all its acts; what does not fit the moment is refused and changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.measured, self.unseen = SEEN, frozenset[str]()
        self.journal = Journal(Path(self.folder.name) / "match.sqlite", write=True)
        self.match = go_on(self.journal)
        self.putting = PuttingBack(self.match, self.look())

    def teardown(self) -> None:
        assert check_journal(self.journal.entries()).faults == ()
        assert list(differences(self.journal)) == []
        self.journal.close()
        self.folder.cleanup()

    def look(self) -> Observation:
        return Observation(self.measured, TableStatus("still"), self.unseen)

    def act(self, what: str, *values: Any, **named: Any) -> None:
        before = known(self.match)
        try:
            getattr(self.match, what)(*values, **named)
        except VedetteError:
            assert known(self.match) == before, f"{what} was refused, and changed the match"

    @initialize(mode=st.sampled_from(["open", "reveal"]))
    def begin(self, mode: Any) -> None:
        self.match.choose_mode(mode)

    @rule(actor=names, at=names)
    def declare(self, actor: str, at: str) -> None:
        self.act("declare", actor, at)

    @rule(actor=names, to=places)
    def declare_a_move(self, actor: str, to: tuple[int, int]) -> None:
        x, y = self.measured.stand(actor).centre
        way = [[x, y], [(9 * x + to[0]) / 10, (9 * y + to[1]) / 10]]
        self.act("declare_action", {"type": "move", "actor": actor, "path": way})

    @rule(dice=dice, confirm=st.booleans())
    def throw(self, dice: list[int], confirm: bool) -> None:
        self.act("throw", dice, confirm=confirm)

    @rule(passed=st.booleans(), confirm=st.booleans())
    def decide(self, passed: bool, confirm: bool) -> None:
        ruling = self.match.now.ruling
        close = [check.clause for check in ruling.checks if check.verdict == "close"] if ruling else []
        self.act("decide", (close or ["A5.2"])[0], passed, confirm=confirm)

    @rule()
    def confirm(self) -> None:
        self.act("confirm")

    @rule(who=names)
    def amend(self, who: str) -> None:
        self.act("amend", [Effect("fired", who)], "a sleeve")

    @rule()
    def withdraw(self) -> None:
        self.act("withdraw")

    @rule()
    def undo(self) -> None:
        self.act("undo")

    @rule()
    def redo(self) -> None:
        self.act("redo")

    @rule()
    def end_turn(self) -> None:
        self.act("end_turn")

    @rule(mode=st.sampled_from(["open", "reveal"]))
    def choose_mode(self, mode: str) -> None:
        self.act("choose_mode", mode)

    @rule(who=st.sampled_from([*NAMES, "Mason"]), at=places)
    def place(self, who: str, at: tuple[int, int]) -> None:
        self.act("place", who, Placing(*map(float, at), 45.0))

    @rule(who=st.sampled_from([*NAMES, "Mason"]))
    def unplace(self, who: str) -> None:
        self.act("unplace", who)

    @rule(at=places, kind=st.sampled_from(["wood", "house", "wall"]))
    def lay(self, at: tuple[int, int], kind: str) -> None:
        x, y = at
        self.act("lay", [Piece("wood-1", kind, ((x, y), (x + 8, y), (x + 8, y + 9)), 6.0)])

    @rule(locked=st.booleans())
    def lock(self, locked: bool) -> None:
        self.act("lock_terrain", locked)

    @rule(who=names, by=st.sampled_from([(0.0, 3.0), (0.4, 0.1), (4.0, 0.0), (0.0, 40.0)]), walks=st.booleans())
    def somebody_moves(self, who: str, by: tuple[float, float], walks: bool) -> None:
        stand = self.measured.stand(who)
        self.measured = self.measured.with_stand(stand.moved_to((stand.x + by[0]) % 119, (stand.y + by[1]) % 99))
        self.see()
        if walks:
            self.match.walk(who, sum(by))

    @rule(who=st.frozensets(names, max_size=2))
    def hide(self, who: frozenset[str]) -> None:
        self.unseen = who
        self.see()

    def see(self) -> None:
        self.match.see(self.measured, self.unseen)
        self.putting.see(self.look())

    @rule(back=st.integers(0, 12))
    def put_back(self, back: int) -> None:
        head = self.match.journal_head
        try:
            self.putting.begin(max(1, head[0] - back) if back and head else None)
        except VedetteError:
            return

    @precondition(lambda self: self.match.current.disturbed)
    @rule()
    def leave_the_rest(self) -> None:
        self.putting.end()

    @rule()
    def kill(self) -> None:
        """Go on with the match that the journal makes."""
        self.journal.close()
        self.journal = Journal(Path(self.folder.name) / "match.sqlite", write=True)
        self.match = go_on(self.journal, self.measured)
        self.match.see(self.measured, self.unseen)
        self.putting = PuttingBack(self.match, self.look())

    @invariant()
    def goes_on_as_it_was(self) -> None:
        assert known(go_on(self.journal, self.measured)) == known(self.match)
        assert point_at(self.journal, stored=False).state == self.match.now.memory


TestKilledAtAnyInstant = KilledAtAnyInstant.TestCase
TestKilledAtAnyInstant.pytestmark = [pytest.mark.ci]
TestKilledAtAnyInstant.settings = settings(max_examples=settings.default.max_examples // 2, stateful_step_count=25)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.sqlite"


def test_an_action_with_a_die_down_is_on_the_card_again(file: Path) -> None:
    with Journal(file, write=True) as journal:
        match = go_on(journal)
        match.declare("Miller", "Weber")
        match.throw([5])
    with Journal(file, write=True) as journal:
        again = go_on(journal)
        assert again.now.owed == "throw"
        with pytest.raises(VedetteError, match="still owed"):
            again.declare("Moore", "Weber")
        again.throw([6], confirm=True)
        assert "Weber" in again.now.memory.fallen
        again.undo()
        assert (again.now.owed, again.can_undo) == ("throw", "throw"), "what was done before the end can be undone too"


def test_an_amendment_is_taken_back_without_the_throw_before_it(file: Path) -> None:
    with Journal(file, write=True) as journal:
        match = go_on(journal)
        match.declare("Miller", "Weber")
        match.throw([5])
        match.throw([6])
        match.amend([Effect("fired", "Miller")], "a sleeve")
    with Journal(file, write=True) as journal:
        again = go_on(journal)
        assert again.can_undo == "amendment"
        again.undo()
        assert (again.can_undo, again.now.declared and again.now.declared.dice) == ("throw", (5, 6))


def test_ways_are_kept_and_those_of_a_bump_forgotten(file: Path) -> None:
    with Journal(file, write=True) as journal:
        match = go_on(journal)
        match.walk("Miller", 3.0)
        mark = match.current.walks.mark
        match.walk("Miller", 2.0)
        match.walk("Weber", 9.0)  # not his turn
        assert [entry.kind for entry in journal.entries()] == ["opened", "walked", "walked"]
    with Journal(file, write=True) as journal:
        match = go_on(journal)
        assert match.current.walks.of(1, "us") == {"Miller": 5.0}
        match.forget_walks(mark)
        match.forget_walks(mark)  # nothing more to forget: nothing to write
        assert [entry.kind for entry in journal.entries()][-2:] == ["walked", "unwalked"]
    with Journal(file, write=True) as journal:
        assert go_on(journal).table.stand("Miller").state["moved_cm"] == 3.0


def test_a_full_disk_breaks_no_look(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise NotSaved("the disk is full")

    with Journal(file, write=True) as journal:
        match = go_on(journal)
        monkeypatch.setattr(Journal, "append", full)
        match.walk("Miller", 3.0)
        assert match.current.walks.of(1, "us") == {"Miller": 3.0}, "it counts, if only until the program ends"
        with pytest.raises(NotSaved):
            match.forget_walks(0)
        assert match.current.walks.of(1, "us") == {"Miller": 3.0}


def test_a_match_goes_on_with_the_options_it_began_with(file: Path) -> None:
    with Journal(file, write=True) as journal:
        match_of(journal, opened("ambush", "", {"cover_cm": 3.0}, State(SIDES), ""), SEEN, judge)
        assert go_on(journal).settings == {"cover_cm": 3.0}
        with pytest.raises(BadInput, match="of other sides"):
            match_of(journal, opened("ambush", "", {}, State(("us", "it")), ""), SEEN, judge)


@pytest.mark.ci
def test_undoing_and_doing_again_reach_back_before_a_restart(file: Path) -> None:
    with Journal(file, write=True) as journal:
        match = go_on(journal)
        match.declare("Miller", "Weber")
        match.throw([5])
        match.throw([6], confirm=True)
        match.end_turn()
        match.undo()
    with Journal(file, write=True) as journal:
        again = go_on(journal)
        assert (again.can_undo, again.can_redo) == ("throw", "end of turn")
        assert again.now.confirmed, "the card shows what has happened"
        again.undo()
        assert "Weber" not in again.now.memory.fallen
        assert again.now.owed == "throw"
    with Journal(file, write=True) as journal:
        again = go_on(journal)
        again.redo()
        again.redo()
        assert (again.now.memory.side, again.can_redo) == ("de", None)
        assert "Weber" in again.now.memory.fallen
        assert list(differences(journal)) == []


def test_what_nobody_was_told_of_is_no_act(file: Path) -> None:
    """A database that kept an act and could not say so: the next entry takes that back."""
    with Journal(file, write=True) as journal:
        go_on(journal).end_turn()
        journal.append(Undone(act=UNCONFIRMED, to=1))
        again = go_on(journal)
        assert (again.can_undo, again.can_redo, again.now.memory.side) == (None, None, "us")
