"""Dice that nobody chose or foresaw: a seed committed to, a word from each player, and the seed shown afterwards.

1. The umpire draws a seed of 32 bytes and shows its SHA-256: from then on it cannot be another.
2. Each player types a word. Whoever keeps the seed did not know the words, whoever types a word does not know the seed.
3. Die k is taken from HMAC-SHA256(seed, words and a counter): bytes below 252, in order, their remainder by 6 plus 1.
4. After the match the seed is shown: anybody can check the hash, and throw every die again (`check`).
"""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count, islice
from typing import Annotated, Any

from pydantic import Field

from table.errors import BadFile, BadInput
from table.notation.toml import Strict, check_model

SEED_BYTES = 32
_FAIR = 252  # the largest multiple of six that a byte holds: bytes from here on would favour the low faces


def commitment_to(seed: bytes) -> str:
    """Return what is shown of a seed before play: its SHA-256 in hexadecimal."""
    return sha256(seed).hexdigest()


def faces(seed: bytes, words: Sequence[str]) -> Iterator[int]:
    """Yield dice without end, 1 to 6: the same for the same seed and words."""
    # Each word with its length before it: ("ab", "c") is not ("a", "bc").
    mixed = b"".join(len(word.encode()).to_bytes(4, "big") + word.encode() for word in words)
    for block in count():
        for byte in hmac.digest(seed, mixed + block.to_bytes(8, "big"), "sha256"):
            if byte < _FAIR:
                yield byte % 6 + 1


@dataclass(frozen=True)
class Proof:
    """What is published after a match: the commitment shown before, the seed, the players' words, the dice thrown."""

    commitment: str
    seed: bytes
    words: tuple[str, ...]
    dice: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON has it, the seed in hexadecimal: what ``read_proof`` reads."""
        return {
            "commitment": self.commitment, "seed": self.seed.hex(), "words": list(self.words), "dice": list(self.dice)
        }  # fmt: skip


class _ProofModel(Strict):
    commitment: str
    seed: str
    words: list[str]
    dice: list[Annotated[int, Field(ge=1, le=6)]]


def read_proof(data: Any, file: str) -> Proof:
    """Return a proof from its JSON; raises BadFile."""
    read = check_model(data, _ProofModel, file)
    try:
        seed = bytes.fromhex(read.seed)
    except ValueError:
        raise BadFile(file, "seed", "64 hexadecimal digits", repr(read.seed)) from None
    return Proof(read.commitment, seed, tuple(read.words), tuple(read.dice))


class FairDice:
    """One match's dice for ``players`` players; ``seed`` are 32 bytes that nobody has seen."""

    def __init__(self, seed: bytes, players: int) -> None:
        if len(seed) != SEED_BYTES:
            raise BadInput(f"a seed has {SEED_BYTES} bytes, got {len(seed)}")
        self._seed, self._players = seed, players
        self._words: list[str] = []
        self._thrown = 0  # seed and words make the dice again: none is kept
        self._faces: Iterator[int] | None = None

    @property
    def commitment(self) -> str:
        """The seed's hash, to be shown before anybody types a word."""
        return commitment_to(self._seed)

    @property
    def words_missing(self) -> int:
        """How many players have not typed their word yet."""
        return self._players - len(self._words)

    @property
    def thrown(self) -> int:
        """How many dice have been thrown."""
        return self._thrown

    def mix(self, word: str) -> None:
        """Mix in a player's word; raises BadInput for an empty one, or once all have typed theirs."""
        if not word.strip():
            raise BadInput("a word needs at least one letter: anything that comes to mind")
        if not self.words_missing:
            raise BadInput("every player has typed a word: from here on nobody can change the dice")
        self._words.append(word.strip())

    def throw(self, many: int = 1) -> tuple[int, ...]:
        """Throw so many dice; raises BadInput while a player's word is missing."""
        if self.words_missing:
            raise BadInput(
                "{missing} of {players} players have not typed their word yet",
                missing=self.words_missing, players=self._players,
            )  # fmt: skip
        if self._faces is None:
            self._faces = faces(self._seed, self._words)
        thrown = tuple(next(self._faces) for _ in range(many))
        self._thrown += many
        return thrown

    def reveal(self) -> Proof:
        """Return everything that proves the dice: the seed is known from then on, so the match must be over."""
        dice = tuple(islice(faces(self._seed, self._words), self._thrown))
        return Proof(self.commitment, self._seed, tuple(self._words), dice)


def check(proof: Proof) -> str | None:
    """Return what is wrong with a match's dice, in words; None when they are what seed and words make them."""
    if commitment_to(proof.seed) != proof.commitment:
        return "the seed is not the one that was committed to before the match"
    thrown = faces(proof.seed, proof.words)
    for number, (said, true) in enumerate(zip(proof.dice, thrown, strict=False), start=1):
        if said != true:
            return f"die {number} was given as {said}; seed and words make it {true}"
    return None
