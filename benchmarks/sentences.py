"""The list that is read aloud: 200 rulings on the written cases, as players see them, in each whole language.

    python benchmarks/sentences.py [NAME ...]

Forty cases a game, chosen to say as many different sentences as forty can; or the cases of those names.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from referee.ruling_view import CheckView, RulingView, ruling_view
from referee.words import label
from referee.words.action_titles import action_title
from referee.words.game_words import faces_said
from referee.words.house_values import setting
from referee.words.languages import WHOLE
from rules.cases import parse_cases
from rules.registry import rule
from rules.ruling import Ruling
from table.notation.case_file import Case

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "cases"
EACH = 40
MARKS = {"passed": "✓", "failed": "✕", "close": "≈"}


def ruled(game: Path) -> list[tuple[Case, Ruling]]:
    """Return a game's cases, each with its ruling."""
    cases = [case for file in sorted(game.glob("*.cases")) for case in parse_cases(file.read_text("utf-8"), file.name)]
    return [(it, rule(it.game, it.snapshot, it.action, it.dice, it.settings, it.decided, it.name, it.sides))
            for it in cases]  # fmt: skip


def chosen(both: list[tuple[Case, Ruling]]) -> list[tuple[Case, Ruling]]:
    """Return as many as are read of a game, each time the one that says most that none before it said."""
    left, said, found = [(it, sayings(it[1])) for it in both], set[tuple[object, ...]](), []
    while left and len(found) < EACH:
        best = max(left, key=lambda each: len(each[1] - said))
        left.remove(best)
        said |= best[1]
        found.append(best[0])
    return found


def sayings(ruling: Ruling) -> set[tuple[object, ...]]:
    """Return what a ruling says, whoever it is of: its question and answer, and a key for each of its sentences."""
    return {
        ("asked", ruling.action, ruling.verdict, ruling.outcome),
        *(("check", check.key, check.verdict, check.unit, check.decided_by) for check in ruling.checks),
        *(("throw", throw.purpose) for throw in (*ruling.dice, *filter(None, [ruling.needs]))),
        *(("effect", effect.type) for effect in ruling.effects),
        *(("house", house.key, str(house.value)) for house in ruling.house_values),
    }


def as_lines(case: Case, ruling: Ruling, language: str) -> Iterator[str]:
    """Yield what a player sees of a ruling: headline, why, conditions, dice, what follows, the house's values."""
    view = ruling_view(ruling, language=language)
    yield f"{language}  {action_title(case.game, case.action, language=language)}: {_head(view)}"
    yield f"    {view.sentence}"
    yield from (f"    {_mark(check)} {check.clause} {check.sentence}" for check in view.checks)
    yield from (f"    ⚄ {throw.clause} {throw.sentence}: {', '.join(throw.said)}" for throw in view.dice)
    if view.needs is not None:
        yield f"    ? {view.needs.clause} {view.needs.sentence}"
    yield from [f"    = {view.outcome}"] if view.outcome_beneath and view.outcome != view.sentence else []
    yield from (f"    - {effect['sentence']}" for effect in view.effects)
    if ruling.unused_dice:
        dice = faces_said(ruling.unused_dice, language=language)
        yield f"    ! {label('unused_dice', language=language, dice=dice)}"
    for it in ruling.house_values:
        yield f"    * {it.clause} {setting(case.game, it.key, it.value, language)}"


def _head(view: RulingView) -> str:
    return " ".join(filter(None, (view.banner.sign, view.banner.word, view.number and " ".join(
        (view.number.measured, view.number.of, view.number.plus_minus)).strip())))  # fmt: skip


def _mark(check: CheckView) -> str:
    return "•" if check.modifies and check.verdict != "close" else MARKS[check.verdict]


def main() -> None:
    """Print the list."""
    wanted = set(sys.argv[1:])
    for game in sorted(FOLDER.iterdir()):
        both = ruled(game)
        for case, ruling in [it for it in both if it[0].name in wanted] if wanted else chosen(both):
            print(f"\n{case.game}: {case.name}")
            for language in WHOLE:
                print("\n".join(as_lines(case, ruling, language)))


if __name__ == "__main__":
    main()
