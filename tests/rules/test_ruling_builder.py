"""How a ruling is put together: checks, the referee's word, dice that run out."""

import pytest

from rules.clauses import clauses
from rules.dice import Dice, NeedsDice, six_sided
from rules.registry import game_modules, game_named, game_names, rule
from rules.ruling_builder import RulingBuilder, judge_probability
from rules.settings import Settings
from table.errors import BadFile
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import Verdict


def builder(decided: dict[str, bool] | None = None, given: tuple[int, ...] = ()) -> RulingBuilder:
    return RulingBuilder("game", "verb", Settings(), Dice(given), decided or {})


def test_any_refusal_refuses_even_beside_a_close_check() -> None:
    h = builder()
    h.limit("X1", "range", Measurement(50.0, 0.1), 50.0)
    assert h.verdict == "too_close"
    h.condition("X2", "still", False)
    assert h.verdict == "refused"


@pytest.mark.parametrize(("word", "verdict"), [(True, "allowed"), (False, "refused")])
def test_the_referee_decides_a_close_check_by_its_clause(word: bool, verdict: str) -> None:
    h = builder({"X1": word})
    assert h.limit("X1", "range", Measurement(50.0, 0.1), 50.0) is word
    assert h.verdict == verdict
    assert h.checks[0].decided_by == "referee"
    assert h.checks[0].probability == pytest.approx(0.5, abs=1e-4)  # what was measured stays on record


def test_the_referee_cannot_overrule_a_clear_check() -> None:
    h = builder({"X1": True})
    assert h.limit("X1", "range", Measurement(60.0, 0.1), 50.0) is False
    assert h.verdict == "refused"
    assert h.checks[0].decided_by is None


def test_a_modifier_that_does_not_apply_neither_refuses_nor_clutters() -> None:
    h = builder()
    h.limit("X1", "canister", Measurement(11.0), 10.0, modifies=True, list_failed=False)
    assert h.checks == []
    assert h.verdict == "allowed"


def test_what_holds_so_probably_is_measured_against_zero_unless_a_limit_is_told() -> None:
    h = builder()
    h.likely("X1", "sight", 1.0, Measurement(3.0, 0.1))
    h.likely("X1", "sight", 1.0, Measurement(3.0, 0.1), 2.0)
    assert [(check.measured, check.limit) for check in h.checks] == [(3.0, 0.0), (3.0, 2.0)]


def test_a_refused_action_has_no_effects() -> None:
    h = builder()
    h.effect("remove", "de-1")
    h.outcome = "hit"
    h.condition("X1", "still", False)
    assert h.ruling().effects == ()
    assert h.ruling().outcome is None


def test_dice_are_taken_in_order_and_the_rest_is_told() -> None:
    dice = Dice((5, 2, 6))
    assert dice.d6("X1", "first", "us-1") == 5
    assert dice.d6("X2", "second", "de-1") == 2
    assert dice.unused == (6,)
    assert [throw.given for throw in dice.thrown] == [(5,), (2,)]


def test_too_few_dice_ask_for_the_next_throw() -> None:
    with pytest.raises(NeedsDice) as request:
        Dice(()).d6("X1", "to hit", "us-1")
    assert (request.value.throw.clause, request.value.throw.asked) == ("X1", "1d6")


@pytest.mark.parametrize("face", [0, 7, -1, 2.5, "4", True, None])
def test_only_faces_of_a_six_sided_die(face: object) -> None:
    with pytest.raises(BadFile, match=r"dice\.given\[2\].*1 to 6"):
        six_sided([3, face], "case.toml")


@pytest.mark.parametrize(
    ("probability", "verdict"),
    [(1.0, Verdict.IN), (0.976, Verdict.IN), (0.974, Verdict.CLOSE), (0.026, Verdict.CLOSE), (0.024, Verdict.OUT)],
)
def test_probability_to_verdict_at_the_default_doubt(probability: float, verdict: Verdict) -> None:
    assert judge_probability(probability, 0.025) == verdict


def test_each_house_value_is_a_setting_and_cites_a_clause() -> None:
    for game in map(game_named, game_names()):
        for key, clause in game.settings.house.items():
            assert key in game.settings.model_fields
            assert clause in clauses(game_modules()[game.name])


def shot(dice: tuple[int, ...]) -> tuple[str | None, list[str], tuple[int | str, ...]]:
    stands = (Stand("us-1", "us", "soldier", 20, 30), Stand("de-1", "de", "soldier", 20, 50))
    ruling = rule("ambush", Snapshot(120, 100, stands), {"type": "shoot", "actor": "us-1", "target": "de-1"}, dice)
    needs = ruling.needs.purpose if ruling.needs else None
    return needs, [effect.type for effect in ruling.effects], ruling.unused_dice


def test_a_ruling_stops_at_the_throw_it_needs_with_the_effects_so_far() -> None:
    assert shot(()) == ("to_hit_4", ["fired", "reveal"], ())
    assert shot((4,)) == ("damage_test", ["fired", "reveal"], ())
    assert shot((3, 6)) == (None, ["fired", "reveal"], (6,))
    assert shot((4, 3, 1)) == (None, ["fired", "reveal", "remove"], (1,))
