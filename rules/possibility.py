"""What a stand may still do, one entry a verb: whether, how far, at whom, and why not; and what a weapon covers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.action import Action
from rules.ruling import Check, Shape
from table.errors import BadInput
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class CandidateAction:
    """An action worth asking about for one verb; ``at`` is what it is aimed at, ``but`` are checks left out."""

    verb: str
    action: Action
    at: str | None = None
    but: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Space:
    """A square or hex a stand may go to: its name, its centre in table cm, and what the turn has left then.

    ``steps`` are the action's steps that lead there, ``takes`` whoever he takes prisoner there.
    """

    name: str
    centre: tuple[float, float]
    left: int
    steps: tuple[Mapping[str, str], ...] = field(hash=False)
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class Possibility:
    """One verb: allowed or not, how many cm are left for it, at whom (and at whom too close to call), and why not.

    ``why_not`` are the checks that refuse: those that refuse every target alike, else those of the nearest.
    ``asks`` are the keys that its action still needs ("target", "point", "path", ...), one set for each way to declare
    it, and ``action`` is such an action with what is known of it: who acts, or the group. ``spaces`` are the squares
    or hexes open to him, where the game has such. ``owed`` are the checks that say it is still owed. ``trouble`` is why
    nobody can rule on it: what the roster says of the stand makes no sense.
    """

    verb: str
    allowed: bool
    left_cm: float | None = None
    targets: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    why_not: tuple[Check, ...] = ()
    asks: tuple[tuple[str, ...], ...] = ()
    action: Action = field(default_factory=dict, hash=False)
    spaces: tuple[Space, ...] = ()
    owed: tuple[Check, ...] = ()
    trouble: BadInput | None = None


WORDS = {"order": "order", "edge": "table_edge"}
"""Keys of an action that people choose a word for, and the list of words: an order, an edge of the table."""
ASKED = ("target", "vehicle", "point", "path", "steps", *WORDS)
"""Keys of an action that people at the table point out or choose."""


def word_asked(possible: Possibility) -> str | None:
    """Return the list of the words of which one is all that an action still needs; None for another need."""
    return next((kind for key, kind in WORDS.items() if (key,) in possible.asks), None)


def asked_by(candidates: Sequence[CandidateAction]) -> tuple[tuple[str, ...], ...]:
    """Return the sets of keys that actions of one verb ask for, each once."""
    return tuple(dict.fromkeys(tuple(key for key in ASKED if key in each.action) for each in candidates))


def known_of(first: CandidateAction) -> Action:
    """Return an action without what is still to be pointed out."""
    return {key: value for key, value in first.action.items() if key not in ASKED}


@dataclass(frozen=True, slots=True)
class Weapon:
    """The part of the table that one verb reaches from where a stand is: its shape, how far (cm), and the clause."""

    verb: str
    shape: Shape
    limit_cm: float
    clause: str

    @classmethod
    def round(cls, verb: str, stand: Stand, limit_cm: float, clause: str) -> "Weapon":
        """Return one that reaches so far on every side, from the stand's centre."""
        return cls(verb, Shape("range", "disc", (stand.centre,), radius_cm=limit_cm), limit_cm, clause)
