"""The list that is read aloud: 200 rulings on the written cases, as players see them, in each whole language.

    python benchmarks/sentences.py [NAME ...]

Forty cases a game, those of its kinds of actions and of its outcomes in turn; or the cases of those names.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from pathlib import Path

from referee.evidence.card_text import setting
from referee.ruling_view import CheckView, RulingView, ruling_view
from referee.words import label
from referee.words.action_titles import action_title
from referee.words.game_words import faces_said
from referee.words.house_values import house_said
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
    """Return as many as are read of a game: of each action, answer, outcome and reason one, then a second of each."""
    alike = defaultdict(list)
    for case, ruling in both:
        why = next((check.key for check in ruling.checks if check.verdict != "passed" and not check.modifies), "")
        alike[ruling.action, ruling.verdict, ruling.outcome, why].append((case, ruling))
    by_action = defaultdict(list)
    for (action, *_), found in sorted(alike.items(), key=str):
        by_action[action].append(found)
    turns = (each for action in by_action.values() for each in [_in_turn(action)])
    return list(islice(_in_turn([list(turn) for turn in turns]), EACH))


def _in_turn(lists: list[list[tuple[Case, Ruling]]]) -> Iterator[tuple[Case, Ruling]]:
    return (each for each in chain.from_iterable(zip_longest(*lists)) if each is not None)


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
        said = house_said(case.game, it, language=language) or setting(case.game, it.key, it.value, language)
        yield f"    * {it.clause} {said}"


def _head(view: RulingView) -> str:
    return " ".join(filter(None, (view.banner.sign, view.banner.word, view.number and " ".join(
        (view.number.measured, view.number.of, view.number.plus_minus)))))  # fmt: skip


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
