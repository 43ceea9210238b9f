"""What people may ask of a match, each a value: what comes of it is decided in ``decide``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.journal.payloads import Frame
from referee.match.by_hand import Placing
from referee.match.state import Mode, Thrower
from rules.ruling import Effect
from table.terrain import Piece


@dataclass(frozen=True)
class Declare:
    """Announce an action: a verb of the game as ``type``, with that verb's keys; ``frame`` is its table's picture."""

    action: Mapping[str, Any]
    frame: Frame | None = None


@dataclass(frozen=True)
class Throw:
    """Give the dice asked for; with ``confirm`` the effects of a ruling this finishes happen at once."""

    dice: Sequence[int | str]
    confirm: bool = False
    by: Thrower = "table"


@dataclass(frozen=True)
class Decide:
    """Settle what was too close to call: one check by its ``name_of``, or all of a clause."""

    name: str
    passed: bool
    confirm: bool = False


@dataclass(frozen=True)
class Confirm:
    """Let the effects of a finished ruling happen."""


@dataclass(frozen=True)
class Amend:
    """Let other effects happen than the ruling's, as the referee says, and why."""

    effects: Sequence[Effect]
    reason: str


@dataclass(frozen=True)
class Withdraw:
    """Take what is declared off the card."""


@dataclass(frozen=True)
class EndTurn:
    """Let the other side begin."""


@dataclass(frozen=True)
class AgreePosition:
    """On a board: agree that everybody stands on the cell he is measured on."""


@dataclass(frozen=True)
class Place:
    """Put a stand where the referee says it stands, in place of what the camera saw."""

    name: str
    placing: Placing


@dataclass(frozen=True)
class Unplace:
    """Give a stand that was placed by hand back to the camera."""

    name: str


@dataclass(frozen=True)
class LayTerrain:
    """Agree on other terrain."""

    pieces: Sequence[Piece]


@dataclass(frozen=True)
class LockTerrain:
    """Lock the terrain, so that nobody changes it, or unlock it."""

    locked: bool


@dataclass(frozen=True)
class ChooseMode:
    """Measure openly, or declare first and reveal then."""

    mode: Mode


@dataclass(frozen=True)
class Undo:
    """Take the last act back."""


@dataclass(frozen=True)
class Redo:
    """Do again what was undone last."""


Command = (
    Declare | Throw | Decide | Confirm | Amend | Withdraw | EndTurn | AgreePosition | Place | Unplace | LayTerrain
    | LockTerrain | ChooseMode | Undo | Redo
)  # fmt: skip
