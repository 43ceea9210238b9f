"""One action being ruled on: collects checks, dice, effects and drawings, and closes with the ruling."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from rules.dice import Dice
from rules.ruling import Check, CheckVerdict, Effect, HouseValue, Ruling, RulingVerdict, Shape, Throw, who_of
from rules.settings import Settings_co
from rules.state import Known
from table.measurement import Measurement
from table.verdict import SLACK, Judgement, Verdict, judge

CHECK_OF: Mapping[Verdict, CheckVerdict] = {Verdict.IN: "passed", Verdict.OUT: "failed", Verdict.CLOSE: "close"}


def judge_probability(probability: float, doubt: float) -> Verdict:
    """Turn the probability that a condition holds into in, out or too close."""
    if min(probability, 1 - probability) > doubt:
        return Verdict.CLOSE
    return Verdict.IN if probability > 0.5 else Verdict.OUT


@dataclass(frozen=True, slots=True)
class Possible:
    """One thing that may modify an action: the key and detail of its check, and how it was judged."""

    key: str
    judgement: Judgement
    detail: Mapping[str, object]


@dataclass(slots=True)
class RulingBuilder(Generic[Settings_co]):
    """Collects what an action's clauses find; ``decided`` holds the referee's word on close checks (``_word``).

    ``sides`` is what is known of each side beyond its stands, ``typed`` what was read of that (rules/typed_state.py).
    """

    game: str
    action: str
    settings: Settings_co
    dice: Dice
    decided: Mapping[str, bool]
    sides: Known = field(default_factory=dict)
    typed: dict[tuple[type, str], object] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    house: dict[str, HouseValue] = field(default_factory=dict)
    outcome: str | None = None

    def condition(self, clause: str, key: str, passed: bool, **detail: object) -> bool:
        """Record a plain yes or no."""
        self.checks.append(Check(clause, key, "passed" if passed else "failed", detail=detail))
        return passed

    def limit(
        self, clause: str, key: str, measured: Measurement, limit: float, unit: str = "cm", *,
        at_most: bool = True, slack: float = SLACK, modifies: bool = False, list_failed: bool = True,
        plan_cm: float | None = None, **detail: object,
    ) -> bool | None:  # fmt: skip
        """Judge a measurement against a limit and record it; None when it is too close and nobody decided.

        What was measured along the ground says besides what it is on the plan.
        """
        if plan_cm is not None:
            detail["plan_cm"] = plan_cm
        judgement = judge(measured, limit, at_most=at_most, doubt=self.settings.doubt, slack=slack)
        return self.judged(clause, key, judgement, unit, modifies=modifies, list_failed=list_failed, **detail)

    def likely(
        self, clause: str, key: str, probability: float, measured: Measurement, limit: float = 0.0, *,
        modifies: bool = False, list_failed: bool = True, **detail: object,
    ) -> bool | None:  # fmt: skip
        """Record what holds so probably; the measurement (cm) against its limit is the one that decides most."""
        judgement = Judgement(
            judge_probability(probability, self.settings.doubt), probability, measured.value, limit, measured.sigma
        )
        return self.judged(clause, key, judgement, "cm", modifies=modifies, list_failed=list_failed, **detail)

    def judged(
        self, clause: str, key: str, judgement: Judgement, unit: str | None = "cm", *,
        modifies: bool = False, list_failed: bool = True, **detail: object,
    ) -> bool | None:  # fmt: skip
        """Record a judgement already made; a modifier that does not apply is left out unless it was close."""
        verdict = CHECK_OF[judgement.verdict]
        decided_by = None
        word = self._word(clause, key, detail) if verdict == "close" else None
        if word is not None:
            verdict, decided_by = ("passed" if word else "failed"), "referee"
        if verdict != "failed" or list_failed or decided_by:
            self.checks.append(
                Check(
                    clause, key, verdict, judgement.measured, judgement.limit, unit, judgement.sigma,
                    judgement.probability_in, modifies, "referee" if decided_by else None, detail,
                )
            )  # fmt: skip
        return {"passed": True, "failed": False, "close": None}[verdict]

    def _word(self, clause: str, key: str, detail: Mapping[str, object]) -> bool | None:
        """Return the referee's word on a close check: by ``clause:key:stand``, by ``clause:key``, or by the clause."""
        who = who_of(detail)
        names = (f"{clause}:{key}:{who}", f"{clause}:{key}", clause)
        return next((self.decided[name] for name in names if name in self.decided), None)

    def any_of(self, clause: str, found: Sequence["Possible"]) -> "Possible | None":
        """Record whether at least one of several things that modify holds, and return it.

        One that is sure is enough, whatever of the others is too close to call; without one, the likeliest (the first
        of equals) stands for all of them with the probability that any holds, taken as independent.
        """
        best = max(found, key=lambda it: it.judgement.probability_in, default=None)
        if best is None or best.judgement.probability_in == 0:
            return None
        probability = 1 - math.prod(1 - it.judgement.probability_in for it in found)
        verdict = judge_probability(probability, self.settings.doubt)
        judgement = replace(best.judgement, verdict=verdict, probability_in=probability)
        holds = self.judged(clause, best.key, judgement, "cm", modifies=True, list_failed=False, **best.detail)
        return best if holds else None

    def modifying(self, clause: str, key: str, **detail: object) -> None:
        """Record a clause that the ruling rests on and that cannot refuse."""
        self.checks.append(Check(clause, key, "passed", modifies=True, detail=detail))

    def modifier(self, clause: str, key: str, amount: int, **detail: object) -> int:
        """Record a die modifier that applies and return it."""
        self.checks.append(Check(clause, key, "passed", amount, None, "pips", modifies=True, detail=detail))
        return amount

    def uses(self, key: str) -> Any:
        """Return a setting the book does not give, and list it among the ruling's house values."""
        self.house[key] = self.settings.house_value(key)
        return getattr(self.settings, key)

    def throw(self, clause: str, purpose: str, roller: str) -> int:
        """Take one die that shows a number; raises NeedsDice when the dice given ran out."""
        return self.dice.d6(clause, purpose, roller)

    def sign(self, clause: str, purpose: str, roller: str) -> str:
        """Take one die that shows a sign; raises NeedsDice when the dice given ran out."""
        return str(self.dice.take(clause, purpose, roller))

    def effect(self, kind: str, stand: str | None = None, **values: object) -> None:
        """Record one change on the table."""
        self.effects.append(Effect(kind, stand, values))

    def draw(self, shape: Shape) -> None:
        """Record something to draw."""
        self.shapes.append(shape)

    @property
    def verdict(self) -> RulingVerdict:
        """Refused if any check refuses, else too close if any is, else allowed."""
        if any(check.verdict == "failed" and not check.modifies for check in self.checks):
            return "refused"
        if any(check.verdict == "close" for check in self.checks):
            return "too_close"
        return "allowed"

    def ruling(self, needs: Throw | None = None) -> Ruling:
        """Close the builder; only an allowed action has effects and an outcome."""
        allowed = self.verdict == "allowed"
        return Ruling(
            self.game,
            self.action,
            self.verdict,
            tuple(self.checks),
            tuple(self.dice.thrown),
            self.outcome if allowed else None,
            tuple(self.effects) if allowed else (),
            needs,
            self.dice.unused,
            tuple(self.house.values()),
            tuple(self.shapes),
        )
