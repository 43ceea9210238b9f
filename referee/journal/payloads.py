"""What an entry of each kind holds: versioned models, and how older versions are read."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator, ValidationError, model_validator

from referee.journal.entry import Draft, Entry
from referee.journal.ruling_data import effects_data, effects_from
from referee.journal.stands import KeptTable
from rules.goal import Ending, Result
from rules.ruling import Effect
from table.errors import BadFile

Text = Annotated[str, Field(max_length=2000)]
Measured = Annotated[float, Field(ge=-1e15, le=1e15)]
"""What a cannon's rig or the referee measured: far more than there is, and still a number to reckon with."""
Table = Annotated[KeptTable, PlainValidator(KeptTable.of), PlainSerializer(lambda kept: kept.data)]


def _effects(listed: Any) -> tuple[Effect, ...]:
    try:
        return effects_from(listed)
    except (KeyError, TypeError, AttributeError):
        raise ValueError("effects, each with its type") from None


Effects = Annotated[tuple[Effect, ...], PlainValidator(_effects), PlainSerializer(effects_data)]


SPENT = "declared, then revealed: the shot is spent"
"""Why the effects of a refused action are others, where it was declared before anything was measured."""
UNCONFIRMED = "what was not confirmed"
"""What is taken back where nobody was told that it was kept."""


class Payload(BaseModel):
    """What is common to all: unknown keys are kept out, so that a misspelt one is found when it is written."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Frame(Payload):
    """The picture from above a ruling was made on: the SHA-256 of its bytes, and the rectangle it shows.

    ``picture_cm`` is left, near, right, far in table cm, ``camera_cm`` where the lens was: it tells where what is high
    leans. ``lost`` says why it could not be kept, where it could not. ``seen`` is on a board where the camera saw each
    stand, x, y in cm and heading: a match has it in the middle of its cell.
    """

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    picture_cm: tuple[float, float, float, float] | None = None
    camera_cm: tuple[float, float, float] | None = None
    lost: Text | None = None
    seen: Mapping[str, tuple[float, float, float]] | None = None


class Estimate(NamedTuple):
    """A number with one standard deviation."""

    value: Measured
    sigma: Measured


class Opened(Payload):
    """A match begins: its game, sides, options, the state it begins with, and the program that writes."""

    game: str
    title: Text = ""
    settings: dict[str, Any] = {}
    state: dict[str, Any]
    program: str = ""


class Declared(Payload):
    """An action was announced on that table; ``mode``: whether distances were open then, or revealed after."""

    action: dict[str, Any]
    table: Table
    unseen: list[str] = []
    mode: Literal["open", "reveal"] = "open"
    frame: Frame | None = None


class Thrown(Payload):
    """Dice fell: which, and who threw them (typed in, or Vedette's own)."""

    dice: list[int | str]
    by: Literal["table", "vedette"] = "table"


class Decided(Payload):
    """The referee's word on a check that was too close to call."""

    check: str
    passed: bool


class Confirmed(Payload):
    """A ruling happened: the action, the table it was ruled on, all its dice and words, the ruling and its effects.

    ``amended`` says why the effects are not those of the ruling.
    """

    action: dict[str, Any]
    table: Table
    dice: list[int | str] = []
    decided: dict[str, bool] = {}
    ruling: dict[str, Any]
    effects: Effects
    amended: Text | None = None
    frame: Frame | None = None


class Appealed(Payload):
    """The ruling of entry ``of``, on the same table with the same dice, had these settings been otherwise.

    It changes nothing: what happened is in the entry it is about.
    """

    of: Annotated[int, Field(ge=1)]
    settings: dict[str, Any]
    ruling: dict[str, Any]
    frame: Frame | None = None


class Walked(Payload):
    """A stand of the side that plays was seen to move so far; ``told``: by a ruling, which counts it already.

    ``way`` are the points it was seen to go by in table cm, ``unseen`` the legs between them that nobody saw.
    """

    stand: str
    cm: float
    turn: int
    side: str
    told: bool = False
    sigma_cm: float | None = None
    way: tuple[tuple[float, float], ...] = ()
    unseen: tuple[int, ...] = ()


class Unwalked(Payload):
    """What was walked after entry ``since`` counts for nothing: it was a bump, or hands that put stands back."""

    since: Annotated[int, Field(ge=0)]


class Withdrawn(Payload):
    """A declaration was taken off the card."""


class Waived(Payload):
    """Something that was owed and is waived by the referee: its check's clause, key and detail."""

    clause: Annotated[str, Field(max_length=20)]
    key: Annotated[str, Field(max_length=80)]
    detail: dict[str, Any] = {}


class TurnEnded(Payload):
    """The other side begins; where everybody stood then, and what was still owed and is waived."""

    table: Table
    waived: tuple[Waived, ...] = ()


class Agreed(Payload):
    """In a game on a board: everybody is agreed to stand on the cell he is measured on."""

    table: Table


class MatchEnded(Payload):
    """The match is over: somebody has won, nobody, or it is broken off; where everybody stood then.

    ``by`` says whether the rules say so, under ``clause``, or those who play agreed on it.
    """

    result: Result
    winner: Annotated[str, Field(max_length=80)] | None = None
    by: Literal["rules", "agreement"] = "agreement"
    clause: Annotated[str, Field(max_length=20)] = ""
    table: Table

    @model_validator(mode="after")
    def _somebody_wins(self) -> "MatchEnded":
        if (self.result == "won") != (self.winner is not None):
            raise ValueError("who has won, where somebody has")
        return self

    @property
    def ending(self) -> Ending:
        """How it ended, without where everybody stood."""
        return Ending(self.result, self.winner, self.by, self.clause)


class Signed(Payload):
    """A side agrees to how the match ended: to the entry ``of`` that says so, by its seal."""

    side: Annotated[str, Field(max_length=80)]
    of: Annotated[int, Field(ge=1)]
    seal: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Undone(Payload):
    """An act was taken back: the match is as it was after entry ``to``."""

    act: str
    to: Annotated[int, Field(ge=0)]


class Redone(Undone):
    """An act that was taken back was done again: the match is as it was after entry ``to``."""


class Note(Payload):
    """Something worth keeping that changes nothing: a word of the referee's, a notice of the watchman's, a seal."""

    about: str
    text: Text = ""
    data: dict[str, Any] = {}


class Shot(Payload):
    """A cannon's lever was let go: what its rig sensed, or the referee told where there is none (M6.3).

    ``rig`` and ``counter`` know a shot, however often it is told. ``at`` is UTC by this computer's clock, ``rig_us``
    the lever by the rig's since its start number ``boot``; gates and plate are in microseconds after the lever, None
    where one noticed nothing. Speed and energy come with one standard deviation.
    """

    rig: Annotated[str, Field(max_length=80)]
    counter: Annotated[int, Field(ge=0)]
    side: Annotated[str, Field(max_length=80)]
    at: Annotated[str, Field(max_length=40)]
    at_sigma_s: Measured | None = None
    rig_us: int | None = None
    boot: int | None = None
    cocked_s: Measured | None = None
    gates_us: tuple[Measured | None, Measured | None] = (None, None)
    plate_us: Measured | None = None
    speed_m_s: Estimate | None = None
    energy_mj: Estimate | None = None
    misfire: bool = False
    faults: tuple[Annotated[str, Field(max_length=80)], ...] = ()


class ShotSettled(Payload):
    """What came of a shot: whether it counts, the shells left then, and the entry of the casualties agreed on.

    A later word on the same shot takes the place of this one. ``muzzle``, ``aim`` and ``impact`` are in table cm, the
    last with its standard deviation.
    """

    rig: Annotated[str, Field(max_length=80)]
    counter: Annotated[int, Field(ge=0)]
    counts: bool = True
    left: Annotated[int, Field(ge=0)] | None = None
    casualties: Annotated[int, Field(ge=1)] | None = None
    before: Frame | None = None
    after: Frame | None = None
    muzzle: tuple[Measured, Measured] | None = None
    aim: tuple[Measured, Measured] | None = None
    impact: tuple[Measured, Measured, Measured] | None = None


class Aimed(Payload):
    """A side says where its cannon aims, in table cm, and where its muzzle is; None where it says nothing any more.

    It holds for the shots that are written down after it, until the next word. ``said`` is the aim as people say it.
    """

    side: Annotated[str, Field(max_length=80)]
    aim: tuple[Measured, Measured] | None = None
    muzzle: tuple[Measured, Measured] | None = None
    said: Annotated[str, Field(max_length=80)] = ""


class Ammunition(Payload):
    """The referee says how many shells a side has left."""

    side: Annotated[str, Field(max_length=80)]
    left: Annotated[int, Field(ge=0, le=10_000)]
    why: Text = ""


KINDS: Mapping[str, tuple[int, type[Payload]]] = {
    "opened": (1, Opened), "declared": (3, Declared), "thrown": (1, Thrown), "decided": (1, Decided),
    "confirmed": (4, Confirmed), "withdrawn": (1, Withdrawn), "turn_ended": (2, TurnEnded), "undone": (1, Undone),
    "redone": (1, Redone), "note": (1, Note), "appealed": (2, Appealed), "walked": (2, Walked),
    "unwalked": (1, Unwalked), "shot": (1, Shot), "shot_settled": (2, ShotSettled), "ammunition": (1, Ammunition),
    "agreed": (1, Agreed),
    "aimed": (1, Aimed), "match_ended": (1, MatchEnded), "signed": (1, Signed),
}  # fmt: skip
"""Every kind of entry, the version written now, and its model."""
_KIND_OF = {model: kind for kind, (_, model) in KINDS.items()}


def all_but(*kinds: str) -> tuple[str, ...]:
    """Return every kind of entry but these: what a search for these leaves out."""
    return tuple(kind for kind in KINDS if kind not in kinds)


RULED = frozenset({"declared", "thrown", "decided", "confirmed"})
"""The kinds after which there is a ruling: each of them has its evidence card."""


def _confirmed_1(old: dict[str, Any]) -> dict[str, Any]:
    """Version 1 had no evidence frame, and called the reason of an amendment ``reason``."""
    return {**{key: value for key, value in old.items() if key != "reason"}, "amended": old.get("reason")}


def _confirmed_2(old: dict[str, Any]) -> dict[str, Any]:
    """Version 2 had of a frame its hash alone, and nothing that wrote one."""
    return {**old, "frame": {"sha256": old["frame"]} if old.get("frame") else None}


_OLDER: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    ("confirmed", 1): _confirmed_1,
    ("confirmed", 2): _confirmed_2,
    ("declared", 1): dict,  # it had no frame
    ("walked", 1): dict,  # only how far
    ("turn_ended", 1): dict,  # nothing held a turn
    # Their frames did not say where the camera was.
    ("declared", 2): dict, ("confirmed", 3): dict, ("appealed", 1): dict, ("shot_settled", 1): dict,
}  # fmt: skip


def read_payload(entry: Entry) -> Payload:
    """Return an entry's payload, brought up from the version it was written in; raises BadFile."""
    where = f"entry {entry.sequence}"
    if entry.kind not in KINDS:
        raise BadFile(where, "kind", f"one of {', '.join(KINDS)}", repr(entry.kind))
    newest, model = KINDS[entry.kind]
    if entry.version < 1:
        raise BadFile(where, "version", "at least 1", str(entry.version))
    if entry.version > newest:
        raise BadFile(where, "version", f"at most {newest}", f"{entry.version}: written by a newer Vedette")
    try:
        data = entry.payload
        for version in range(entry.version, newest):
            data = _OLDER[entry.kind, version](data)
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadFile(where, ".".join(map(str, first["loc"])), first["msg"], repr(first["input"])[:80]) from None
    except ValueError as error:
        raise BadFile(where, "payload", "a JSON object", str(error)) from None


def draft(payload: Payload) -> Draft:
    """Return what ``Journal.append`` takes for a payload, in the version written now."""
    kind = _KIND_OF[type(payload)]
    return kind, KINDS[kind][0], payload.model_dump(mode="json")
