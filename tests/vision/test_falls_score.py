"""The proof's own scoring: what is right scores as right, every kind of mistake is told."""

from dataclasses import replace

import pytest
from cannon_pair import CannonPair, cannon_pair
from falls_score import Said, failures, judge, shell_table, table, wilson

SEED = 20000  # four fall, nobody's hand is over the board
SMALL_PX = (320, 180)  # nobody looks at the pictures


@pytest.fixture(scope="module")
def pair() -> CannonPair:
    return cannon_pair(SEED, SMALL_PX, disturbed=False)


def perfect(pair: CannonPair) -> Said:
    truth, shell = pair.truth, pair.truth.shell
    moved = {step.name: step.cm for step in truth.moved}
    impact = (shell.x, shell.y) if shell is not None and shell.why == "visible" else None
    return Said({fall.name: fall.square for fall in truth.fallen}, moved, impact, 10.0)


@pytest.mark.ci
def test_what_is_right_has_no_failure(pair: CannonPair):
    score = judge(pair, perfect(pair), "1080p")
    assert score.failures == []
    assert len(score.there) == len(pair.truth.fallen) > 0
    assert failures([score]) == []


@pytest.mark.ci
def test_every_mistake_is_told(pair: CannonPair):
    said, someone = perfect(pair), sorted(pair.truth.standing)[0]
    fell = pair.truth.fallen[0].name
    missed = {name: square for name, square in said.fallen.items() if name != fell}
    assert judge(pair, replace(said, fallen=missed), "4K").failures == [f"missed: {fell}"]
    wrong = {**said.fallen, fell: "A-1"}
    assert judge(pair, replace(said, fallen=wrong), "4K").failures == [f"wrong square: {fell}"]
    accused = judge(pair, replace(said, fallen={**said.fallen, someone: "A-1"}), "4K")
    assert accused.failures == [f"accused: {someone}"]
    assert judge(pair, replace(said, moved={**said.moved, someone: 1.0}), "4K").false_moves == (someone,)
    assert f"accused: {someone}" in failures([accused])[0]
    assert "100.00 (1)" in table([accused])


@pytest.mark.ci
def test_a_shell_is_found_missed_or_something_else():
    shell_pair = cannon_pair(20020, (960, 540), disturbed=False)
    assert shell_pair.truth.shell is not None
    assert shell_pair.truth.shell.why == "visible"
    shell, said = shell_pair.truth.shell, perfect(shell_pair)
    near = judge(shell_pair, replace(said, impact=(shell.x + 0.3, shell.y)), "4K")
    assert near.shell_mm == pytest.approx(3.0)
    assert near.failures == ["shell 3.0 mm off (visible)"]
    assert judge(shell_pair, replace(said, impact=None), "4K").failures == ["shell missed"]
    elsewhere = judge(shell_pair, replace(said, impact=(shell.x + 5, shell.y)), "4K")
    assert elsewhere.false_shell
    assert elsewhere.shell_mm is None
    assert "| visible, 4K | 1 | 1/1" in shell_table([near])


@pytest.mark.ci
def test_those_under_a_hand_need_not_be_found_and_must_not_be_accused():
    pair = cannon_pair(20001, SMALL_PX, disturbed=True)
    under = sorted(pair.truth.under_hand & pair.truth.standing)[0]
    said = replace(perfect(pair), fallen={**perfect(pair).fallen, under: "A-1"})
    score = judge(pair, said, "4K")
    assert score.under_hand == (under,)
    assert set(score.there).isdisjoint(pair.truth.under_hand)


def test_wilson_knows_its_textbook():
    assert wilson(10, 10) == pytest.approx((0.722, 1.0), abs=1e-3)
    assert wilson(1, 10) == pytest.approx((0.018, 0.404), abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)
