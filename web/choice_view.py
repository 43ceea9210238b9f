"""What the chosen stand may do on a board, as the page shows it: where it may go, on whom and how it may act."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from referee.ruling_view import Tone, ruling_view
from referee.view_fields import OpenFacts, fields_of
from referee.words.board_notation import steps_written
from referee.words.sentences import deciding_check
from rules.action import listed
from rules.board_cells import label_of
from rules.board_play import Battle, Choice, Course, Destination, LegalAct, Step, Target, Turn
from web.board_words import ActView, BoardWording, NameView


@dataclass(frozen=True, slots=True)
class StepView:
    """One step from cell to cell."""

    start: Annotated[str, Field(serialization_alias="from")]
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionView:
    """A cell that the chosen stand may go to: ``short`` is how, ``said`` that with the cell's name."""

    cell: str
    label: str
    kind: Literal["move", "capture", "join", "place"]
    short: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareOptionView(OptionView):
    """A square to go to: the steps there, and how many squares that takes."""

    steps: tuple[StepView, ...]
    squares: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HexOptionView(OptionView):
    """A hex to go to: what it costs, the way there, the action that goes there; ``notes`` such as "zoc"."""

    cost: float
    notes: tuple[str, ...]
    path: tuple[str, ...]
    action: OpenFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class WayView(ActView):
    """One way to act on a target; ``gathers``: others may join in."""

    gathers: bool


@dataclass(frozen=True, slots=True)
class TargetView:
    """An enemy that the chosen counter may act on, or may not for a reason worth telling."""

    name: str
    cell: str
    label: str
    ways: tuple[WayView, ...]
    said: str


@dataclass(frozen=True, slots=True)
class RingView:
    """How far something carries."""

    cells: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleView(ActView):
    """A battle of several against several as far as it was put together."""

    attackers: tuple[NameView, ...]
    targets: tuple[NameView, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LegView:
    """One leg of a way: where it ends, what it costs, what is spent by then, and the same in words."""

    to: str
    cost: float
    spent: float
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseView(ActView):
    """A way put together from hex to hex; ``guns`` are those that may fire at it or keep their shot."""

    path: tuple[str, ...]
    legs: tuple[LegView, ...]
    total: str
    guns: tuple[NameView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalView:
    """What was asked for and is not allowed: ``path`` is the way it would have taken, or its last step."""

    action: OpenFacts
    path: tuple[str, ...]
    steps: tuple[StepView, ...]
    notation: str
    word: str
    tone: Tone
    sentence: str
    clause: str


@dataclass(frozen=True, slots=True)
class MovedView:
    """Where a stand has come to in this turn."""

    name: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceView:
    """What the chosen stand may do; ``gathered`` are those that an order goes to so far, ``helpers`` may join in.

    ``numbers`` are those that a card may have printed on it. ``sealed``: of whom it aims at nothing is told before that
    is declared.
    """

    actor: str
    at: str | None
    title: str
    facts: tuple[str, ...]
    options: tuple[SquareOptionView | HexOptionView, ...]
    targets: tuple[TargetView, ...]
    acts: tuple[ActView, ...]
    rings: tuple[RingView, ...]
    battle: BattleView | None
    steers: bool
    course: CourseView | None
    helpers: tuple[str, ...]
    gathered: tuple[NameView, ...]
    numbers: tuple[int, ...]
    refusal: RefusalView | None
    sealed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsView(ChoiceView):
    """What a soldier may do with the turn as far as it was put together of steps, of which ``left`` are left."""

    steps: tuple[StepView, ...]
    left: int
    notation: str
    action: OpenFacts | None
    moved: tuple[MovedView, ...]
    taken: tuple[str, ...]
    movable: tuple[str, ...]


AnyChoiceView = TypeAliasType("AnyChoiceView", StepsView | ChoiceView)


def choice_view(choice: Choice, wording: BoardWording, *, sealed: bool) -> AnyChoiceView:
    """Return what the chosen stand may do; with steps, the turn as far as it was put together."""
    choice = choice.sealed if sealed else choice
    told = ChoiceView(
        actor=choice.actor,
        at=choice.at,
        title=": ".join(part for part in (choice.at, choice.actor and wording.called(choice.actor)) if part),
        facts=tuple(wording.fact(said) for said in choice.facts),
        options=tuple(_option(there, wording) for there in choice.destinations),
        targets=tuple(_target(target, wording) for target in choice.targets),
        acts=tuple(wording.act(act) for act in choice.acts),
        rings=tuple(RingView(ring.cells, wording.fact(ring.said)) for ring in choice.rings),
        battle=None if choice.battle is None else _battle(choice.battle, wording),
        steers=choice.steers,
        course=None if choice.course is None else _course(choice.course, wording),
        helpers=choice.helpers,
        gathered=wording.named(choice.gathered),
        numbers=choice.numbers,
        refusal=None if choice.refused is None else _refusal(choice.refused, choice.path, wording),
        sealed=sealed,
    )
    return told if choice.turn is None else _turn(told, choice.turn, wording)


def _turn(told: ChoiceView, turn: Turn, wording: BoardWording) -> StepsView:
    return StepsView(
        **{**fields_of(told), "at": told.at or None},
        steps=_steps(turn.steps),
        left=turn.left,
        notation=steps_written(turn.steps, turn.taken.values(), language=wording.language),
        action=turn.action,
        moved=tuple(MovedView(name, cell) for name, cell in turn.moved.items()),
        taken=tuple(turn.taken),
        movable=turn.movable,
    )


def _steps(steps: Iterable[Step]) -> tuple[StepView, ...]:
    return tuple(StepView(step["from"], step["to"]) for step in steps)


def _option(there: Destination, wording: BoardWording) -> SquareOptionView | HexOptionView:
    cell = label_of(there.cell, wording.language)
    short = ", ".join([_short(there, wording), *(wording.say(f"note_{note}") for note in there.notes)])
    told = OptionView(cell=there.cell, label=cell, kind=there.kind, short=short, said=f"{cell}: {short}")
    if wording.kind == "squares":
        return SquareOptionView(**fields_of(told), steps=_steps(there.steps), squares=there.cost)
    return HexOptionView(**fields_of(told), cost=there.cost, notes=there.notes, path=there.path, action=there.action)


def _short(there: Destination, wording: BoardWording) -> str:
    """Return how it goes there, and how many cells that takes."""
    if wording.kind == "squares":
        return wording.say("going_squares", count=there.cost, word=wording.say(f"going_{there.kind}"))
    return wording.say("going_place") if there.kind == "place" else _hexes_said(there.cost, wording)


def _hexes_said(count: float, wording: BoardWording) -> str:
    return wording.say("going_cost", count=count)


def _course(course: Course, wording: BoardWording) -> CourseView:
    """Return a way put together from hex to hex: what it has cost at the end of each leg, and what happens there."""
    legs, spent = [], 0.0
    for leg in course.legs:
        spent += leg.cost
        said = ", ".join([_hexes_said(leg.cost, wording), *(wording.fact(each) for each in leg.said)])
        legs.append(LegView(leg.to, leg.cost, spent, said))
    return CourseView(
        **fields_of(wording.act(course.act)),
        path=course.path,
        legs=tuple(legs),
        total=wording.say("course_cost", cost=course.cost, budget=course.budget),
        guns=wording.named(course.guns),
    )


def _target(target: Target, wording: BoardWording) -> TargetView:
    ways = tuple(WayView(**fields_of(wording.act(way.act)), gathers=way.gathers) for way in target.ways)
    said = ", ".join(way.sentence for way in ways if way.allowed)
    return TargetView(target.name, target.cell, f"{target.cell}: {wording.called(target.name)}", ways, said)


def _battle(battle: Battle, wording: BoardWording) -> BattleView:
    return BattleView(
        **fields_of(wording.act(battle.act)),
        attackers=wording.named(battle.attackers),
        targets=wording.named(battle.targets),
        said=tuple(wording.fact(said) for said in battle.said),
    )


def _refusal(refused: LegalAct, path: tuple[str, ...], wording: BoardWording) -> RefusalView:
    view = ruling_view(refused.ruling, titles=wording.titles, language=wording.language)
    check = deciding_check(refused.ruling)
    return RefusalView(
        action=refused.action,
        path=path,
        steps=_steps(listed(refused.action, "steps")[-1:]),
        notation=wording.notation(refused.ruling.game, refused.action),
        word=view.word,
        tone=view.tone,
        sentence=view.sentence,
        clause=check.clause if check else "",
    )
