"""Nobody chose or foresaw a die, and anybody can check it."""

import hmac
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from referee.fair_dice import FairDice, check, commitment_to, faces, read_proof
from table.errors import BadInput

SEED = bytes(range(32))


def played(many: int = 20) -> FairDice:
    dice = FairDice(SEED, 2)
    dice.mix("Kartoffel")
    dice.mix("patata")
    dice.throw("a shot", many=many)
    return dice


def test_the_first_dice_are_those_anybody_would_get() -> None:
    """Worked out here without the code: the recipe of the docstring in five lines."""
    parts = [len(word).to_bytes(4, "big") + word for word in (b"Kartoffel", b"patata", b"a shot")]
    message = b"".join(parts) + (0).to_bytes(8, "big")
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
    dice.throw("a shot", many=3)
    dice.throw("another", many=2)
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
    wrong = check(replace(proof, seed=bytes(32)))
    assert str(wrong) == "the seed is not the one that was committed to before the match"
    other = replace(proof, seed=bytes(32), commitment=commitment_to(bytes(32)))
    assert "die " in str(check(other))
    loaded = (proof.dice[0] % 6 + 1, *proof.dice[1:])
    other = replace(proof, throws={"a shot": loaded})
    assert str(check(other)).startswith(f"die 1 was given as {loaded[0]}; seed and words")
    assert check(replace(proof, throws={"another shot": proof.dice})) is not None
    assert check(replace(proof, words=("Kartoffel", "potato"))) is not None


def test_a_throw_that_is_made_again_falls_as_before_and_counts_once() -> None:
    dice = FairDice(SEED, 2)
    first = dice.throw("a shot", many=2)
    assert len({dice.throw(f"shot {k}", many=20) for k in range(3)}) == 3
    assert (dice.throw("a shot"), dice.throw("a shot", 1)) == (first[:1], first[1:])
    assert (dice.thrown, dice.reveal().throws["a shot"]) == (62, first)


def test_a_proof_of_before_throws_had_names_is_still_checked() -> None:
    thrown = list(islice(faces(SEED, ["a", "b"]), 5))
    old = {"commitment": commitment_to(SEED), "seed": SEED.hex(), "words": ["a", "b"], "dice": thrown}
    assert check(read_proof(old, "old")) is None
    assert check(read_proof({**old, "dice": [7 - thrown[0], *thrown[1:]]}, "old")) is not None


def test_words_are_typed_until_the_first_die_falls() -> None:
    dice = FairDice(SEED, 2)
    with pytest.raises(BadInput, match="at least one letter"):
        dice.mix("  ")
    dice.mix("one")
    assert dice.words_missing == 1
    dice.throw("a shot")
    assert dice.words_missing == 0
    with pytest.raises(BadInput, match="a die has fallen"):
        dice.mix("two")
    assert check(dice.reveal()) is None
    dice = FairDice(SEED, 1)
    dice.mix("one")
    with pytest.raises(BadInput, match="every player has typed a word"):
        dice.mix("two")
    with pytest.raises(BadInput, match="32 bytes"):
        FairDice(b"short", 2)
