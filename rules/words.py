"""What a game says: its English, declared with it; what it says in other languages lies in its folder's locale/."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Trio = tuple[str, str, str]
"""What a check may say: where it passed, where it failed, where it is too close to call."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """English sentences and words by the keys of a game's rulings; places such as ``{actor}`` are filled in.

    A key that a game does not have is said in the common words (referee/words/english.py); one that both have is said
    as the game has it. Two games may say the same key each in its own way.

    ``checks``, ``throws`` (by purpose) and ``effects`` are clauses, ``outcomes`` sentences; ``named_outcomes`` are
    those that name whom they befall, where the ruling does. ``verdicts`` are in capitals, by the check that decided;
    ``verbs`` are beginnings of lines. ``house`` is what a house value says, by its setting and, where the sentence
    depends on it, its value: "map" or "map practice". ``labels`` stand over a table: "factors" over that of its box.
    ``board`` is what the page says of a turn on the game's board, by the keys of its ``BoardPlay``.

    ``vocabulary`` are closed lists of words that are put into a place, by the name of the place; ``other_places`` says
    where a check's or an effect's place takes another list than the one of its own name.
    """

    checks: Mapping[str, Trio] = field(default_factory=dict)
    throws: Mapping[str, str] = field(default_factory=dict)
    effects: Mapping[str, str] = field(default_factory=dict)
    outcomes: Mapping[str, str] = field(default_factory=dict)
    named_outcomes: Mapping[str, str] = field(default_factory=dict)
    verdicts: Mapping[str, str] = field(default_factory=dict)
    verbs: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    board: Mapping[str, str] = field(default_factory=dict)
    vocabulary: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    other_places: Mapping[tuple[str, str], str] = field(default_factory=dict)
