"""The session's own dice as the page shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class ProofView:
    """A proof of dice that were shown: what was published before, the hexadecimal seed, the words, each throw's dice.

    It is the file that ``vedette dice`` reads.
    """

    commitment: str
    seed: str
    words: tuple[str, ...]
    throws: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FairDiceView:
    """What everybody may know of the dice now; ``proofs`` are the newest.

    ``words_missing`` counts the players who may still type a word.
    """

    commitment: str
    players: int
    words_missing: int
    thrown: int
    proofs: tuple[ProofView, ...]


@runtime_checkable
class Showing(Protocol):
    """Dice that have something to show of themselves."""

    def view(self) -> FairDiceView:
        """Return what everybody may know of them."""
        ...
