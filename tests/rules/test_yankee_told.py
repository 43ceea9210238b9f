"""What rulings of Yankee tell: of whom there is something to say, and that first."""

from referee.words import check_sentence, sentence
from rules.cases import parse_cases
from rules.registry import rule
from rules.ruling import Ruling

HEAD = "game yankee\ntable 160x100\nbase infantry 0x2\n\n"


def ruled(lines: str) -> Ruling:
    (case,) = parse_cases(f"{HEAD}one: a case\n  n-1 north/infantry 60,40; n-2 north/infantry 20,20\n  {lines}\n")
    return rule(case.game, case.snapshot, case.action, case.dice)


def test_only_who_touches_a_flank_or_the_rear_is_told_where_it_came_from() -> None:
    """n-1 fights at the front, n-2 is far off: of neither is there anything to say (Y9.3)."""
    fought = ruled("s-1 south/infantry 60,42 @270; > combat n-1 s-1, dice 3 3")
    assert "started_in_front" not in [check.key for check in fought.checks]


def test_who_turns_on_the_spot_is_said_to_have_turned() -> None:
    turned = ruled("s-1 south/infantry 60,90 @270; > move group=[n-1] turn=20")
    assert sentence(turned) == "n-1 has turned on the spot."


def test_one_brigade_is_no_brigades() -> None:
    began = ruled("s-1 south/infantry 60,90 @270 {brigade=A}; n-3 north/infantry 30,20 {brigade=B}; > start, dice 3 2")
    said = [check_sentence("yankee", check) for check in began.checks]
    assert not any("1 brigades" in each for each in said), said
    assert any("1; the book has" in each for each in said)


def test_a_general_who_touches_two_bases_is_said_to_be_with_the_same_one_however_they_are_listed() -> None:
    for listed in (
        "n-3 north/infantry 80,40; n-4 north/infantry 80,40",
        "n-4 north/infantry 80,40; n-3 north/infantry 80,40",
    ):
        with_both = ruled(f"{listed}; g north/general 80,37.9 2x2; s-1 south/infantry 60,90 @270; > general g")
        assert [check.detail.get("by") for check in with_both.checks if check.key == "base_is_lost"] == ["n-3"]
