"""A game as it declares itself: everything that the rest of Vedette asks of one, in one place."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from rules.action import Verb
from rules.box import Box, PrintedMap
from rules.combat_chart import CombatChart
from rules.demo import Demo
from rules.dice import D6, Die
from rules.effect_reducer import Reducer
from rules.goal import Goal
from rules.obligation import Obligation
from rules.possibility import CandidateAction, Space, Weapon
from rules.ruling import Check, Effect
from rules.ruling_builder import RulingBuilder
from rules.seen_move import SeenMove, Ways
from rules.settings import AnySettings, Settings
from rules.state import State
from rules.typed_state import SideState, StandState, TableState
from table.board_size import HexSize, SquareSize
from table.body import Body, Eye, Figures
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point


@dataclass(frozen=True, slots=True)
class Army:
    """Bases of infantry, batteries, and how many bases each brigade gets, its commander's among them."""

    infantry: int
    batteries: int
    brigades: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ArmyBuilder:
    """How a game makes an army: ``build`` from men, guns, each brigade's men and the name of a scale.

    ``men`` are those that a base stands for, by scale; ``usual`` is the scale taken where nobody says one, ``clause``
    the one that has the scales.
    """

    build: Callable[[int, int, Sequence[int], str], Army]
    men: Callable[[], Mapping[str, int]]
    usual: str
    clause: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """A setting that both sides agree on, in English: what it is called, and its choices; a number has none."""

    label: str
    choices: Mapping[str, str] = field(default_factory=dict)

    def templates(self) -> Iterator[str]:
        """Yield everything that is to be translated."""
        yield self.label
        yield from self.choices.values()


if TYPE_CHECKING:  # they ask for rulings, and so know the games
    from rules.board_play import BoardPlay

AnySettings_contra = TypeVar("AnySettings_contra", bound=Settings, contravariant=True)
Burst = Callable[[Snapshot, Point, Stand | None, RulingBuilder[Settings]], None]
Look = Callable[[Snapshot, Stand, Stand, RulingBuilder[Any]], None]
MountKind = Literal["tail", "middle", "head", "roof", "counter", "block", "own"]
"""Where a marker sits on its base; ``own`` is measured by the players."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side: its name on the roster, what people call it, and one of its soldiers' adjective."""

    name: str
    title: str
    adjective: str


@dataclass(frozen=True, slots=True)
class UsualBase:
    """A kind of stand of a game and the base it usually stands on; its markers usually sit ``mount``."""

    kind: str
    width_cm: float
    depth_cm: float
    mount: MountKind = "tail"


class InferMoves(Protocol[AnySettings_contra]):
    """Reads how stands moved from one completed table to another as actions, the likeliest first."""

    def __call__(
        self, before: Snapshot, after: Snapshot, settings: AnySettings_contra, known: Mapping[str, object] | None = ...,
        ways: Ways = ..., /,
    ) -> tuple[SeenMove, ...]:  # fmt: skip
        """``known`` is what is known of the table, ``ways`` are the points seen on the way, by stand."""
        ...


@dataclass(frozen=True, kw_only=True)
class Game(Generic[AnySettings]):
    """One game, declared once, in its own folder; found through the entry point group ``vedette.games``.

    What every game has: its ``settings``, its two ``sides`` as they are usually called, its ``verbs``, of which
    ``primary_verb`` is what a tap on who acts and on a target declares, and how its stands and terrain are completed.
    ``candidate_actions`` are those worth asking about for a stand, ``worth_now`` what of them is, and what else, as a
    match stands, ``infer_moves`` those that explain how stands moved from one table to another, ``strengths`` what each
    side starts with, ``reducer`` what effects change and a turn clears. ``turn_clause`` says whose turn it is;
    ``any_time`` are the verbs that do not wait for it, ``by_side`` those whose ``side`` does. ``obligations`` are what
    is owed on a completed table of a match, ``goals`` what brings each side victory there and how far it is; nothing in
    a game that names no victory.

    What some have: ``first_phase`` is what is known of the table when a match begins, from the side that begins and the
    turn, ``truce`` the check that refuses all once a match has ended with no winner, ``new_settings`` what a new match
    is set to. ``measured`` is how it measures from stand to stand: by "edge",
    "centre" or "front". ``stand_state``, ``side_state`` and ``table_state`` are the types of what it knows of a stand,
    a side and the table; a stand's has every word that the reducer clears. ``weapons`` is what a stand's weapons
    cover, ``aimed`` the verbs that aim at an enemy far off, ``bursts`` whom a charge reaches that lands at a point,
    ``look`` judges whether somebody, or a bare place, sees another.
    ``eye_of`` is where a stand's eyes are, ``bodies_of`` what of a table's stands, but of those named, is to be seen:
    of a game that knows how high they are (table/true_sight.py). ``die`` is what it throws; ``phased`` says that it
    goes by phases, which the verb ``next`` ends, and ``phase_of`` is what is known of the table when a verb of a stand
    is due.

    What the set-up asks: ``bases`` are its kinds of stands, ``types_of`` those of which a stand of a kind must be
    one, as its ``unit`` (it needs none where there are none), ``terrain_kinds`` its pieces (those of all games where it
    is empty), ``board`` the printed board it is played on, ``markers`` how many it needs, ``agreed`` the settings that
    both sides agree on before a battle, each a choice of words or a whole number. ``box`` is what is in its box,
    ``blocks`` of how many blocks a unit of a kind is made, ``printed_map`` what its own map has on a board's hexes,
    ``map_size`` that map's columns and rows. ``army`` makes bases of a historical force. ``figures_of`` is what stands
    on a stand's base, as one sees it from afar.

    In words: what the game says lies in its folder's locale/, by language (docs/translating.md). ``other_places`` says
    where a place of a check's or an effect's sentence takes another list of words than the one of its own name;
    ``kind_words`` is the list that its kinds are in, ``single_kinds`` the list of those of which a stand is
    one where that has the plural, ``nation_of`` whose a stand is, ``nation_named`` of which nation a roster's word for
    a side is, and for which side that fights, where several fight on one; it raises BadFile for a word of neither.

    On squares or hexes: ``by_offset`` says that the game's files and actions write a hex as [column, row] of its board,
    not as [q, r]; ``resolve_names`` puts the stands' names into an action that names places, ``destinations`` are
    the spaces a stand may go to with what is left of a turn after some steps, ``notation`` is how the game's chart
    notes an allowed action in a language.
    ``chart`` is a side's combat chart, ``field_of`` the part of the board that is a side's own.
    ``board_play`` is what the page asks of a turn that is put together on such a board.

    ``demo`` is the battle that ``vedette demo`` opens on.
    """

    name: str
    settings: type[AnySettings]
    sides: tuple[Side, Side]
    verbs: Mapping[str, Verb[Any, Any]]
    primary_verb: str
    complete: Callable[[Snapshot, AnySettings, str], Snapshot]
    candidate_actions: Callable[[Snapshot, Stand, AnySettings], Iterable[CandidateAction]]
    infer_moves: "InferMoves[AnySettings]"
    strengths: Callable[[Snapshot], Mapping[str, Mapping[str, object]]]
    turn_clause: str
    reducer: Reducer
    bases: Callable[[], Sequence[UsualBase]]
    other_places: Mapping[tuple[str, str], str] = field(default_factory=dict)
    stand_state: type[StandState] = StandState
    side_state: type[SideState] = SideState
    table_state: type[TableState] = TableState
    worth_now: Callable[[Iterable[CandidateAction], Snapshot, Stand, State, AnySettings], Iterable[CandidateAction]] = (
        lambda candidates, *_: candidates
    )
    any_time: frozenset[str] = frozenset()
    by_side: frozenset[str] = frozenset()
    obligations: Callable[[Snapshot, State, AnySettings], Iterable[Obligation]] = lambda *_: ()
    goals: Callable[[Snapshot, State, AnySettings], Iterable[Goal]] = lambda *_: ()
    first_phase: Callable[[str, int], Mapping[str, object]] | None = None
    truce: Callable[[State], Check | None] = lambda _: None
    new_settings: Mapping[str, object] = field(default_factory=dict)
    measured: Callable[[AnySettings], str] = lambda _: "centre"
    weapons: Callable[[Snapshot, Stand, AnySettings], Iterable[Weapon]] = lambda *_: ()
    aimed: tuple[str, ...] = ()
    bursts: Mapping[str, Burst] = field(default_factory=dict)
    look: Look | None = None
    eye_of: Callable[[Stand, AnySettings], Eye] | None = None
    bodies_of: Callable[[Snapshot, AnySettings, Collection[str]], tuple[Body, ...]] | None = None
    figures_of: Callable[[Stand], Figures] = lambda _: Figures()
    die: Die = D6
    phased: bool = False
    phase_of: Callable[[str, Stand | None], Mapping[str, object]] = lambda *_: {}
    types_of: Callable[[str, AnySettings], Sequence[str]] = lambda *_: ()
    terrain_kinds: Callable[[], Iterable[str]] = lambda: ()
    board: SquareSize | HexSize | None = None
    markers: int = 48
    box: Box[AnySettings] | None = None
    blocks: Callable[[AnySettings, str], int] | None = None
    kind_words: str = "unit"
    single_kinds: Mapping[str, str] = field(default_factory=dict)
    nation_of: Callable[[Stand], str | None] = lambda _: None
    nation_named: Callable[[str, str, str], tuple[str | None, str]] | None = None
    printed_map: Callable[[Snapshot, AnySettings, str], PrintedMap] | None = None
    map_size: Callable[[AnySettings], tuple[int, int] | None] = lambda _: None
    agreed: Mapping[str, Agreed] = field(default_factory=dict)
    by_offset: bool = False
    resolve_names: Callable[[Snapshot, Mapping[str, object]], Mapping[str, object]] = lambda _, action: action
    destinations: Callable[
        [Snapshot, Stand, Sequence[Mapping[str, object]], AnySettings, Mapping[str, object]], tuple[Space, ...]
    ] = lambda *_: ()
    notation: Callable[[Mapping[str, object], Sequence[Effect], str], str] = lambda *_: ""
    chart: CombatChart | None = None
    field_of: Callable[[str], str] = str
    army: ArmyBuilder | None = None
    board_play: "BoardPlay | None" = None
    demo: Callable[[], Demo] | None = None

    def __post_init__(self) -> None:
        unknown = (self.reducer.turn_state | self.reducer.turn_words) - self.stand_state.model_fields.keys()
        if unknown:
            words = ", ".join(sorted(unknown))
            raise ValueError(f"its turn clears {words}, which {self.stand_state.__name__} does not have")

    @property
    def offset_board(self) -> tuple[int, int] | None:
        """The columns and rows of its board where its files write hexes ``by_offset``."""
        if not self.by_offset or not isinstance(self.board, HexSize):
            return None
        return self.board.columns, self.board.rows


AnyGame = Game[Any]
"""A game whose settings are of whatever type."""
