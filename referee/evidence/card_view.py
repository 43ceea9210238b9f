"""An evidence card as it is shown: what the page, the picture, the paper and `--json` say, every sentence said."""

from dataclasses import dataclass
from typing import Literal

from referee.evidence.frames import Trouble
from referee.ruling_view import CheckView, RulingView, ThrowView
from referee.view_fields import OpenFacts, OpenValue

Thrower = Literal["table", "vedette"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardThrowView(ThrowView):
    """A throw, and who threw each of its dice."""

    by: tuple[Thrower, ...]
    said_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GaugeView:
    """The scale on which a measure stands against its limit, in cm; ``holds_below``: the condition holds below it."""

    measured: float
    limit: float
    sigma: float
    holds_below: bool
    measured_said: str
    limit_said: str


@dataclass(frozen=True, slots=True)
class HouseValueView:
    """A value that the book does not give, its clause, and the same said."""

    key: str
    value: OpenValue
    clause: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameKeptView:
    """The camera's picture of the ruling: its hash, where it lies on the table in cm, and why it cannot be seen."""

    sha256: str | None
    picture_cm: tuple[float, float, float, float] | None
    trouble: Trouble | None
    said: str


@dataclass(frozen=True, slots=True)
class HeadView:
    """The newest entry of a journal."""

    sequence: int
    seal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealCheckView(CheckView):
    """A condition under other options; ``different``: it comes out otherwise, or is new."""

    different: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealView(RulingView):
    """An appeal beside its ruling: the settings that it was ruled on under, and what came of it."""

    entry: int
    time: str
    seal: str
    settings: OpenFacts
    options: str
    checks: tuple[AppealCheckView, ...]
    other_verdict: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView(RulingView):
    """An evidence card.

    ``deed`` are the entries of the journal that made its ruling, ``otherwise`` the settings of an appeal. ``happened``
    is what its effects changed, ``amended`` why the referee ruled otherwise.
    """

    entry: int
    seal: str
    time: str
    game: str
    title: str
    program: str
    turn: int
    side: str
    actor: str | None
    target: str | None
    who: str
    taken_back: bool
    appeal_of: int | None
    dice: tuple[CardThrowView, ...]
    chance: str | None
    gauge: GaugeView | None
    confirmed: bool
    happened: tuple[str, ...]
    amended: str | None
    remarks: tuple[str, ...]
    house_values: tuple[HouseValueView, ...]
    frame: FrameKeptView
    head: HeadView
    deed: tuple[int, ...]
    otherwise: OpenFacts
    appeals: tuple[AppealView, ...]
