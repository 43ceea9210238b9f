"""What was found when every sentence of every case was read aloud, in three languages: it stays mended."""

import re
from dataclasses import replace

import pytest
from written_cases import by_clause, case_named, cases_of, ruling_of

from referee.ruling_view import RulingView, ruling_view
from referee.words import effects_sentence, outcome_sentence, side_said, verdict_word
from referee.words.action_titles import action_title
from referee.words.languages import WHOLE, number
from referee.words.reaches import possibility_sentence
from referee.words.sentences import deciding_check
from referee.words.sides import called
from referee.words.translation import say
from rules.possibility import Possibility
from rules.registry import game_named, game_names
from rules.ruling import Check, Effect, Ruling
from table.notation.case_file import Case

OF_NOBODY = {
    "burst", "goes_on", "phase_ends", "turn_ends", "next_phase", "next_turn", "no_casualty", "fair", "rain", "storm",
    "truce", "undecided", "terrain", "allied_wins", "axis_wins",
}  # fmt: skip
"""Outcomes that are nobody's: the weather, the next phase."""
OF_ALL = {("rommel", "begins"), ("montecassino", "moved")}
"""Outcomes said of the whole battle, and of several soldiers at once."""
DOUBLED = re.compile(r"[,;:.]\s*[,;:.](?!\d)|\s[,;.]|  |\(\)|^[,;:.]")
MINUS_NOTHING = re.compile(r"-0[.,]?0*(?![.,]?\d)")
ONE_OF_MANY = re.compile(
    r"(?<![\d.,-])1 (hexes|squares|soldiers|blocks|esagoni|caselle|soldati|blocchi|"
    r"hexágonos|cuadros|soldados|bloques)\b"
    r"(?! (at|of|in) )"
)


def sentences(view: RulingView) -> list[str]:
    """All that a card says."""
    said = [view.sentence, view.outcome or "", view.needs.sentence if view.needs else ""]
    said += [check.sentence for check in view.checks] + [throw.sentence for throw in view.dice]
    said += [effect["sentence"] for effect in view.effects] + [house.said for house in view.house]
    return said + [f"{n.measured} {n.of} {n.plus_minus}".strip() for n in [view.number] if n is not None]


def names(ruling: Ruling) -> set[str]:
    """Everybody a ruling names: stands, units and places."""
    told = [value for check in ruling.checks for value in check.detail.values()]
    told += [value for effect in ruling.effects for value in (effect.stand, *effect.values.values())]
    return {name for name in told if isinstance(name, str) and name}


@pytest.mark.parametrize("cases", by_clause())
def test_what_a_card_says_is_well_written(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            for language in WHOLE:
                said = sentences(ruling_view(ruling_of(case), language=language))
                for wrong in (DOUBLED, MINUS_NOTHING, re.compile(r"\d[.,]\d{4}"), ONE_OF_MANY):
                    assert [line for line in said if wrong.search(line)] == []


@pytest.mark.parametrize("game", game_names())
def test_an_outcome_names_whom_it_befalls(game: str) -> None:
    nobody, titles = set(), [side_said(game, side.name) for side in game_named(game).sides]
    for case in cases_of(game):
        ruling = ruling_of(case)
        plain = ruling.outcome in OF_NOBODY or (game, ruling.outcome) in OF_ALL
        if ruling.outcome is not None and not plain:
            said = outcome_sentence(ruling) or ""
            title = any(word in said for word in titles)
            if not title and not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) for name in names(ruling)):
                nobody.add((ruling.outcome, ruling.action, said))
    assert nobody == set()


def test_what_has_neither_outcome_nor_measure_says_what_it_does() -> None:
    assert ruling_view(ruling_of(case_named("ambush", "mount-eighth-allowed"))).sentence == "Us-1 gets into us-9."
    assert ruling_view(ruling_of(case_named("yankee", "command-die-1"))).sentence == "N-1 has command value 2."
    owed = replace(ruling_of(case_named("yankee", "command-die-1")), effects=())
    assert ruling_view(owed).sentence == "Nothing speaks against it."


@pytest.mark.parametrize(
    ("game", "name", "language", "said"),
    [
        ("ambush", "platoon-morale-2-of-8-4", "en", "Surrender: Americans."),
        ("ambush", "platoon-morale-2-of-8-4", "it", "Resa: Americans."),
        ("ambush", "cover-bush-revealed-4-misses", "es", "us-1 yerra a de-1."),
        ("ambush", "cover-hit-but-saved", "it", "Colpito, ma illeso: de-1."),
        ("rommel", "flak-misses", "en", "g1 misses f1."),
        ("ancients", "flag-for-a-lone-leader-with-the-example", "en", "c1 has to retreat."),
        ("montecassino", "frees-enemy-ahead", "en", "Freed: a8, a9."),
        ("ambush", "gun-sherman-fence-moved-6.0-allowed", "it", "Esplode ed elimina de-1."),
        ("ambush", "platoon-hit-of-5-one-lost", "es", "us-p pierde un soldado."),
        ("ambush", "gun-vehicle-2-misses", "en", "us-9 misses de-9."),
    ],
)
def test_an_outcome_in_words(game: str, name: str, language: str, said: str) -> None:
    ruling = called(ruling_of(case_named(game, name)), {"us": "Americans"})
    assert outcome_sentence(ruling, language=language) == said


def test_a_house_value_names_terrain_as_a_sentence_does() -> None:
    """Y9.5: "nobody recoils through: river-1" stood on the card in three languages."""
    ruling = ruling_of(case_named("yankee", "combat-target-falls-back-river-refused"))
    house = [each.said for each in ruling_view(ruling, language="it").house]
    assert any(said.endswith("nessuno attraversa: fiume 1") for said in house)


def test_who_goes_by_his_square_goes_by_it_in_the_language_of_the_board() -> None:
    free = case_named("montecassino", "frees-enemy-ahead").action
    assert action_title("montecassino", free, language="it") == "T-20: liberare prigionieri"
    shoot = {"type": "shoot", "actor": "G-20", "target": "x"}
    assert action_title("ambush", shoot, language="it") == "G-20 contro x"  # there it is a name


def test_what_a_commander_names_has_no_measure() -> None:
    """A coin's half stood over it as a length: FOR THE COMMANDER TO NAME, 0.5 cm of 1."""
    view = ruling_view(ruling_of(case_named("montecassino", "option-iii-dragged-named")))
    assert (view.verdict, view.number) == ("too_close", None)


@pytest.mark.parametrize("name", ["cannon-off-its-platform", "shells-of-the-setting", "start-in-mid-battle"])
def test_what_is_refused_names_no_winner(name: str) -> None:
    """NOT ALLOWED stood above "victory: Allies"."""
    said = " ".join(sentences(ruling_view(ruling_of(case_named("montecassino", name)))))
    assert "victory" not in said
    assert "Begins" not in said


def test_who_rides_with_a_base_is_the_general_and_not_the_base() -> None:
    view = ruling_view(ruling_of(case_named("yankee", "general-rides-base-lost-joins")))
    assert "A general rides with n-1" in [check.sentence for check in view.checks]
    assert [effect["sentence"] for effect in view.effects] == ["the general (n-1) joins n-2"]


@pytest.mark.parametrize("game", game_names())
def test_nothing_is_only_noted(game: str) -> None:
    said = [effect["sentence"] for case in cases_of(game) for effect in ruling_view(ruling_of(case)).effects]
    assert "noted" not in said


@pytest.mark.parametrize(
    ("language", "said"), [("en", "de-1 is hit"), ("it", "Un colpo a segno su de-1"), ("es", "de-1 recibe un impacto")]
)
def test_while_a_second_die_is_owed_the_banner_is_what_the_first_came_to(language: str, said: str) -> None:
    whole = ruling_of(case_named("ambush", "cover-hit-but-saved"))
    hit = replace(whole, dice=whole.dice[:1], needs=whole.dice[1], outcome=None)
    banner = ruling_view(hit, language=language).banner
    assert (banner.word, banner.tone, banner.die) == (said, None, 5)
    assert ruling_view(replace(whole, dice=(), needs=whole.dice[0], outcome=None)).banner.word == "IN RANGE"


def test_reasons_are_said_where_clubs_argue() -> None:
    """Why a flag is ignored, and how much of a vehicle is seen."""
    flag = ruling_view(ruling_of(case_named("ancients", "missiles-flag-ignored-beside-two-friends")), language="it")
    assert "Bandiere che c1 ignora: 1 (ha accanto due unità amiche)" in [check.sentence for check in flag.checks]
    half = ruling_view(ruling_of(case_named("ambush", "gun-half-behind-vehicle-6")))
    assert "No more than half of de-9 is visible (43%)" in [check.sentence for check in half.checks]


@pytest.mark.ci
def test_a_side_called_by_a_plural_reads_well() -> None:
    wrong = re.compile(r"Americans (has|tests|surrenders|fights|throws|holds|loses)\b")
    for case in cases_of("ambush"):
        said = sentences(ruling_view(ruling_of(case), titles={"us": "Americans", "de": "Americans"}))
        assert [line for line in said if wrong.search(line) and "island" not in line] == []


@pytest.mark.parametrize(("value", "said"), [(-0.0, "0.0"), (-0.04, "0.0"), (-0.06, "-0.1"), (0.04, "0.0")])
def test_nothing_has_no_minus(value: float, said: str) -> None:
    assert number(value, ".1f", "en") == said


def test_what_happened_begins_with_a_capital_and_is_not_said_twice() -> None:
    begins, ends = (
        Effect("begins", None, {"side": "union"}),
        Effect("terrain", None, {"side": "union", "piece": "hill"}),
    )
    assert effects_sentence("yankee", [begins], "Begins: Union.") == ""
    assert effects_sentence("yankee", [ends, begins]) == "Union lays terrain: hill; begins: Union"
    assert effects_sentence("yankee", [begins], language="it") == "Comincia: Unione"
    assert effects_sentence("ambush", [Effect("remove", "de-1")]).startswith("de-1 ")


def test_what_may_not_be_done_is_no_half_sentence() -> None:
    full = Check("A7.4", "seats", "failed", 1.0, 0.0, "soldiers", detail={"stand": "Lucky"})
    nothing = Possibility("mount", False, why_not=(full,))
    said = [possibility_sentence("ambush", nothing, language=language) for language in ("it", "es")]
    assert said == [
        "salire su: no, soldati che porterebbe Lucky: 1; posti: 0",
        "montar en: no, soldados que llevaría Lucky: 1; plazas: 0",
    ]


def test_who_is_removed_does_not_retreat() -> None:
    assert effects_sentence("ambush", (Effect("remove", "de-1"),), language="es") == "Se quita de-1"


def test_a_sentence_that_begins_with_terrain_begins_with_a_capital() -> None:
    """It stood "wood 1 stands between them" in English alone, where the name is the piece's own."""
    view = ruling_view(ruling_of(case_named("ambush", "cover-hedge-2.1-blocked")))
    assert view.sentence.startswith("Hedge 1 ")


@pytest.mark.parametrize("language", WHOLE)
def test_who_stands_in_the_field_of_fire_is_no_lack_of_sight(language: str) -> None:
    """Y8.2: "no line of sight" stood over a list that said that nothing stands between the two."""
    ruling = next(
        ruling for case in cases_of("yankee")
        if (ruling := ruling_of(case)).verdict == "refused" and (check := deciding_check(ruling)) is not None
        and check.key == "not_masked"
    )  # fmt: skip
    assert verdict_word(ruling, language=language) != say("verdicts.sight", language)


def test_what_only_modifies_does_not_head_the_list_as_a_refusal() -> None:
    """A grenade's thrower who is out of his own burst stood first, with a red cross, below IN RANGE."""
    ruling = next(
        ruling for case in cases_of("ambush")
        if (ruling := ruling_of(case)).verdict == "allowed" and any(
            check.modifies and check.verdict == "failed" for check in ruling.checks
        ) and any(not check.modifies for check in ruling.checks)
    )  # fmt: skip
    first = ruling_view(ruling).checks[0]
    assert (first.verdict, first.modifies) != ("failed", True)
