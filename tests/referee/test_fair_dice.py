"""Nobody chose or foresaw a die, and anybody can check it."""

import hmac
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from referee.fair_dice import FairDice, check, commitment_to, faces
from table.errors import BadInput

SEED = bytes(range(32))


def played(many: int = 20) -> FairDice:
    dice = FairDice(SEED, 2)
    dice.mix("Kartoffel")
    dice.mix("patata")
    dice.throw(many)
    return dice


def test_the_first_dice_are_those_anybody_would_get() -> None:
    """Worked out here without the code: the recipe of the docstring in five lines."""
    message = (9).to_bytes(4, "big") + b"Kartoffel" + (6).to_bytes(4, "big") + b"patata" + (0).to_bytes(8, "big")
    by_hand = [byte % 6 + 1 for byte in hmac.new(SEED, message, sha256).digest() if byte < 252]
    assert list(played(20).reveal().dice) == by_hand[:20]


def test_all_faces_come_alike() -> None:
    thrown = faces(SEED, ["a", "b"])
    counted = Counter(next(thrown) for _ in range(60_000))
    assert set(counted) == {1, 2, 3, 4, 5, 6}
    assert chisquare(list(counted.values())).pvalue > 0.001


@given(st.text(min_size=1).filter(str.strip), st.text(min_size=1).filter(str.strip))
def test_a_match_checks_out_whatever_is_typed(one: str, other: str) -> None:
    dice = FairDice(SEED, 2)
    shown = dice.commitment
    dice.mix(one)
    dice.mix(other)
    dice.throw(3)
    dice.throw(2)
    proof = dice.reveal()
    assert (proof.commitment, len(proof.dice)) == (shown, 5)
    assert check(proof) is None


def test_each_word_changes_the_dice_and_where_one_ends_counts() -> None:
    def first(*words: str) -> list[int]:
        thrown = faces(SEED, words)
        return [next(thrown) for _ in range(30)]

    assert len({tuple(first(*words)) for words in (("ab", "c"), ("a", "bc"), ("c", "ab"), ("ab", "d"))}) == 4


def test_what_was_changed_afterwards_is_found() -> None:
    proof = played().reveal()
    assert check(replace(proof, seed=bytes(32))) == "the seed is not the one that was committed to before the match"
    other = replace(proof, seed=bytes(32), commitment=commitment_to(bytes(32)))
    assert "die " in (check(other) or "")
    loaded = (proof.dice[0] % 6 + 1, *proof.dice[1:])
    assert (check(replace(proof, dice=loaded)) or "").startswith(f"die 1 was given as {loaded[0]}; seed and words")
    assert check(replace(proof, words=("Kartoffel", "potato"))) is not None


def test_nobody_throws_before_all_words_and_nobody_types_after() -> None:
    dice = FairDice(SEED, 2)
    dice.mix("one")
    with pytest.raises(BadInput, match="1 of 2 players have not typed"):
        dice.throw()
    with pytest.raises(BadInput, match="at least one letter"):
        dice.mix("  ")
    dice.mix("two")
    with pytest.raises(BadInput, match="nobody can change the dice"):
        dice.mix("three")
    with pytest.raises(BadInput, match="32 bytes"):
        FairDice(b"short", 2)
