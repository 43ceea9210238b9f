"""A luck passport as it is shown: what the page, the paper and `--json` say, every sentence said."""

from dataclasses import dataclass

from referee.evidence.card_view import HeadView
from referee.luck.goodness_of_fit import Grouping, Verdict
from referee.shots.dispersion import Ellipse, Error
from referee.shots.history import About
from referee.shots.record import Estimate
from rules.dice import Face


@dataclass(frozen=True, slots=True)
class RunView:
    """The longest run of a face, and how often as long a one comes by chance."""

    face: Face
    long: int
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldFaceView:
    """A face held against a fair one: its share, and between what shares it may be."""

    face: Face
    name: str
    count: int
    share: float
    fair: float
    low: float
    high: float
    band: tuple[float, float]
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceGroupView:
    """A group of dice held against fair ones: all of a kind, those of one source, those thrown for a side."""

    kind: str
    by: Grouping
    of: str
    name: str
    count: int
    title: str
    verdict: Verdict
    verdict_said: str
    lines: tuple[str, ...]
    chi_square: float
    p_uneven: float
    mean: float | None
    p_mean: float | None
    longest_run: RunView | None
    least_p: float
    smallest_bias: float | None
    faces: tuple[HeldFaceView, ...]


@dataclass(frozen=True, slots=True)
class MisfiresView:
    """How many shots misfired of how many, and between what shares that may be."""

    count: int
    of: int
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedView:
    """The trend of a cannon's speeds, in m/s, as ``SpeedTrend`` has it."""

    count: int
    mean: float
    sigma: float
    slope: float
    slope_low: float
    slope_high: float
    fall: float
    p_falling: float
    lubricate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentView:
    """A cannon's errors in one direction, in cm: their mean and sigma, each with its interval."""

    mean: float
    low: float
    high: float
    sigma: float
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DispersionView:
    """How a cannon's shots spread: where the next will fall in 50 and in 95 of 100, over and to the right, in cm."""

    count: int
    mean: Error
    widened: float
    next_50: Ellipse
    next_95: Ellipse
    mean_95: Ellipse
    over: ComponentView
    right: ComponentView
    cep_cm: tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionView:
    """What the shots before one said of it, and whether it fell there."""

    by: int
    within_50: Ellipse
    within_95: Ellipse
    off_cm: float
    in_50: bool
    in_95: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PassportShotView:
    """A shot: what its rig sensed, how far from the aim it fell, what was predicted; the same in words."""

    number: int
    at: str
    entry: int | None
    casualties: int | None
    cocked_s: float | None
    gates_us: tuple[float | None, float | None]
    speed_m_s: Estimate | None
    energy_mj: Estimate | None
    misfire: bool
    faults: tuple[str, ...]
    counts: bool | None
    left: int | None
    error_cm: Error | None
    predicted: PredictionView | None
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CannonHistoryView:
    """A cannon's history: its speeds, where its shots fell, each shot."""

    side: str
    rig: str
    title: str
    fired: int
    misfires: MisfiresView
    fired_said: str
    speed: SpeedView | None
    speed_said: tuple[str, ...]
    advice: str
    about: About
    dispersion: DispersionView | None
    dispersion_said: tuple[str, ...]
    picture_said: str
    predicted_said: str
    shots: tuple[PassportShotView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassportView:
    """A match's luck passport; ``whole``: the record was read again, None where it was not."""

    game: str
    title: str
    said: str
    began: str
    ended: str
    head: HeadView
    head_said: str
    whole: bool | None
    whole_said: str
    dice: tuple[DiceGroupView, ...]
    looked_at: int
    dice_from: int
    dice_said: tuple[str, ...]
    taken_back: tuple[DiceGroupView, ...]
    strange: int
    strange_said: str
    cannons: tuple[CannonHistoryView, ...]
