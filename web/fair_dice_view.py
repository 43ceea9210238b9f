"""The session's own dice as the page shows them."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class ProofView:
    """A proof of dice that were shown: what was published before, the seed in hexadecimal, the words, what fell."""

    commitment: str
    seed: str
    words: tuple[str, ...]
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FairDiceView:
    """What everybody may know of the dice now; ``words_missing`` counts players, ``proofs`` are the newest."""

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
