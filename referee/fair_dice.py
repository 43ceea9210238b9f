"""Dice that nobody chose or foresaw: a seed committed to, a word from each player, and the seed shown afterwards.

1. The umpire draws a seed of 32 bytes and shows its SHA-256: from then on it cannot be another.
2. Until the first die falls each player may type a word: whoever keeps the seed did not know the words, whoever types a
   word does not know the seed.
3. Each throw has a name: the action it is for. Its die k is taken from HMAC-SHA256(seed, words, name and a counter):
   bytes below 252, in order, their remainder by 6 plus 1. So a throw that is taken back and made again is the same.
4. After the match the seed is shown: anybody can check the hash, and throw every die again (`check`).
"""

import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count, islice
from typing import Annotated, Any

from pydantic import Field

from table.errors import BadFile, BadInput
from table.notation.toml import Strict, check_model

SEED_BYTES = 32
_FAIR = 252  # the largest multiple of six that a byte holds: bytes from here on would favour the low faces


def commitment_to(seed: bytes) -> str:
    """Return what is shown of a seed before play: its SHA-256 in hexadecimal."""
    return sha256(seed).hexdigest()


def faces(seed: bytes, words: Sequence[str], name: str = "") -> Iterator[int]:
    """Yield a throw's dice without end, 1 to 6: the same for the same seed, words and name."""
    # Each word with its length before it: ("ab", "c") is not ("a", "bc"). Older proofs name no throw.
    parts = (*words, name) if name else words
    mixed = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
    for block in count():
        for byte in hmac.digest(seed, mixed + block.to_bytes(8, "big"), "sha256"):
            if byte < _FAIR:
                yield byte % 6 + 1


@dataclass(frozen=True)
class Proof:
    """What is published after a match: the commitment shown before, the seed, the players' words, each throw's dice."""

    commitment: str
    seed: bytes
    words: tuple[str, ...]
    throws: Mapping[str, tuple[int, ...]]

    @property
    def dice(self) -> tuple[int, ...]:
        """All dice, throw after throw."""
        return tuple(chain.from_iterable(self.throws.values()))


_Dice = tuple[Annotated[int, Field(ge=1, le=6)], ...]


class _ProofModel(Strict):
    commitment: str
    seed: str
    words: list[str]
    dice: _Dice = ()  # of older proofs, whose throws have no names
    throws: dict[str, _Dice] = {}


def read_proof(data: Any, file: str) -> Proof:
    """Return a proof from its JSON; raises BadFile."""
    read = check_model(data, _ProofModel, file)
    try:
        seed = bytes.fromhex(read.seed)
    except ValueError:
        raise BadFile(file, "seed", "64 hexadecimal digits", repr(read.seed)) from None
    return Proof(read.commitment, seed, tuple(read.words), read.throws or {"": read.dice})


class FairDice:
    """One match's dice for ``players`` players; ``seed`` are 32 bytes that nobody has seen."""

    def __init__(self, seed: bytes, players: int) -> None:
        if len(seed) != SEED_BYTES:
            raise BadInput("a seed has {size} bytes, got {got}", size=SEED_BYTES, got=len(seed))
        self._seed, self._players = seed, players
        self._words: list[str] = []
        self._throws: dict[str, int] = {}  # how many dice of each; seed, words and name make them again: none is kept

    @property
    def commitment(self) -> str:
        """The seed's hash, to be shown before anybody types a word."""
        return commitment_to(self._seed)

    @property
    def words_missing(self) -> int:
        """How many players may still type a word: none once a die has fallen."""
        return 0 if self._throws else self._players - len(self._words)

    @property
    def thrown(self) -> int:
        """How many dice have been thrown; one that was taken back and thrown again counts once."""
        return sum(self._throws.values())

    def mix(self, word: str) -> None:
        """Mix in a player's word; raises BadInput for an empty one, once all have typed theirs, or a die has fallen."""
        if not word.strip():
            raise BadInput("a word needs at least one letter: anything that comes to mind")
        if self._throws:
            raise BadInput("a die has fallen: from here on nobody can change the dice")
        if not self.words_missing:
            raise BadInput("every player has typed a word: from here on nobody can change the dice")
        self._words.append(word.strip())

    def throw(self, name: str, first: int = 0, many: int = 1) -> tuple[int, ...]:
        """Throw so many dice of the throw with that name, of which ``first`` dice have fallen before."""
        self._throws[name] = max(first + many, self._throws.get(name, 0))
        return self._dice_of(name)[first : first + many]

    def reveal(self) -> Proof:
        """Return everything that proves the dice: the seed is known from then on, so the match must be over."""
        return Proof(
            self.commitment, self._seed, tuple(self._words), {name: self._dice_of(name) for name in self._throws}
        )

    def _dice_of(self, name: str) -> tuple[int, ...]:
        return tuple(islice(faces(self._seed, self._words, name), self._throws[name]))


def check(proof: Proof) -> BadInput | None:
    """Return what is wrong with a match's dice; None when they are what seed and words make them."""
    if commitment_to(proof.seed) != proof.commitment:
        return BadInput("the seed is not the one that was committed to before the match")
    thrown = chain.from_iterable(
        islice(faces(proof.seed, proof.words, name), len(dice)) for name, dice in proof.throws.items()
    )
    for number, (said, true) in enumerate(zip(proof.dice, thrown, strict=True), start=1):
        if said != true:
            told = "die {number} was given as {said}; seed and words make it {true}"
            return BadInput(told, number=number, said=said, true=true)
    return None
